//! The notes of a day from a reply, or from its entry if the reply has none.

use prose::Language;
use prose::segment::sentences;
use serde::{Deserialize, Serialize};

use crate::consolidation::reply::{Reply, Validity};
use crate::files::daily::{DailySection, DailySections};
use crate::files::history::HistoryEntry;
use crate::policy::RoutingMode;
use crate::words::{find, one_line};

/// The source of the notes of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructuredSource {
    /// The model's notes.
    Model,
    /// The model's notes, of which some were invalid.
    SalvagedModelPartial,
    /// Made from the entry, because the model returned no notes.
    SynthesizedMissing,
    /// Made from the entry, because none of the model's notes could be read.
    SynthesizedAfterInvalid,
    /// No notes: they are required, but none could be made.
    RequiredMissing,
    /// The unchanged entry, in the section that its words suggest.
    FallbackUnstructured,
}

/// The new notes of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayPlan {
    /// The notes; empty if there is nothing to write.
    pub sections: DailySections,
    /// The source of the notes.
    pub source: StructuredSource,
    /// The validity of the model's own notes.
    pub reason: Validity,
}

/// Returns the new notes of a day from a reply; `entry` is its entry for the story, if it has one.
pub fn plan(mode: RoutingMode, reply: &Reply, entry: Option<&HistoryEntry>) -> DayPlan {
    let reason = reply.daily.reason.clone();
    let (sections, source) = if !reply.daily.sections.is_empty() {
        let whole = reason == Validity::Ok;
        let source = if whole {
            StructuredSource::Model
        } else {
            StructuredSource::SalvagedModelPartial
        };
        (reply.daily.sections.clone(), source)
    } else {
        let made = entry.map(synthesised).unwrap_or_default();
        if !made.is_empty() {
            let missing = reason == Validity::Missing;
            let invalid = StructuredSource::SynthesizedAfterInvalid;
            (
                made,
                if missing {
                    StructuredSource::SynthesizedMissing
                } else {
                    invalid
                },
            )
        } else if mode == RoutingMode::Required {
            (made, StructuredSource::RequiredMissing)
        } else {
            let mut whole = DailySections::default();
            if let Some(entry) = entry {
                whole.add(DailySection::of(entry.said()), entry.said());
            }
            (whole, StructuredSource::FallbackUnstructured)
        }
    };
    DayPlan {
        sections,
        source,
        reason,
    }
}

/// The minimum length of a separate note, in characters.
const NOTE: usize = 8;
/// The maximum number of notes made from one entry.
const NOTES: usize = 4;

/// Returns notes made from an entry: its sentences, and its clauses between semicolons. There are at most four, each in
/// the section that its words suggest.
///
/// A part that is too short to be a separate note is joined to the part before it. No sentence is left out because of
/// its words: "the error was hers" and "450 words" are typical of a writer's notes. Further notes remain in the story
/// only.
fn synthesised(entry: &HistoryEntry) -> DailySections {
    let said = entry.said();
    let language = Language::of(said);
    let apart = match language {
        Language::En => " ",
        Language::Zh => "",
    };
    let mut notes: Vec<String> = Vec::new();
    let clauses = sentences(said, language)
        .into_iter()
        .flat_map(|range| said[range].split_inclusive([';', '；']));
    for clause in clauses {
        let clause = without_role(&one_line(clause.trim_end_matches([';', '；'])));
        match notes.last_mut() {
            Some(last) if last.chars().count() < NOTE || clause.chars().count() < NOTE => {
                last.push_str(apart);
                last.push_str(&clause);
            }
            _ => notes.push(clause),
        }
    }
    let mut sections = DailySections::default();
    for note in notes
        .iter()
        .filter(|note| note.chars().count() >= NOTE)
        .take(NOTES)
    {
        sections.add(DailySection::of(note), note);
    }
    sections
}

const ROLES: &[&str] = &[
    "the user",
    "user",
    "the writer",
    "the assistant",
    "assistant",
    "用户",
    "作者",
    "助手",
];
const VERBS: &[&str] = &[
    "asked",
    "asks",
    "requested",
    "requests",
    "said",
    "says",
    "mentioned",
    "explained",
    "answered",
    "replied",
    // A single character may be part of another word: 说服, 问题.
    "询问",
    "问了",
    "问道",
    "问：",
    "要求",
    "提到",
    "说了",
    "说道",
    "说：",
    "说，",
    "表示",
    "解释",
    "回答",
    "回复",
];
const LINKS: &[&str] = &["about", "that", "for", "to", "了", "道"];

/// Returns a sentence without its mention of the speaker, such as "The user asked about" or 用户询问了. A sentence that
/// would become empty is unchanged.
fn without_role(sentence: &str) -> String {
    let behind = |text: &str, words: &[&str]| {
        let lower = text.to_ascii_lowercase();
        let longest = words
            .iter()
            .filter(|word| find(&lower, &[word]).is_some_and(|found| found.start == 0));
        let length = longest.map(|word| word.len()).max()?;
        Some(text[length..].trim_start().to_owned())
    };
    let Some(rest) = behind(sentence, ROLES).and_then(|rest| behind(&rest, VERBS)) else {
        return sentence.to_owned();
    };
    let rest = behind(&rest, LINKS).unwrap_or(rest);
    let rest = rest.trim_start_matches([':', '：', ',', '，', ' ']);
    if rest.is_empty() {
        sentence.to_owned()
    } else {
        rest.to_owned()
    }
}

/// Returns whether a second, stricter request is made: the reply is not usable, or the mode asks for daily sections and
/// it has none.
pub fn wants_retry(mode: RoutingMode, reply: &Reply) -> bool {
    !reply.is_usable() || (mode != RoutingMode::Compatible && reply.daily.sections.is_empty())
}

/// Returns the reply to use after a retry, and whether the retry helped.
///
/// Of a usable first reply, only the daily sections are replaced. Its memory was fine, and a second answer to the same
/// question may contain less. The caller keeps both raw texts.
pub fn after_retry(first: Reply, second: Reply) -> (Reply, bool) {
    if !first.is_usable() {
        let helped = second.is_usable();
        return (if helped { second } else { first }, helped);
    }
    let helped = first.daily.sections.is_empty() && !second.daily.sections.is_empty();
    let daily = if helped { second.daily } else { first.daily.clone() };
    (Reply { daily, ..first }, helped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::history::normalised;
    use chrono::NaiveDateTime;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn entry(text: &str) -> HistoryEntry {
        normalised(text, NaiveDateTime::default()).expect("an entry")
    }

    fn reply(daily: &Value) -> Reply {
        Reply::of(&json!({"history_entry": "x", "daily_sections": daily}))
    }

    #[test]
    fn every_source_is_reached_in_every_mode_it_belongs_to() {
        use RoutingMode::{Compatible, Preferred, Required};
        use StructuredSource::{
            FallbackUnstructured, Model, RequiredMissing, SalvagedModelPartial, SynthesizedAfterInvalid,
            SynthesizedMissing,
        };
        let every = [Compatible, Preferred, Required];
        for (daily, said, modes, source) in [
            (json!({"topics": ["the limp"]}), "Lin limps.", &every[..], Model),
            (
                json!({"topics": ["跛脚", 3]}),
                "林晚跛脚。",
                &every,
                SalvagedModelPartial,
            ),
            (json!(null), "Lin limps on the left.", &every, SynthesizedMissing),
            (json!(null), "林晚的左脚一直跛着。", &every, SynthesizedMissing),
            (
                json!("?"),
                "Lin limps on the left.",
                &every,
                SynthesizedAfterInvalid,
            ),
            (json!({}), "林晚的左脚一直跛着。", &every, SynthesizedAfterInvalid),
            (
                json!({"topics": [3]}),
                "林晚的左脚一直跛着。",
                &every,
                SynthesizedAfterInvalid,
            ),
            (
                json!(null),
                "跛脚。",
                &[Compatible, Preferred],
                FallbackUnstructured,
            ),
            (
                json!(null),
                "Limps.",
                &[Compatible, Preferred],
                FallbackUnstructured,
            ),
            (json!(null), "跛脚。", &[Required], RequiredMissing),
            (json!(3), "Limps.", &[Required], RequiredMissing),
        ] {
            for &mode in modes {
                let plan = plan(mode, &reply(&daily), Some(&entry(said)));
                assert_eq!(plan.source, source, "{mode:?} {daily} {said}");
                assert_eq!(
                    plan.sections.is_empty(),
                    source == RequiredMissing,
                    "{mode:?} {daily}"
                );
            }
        }
    }

    #[test]
    fn a_day_goes_on_without_an_entry_for_the_story() {
        let given = plan(
            RoutingMode::Compatible,
            &reply(&json!({"decisions": ["left foot"]})),
            None,
        );
        assert_eq!((given.sections.len(), given.source), (1, StructuredSource::Model));
        let none = plan(RoutingMode::Compatible, &reply(&json!(null)), None);
        assert!(none.sections.is_empty());
    }

    fn notes(text: &str) -> Vec<String> {
        let sections = synthesised(&entry(text));
        let all = sections.sections().into_iter();
        all.flat_map(|section| {
            sections
                .of(section)
                .map(|note| format!("{}: {note}", section.key()))
                .collect::<Vec<_>>()
        })
        .collect()
    }

    #[test]
    fn notes_are_made_of_the_sentences_of_an_entry_and_no_word_is_noise() {
        assert_eq!(
            notes(
                "The user asked about the tide tables. Decided: Lin limps. She wrote 450 words; the error in ch. 404 stays failed."
            ),
            [
                "topics: the tide tables.",
                "topics: She wrote 450 words",
                "topics: the error in ch. 404 stays failed.",
                "decisions: Decided: Lin limps."
            ]
        );
        assert_eq!(
            notes(
                "用户询问了潮汐表应该怎么查。决定让林晚左脚跛。好。失败的那一场今天重写了；后续还要核对年份。"
            ),
            [
                "topics: 潮汐表应该怎么查。",
                "topics: 失败的那一场今天重写了",
                "decisions: 决定让林晚左脚跛。好。",
                "open_questions: 后续还要核对年份。"
            ]
        );
    }

    #[test]
    fn at_most_four_notes_none_too_short_and_none_that_is_only_a_role() {
        assert_eq!(
            notes(&"这一句话有十来个字的。".repeat(9)).len(),
            1,
            "the same note once"
        );
        let many: String = (0..9).map(|n| format!("Sentence number {n} of many. ")).collect();
        assert_eq!(notes(&many).len(), 4);
        assert_eq!(notes("短。"), [""; 0]);
        assert_eq!(without_role("User asked"), "User asked");
        assert_eq!(without_role("Username said"), "Username said");
        assert_eq!(without_role("助手解释了：潮汐"), "潮汐");
        assert_eq!(without_role("用户说服了编辑"), "用户说服了编辑");
        assert_eq!(
            without_role("The user asked whether Lin survives"),
            "whether Lin survives"
        );
    }

    #[test]
    fn a_retry_is_asked_for_by_mode_and_takes_nothing_away() {
        let (without, with) = (reply(&json!(null)), reply(&json!({"topics": ["the limp"]})));
        let nothing = Reply::read("no json");
        for (mode, first, wanted) in [
            (RoutingMode::Compatible, &without, false),
            (RoutingMode::Compatible, &nothing, true),
            (RoutingMode::Preferred, &without, true),
            (RoutingMode::Preferred, &with, false),
            (RoutingMode::Required, &without, true),
        ] {
            assert_eq!(wants_retry(mode, first), wanted, "{mode:?}");
        }
        let (kept, helped) = after_retry(without.clone(), with.clone());
        assert!(helped && kept.daily == with.daily && kept.history_entry == without.history_entry);
        assert_eq!(
            after_retry(without.clone(), nothing.clone()),
            (without.clone(), false)
        );
        assert_eq!(after_retry(nothing.clone(), with.clone()), (with, true));
        assert_eq!(after_retry(nothing.clone(), nothing.clone()), (nothing, false));
    }

    proptest! {
        #[test]
        fn any_entry_makes_at_most_four_short_notes(text in "\\PC{1,300}") {
            if let Ok(entry) = normalised(&text, NaiveDateTime::default()) {
                let made = synthesised(&entry);
                prop_assert!(made.len() <= NOTES);
                for section in made.sections() {
                    prop_assert!(made.of(section).all(|note| note.chars().count() <= 240));
                }
            }
        }
    }
}
