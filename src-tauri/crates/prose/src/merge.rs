//! Three-way merge of two versions of one text.
//!
//! Lines are compared first, then the sentences of lines that both sides changed, then the words of sentences that both
//! sides changed. So two changes in one long paragraph merge if they do not overlap, even if they are adjacent. If both
//! sides changed the same words to different words, only the writer can decide. Then both sentences stay, `mine` before
//! `theirs`, and the place is reported as a conflict.

mod clusters;
mod pieces;
mod trio;

use std::ops::Range;

use clusters::{Cluster, adds_to_cut, clusters};
use pieces::{are_wordings, lines, one_by_one, sentence_pieces};
use trio::Trio;

use crate::Language;
use crate::diff::{self, differences, piece};

/// A stretch that both sides changed and that is longer than this many bytes is kept twice, without a search for common
/// words. The search takes a second per megabyte, and two sides rarely reword so much text in the same way.
const LONGEST_STRETCH: usize = 100_000;

/// The edits of one text that bring in the changes of the other text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// The edits of `mine`, ascending and without overlap.
    pub edits: Vec<Edit>,
    /// The places where both versions stay, in order.
    pub conflicts: Vec<Conflict>,
}

/// One edit of `mine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced bytes of `mine`; empty for an insertion.
    pub at: Range<usize>,
    /// The new text.
    pub text: String,
}

/// A place where both sides changed the same words to different words. Offsets are bytes of the merged text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The words of `mine`; empty if `mine` deleted them.
    pub mine: Range<usize>,
    /// The words of `theirs`; empty if `theirs` deleted them. A separator may be between the two ranges.
    pub theirs: Range<usize>,
}

impl Merge {
    /// Returns the merged text.
    pub fn text(&self, mine: &str) -> String {
        let mut text = String::with_capacity(mine.len());
        let mut at = 0;
        for edit in &self.edits {
            text.push_str(piece(mine, &(at..edit.at.start)));
            text.push_str(&edit.text);
            at = edit.at.end;
        }
        text.push_str(piece(mine, &(at..mine.len())));
        text
    }
}

/// Merges two versions of `base`. The search has no time limit, so equal texts always merge equally.
///
/// If one side has no changes, the result is the other side. A change that both sides made is applied once. If both
/// sides insert different sentences or paragraphs at the same place, both insertions stay, `mine` first. That is no
/// conflict, because no words of either side are replaced.
pub fn three_way(base: &str, mine: &str, theirs: &str) -> Merge {
    let mut merging = Merging {
        texts: Trio { base, mine, theirs },
        merge: Merge::default(),
        grown: 0,
    };
    merging.stretch(
        Level::Lines,
        &Trio {
            base: 0..base.len(),
            mine: 0..mine.len(),
            theirs: 0..theirs.len(),
        },
    );
    merging.merge
}

/// Merges two texts without their common base. Text that only one side has stays. Where the sides differ at the same
/// place, both texts stay.
pub fn two_way(mine: &str, theirs: &str) -> Merge {
    // The lines that both sides have serve as the common base.
    let mut common = String::with_capacity(mine.len());
    let mut at = 0;
    for hunk in differences(&lines(mine), &lines(theirs)) {
        common.push_str(piece(mine, &(at..hunk.before.start)));
        at = hunk.before.end;
    }
    common.push_str(piece(mine, &(at..mine.len())));
    three_way(&common, mine, theirs)
}

/// The unit of the merge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Lines,
    Sentences,
}

/// The state of a merge.
struct Merging<'a> {
    /// The whole texts.
    texts: Trio<&'a str>,
    /// The result so far.
    merge: Merge,
    /// By how many bytes the merged text is longer than `mine` so far.
    grown: isize,
}

impl<'a> Merging<'a> {
    fn of(&self, at: &Trio<Range<usize>>) -> Trio<&'a str> {
        Trio {
            base: piece(self.texts.base, &at.base),
            mine: piece(self.texts.mine, &at.mine),
            theirs: piece(self.texts.theirs, &at.theirs),
        }
    }

    /// Merges a stretch by its lines or its sentences.
    fn stretch(&mut self, level: Level, at: &Trio<Range<usize>>) {
        let texts = self.of(at);
        let pieces = match level {
            Level::Lines => lines,
            Level::Sentences => sentence_pieces,
        };
        let base = pieces(texts.base);
        let mine = differences(&base, &pieces(texts.mine));
        let theirs = differences(&base, &pieces(texts.theirs));
        for cluster in clusters(&mine, &theirs, at) {
            match (cluster.by_mine, cluster.by_theirs) {
                (true, true) => self.both(level, &cluster.at),
                (false, true) => self.take_theirs(&cluster.at),
                _ => {}
            }
        }
    }

    /// Merges a stretch that both sides changed.
    fn both(&mut self, level: Level, at: &Trio<Range<usize>>) {
        let texts = self.of(at);
        if texts.mine == texts.theirs {
            return;
        }
        let longest = texts.base.len().max(texts.mine.len()).max(texts.theirs.len());
        if longest > LONGEST_STRETCH && level == Level::Sentences {
            return self.keep_both(at, true);
        }
        if texts.base.trim().is_empty() {
            let same_place = longest <= LONGEST_STRETCH && are_wordings(texts.mine, texts.theirs);
            return self.keep_both(at, same_place);
        }
        match level {
            Level::Lines => self.stretch(Level::Sentences, at),
            Level::Sentences => match one_by_one(&texts) {
                Some(sentences) => {
                    let mut from = Trio {
                        base: at.base.start,
                        mine: at.mine.start,
                        theirs: at.theirs.start,
                    };
                    for lengths in sentences {
                        let to = Trio {
                            base: from.base + lengths.base,
                            mine: from.mine + lengths.mine,
                            theirs: from.theirs + lengths.theirs,
                        };
                        self.sentence(&Trio {
                            base: from.base..to.base,
                            mine: from.mine..to.mine,
                            theirs: from.theirs..to.theirs,
                        });
                        from = to;
                    }
                }
                None => self.sentence(at),
            },
        }
    }

    /// Merges the words of a sentence, or of a few sentences that have no one-to-one match. Keeps both sides if the
    /// words conflict.
    fn sentence(&mut self, at: &Trio<Range<usize>>) {
        let texts = self.of(at);
        if texts.theirs == texts.base || texts.theirs == texts.mine {
            return;
        }
        if texts.mine == texts.base {
            return self.take_theirs(at);
        }
        // One side deleted the sentence, and the other side added words to it. The words make no sense alone, so the
        // sentence stays.
        if texts.mine.trim().is_empty() || texts.theirs.trim().is_empty() {
            return self.keep_both(at, true);
        }
        let mine = diff::word_hunks(texts.base, texts.mine);
        let theirs = diff::word_hunks(texts.base, texts.theirs);
        if adds_to_cut(&mine, &theirs) || adds_to_cut(&theirs, &mine) {
            return self.keep_both(at, true);
        }
        let clusters = clusters(&mine, &theirs, at);
        let is_open = |cluster: &Cluster| {
            let texts = self.of(&cluster.at);
            cluster.by_mine && cluster.by_theirs && texts.mine != texts.theirs
        };
        if clusters.iter().any(is_open) {
            return self.keep_both(at, true);
        }
        for cluster in clusters.iter().filter(|cluster| !cluster.by_mine) {
            self.take_theirs(&cluster.at);
        }
    }

    fn take_theirs(&mut self, at: &Trio<Range<usize>>) {
        let text = piece(self.texts.theirs, &at.theirs).to_owned();
        self.edit(at.mine.clone(), text);
    }

    /// Inserts the text of `theirs` after the text of `mine`.
    fn keep_both(&mut self, at: &Trio<Range<usize>>, is_conflict: bool) {
        let texts = self.of(at);
        let apart = self.apart(at);
        let apart = if texts.mine.is_empty()
            || texts.theirs.is_empty()
            || texts.theirs.starts_with(char::is_whitespace)
        {
            ""
        } else {
            apart
        };
        let follows = piece(self.texts.mine, &(at.mine.end..self.texts.mine.len()));
        let runs_on = |text: &str| text.ends_with(|end: char| !end.is_whitespace());
        // The last line of a file may have no line break; it gets one when another line follows.
        let closes = texts.mine.ends_with('\n') && runs_on(texts.theirs) && !follows.starts_with('\n');
        let end = if closes && !follows.is_empty() { "\n" } else { "" };
        let place = at.mine.end.saturating_add_signed(self.grown);
        if is_conflict {
            let theirs = place + apart.len();
            self.merge.conflicts.push(Conflict {
                mine: place - texts.mine.len()..place,
                theirs: theirs..theirs + texts.theirs.len() + end.len(),
            });
        }
        if !texts.theirs.is_empty() {
            self.edit(at.mine.end..at.mine.end, [apart, texts.theirs, end].concat());
        }
    }

    /// Returns the separator between the two sides of a place. Between whole lines it is a line break or a blank line.
    /// Otherwise it is the separator between two sentences of the language.
    fn apart(&self, at: &Trio<Range<usize>>) -> &'static str {
        let mine = self.texts.mine;
        let (before, after) = (
            piece(mine, &(0..at.mine.start)),
            piece(mine, &(at.mine.end..mine.len())),
        );
        let text = self.of(at).mine;
        if text.ends_with(char::is_whitespace) {
            return "";
        }
        let begins_line = before.is_empty() || before.ends_with('\n');
        let ends_line = after.is_empty() || after.starts_with('\n');
        if (begins_line && ends_line) || text.contains('\n') {
            let in_paragraphs =
                after.starts_with("\n\n") || (after.trim().is_empty() && before.ends_with("\n\n"));
            return if in_paragraphs { "\n\n" } else { "\n" };
        }
        match Language::of(text) {
            Language::En => " ",
            Language::Zh => "",
        }
    }

    fn edit(&mut self, at: Range<usize>, text: String) {
        self.grown += text.len() as isize - at.len() as isize;
        self.merge.edits.push(Edit { at, text });
    }
}

#[cfg(test)]
mod tests;
