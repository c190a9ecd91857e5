//! The contents of a crash journal: the changes of one manuscript, batch by batch, and the batches after which its file
//! was saved.
//!
//! The module is pure. A batch counts in UTF-16 code units, as the editor does. It states the length of the text it
//! starts from, so that a batch for another text is detected and not applied at a wrong place.

use contract::{Hunk, Keystrokes};
use serde::{Deserialize, Serialize};

/// One line of a crash journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The first line: the manuscript of the journal, and the state of the file it starts from.
    Began {
        /// The manuscript, relative to the project.
        path: String,
        /// The hash of its file; empty without a file.
        file: String,
        /// The batch after which the text was the file's text.
        seq: u32,
    },
    /// A batch of changes.
    Typed {
        /// Its number.
        seq: u32,
        /// The length of the text before the batch.
        length: u32,
        /// The changes, in order and without overlap. Each place is a place in the text before the batch.
        changes: Vec<(u32, u32, String)>,
    },
    /// The file has, or is about to get, the text after a batch.
    File {
        /// Its hash.
        file: String,
        /// The batch.
        seq: u32,
    },
}

impl Line {
    /// Returns the line of a batch.
    pub fn of(batch: &Keystrokes) -> Self {
        let change = |Hunk { from, to, insert }: &Hunk| (*from, *to, insert.clone());
        Self::Typed {
            seq: batch.seq,
            length: batch.length,
            changes: batch.changes.iter().map(change).collect(),
        }
    }
}

struct Batch {
    seq: u32,
    length: usize,
    changes: Vec<(u32, u32, String)>,
}

/// A crash journal that was read.
pub struct Journal {
    /// The manuscript.
    pub path: String,
    /// The known states of the file, in the order of the batches; at least one.
    files: Vec<(u32, String)>,
    /// The batches, in the order of their numbers.
    batches: Vec<Batch>,
}

impl Journal {
    /// Reads a journal up to the first torn line: a line behind a torn one was never acknowledged.
    ///
    /// Returns `None` where not even the first line names the manuscript.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut lines = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .map_while(|line| serde_json::from_slice(line.strip_suffix(b"\n")?).ok());
        let Some(Line::Began { path, file, seq }) = lines.next() else {
            return None;
        };
        let mut journal = Self {
            path,
            files: vec![(seq, file)],
            batches: Vec::new(),
        };
        for line in lines {
            match line {
                Line::Began { file, seq, .. } | Line::File { file, seq } => journal.files.push((seq, file)),
                Line::Typed { seq, length, changes } => {
                    // A batch that is sent again has all changes of its first sending.
                    journal.batches.retain(|batch| batch.seq != seq);
                    let length = length as usize;
                    journal.batches.push(Batch { seq, length, changes });
                }
            }
        }
        journal.files.sort_by_key(|(seq, _)| *seq);
        journal.batches.sort_by_key(|batch| batch.seq);
        Some(journal)
    }

    /// Returns the last batch after which the text was the text of a file with this hash.
    pub fn place_of(&self, file: &str) -> Option<u32> {
        let found = self.files.iter().rev().find(|(_, known)| known == file);
        found.map(|(seq, _)| *seq)
    }

    /// Returns the states of the file that the journal knows, the latest first, each with its batch.
    pub fn files(&self) -> impl Iterator<Item = (u32, &str)> {
        self.files.iter().rev().map(|(seq, file)| (*seq, file.as_str()))
    }

    /// Returns the text after every batch behind `since`, and whether each batch could be applied. If a batch cannot be
    /// applied, the text is the one before that batch.
    pub fn replay(&self, text: &str, since: u32) -> (String, bool) {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        let mut expected = since;
        for batch in self.batches.iter().filter(|batch| batch.seq > since) {
            expected += 1;
            if batch.seq != expected || !applies(batch, units.len()) {
                return (String::from_utf16_lossy(&units), false);
            }
            for (from, to, insert) in batch.changes.iter().rev() {
                units.splice(*from as usize..*to as usize, insert.encode_utf16());
            }
        }
        (String::from_utf16_lossy(&units), true)
    }
}

/// Returns whether a batch fits a text of this length: its changes are inside the text, in order, and do not overlap.
fn applies(batch: &Batch, length: usize) -> bool {
    let mut end = 0;
    batch.length == length
        && batch.changes.iter().all(|&(from, to, _)| {
            let in_order = end <= from && from <= to && to as usize <= length;
            end = to;
            in_order
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(lines: &[Line]) -> Vec<u8> {
        let line = |line: &Line| serde_json::to_string(line).unwrap() + "\n";
        lines.iter().map(line).collect::<String>().into_bytes()
    }

    fn began(file: &str, seq: u32) -> Line {
        let (path, file) = ("第一卷/01.md".to_owned(), file.to_owned());
        Line::Began { path, file, seq }
    }

    fn typed(seq: u32, length: u32, changes: &[(u32, u32, &str)]) -> Line {
        let change = |&(from, to, insert): &(u32, u32, &str)| (from, to, insert.to_owned());
        let changes = changes.iter().map(change).collect();
        Line::Typed { seq, length, changes }
    }

    #[test]
    fn batches_are_replayed_from_where_the_file_stood() {
        let journal = Journal::read(&lines(&[
            began("before", 0),
            typed(1, 2, &[(2, 2, "雨")]),
            Line::File {
                file: "after".into(),
                seq: 1,
            },
            // 𠮷 is two code units.
            typed(2, 3, &[(0, 0, "𠮷"), (1, 3, " rain")]),
            typed(3, 8, &[(2, 3, "")]),
        ]))
        .unwrap();
        assert_eq!(journal.path, "第一卷/01.md");
        for (file, text) in [("before", "下大"), ("after", "下大雨")] {
            let since = journal.place_of(file).unwrap();
            assert_eq!(
                journal.replay(text, since),
                ("𠮷 rain".to_owned(), true),
                "{file}"
            );
        }
        assert_eq!(journal.place_of("another"), None);
    }

    #[test]
    fn a_batch_that_is_no_change_of_the_text_ends_the_replay_before_it() {
        for batch in [
            typed(2, 7, &[(0, 0, "x")]),
            typed(3, 4, &[(0, 0, "x")]),
            typed(2, 4, &[(3, 5, "")]),
            typed(2, 4, &[(3, 2, "")]),
            typed(2, 4, &[(2, 3, ""), (1, 2, "")]),
        ] {
            let journal = Journal::read(&lines(&[began("", 0), typed(1, 3, &[(3, 3, "d")]), batch])).unwrap();
            assert_eq!(journal.replay("abc", 0), ("abcd".to_owned(), false));
        }
    }

    #[test]
    fn a_batch_sent_again_replaces_the_first_and_order_is_that_of_the_numbers() {
        let journal = Journal::read(&lines(&[
            began("", 0),
            typed(2, 1, &[(1, 1, "b")]),
            typed(1, 0, &[(0, 0, "a")]),
            typed(2, 1, &[(1, 1, "bc")]),
        ]))
        .unwrap();
        assert_eq!(journal.replay("", 0), ("abc".to_owned(), true));
    }

    #[test]
    fn what_is_no_journal_is_none() {
        for bytes in [&b""[..], b"\n", b"{}\n", b"\xff\xfe", br#"{"began":{"path":"a"#] {
            assert!(Journal::read(bytes).is_none());
        }
        let typed_first = lines(&[typed(1, 0, &[(0, 0, "a")])]);
        assert!(Journal::read(&typed_first).is_none());
    }

    /// A writer's batches: where each change begins and how much it removes, as shares of the text, and the text it
    /// inserts.
    fn typing() -> impl Strategy<Value = Vec<Vec<(u8, u8, String)>>> {
        let change = (any::<u8>(), any::<u8>(), "[ab雨 \n𠮷]{0,3}");
        prop::collection::vec(prop::collection::vec(change, 1..3), 0..12)
    }

    proptest! {
        #[test]
        fn a_journal_cut_at_any_byte_gives_a_state_that_was_typed(
            start in "[xy水\n]{0,6}",
            batches in typing(),
            saves in any::<u16>(),
            cut in 0.0..=1.0f64,
        ) {
            let mut units: Vec<u16> = start.encode_utf16().collect();
            let mut written = vec![began("0", 0)];
            let mut states = vec![start.clone()];
            for (seq, batch) in (1..).zip(&batches) {
                let length = units.len();
                let mut end = 0;
                let mut changes = Vec::new();
                for (at, take, insert) in batch {
                    let from = (end + usize::from(*at) % 4).min(length);
                    let to = (from + usize::from(*take) % 3).min(length);
                    changes.push((from as u32, to as u32, insert.clone()));
                    end = to;
                }
                for (from, to, insert) in changes.iter().rev() {
                    units.splice(*from as usize..*to as usize, insert.encode_utf16());
                }
                written.push(Line::Typed { seq, length: length as u32, changes });
                if saves >> (seq % 16) & 1 == 1 {
                    written.push(Line::File { file: seq.to_string(), seq });
                }
                states.push(String::from_utf16_lossy(&units));
            }
            let bytes = lines(&written);
            let cut = (bytes.len() as f64 * cut) as usize;
            let Some(journal) = Journal::read(&bytes[..cut]) else {
                let first = lines(&written[..1]).len();
                prop_assert!(cut < first);
                return Ok(());
            };
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let typed = written[..whole].iter().filter(|line| matches!(line, Line::Typed { .. })).count();
            // From any state of the file on the disk, the replay leads to the last acknowledged text. JSON cannot carry
            // a character that a change cut in half, so lossy text is no base.
            for (seq, _) in journal.files() {
                let base = &states[seq as usize];
                if !base.contains('\u{fffd}') {
                    prop_assert_eq!(journal.replay(base, seq), (states[typed].clone(), true));
                }
            }
        }

        #[test]
        fn no_bytes_break_the_reading(bytes: Vec<u8>, text: String) {
            if let Some(journal) = Journal::read(&bytes) {
                journal.replay(&text, 0);
            }
        }
    }
}
