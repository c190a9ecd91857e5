//! The notes of a day made without a model: the manuscripts worked on, the rules learned and decided, the skills used,
//! and the open questions.

use std::collections::BTreeMap;

use prose::Language;

use crate::files::daily::{DailySection, DailySections};
use learning::wording::skill_name;

/// The events of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// For each manuscript, by its path in the project: its words or Han characters before its first and after its last
    /// change.
    pub worked: BTreeMap<String, (u64, u64)>,
    /// For each skill: the number of offers, and the number of accepted candidates.
    pub skills: BTreeMap<String, (u32, u32)>,
    /// The number of revisions of the writer's own passages.
    pub revised: u32,
    /// Rules that passed the test.
    pub learned: Vec<String>,
    /// Rules she wrote.
    pub written: Vec<String>,
    /// Rules she confirmed.
    pub confirmed: Vec<String>,
    /// Rules she rejected.
    pub refused: Vec<String>,
    /// The number of questions she answered.
    pub answered: u32,
    /// The rules of the questions that wait for her.
    pub waiting: Vec<String>,
}

/// Returns the notes of a day, in the order of its sections.
pub fn notes(happened: &Happened, language: Language) -> DailySections {
    let mut notes = DailySections::default();
    for (path, &(first, last)) in &happened.worked {
        notes.add(DailySection::Topics, &worked(path, first, last, language));
    }
    for (rules, en, zh) in [
        (&happened.learned, "Learned", "学到"),
        (&happened.written, "Written by hand", "亲手写下"),
        (&happened.confirmed, "Confirmed", "确认"),
        (&happened.refused, "Refused", "拒绝"),
    ] {
        for rule in rules {
            let note = match language {
                Language::En => format!("{en}: {rule}"),
                Language::Zh => format!("{zh}：{rule}"),
            };
            notes.add(DailySection::Decisions, &note);
        }
    }
    if happened.answered > 0 {
        let note = match (language, happened.answered) {
            (Language::En, 1) => "Answered a question".to_owned(),
            (Language::En, count) => format!("Answered {count} questions"),
            (Language::Zh, count) => format!("回答了{count}个提问"),
        };
        notes.add(DailySection::Decisions, &note);
    }
    for (skill, &(offered, taken)) in &happened.skills {
        let skill = skill_name(skill, language);
        let note = match language {
            Language::En => format!("Asked for candidates when {skill}: {offered}, taken {taken}"),
            Language::Zh => format!("{skill}：给出{offered}次候选，采用{taken}次"),
        };
        notes.add(DailySection::ToolActivity, &note);
    }
    if happened.revised > 0 {
        let note = match (language, happened.revised) {
            (Language::En, 1) => "Revised one passage by hand".to_owned(),
            (Language::En, count) => format!("Revised {count} passages by hand"),
            (Language::Zh, count) => format!("亲手修改了{count}处"),
        };
        notes.add(DailySection::ToolActivity, &note);
    }
    for rule in &happened.waiting {
        let note = match language {
            Language::En => format!("A question waits: {rule}"),
            Language::Zh => format!("有提问待答：{rule}"),
        };
        notes.add(DailySection::OpenQuestions, &note);
    }
    notes
}

fn worked(path: &str, first: u64, last: u64, language: Language) -> String {
    let change = i128::from(last) - i128::from(first);
    match (language, change) {
        (Language::En, 0) => format!("{path}: {last} words, as many as before"),
        (Language::En, _) => format!("{path}: {change:+} words, {last} now"),
        (Language::Zh, 0) => format!("{path}：共{last}字，字数未变"),
        (Language::Zh, _) => format!("{path}：{change:+}字，共{last}字"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_told_in_both_languages() {
        let happened = Happened {
            worked: BTreeMap::from([
                ("第一章.md".into(), (1200, 1650)),
                ("two.md".into(), (300, 300)),
                ("three.md".into(), (500, 380)),
            ]),
            skills: BTreeMap::from([("polish".into(), (6, 4))]),
            revised: 2,
            learned: vec!["Action scenes: prefers short sentences".into()],
            written: vec!["时态：过去时".into()],
            confirmed: vec![],
            refused: vec!["Prefers fewer commas".into()],
            answered: 1,
            waiting: vec!["Prefers long sentences".into()],
        };
        let told = |language| {
            let notes = notes(&happened, language);
            notes
                .sections()
                .into_iter()
                .map(|section| {
                    (
                        section.key(),
                        notes.of(section).map(str::to_owned).collect::<Vec<_>>(),
                    )
                })
                .collect::<Vec<_>>()
        };
        let en = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            told(Language::En),
            [
                (
                    "topics",
                    en(&[
                        "three.md: -120 words, 380 now",
                        "two.md: 300 words, as many as before",
                        "第一章.md: +450 words, 1650 now",
                    ])
                ),
                (
                    "decisions",
                    en(&[
                        "Learned: Action scenes: prefers short sentences",
                        "Written by hand: 时态：过去时",
                        "Refused: Prefers fewer commas",
                        "Answered a question",
                    ])
                ),
                (
                    "tool_activity",
                    en(&[
                        "Asked for candidates when polishing: 6, taken 4",
                        "Revised 2 passages by hand"
                    ])
                ),
                (
                    "open_questions",
                    en(&["A question waits: Prefers long sentences"])
                ),
            ]
        );
        assert_eq!(told(Language::Zh)[0].1[2], "第一章.md：+450字，共1650字");
        assert_eq!(
            told(Language::Zh)[2].1,
            ["润色：给出6次候选，采用4次", "亲手修改了2处"]
        );
    }

    #[test]
    fn a_day_on_which_nothing_happened_has_no_notes() {
        assert!(notes(&Happened::default(), Language::Zh).is_empty());
    }
}
