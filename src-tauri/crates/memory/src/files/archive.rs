//! The archive: the lines removed from a memory file, unchanged, under the run that removed them.
//!
//! `archive/MEMORY.md` has the lines from `MEMORY.md`, `archive/INSIGHTS.md` the lines from `INSIGHTS.md`. Lines are
//! only appended, so an archived line can always be found by its run.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::document::Document;

/// The reason why lines were archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The reply replaced the section and did not repeat the lines.
    Replaced,
    /// The reply asked to retire them.
    Retired,
    /// Another line says the same.
    Folded,
    /// The file was too long, and these were the oldest items.
    Compacted,
    /// Their time to live was over.
    Expired,
}

/// Lines that were archived together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedBlock {
    /// The title of their section.
    pub section: String,
    /// The unchanged lines; only the last may have no line ending.
    pub text: String,
    /// The reason.
    pub cause: Cause,
}

/// Returns the archive with the lines of a run appended: `## <date> <run>`, then for each section its title and the
/// lines. Without blocks the archive is unchanged.
pub fn appended(archive: &str, run_id: &str, at: DateTime<Utc>, blocks: &[ArchivedBlock]) -> String {
    let mut text = archive.to_owned();
    if blocks.is_empty() {
        return text;
    }
    let ending = Document::parse(archive).ending();
    if !text.is_empty() {
        // Adds a blank line, whether or not the last line has a line ending.
        let missing = if text.ends_with('\n') { 1 } else { 2 };
        text.push_str(&ending.repeat(missing));
    }
    text.push_str(&format!("## {} {run_id}{ending}", at.format("%Y-%m-%d")));
    let mut section = None;
    for block in blocks {
        if section != Some(&block.section) {
            text.push_str(&format!("{ending}### {}{ending}{ending}", block.section));
            section = Some(&block.section);
        }
        text.push_str(&block.text);
        if !block.text.ends_with('\n') {
            text.push_str(ending);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn block(section: &str, text: &str) -> ArchivedBlock {
        ArchivedBlock {
            section: section.into(),
            text: text.into(),
            cause: Cause::Retired,
        }
    }

    #[test]
    fn what_left_stands_under_its_run() {
        let first = appended(
            "",
            "run-1",
            NOW,
            &[
                block("Facts", "- a\n"),
                block("Facts", "- b"),
                block("人物", "- 甲\r\n"),
            ],
        );
        insta::assert_snapshot!(first, @"
        ## 1970-01-01 run-1

        ### Facts

        - a
        - b

        ### 人物

        - 甲
        ");
        let both = appended(&first, "run-10", NOW, &[block("Facts", "- c\n")]);
        assert!(both.starts_with(&first), "what stands there is not touched");
        assert_eq!(
            both[first.len()..],
            *"\n## 1970-01-01 run-10\n\n### Facts\n\n- c\n"
        );
        assert_eq!(appended(&both, "run-3", NOW, &[]), both);
    }
}
