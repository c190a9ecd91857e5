//! Consolidation: a conversation becomes memory, while the writer goes on writing.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDateTime, Utc};
use memory::RunKind;
use memory::consolidation::message::{Chunk, Conversation, Message};
use memory::consolidation::pipeline::{self, Changes, Input, MemoryTexts, Meter};
use memory::consolidation::prompt::{self, Insistence, Shown};
use memory::consolidation::reply::Reply;
use memory::consolidation::routing;
use memory::journal::{Consolidated, MEMORY_FILE};
use memory::metrics::Outcome;
use memory::policy::{Decision, Policies, Step};
use models::{Answer, Model, Request, Tool};
use prose::{Language, tokens};
use serde::Serialize;

use crate::memory_root::change::{Change, Known};
use crate::memory_root::draft::Draft;
use crate::{Error, Result, Store};

/// A conversation to consolidate.
#[derive(Clone, Copy, Debug)]
pub struct Consolidation<'a> {
    /// The id of the conversation.
    pub session: &'a str,
    /// Its messages, from the first.
    pub conversation: &'a Conversation,
    /// Whether all messages are consolidated, because the conversation is over. Otherwise the latest messages are left
    /// out, since they are still being talked about.
    pub everything: bool,
    /// Whether to report only what would be done with the first stretch.
    pub dry_run: bool,
}

/// The outcome for one stretch of a conversation.
#[derive(Clone, Debug, Serialize)]
pub struct Stretch {
    /// The run; `None` for a dry run.
    pub run_id: Option<String>,
    /// The positions of its first message and of the message behind its last, counted from 0.
    pub messages: (usize, usize),
    /// The outcome for the long-term memory.
    pub outcome: Outcome,
    /// Why the guard refused the update.
    pub guard_reason: Option<memory::consolidation::guard::Refusal>,
    /// The files that changed, relative to the memory root.
    pub files: Vec<String>,
    /// How many changes of the writer's own lines wait for her now.
    pub proposals: usize,
    /// `MEMORY.md` is too long because of the writer's own text in it.
    pub too_long: bool,
    /// The measurements of each step.
    pub meters: Vec<Meter>,
    /// The decisions, each with its policy and reason.
    pub decisions: Vec<Decision>,
}

/// A run's record of the model's answers and their outcome, in `history/<run>/consolidation.json`. It also has every
/// text that a step left out of the files.
#[derive(Serialize)]
struct Record<'a> {
    session: &'a str,
    chunk: &'a Chunk,
    /// Every answer of the model, unchanged, also an answer that was not good enough.
    replies: &'a [String],
    update: Option<&'a str>,
    outcome: Outcome,
    removals: &'a [memory::consolidation::sanitize::Removal],
    conflicts: &'a [memory::consolidation::preferences::Conflict],
    account: &'a memory::consolidation::account::Account,
    decisions: &'a [Decision],
    meters: &'a [Meter],
}

/// A reply on its way into the files.
struct Answered {
    reply: Reply,
    /// Every answer, unchanged.
    replies: Vec<String>,
    shown: Shown,
    insisted: bool,
}

impl Store {
    /// Consolidates a conversation, one stretch after another, each in a run of its own.
    ///
    /// Messages that were consolidated before are skipped, whichever run did it and wherever the stretches were cut. So
    /// a consolidation that was killed is continued by calling this again. The files are read only after the model has
    /// answered. So no text that is written into them meanwhile is lost, however long the answer takes.
    ///
    /// # Errors
    /// `MEMORY_MODEL_UNAVAILABLE`, `MEMORY_REPLY_UNUSABLE` and `MEMORY_MESSAGE_TOO_LARGE`: then the stretch is still
    /// due, and the stretches before it are done. `MEMORY_UNACCOUNTED` when a line would be lost, which no reply can
    /// cause. Also the errors of reading or writing the files.
    pub fn consolidate(&self, what: &Consolidation<'_>, model: &dyn Model) -> Result<Vec<Stretch>> {
        let (policies, _) = self.memory.policies();
        let messages = &what.conversation.messages;
        let fingerprints = messages.iter().enumerate();
        let fingerprints: Vec<String> = fingerprints
            .map(|(position, message)| message.fingerprint(what.session, position))
            .collect();
        let mut stretches = Vec::new();
        loop {
            let done = self.seen_to(what.session)?;
            let seen = fingerprints
                .iter()
                .take_while(|print| done.contains(*print))
                .count();
            let Some(due) = policies.chunks.due(messages.len(), seen, what.everything) else {
                return Ok(stretches);
            };
            let local = (self.ports.local)(self.memory.now());
            let memory = self
                .memory
                .memory_as_it_is()?
                .map(|file| file.text)
                .unwrap_or_default();
            let text: String = messages[due.clone()]
                .iter()
                .map(|message| message.content.as_str())
                .collect();
            let language = Language::of(&text);
            let instructions = tokens::estimate(&prompt::instructions(language, Insistence::Insisted));
            // At least half of the room is for the conversation.
            let room = policies.chunks.room(None, instructions);
            let shown = prompt::shown(&memory, room / 2, language);
            let room = room.saturating_sub(tokens::estimate(&shown.text));
            let Some(mut chunk) = Chunk::next(what.session, messages, due, room, local)? else {
                return Ok(stretches);
            };
            let answered = loop {
                let lines = chunk.text(messages, local);
                match ask(model, &policies, language, shown.clone(), &lines) {
                    Ok(answered) => break answered?,
                    Err(TooMuch) => chunk = chunk.halved(what.session, messages, room, local)?,
                }
            };
            let said = messages[chunk.messages.clone()]
                .iter()
                .map(|message| message.at.with_timezone(&local).naive_local())
                .max()
                .unwrap_or_default();
            let stretch = self.take_in(what, &chunk, &answered, &policies, language, said)?;
            // `None`: another desk consolidated the stretch while the model was answering.
            stretches.extend(stretch);
            if what.dry_run {
                return Ok(stretches);
            }
        }
    }

    /// Returns the fingerprints of the messages of a conversation that have become memory. Messages of a consolidation
    /// that was taken back count too: they are not consolidated again automatically.
    fn seen_to(&self, session: &str) -> Result<BTreeSet<String>> {
        self.memory.catch_up()?;
        Ok(self.memory.index.snapshot()?.seen_messages(session)?)
    }

    /// Takes a reply into the files in one run; `None` where another desk was faster.
    fn take_in(
        &self,
        what: &Consolidation<'_>,
        chunk: &Chunk,
        answered: &Answered,
        policies: &Policies,
        language: Language,
        said: NaiveDateTime,
    ) -> Result<Option<Stretch>> {
        let run_id = (self.ports.new_id)();
        let day = format!("{}.md", pipeline::day(&answered.reply, said));
        let drafted = |known: &Known, draft: &mut Draft<'_>| -> Result<(Change, Stretch)> {
            let files = read(draft, &day)?;
            let mut changes = pipeline::consolidated(Input {
                reply: &answered.reply,
                files: &files,
                policies,
                session: what.session,
                run_id: &run_id,
                now: known.now,
                said,
                language,
                seen: Some(&answered.shown),
                insisted: answered.insisted,
            })?;
            if answered.shown.cut {
                let why = "the memory is longer than a model can be given; it takes out nothing it was not shown, and replaces no section it was shown in part";
                let cut = policies.decision(Step::Chunk, "chunks.input_tokens", "truncated", why);
                changes.decisions.insert(0, cut);
            }
            let changed = write(draft, &files, &changes, &day)?;
            if !what.dry_run {
                self.keep_record(what, &run_id, chunk, &answered.replies, &changes)?;
            }
            let stretch = Stretch {
                run_id: (!what.dry_run).then(|| run_id.clone()),
                messages: (chunk.messages.start, chunk.messages.end),
                outcome: changes.outcome,
                guard_reason: changes.refused,
                files: changed,
                proposals: changes.proposals.len(),
                too_long: changes.ask,
                meters: changes.meters,
                decisions: changes.decisions,
            };
            let change = Change {
                run_id: Some(run_id.clone()),
                consolidated: Some(Box::new(Consolidated {
                    session: what.session.to_owned(),
                    chunk: chunk.clone(),
                    said: times(&what.conversation.messages[chunk.messages.clone()]),
                })),
                proposed: changes.proposals,
                rows: changes.rows,
                ..Change::default()
            };
            Ok((change, stretch))
        };
        if what.dry_run {
            let memory = self.memory.memory_as_it_is()?.map(|file| file.encode(&file.text));
            let (_, stretch) = drafted(&self.memory.known()?, &mut Draft::of(&self.memory.folder, memory))?;
            return Ok(Some(stretch));
        }
        let outcome = RefCell::new(None);
        let run = self.memory.change_if(RunKind::Consolidate, |known, draft| {
            let done = self.seen_to(what.session)?;
            if chunk
                .fingerprints
                .iter()
                .any(|fingerprint| done.contains(fingerprint))
            {
                return Ok(None);
            }
            let (change, stretch) = drafted(known, draft)?;
            outcome.replace(Some(stretch));
            Ok(Some(change))
        })?;
        Ok(run.and(outcome.into_inner()))
    }

    fn keep_record(
        &self,
        what: &Consolidation<'_>,
        run_id: &str,
        chunk: &Chunk,
        replies: &[String],
        changes: &Changes,
    ) -> Result<()> {
        let record = Record {
            session: what.session,
            chunk,
            replies,
            update: changes.update.as_deref(),
            outcome: changes.outcome,
            removals: &changes.removals,
            conflicts: &changes.conflicts,
            account: &changes.account,
            decisions: &changes.decisions,
            meters: &changes.meters,
        };
        let bytes = serde_json::to_vec(&record).map_err(|_| Error::Unwritable {
            what: "the record of a consolidation",
        })?;
        let path = self
            .memory
            .folder
            .at(&format!("history/{}/consolidation.json", run_id))?;
        let folder = path.parent().unwrap_or(&path);
        vault::create_folders(&*self.ports.disk, self.memory.folder.path(), folder)?;
        vault::write_atomic(&*self.ports.disk, &path, &bytes)?;
        Ok(())
    }
}

/// Returns when the first and the last of some messages were written.
fn times(messages: &[Message]) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let times = || messages.iter().map(|message| message.at);
    times().min().zip(times().max())
}

/// The model reports that its input is too long.
struct TooMuch;

/// Asks a model, and asks once more if its answer is not good enough.
fn ask(
    model: &dyn Model,
    policies: &Policies,
    language: Language,
    shown: Shown,
    messages: &str,
) -> std::result::Result<Result<Answered>, TooMuch> {
    let input = prompt::input(language, &shown.text, messages);
    let answer = |insistence| {
        let request = Request {
            instructions: prompt::instructions(language, insistence),
            input: input.clone(),
            tool: Tool {
                name: prompt::TOOL,
                schema: prompt::SCHEMA,
            },
        };
        match model.answer(&request) {
            Ok(Answer::Call(raw) | Answer::Words(raw)) => Ok(Ok(Reply::read(&raw))),
            Err(models::Error::Overflow) => Err(TooMuch),
            Err(models::Error::Unavailable) => Ok(Err(Error::Model)),
        }
    };
    let mut reply = match answer(Insistence::Asked)? {
        Ok(reply) => reply,
        Err(error) => return Ok(Err(error)),
    };
    let mut replies = vec![reply.raw.clone()];
    let mut insisted = false;
    for _ in 0..policies.retry.attempts {
        let usable = reply.is_usable();
        if usable && !routing::wants_retry(policies.routing.mode, &reply) {
            break;
        }
        insisted = true;
        let again = match answer(Insistence::Insisted) {
            // The more insistent request is longer and may not fit. A usable first answer is not given up for it.
            Err(TooMuch) if usable => break,
            again => again?,
        };
        replies.extend(again.iter().map(|again| again.raw.clone()));
        match again {
            Ok(second) if !usable => reply = second,
            Ok(second) => (reply, _) = routing::after_retry(reply, second),
            // The usable first answer is better than none.
            Err(_) if usable => break,
            Err(error) => return Ok(Err(error)),
        }
    }
    if !reply.is_usable() {
        return Ok(Err(Error::Reply));
    }
    Ok(Ok(Answered {
        reply,
        replies,
        shown,
        insisted,
    }))
}

const ARCHIVE: &str = "archive/MEMORY.md";
const INSIGHTS: &str = "INSIGHTS.md";
const HISTORY: &str = "HISTORY.md";

fn read(draft: &mut Draft<'_>, day: &str) -> Result<MemoryTexts> {
    let mut text =
        |path: &str| -> Result<String> { Ok(draft.text(path)?.map(|file| file.text).unwrap_or_default()) };
    Ok(MemoryTexts {
        memory: text(MEMORY_FILE)?,
        archive: text(ARCHIVE)?,
        insights: text(INSIGHTS)?,
        history: text(HISTORY)?,
        day: text(day)?,
    })
}

/// Writes the changed files into the draft; returns their paths.
fn write(draft: &mut Draft<'_>, before: &MemoryTexts, changes: &Changes, day: &str) -> Result<Vec<String>> {
    let after = &changes.files;
    let files: BTreeMap<&str, (&String, &String)> = BTreeMap::from([
        (MEMORY_FILE, (&before.memory, &after.memory)),
        (ARCHIVE, (&before.archive, &after.archive)),
        (INSIGHTS, (&before.insights, &after.insights)),
        (HISTORY, (&before.history, &after.history)),
        (day, (&before.day, &after.day)),
    ]);
    let mut changed = Vec::new();
    for (path, (before, after)) in files {
        if before != after {
            let bytes = match draft.text(path)? {
                Some(file) => file.encode(after),
                None => after.clone().into_bytes(),
            };
            draft.write(path, bytes)?;
            changed.push(path.to_owned());
        }
    }
    Ok(changed)
}
