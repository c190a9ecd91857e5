//! The order of the book: as the writer put it, else by number, not by digit, and notes after the chapters.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use vault::folded;

use crate::manuscripts::state::is_manuscript;

/// A piece of a name to compare by. A number stands before words, as in a table of contents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// The end of a folder or file name: a folder's own files stand before its folders' files.
    End,
    Number(u64),
    Words(String),
}

/// The place of a name in its folder without a word of the writer's. Folders of notes come last.
///
/// Digits compare as numbers, so that chapter 10 follows chapter 9. Numerals in words compare as numbers too: otherwise
/// `Three` would stand before `Two`, and the code points of 一 二 三 are in no order. The name itself tells apart what
/// compares as the same number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Natural {
    is_notes: bool,
    pieces: Vec<Piece>,
    name: String,
}

impl Natural {
    fn of(name: &str) -> Self {
        Self {
            is_notes: is_notes(name),
            pieces: pieces(without_ending(name)),
            name: name.to_owned(),
        }
    }
}

/// Returns the name of a manuscript without its ending, whose point would stand behind the blank of `Low tide 2`.
fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if is_manuscript(Path::new(name)) => stem,
        _ => name,
    }
}

/// Where a name stands beside a name with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    Itself,
    After,
}

/// The place of a name in its folder: the rank of a name with a place, and where it stands beside that.
///
/// A chapter without a place stands behind its natural predecessor among the chapters with one. Notes stand before their
/// natural successor among such notes, so that without any they are at the end.
type Place = (usize, Side, Natural);

/// The names in one folder that have a place.
#[derive(Debug, Default)]
struct Placed {
    /// The rank of each name, from 1. Names that no disk tells apart are one name.
    ranks: HashMap<String, usize>,
    /// The names in their natural order, each with its rank.
    naturals: Vec<(Natural, usize)>,
}

impl Placed {
    fn place(&self, name: &str) -> Place {
        let natural = Natural::of(name);
        if let Some(rank) = self.ranks.get(&folded(name)) {
            return (*rank, Side::Itself, natural);
        }
        let at = self.naturals.partition_point(|(other, _)| *other < natural);
        if natural.is_notes {
            // Notes come last in the natural order, so everything from here on is notes.
            let rank = self.naturals.get(at).map_or(usize::MAX, |(_, rank)| *rank);
            return (rank, Side::Before, natural);
        }
        let rank = at.checked_sub(1).map_or(0, |at| self.naturals[at].1);
        (rank, Side::After, natural)
    }
}

/// The order of the book: a list of paths of files and folders, and the natural order for everything else.
///
/// A path has its place beside the others of its folder, so the list orders each folder by itself. A folder stands where
/// the list first names it or something in it. A path without a file has a place too, and harms nothing.
#[derive(Debug, Default)]
pub(crate) struct ReadingOrder {
    list: Vec<String>,
    /// The names with a place, by the folded path of their folder.
    folders: HashMap<String, Placed>,
}

impl ReadingOrder {
    /// Returns the order that a list of paths stands for.
    pub fn of(list: impl IntoIterator<Item = String>) -> Self {
        let mut order = Self::default();
        for path in list {
            let path = path.trim_matches('/');
            if path.is_empty() {
                continue;
            }
            let mut folder = String::new();
            for name in path.split('/') {
                let placed = order.folders.entry(folder.clone()).or_default();
                let rank = placed.ranks.len() + 1;
                if let Entry::Vacant(entry) = placed.ranks.entry(folded(name)) {
                    entry.insert(rank);
                    placed.naturals.push((Natural::of(name), rank));
                }
                folder = within(&folder, &folded(name));
            }
            order.list.push(path.to_owned());
        }
        for placed in order.folders.values_mut() {
            placed.naturals.sort();
        }
        order
    }

    /// Returns the list.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// Returns the key to sort manuscripts and folders by. A folder stands before everything in it.
    pub fn key(&self, path: &str) -> impl Ord + use<> {
        self.places(path)
    }

    fn places(&self, path: &str) -> Vec<Place> {
        let unplaced = Placed::default();
        let mut folder = String::new();
        let mut places = Vec::new();
        for name in path.split('/') {
            places.push(self.folders.get(&folder).unwrap_or(&unplaced).place(name));
            folder = within(&folder, &folded(name));
        }
        places
    }

    /// Returns the order with a path put before or after another path of its folder. `siblings` are the paths in that
    /// folder, both among them. All of them then have a place, and so the order of no other folder changes.
    pub fn with(&self, path: &str, beside: &str, is_after: bool, siblings: &[String]) -> Self {
        let mut list = self.sorted(self.list.iter().chain(siblings));
        let moved = cut(&mut list, path);
        let (first, last) = span(&list, beside);
        let at = if is_after { last } else { first };
        list.splice(at..at, moved);
        Self::of(list)
    }

    /// Returns the order after a file or a folder got another name or another place, or `None` without a change.
    ///
    /// In the same folder it keeps its place. In another folder it stands where its name puts it.
    pub fn renamed(&self, from: &str, to: &str) -> Option<Self> {
        if !self.list.iter().any(|path| is_at_or_below(path, from)) {
            return None;
        }
        // What stood at the new path is gone, or there would be no room for the file.
        let is_gone = |path: &String| is_at_or_below(path, to) && !is_at_or_below(path, from);
        let kept = self.list.iter().filter(|path| !is_gone(path));
        let at_new = |path: &String| format!("{to}{}", &path[nth_name_end(path, from)..]);
        if folded(folder_of(from)) == folded(folder_of(to)) {
            let list = kept.map(|path| {
                if is_at_or_below(path, from) {
                    at_new(path)
                } else {
                    path.clone()
                }
            });
            return Some(Self::of(list));
        }
        let mut list = self.sorted(kept);
        let moved: Vec<String> = cut(&mut list, from).iter().map(at_new).collect();
        let rest = Self::of(list.clone());
        let place = rest.places(to);
        let at = list.partition_point(|path| rest.places(path) < place);
        list.splice(at..at, moved);
        Some(Self::of(list))
    }

    /// Returns paths in this order, each once.
    fn sorted<'a>(&self, paths: impl Iterator<Item = &'a String>) -> Vec<String> {
        let mut known = HashSet::new();
        let mut sorted: Vec<String> = paths.filter(|path| known.insert(folded(path))).cloned().collect();
        sorted.sort_by_cached_key(|path| self.places(path));
        sorted
    }
}

/// Removes a path and everything below it from a sorted list, and returns them.
fn cut(list: &mut Vec<String>, path: &str) -> Vec<String> {
    let (first, last) = span(list, path);
    list.drain(first..last).collect()
}

/// Returns the stretch of a sorted list that holds a path and everything below it.
fn span(list: &[String], path: &str) -> (usize, usize) {
    let is_in = |each: &String| is_at_or_below(each, path);
    let first = list.iter().position(is_in).unwrap_or(list.len());
    let last = list.iter().rposition(is_in).map_or(first, |last| last + 1);
    (first, last)
}

fn is_at_or_below(path: &str, folder: &str) -> bool {
    let path = folded(path);
    let rest = path.strip_prefix(&folded(folder));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the end of the part of `path` that has as many names as `folder`. Another form of the same name may have
/// another length.
fn nth_name_end(path: &str, folder: &str) -> usize {
    let names = folder.split('/').count();
    path.match_indices('/')
        .nth(names - 1)
        .map_or(path.len(), |(at, _)| at)
}

fn within(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// Returns the folder of a path; empty for the project folder.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folders of notes. Whatever lies in them at any depth is no part of the book.
const NOTES: [&str; 18] = [
    "notes",
    "note",
    "research",
    "outline",
    "outlines",
    "characters",
    "worldbuilding",
    "笔记",
    "筆記",
    "资料",
    "資料",
    "设定",
    "設定",
    "大纲",
    "大綱",
    "人物",
    "世界观",
    "世界觀",
];

/// Returns whether a file or a folder is a note and not a part of the book, by the names in its path. A file has an
/// extension, so `Notes.md` is a chapter.
pub(crate) fn is_note(path: &str) -> bool {
    path.split('/').any(is_notes)
}

/// Returns whether this is the name of a folder of notes. A number that puts a folder in order, as in `00 设定`, does
/// not matter.
fn is_notes(name: &str) -> bool {
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || " _-.、".contains(c));
    NOTES.contains(&name.to_lowercase().as_str())
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let length = if let Some((number, length)) = digits(rest) {
            pieces.push(Piece::Number(number));
            length
        } else if let Some((number, length)) = rest.strip_prefix('第').and_then(numeral) {
            pieces.extend([Piece::Words("第".into()), Piece::Number(number)]);
            '第'.len_utf8() + length
        } else {
            let letters = rest
                .find(|character: char| !character.is_ascii_alphabetic())
                .unwrap_or(rest.len());
            let length = letters.max(first.len_utf8());
            let word = rest[..length].to_lowercase();
            let number = prose::ENGLISH_NUMBERS
                .iter()
                .zip(1..)
                .find(|(known, _)| **known == word);
            pieces.push(number.map_or(Piece::Words(word.clone()), |(_, number)| Piece::Number(number)));
            length
        };
        rest = &rest[length..];
    }
    pieces.push(Piece::End);
    pieces
}

fn digits(text: &str) -> Option<(u64, usize)> {
    let length = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    // A number too long for a chapter is a name made of digits; it compares as the largest number.
    (length > 0).then(|| (text[..length].parse().unwrap_or(u64::MAX), length))
}

/// Reads a Chinese numeral below a hundred thousand, or digits, at the start of a text.
fn numeral(text: &str) -> Option<(u64, usize)> {
    let mut total = 0;
    let mut digit = None;
    let mut length = 0;
    for character in text.chars() {
        let value = "零一二三四五六七八九"
            .chars()
            .zip(0..)
            .find(|(known, _)| *known == character);
        let unit = [('十', 10), ('百', 100), ('千', 1000), ('万', 10_000)]
            .into_iter()
            .find(|(known, _)| *known == character);
        match (value, unit) {
            (Some((_, value)), _) => {
                digit = Some(digit.map_or(value, |before: u64| before.saturating_mul(10) + value))
            }
            // 十 alone is ten, 二十 is twenty.
            (None, Some((_, unit))) => total += digit.take().unwrap_or(1) * unit,
            (None, None) => break,
        }
        length += character.len_utf8();
    }
    if length == 0 {
        digits(text)
    } else {
        Some((total + digit.unwrap_or(0), length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn order(list: &[&str]) -> ReadingOrder {
        ReadingOrder::of(list.iter().map(|path| (*path).to_owned()))
    }

    fn sorted(order: &ReadingOrder, paths: &[&str]) -> Vec<String> {
        let mut paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        paths.sort_by_cached_key(|path| order.key(path));
        paths
    }

    #[test]
    fn chapters_stand_in_the_order_of_their_numbers() {
        let expected = [
            "1 Low tide.md",
            "2 The ferry.md",
            "10 Ashfall.md",
            "10 Ashfall 2.md",
            "Part One/01 Counting windows.md",
            "Part One/02 The roof.md",
            "Part One/Notes/Tides.md",
            "Part Two/1.md",
            "Part Three/1.md",
            "第一卷/第二章.md",
            "第一卷/第三章.md",
            "第一卷/第十章.md",
            "第一卷/第十一章 渡口.md",
            "第一卷/第二十章.md",
            "第一卷/第一百零二章.md",
            "第二卷/第一章.md",
            "第 draft.md",
            "Notes",
            "Notes/Cast.md",
            "笔记/人物.md",
        ];
        let mut reversed = expected;
        reversed.reverse();
        assert_eq!(sorted(&order(&[]), &reversed), expected);
    }

    #[test]
    fn a_note_is_known_by_its_folder() {
        for path in [
            "Notes",
            "笔记",
            "第一卷/00 设定",
            "Notes/Cast.md",
            "笔记/人物.md",
            "第一卷/00 设定/城.md",
            "Book/Outline/a.md",
        ] {
            assert!(is_note(path), "{path}");
        }
        for path in [
            "Notes.md",
            "设定.md",
            "第一卷/01 笔记.md",
            "Notes on a life",
            "Notes on a life/1.md",
        ] {
            assert!(!is_note(path), "{path}");
        }
    }

    #[test]
    fn a_place_that_she_gave_comes_before_the_number_in_each_folder() {
        let order = order(&["Part One/02.md", "Part One/01.md", "第二卷/", "第一卷"]);
        let expected = [
            "Part One/02.md",
            "Part One/01.md",
            "Part Two/01.md",
            "Part Two/02.md",
            "第二卷/第一章.md",
            "第一卷/第一章.md",
            "第一卷/第二章.md",
            "Notes/Cast.md",
        ];
        let mut reversed = expected;
        reversed.reverse();
        assert_eq!(sorted(&order, &reversed), expected);
    }

    #[test]
    fn a_name_without_a_place_follows_its_natural_predecessor_and_notes_stay_at_the_end() {
        let order = order(&["3.md", "1.md", "GONE.md", "2.md", "Cafe\u{301}.md"]);
        let mixed = [
            "0.md",
            "1b.md",
            "2b.md",
            "3.md",
            "1.md",
            "2.md",
            "4.md",
            "caf\u{e9}.md",
            "Notes",
        ];
        assert_eq!(
            sorted(&order, &mixed),
            [
                "0.md",
                "3.md",
                "4.md",
                "1.md",
                "1b.md",
                "2.md",
                "2b.md",
                "caf\u{e9}.md",
                "Notes"
            ]
        );
    }

    #[test]
    fn a_new_name_keeps_the_place_and_another_folder_is_entered_by_name() {
        let before = order(&["A", "A/2.md", "A/1.md", "B", "B/3.md", "B/1.md"]);
        let renamed = |from, to| before.renamed(from, to).map(|after| after.list().to_vec());
        assert_eq!(
            renamed("A/2.md", "A/9.md").expect("a change"),
            ["A", "A/9.md", "A/1.md", "B", "B/3.md", "B/1.md"]
        );
        assert_eq!(
            renamed("A", "第一卷").expect("a change"),
            ["第一卷", "第一卷/2.md", "第一卷/1.md", "B", "B/3.md", "B/1.md"]
        );
        assert_eq!(
            renamed("A/2.md", "B/4.md").expect("a change"),
            ["A", "A/1.md", "B", "B/3.md", "B/4.md", "B/1.md"]
        );
        assert_eq!(
            renamed("B", "A/B").expect("a change"),
            ["A", "A/2.md", "A/B", "A/B/3.md", "A/B/1.md", "A/1.md"]
        );
        assert_eq!(renamed("C", "D"), None);
    }

    fn name() -> impl Strategy<Value = String> {
        let names = ["1", "2", "10", "Notes", "a", "é", "Three", "第二章", "笔记"];
        prop::sample::select(names.to_vec()).prop_map(str::to_owned)
    }

    fn path() -> impl Strategy<Value = String> {
        prop::collection::vec(name(), 1..4).prop_map(|names| names.join("/"))
    }

    fn files() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec(path(), 1..12).prop_map(|paths| {
            let mut known = HashSet::new();
            let files = paths.into_iter().map(|path| format!("{path}.md"));
            files.filter(|path| known.insert(folded(path))).collect()
        })
    }

    /// The files and folders of one folder.
    fn siblings(files: &[String], folder: &str) -> Vec<String> {
        let below = files.iter().filter_map(|path| {
            let rest = if folder.is_empty() {
                path
            } else {
                path.strip_prefix(folder)?.strip_prefix('/')?
            };
            let name = rest.split('/').next()?;
            Some(within(folder, name))
        });
        let mut known = HashSet::new();
        below.filter(|path| known.insert(folded(path))).collect()
    }

    fn in_order(order: &ReadingOrder, mut paths: Vec<String>) -> Vec<String> {
        paths.sort_by_cached_key(|path| order.key(path));
        paths
    }

    proptest! {
        #[test]
        fn any_name_has_a_place(a in "\\PC{0,20}", b in "\\PC{0,20}", list in prop::collection::vec("\\PC{0,20}", 0..4)) {
            let order = ReadingOrder::of(list);
            let compared = order.key(&a).cmp(&order.key(&b));
            prop_assert_eq!(compared, order.key(&b).cmp(&order.key(&a)).reverse());
            prop_assert_eq!(compared.is_eq(), a == b);
        }

        #[test]
        fn a_part_of_the_order_written_down_is_the_same_order(
            files in files(),
            list in prop::collection::vec(path(), 0..6),
            chosen in prop::collection::vec(any::<bool>(), 12),
        ) {
            let order = ReadingOrder::of(list);
            let all = in_order(&order, files);
            let named = all.iter().zip(chosen).filter(|(_, is_chosen)| *is_chosen).map(|(path, _)| path);
            let written = ReadingOrder::of(order.sorted(order.list.iter().chain(named)));
            prop_assert_eq!(in_order(&written, all.clone()), all);
        }

        #[test]
        fn a_move_changes_the_place_of_one_name_and_no_name(
            files in files(),
            moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 1..6),
        ) {
            let mut order = ReadingOrder::default();
            for (which, beside, is_after) in moves {
                let all = in_order(&order, files.clone());
                let chosen: &String = which.get(&all);
                let folder = folder_of(chosen).to_owned();
                let before = in_order(&order, siblings(&files, &folder));
                let (path, beside): (&String, &String) = (which.get(&before), beside.get(&before));
                if path == beside {
                    continue;
                }
                let after = order.with(path, beside, is_after, &before);
                let mut expected = before.clone();
                expected.retain(|each| each != path);
                let at = expected.iter().position(|each| each == beside).expect("the neighbour");
                expected.insert(at + usize::from(is_after), path.clone());
                prop_assert_eq!(in_order(&after, before.clone()), expected);
                // No other folder changed.
                let others = |all: Vec<String>| -> Vec<String> {
                    all.into_iter().filter(|each| !is_at_or_below(each, &folder) && !folder.is_empty()).collect()
                };
                prop_assert_eq!(others(in_order(&after, files.clone())), others(all));
                order = after;
            }
        }
    }
}
