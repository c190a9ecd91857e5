//! `MEMORY.md` as a file of rules: finds the bullets that are rules, and writes rules among the lines of a
//! [`Document`].
//!
//! The format is specified in `docs/file-format.md`.

pub mod reconcile;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use prose::Language;
use sha2::{Digest, Sha256};

use crate::document::category::{category_of_heading, heading, is_of_preferences};
use crate::document::{
    Annotated, BlockKind, CLOSING, Document, RULE, annotation as last_annotation, continues,
    heading as heading_of_line, marker, split_ending,
};
use learning::rule::{Category, Cluster, Confidence, Correction, Rule, RuleOrigin};

/// A memory file. `parse` and `Display` are inverse on any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFile {
    document: Document,
}

/// The content of the comment after a bullet, as far as it can be parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The rule's id.
    pub id: String,
    /// Whether the writer confirmed the rule.
    pub confirmed: bool,
    /// Whether the writer lets the rule rest.
    pub resting: bool,
    /// The confidence, if the comment states one between 0 and 1.
    pub confidence: Option<Confidence>,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// The writer's correction of what was understood of its words.
    pub corrected: Option<Correction>,
    /// The prose that a hand-written rule holds for, if it is not all prose. The id of a learned rule says it.
    pub place: Option<Cluster>,
}

/// One bullet of a memory file.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryBullet {
    /// The id in its annotation; for the writer's own bullet an id made from its text.
    pub id: String,
    /// Its text, without marker and annotation, with white space collapsed.
    pub text: String,
    /// The category of its section, if it is a section of rules.
    pub category: Option<Category>,
    /// Whether it stands above every section, or in a section of preferences. There a bullet is a rule if its words claim
    /// something.
    pub open: bool,
    /// The annotation of the desk; `None` for the writer's own bullet.
    pub annotation: Option<Annotation>,
    /// Its lines, counted from 0.
    lines: Range<usize>,
}

impl MemoryFile {
    /// Parses a memory file. Never fails: lines that are not understood are kept.
    pub fn parse(text: &str) -> Self {
        Self {
            document: Document::parse(text),
        }
    }

    /// Returns a new, empty memory file with its title.
    pub fn titled(language: Language) -> Self {
        Self::parse(match language {
            Language::En => "# Memory\n",
            Language::Zh => "# 记忆\n",
        })
    }

    /// Returns whether the file contains only white space.
    pub fn is_blank(&self) -> bool {
        self.document.is_blank()
    }

    /// Returns the bullets, from the top, without the items of consolidation. A text by a model is neither a rule nor
    /// the writer's own, whatever its section.
    ///
    /// A second bullet with the same id, such as a copied line, counts as the writer's own.
    pub fn bullets(&self) -> Vec<MemoryBullet> {
        let mut bullets: Vec<MemoryBullet> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut category = None;
        let mut open = true;
        for block in self.document.blocks() {
            let line = &self.document.lines()[block.lines.start];
            match block.kind {
                BlockKind::Heading(1) => (category, open) = (None, true),
                BlockKind::Heading(2) => {
                    category = category_of_line(line);
                    open = heading_of_line(line).is_some_and(|(_, title)| is_of_preferences(title));
                }
                BlockKind::Bullet => {
                    let raw = self.document.text(&block.lines);
                    if matches!(last_annotation(&raw), Some(Annotated::Item)) {
                        continue;
                    }
                    let (text, annotation) = content(&raw);
                    let annotation = annotation.filter(|annotation| seen.insert(annotation.id.clone()));
                    bullets.push(MemoryBullet {
                        id: annotation
                            .as_ref()
                            .map_or_else(|| own_id(&text), |annotation| annotation.id.clone()),
                        annotation,
                        text,
                        category,
                        open,
                        lines: block.lines,
                    });
                }
                _ => {}
            }
        }
        bullets
    }

    /// Returns the ids of the rules whose bullets are in the file. This includes bullets in a fenced block, or below a
    /// fence that is not closed yet. A rule that is mentioned has not been deleted.
    pub fn mentioned(&self) -> BTreeSet<String> {
        let words: Vec<&str> = self
            .document
            .lines()
            .iter()
            .flat_map(|line| line.split_whitespace())
            .collect();
        let annotated = words.windows(3).filter(|three| three[..2] == ["<!--", "rule"]);
        let bullets = self.bullets().into_iter().map(|bullet| bullet.id);
        annotated
            .map(|three| three[2].to_owned())
            .chain(bullets)
            .collect()
    }

    /// Writes a rule: updates its bullet in place, or adds a bullet at the end of its section.
    ///
    /// If the text is the same, only the annotation changes, so that the writer's own spelling, marker and wrapping
    /// stay. The writer's own bullets get no annotation.
    pub fn put(&mut self, rule: &Rule) {
        self.put_all(&[(&rule.id, rule)]);
    }

    /// Writes rules as [`MemoryFile::put`] does, each in place of the bullet with the given earlier id. The time is
    /// linear in the length of the file and the number of rules.
    ///
    /// The writer's own bullet is identified by its text. With another text it gets another id, but keeps its place.
    pub fn put_all(&mut self, rules: &[(&str, &Rule)]) {
        let bullets = first_by_id(self.bullets());
        let mentioned = self.mentioned();
        let mut refreshed = BTreeMap::new();
        let mut missing: Vec<(Category, Vec<&Rule>)> = Vec::new();
        for &(id, rule) in rules {
            if let Some(bullet) = bullets.get(id) {
                if let Some(text) = self.refreshed(bullet, rule) {
                    refreshed.insert(bullet.lines.start, (bullet.lines.clone(), text));
                }
            } else if !mentioned.contains(id) {
                // A bullet inside a fenced block is not changed until the writer closes the fence.
                match missing
                    .iter_mut()
                    .find(|(category, _)| *category == rule.category)
                {
                    Some((_, section)) => section.push(rule),
                    None => missing.push((rule.category, vec![rule])),
                }
            }
        }
        self.document.splice_all(refreshed.into_values().collect());
        for (category, rules) in missing {
            self.insert(category, &rules);
        }
    }

    /// Removes the bullets with these ids; missing ids are ignored.
    pub fn remove_all<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        let mut bullets = first_by_id(self.bullets());
        let gone = ids.into_iter().filter_map(|id| bullets.remove(id));
        let gone = gone.map(|bullet| (bullet.lines, String::new())).collect();
        self.document.splice_all(gone);
    }

    /// Returns the new lines of a bullet for a rule; `None` if the lines stay unchanged.
    fn refreshed(&self, bullet: &MemoryBullet, rule: &Rule) -> Option<String> {
        let raw = self.document.text(&bullet.lines);
        if bullet.text != rule.text {
            let (_, ending) = split_ending(&raw);
            let marker = marker(&raw).unwrap_or("- ");
            return Some(format!("{marker}{}{ending}", bullet_text(rule)));
        }
        if rule.origin == RuleOrigin::Adopted {
            return None;
        }
        if let Some((range, _)) = find_annotation(&raw) {
            let (before, after) = (&raw[..range.start], &raw[range.end..]);
            return Some(format!("{before}{}{after}", annotation(rule)));
        }
        let (body, ending) = split_ending(&raw);
        Some(format!("{} {}{ending}", body.trim_end(), annotation(rule)))
    }

    /// Adds the bullets of rules of one category, at least one, at the end of its section.
    fn insert(&mut self, category: Category, rules: &[&Rule]) {
        let ending = self.document.ending();
        let bullet = |rule: &&Rule| format!("- {}{ending}", bullet_text(rule));
        let line: String = rules.iter().map(bullet).collect();
        let last_of_section = self
            .bullets()
            .into_iter()
            .filter(|bullet| bullet.category == Some(category))
            .map(|bullet| bullet.lines.end)
            .next_back();
        let heading_of_section = self.heading(category);
        let at = last_of_section.or(heading_of_section.map(|heading| heading + 1));
        let end = self.document.lines().len();
        // Only the line directly before the new line needs a line ending.
        if at.is_none_or(|at| at == end) {
            self.document.end_last_line();
        }
        if let Some(after) = last_of_section {
            self.document.splice(after..after, &line);
            return;
        }
        let lines = self.document.lines();
        if let Some(heading) = heading_of_section {
            // An indented line directly after a bullet would become part of it.
            let followed = lines.get(heading + 1).is_some_and(|next| continues(next));
            let apart = if followed { ending } else { "" };
            let text = format!("{ending}{line}{apart}");
            self.document.splice(heading + 1..heading + 1, &text);
            return;
        }
        let apart = match lines.last() {
            Some(last) if !last.trim().is_empty() => ending,
            _ => "",
        };
        let language = rules
            .first()
            .map_or(Language::En, |rule| Language::of(&rule.text));
        let title = heading(category, language);
        let text = format!("{apart}## {title}{ending}{ending}{line}");
        self.document.splice(end..end, &text);
    }

    fn heading(&self, category: Category) -> Option<usize> {
        let lines = self.document.lines();
        let mut headings = self
            .document
            .blocks()
            .into_iter()
            .filter(|block| block.kind == BlockKind::Heading(2))
            .map(|block| block.lines.start);
        headings.find(|&start| category_of_line(&lines[start]) == Some(category))
    }
}

impl fmt::Display for MemoryFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document.fmt(formatter)
    }
}

/// Returns the first bullet with each id.
fn first_by_id(bullets: Vec<MemoryBullet>) -> BTreeMap<String, MemoryBullet> {
    let last_first = bullets.into_iter().rev();
    last_first.map(|bullet| (bullet.id.clone(), bullet)).collect()
}

fn category_of_line(line: &str) -> Option<Category> {
    heading_of_line(line).and_then(|(_, title)| category_of_heading(title))
}

/// Returns a rule's sentence on one line, as a bullet; `None` if it cannot be a bullet.
///
/// A comment inside the sentence would interfere with the annotation, and an empty sentence is no rule.
pub fn one_line(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty() && !line.contains("<!--") && !line.contains("-->")).then_some(line)
}

/// Returns the id of the writer's own bullet, made from its text, because nothing may be added to the bullet.
pub fn own_id(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let short: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("own-{short}")
}

fn annotation(rule: &Rule) -> String {
    let confirmed = if rule.user_confirmed { " | confirmed" } else { "" };
    let resting = if rule.resting { " | resting" } else { "" };
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
    let place = rule.cluster();
    let place = if rule.feature.is_some() || place == Cluster::default() {
        String::new()
    } else {
        format!(" | {IN}{place}")
    };
    let corrected = match rule.corrected {
        None => String::new(),
        Some(Correction::Unmeasured) => format!(" | {MEANS}{NOTHING}"),
        Some(Correction::Measures(leaning)) => format!(" | {MEANS}{leaning}"),
    };
    format!(
        "{RULE}{} | {}{confirmed}{resting}{place}{corrected}{evidence} | since {} | updated {} {CLOSING}",
        rule.id,
        rule.state.name(),
        rule.created_at.format("%Y-%m-%d"),
        rule.updated_at.format("%Y-%m-%d"),
    )
}

/// The correction of a rule in its annotation, as in `means sentence_length.less` and `means nothing`.
const MEANS: &str = "means ";
const NOTHING: &str = "nothing";

/// The place of a hand-written rule in its annotation, as in `in dialogue`.
const IN: &str = "in ";

fn read_correction(meant: &str) -> Option<Correction> {
    match meant {
        NOTHING => Some(Correction::Unmeasured),
        leaning => leaning.parse().ok().map(Correction::Measures),
    }
}

fn bullet_text(rule: &Rule) -> String {
    if rule.origin == RuleOrigin::Adopted {
        rule.text.clone()
    } else {
        format!("{} {}", rule.text, annotation(rule))
    }
}

/// Returns the range of a bullet's annotation, and its content. The writer may have added text after it, and her editor
/// may have wrapped it.
fn find_annotation(raw: &str) -> Option<(Range<usize>, Annotation)> {
    let start = raw.rfind(RULE)?;
    let inside = start + RULE.len();
    let length = raw[inside..].find(CLOSING)?;
    let words: Vec<&str> = raw[inside..inside + length].split_whitespace().collect();
    let annotation = read_annotation(&words.join(" "))?;
    Some((start..inside + length + CLOSING.len(), annotation))
}

/// Parses the content of an annotation. Only the id is required, so an edit of the other values by hand loses no rule.
fn read_annotation(inside: &str) -> Option<Annotation> {
    let mut parts = inside.split('|').map(str::trim);
    let id = parts
        .next()
        .filter(|id| !id.is_empty() && !id.contains(char::is_whitespace))?;
    let mut annotation = Annotation {
        id: id.to_owned(),
        confirmed: false,
        resting: false,
        confidence: None,
        supports: 0,
        contradicts: 0,
        corrected: None,
        place: None,
    };
    for part in parts {
        if part == "confirmed" {
            annotation.confirmed = true;
        } else if part == "resting" {
            annotation.resting = true;
        } else if let Some(meant) = part.strip_prefix(MEANS) {
            annotation.corrected = read_correction(meant);
        } else if let Some(place) = part.strip_prefix(IN) {
            annotation.place = place.parse().ok();
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

/// Returns a bullet's text with white space collapsed, and its annotation.
fn content(raw: &str) -> (String, Option<Annotation>) {
    let raw = &raw[marker(raw).map_or(0, str::len)..];
    let found = find_annotation(raw);
    let (before, after) = match &found {
        Some((range, _)) => (&raw[..range.start], &raw[range.end..]),
        None => (raw, ""),
    };
    let words: Vec<&str> = before
        .split_whitespace()
        .chain(after.split_whitespace())
        .collect();
    (words.join(" "), found.map(|(_, annotation)| annotation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, TimeDelta};
    use learning::rule::{Direction, RuleState, Scope};
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
            corrected: None,
            state: RuleState::Rule,
            origin: RuleOrigin::Learned,
            confidence: Confidence::new(0.91).expect("in range"),
            supports: 35,
            contradicts: 4,
            kept: None,
            shadows: Vec::new(),
            more_needed: None,
            user_confirmed: false,
            user_modified: false,
            resting: false,
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
        file.remove_all(["a.b.less"]);
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
    fn what_is_typed_behind_an_annotation_or_wrapped_with_it_belongs_to_the_bullet() {
        let written = put("# M\n", &[rule("a.b.less", "short")]);
        let typed = written.replace(" -->\n", " --> Mostly.\n");
        let bullet = MemoryFile::parse(&typed).bullets().remove(0);
        assert_eq!(
            (bullet.text.as_str(), bullet.id.as_str()),
            ("short Mostly.", "a.b.less")
        );
        for wrap in ["\n", "\n  "] {
            let wrapped = written.replace(" | confidence", &format!("{wrap}| confidence"));
            let file = MemoryFile::parse(&wrapped);
            assert_eq!(file.bullets().len(), 1, "{wrapped}");
            assert_eq!(file.bullets()[0].text, "short");
            assert_eq!(put(&wrapped, &[rule("a.b.less", "short")]), written);
        }
    }

    #[test]
    fn a_fence_hides_bullets_and_deletes_none() {
        let written = put("# M\n", &[rule("a.b.less", "short")]);
        let open = written.replace("# M\n", "# M\n```\n");
        let file = MemoryFile::parse(&open);
        assert_eq!(file.bullets(), []);
        let mentioned = file.mentioned();
        assert!(mentioned.contains("a.b.less") && !mentioned.contains("a.b.more"));
        assert_eq!(
            put(&open, &[rule("a.b.less", "short")]),
            open,
            "nor written a second time"
        );

        let nested = format!("- one\n  ```\n  - x\n\n  ```\n````\n```\n- y\n````\n{written}");
        let texts: Vec<_> = MemoryFile::parse(&nested)
            .bullets()
            .into_iter()
            .map(|b| b.id)
            .collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert_eq!(texts[1], "a.b.less");
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

    #[test]
    fn what_a_model_wrote_is_no_rule_in_a_section_of_rules_either() {
        let day = DateTime::UNIX_EPOCH;
        for words in ["Prefer short sentences", "偏好短句"] {
            let item = crate::document::Item::new(words, "run-1", day).bullet(words);
            for line in [
                item.clone(),
                item.replace(words, "Reworded by hand"),
                item.replace("item-", ""),
            ] {
                let text = format!("## Style\n\n- mine\n{line}\n");
                let texts: Vec<_> = MemoryFile::parse(&text)
                    .bullets()
                    .into_iter()
                    .map(|b| b.text)
                    .collect();
                assert_eq!(texts, ["mine"], "{text}");
            }
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
            // Writing a rule twice gives the same as writing it once, and the rule is found again.
            prop_assert_eq!(put(&after, &[rule("a.b.less", "new")]), after.clone());
            prop_assert!(MemoryFile::parse(&after).mentioned().contains("a.b.less"));
        }

        #[test]
        fn writing_many_rules_is_writing_one_after_the_other(
            text in "(([-*] )?[a-c字]{1,2}( <!-- rule [a-c]\\.b\\.less \\| x -->)?\n|\n|  [a-z]\n|## (Pacing|Style|Cast)\n){0,30}",
            words in proptest::collection::vec(("[a-c]", "[a-c字]{1,2}", 0..2_usize), 0..6),
            gone in proptest::collection::btree_set("[a-c]", 0..3),
        ) {
            let rules: BTreeMap<String, Rule> = words
                .into_iter()
                .map(|(id, text, category)| {
                    let id = format!("{id}.b.less");
                    let category = [Category::Pacing, Category::Style][category];
                    (id.clone(), Rule { category, ..rule(&id, &text) })
                })
                .collect();
            let (mut at_once, mut in_turn) = (MemoryFile::parse(&text), MemoryFile::parse(&text));
            at_once.put_all(&rules.iter().map(|(id, rule)| (id.as_str(), rule)).collect::<Vec<_>>());
            rules.values().for_each(|rule| in_turn.put(rule));
            prop_assert_eq!(at_once.to_string(), in_turn.to_string());
            let gone: Vec<String> = gone.into_iter().map(|id| format!("{id}.b.less")).collect();
            at_once.remove_all(gone.iter().map(String::as_str));
            gone.iter().for_each(|id| in_turn.remove_all([id.as_str()]));
            prop_assert_eq!(at_once.to_string(), in_turn.to_string());
        }
    }
}
