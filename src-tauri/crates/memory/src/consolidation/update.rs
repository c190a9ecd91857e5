//! Parses the requests in a reply's `memory_update`: statements by section, and lines to be retired.
//!
//! Only the visible text is used. Comments are removed, so that no annotation can be forged. A line outside a
//! second-level section, in a fenced block or in a heading is not a statement.

use std::collections::HashMap;
use std::ops::Range;

use crate::consolidation::account::Why;
use crate::document::{BlockKind, Document, Heading, words};
use crate::words::{compared, find};

/// The maximum length of a heading; the longest in the specification has 14 characters.
const LONGEST_TITLE: usize = 120;

/// The requests of a reply.
pub(super) struct Update {
    /// The number of its lines.
    pub lines: usize,
    /// Whether it contains only white space.
    pub is_blank: bool,
    /// Its requests for each section, in its own order; equal headings are one section.
    pub sections: Vec<Section>,
    /// The lines that are not statements, with the reasons.
    pub left: Vec<(Range<usize>, Why)>,
}

/// The requests of a reply for one section.
pub(super) struct Section {
    pub heading: Heading,
    /// Whether its heading ends in `[replace]`.
    pub replace: bool,
    /// Whether a remark says that the rest stays unchanged; then it does not replace the whole section.
    pub in_part: bool,
    pub requests: Vec<Request>,
}

/// One statement, or one line to be retired.
pub(super) struct Request {
    /// The deeper heading above it.
    pub group: Option<Heading>,
    pub lines: Range<usize>,
    pub words: String,
    /// Whether it is to be retired.
    pub retire: bool,
}

impl Update {
    pub(super) fn read(reply: &str) -> Self {
        let document = Document::parse(reply);
        let mut update = Self {
            lines: document.lines().len(),
            is_blank: document.is_blank(),
            sections: Vec::new(),
            left: Vec::new(),
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut section: Option<usize> = None;
        let mut group: Option<Heading> = None;
        for block in document.blocks() {
            let line = &document.lines()[block.lines.start];
            if let BlockKind::Heading(level) = block.kind {
                if level <= 2 {
                    section = match (level, named(line)) {
                        (2, Some((heading, replace))) => Some(update.section(&mut known, heading, replace)),
                        _ => None,
                    };
                }
                group = Some(level)
                    .filter(|level| *level > 2)
                    .and_then(|_| Heading::of(line));
                update.left.push((block.lines, Why::Structure));
                continue;
            }
            let Some(section) = section else {
                update.left.push((block.lines, Why::Preamble));
                continue;
            };
            match block.kind {
                BlockKind::Fence { .. } => update.left.push((block.lines, Why::Code)),
                BlockKind::Bullet | BlockKind::Text => {
                    let said = words(&document.text(&block.lines));
                    if stands_for_the_rest(&said) {
                        update.sections[section].in_part = true;
                        update.left.push((block.lines, Why::Rest));
                        continue;
                    }
                    if !said.contains(char::is_alphanumeric) {
                        update.left.push((block.lines, Why::Structure));
                        continue;
                    }
                    let (retire, said) = match marked(&said, &["retire", "撤下"]) {
                        Some(rest) => (true, rest.to_owned()),
                        None => (false, said),
                    };
                    update.sections[section].requests.push(Request {
                        group: group.clone(),
                        lines: block.lines,
                        words: said,
                        retire,
                    });
                }
                BlockKind::Blank | BlockKind::Heading(_) => update.left.push((block.lines, Why::Structure)),
            }
        }
        update
    }

    fn section(&mut self, known: &mut HashMap<String, usize>, heading: Heading, replace: bool) -> usize {
        let number = *known.entry(heading.key.clone()).or_insert(self.sections.len());
        match self.sections.get_mut(number) {
            Some(section) => section.replace |= replace,
            None => self.sections.push(Section {
                heading,
                replace,
                in_part: false,
                requests: Vec::new(),
            }),
        }
        number
    }
}

impl Section {
    /// Returns its statements.
    pub(super) fn statements(&self) -> impl Iterator<Item = &Request> {
        self.requests.iter().filter(|request| !request.retire)
    }

    /// Returns its requests to retire lines.
    pub(super) fn retirements(&self) -> impl Iterator<Item = &Request> {
        self.requests.iter().filter(|request| request.retire)
    }
}

/// Returns a second-level heading and whether it replaces its section; `None` for any other line.
fn named(line: &str) -> Option<(Heading, bool)> {
    let mut heading = Heading::of(line)?;
    let mut replace = false;
    // Without the mark, the title may end in another mark, which would not be read back as part of the title.
    while let Some(title) = replacing(&heading.title) {
        replace = true;
        heading = Heading::titled(title)?;
    }
    (heading.title.chars().count() <= LONGEST_TITLE).then_some((heading, replace))
}

fn replacing(title: &str) -> Option<&str> {
    let inside = title.trim_end().strip_suffix([']', '］', '】'])?;
    let at = inside.rfind(['[', '［', '【'])?;
    let mark = inside[at..].trim_start_matches(['[', '［', '【']).trim();
    (mark.eq_ignore_ascii_case("replace") || mark == "替换").then_some(&title[..at])
}

/// Returns the text after a mark such as `[retire]` at the beginning; `None` without the mark.
fn marked<'a>(said: &'a str, marks: &[&str]) -> Option<&'a str> {
    let inside = said.strip_prefix(['[', '［', '【'])?;
    let end = inside.find([']', '］', '】'])?;
    let mark = inside[..end].trim();
    let rest = inside[end..].trim_start_matches([']', '］', '】']).trim();
    marks
        .iter()
        .any(|own| mark.eq_ignore_ascii_case(own))
        .then_some(rest)
}

/// Returns whether a line only stands for text that the model did not repeat. It is dots alone, or a remark in brackets
/// or after dots, such as `[Rest of the existing file content remains unchanged...]` or （其余不变）.
///
/// Without brackets or dots, the same words may belong to the story: the rest of the crew may well remain.
fn stands_for_the_rest(said: &str) -> bool {
    const DOTS: [char; 2] = ['.', '…'];
    let text = said.trim();
    if text.starts_with("..") || text.starts_with('…') {
        let rest = text.trim_start_matches(DOTS).trim();
        return rest.is_empty() || tells_of_the_rest(rest);
    }
    let inside = [('[', ']'), ('(', ')'), ('（', '）'), ('【', '】'), ('［', '］')];
    let inside = inside.iter().find_map(|&(open, close)| {
        let inside = text.strip_prefix(open)?.trim_end_matches(['.', '。']);
        inside.strip_suffix(close)
    });
    inside.is_some_and(tells_of_the_rest)
}

fn tells_of_the_rest(remark: &str) -> bool {
    let remark = compared(remark);
    let what = [
        "rest",
        "remaining",
        "existing",
        "other",
        "others",
        "previous",
        "everything",
        "unchanged",
        "其余",
        "其他",
        "其它",
        "剩余",
        "余下",
        "原有",
        "现有",
        "以下",
        "以上",
    ];
    let stays = [
        "unchanged",
        "remain*",
        "stay",
        "stays",
        "same",
        "as is",
        "as before",
        "as above",
        "omitted",
        "kept",
        "preserved",
        "不变",
        "保持",
        "同上",
        "省略",
        "照旧",
        "如前",
        "原样",
        "保留",
    ];
    find(&remark, &what).is_some() && find(&remark, &stays).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reply: &str) -> Vec<String> {
        let update = Update::read(reply);
        let told = |section: &Section| {
            let requests = section.requests.iter().map(|request| {
                let group = request
                    .group
                    .as_ref()
                    .map_or(String::new(), |group| format!("{}/", group.title));
                let retire = if request.retire { "x " } else { "" };
                format!("{retire}{group}{}", request.words)
            });
            let replace = if section.replace { "!" } else { "" };
            let requests: Vec<String> = requests.collect();
            format!("{}{replace}: {}", section.heading.title, requests.join("; "))
        };
        update.sections.iter().map(told).collect()
    }

    #[test]
    fn a_reply_is_read_by_sections_and_statements() {
        for (reply, expected) in [
            ("", &[][..]),
            ("just text", &[]),
            ("- a bullet in no section\n# Title\n- nor here", &[]),
            ("## Facts\n- a\n\n- b\n", &["Facts: a; b"]),
            (
                "## Facts\nA paragraph.\nAnother.\n",
                &["Facts: A paragraph.; Another."],
            ),
            (
                "## Facts\n- a\n## B\n- b\n## FACTS\n- c\n",
                &["Facts: a; c", "B: b"],
            ),
            ("## Facts [replace]\n- a\n## facts\n- b", &["Facts!: a; b"]),
            (
                "## 人物 【替换】\n- [撤下] 甲\n- ［retire］ 乙",
                &["人物!: x 甲; x 乙"],
            ),
            ("## Facts # [Replace] ##\n- a", &["Facts!: a"]),
            ("## [replace]\n- a", &[]),
            (
                "## Facts\n- a <!-- rule x | confirmed --> b\n- <!-- item -->\n---\n",
                &["Facts: a b"],
            ),
            ("## Facts\n```\n- a\n## B\n```\n- b", &["Facts: b"]),
            (
                "## Cast\n- a\n### Wen\n- b\n  c\n## D\n- d",
                &["Cast: a; Wen/b c", "D: d"],
            ),
            ("## Facts\r\n- a\r\n- b", &["Facts: a; b"]),
            ("##Facts\n- a", &[]),
            ("## Facts\n- [ ] to do", &["Facts: [ ] to do"]),
        ] {
            assert_eq!(read(reply), expected, "{reply:?}");
        }
        assert_eq!(read(&format!("## {}\n- a", "x".repeat(121))), [""; 0]);
    }

    #[test]
    fn a_remark_that_the_rest_stays_states_nothing_and_says_that_the_section_is_not_whole() {
        for remark in [
            "[Rest of the existing file content remains unchanged...]",
            "- [Rest of the section unchanged]",
            "(Other entries are kept as before.)",
            "... (the remaining items stay the same)",
            "...",
            "……",
            "（其余不变）",
            "- 【其他内容保持原样】",
            "（以下省略）。",
        ] {
            let reply = format!("## Canon [replace]\n- a\n{remark}\n## B\n- b\n");
            let update = Update::read(&reply);
            assert_eq!(read(&reply), ["Canon!: a", "B: b"], "{remark}");
            assert_eq!(
                update
                    .sections
                    .iter()
                    .map(|section| section.in_part)
                    .collect::<Vec<_>>(),
                [true, false],
                "{remark}"
            );
            let rest = update.left.iter().filter(|(_, why)| *why == Why::Rest);
            assert_eq!(rest.count(), 1, "{remark}");
        }
        for statement in [
            "The rest of the crew remains unchanged by the storm",
            "[ ] the remaining chapters",
            "(Wen's other brother)",
            "…and then nobody spoke",
            "（其他人不知道）",
            "其余的人都留下了",
        ] {
            let reply = format!("## Canon [replace]\n- {statement}\n");
            assert_eq!(read(&reply), [format!("Canon!: {statement}")]);
            assert!(!Update::read(&reply).sections[0].in_part, "{statement}");
        }
    }
}
