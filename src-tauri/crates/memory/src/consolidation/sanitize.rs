//! Removes from a long-term memory that a model wrote the lines that are not memory. The rules are fit for writers, and
//! each has a name and a switch.
//!
//! A rule looks at the reply alone and removes from it alone. Character sheets, word counts, errors and failures are
//! material of a novel, and no rule removes them.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::NaiveDate;
use serde::Serialize;

use crate::document::{closing, continues, marker, opening, section_title};
use crate::policy::SanitizeRules;
use crate::words::{compared, days, disarmed, find};

/// Why something was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SanitizeRule {
    /// A section about recent topics; daily notes are the place for them.
    RecentTopicSection,
    /// A section named after a day of these days, for the same reason.
    DatedSection,
    /// A section whose heading `workflow.toml` refuses.
    RejectedHeading,
    /// Under a heading of a program's condition, a line that holds for now.
    TransientStatusLine,
    /// A fenced block.
    CodeFence,
    /// An annotation: only the desk says what is a rule and what is an item. Cannot be switched off.
    ForgedAnnotation,
    /// Another comment: a text that a reader of the page would not see is no memory either. Cannot be switched off.
    Comment,
    /// A bullet that its section holds already.
    DuplicateBullet,
}

/// Something that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Removal {
    /// By which rule.
    pub rule: SanitizeRule,
    /// The title of the section it stood in; empty above the first.
    pub section: String,
    /// Its first and its last line in the reply's `memory_update`, counted from 1.
    pub lines: (usize, usize),
    /// The line is still there, without the comment.
    pub in_part: bool,
}

/// The rest of a reply's long-term memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The remaining text. Lines that no rule names are as they came.
    pub text: String,
    /// The removed parts, by line.
    pub removals: Vec<Removal>,
    /// Nothing is left but headings: the memory stays as it is.
    pub nothing_left: bool,
}

/// A line on its way through the rules.
struct Line {
    number: usize,
    /// With its ending.
    text: String,
}

struct Sanitizer {
    lines: Vec<Line>,
    removals: Vec<Removal>,
}

/// Removes the lines that the rules name from a reply's long-term memory. `today` is the day of the reply: a section
/// named after a day of another year is history, not diary.
pub fn sanitized(update: &str, rules: &SanitizeRules, today: NaiveDate) -> Sanitized {
    let lines = update.split_inclusive('\n').zip(1..);
    let lines = lines
        .map(|(text, number)| Line {
            number,
            text: text.to_owned(),
        })
        .collect();
    let mut sanitizer = Sanitizer {
        lines,
        removals: Vec::new(),
    };
    // First, since a comment may hide a fence or a heading.
    sanitizer.comments();
    if rules.code_fence {
        sanitizer.fences();
    }
    sanitizer.sections(|title| section_rule(title, rules, today));
    if rules.transient_status_line {
        sanitizer.status_lines();
    }
    if rules.duplicate_bullet {
        sanitizer.duplicates();
    }
    let Sanitizer { lines, mut removals } = sanitizer;
    removals.sort_by_key(|removal| (removal.lines, removal.in_part, removal.rule));
    let says = |line: &Line| !line.text.trim().is_empty() && !line.text.starts_with('#');
    Sanitized {
        nothing_left: !lines.iter().any(says),
        text: lines.into_iter().map(|line| line.text).collect(),
        removals,
    }
}

impl Sanitizer {
    /// Removes the lines that `rule` names, and notes them, lines that stood together as one.
    fn remove(&mut self, mut rule: impl FnMut(usize) -> Option<SanitizeRule>) {
        let mut section = String::new();
        let mut kept = Vec::with_capacity(self.lines.len());
        // A removal of this pass that the next line may continue.
        let mut open: Option<Removal> = None;
        for (at, line) in std::mem::take(&mut self.lines).into_iter().enumerate() {
            if let Some(title) = section_title(&line.text) {
                title.clone_into(&mut section);
            }
            let Some(rule) = rule(at) else {
                self.removals.extend(open.take());
                kept.push(line);
                continue;
            };
            match &mut open {
                Some(open)
                    if open.rule == rule && open.section == section && open.lines.1 + 1 == line.number =>
                {
                    open.lines.1 = line.number;
                }
                _ => {
                    let lines = (line.number, line.number);
                    let next = Removal {
                        rule,
                        section: section.clone(),
                        lines,
                        in_part: false,
                    };
                    self.removals.extend(open.replace(next));
                }
            }
        }
        self.removals.extend(open);
        self.lines = kept;
    }

    /// A block that is the whole reply is a wrapping, and only its fences go. A block that is not closed ends at the
    /// next heading: a forgotten fence must not take the rest of the reply along.
    fn fences(&mut self) {
        let texts: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        let mut fenced = vec![false; texts.len()];
        // The shortest fences so far that nothing closes. Nothing closes a longer fence below them either, and with a
        // hostile reply, looking again at every line would take minutes.
        let mut unclosed: Vec<(char, usize)> = Vec::new();
        let blank = |range: Range<usize>| texts[range].iter().all(|text| text.trim().is_empty());
        let mut at = 0;
        while at < texts.len() {
            let Some((mark, length)) = opening(texts[at]) else {
                at += 1;
                continue;
            };
            let known = unclosed
                .iter()
                .any(|&(known, shortest)| known == mark && shortest <= length);
            match if known {
                None
            } else {
                closing(&texts, at).flatten()
            } {
                Some(close) if blank(0..at) && blank(close + 1..texts.len()) => {
                    (fenced[at], fenced[close]) = (true, true);
                    break;
                }
                Some(close) => {
                    fenced[at..=close].fill(true);
                    at = close + 1;
                }
                None => {
                    if !known {
                        unclosed.push((mark, length));
                    }
                    let next = texts[at + 1..]
                        .iter()
                        .position(|text| section_title(text).is_some());
                    let end = next.map_or(texts.len(), |offset| at + 1 + offset);
                    fenced[at..end].fill(true);
                    at = end;
                }
            }
        }
        self.remove(|at| fenced[at].then_some(SanitizeRule::CodeFence));
    }

    /// Removes comments, and the lines of which they leave nothing. A comment that is not closed is made plain text. If
    /// it begins like an annotation, it was cut off, and goes up to the end of its line.
    fn comments(&mut self) {
        let whole: String = self.lines.iter().map(|line| line.text.as_str()).collect();
        let mut gone: Vec<(Range<usize>, SanitizeRule)> = Vec::new();
        let mut from = 0;
        let last = whole.rfind("-->");
        while let Some(start) = whole[from..].find("<!--").map(|at| from + at) {
            let inside = start + "<!--".len();
            let close = last
                .filter(|last| *last >= inside)
                .and_then(|_| whole[inside..].find("-->"));
            let end = close.map(|at| inside + at + "-->".len());
            let rest = &whole[inside..end.unwrap_or(whole.len())];
            let rule = match rest.split_whitespace().next() {
                Some("rule" | "item") => SanitizeRule::ForgedAnnotation,
                _ => SanitizeRule::Comment,
            };
            from = match (end, rule) {
                (Some(end), _) => end,
                (None, SanitizeRule::ForgedAnnotation) => {
                    inside + rest.find(['\r', '\n']).unwrap_or(rest.len())
                }
                (None, _) => break,
            };
            gone.push((start..from, rule));
        }
        let mut gone = gone.into_iter().peekable();
        let mut fate: Vec<Option<SanitizeRule>> = Vec::with_capacity(self.lines.len());
        let mut section = String::new();
        let mut start = 0;
        for line in &mut self.lines {
            let end = start + line.text.len();
            let mut left = String::new();
            let mut at = start;
            let mut named = None;
            while let Some((comment, rule)) = gone.peek().filter(|(comment, _)| comment.start < end) {
                named = named.max(Some(*rule));
                left.push_str(&whole[at..comment.start.max(at)]);
                at = comment.end.min(end);
                if comment.end > end {
                    break;
                }
                gone.next();
            }
            left.push_str(&whole[at..end]);
            start = end;
            // The text left by two comments may form the opening of a new comment.
            let safe = disarmed(&left);
            if named.is_none() && safe != left {
                named = Some(SanitizeRule::Comment);
            }
            let emptied = safe.trim().trim_start_matches(['-', '*', '+']).is_empty();
            fate.push(named.filter(|_| emptied));
            if let Some(rule) = named.filter(|_| !emptied) {
                let ending = line.text.trim_end_matches(['\r', '\n']).len();
                let ending = line.text[ending..].to_owned();
                line.text = safe.trim_end().to_owned() + &ending;
                let lines = (line.number, line.number);
                self.removals.push(Removal {
                    rule,
                    section: section.clone(),
                    lines,
                    in_part: true,
                });
            }
            if let Some(title) = section_title(&line.text) {
                title.clone_into(&mut section);
            }
        }
        self.remove(|at| fate[at]);
    }

    /// Removes the sections whose titles `rule` names, up to the next heading of the first or second level.
    fn sections(&mut self, rule: impl Fn(&str) -> Option<SanitizeRule>) {
        let mut current = None;
        let fate: Vec<Option<SanitizeRule>> = self
            .lines
            .iter()
            .map(|line| {
                if let Some(title) = section_title(&line.text) {
                    current = rule(title);
                } else if line.text.starts_with("# ") {
                    current = None;
                }
                current
            })
            .collect();
        self.remove(|at| fate[at]);
    }

    /// Removes lines about the present state under headings of a program's condition. A section of which nothing is
    /// left goes too.
    fn status_lines(&mut self) {
        let mut fate: Vec<Option<SanitizeRule>> = vec![None; self.lines.len()];
        let mut start = 0;
        while start < self.lines.len() {
            let behind = &self.lines[start + 1..];
            let length = behind
                .iter()
                .position(|line| line.text.starts_with("# ") || section_title(&line.text).is_some());
            let end = length.map_or(self.lines.len(), |length| start + 1 + length);
            if section_title(&self.lines[start].text).is_some_and(is_status) {
                for (line, fate) in self.lines[start + 1..end].iter().zip(&mut fate[start + 1..end]) {
                    *fate = holds_for_now(&line.text).then_some(SanitizeRule::TransientStatusLine);
                }
                let section = start + 1..end;
                let left = section
                    .clone()
                    .any(|at| fate[at].is_none() && !self.lines[at].text.trim().is_empty());
                if !left && fate[section].iter().any(Option::is_some) {
                    fate[start..end].fill(Some(SanitizeRule::TransientStatusLine));
                }
            }
            start = end;
        }
        self.remove(|at| fate[at]);
    }

    /// Removes a bullet with all its lines where its section holds the same bullet above.
    fn duplicates(&mut self) {
        let mut fate: Vec<Option<SanitizeRule>> = vec![None; self.lines.len()];
        let mut seen = BTreeSet::new();
        let mut at = 0;
        while at < self.lines.len() {
            let line = &self.lines[at].text;
            let start = at;
            at += 1;
            if section_title(line).is_some() {
                seen.clear();
            }
            let Some(marker) = marker(line) else {
                continue;
            };
            while self.lines.get(at).is_some_and(|line| continues(&line.text)) {
                at += 1;
            }
            let whole: String = self.lines[start..at]
                .iter()
                .map(|line| line.text.as_str())
                .collect();
            let said = compared(&whole[marker.len()..]);
            if !said.is_empty() && !seen.insert(said) {
                fate[start..at].fill(Some(SanitizeRule::DuplicateBullet));
            }
        }
        self.remove(|at| fate[at]);
    }
}

fn section_rule(title: &str, rules: &SanitizeRules, today: NaiveDate) -> Option<SanitizeRule> {
    let title = compared(title);
    let then = |first: &[&str], second: &[&str]| {
        find(&title, first).is_some_and(|found| find(&title[found.end..], second).is_some())
    };
    if rules
        .rejected_headings
        .iter()
        .any(|rejected| compared(rejected) == title)
    {
        return Some(SanitizeRule::RejectedHeading);
    }
    let recent = then(&["今天", "今日", "近期"], &["讨论", "主题"])
        || then(
            &["today", "today's", "today’s", "recent", "recently"],
            &["discussion", "discussions", "discussed", "topic", "topics"],
        );
    if recent && rules.recent_topic_section {
        return Some(SanitizeRule::RecentTopicSection);
    }
    // A novel's own calendar has dates too: only a day within a year of the reply is a diary's.
    let lately = |day: NaiveDate| day.signed_duration_since(today).num_days().abs() <= 366;
    (rules.dated_section && days(&title).any(lately)).then_some(SanitizeRule::DatedSection)
}

/// Returns whether a heading is about the condition of programs: "System Status", "API issues", 技术问题, 系统与服务状态.
fn is_status(title: &str) -> bool {
    let title = compared(title);
    let first = find(
        &title,
        &[
            "system",
            "technical",
            "api",
            "service",
            "server",
            "系统",
            "技术",
            "接口",
            "服务",
        ],
    );
    let conditions = &[
        "issue", "issues", "status", "error", "errors", "problem", "problems", "问题", "状态", "错误", "故障",
    ];
    first.is_some_and(|found| find(&title[found.end..], conditions).is_some())
}

fn holds_for_now(line: &str) -> bool {
    let now = &[
        "today",
        "currently",
        "temporary",
        "temporarily",
        "今天",
        "今日",
        "目前",
        "当前",
        "暂时",
        "临时",
    ];
    days(line).next().is_some() || find(&line.to_lowercase(), now).is_some()
}

#[cfg(test)]
mod tests;
