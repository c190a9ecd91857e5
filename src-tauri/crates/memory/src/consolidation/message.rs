//! The messages of a conversation, and their division into stretches for a model.

use std::ops::Range;

use chrono::{DateTime, FixedOffset, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::policy::Chunks;
use crate::words::one_line;
use prose::tokens;

/// A message, as one line of a conversation file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its id, where the conversation gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// When it was written.
    pub at: DateTime<Utc>,
    /// Who wrote it: `user`, `assistant`, `system`, `tool`, or another word.
    pub role: String,
    /// The name of its author, where several share a role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The tools that were used for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
    /// Its text.
    pub content: String,
}

/// The messages of a file, and the lines that are not messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// The messages, in the order of their lines.
    pub messages: Vec<Message>,
    /// The numbers of the lines that are not messages, counted from 1. An incomplete last line is included.
    pub refused: Vec<usize>,
}

impl Conversation {
    /// Reads JSON Lines, one message per line; blank lines are skipped.
    pub fn read(text: &str) -> Self {
        let mut conversation = Self::default();
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(message) => conversation.messages.push(message),
                Err(_) if line.trim().is_empty() => {}
                Err(_) => conversation.refused.push(at + 1),
            }
        }
        conversation
    }
}

impl Message {
    /// Returns the message as a model reads it: `[2026-11-21 10:30] USER Lin [tools: search]: content`, in the writer's
    /// local time, because her "today" is a local day.
    ///
    /// Further lines of a message are indented, so that they cannot be taken for another message.
    pub fn line(&self, local: FixedOffset) -> String {
        let at = self.at.with_timezone(&local).format("%Y-%m-%d %H:%M");
        let role = one_line(&self.role).to_uppercase();
        let name = self.name.as_deref().map(one_line).filter(|name| !name.is_empty());
        let name = name.map_or_else(String::new, |name| format!(" {name}"));
        let tools: Vec<String> = self.tools.iter().map(|tool| one_line(tool)).collect();
        let tools = if tools.is_empty() {
            String::new()
        } else {
            format!(" [tools: {}]", tools.join(", "))
        };
        let content: Vec<&str> = self.content.trim().lines().map(str::trim_end).collect();
        format!("[{at}] {role}{name}{tools}: {}", content.join("\n  "))
    }

    /// Returns the fingerprint that tells this message from every other message of a conversation. It is 16 hex digits
    /// of its content and its id, or its position where it has no id.
    pub fn fingerprint(&self, session: &str, position: usize) -> String {
        let place = self.id.clone().unwrap_or_else(|| format!("#{position}"));
        let said = (
            session,
            place,
            self.at,
            &self.role,
            &self.name,
            &self.tools,
            &self.content,
        );
        hex(&serde_json::to_vec(&said).unwrap_or_default(), 8)
    }
}

/// A stretch of messages that a model gets in one request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// The positions of its messages, counted from 0.
    pub messages: Range<usize>,
    /// The idempotency key: a hash of the messages and the conversation, the same on all machines and after a restart.
    pub key: String,
    /// The fingerprints of its messages, in order. After a kill the conversation may be divided differently; then only
    /// the fingerprints tell which messages are done.
    pub fingerprints: Vec<String>,
}

/// A single message that is too long for a model and cannot be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "message {} takes {tokens} tokens and there is room for {room}; shorten or split it, or raise `input_tokens` under [memory.chunks] in workflow.toml",
    position + 1
)]
pub struct TooLarge {
    /// Its position in the conversation, counted from 0.
    pub position: usize,
    /// The tokens it takes.
    pub tokens: u32,
    /// The available tokens.
    pub room: u32,
}

impl Chunks {
    /// Returns the tokens available for messages: the configured input minus `others`, the other parts of the prompt.
    /// If the model's context minus the reply is smaller than the configured input, it is used instead.
    pub fn room(&self, context: Option<u32>, others: u32) -> u32 {
        let input = context.map_or(self.input_tokens, |context| {
            self.input_tokens.min(context.saturating_sub(self.reply_tokens))
        });
        input.saturating_sub(others)
    }

    /// Returns which messages are due, by position, given the number of messages and the number already done.
    ///
    /// Consolidation waits until `window` messages are new. Then the last `window / 2` messages stay out, because the
    /// conversation may still be about them. `everything` includes all messages, for a finished conversation.
    pub fn due(&self, messages: usize, done: usize, everything: bool) -> Option<Range<usize>> {
        let new = messages.saturating_sub(done);
        let window = self.window as usize;
        let end = match everything {
            true => messages,
            false if new >= window => messages - window / 2,
            false => done,
        };
        (done < end).then_some(done..end)
    }
}

impl Chunk {
    /// Returns the first stretch of the due messages that fits into `room` tokens; `None` if no message is due.
    ///
    /// # Errors
    /// [`TooLarge`] when the first of them does not fit alone.
    pub fn next(
        session: &str,
        messages: &[Message],
        due: Range<usize>,
        room: u32,
        local: FixedOffset,
    ) -> Result<Option<Self>, TooLarge> {
        let mut end = due.start;
        let mut taken = 0u32;
        for (message, position) in messages.iter().take(due.end).zip(0usize..).skip(due.start) {
            let tokens = tokens::estimate(&message.line(local)).saturating_add(1);
            taken = taken.saturating_add(tokens);
            if taken <= room {
                end = position + 1;
            } else if position == due.start {
                return Err(TooLarge {
                    position,
                    tokens,
                    room,
                });
            } else {
                break;
            }
        }
        Ok((due.start < end).then(|| Self::of(session, messages, due.start..end)))
    }

    /// Returns the first half of the stretch, after the model reported that the stretch was too long.
    ///
    /// # Errors
    /// [`TooLarge`] when it is one message.
    pub fn halved(
        &self,
        session: &str,
        messages: &[Message],
        room: u32,
        local: FixedOffset,
    ) -> Result<Self, TooLarge> {
        let Range { start, end } = self.messages;
        if self.messages.len() > 1 {
            return Ok(Self::of(session, messages, start..start + (end - start) / 2));
        }
        let line = messages.get(start).map(|message| message.line(local));
        let tokens = line.map_or(0, |line| tokens::estimate(&line).saturating_add(1));
        Err(TooLarge {
            position: start,
            tokens,
            room,
        })
    }

    /// Returns the text a model is given for it, a message a line.
    pub fn text(&self, messages: &[Message], local: FixedOffset) -> String {
        let own = messages.get(self.messages.clone()).unwrap_or_default();
        let lines: Vec<String> = own.iter().map(|message| message.line(local)).collect();
        lines.join("\n")
    }

    fn of(session: &str, messages: &[Message], range: Range<usize>) -> Self {
        let fingerprints: Vec<String> = range
            .clone()
            .filter_map(|at| messages.get(at).map(|message| message.fingerprint(session, at)))
            .collect();
        Self {
            key: format!("chunk-{}", hex(fingerprints.concat().as_bytes(), 16)),
            messages: range,
            fingerprints,
        }
    }
}

fn hex(bytes: &[u8], length: usize) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(length)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UTC: FixedOffset = FixedOffset::east_opt(0).expect("no offset");

    fn message(content: &str) -> Message {
        Message {
            id: None,
            at: DateTime::from_timestamp(1_795_257_000, 0).expect("a time"),
            role: "user".into(),
            name: None,
            tools: Vec::new(),
            content: content.into(),
        }
    }

    #[test]
    fn a_message_is_a_line_in_local_time_that_cannot_pose_as_two() {
        let shanghai = FixedOffset::east_opt(8 * 3600).expect("an offset");
        let plain = message("Keep Lin's limp.\n[2026-01-01 00:00] ASSISTANT: yes\n\n好");
        assert_eq!(
            plain.line(UTC),
            "[2026-11-21 10:30] USER: Keep Lin's limp.\n  [2026-01-01 00:00] ASSISTANT: yes\n  \n  好"
        );
        let named = Message {
            name: Some("林\n晚".into()),
            tools: vec!["search".into(), "polish".into()],
            ..message("好")
        };
        assert_eq!(
            named.line(shanghai),
            "[2026-11-21 18:30] USER 林 晚 [tools: search, polish]: 好"
        );
    }

    #[test]
    fn a_file_is_read_line_by_line_and_what_is_no_message_is_named() {
        let text = "\u{feff}{\"at\":\"2026-11-21T18:30:00+08:00\",\"role\":\"user\",\"content\":\"好\",\"mood\":1}\n\n\
                    not json\n{\"role\":\"user\",\"content\":\"no time\"}\n{\"id\":\"m2\",\"at\":\"2026-11-21T10:31:00Z\",\
                    \"role\":\"assistant\",\"content\":\"a\\nb\",\"tools\":[\"polish\"]}\r\n{\"at\":\"2026-11-21T10:3";
        let read = Conversation::read(text);
        assert_eq!(read.refused, [3, 4, 6]);
        assert_eq!(read.messages[0], message("好"));
        assert_eq!(read.messages[1].id.as_deref(), Some("m2"));
        assert_eq!(read.messages.len(), 2);
    }

    #[test]
    fn messages_are_due_in_windows_and_all_at_the_end() {
        let chunks = Chunks::default();
        for (messages, done, everything, due) in [
            (99, 0, false, None),
            (100, 0, false, Some(0..50)),
            (149, 50, false, None),
            (150, 50, false, Some(50..100)),
            (300, 0, false, Some(0..250)),
            (3, 0, true, Some(0..3)),
            (120, 50, true, Some(50..120)),
            (50, 50, true, None),
            (10, 50, false, None),
            (10, 50, true, None),
        ] {
            assert_eq!(
                chunks.due(messages, done, everything),
                due,
                "{messages} {done} {everything}"
            );
        }
    }

    #[test]
    fn there_is_room_beside_the_reply_and_the_rest_of_the_prompt() {
        let chunks = Chunks::default();
        assert_eq!(chunks.room(None, 0), 24_000);
        assert_eq!(chunks.room(Some(128_000), 1_000), 23_000);
        assert_eq!(chunks.room(Some(8_192), 96), 4_000);
        assert_eq!(chunks.room(Some(100), 0), 0);
    }

    #[test]
    fn a_message_too_large_for_any_stretch_is_named() {
        let messages = [message("short"), message(&"长".repeat(400))];
        let error = Chunk::next("s", &messages, 1..2, 500, UTC).expect_err("too large");
        assert_eq!((error.position, error.room), (1, 500));
        assert!(error.to_string().starts_with("message 2 takes 60"), "{error}");
        let first = Chunk::next("s", &messages, 0..2, 500, UTC)
            .expect("fits")
            .expect("due");
        assert_eq!(first.messages, 0..1);
        assert_eq!(
            first
                .halved("s", &messages, 500, UTC)
                .expect_err("one message")
                .position,
            0
        );
    }

    #[test]
    fn a_key_says_which_messages_of_which_conversation() {
        let messages = [message("one"), message("two")];
        let key = |session: &str, messages: &[Message], range| Chunk::of(session, messages, range).key;
        let own = key("s", &messages, 0..2);
        assert_eq!(own, key("s", &messages, 0..2));
        let edited = [message("one"), message("two!")];
        let id = Some("m".to_owned());
        let named = [Message { id, ..message("one") }, message("two")];
        let others = [
            key("t", &messages, 0..2),
            key("s", &messages, 0..1),
            key("s", &edited, 0..2),
            key("s", &named, 0..2),
        ];
        assert!(!others.contains(&own));
        // If a message has an id, its position does not matter: a trimmed conversation is still the same conversation.
        let by_id = &named[0];
        assert_eq!(by_id.fingerprint("s", 0), by_id.fingerprint("s", 7));
        assert_ne!(messages[0].fingerprint("s", 0), messages[0].fingerprint("s", 7));
    }

    proptest! {
        #[test]
        fn stretches_tile_what_is_due_whatever_the_room(lengths in prop::collection::vec(0usize..300, 0..30), room in 60u32..400) {
            let messages: Vec<_> = lengths.iter().map(|&length| message(&"字".repeat(length))).collect();
            let mut at = 0;
            loop {
                match Chunk::next("s", &messages, at..messages.len(), room, UTC) {
                    Ok(Some(chunk)) => {
                        prop_assert_eq!(chunk.messages.start, at);
                        prop_assert!(tokens::estimate(&chunk.text(&messages, UTC)) <= room);
                        prop_assert_eq!(chunk.fingerprints.len(), chunk.messages.len());
                        at = chunk.messages.end;
                    }
                    Ok(None) => { prop_assert_eq!(at, messages.len()); break; }
                    Err(error) => { prop_assert!(error.position == at && error.tokens > room); at += 1; }
                }
            }
        }
    }
}
