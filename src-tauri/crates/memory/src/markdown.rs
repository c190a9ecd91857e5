//! `MEMORY.md` as a list of lines that print back to exactly the bytes they were read from.
//!
//! The parser knows headings, bullets, fences and the annotation comment, nothing more; every other line is carried
//! along untouched. The format is specified in `docs/file-format.md`.

use std::collections::BTreeSet;
use std::fmt;

use prose::Language;
use sha2::{Digest, Sha256};

use crate::rule::{Category, Confidence, Rule, RuleOrigin};

/// A memory file. `parse` and `Display` are inverse on any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFile {
    /// The lines with their own endings; only the last may lack one.
    lines: Vec<String>,
}

/// What the comment behind a bullet says, as far as it can be read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The rule's id.
    pub id: String,
    /// The writer said yes.
    pub confirmed: bool,
    /// The confidence, where the comment states one between 0 and 1.
    pub confidence: Option<Confidence>,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
}

/// One bullet of a memory file.
#[derive(Clone, Debug, PartialEq)]
pub struct Bullet {
    /// The id in its annotation, or one made of its words for the writer's own bullet.
    pub id: String,
    /// What it says, without marker and annotation, white space collapsed.
    pub text: String,
    /// The group its section stands for, if it is a section of rules.
    pub category: Option<Category>,
    /// What the desk noted behind it; `None` for the writer's own bullet.
    pub annotation: Option<Annotation>,
    /// The lines it takes, counted from 0.
    lines: std::ops::Range<usize>,
}

impl MemoryFile {
    /// Reads a memory file. Never fails: what is not understood is carried along.
    pub fn parse(text: &str) -> Self {
        Self {
            lines: text.split_inclusive('\n').map(str::to_owned).collect(),
        }
    }

    /// Returns a new, empty memory file with its title.
    pub fn titled(language: Language) -> Self {
        Self::parse(match language {
            Language::En => "# Memory\n",
            Language::Zh => "# 记忆\n",
        })
    }

    /// Returns whether there is nothing in the file but white space.
    pub fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.trim().is_empty())
    }

    /// Returns the bullets, from the top.
    ///
    /// A second bullet with an id already seen (a copied line) counts as the writer's own.
    pub fn bullets(&self) -> Vec<Bullet> {
        let mut bullets: Vec<Bullet> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut category = None;
        let mut number = 0;
        while number < self.lines.len() {
            let line = &self.lines[number];
            if let Some(end) = fence(&self.lines, number) {
                number = end;
                continue;
            }
            if let Some(title) = line.strip_prefix("## ") {
                category = category_of_heading(title);
            } else if line.starts_with("# ") {
                category = None;
            }
            if marker(line).is_none() {
                number += 1;
                continue;
            }
            let start = number;
            number += 1;
            while number < self.lines.len() && continues(&self.lines[number]) {
                number += 1;
            }
            let (text, annotation) = content(&self.lines[start..number]);
            let annotation = annotation.filter(|annotation| seen.insert(annotation.id.clone()));
            bullets.push(Bullet {
                id: annotation
                    .as_ref()
                    .map_or_else(|| own_id(&text), |annotation| annotation.id.clone()),
                annotation,
                text,
                category,
                lines: start..number,
            });
        }
        bullets
    }

    /// Writes a rule: refreshes its bullet where it stands, or adds one at the end of its section.
    ///
    /// Where the words are the same only the annotation changes, so that the writer's own spelling of a line,
    /// its marker and its wrapping survive. The writer's own bullets get no annotation.
    pub fn put(&mut self, rule: &Rule) {
        self.put_over(&rule.id, rule);
    }

    /// Writes a rule as [`MemoryFile::put`] does, in place of the bullet with the id `id`.
    ///
    /// The writer's own bullet is known by its words, so with other words it has another id and the same place.
    pub fn put_over(&mut self, id: &str, rule: &Rule) {
        let Some(bullet) = self.bullets().into_iter().find(|bullet| bullet.id == id) else {
            self.insert(rule);
            return;
        };
        if bullet.text == rule.text {
            if rule.origin != RuleOrigin::Adopted {
                let last = bullet.lines.end - 1;
                for number in bullet.lines {
                    let (body, ending) = split_ending(&self.lines[number]);
                    let bare = without_annotation(body).0;
                    let annotated = if number == last {
                        format!("{} {}", bare.trim_end(), annotation(rule))
                    } else {
                        bare.to_owned()
                    };
                    if annotated != body {
                        self.lines[number] = format!("{annotated}{ending}");
                    }
                }
            }
        } else {
            let (_, ending) = split_ending(&self.lines[bullet.lines.end - 1]);
            let marker = marker(&self.lines[bullet.lines.start]).unwrap_or("- ");
            let line = format!("{marker}{}{ending}", bullet_text(rule));
            self.lines.splice(bullet.lines, [line]);
        }
    }

    /// Removes the bullet with an id, if there is one.
    pub fn remove(&mut self, id: &str) {
        if let Some(bullet) = self.bullets().into_iter().find(|bullet| bullet.id == id) {
            self.lines.drain(bullet.lines);
        }
    }

    fn insert(&mut self, rule: &Rule) {
        let ending = self.ending();
        let line = format!("- {}{ending}", bullet_text(rule));
        let last_of_section = self
            .bullets()
            .into_iter()
            .filter(|bullet| bullet.category == Some(rule.category))
            .map(|bullet| bullet.lines.end)
            .next_back();
        let heading_of_section = self.heading(rule.category);
        let at = last_of_section.or(heading_of_section.map(|heading| heading + 1));
        // Only what the new line stands right behind needs an ending.
        if at.is_none_or(|at| at == self.lines.len())
            && let Some(last) = self.lines.last_mut()
            && !last.ends_with('\n')
        {
            last.push_str(ending);
        }
        if let Some(after) = last_of_section {
            self.lines.insert(after, line);
            return;
        }
        if let Some(heading) = heading_of_section {
            // An indented line right behind a bullet would become part of it.
            let apart = self
                .lines
                .get(heading + 1)
                .filter(|next| continues(next))
                .map(|_| ending.to_owned());
            let lines = [ending.to_owned(), line].into_iter().chain(apart);
            self.lines.splice(heading + 1..heading + 1, lines);
            return;
        }
        if self.lines.last().is_some_and(|last| !last.trim().is_empty()) {
            self.lines.push(ending.to_owned());
        }
        let title = heading(rule.category, Language::of(&rule.text));
        self.lines
            .extend([format!("## {title}{ending}"), ending.to_owned(), line]);
    }

    fn heading(&self, category: Category) -> Option<usize> {
        let mut number = 0;
        while number < self.lines.len() {
            if let Some(end) = fence(&self.lines, number) {
                number = end;
                continue;
            }
            if self.lines[number]
                .strip_prefix("## ")
                .and_then(category_of_heading)
                == Some(category)
            {
                return Some(number);
            }
            number += 1;
        }
        None
    }

    fn ending(&self) -> &'static str {
        if self.lines.first().is_some_and(|line| line.ends_with("\r\n")) {
            "\r\n"
        } else {
            "\n"
        }
    }
}

impl fmt::Display for MemoryFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| formatter.write_str(line))
    }
}

/// Returns the heading of a category's section.
pub const fn heading(category: Category, language: Language) -> &'static str {
    match (category, language) {
        (Category::Style, Language::En) => "Style",
        (Category::Style, Language::Zh) => "写作风格",
        (Category::Structure, Language::En) => "Structure",
        (Category::Structure, Language::Zh) => "叙事结构",
        (Category::Character, Language::En) => "Character",
        (Category::Character, Language::Zh) => "角色偏好",
        (Category::Pacing, Language::En) => "Pacing",
        (Category::Pacing, Language::Zh) => "节奏偏好",
        (Category::Vocabulary, Language::En) => "Vocabulary",
        (Category::Vocabulary, Language::Zh) => "词汇偏好",
    }
}

fn category_of_heading(title: &str) -> Option<Category> {
    let title = title.trim().trim_end_matches('#').trim_end();
    Category::ALL.into_iter().find(|&category| {
        title.eq_ignore_ascii_case(heading(category, Language::En))
            || title == heading(category, Language::Zh)
    })
}

/// Returns a rule's sentence on one line, as a bullet can hold it, or `None` when it cannot.
///
/// A comment inside the sentence would end up inside the annotation's syntax; an empty sentence says nothing.
pub fn one_line(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty() && !line.contains("<!--") && !line.contains("-->")).then_some(line)
}

/// Returns the id of the writer's own bullet: it is known by its words, because nothing may be added to it.
pub fn own_id(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let short: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("own-{short}")
}

const OPENING: &str = "<!-- rule ";
const CLOSING: &str = "-->";

fn annotation(rule: &Rule) -> String {
    let confirmed = if rule.user_confirmed { " | confirmed" } else { "" };
    let evidence = if rule.feature.is_some() {
        format!(
            " | confidence {:.2} | {} for, {} against",
            rule.confidence.get(),
            rule.supports,
            rule.contradicts
        )
    } else {
        String::new()
    };
    format!(
        "{OPENING}{} | {}{confirmed}{evidence} | since {} | updated {} {CLOSING}",
        rule.id,
        rule.state.name(),
        rule.created_at.format("%Y-%m-%d"),
        rule.updated_at.format("%Y-%m-%d"),
    )
}

fn bullet_text(rule: &Rule) -> String {
    if rule.origin == RuleOrigin::Adopted {
        rule.text.clone()
    } else {
        format!("{} {}", rule.text, annotation(rule))
    }
}

/// Splits a line into what stands before its annotation, and the annotation.
fn without_annotation(line: &str) -> (&str, Option<Annotation>) {
    let found = line.rfind(OPENING).and_then(|at| {
        let inside = line[at + OPENING.len()..].trim_end().strip_suffix(CLOSING)?;
        Some((&line[..at], read_annotation(inside)?))
    });
    found.map_or((line, None), |(before, annotation)| (before, Some(annotation)))
}

/// Reads what stands inside an annotation. Only the id is needed: whoever edits the rest by hand loses no rule.
fn read_annotation(inside: &str) -> Option<Annotation> {
    let mut parts = inside.split('|').map(str::trim);
    let id = parts
        .next()
        .filter(|id| !id.is_empty() && !id.contains(char::is_whitespace))?;
    let mut annotation = Annotation {
        id: id.to_owned(),
        confirmed: false,
        confidence: None,
        supports: 0,
        contradicts: 0,
    };
    for part in parts {
        if part == "confirmed" {
            annotation.confirmed = true;
        } else if let Some(number) = part.strip_prefix("confidence ") {
            annotation.confidence = number
                .parse()
                .ok()
                .and_then(|number| Confidence::new(number).ok());
        } else if let Some((supports, contradicts)) = part.split_once(" for, ") {
            annotation.supports = supports.parse().unwrap_or(0);
            let contradicts = contradicts.strip_suffix(" against");
            annotation.contradicts = contradicts.and_then(|count| count.parse().ok()).unwrap_or(0);
        }
    }
    Some(annotation)
}

/// Returns a bullet's words with white space collapsed, and its annotation.
fn content(lines: &[String]) -> (String, Option<Annotation>) {
    let mut words = Vec::new();
    let mut annotation = None;
    for (number, line) in lines.iter().enumerate() {
        let (body, _) = split_ending(line);
        let (body, found) = without_annotation(body);
        annotation = annotation.or(found);
        let body = if number == 0 {
            &body[marker(body).map_or(0, str::len)..]
        } else {
            body
        };
        words.extend(body.split_whitespace());
    }
    (words.join(" "), annotation)
}

fn split_ending(line: &str) -> (&str, &str) {
    let body = line
        .strip_suffix('\n')
        .map_or(line, |body| body.strip_suffix('\r').unwrap_or(body));
    line.split_at(body.len())
}

/// Returns the marker of a top-level bullet, with the space behind it.
fn marker(line: &str) -> Option<&'static str> {
    ["- ", "* ", "+ "]
        .into_iter()
        .find(|marker| line.starts_with(marker))
}

/// Returns whether a line belongs to the bullet above it: indented and not blank.
fn continues(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

/// Returns the line behind a fenced block that opens at `start`; an unclosed fence runs to the end of the file.
fn fence(lines: &[String], start: usize) -> Option<usize> {
    let opening = lines[start].trim_start();
    let mark = ["```", "~~~"]
        .into_iter()
        .find(|mark| opening.starts_with(mark))?;
    let close = lines[start + 1..]
        .iter()
        .position(|line| line.trim_start().starts_with(mark));
    Some(close.map_or(lines.len(), |offset| start + 1 + offset + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Direction, RuleState, Scope};
    use chrono::{DateTime, TimeDelta};
    use proptest::prelude::*;
    use prose::{Feature, SceneType};

    fn rule(id: &str, text: &str) -> Rule {
        let day = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        Rule {
            id: id.into(),
            text: text.into(),
            category: Category::Pacing,
            scope: Scope::Project,
            scene_type: Some(SceneType::Action),
            skill: None,
            feature: Some(Feature::SentenceLength),
            direction: Some(Direction::Less),
            state: RuleState::Rule,
            origin: RuleOrigin::Learned,
            confidence: Confidence::new(0.91).expect("in range"),
            supports: 35,
            contradicts: 4,
            more_needed: None,
            user_confirmed: false,
            user_modified: false,
            recently_updated: false,
            conflict_marked: false,
            created_at: day,
            updated_at: day,
        }
    }

    fn put(text: &str, rules: &[Rule]) -> String {
        let mut file = MemoryFile::parse(text);
        rules.iter().for_each(|rule| file.put(rule));
        file.to_string()
    }

    #[test]
    fn a_rule_stands_in_its_section_with_a_readable_annotation() {
        let short = rule(
            "action.sentence_length.less",
            "Action scenes: prefers short sentences",
        );
        insta::assert_snapshot!(put("# Memory\n", &[short]), @"
        # Memory

        ## Pacing

        - Action scenes: prefers short sentences <!-- rule action.sentence_length.less | rule | confidence 0.91 | 35 for, 4 against | since 2024-10-04 | updated 2024-10-04 -->
        ");
    }

    #[test]
    fn a_chinese_rule_opens_a_chinese_section() {
        let short = Rule {
            user_confirmed: true,
            ..rule("action.sentence_length.less", "动作场景偏好短句")
        };
        insta::assert_snapshot!(put("# 记忆\n", &[short]), @"
        # 记忆

        ## 节奏偏好

        - 动作场景偏好短句 <!-- rule action.sentence_length.less | rule | confirmed | confidence 0.91 | 35 for, 4 against | since 2024-10-04 | updated 2024-10-04 -->
        ");
    }

    #[test]
    fn a_rule_joins_the_section_the_writer_already_has() {
        let before = "# Notes\r\n\r\n## pacing\r\n\r\n- mine, by hand\r\n\r\n## Other\r\n\r\ntext";
        let after = put(before, &[rule("a.b.less", "new")]);
        assert!(
            after
                .starts_with("# Notes\r\n\r\n## pacing\r\n\r\n- mine, by hand\r\n- new <!-- rule a.b.less |")
        );
        assert!(after.ends_with("-->\r\n\r\n## Other\r\n\r\ntext"));
    }

    #[test]
    fn refreshing_a_rule_changes_its_annotation_and_nothing_else() {
        let old = rule("x.y.less", "Keeps it short");
        let before = put(
            "# Memory\n\nA word of mine.\n\n## Pacing\n\n* Keeps   it short\n",
            &[],
        );
        let wrapped = before.replace(
            "* Keeps   it short",
            "* Keeps   it\n  short <!-- rule x.y.less | rule -->",
        );
        let after = put(&wrapped, &[Rule { supports: 36, ..old }]);
        assert!(after.starts_with(
            "# Memory\n\nA word of mine.\n\n## Pacing\n\n* Keeps   it\n  short <!-- rule x.y.less |"
        ));
        assert!(after.contains("36 for"));
    }

    #[test]
    fn changed_words_replace_the_bullet_and_removal_takes_it_out() {
        let text = put("# Memory\n", &[rule("a.b.less", "one"), rule("c.d.less", "two")]);
        let edited = put(&text, &[rule("a.b.less", "uno")]);
        let texts = |text: &str| {
            MemoryFile::parse(text)
                .bullets()
                .into_iter()
                .map(|b| b.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(&edited), ["uno", "two"]);
        let mut file = MemoryFile::parse(&edited);
        file.remove("a.b.less");
        assert_eq!(texts(&file.to_string()), ["two"]);
    }

    #[test]
    fn bullets_know_their_section_their_id_and_whose_they_are() {
        let text = "# M\n## Style\n- mine\n- twice <!-- rule r.s.more | rule -->\n- twice <!-- rule r.s.more | rule -->\n\
                    ## Facts\n- Wen is left-handed\n## 词汇偏好\n- 少用「的」\n```\n- not a bullet\n```\n- odd <!-- rule -->\n";
        let seen: Vec<_> = MemoryFile::parse(text)
            .bullets()
            .into_iter()
            .map(|b| (b.text, b.category, b.annotation.is_some()))
            .collect();
        assert_eq!(
            seen,
            [
                ("mine".to_owned(), Some(Category::Style), false),
                ("twice".into(), Some(Category::Style), true),
                ("twice".into(), Some(Category::Style), false),
                ("Wen is left-handed".into(), None, false),
                ("少用「的」".into(), Some(Category::Vocabulary), false),
                ("odd <!-- rule -->".into(), Some(Category::Vocabulary), false),
            ]
        );
    }

    #[test]
    fn an_annotation_reads_back_and_forgives_edits_of_all_but_its_id() {
        let written = put(
            "# M\n",
            &[Rule {
                user_confirmed: true,
                ..rule("a.b.less", "short")
            }],
        );
        let read = |text: &str| {
            MemoryFile::parse(text)
                .bullets()
                .remove(0)
                .annotation
                .expect("an annotation")
        };
        let annotation = read(&written);
        assert!(annotation.confirmed);
        assert_eq!((annotation.supports, annotation.contradicts), (35, 4));
        assert_eq!(annotation.confidence.map(Confidence::get), Some(0.91));
        for broken in ["1.2", "-0.1", "sure"] {
            assert_eq!(
                read(&written.replace("0.91", broken)).confidence,
                None,
                "{broken}"
            );
        }
        assert_eq!(read("- short <!-- rule a.b.less -->").id, "a.b.less");
    }

    #[test]
    fn a_sentence_that_a_bullet_cannot_hold_is_refused() {
        assert_eq!(one_line(" a\n b\t c "), Some("a b c".into()));
        for refused in ["", " \n", "a <!-- b", "a --> b"] {
            assert_eq!(one_line(refused), None, "{refused}");
        }
    }

    proptest! {
        #[test]
        fn parse_and_print_are_inverse(text in "(?s)([-*#`\\n\\r 　a-z字]|## Pacing\n|<!-- rule a.b \\| x -->){0,80}") {
            prop_assert_eq!(MemoryFile::parse(&text).to_string(), text);
        }

        #[test]
        fn putting_a_rule_keeps_every_other_line(text in "([-*#`\\n 　a-z字]|\\r\\n|## Pacing\n|## Style\n){0,80}") {
            let after = put(&text, &[rule("a.b.less", "new")]);
            let kept: Vec<&str> = after.lines().filter(|line| !line.contains("<!-- rule a.b.less")).collect();
            for line in text.lines() {
                prop_assert!(kept.contains(&line), "{line:?} is gone from {after:?}");
            }
            // Putting it twice is putting it once, and it is found again.
            prop_assert_eq!(put(&after, &[rule("a.b.less", "new")]), after.clone());
            let unclosed = after.matches("```").count() % 2 == 1;
            prop_assert!(unclosed || MemoryFile::parse(&after).bullets().iter().any(|b| b.id == "a.b.less"));
        }
    }
}
