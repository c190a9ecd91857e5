//! The writer's own revisions: which paragraphs of a manuscript were rewritten, not written on.

use prose::{Language, diff, segment};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A paragraph as it was and as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision<'a> {
    /// The older text.
    pub draft: &'a str,
    /// What the writer made of it.
    pub revised: &'a str,
}

/// A paragraph shorter than this is a heading or a line of speech; its measures are noise.
const FEWEST_UNITS: usize = 8;
/// A paragraph that keeps less than three tenths of its words is another paragraph, not a revision.
const MOST_CHANGED: f64 = 0.7;

/// Returns the paragraphs the writer revised between two states of a manuscript.
///
/// A paragraph that only grew at its end is being written, not revised. A paragraph that holds a text the desk
/// offered and the writer took is left out: that act is an episode of its own already, and counting it again would
/// learn from the desk itself.
pub fn revisions<'a>(before: &'a str, after: &'a str, taken: &[String]) -> Vec<Revision<'a>> {
    let drafts = paragraphs(before);
    let revised = paragraphs(after);
    capture_diff_slices(Algorithm::Myers, &drafts, &revised)
        .into_iter()
        .filter_map(|operation| match operation {
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => Some((
                drafts.get(old_index..old_index + old_len)?,
                revised.get(new_index..new_index + new_len)?,
            )),
            _ => None,
        })
        .flat_map(|(drafts, revised)| drafts.iter().zip(revised))
        .map(|(draft, revised)| Revision { draft, revised })
        .filter(|revision| is_revision(*revision, taken))
        .collect()
}

fn paragraphs(text: &str) -> Vec<&str> {
    segment::paragraphs(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .map(str::trim)
        .collect()
}

fn is_revision(Revision { draft, revised }: Revision<'_>, taken: &[String]) -> bool {
    let long_enough = |text| segment::units(text) >= FEWEST_UNITS;
    let written_on = revised.starts_with(draft);
    let shaped = taken
        .iter()
        .any(|text| revised.contains(text.trim()) || text.contains(revised));
    long_enough(draft)
        && long_enough(revised)
        && !written_on
        && !shaped
        && Language::of(draft) == Language::of(revised)
        && diff::share_changed(draft, revised) <= MOST_CHANGED
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAIN: &str = "The rain had stopped, and she stood at the door and did not say anything at all.";
    const RAIN_REVISED: &str = "The rain had stopped. She stood at the door and did not say anything.";

    #[test]
    fn a_rewritten_paragraph_is_a_revision_in_both_languages() {
        let before = format!("# One\n\n{RAIN}\n\n他把伞放在门边，然后非常慢地坐了下来。\n");
        let after = format!("# One\n\n{RAIN_REVISED}\n\n他把伞放在门边，慢慢坐下。\n");
        assert_eq!(
            revisions(&before, &after, &[]),
            [
                Revision {
                    draft: RAIN,
                    revised: RAIN_REVISED
                },
                Revision {
                    draft: "他把伞放在门边，然后非常慢地坐了下来。",
                    revised: "他把伞放在门边，慢慢坐下。"
                },
            ]
        );
    }

    #[test]
    fn writing_on_is_no_revision() {
        let after = format!("{RAIN} Then she went in.\n\nA new paragraph that was not there before at all.");
        assert_eq!(revisions(RAIN, &after, &[]), []);
    }

    #[test]
    fn another_paragraph_in_its_place_is_no_revision() {
        let after = "Nobody remembers who first brought the birdcage aboard or why it was always empty.";
        assert_eq!(revisions(RAIN, after, &[]), []);
    }

    #[test]
    fn a_text_the_desk_offered_is_not_counted_again() {
        assert_eq!(
            revisions(RAIN, RAIN_REVISED, &["The rain had stopped. She stood".into()]),
            []
        );
    }
}
