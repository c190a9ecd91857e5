//! The account: the fate of every line that went into a merge.
//!
//! A merge builds it together with its output: one fate for each line of the present file and of the reply.
//! [`Account::verify`] trusts neither the output nor the fates, but compares the texts before and after. It checks that
//! no line is missing, that no line of the writer has changed, and that each fate is true. Nothing is written unless
//! the check succeeds.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::document::{Document, Heading, Whose, heading, key, plain, words};
use crate::files::archive::ArchivedBlock;

/// The fate of a line, or of every line of a stretch. Lines and blocks are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The lines of the present file are in the output, one after the other. Only the annotation of an item may differ.
    Kept {
        /// The output line of the first line of the stretch.
        line: usize,
    },
    /// A line of the output, old or new, contains a statement of the reply. The statements of a stretch correspond to
    /// output lines at the same distances.
    Said {
        /// The output line that contains the statement.
        line: usize,
    },
    /// Another line contains the same statement; this line is in the archive.
    Merged {
        /// The line with the same statement.
        into: usize,
        /// The index of the archived block that contains this line.
        archived: usize,
    },
    /// The line is in the archive.
    Archived {
        /// The index of the archived block that contains the line.
        block: usize,
    },
    /// A line of the reply is not used. It stays in the reply, which is kept with the run.
    Reply {
        /// The reason.
        why: Why,
    },
}

/// The reason why a line of the reply is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It is a heading, a blank line or a horizontal rule, and contains no statement.
    Structure,
    /// It is not under a second-level heading.
    Preamble,
    /// It is in a fenced block.
    Code,
    /// It is only a remark that the rest stays unchanged.
    Rest,
    /// The whole reply was not merged.
    Unmerged,
    /// It is longer than a quarter of the maximum length of the file.
    TooLong,
    /// The same reply asks to retire the statement.
    Retired,
    /// It would change a line of the writer, so it became a proposal.
    Proposed,
    /// A rule contains the statement in other words, or the line asks to retire a rule. A consolidation does not change
    /// rules.
    Rule,
    /// It sets a preference key to its present value.
    Known,
    /// It asked to retire a statement, which was done.
    Done,
    /// It asks to retire a statement that is not in the file.
    NotThere,
    /// It asks to retire a statement that the model was not shown.
    Unseen,
}

/// The same fate for some consecutive lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The first line.
    pub from: usize,
    /// The number of lines.
    pub lines: usize,
    /// Their fate.
    pub fate: Fate,
}

/// The fate of every line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The fates of the lines of the present file, from the top.
    pub present: Vec<Stretch>,
    /// The fates of the lines of the reply, from the top.
    pub reply: Vec<Stretch>,
}

/// The text that contains a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The present file, before the merge.
    Present,
    /// The reply.
    Reply,
    /// The file after the merge.
    Output,
}

impl std::fmt::Display for Side {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Present => "the memory file",
            Self::Reply => "the reply",
            Self::Output => "the merged file",
        })
    }
}

/// An inconsistency in a merge. Lines are counted from 1. Nothing was written, and the reply is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unaccounted {
    /// The fates do not cover every line exactly once.
    #[error("line {line} of {side} has no fate, or more than one; the merge is not written")]
    NoFate {
        /// The text with the line.
        side: Side,
        /// The first line without exactly one fate.
        line: usize,
    },
    /// A fate is not true.
    #[error("line {line} of {side} is not where the account says; the merge is not written")]
    Untrue {
        /// The text with the line.
        side: Side,
        /// The first line with a false fate.
        line: usize,
    },
    /// A line is in neither the output nor the archive, or less often than before.
    #[error("line {line} of the memory file would be lost; the merge is not written")]
    Lost {
        /// The line.
        line: usize,
    },
    /// A line of the writer, or a rule, is gone, changed or moved.
    #[error("line {line} of the memory file is the writer's and would change; the merge is not written")]
    Touched {
        /// The line.
        line: usize,
    },
    /// The output contains a line without a source. Allowed are an old line, a blank line, a heading of the reply, and
    /// an item that the reply states.
    #[error("line {line} of the merged file comes from nowhere; the merge is not written")]
    Invented {
        /// The line.
        line: usize,
    },
}

impl Account {
    /// Returns the account of a merge that changed nothing.
    pub(super) fn unchanged(present: usize, reply: usize) -> Self {
        let stretch = |lines, fate| Stretch { from: 0, lines, fate };
        let some = |stretch: Stretch| {
            Some(stretch)
                .filter(|stretch| stretch.lines > 0)
                .into_iter()
                .collect()
        };
        Self {
            present: some(stretch(present, Fate::Kept { line: 0 })),
            reply: some(stretch(reply, Fate::Reply { why: Why::Unmerged })),
        }
    }

    /// Adds a stretch of the present file or of the reply, or extends the previous stretch if this one continues it.
    pub(super) fn note(stretches: &mut Vec<Stretch>, lines: usize, fate: Fate) {
        let from = stretches.last().map_or(0, |last| last.from + last.lines);
        if let Some(last) = stretches.last_mut() {
            let goes_on = match (&last.fate, &fate) {
                (Fate::Kept { line }, Fate::Kept { line: next })
                | (Fate::Said { line }, Fate::Said { line: next }) => line + last.lines == *next,
                (Fate::Reply { why }, Fate::Reply { why: next }) => why == next,
                _ => false,
            };
            if goes_on {
                last.lines += lines;
                return;
            }
        }
        stretches.push(Stretch { from, lines, fate });
    }

    /// Checks a merge from its texts alone.
    ///
    /// # Errors
    ///
    /// The first inconsistency; see [`Unaccounted`].
    pub fn verify(
        &self,
        present: &str,
        reply: &str,
        output: &str,
        archived: &[ArchivedBlock],
    ) -> Result<(), Unaccounted> {
        let (present, reply, output) = (
            Document::parse(present),
            Document::parse(reply),
            Document::parse(output),
        );
        conserved(&present, &output, archived)?;
        untouched(&present, &output)?;
        covered(&self.present, present.lines().len(), Side::Present)?;
        covered(&self.reply, reply.lines().len(), Side::Reply)?;
        let accounted = self.true_of(&present, &reply, &output, archived)?;
        nothing_invented(&reply, &output, &accounted)
    }

    /// Checks each fate, and returns the source of each line of the output.
    fn true_of(
        &self,
        present: &Document,
        reply: &Document,
        output: &Document,
        archived: &[ArchivedBlock],
    ) -> Result<Accounted, Unaccounted> {
        let mut accounted = Accounted::default();
        let items = items(output);
        let parts = output.parts();
        let bullets = parts.iter().flat_map(|part| &part.bullets);
        let stands: HashMap<usize, String> = bullets
            .map(|bullet| (bullet.lines.start, key(&bullet.words)))
            .collect();
        let held = |block: usize, text: &str| {
            archived
                .get(block)
                .is_some_and(|block| body(&block.text) == body(text))
        };
        for stretch in &self.present {
            for offset in 0..stretch.lines {
                let number = stretch.from + offset;
                let line = &present.lines()[number];
                let holds = match stretch.fate {
                    Fate::Kept { line: at } => {
                        let at = at.saturating_add(offset);
                        // Without its annotation an item would be taken for the writer's own line.
                        let same = |kept: &String| {
                            body(kept) == body(line) || plain(kept) == plain(line) && items.contains(&at)
                        };
                        output.lines().get(at).is_some_and(same) && accounted.kept.insert(at)
                    }
                    Fate::Merged { into, archived } => {
                        held(archived, line) && stands.get(&into) == Some(&key(&words(line)))
                    }
                    Fate::Archived { block } => held(block, line),
                    Fate::Said { .. } | Fate::Reply { .. } => false,
                };
                if !holds {
                    return Err(Unaccounted::Untrue {
                        side: Side::Present,
                        line: number + 1,
                    });
                }
            }
        }
        let statements: HashMap<usize, Range<usize>> = reply
            .blocks()
            .into_iter()
            .map(|block| (block.lines.start, block.lines))
            .collect();
        for stretch in &self.reply {
            let end = stretch.from + stretch.lines;
            let mut at = stretch.from;
            while at < end {
                let lines = statements.get(&at).cloned().unwrap_or(at..at + 1);
                let stated = || key(&words(&reply.text(&lines)));
                let holds = match stretch.fate {
                    Fate::Said { line } => {
                        let line = line.saturating_add(at - stretch.from);
                        accounted.said.insert(line);
                        stands.get(&line) == Some(&stated())
                    }
                    Fate::Archived { block } => {
                        let block = archived.get(block);
                        block.is_some_and(|block| key(&words(&block.text)) == stated())
                    }
                    Fate::Reply { .. } => true,
                    Fate::Kept { .. } | Fate::Merged { .. } => false,
                };
                if !holds || lines.end > end {
                    return Err(Unaccounted::Untrue {
                        side: Side::Reply,
                        line: at + 1,
                    });
                }
                at = lines.end;
            }
        }
        Ok(accounted)
    }
}

/// Checks that each line is in the output or in the archive at least as often as before, ignoring the annotations of
/// items.
fn conserved(present: &Document, output: &Document, archived: &[ArchivedBlock]) -> Result<(), Unaccounted> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    let archived = archived.iter().flat_map(|block| block.text.split_inclusive('\n'));
    for line in output.lines().iter().map(String::as_str).chain(archived) {
        *left.entry(plain(line)).or_default() += 1;
    }
    for (number, line) in present.lines().iter().enumerate() {
        match left.get_mut(plain(line)).filter(|left| **left > 0) {
            Some(left) => *left -= 1,
            None => return Err(Unaccounted::Lost { line: number + 1 }),
        }
    }
    Ok(())
}

/// Checks that all lines other than items are in the output byte for byte and in the same order. Only the last line may
/// have got a line ending.
fn untouched(present: &Document, output: &Document) -> Result<(), Unaccounted> {
    if present.is_marked() != output.is_marked() {
        return Err(Unaccounted::Touched { line: 1 });
    }
    let items = items(present);
    let mut rest = output.lines().iter();
    for (number, line) in present.lines().iter().enumerate() {
        // A line without such a comment is never an item, however the Markdown is parsed.
        if items.contains(&number) && line.contains("<!-- item ") {
            continue;
        }
        let is_open = !line.ends_with('\n');
        let stands = rest.any(|kept| {
            kept == line
                || is_open
                    && kept
                        .strip_prefix(line.as_str())
                        .is_some_and(|end| matches!(end, "\n" | "\r\n"))
        });
        if !stands {
            return Err(Unaccounted::Touched { line: number + 1 });
        }
    }
    Ok(())
}

/// Checks that the stretches cover `lines` lines, each exactly once.
fn covered(stretches: &[Stretch], lines: usize, side: Side) -> Result<(), Unaccounted> {
    let mut next = 0;
    for stretch in stretches {
        if stretch.from != next || stretch.lines == 0 || stretch.lines > lines - next {
            return Err(Unaccounted::NoFate { side, line: next + 1 });
        }
        next += stretch.lines;
    }
    if next == lines {
        Ok(())
    } else {
        Err(Unaccounted::NoFate { side, line: next + 1 })
    }
}

/// The lines of the output whose source is known.
#[derive(Default)]
struct Accounted {
    /// Lines from the present file.
    kept: HashSet<usize>,
    /// Lines from the reply.
    said: HashSet<usize>,
}

/// Checks the lines of the output that are not in the present file: each is blank, a heading of the reply, or an item
/// that the reply states.
fn nothing_invented(reply: &Document, output: &Document, accounted: &Accounted) -> Result<(), Unaccounted> {
    let headings: HashSet<String> = reply
        .lines()
        .iter()
        .filter_map(|line| heading(line))
        .map(|(_, title)| bare(title))
        .collect();
    let items = items(output);
    for (number, line) in output.lines().iter().enumerate() {
        if accounted.kept.contains(&number) {
            continue;
        }
        let is_new_item = items.contains(&number) && accounted.said.contains(&number);
        let is_heading =
            || heading(line).is_some_and(|(level, title)| level > 1 && headings.contains(&bare(title)));
        if !is_new_item && !line.trim().is_empty() && !is_heading() {
            return Err(Unaccounted::Invented { line: number + 1 });
        }
    }
    Ok(())
}

/// Returns a title without comments, hashes and marks such as `[replace]` at its end.
fn bare(title: &str) -> String {
    let title = Heading::titled(title).map_or_else(String::new, |heading| heading.title);
    let mut bare = title.as_str();
    // After one mark such as `[replace]` is removed, hashes or another mark may be at the end.
    while let Some(at) = bare.rfind(['[', '［', '【']) {
        if !bare.ends_with([']', '］', '】']) {
            break;
        }
        bare = bare[..at].trim_end_matches(|character: char| character == '#' || character.is_whitespace());
    }
    bare.to_owned()
}

/// Returns the lines that are items of consolidation.
fn items(document: &Document) -> HashSet<usize> {
    let parts = document.parts();
    let bullets = parts.iter().flat_map(|part| &part.bullets);
    bullets
        .filter(|bullet| matches!(bullet.whose, Whose::Machine(_)))
        .map(|bullet| bullet.lines.start)
        .collect()
}

/// Returns a text without its line ending, because a merge may have added the ending.
fn body(text: &str) -> &str {
    text.trim_end_matches(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Item;
    use crate::files::archive::Cause;
    use chrono::DateTime;

    fn item(words: &str) -> String {
        Item::new(words, "run-1", DateTime::UNIX_EPOCH).bullet(words)
    }

    fn kept(from: usize, lines: usize, line: usize) -> Stretch {
        let fate = Fate::Kept { line };
        Stretch { from, lines, fate }
    }

    fn said(from: usize, line: usize) -> Stretch {
        let fate = Fate::Said { line };
        Stretch { from, lines: 1, fate }
    }

    fn left(from: usize) -> Stretch {
        let fate = Fate::Reply { why: Why::Structure };
        Stretch { from, lines: 1, fate }
    }

    /// A file with a line of the writer, a rule and an item, to which the reply adds another item.
    fn sound() -> (Account, String, String, String) {
        let present = format!(
            "## Facts\r\n- mine\r\n- r <!-- rule a.b | rule -->\r\n{}",
            item("old")
        );
        let output = format!("{present}\r\n{}\r\n", item("new"));
        let account = Account {
            present: vec![kept(0, 4, 0)],
            reply: vec![left(0), said(1, 4)],
        };
        (account, present, "## Facts\n- new".into(), output)
    }

    #[test]
    fn a_sound_merge_is_agreed_to() {
        let (account, present, reply, output) = sound();
        assert_eq!(account.verify(&present, &reply, &output, &[]), Ok(()));
        let json = serde_json::to_string(&account).expect("plain data");
        assert_eq!(json.len(), 177, "{json}");
        assert_eq!(
            serde_json::from_str::<Account>(&json).expect("what was written"),
            account
        );
    }

    #[test]
    fn whatever_is_wrong_with_a_merge_is_found_from_its_texts() {
        let (account, present, reply, output) = sound();
        let old = item("old");
        let lost = |line| Unaccounted::Lost { line };
        let touched = |line| Unaccounted::Touched { line };
        let invented = |line| Unaccounted::Invented { line };
        let bare = Unaccounted::Untrue {
            side: Side::Present,
            line: 4,
        };
        for (wrong, expected) in [
            (output.replace("- mine\r\n", ""), lost(2)),
            (output.replace("- mine", "- Mine"), lost(2)),
            (output.replace("- mine\r\n", "- mine\n"), touched(2)),
            (output.replace("| rule -->", "| rule | confirmed -->"), lost(3)),
            (output.replace("- mine\r\n", "") + "- mine\r\n", touched(3)),
            (output.replace(&old, "- old"), bare),
            (output.replace(&format!("{old}\r\n"), ""), lost(4)),
            (format!("\u{feff}{output}"), touched(1)),
            (
                format!("{output}- forged <!-- rule x.y | rule -->\r\n"),
                invented(6),
            ),
            (format!("{output}{}\r\n", item("never said")), invented(6)),
            (format!("{output}## Elsewhere\r\n"), invented(6)),
        ] {
            let verdict = account.verify(&present, &reply, &wrong, &[]);
            assert_eq!(verdict, Err(expected), "{wrong}");
        }
    }

    #[test]
    fn a_fate_that_is_missing_doubled_or_untrue_is_found() {
        let (account, present, reply, output) = sound();
        let present_is = |stretches: Vec<Stretch>| Account {
            present: stretches,
            ..account.clone()
        };
        let reply_is = |stretches: Vec<Stretch>| Account {
            reply: stretches,
            ..account.clone()
        };
        let archived = |block| Stretch {
            from: 3,
            lines: 1,
            fate: Fate::Archived { block },
        };
        for wrong in [
            present_is(vec![kept(0, 3, 0)]),
            present_is(vec![kept(0, 5, 0)]),
            present_is(vec![kept(0, 2, 0), kept(1, 3, 1)]),
            present_is(vec![kept(0, 2, 0), kept(2, 2, 3)]),
            present_is(vec![kept(0, 3, 0), archived(0)]),
            present_is(vec![kept(0, 3, 0), said(3, 3)]),
            present_is(vec![kept(0, usize::MAX, 0)]),
            reply_is(vec![left(0)]),
            reply_is(vec![left(0), said(1, 3)]),
            reply_is(vec![left(0), said(1, 99)]),
            reply_is(vec![left(0), left(1)]),
        ] {
            assert!(wrong.verify(&present, &reply, &output, &[]).is_err(), "{wrong:?}");
        }
        let block = |text: &str| ArchivedBlock {
            section: "Facts".into(),
            text: text.into(),
            cause: Cause::Retired,
        };
        let without = output.replace(&format!("{}\r\n", item("old")), "");
        let taken_out = Account {
            present: vec![kept(0, 3, 0), archived(0)],
            reply: vec![left(0), said(1, 3)],
        };
        let verify = |text: &str| taken_out.verify(&present, &reply, &without, &[block(text)]);
        assert_eq!(verify(&item("old")), Ok(()));
        assert_eq!(
            verify("- old"),
            Err(Unaccounted::Untrue {
                side: Side::Present,
                line: 4
            })
        );
        assert_eq!(verify(&item("other")), Err(Unaccounted::Lost { line: 4 }));
    }
}
