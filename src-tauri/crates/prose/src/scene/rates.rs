//! How often the words of each list occur in each kind of scene.

use super::reading::{CUES, Reading};
use super::scene_type::SceneType;
use crate::Language;

/// The usual number of each cue in 100 narrated units of one kind of scene, in the order of [`CUES`].
type Rates = (SceneType, [f64; CUES]);

/// How much likelier than narration another kind must be, as a logarithm: about 3.3 times.
///
/// Narration is the most usual kind. Outside dialogue, two of five paragraphs in novels are narration.
const MARGIN: f64 = 1.2;

/// The rates of English. The columns are motion, setting, thought, explanation, course, person, question.
///
/// Each number is the mean of two rates. The first is that of the labelled paragraphs of this kind
/// (`tests/fixtures/scenes`, the even ones). The second is that of fiction in the public domain as a whole (Austen to
/// Wodehouse). A labelled paragraph shows its kind purer than a novel does, so the first alone would expect too much.
/// For narration the second counts 0.7, because most prose of a novel narrates. No rate is below 0.2, so that a single
/// rare cue does not decide.
const ENGLISH: [Rates; 5] = [
    (SceneType::Action, [11.1, 4.7, 1.4, 1.6, 1.8, 7.2, 0.2]),
    (SceneType::Description, [2.4, 15.9, 1.5, 2.0, 1.4, 4.1, 0.2]),
    (SceneType::Introspection, [1.7, 2.4, 7.4, 2.2, 1.7, 10.9, 0.5]),
    (SceneType::Exposition, [2.0, 3.4, 2.3, 9.4, 2.2, 4.0, 0.2]),
    (SceneType::Narration, [2.5, 3.3, 1.8, 2.3, 5.4, 6.3, 0.2]),
];

/// The rates of Chinese, found in the same way; the fiction in the public domain is 水浒传 to 萧红.
const CHINESE: [Rates; 5] = [
    (SceneType::Action, [7.0, 2.9, 1.0, 1.1, 4.8, 2.7, 0.2]),
    (SceneType::Description, [0.8, 9.3, 1.0, 1.5, 3.0, 1.5, 0.2]),
    (SceneType::Introspection, [0.6, 1.7, 8.3, 2.4, 3.7, 5.0, 0.6]),
    (SceneType::Exposition, [0.8, 2.1, 1.2, 7.1, 3.4, 1.6, 0.2]),
    (SceneType::Narration, [0.9, 2.7, 1.4, 1.4, 8.4, 2.3, 0.2]),
];

/// Returns the kind of scene whose rates best explain the cues of a passage that is not dialogue.
///
/// The cues are taken as independent events at the usual rates of a kind (Poisson). The logarithm of their probability
/// is then a sum over the cues. The part that is the same for every kind is left out.
pub(super) fn likeliest(reading: &Reading, language: Language) -> SceneType {
    let table = match language {
        Language::En => &ENGLISH,
        Language::Zh => &CHINESE,
    };
    let hundreds = reading.narrated as f64 / 100.0;
    let likelihood = |&(scene, rates): &Rates| {
        let of_cues: f64 = rates
            .iter()
            .zip(reading.found)
            .map(|(rate, found)| found as f64 * rate.ln() - rate * hundreds)
            .sum();
        if scene == SceneType::Narration {
            of_cues + MARGIN
        } else {
            of_cues
        }
    };
    table
        .iter()
        .max_by(|one, other| likelihood(one).total_cmp(&likelihood(other)))
        .map_or(SceneType::Narration, |&(scene, _)| scene)
}
