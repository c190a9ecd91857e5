//! Removes the lines that are not memory from a model's update of the long-term memory. The rules are made for writers;
//! each has a name and a switch.
//!
//! A rule looks only at the reply and removes only lines of the reply. Character sheets, word counts, errors and
//! failures are material of a novel, so no rule removes them.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::NaiveDate;
use serde::Serialize;

use crate::document::{closing, continues, marker, opening, section_title};
use crate::policy::SanitizeRules;
use crate::words::{compared, days, disarmed, find};

/// The rule that removed a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SanitizeRule {
    /// A section about recent topics, which belong in daily notes.
    RecentTopicSection,
    /// A section named after a recent day, which belongs in daily notes.
    DatedSection,
    /// A section whose heading `workflow.toml` refuses.
    RejectedHeading,
    /// A line about a temporary state, under a heading about the status of programs.
    TransientStatusLine,
    /// A fenced block.
    CodeFence,
    /// An annotation, because only the desk marks rules and items. Cannot be switched off.
    ForgedAnnotation,
    /// Another comment, because memory must be visible to a reader of the page. Cannot be switched off.
    Comment,
    /// A bullet that is already in its section.
    DuplicateBullet,
}

/// A removed part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Removal {
    /// The rule.
    pub rule: SanitizeRule,
    /// The title of its section; empty above the first section.
    pub section: String,
    /// Its first and its last line in the reply's `memory_update`, counted from 1.
    pub lines: (usize, usize),
    /// Whether only the comment was removed and the rest of the line is still there.
    pub in_part: bool,
}

/// A reply's update after sanitizing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The remaining text. Lines that no rule matches are unchanged.
    pub text: String,
    /// The removed parts, by line.
    pub removals: Vec<Removal>,
    /// Whether only headings are left; then the memory is not changed.
    pub nothing_left: bool,
}

/// A line during sanitizing.
struct Line {
    number: usize,
    /// The text with its line ending.
    text: String,
}

struct Sanitizer {
    lines: Vec<Line>,
    removals: Vec<Removal>,
}

/// Removes the lines that the rules match from a reply's update. `today` is the day of the reply: a section named after
/// a day of another year is history, not diary.
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
    // Comments come first, because a comment may hide a fence or a heading.
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
    /// Removes the lines that `rule` matches, and records adjacent lines as one removal.
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

    /// If a block is the whole reply, it is only a wrapping, and only its fences are removed. A block that is not
    /// closed ends at the next heading, so that a missing fence does not remove the rest of the reply.
    fn fences(&mut self) {
        let texts: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        let mut fenced = vec![false; texts.len()];
        // For each fence character, the shortest fence without a closing fence. A longer fence below has none either.
        // Searching again for each line of a hostile reply would take minutes.
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

    /// Removes comments, and the lines that become empty. A comment that is not closed becomes plain text. If it begins
    /// like an annotation, it was cut off, and is removed up to the end of its line.
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
            // The text around two comments may together form the beginning of a new comment.
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

    /// Removes the sections whose titles `rule` matches, up to the next heading of the first or second level.
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

    /// Removes lines about a temporary state under headings about the status of programs. A section that becomes empty
    /// is removed too.
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

    /// Removes a bullet with all its lines if the same bullet is further up in its section.
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
    // A novel's own calendar has dates too; only a day within a year of the reply belongs to a diary.
    let lately = |day: NaiveDate| day.signed_duration_since(today).num_days().abs() <= 366;
    (rules.dated_section && days(&title).any(lately)).then_some(SanitizeRule::DatedSection)
}

/// Returns whether a heading is about the status of programs: "System Status", "API issues", 技术问题, 系统与服务状态.
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
