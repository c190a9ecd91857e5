//! Counts the contents of memory files.

use serde::Serialize;

use crate::document::{BlockKind, Document, Whose};

/// The counts of one file, or of several files together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Census {
    /// The number of files.
    pub files: u64,
    /// Their total size in bytes.
    pub bytes: u64,
    /// Second-level sections.
    pub sections: u64,
    /// Bullets of rules.
    pub rules: u64,
    /// Items of consolidation.
    pub items: u64,
    /// The writer's own bullets.
    pub own: u64,
}

impl Census {
    /// Counts one file.
    pub fn of(text: &str) -> Self {
        let document = Document::parse(text);
        let sections = document
            .blocks()
            .into_iter()
            .filter(|block| block.kind == BlockKind::Heading(2));
        let mut census = Self {
            files: 1,
            bytes: text.len() as u64,
            sections: sections.count() as u64,
            ..Self::default()
        };
        for bullet in document.parts().into_iter().flat_map(|part| part.bullets) {
            let count = match bullet.whose {
                Whose::Rule => &mut census.rules,
                Whose::Machine(_) => &mut census.items,
                Whose::Writer => &mut census.own,
            };
            *count += 1;
        }
        census
    }

    /// Adds the counts of other files.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            files: self.files + other.files,
            bytes: self.bytes + other.bytes,
            sections: self.sections + other.sections,
            rules: self.rules + other.rules,
            items: self.items + other.items,
            own: self.own + other.own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Item;

    #[test]
    fn bullets_are_counted_by_whose_they_are() {
        let brother = "Her brother is called Tom";
        let item = Item::new(brother, "r", chrono::DateTime::UNIX_EPOCH).bullet(brother);
        let each = format!(
            "## Pacing\n\n\
             - Short sentences <!-- rule action.sentence_length.less | rule | since 2026-11-02 | updated 2026-11-21 -->\n\
             {item}\n\
             * mine\n  - an inner one\n\n## 人物\r\n- 她怕水\r\n"
        );
        for (text, sections, rules, items, own) in [
            ("", 0, 0, 0, 0),
            ("# 记忆\n\n只有一段话。\n", 0, 0, 0, 0),
            (&each, 2, 1, 1, 2),
            (
                "```\n## no\n- no\n```\n## yes\n~~~\n```\n## no\n~~~\n### no\n",
                1,
                0,
                0,
                0,
            ),
        ] {
            let census = Census::of(text);
            let expected = Census {
                files: 1,
                bytes: text.len() as u64,
                sections,
                rules,
                items,
                own,
            };
            assert_eq!(census, expected, "{text}");
            assert_eq!(census.and(census).files, 2);
        }
    }
}
