//! The writer's own revisions: the paragraphs of a manuscript that were rewritten, not only continued.

use std::collections::BTreeSet;

use prose::{Language, diff, segment, signs};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::text;

/// A paragraph before and after a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision<'a> {
    /// The older text.
    pub draft: &'a str,
    /// The writer's revision of that text.
    pub revised: &'a str,
    /// The byte offset of the revised paragraph in the newer text of the manuscript.
    pub at: usize,
}

/// The minimum length of a paragraph, in units: a shorter one is a heading or a line of speech, and its measures are
/// noise.
const FEWEST_UNITS: usize = 8;
/// The maximum share of changed text: with less than three tenths in common, it is another paragraph, not a revision.
const MOST_CHANGED: f64 = 0.7;

/// Returns the paragraphs the writer revised between two states of a manuscript.
///
/// Text added at the end of a paragraph is new text, not a revision, and is cut off. If nothing else changed, there is
/// no revision. A paragraph with a text that the desk offered and the writer took is left out. That act is an episode
/// of its own already, and counting it again would learn from the desk itself.
///
/// Tidying a chapter changes signs and blanks in most of its paragraphs, and is no revision. So paragraphs are compared
/// with these signs made alike. A text that was taken and then tidied is still the text that was taken.
pub fn revisions<'a>(before: &'a str, after: &'a str, taken: &[String]) -> Vec<Revision<'a>> {
    let (_, drafts) = paragraphs(before);
    let (places, revised) = paragraphs(after);
    // Most paragraphs of a chapter are untouched. Making the signs of all of them alike would take as long as the rest.
    let begin = drafts.iter().zip(&revised).take_while(|(a, b)| a == b).count();
    let (drafts, revised, places) = (&drafts[begin..], &revised[begin..], &places[begin..]);
    let ends = drafts.iter().rev().zip(revised.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (drafts, revised) = (&drafts[..drafts.len() - end], &revised[..revised.len() - end]);
    let alike = |texts: &[&str]| -> Vec<String> { texts.iter().map(|text| signs::alike(text)).collect() };
    let taken: Vec<String> = taken.iter().map(|text| signs::alike(text)).collect();
    let mut made = BTreeSet::new();
    capture_diff_slices(Algorithm::Myers, &alike(drafts), &alike(revised))
        .into_iter()
        .filter_map(|operation| match operation {
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => Some((old_index..old_index + old_len).zip(new_index..new_index + new_len)),
            _ => None,
        })
        .flatten()
        .filter_map(|(old, new)| Some((*drafts.get(old)?, *revised.get(new)?, *places.get(new)?)))
        .filter(|(_, revised, _)| !holds_any(&signs::alike(revised), &taken))
        .map(|(draft, revised, at)| Revision {
            draft,
            revised: without_growth(draft, revised),
            at,
        })
        .filter(is_revision)
        .filter(|revision| {
            // Each change is noted, so a loop that stops at the first new one would not do.
            let noted = made.len();
            made.extend(changes(revision));
            made.len() > noted
        })
        .collect()
}

/// Returns the changes of a revision: the old text and the new text of each. Equal replacements compare as equal
/// wherever they stand.
///
/// The same replacement in a whole manuscript is one act, whether by search and replace or by hand. A character who is
/// renamed in twelve paragraphs is not evidence twelve times. A pure deletion or insertion is evidence in each
/// paragraph.
fn changes(revision: &Revision<'_>) -> Vec<(Option<usize>, String, String)> {
    let at = revision.at;
    let [draft, revised] = [revision.draft, revision.revised].map(signs::alike);
    let change = |hunk: diff::Hunk| {
        let (gone, come) = apart(draft.get(hunk.before)?, revised.get(hunk.after)?);
        let replaced = !gone.is_empty() && !come.is_empty();
        Some(((!replaced).then_some(at), gone.to_owned(), come.to_owned()))
    };
    diff::hunks(&draft, &revised)
        .into_iter()
        .filter_map(change)
        .collect()
}

/// Returns two texts without their common beginning and end. Chinese word boundaries depend on the neighbouring
/// characters, so a difference may include a part of a neighbour along with a name.
fn apart<'a>(mut one: &'a str, mut other: &'a str) -> (&'a str, &'a str) {
    while let Some((a, b)) = one
        .chars()
        .next()
        .zip(other.chars().next())
        .filter(|(a, b)| a == b)
    {
        one = one.strip_prefix(a).unwrap_or(one);
        other = other.strip_prefix(b).unwrap_or(other);
    }
    while let Some((a, b)) = one
        .chars()
        .next_back()
        .zip(other.chars().next_back())
        .filter(|(a, b)| a == b)
    {
        one = one.strip_suffix(a).unwrap_or(one);
        other = other.strip_suffix(b).unwrap_or(other);
    }
    (one.trim(), other.trim())
}

/// Returns where each paragraph begins, in bytes, and the paragraphs. Front matter is no part of the text.
///
/// In a Chinese manuscript each line is a paragraph. Otherwise a blank line that tidying puts between two of them would
/// make two paragraphs of one, and seem to be a taste for short ones.
fn paragraphs(manuscript: &str) -> (Vec<usize>, Vec<&str>) {
    let front = segment::front_matter(manuscript).len();
    let body = manuscript.get(front..).unwrap_or_default();
    let by_line = Language::of(body) == Language::Zh;
    text::paragraphs(body, by_line)
        .into_iter()
        .map(|range| (front + range.start, &body[range]))
        .unzip()
}

/// Returns whether a paragraph contains one of some texts, or is contained in one.
pub fn holds_any(paragraph: &str, texts: &[String]) -> bool {
    texts
        .iter()
        .map(|text| text.trim())
        .any(|text| !text.is_empty() && (paragraph.contains(text) || text.contains(paragraph)))
}

/// Returns the paragraphs of pasted stretches that are not the writer's. Each is long enough for a paragraph and did
/// not stand in the manuscript before. A pasted name or date makes no sentence less her own.
pub fn foreign(before: &str, pasted: &[String]) -> Vec<String> {
    pasted
        .iter()
        .flat_map(|stretch| paragraphs(stretch).1)
        .map(str::trim)
        .filter(|text| segment::units(text) >= FEWEST_UNITS && !before.contains(text))
        .map(str::to_owned)
        .collect()
}

/// Returns a paragraph without the text that was added after the end of its draft.
///
/// Otherwise a typing error corrected in passing would turn each new sentence into evidence for longer paragraphs.
fn without_growth<'a>(draft: &str, revised: &'a str) -> &'a str {
    let end = || {
        let last = diff::hunks(draft, revised).pop()?;
        // The diff may show the added text before the last full stop rather than behind it; both mean the same.
        let rest = draft.get(last.before.start..)?;
        let grown = revised.get(last.after.start..)?.starts_with(rest);
        grown.then_some(last.after.start + rest.len())
    };
    end().and_then(|end| revised.get(..end)).unwrap_or(revised)
}

fn is_revision(Revision { draft, revised, .. }: &Revision<'_>) -> bool {
    let long_enough = |text| segment::units(text) >= FEWEST_UNITS;
    long_enough(draft)
        && long_enough(revised)
        // Text that was added at the end is new text, also where the end was tidied.
        && !signs::alike(revised).starts_with(&signs::alike(draft))
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
                    revised: RAIN_REVISED,
                    at: "# One\n\n".len()
                },
                Revision {
                    draft: "他把伞放在门边，然后非常慢地坐了下来。",
                    revised: "他把伞放在门边，慢慢坐下。",
                    at: format!("# One\n\n{RAIN_REVISED}\n\n").len()
                },
            ]
        );
    }

    #[test]
    fn the_same_words_replaced_all_over_a_manuscript_are_one_revision() {
        let book = |name: &str| {
            [
                "stood at the door",
                "said nothing to anyone",
                "went down to the ferry",
            ]
            .map(|deed| format!("In the evening {name} {deed} and waited for the rain."))
            .join("\n\n")
        };
        assert_eq!(revisions(&book("Ida"), &book("Margaret"), &[]).len(), 1);
        let cut = book("Ida").replace(" and waited for the rain", "");
        assert_eq!(revisions(&book("Ida"), &cut, &[]).len(), 3);

        let book = |name: &str| {
            ["站在门口", "一句话也没有说", "往渡口走去"]
                .map(|deed| format!("那天傍晚{name}{deed}，等着雨停下来。"))
                .join("\n\n")
        };
        assert_eq!(revisions(&book("小满"), &book("阿桂"), &[]).len(), 1);
        let cut = book("小满").replace("，等着雨停下来", "");
        assert_eq!(revisions(&book("小满"), &cut, &[]).len(), 3);
    }

    #[test]
    fn a_tidied_chapter_is_no_revision_and_what_she_changed_in_it_is() {
        for (before, tidied, deleted) in [
            (
                "\"The rain has stopped,\" she said -- and stood at the door...\n\n\n\nHe didn't look up for a long  time.\n",
                "“The rain has stopped,” she said — and stood at the door…\n\nHe didn’t look up for a long time.\n",
                " at the door",
            ),
            (
                "他说:\"雨停了\",然后在门口站了很久...\n老人--没有抬头,也没有说话.\n",
                "　　他说：“雨停了”，然后在门口站了很久……\n\n　　老人——没有抬头，也没有说话。\n",
                "然后",
            ),
        ] {
            assert_eq!(revisions(before, tidied, &[]), [], "{tidied}");
            // A text that she took and then tidied is still the text she took.
            let typed = before.lines().next().unwrap_or_default();
            let older = before.replacen("rain", "heavy rain", 1).replacen('雨', "大雨", 1);
            assert_eq!(revisions(&older, tidied, &[typed.to_owned()]), [], "{typed}");
            let shorter = tidied.replacen(deleted, "", 1);
            let found = revisions(before, &shorter, &[]);
            assert_eq!(found.len(), 1, "{shorter}");
            assert!(!found[0].revised.contains(deleted), "{:?}", found[0]);
        }
    }

    #[test]
    fn writing_on_is_no_revision() {
        let after = format!("{RAIN} Then she went in.\n\nA new paragraph that was not there before at all.");
        assert_eq!(revisions(RAIN, &after, &[]), []);
    }

    #[test]
    fn a_mended_typo_with_writing_on_is_a_revision_of_what_stood_there() {
        for (draft, mended, growth) in [
            (
                "The rain had stoped, and she stood at the door.",
                "The rain had stopped, and she stood at the door.",
                " Then the ferry came in with its lamps lit and nobody on deck.",
            ),
            (
                "他把散放在门边，然后慢慢坐下。",
                "他把伞放在门边，然后慢慢坐下。",
                "渡船进港的时候，甲板上一个人也没有。",
            ),
        ] {
            let after = format!("{mended}{growth}");
            let expected = Revision {
                draft,
                revised: mended,
                at: 0,
            };
            assert_eq!(revisions(draft, &after, &[]), [expected]);
        }
    }

    #[test]
    fn front_matter_is_no_prose_and_what_stands_below_it_is() {
        for (front, edited, draft, revised) in [
            (
                "---\ntitle: The Ferry at the End of the Long Grey Evening\nscene: action\n---\n\n",
                "---\ntitle: The Last Ferry at the End of the Evening\nscene: narration\n---\n\n",
                RAIN,
                RAIN_REVISED,
            ),
            (
                "---\n标题：长长的黄昏尽头的最后一班渡船\n场景：动作\n---\n\n",
                "---\n标题：黄昏尽头的最后一班渡船\n场景：叙述\n---\n\n",
                "他把伞放在门边，然后非常慢地坐了下来。",
                "他把伞放在门边，慢慢坐下。",
            ),
        ] {
            let before = format!("{front}{draft}\n");
            assert_eq!(revisions(&before, &format!("{edited}{draft}\n"), &[]), []);
            let expected = Revision {
                draft,
                revised,
                at: edited.len(),
            };
            assert_eq!(
                revisions(&before, &format!("{edited}{revised}\n"), &[]),
                [expected]
            );
        }
    }

    #[test]
    fn another_paragraph_in_its_place_is_no_revision() {
        let after = "Nobody remembers who first brought the birdcage aboard or why it was always empty.";
        assert_eq!(revisions(RAIN, after, &[]), []);
    }

    #[test]
    fn a_stretch_is_foreign_that_is_long_and_did_not_stand_there_before() {
        let pasted = |text: &str| foreign(RAIN, &[text.to_owned()]);
        let parts = [
            "Nobody remembers who first brought the birdcage aboard.",
            "没有人记得是谁第一个把鸟笼带上船的。",
        ];
        assert_eq!(pasted(&parts.join("\n\n")), parts);
        assert_eq!(pasted("the birdcage"), [""; 0]);
        assert_eq!(
            pasted("and she stood at the door and did not say anything"),
            [""; 0]
        );
    }

    #[test]
    fn a_text_the_desk_offered_is_not_counted_again() {
        assert_eq!(
            revisions(RAIN, RAIN_REVISED, &["The rain had stopped. She stood".into()]),
            []
        );
        let blank = [String::new(), " \n".into()];
        assert_eq!(revisions(RAIN, RAIN_REVISED, &blank).len(), 1);
    }
}
