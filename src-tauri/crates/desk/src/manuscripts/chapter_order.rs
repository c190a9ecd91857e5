//! The order of chapters in its file: reading it, changing it at the writer's word, and keeping it through renames.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use contract::{Notice, NoticeKind};
use toml_edit::{Array, DocumentMut, RawString, Value};
use vault::{ContentHash, folded};

use crate::manuscripts::copies;
use crate::manuscripts::reading_order::{ReadingOrder, folder_of};
use crate::{Error, Manuscripts, Result};

/// The file in the project folder that holds the order of the chapters.
pub(crate) const FILE: &str = "manuscripts.toml";

/// The key of the list in the file.
const ORDER: &str = "order";

/// The largest file, in bytes: some ten thousand chapters.
const LIMIT: u64 = 4 * 1024 * 1024;

/// The heading of a new file.
const HEADING: &str = "\
# The order of the chapters. A file that is not named stands where its name puts it.
# 各章的次序。没有列出的文件按名字排列。
";

/// How often a change is tried while other programs write the file.
const ATTEMPTS: usize = 3;

/// The file as it was read.
struct Kept {
    document: DocumentMut,
    /// `None` without a file.
    hash: Option<ContentHash>,
    order: ReadingOrder,
}

impl Manuscripts {
    /// Puts a manuscript or a folder before or after another one of the same folder, and writes down the order of that
    /// folder. No name changes.
    ///
    /// # Errors
    /// `NOT_FOUND` and `OUTSIDE_PROJECT`. `INVALID_ARGUMENT` for two paths of different folders, and for a path that
    /// has no place of its own, such as a copy in conflict. `ORDER_UNUSABLE` where the file is broken; it stays as it
    /// is. Also the errors of writing.
    pub fn order(&self, path: &str, beside: &str, is_after: bool) -> Result<()> {
        let (path, beside) = (self.existing(path)?, self.existing(beside)?);
        if path == beside || folder_of(&path) != folder_of(&beside) {
            return Err(Error::Invalid {
                field: "beside",
                expected: "another file or folder of the same folder",
            });
        }
        let siblings = self.siblings(folder_of(&path))?;
        for (field, path) in [("path", &path), ("beside", &beside)] {
            if !siblings.contains(path) {
                return Err(Error::Invalid {
                    field,
                    expected: "a manuscript or a folder that is no copy in conflict",
                });
            }
        }
        self.change_order(|order| {
            let after = order.with(&path, &beside, is_after, &siblings);
            let sorted = |order: &ReadingOrder| {
                let mut sorted = siblings.clone();
                sorted.sort_by_cached_key(|path| order.key(path));
                sorted
            };
            (sorted(order) != sorted(&after)).then_some(after)
        })
    }

    /// Returns the reading order. While its file cannot be used, it is the natural order.
    pub(crate) fn reading_order(&self) -> ReadingOrder {
        self.kept_order().map(|kept| kept.order).unwrap_or_default()
    }

    /// Returns the reason why the file with the order cannot be used.
    pub(crate) fn order_fault(&self) -> Option<Error> {
        self.kept_order().err()
    }

    /// Returns a notice if the file with the order cannot be used.
    pub(crate) fn order_notice(&self) -> Option<Notice> {
        self.order_fault().map(|error| Notice {
            kind: NoticeKind::OrderUnusable,
            path: FILE.to_owned(),
            count: 1,
            message: error.to_string(),
        })
    }

    /// Keeps the place of a file or a folder that has moved.
    ///
    /// The move itself is done. So a file with the order that cannot be written leaves the manuscript in its natural
    /// place.
    pub(crate) fn keep_place(&self, from: &str, to: &str) {
        if let Err(error) = self.change_order(|order| order.renamed(from, to)) {
            tracing::warn!(code = ?error.code(), "a manuscript that moved stands where its name puts it");
        }
    }

    /// Puts a new manuscript directly behind another one of the same folder, if its name does not put it there.
    ///
    /// The manuscript itself is written. So an order that cannot be written leaves it in its natural place.
    pub(crate) fn put_behind(&self, new: &str, path: &str) {
        let put = self.siblings(folder_of(path)).and_then(|siblings| {
            self.change_order(|order| {
                let mut sorted = siblings.clone();
                sorted.sort_by_cached_key(|path| order.key(path));
                let next = sorted.iter().skip_while(|each| *each != path).nth(1);
                let is_there = next.is_some_and(|next| next == new);
                (!is_there).then(|| order.with(new, path, true, &siblings))
            })
        });
        if let Err(error) = put {
            tracing::warn!(code = ?error.code(), "the second part of a manuscript stands where its name puts it");
        }
    }

    /// Writes the order that `change` returns. `None` writes nothing.
    fn change_order(&self, change: impl Fn(&ReadingOrder) -> Option<ReadingOrder>) -> Result<()> {
        let path = self.order_file();
        for attempt in 1.. {
            let Kept {
                mut document,
                hash,
                order,
            } = self.kept_order()?;
            let Some(order) = change(&order) else {
                return Ok(());
            };
            write_list(&mut document, &order);
            let text = if hash.is_none() {
                format!("{HEADING}{document}")
            } else {
                document.to_string()
            };
            match vault::replace(&*self.ports.disk, &path, hash.as_ref(), text.as_bytes()) {
                Err(vault::Error::Changed { .. }) if attempt < ATTEMPTS => {}
                written => return Ok(written.map(drop)?),
            }
        }
        Ok(())
    }

    fn kept_order(&self) -> Result<Kept> {
        let path = self.order_file();
        let unusable = || Error::Order { path: path.clone() };
        let (text, hash) = match vault::read_text(&path, LIMIT) {
            Ok(file) => (file.text, Some(file.hash)),
            Err(vault::Error::NotFound { .. }) => (String::new(), None),
            Err(_) => return Err(unusable()),
        };
        let document: DocumentMut = text.parse().map_err(|_| unusable())?;
        let list: Vec<String> = match document.get(ORDER) {
            None => Vec::new(),
            Some(item) => {
                let paths = item.as_array().ok_or_else(unusable)?.iter();
                let paths: Option<Vec<&str>> = paths.map(Value::as_str).collect();
                let paths = paths.ok_or_else(unusable)?;
                paths.into_iter().map(str::to_owned).collect()
            }
        };
        Ok(Kept {
            document,
            hash,
            order: ReadingOrder::of(list),
        })
    }

    fn order_file(&self) -> PathBuf {
        self.root.path().join(FILE)
    }

    /// Returns the paths of the manuscripts and folders in a folder. A copy in conflict stands below its original and
    /// has no place of its own.
    fn siblings(&self, folder: &str) -> Result<Vec<String>> {
        let names = self.listed_names()?;
        let is_copy =
            |path: &String| copies::original(path).is_some_and(|original| names.contains(&original));
        let files = names
            .iter()
            .filter(|path| folder_of(path) == folder && !is_copy(path));
        let folders = self.folders()?.into_iter();
        let folders = folders.filter(|path| folder_of(path) == folder);
        Ok(files.cloned().chain(folders).collect())
    }
}

/// Puts the list into the document, one path a line. The comments around a path stay with it, also under a new name.
/// Those of a path that is no longer in the list go to the end of it.
fn write_list(document: &mut DocumentMut, order: &ReadingOrder) {
    let before = document.get(ORDER).and_then(|item| item.as_array()).cloned();
    let before = before.unwrap_or_default();
    let comment = |text: Option<&RawString>| {
        let text = text.and_then(RawString::as_str).unwrap_or_default();
        text.contains('#').then(|| text.to_owned())
    };
    let old: Vec<String> = before.iter().filter_map(Value::as_str).map(folded).collect();
    let mut comments: HashMap<&str, (Option<String>, Option<String>)> = HashMap::new();
    for (path, value) in old.iter().zip(before.iter()) {
        let around = (comment(value.decor().prefix()), comment(value.decor().suffix()));
        comments.entry(path).or_insert(around);
    }
    let new: Vec<String> = order.list().iter().map(|path| folded(path)).collect();
    let names: HashSet<&String> = new.iter().collect();
    let mut list = Array::new();
    for (index, path) in order.list().iter().enumerate() {
        // A name that is new stands where the old one stood.
        let renamed = || old.get(index).filter(|old| !names.contains(old));
        let around = new
            .get(index)
            .and_then(|path| comments.remove(path.as_str()))
            .or_else(|| comments.remove(renamed()?.as_str()));
        let (prefix, suffix) = around.unwrap_or_default();
        let mut value = Value::from(path.as_str());
        let decor = value.decor_mut();
        decor.set_prefix(prefix.unwrap_or_else(|| "\n    ".to_owned()));
        decor.set_suffix(suffix.unwrap_or_default());
        list.push_formatted(value);
    }
    let mut trailing = String::new();
    for path in &old {
        let (prefix, suffix) = comments.remove(path.as_str()).unwrap_or_default();
        for comment in [prefix, suffix].into_iter().flatten() {
            trailing.push_str(comment.trim_end());
        }
    }
    trailing.push_str(&comment(Some(before.trailing())).unwrap_or_else(|| "\n".to_owned()));
    list.set_trailing_comma(true);
    list.set_trailing(trailing);
    *list.decor_mut() = before.decor().clone();
    // Unlike an insertion, this leaves the comments before the key.
    document[ORDER] = toml_edit::value(list);
}
