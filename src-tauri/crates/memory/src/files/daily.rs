//! The sections of a daily file, and the new bullets of a day.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use prose::Language;
use serde::{Deserialize, Serialize};

use crate::document::{section_title, without_comments};
use crate::files::lines::{lines, said};
use crate::words::{self, compared, cut, one_line};

/// The maximum length of a bullet of a daily file, in characters.
const BULLET: usize = 240;

/// A section of a daily file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DailySection {
    /// The topics of the day.
    Topics,
    /// The decisions of the day.
    Decisions,
    /// The work done with the desk's tools.
    ToolActivity,
    /// The open questions.
    OpenQuestions,
    /// The only section of older files, instead of the others.
    Entries,
}

impl DailySection {
    /// The sections of a new file, in order.
    pub const ALL: [Self; 4] = [
        Self::Topics,
        Self::Decisions,
        Self::ToolActivity,
        Self::OpenQuestions,
    ];

    /// Returns its name in a reply.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Topics => "topics",
            Self::Decisions => "decisions",
            Self::ToolActivity => "tool_activity",
            Self::OpenQuestions => "open_questions",
            Self::Entries => "entries",
        }
    }

    /// Returns its heading.
    pub const fn heading(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Topics, Language::En) => "Topics",
            (Self::Topics, Language::Zh) => "话题",
            (Self::Decisions, Language::En) => "Decisions",
            (Self::Decisions, Language::Zh) => "决定",
            (Self::ToolActivity, Language::En) => "Tool Activity",
            (Self::ToolActivity, Language::Zh) => "工具活动",
            (Self::OpenQuestions, Language::En) => "Open Questions",
            (Self::OpenQuestions, Language::Zh) => "待解问题",
            (Self::Entries, Language::En) => "Entries",
            (Self::Entries, Language::Zh) => "条目",
        }
    }

    /// Returns the section for a key of a reply or a heading, in either language and any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = compared(name).replace('_', " ");
        Self::ALL.into_iter().chain([Self::Entries]).find(|section| {
            [Language::En, Language::Zh]
                .into_iter()
                .any(|language| section.heading(language).to_lowercase() == name)
        })
    }

    /// Returns the section for a sentence without a given section, by the first matching words.
    ///
    /// An open question is not a decision, so the words for open questions are searched for before the words for
    /// decisions.
    pub fn of(sentence: &str) -> Self {
        let sentence = sentence.to_lowercase();
        let says = |words: &[&str]| words::find(&sentence, words).is_some();
        if says(UNDECIDED) {
            Self::OpenQuestions
        } else if says(DECIDED) {
            Self::Decisions
        } else if says(OPEN) {
            Self::OpenQuestions
        } else if says(TOOLS) {
            Self::ToolActivity
        } else {
            Self::Topics
        }
    }
}

const UNDECIDED: &[&str] = &[
    "undecided",
    "not decided",
    "not yet decided",
    "未决定",
    "没决定",
    "没有决定",
    "尚未决定",
    "待定",
];
const DECIDED: &[&str] = &[
    "decide",
    "decided",
    "decides",
    "deciding",
    "decision",
    "decisions",
    "选择",
    "决定",
    "方案",
];
const OPEN: &[&str] = &[
    "open item*",
    "open question*",
    "follow-up*",
    "follow up*",
    "todo*",
    "to-do*",
    "next step*",
    "unresolved",
    "待办",
    "后续",
    "未完成",
    "待解",
    "未解",
];
/// Words about the work with a coding assistant or with a writing desk.
const TOOLS: &[&str] = &[
    "tool",
    "tools",
    "command",
    "commands",
    "exec",
    "executed",
    "edited",
    "modified",
    "created",
    "polish*",
    "tightened",
    "rewrote",
    "rewritten",
    "imported",
    "exported",
    "工具",
    "命令",
    "执行了",
    "编辑了",
    "修改了",
    "创建了",
    "润色",
    "改写",
    "扩写",
    "缩写",
    "导入",
    "导出",
];

/// Bullets by section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DailySections(Vec<(DailySection, String)>);

impl DailySections {
    /// Adds a bullet to a section, in the normal form of [`bullet`]. An empty bullet or a duplicate is ignored.
    pub fn add(&mut self, section: DailySection, text: &str) {
        let new = bullet(text).map(|text| (section, text));
        self.0.extend(new.filter(|new| !self.0.contains(new)));
    }

    /// Returns whether there are no bullets.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of bullets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the bullets of a section.
    pub fn of(&self, section: DailySection) -> impl Iterator<Item = &str> {
        let own = self.0.iter().filter(move |(own, _)| *own == section);
        own.map(|(_, text)| text.as_str())
    }

    /// Returns the sections that have bullets, in the order of a file.
    pub fn sections(&self) -> BTreeSet<DailySection> {
        self.0.iter().map(|(section, _)| *section).collect()
    }
}

/// Returns a text in the form of a daily bullet: on one line, without fenced blocks, markers and comments, at most 240
/// characters. `None` if nothing is left.
pub fn bullet(text: &str) -> Option<String> {
    said(text).map(|said| cut(&said, BULLET))
}

/// The new bullets of one section of a daily file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gained {
    /// The title of the section, as in the file or as the desk names a new section.
    pub heading: String,
    /// Whether the file does not have this section yet.
    pub new: bool,
    /// The bullets to append to the section, without their markers.
    pub bullets: Vec<String>,
}

/// Returns the new bullets of a daily file: each bullet that is not yet in its section, word for word, under the file's
/// own headings. In an older file with only an Entries section, a bullet without a matching section goes there.
pub fn gained(file: &str, sections: &DailySections, language: Language) -> Vec<Gained> {
    let own = lines(file);
    let titles: Vec<&str> = own.iter().filter_map(|line| section_title(line.text)).collect();
    let title_of = |section| {
        titles
            .iter()
            .find(|title| DailySection::named(title) == Some(section))
    };
    let mut gained: Vec<Gained> = Vec::new();
    for section in sections.sections() {
        let title = title_of(section)
            .or_else(|| title_of(DailySection::Entries))
            .copied();
        let there: BTreeSet<String> = own
            .iter()
            .filter(|line| line.section.is_some() && line.section == title)
            .filter_map(|line| line.bullet().map(|text| one_line(&without_comments(text))))
            .collect();
        let heading = title.unwrap_or(section.heading(language));
        let bullets = sections.of(section).filter(|text| !there.contains(*text));
        let bullets: Vec<String> = bullets.map(str::to_owned).collect();
        match gained.iter_mut().find(|known| known.heading == heading) {
            Some(known) => {
                let new: Vec<String> = bullets
                    .into_iter()
                    .filter(|text| !known.bullets.contains(text))
                    .collect();
                known.bullets.extend(new);
            }
            None if bullets.is_empty() => {}
            None => gained.push(Gained {
                heading: heading.to_owned(),
                new: title.is_none(),
                bullets,
            }),
        }
    }
    gained
}

/// Returns a new daily file: its date and its four empty sections.
pub fn new_file(day: NaiveDate, language: Language) -> String {
    let sections = DailySection::ALL.map(|section| format!("\n## {}\n", section.heading(language)));
    format!("# {day}\n{}", sections.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_sentence_finds_its_section_in_both_languages() {
        use DailySection::{Decisions, OpenQuestions, ToolActivity, Topics};
        for (sentence, section) in [
            ("She decided that Lin limps.", Decisions),
            ("The decision: first person, past tense", Decisions),
            ("选择第一人称", Decisions),
            ("决定让林晚跛脚", Decisions),
            ("采用第二个方案", Decisions),
            ("The ending is undecided", OpenQuestions),
            ("结局还没有决定", OpenQuestions),
            ("Open item: the uncle's name", OpenQuestions),
            ("A follow-up on chapter 3", OpenQuestions),
            ("TODO: check the tides", OpenQuestions),
            ("Next step: the letter", OpenQuestions),
            ("待办：核对潮汐", OpenQuestions),
            ("后续要写信", OpenQuestions),
            ("第三章未完成", OpenQuestions),
            ("Used a tool to count words", ToolActivity),
            ("Ran the command twice", ToolActivity),
            ("Edited chapter 2", ToolActivity),
            ("Modified the outline", ToolActivity),
            ("Created a scene list", ToolActivity),
            ("polished the opening", ToolActivity),
            ("用工具数了字数", ToolActivity),
            ("润色了开头", ToolActivity),
            // The first match decides.
            ("Decided on the next step with a tool", Decisions),
            // Only whole words match, not parts of words.
            ("The commander sat on a stool", Topics),
            ("Lin executes the traitor", Topics),
            ("The scene failed at first and the error was hers", Topics),
            ("聊了林晚的童年", Topics),
        ] {
            assert_eq!(DailySection::of(sentence), section, "{sentence}");
        }
    }

    #[test]
    fn a_bullet_is_one_line_without_fences_markers_and_comments() {
        for (text, said) in [
            ("  - * Lin\n limps ", Some("Lin limps")),
            ("before\n```rust\nlet x;\n```\nafter", Some("before after")),
            ("cut ```short", Some("cut short")),
            ("```\nonly code", None),
            ("- ", None),
            ("-", None),
            ("", None),
            (
                "林晚 <!-- rule any.x.more | rule | confirmed --> 跛脚",
                Some("林晚 跛脚"),
            ),
            ("open <!-- rule x", Some("open rule x")),
            ("- ~~~ fenced", Some("fenced")),
        ] {
            assert_eq!(bullet(text).as_deref(), said, "{text}");
        }
        assert_eq!(
            bullet(&"字".repeat(500)).map(|text| text.chars().count()),
            Some(240)
        );
    }

    #[test]
    fn a_file_gains_what_its_sections_do_not_hold() {
        let mut sections = DailySections::default();
        for (section, text) in [
            (DailySection::Topics, "the limp"),
            (DailySection::Topics, "- the   limp"),
            (DailySection::Decisions, "left foot"),
            (DailySection::OpenQuestions, "why?"),
        ] {
            sections.add(section, text);
        }
        assert_eq!(sections.len(), 3);
        let as_text = |file: &str| {
            gained(file, &sections, Language::En)
                .into_iter()
                .map(|gain| {
                    format!(
                        "{}{}: {}",
                        if gain.new { "+" } else { "" },
                        gain.heading,
                        gain.bullets.join(" | ")
                    )
                })
                .collect::<Vec<_>>()
        };
        let new = new_file(NaiveDate::default(), Language::En);
        assert_eq!(
            new,
            "# 1970-01-01\n\n## Topics\n\n## Decisions\n\n## Tool Activity\n\n## Open Questions\n"
        );
        assert_eq!(
            as_text(&new),
            ["Topics: the limp", "Decisions: left foot", "Open Questions: why?"]
        );
        assert_eq!(
            as_text("# 2026-11-21\n## topics\n- the limp <!-- item item-1 | active -->\n## 决定\n- 左脚\n"),
            ["决定: left foot", "+Open Questions: why?"]
        );
        assert_eq!(
            as_text("# d\n## Entries\n- left foot\n"),
            ["Entries: the limp | why?"]
        );
        assert_eq!(
            as_text("# d\n## Topics\n## Entries\n"),
            ["Topics: the limp", "Entries: left foot | why?"]
        );
        assert_eq!(
            as_text("```\n## Topics\n"),
            [
                "+Topics: the limp",
                "+Decisions: left foot",
                "+Open Questions: why?"
            ]
        );
    }

    #[test]
    fn what_stood_around_a_fence_does_not_become_a_comment() {
        assert_eq!(bullet("<!-```- the ferry"), Some("<!- - the ferry".into()));
        assert_eq!(bullet("渡口<!```-- 雨"), Some("渡口<! -- 雨".into()));
    }

    proptest! {
        #[test]
        fn a_bullet_made_twice_is_made_once(text in "(?s)([-*+•~`<!>\\n a字]|```|<!--|-->|- ){0,40}") {
            if let Some(said) = bullet(&text) {
                prop_assert!(!said.contains('\n') && !said.contains("<!--") && !said.contains("```"));
                prop_assert_eq!(bullet(&said), Some(said));
            }
        }
    }
}
