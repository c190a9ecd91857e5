//! A conversation that comes to one place after another, and a model for it. The model makes the same memory of each
//! place, however often and in whatever pieces it is asked.

use chrono::{DateTime, TimeDelta};
use desk::{Consolidation, Project, Stretch};
use memory::consolidation::message::{Conversation, Message};
use models::{Answer, Error, Model, Request};
use serde_json::json;

/// What marks the number of a message, so that the model finds it in what it is shown.
const MARK: &str = "place number ";

/// Returns the first so many messages, seven hours apart, so that they are of several days; every other one is Chinese.
pub fn conversation(count: usize) -> Conversation {
    // Long ago by any clock, because a day still to come is not believed.
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

/// Returns the day of a message, as its daily file is named in UTC.
pub fn daily(number: usize) -> String {
    let conversation = conversation(number + 1);
    let at = conversation.messages.last().map(|message| message.at);
    format!("{}.md", at.unwrap_or_default().date_naive())
}

/// Returns the name of a place that no other has: three syllables of twenty, or three characters.
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

/// Returns what is to be known of a place in every later conversation.
pub fn fact(number: usize) -> String {
    let name = name(number);
    if number.is_multiple_of(2) {
        format!("The bridge of {name} is closed at night")
    } else {
        format!("{name}的桥夜里不开")
    }
}

/// Returns what is noted of a place in the day's file.
pub fn topic(number: usize) -> String {
    format!("Came to {0} 走到{0}", name(number))
}

/// Returns what was learned at a place for some weeks.
pub fn insight(number: usize) -> String {
    format!("Read {0} aloud 念出{0}", name(number))
}

/// Returns the line of the story about a place, without its time.
pub fn story(number: usize) -> String {
    format!("Walked to {0}. 走去{0}。", name(number))
}

/// Returns a line of the writer's own that the model asks to retire at every fourth place, which makes a proposal of it.
pub fn hers(number: usize) -> String {
    format!("她自己写的第 {number} 处 Place {number} of her own")
}

/// Returns whether the fact before that of a place is retired when the place is told of.
pub fn retires(number: usize) -> bool {
    number % 3 == 2
}

/// The model. It can read one place at once, and before it answers something else may happen.
pub struct Walker<F> {
    /// What happens before the answer to the message of a number.
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

/// Makes memory of the first so many messages.
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
