//! A conversation about a walk from place to place, and a model for it. The model returns the same memory for a place,
//! however often it is asked and however the conversation is divided.

use chrono::{DateTime, TimeDelta};
use desk::{Consolidation, Project, Stretch};
use memory::consolidation::message::{Conversation, Message};
use models::{Answer, Error, Model, Request};
use serde_json::json;

/// Marks the number of a message, so that the model finds the number in its prompt.
const MARK: &str = "place number ";

/// Returns the first `count` messages. They are seven hours apart, so they span several days; every second one is
/// Chinese.
pub fn conversation(count: usize) -> Conversation {
    // A date in the past of any clock, because the desk rejects a date in the future.
    let start = DateTime::from_timestamp(1_704_182_400, 0).unwrap_or_default();
    let message = |number: usize| Message {
        id: Some(format!("m{number}")),
        at: start + TimeDelta::hours(7 * i64::try_from(number).unwrap_or(0)),
        role: "user".into(),
        name: None,
        tools: Vec::new(),
        content: format!("{MARK}{number}, {}. 走到了{}。", name(number), name(number)),
    };
    Conversation {
        messages: (0..count).map(message).collect(),
        refused: Vec::new(),
    }
}

/// Returns the day of a message in UTC, as its daily file is named.
pub fn daily(number: usize) -> String {
    let conversation = conversation(number + 1);
    let at = conversation.messages.last().map(|message| message.at);
    format!("{}.md", at.unwrap_or_default().date_naive())
}

/// Returns the unique name of a place: three syllables out of twenty, or three Chinese characters.
pub fn name(number: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ke", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "we",
        "xi", "yo", "zu",
    ];
    const CHARACTERS: [&str; 20] = [
        "巴", "克", "迪", "佛", "古", "哈", "杰", "奇", "洛", "木", "纳", "佩", "里", "索", "图", "瓦", "维",
        "西", "约", "祖",
    ];
    let parts = if number.is_multiple_of(2) {
        SYLLABLES
    } else {
        CHARACTERS
    };
    [number, number / 20, number / 400]
        .map(|digit| parts[digit % parts.len()])
        .concat()
}

/// Returns the fact about a place that belongs in long-term memory.
pub fn fact(number: usize) -> String {
    let name = name(number);
    if number.is_multiple_of(2) {
        format!("The bridge of {name} is closed at night")
    } else {
        format!("{name}的桥夜里不开")
    }
}

/// Returns the topic about a place that belongs in the daily file.
pub fn topic(number: usize) -> String {
    format!("Came to {0} 走到{0}", name(number))
}

/// Returns the insight from a place, which expires after some weeks.
pub fn insight(number: usize) -> String {
    format!("Read {0} aloud 念出{0}", name(number))
}

/// Returns the story line about a place, without its time.
pub fn story(number: usize) -> String {
    format!("Walked to {0}. 走去{0}。", name(number))
}

/// Returns a line by the writer herself. At every fourth place the model asks to retire it, which becomes a proposal.
pub fn hers(number: usize) -> String {
    format!("她自己写的第 {number} 处 Place {number} of her own")
}

/// Returns whether the message about a place retires the fact of the place before.
pub fn retires(number: usize) -> bool {
    number % 3 == 2
}

/// The model. It reads one place at a time, and calls `before` before it answers.
pub struct Walker<F> {
    /// Called with the number of a message before its answer.
    pub before: F,
}

impl<F: Fn(usize) + Send + Sync> Model for Walker<F> {
    fn answer(&self, request: &Request) -> Result<Answer, Error> {
        let numbers: Vec<usize> = request
            .input
            .split(MARK)
            .skip(1)
            .filter_map(|rest| rest.split(',').next()?.parse().ok())
            .collect();
        let [number] = numbers[..] else {
            return Err(Error::Overflow);
        };
        (self.before)(number);
        let mut update = format!("## Places\n- {}\n", fact(number));
        if retires(number) {
            update.push_str(&format!("- [retire] {}\n", fact(number - 1)));
        }
        if number % 4 == 1 {
            update.push_str(&format!("- [retire] {}\n", hers(number / 4)));
        }
        let reply = json!({
            "history_entry": story(number),
            "memory_update": update,
            "daily_sections": {
                "topics": [topic(number)], "decisions": [], "tool_activity": [], "open_questions": [],
            },
            "insights_update": format!("- [2024-01-02] {}", insight(number)),
        });
        Ok(Answer::Call(reply.to_string()))
    }
}

/// Consolidates the first `count` messages.
pub fn consolidate(
    project: &Project,
    count: usize,
    before: impl Fn(usize) + Send + Sync,
) -> desk::Result<Vec<Stretch>> {
    let what = Consolidation {
        session: "walk",
        conversation: &conversation(count),
        everything: true,
        dry_run: false,
    };
    project.store().consolidate(&what, &Walker { before })
}
