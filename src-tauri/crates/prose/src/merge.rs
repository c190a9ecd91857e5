//! Three-way merge: what two hands made of one text, put together.
//!
//! Lines are compared first, then the sentences of lines that both changed, then the words of sentences that both
//! changed. So two changes of one long paragraph that do not touch merge, and so do two changes that only adjoin. Where
//! both changed the same words to different words, only the writer can say which are meant. Then both sentences stay,
//! hers before theirs, and the place is named.

use std::ops::Range;

use crate::Language;
use crate::diff::{self, Hunk, differences, piece};
use crate::segment::sentences;

/// A stretch that both sides changed is kept twice if it is longer than this many bytes, without a search for common
/// words. The search takes a second a megabyte, and nobody rewords so much in the same way.
const LONGEST_STRETCH: usize = 100_000;

/// Two sentences with more of their characters changed than this are different sentences, not wordings of one.
const WORDINGS_OF_ONE: f64 = 0.7;

/// What has to be done to one text so that it holds the changes of the other too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// The changes of `mine`, in order and apart.
    pub edits: Vec<Edit>,
    /// The places where both stay, in order.
    pub conflicts: Vec<Conflict>,
}

/// One change of `mine`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes of `mine` that give way; empty for an insertion.
    pub at: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

/// A place where both sides changed the same words to different ones. Offsets are bytes of the merged text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What `mine` has there; empty where it cut the words.
    pub mine: Range<usize>,
    /// What `theirs` has there; empty where it cut the words. Between the two may be what keeps them apart.
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

/// Merges what became of `base` in two places. No clock is asked, so equal texts always merge equally.
///
/// Without a change on one side the other side is the result. The same change on both sides is made once. Both sides
/// may insert different sentences or paragraphs at the same place. Then both are kept, `mine` first, and it is no
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

/// Merges two texts without knowing their common base. Text that only one of them has stays. Where they differ in the
/// same place, both texts stay.
pub fn two_way(mine: &str, theirs: &str) -> Merge {
    // What both have is what both may have come from.
    let mut common = String::with_capacity(mine.len());
    let mut at = 0;
    for hunk in differences(&lines(mine), &lines(theirs)) {
        common.push_str(piece(mine, &(at..hunk.before.start)));
        at = hunk.before.end;
    }
    common.push_str(piece(mine, &(at..mine.len())));
    three_way(&common, mine, theirs)
}

/// The same thing of all three texts.
#[derive(Clone)]
struct Trio<T> {
    base: T,
    mine: T,
    theirs: T,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Lines,
    Sentences,
}

/// Changes that overlap, each with whether it is of `mine`, and the stretch of the base they make up.
type Group<'a> = (Range<usize>, Vec<(bool, &'a Hunk)>);

/// Changes of one or both sides that overlap, and where they stand in all three texts.
struct Cluster {
    at: Trio<Range<usize>>,
    by_mine: bool,
    by_theirs: bool,
}

struct Merging<'a> {
    texts: Trio<&'a str>,
    merge: Merge,
    /// How much longer the merged text is than `mine` up to here, in bytes.
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

    /// Merges what both sides changed.
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

    /// Merges a sentence, or a few that cannot be told apart, by its words; keeps both where that cannot be done.
    fn sentence(&mut self, at: &Trio<Range<usize>>) {
        let texts = self.of(at);
        if texts.theirs == texts.base || texts.theirs == texts.mine {
            return;
        }
        if texts.mine == texts.base {
            return self.take_theirs(at);
        }
        // What was added to a sentence that the other side cut is no sentence without it.
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

    /// Puts what `theirs` has behind what `mine` has.
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
        // The last line of a file has no end; when another follows, it gets one.
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

    /// Returns the separator between the two sides of a place. Between whole lines it is the end of a line or of a
    /// paragraph. Otherwise it is the separator of two sentences of the language.
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

/// Returns the changes of two sides, those that overlap as one. `within` says where the stretch stands.
fn clusters(mine: &[Hunk], theirs: &[Hunk], within: &Trio<Range<usize>>) -> Vec<Cluster> {
    let mut all: Vec<(bool, &Hunk)> = mine.iter().map(|hunk| (true, hunk)).collect();
    all.extend(theirs.iter().map(|hunk| (false, hunk)));
    all.sort_by_key(|(is_mine, hunk)| (hunk.before.start, hunk.before.end, !is_mine));

    let mut grouped: Vec<Group<'_>> = Vec::new();
    for (is_mine, hunk) in all {
        match grouped.last_mut() {
            Some((range, members)) if overlap(range, &hunk.before) => {
                range.end = range.end.max(hunk.before.end);
                members.push((is_mine, hunk));
            }
            _ => grouped.push((hunk.before.clone(), vec![(is_mine, hunk)])),
        }
    }
    // How far each side lies from the base, up to the group at hand.
    let mut shift = (0_isize, 0_isize);
    let mut clusters = Vec::with_capacity(grouped.len());
    for (range, members) in grouped {
        let grown = |side: bool| -> isize {
            let of_side = members.iter().filter(|(is_mine, _)| *is_mine == side);
            of_side
                .map(|(_, hunk)| hunk.after.len() as isize - hunk.before.len() as isize)
                .sum()
        };
        let side = |start: usize, shift: &mut isize, grown: isize| {
            let from = start + range.start.saturating_add_signed(*shift);
            *shift += grown;
            from..start + range.end.saturating_add_signed(*shift)
        };
        clusters.push(Cluster {
            by_mine: members.iter().any(|(is_mine, _)| *is_mine),
            by_theirs: members.iter().any(|(is_mine, _)| !*is_mine),
            at: Trio {
                base: within.base.start + range.start..within.base.start + range.end,
                mine: side(within.mine.start, &mut shift.0, grown(true)),
                theirs: side(within.theirs.start, &mut shift.1, grown(false)),
            },
        });
    }
    clusters
}

/// Returns whether words were put in beside words that the other side cut, and would be left over without them.
fn adds_to_cut(added: &[Hunk], cut: &[Hunk]) -> bool {
    let cuts = || cut.iter().filter(|hunk| hunk.after.is_empty());
    let places = added.iter().filter(|hunk| hunk.before.is_empty());
    places
        .map(|hunk| hunk.before.start)
        .any(|at| cuts().any(|hunk| hunk.before.start == at || hunk.before.end == at))
}

/// Returns whether a change overlaps with one that begins no later. Two insertions do in the same place; changes that
/// only adjoin do not.
fn overlap(earlier: &Range<usize>, later: &Range<usize>) -> bool {
    if earlier.is_empty() && later.is_empty() {
        return earlier.start == later.start;
    }
    later.start < earlier.end && (!later.is_empty() || later.start > earlier.start)
}

/// Returns the lengths of the sentences of the three texts, sentence by sentence. The texts must have equally many
/// sentences, and each sentence must be a wording of its counterparts.
fn one_by_one(texts: &Trio<&str>) -> Option<Vec<Trio<usize>>> {
    let pieces = Trio {
        base: sentence_pieces(texts.base),
        mine: sentence_pieces(texts.mine),
        theirs: sentence_pieces(texts.theirs),
    };
    let count = pieces.base.len();
    if count < 2 || pieces.mine.len() != count || pieces.theirs.len() != count {
        return None;
    }
    let sentences: Vec<Trio<&str>> = pieces
        .base
        .into_iter()
        .zip(pieces.mine)
        .zip(pieces.theirs)
        .map(|((base, mine), theirs)| Trio { base, mine, theirs })
        .collect();
    let alike = |one: &Trio<&str>| are_wordings(one.base, one.mine) && are_wordings(one.base, one.theirs);
    sentences.iter().all(alike).then(|| {
        sentences
            .iter()
            .map(|one| Trio {
                base: one.base.len(),
                mine: one.mine.len(),
                theirs: one.theirs.len(),
            })
            .collect()
    })
}

fn are_wordings(one: &str, other: &str) -> bool {
    one == other || diff::share_changed(one, other) <= WORDINGS_OF_ONE
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Returns the sentences of each line and the white space between them, as pieces that tile the text.
fn sentence_pieces(text: &str) -> Vec<&str> {
    let language = Language::of(text);
    let mut pieces = Vec::new();
    for line in lines(text) {
        let mut at = 0;
        for sentence in sentences(line, language) {
            pieces.push(piece(line, &(at..sentence.start)));
            at = sentence.end;
            pieces.push(piece(line, &sentence));
        }
        pieces.push(piece(line, &(at..line.len())));
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the merged text, with `[mine|theirs]` for each place that is in conflict.
    fn merged(base: &str, mine: &str, theirs: &str) -> String {
        let merge = three_way(base, mine, theirs);
        let text = merge.text(mine);
        let mut shown = String::new();
        let mut at = 0;
        for Conflict { mine, theirs } in merge.conflicts {
            shown += &text[at..mine.start];
            shown += &format!("[{}|{}]", &text[mine], &text[theirs.clone()]);
            at = theirs.end;
        }
        shown + &text[at..]
    }

    #[test]
    fn changes_that_do_not_touch_are_both_made() {
        for (base, mine, theirs, expected) in [
            (
                "One.\nTwo.\nThree.\n",
                "1.\nTwo.\nThree.\n",
                "One.\nTwo.\n3.\n",
                "1.\nTwo.\n3.\n",
            ),
            // Two sentences of one paragraph.
            (
                "The rain had stopped. She stood at the door. Nobody came.",
                "The rain had stopped at last. She stood at the door. Nobody came.",
                "The rain had stopped. She stood at the door. Nobody came home.",
                "The rain had stopped at last. She stood at the door. Nobody came home.",
            ),
            (
                "雨停了。她站在门口。没有人来。",
                "雨终于停了。她站在门口。没有人来。",
                "雨停了。她站在门口。始终没有人来。",
                "雨终于停了。她站在门口。始终没有人来。",
            ),
            // Two sentences that adjoin.
            (
                "雨停了。没有人来。",
                "雨终于停了。没有人来。",
                "雨停了。谁也没来。",
                "雨终于停了。谁也没来。",
            ),
            // Two words of one sentence.
            (
                "He walked slowly to the old house by the river.",
                "He ran slowly to the old house by the river.",
                "He walked slowly to the old house by the lake.",
                "He ran slowly to the old house by the lake.",
            ),
            (
                "他慢慢走到河边那座旧房子跟前。",
                "他快步走到河边那座旧房子跟前。",
                "他慢慢走到湖边那座旧房子跟前。",
                "他快步走到湖边那座旧房子跟前。",
            ),
            // Two words that adjoin.
            (
                "the old house stood",
                "the ruined house stood",
                "the old barn stood",
                "the ruined barn stood",
            ),
            // A deletion beside a change, and a paragraph put in beside one that was changed.
            ("One. Two. Three.", "One. Three.", "One. Two. Tree.", "One. Tree."),
            (
                "一。\n\n二。\n",
                "一。\n\n新。\n\n二。\n",
                "一。\n\n贰。\n",
                "一。\n\n新。\n\n贰。\n",
            ),
        ] {
            assert_eq!(merged(base, mine, theirs), expected);
            assert_eq!(merged(base, theirs, mine), expected, "whoever was first");
        }
    }

    #[test]
    fn the_same_words_changed_to_different_ones_stay_both_as_whole_sentences() {
        for (base, mine, theirs, expected) in [
            (
                "It rained. She went home early. Nobody came.",
                "It rained. She went home late. Nobody came.",
                "It rained. She went home alone. Nobody came.",
                "It rained. [She went home late.|She went home alone.] Nobody came.",
            ),
            (
                "下雨了。她很早就回家了。没有人来。",
                "下雨了。她很晚才回家。没有人来。",
                "下雨了。她独自回家了。没有人来。",
                "下雨了。[她很晚才回家。|她独自回家了。]没有人来。",
            ),
            // Only the sentences that both changed to different ones.
            (
                "雨停了。她站在门口。没有人来。",
                "雨终于停了。她站在窗口。没有人来。",
                "雨停了。她站在路口。始终没有人来。",
                "雨终于停了。[她站在窗口。|她站在路口。]始终没有人来。",
            ),
            // A line of its own stays one.
            (
                "# One\n\nText.\n",
                "# First\n\nText.\n",
                "# Opening\n\nText.\n",
                "[# First|# Opening]\n\nText.\n",
            ),
            // Cut by one while the other was still at it.
            (
                "One. She wrote",
                "One. She wrote here.",
                "One.",
                "One.[ She wrote here.|]",
            ),
            ("一。她写了", "一。她写了这句。", "一。", "一。[她写了这句。|]"),
            // Words added to words that the other cut.
            (
                "He walked on slowly.",
                "He walked on slowly and sang.",
                "He walked.",
                "[He walked on slowly and sang.|He walked.]",
            ),
            // Cut by one, reworded by the other.
            (
                "一。二二二。三。",
                "一。三。",
                "一。二二贰。三。",
                "一。[|二二贰。]三。",
            ),
            (
                "One. Two two two. Three.",
                "One. Two two 2. Three.",
                "One. Three.",
                "One. [Two two 2. |]Three.",
            ),
        ] {
            assert_eq!(merged(base, mine, theirs), expected);
        }
    }

    #[test]
    fn what_both_put_in_at_one_place_stays_in_the_order_mine_theirs() {
        for (base, mine, theirs, expected) in [
            // Different sentences are no question.
            (
                "One.",
                "One. It rained all night.",
                "One. Nobody came.",
                "One. It rained all night. Nobody came.",
            ),
            (
                "一。",
                "一。雨下了一整夜。",
                "一。没有人来。",
                "一。雨下了一整夜。没有人来。",
            ),
            (
                "One.\n",
                "One.\n\nIt rained.\n",
                "One.\n\nNobody came.\n",
                "One.\n\nIt rained.\n\nNobody came.\n",
            ),
            (
                "One.\n",
                "One.\nIt rained.\n",
                "One.\nNobody came.",
                "One.\nIt rained.\nNobody came.",
            ),
            // Two wordings of one are.
            (
                "一。\n",
                "一。\n\n雨下了整整一夜才停。\n",
                "一。\n\n雨下了整整一夜也不停。\n",
                "一。\n[\n雨下了整整一夜才停。\n|\n雨下了整整一夜也不停。\n]",
            ),
            // In the middle of a sentence they are too.
            (
                "She went home.",
                "She slowly went home.",
                "She quickly went home.",
                "[She slowly went home.|She quickly went home.]",
            ),
            // The same from both is there once.
            ("One.\n", "One.\nTwo.\n", "One.\nTwo.\n", "One.\nTwo.\n"),
        ] {
            assert_eq!(merged(base, mine, theirs), expected);
        }
    }

    #[test]
    fn two_texts_without_a_common_past_keep_what_either_has() {
        for (mine, theirs, expected) in [
            ("One.\nTwo.\n", "One.\nTwo.\nThree.\n", "One.\nTwo.\nThree.\n"),
            ("一。\n二。\n", "零。\n一。\n二。\n", "零。\n一。\n二。\n"),
            ("One.\nTwo.\n", "One.\nZwei drei.\n", "One.\nTwo.\nZwei drei.\n"),
            ("", "一。", "一。"),
        ] {
            assert_eq!(two_way(mine, theirs).text(mine), expected);
        }
    }

    #[test]
    fn a_stretch_too_long_to_compare_is_kept_twice() {
        let base = "word ".repeat(30_000);
        let (mine, theirs) = (base.replace("word", "one"), base.replace("word", "two"));
        let merge = three_way(&base, &mine, &theirs);
        assert_eq!(merge.conflicts.len(), 1);
        assert_eq!(merge.text(&mine), format!("{mine}{theirs}"));
    }

    fn text() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "She ",
            "ran ",
            "home. ",
            "It rained. ",
            "雨停了。",
            "她",
            "走了。",
            "\n",
            "\n\n",
            "# ",
            "“去吧！”",
            "é",
            " ",
        ]);
        prop::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn one_side_alone_is_the_result(base in text(), other in text()) {
            prop_assert_eq!(merged(&base, &base, &other), other.clone());
            prop_assert_eq!(merged(&base, &other, &base), other.clone());
            prop_assert_eq!(merged(&base, &other, &other), other);
        }

        #[test]
        fn edits_and_conflicts_stand_in_order_on_characters(base in text(), mine in text(), theirs in text()) {
            let merge = three_way(&base, &mine, &theirs);
            let mut at = 0;
            for edit in &merge.edits {
                prop_assert!(edit.at.start >= at && mine.get(edit.at.clone()).is_some());
                at = edit.at.end;
            }
            let text = merge.text(&mine);
            let mut at = 0;
            for conflict in &merge.conflicts {
                prop_assert!(conflict.mine.start >= at && conflict.mine.end <= conflict.theirs.start);
                prop_assert!(text.get(conflict.mine.clone()).is_some() && text.get(conflict.theirs.clone()).is_some());
                prop_assert!(mine.contains(&text[conflict.mine.clone()]));
                prop_assert!(theirs.contains(text[conflict.theirs.clone()].trim_end_matches('\n')));
                at = conflict.theirs.end;
            }
        }

        /// Numbered sentences, each a paragraph or not: what either side wrote is in the result.
        #[test]
        fn what_either_side_wrote_is_there(
            kept in prop::collection::vec((any::<bool>(), any::<bool>(), 0_u8..4), 1..12),
        ) {
            let mut texts = [String::new(), String::new(), String::new()];
            let mut wanted = Vec::new();
            for (number, (chinese, paragraph, act)) in kept.into_iter().enumerate() {
                let end = if paragraph { "\n\n" } else { "" };
                let say = |who: &str| match chinese {
                    true => format!("第{number}句是{who}写的。{end}"),
                    false => format!("Sentence {number} is by {who}. {end}"),
                };
                let [base, mine, theirs] = &mut texts;
                *base += &say("nobody");
                *mine += &say(if act % 2 == 1 { "her" } else { "nobody" });
                *theirs += &say(if act / 2 == 1 { "them" } else { "nobody" });
                if act % 2 == 1 { wanted.push(say("her")); }
                if act / 2 == 1 { wanted.push(say("them")); }
            }
            let [base, mine, theirs] = texts;
            let text = three_way(&base, &mine, &theirs).text(&mine);
            for sentence in wanted {
                prop_assert!(text.contains(sentence.trim()), "{sentence:?} is not in {text:?}");
            }
        }
    }
}
