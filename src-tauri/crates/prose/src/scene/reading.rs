//! What a passage holds that tells its scene: its speech, and the cues in its narration.

use crate::Language;
use crate::lexicon::List;
use crate::lexicon::scenes::scene_lists_of;
use crate::segment::{TokenKind, tokens};
use crate::speech::Speech;

/// The word lists whose words are counted.
const LISTS: [List; 6] = [
    List::Motion,
    List::Setting,
    List::Thought,
    List::Explanation,
    List::Course,
    List::Person,
];

/// The number of cues: the word lists, and after them the question marks.
///
/// A question in the narration is mostly one that a character puts to herself.
pub(super) const CUES: usize = LISTS.len() + 1;

/// What a passage holds, in one pass over its tokens.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) units: usize,
    /// The units outside quotation marks.
    pub(super) narrated: usize,
    /// The narrated units that belong to a speech: *said Tom*, *He shook his head.*
    attached: usize,
    /// The number of each cue outside quotation marks.
    pub(super) found: [usize; CUES],
}

impl Reading {
    pub(super) fn of(passage: &str, language: Language) -> Self {
        let mut reading = Self::default();
        let mut speech = Speech::default();
        let mut sentence = Sentence::default();
        let mut was_spoken = false;
        for token in tokens(passage) {
            let length = token.units(passage);
            let text = token.of(passage);
            reading.units += length;
            let is_spoken = speech.read(passage, &token);
            if is_spoken != was_spoken {
                let ended = std::mem::take(&mut sentence);
                reading.attached += ended.attached(is_spoken, language);
                sentence.follows_speech = !is_spoken;
            } else if is_spoken {
                // Spoken words do not tell the scene.
            } else if length > 0 {
                if sentence.is_complete {
                    reading.attached += std::mem::take(&mut sentence).attached(false, language);
                }
                reading.narrated += length;
                sentence.units += length;
                let lists = scene_lists_of(&text.to_lowercase().replace('’', "'"), language);
                sentence.announces |= lists.has(List::Speech);
                for (found, list) in reading.found.iter_mut().zip(LISTS) {
                    *found += usize::from(lists.has(list));
                }
            } else if token.kind == TokenKind::Punctuation {
                sentence.is_complete |=
                    sentence.units > 0 && text.contains(['.', '!', '?', '。', '！', '？', '…']);
                reading.found[CUES - 1] += usize::from(text.contains(['?', '？']));
            }
            was_spoken = is_spoken;
        }
        reading.attached += sentence.attached(false, language);
        reading
    }

    /// Returns whether at least half of the units are spoken. The narrated units that belong to a speech do not count,
    /// because they are often longer than a short speech.
    pub(super) fn is_dialogue(&self) -> bool {
        let spoken = self.units - self.narrated;
        spoken > 0 && 2 * spoken >= self.units - self.attached
    }
}

/// A narrated sentence, or the part of it on one side of a speech.
#[derive(Default)]
struct Sentence {
    units: usize,
    /// Whether it has a verb of speech.
    announces: bool,
    follows_speech: bool,
    is_complete: bool,
}

impl Sentence {
    /// Returns how many of its units belong to a speech beside it.
    ///
    /// A sentence with a verb of speech is a tag, and one without is a beat, a gesture of the speaker. Both are short.
    /// The units beyond the usual length are narration. Chinese has about four characters for three English words.
    const fn attached(&self, precedes_speech: bool, language: Language) -> usize {
        let most = match (language, self.announces) {
            (Language::En, true) => 12,
            (Language::En, false) => 6,
            (Language::Zh, true) => 16,
            (Language::Zh, false) => 8,
        };
        if !self.follows_speech && !precedes_speech {
            0
        } else if self.units < most {
            self.units
        } else {
            most
        }
    }
}
