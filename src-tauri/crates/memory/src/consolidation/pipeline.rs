//! The steps of a consolidation, in their order. Each step is a function of its input to its output. Its decisions and
//! measurements go to a `Log`.
//!
//! A preference that the reply sets otherwise is decided before the merge. After the guard, the whole update would be
//! refused for it; here it costs one bullet.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use prose::Language;
use serde::Serialize;

use crate::consolidation::account::{Account, Fate, Unaccounted, Why};
use crate::consolidation::guard;
use crate::consolidation::merge::{self, section_merge};
use crate::consolidation::preferences::{self, Conflict, Resolution, Setter};
use crate::consolidation::prompt::Shown;
use crate::consolidation::reply::{Reply, Validity};
use crate::consolidation::routing::{self, StructuredSource};
use crate::consolidation::sanitize::{self, Removal, SanitizeRule};
use crate::document::{Bullet, Document, Item, Whose};
use crate::files::archive::{self, ArchivedBlock, Cause};
use crate::files::history;
use crate::files::long_term::MemoryFile;
use crate::files::{daily, insights};
use crate::metrics::{self, Outcome, Row, Text};
use crate::policy::{Decision, Policies, Step};
use crate::proposal::{self, Proposal, ProposalReason};

/// The texts of the memory files a consolidation may change; empty where there is no such file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// `MEMORY.md`.
    pub memory: String,
    /// `archive/MEMORY.md`.
    pub archive: String,
    /// `INSIGHTS.md`.
    pub insights: String,
    /// `HISTORY.md`.
    pub history: String,
    /// The file of [`day`].
    pub day: String,
}

/// The input of a consolidation.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The reply of the model.
    pub reply: &'a Reply,
    /// The files as they are.
    pub files: &'a Files,
    /// How strict each step is.
    pub policies: &'a Policies,
    /// The conversation.
    pub session: &'a str,
    /// The run; letters, digits, `-` and `_`.
    pub run_id: &'a str,
    /// When.
    pub now: DateTime<Utc>,
    /// When the last of the messages was said, in local time.
    pub said: NaiveDateTime,
    /// The language of new headings.
    pub language: Language,
    /// The part of the memory that the model was shown; `None` for all of it. The reply can take out nothing else.
    pub seen: Option<&'a Shown>,
    /// This is the answer to the question asked once more.
    pub insisted: bool,
}

/// How much a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meter {
    /// The step.
    pub step: Step,
    /// How many things it added, removed or decided.
    pub done: usize,
}

/// The changes of a consolidation, before anything is written.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The files as they are to be.
    pub files: Files,
    /// The long-term memory the reply asks for, as it was merged; `None` where there was nothing to merge.
    pub update: Option<String>,
    /// The parts removed from it because they are no memory.
    pub removals: Vec<Removal>,
    /// Preferences it sets to another value.
    pub conflicts: Vec<Conflict>,
    /// The fate of every line of `MEMORY.md` and of the merged update.
    pub account: Account,
    /// The proposals for the writer.
    pub proposals: Vec<Proposal>,
    /// Lines that cannot be compacted take too much room: the writer is to be asked.
    pub ask: bool,
    /// The outcome for the long-term memory.
    pub outcome: Outcome,
    /// Why the guard refused it.
    pub refused: Option<guard::Refusal>,
    /// The decisions, each with its policy and the reason.
    pub decisions: Vec<Decision>,
    /// How much each step that was taken did.
    pub meters: Vec<Meter>,
    /// Its rows of metrics.
    pub rows: Vec<Row>,
}

/// Takes every step that is switched on. The cutting into stretches comes before them, the writing after.
///
/// # Errors
/// [`Unaccounted`] when a line of `MEMORY.md` or of the update would be lost. Then nothing may be written.
pub fn consolidated(input: Input<'_>) -> Result<Changes, Unaccounted> {
    let mut log = Log::new(input.policies);
    if input.reply.cut_off {
        let why =
            "the reply ends in the middle; what was whole of it is used, and the rest stays with the run";
        log.decide(Step::Chunk, "chunks.reply_tokens", "reply_cut_off", why);
    }
    let mut files = input.files.clone();
    if log.takes(Step::History) {
        let story = told(&input, &mut log);
        log.took(Step::History, usize::from(story.is_some()));
        files.history = story.unwrap_or(files.history);
    }
    if log.takes(Step::Daily) {
        let gained = noted(&input, &mut log);
        log.took(Step::Daily, gained.bullets);
        files.day = gained.file.unwrap_or(files.day);
    }
    if log.takes(Step::Insights) {
        let gained = learned(&input);
        log.took(Step::Insights, gained.bullets);
        files.insights = gained.file.unwrap_or(files.insights);
    }
    let memory = remembered(&input, &mut log)?;
    measure(&input, &memory, &mut log);
    files.memory = memory.file;
    files.archive = archive::appended(&files.archive, input.run_id, input.now, &memory.archived);
    Ok(Changes {
        files,
        update: memory.update,
        removals: memory.removals,
        conflicts: memory.conflicts,
        account: memory.account,
        proposals: memory.proposals,
        ask: memory.ask,
        outcome: memory.outcome,
        refused: memory.refused,
        decisions: log.decisions,
        meters: log.meters,
        rows: log.rows,
    })
}

/// Returns the day whose notes a reply adds to. It is the day its entry names, if that is the day of the messages or a
/// day beside it. A model that errs about the date must not open a file for it.
pub fn day(reply: &Reply, said: NaiveDateTime) -> NaiveDate {
    let today = said.date();
    let named = reply.entry(said).map(|entry| entry.at.date());
    named
        .ok()
        .filter(|named| (*named - today).num_days().abs() <= 1)
        .unwrap_or(today)
}

/// The decisions and measurements of the steps, in their order.
struct Log<'a> {
    policies: &'a Policies,
    decisions: Vec<Decision>,
    meters: Vec<Meter>,
    rows: Vec<Row>,
}

impl<'a> Log<'a> {
    const fn new(policies: &'a Policies) -> Self {
        Self {
            policies,
            decisions: Vec::new(),
            meters: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Returns whether a step is switched on, and notes where it is not.
    fn takes(&mut self, step: Step) -> bool {
        let steps = &self.policies.steps;
        let (policy, on) = match step {
            Step::History => ("steps.history", steps.history),
            Step::Daily => ("steps.daily", steps.daily),
            Step::Insights => ("steps.insights", steps.insights),
            // The lines that sanitize must remove are removed with its rules switched off, too.
            _ => ("steps.memory", steps.memory),
        };
        if !on {
            self.decide(step, policy, "off", "the step is switched off");
        }
        on
    }

    fn took(&mut self, step: Step, done: usize) {
        self.meters.push(Meter { step, done });
    }

    fn decide(&mut self, step: Step, policy: &str, verdict: impl Serialize, why: impl Into<String>) {
        self.decisions
            .push(self.policies.decision(step, policy, verdict, why));
    }
}

/// A file that gained bullets; `None` where it is as it was.
#[derive(Default)]
struct Gained {
    file: Option<String>,
    bullets: usize,
}

fn item(input: &Input<'_>, words: &str) -> String {
    Item::new(words, input.run_id, input.now).bullet(words)
}

/// Returns the story with the entry of the reply, a blank line before it; `None` where there is no entry.
fn told(input: &Input<'_>, log: &mut Log<'_>) -> Option<String> {
    match input.reply.entry(input.said) {
        Err(rejection) => {
            log.decide(
                Step::History,
                "steps.history",
                rejection,
                "the reply has no entry that can be told; the day's notes go on without one",
            );
            None
        }
        Ok(entry) => Some(history::told(&input.files.history, &entry.text, input.language)),
    }
}

/// Returns the bullets the day gains.
fn noted(input: &Input<'_>, log: &mut Log<'_>) -> Gained {
    let Input {
        reply,
        policies,
        said,
        language,
        ..
    } = *input;
    let entry = reply.entry(said).ok();
    let plan = routing::plan(policies.routing.mode, reply, entry.as_ref());
    let date = day(reply, said);
    let mut file = Document::parse(&input.files.day);
    if file.is_blank() && !plan.sections.is_empty() {
        file = Document::parse(&daily::new_file(date, language));
    }
    let gained = daily::gained(&file.to_string(), &plan.sections, language);
    let mut bullets = 0;
    for section in &gained {
        let items = section.bullets.iter().map(|bullet| item(input, bullet));
        file.append(&section.heading, items.collect());
        bullets += section.bullets.len();
    }
    let used = plan.source;
    let given = !reply.daily.sections.is_empty();
    log.rows.push(Row::Routing(metrics::Routing {
        session_key: input.session.to_owned(),
        date,
        structured_daily_ok: used == StructuredSource::Model,
        fallback_used: !given,
        fallback_reason: plan.reason.to_string(),
        structured_keys: plan
            .sections
            .sections()
            .into_iter()
            .map(|section| section.key().to_owned())
            .collect(),
        structured_bullet_count: u32::try_from(plan.sections.len()).unwrap_or(u32::MAX),
        structured_source: name_of(used),
        model_daily_sections_ok: reply.daily.reason == Validity::Ok,
        model_daily_sections_reason: reply.daily.reason.to_string(),
        preferred_retry_used: input.insisted,
        tool_call_has_daily_sections: given,
    }));
    log.decide(
        Step::Daily,
        "routing.mode",
        used,
        format!("the model's daily sections: {}", plan.reason),
    );
    Gained {
        file: (bullets > 0).then(|| file.to_string()),
        bullets,
    }
}

/// Returns the insights with the new insights of the reply.
fn learned(input: &Input<'_>) -> Gained {
    let Ok(update) = &input.reply.insights_update else {
        return Gained::default();
    };
    let gained = insights::gained(&input.files.insights, update, input.said.date());
    if gained.is_empty() {
        return Gained::default();
    }
    let (title, section) = match input.language {
        Language::En => ("# Insights\n", "Lessons Learned"),
        Language::Zh => ("# 心得\n", "经验"),
    };
    let mut file = Document::parse(&input.files.insights);
    if file.is_blank() {
        file = Document::parse(title);
    }
    let home = file.parts().into_iter().find_map(|part| part.section);
    let home = home.map_or_else(|| section.to_owned(), |heading| heading.title);
    let items = gained.iter().map(|insight| item(input, insight));
    file.append(&home, items.collect());
    Gained {
        file: Some(file.to_string()),
        bullets: gained.len(),
    }
}

/// The result for the long-term memory.
struct Remembered {
    file: String,
    update: Option<String>,
    removals: Vec<Removal>,
    conflicts: Vec<Conflict>,
    account: Account,
    archived: Vec<ArchivedBlock>,
    proposals: Vec<Proposal>,
    ask: bool,
    outcome: Outcome,
    refused: Option<guard::Refusal>,
}

/// Takes the steps of the long-term memory, which one switch turns off together.
fn remembered(input: &Input<'_>, log: &mut Log<'_>) -> Result<Remembered, Unaccounted> {
    let present = &input.files.memory;
    let mut memory = Remembered {
        file: present.clone(),
        update: input.reply.memory_update.clone().ok(),
        removals: Vec::new(),
        conflicts: Vec::new(),
        account: Account::default(),
        archived: Vec::new(),
        proposals: Vec::new(),
        ask: false,
        outcome: Outcome::NoChange,
        refused: None,
    };
    if !log.takes(Step::Sanitize) {
        return Ok(memory);
    }
    let cleaned = memory.update.take().map(|update| cleaned(&update, input, log));
    let Cleaned { update, removals } = cleaned.unwrap_or_default();
    memory.removals = removals;
    log.took(Step::Sanitize, memory.removals.len());

    let decided = update.map(|update| decided(&update, input, log));
    log.took(
        Step::Preferences,
        decided.as_ref().map_or(0, |decided| decided.conflicts.len()),
    );
    let decided = decided.map(|decided| {
        memory.conflicts = decided.conflicts;
        memory.proposals = decided.proposals;
        (decided.update, decided.settled)
    });

    let joined = match &decided {
        None => {
            let why = "the reply adds nothing to the memory";
            log.decide(Step::Merge, "steps.memory", "empty_input", why);
            None
        }
        Some((update, settled)) => match joined(update, settled, input, log)? {
            Ok(joined) => Some((update.clone(), joined)),
            Err(refused) => {
                memory.refused = refused;
                if refused.is_some() {
                    memory.outcome = Outcome::GuardRejected;
                }
                None
            }
        },
    };
    log.took(Step::Merge, joined.as_ref().map_or(0, |(_, joined)| joined.done));
    let Some((update, joined)) = joined else {
        log.took(Step::NoChange, 0);
        log.took(Step::Guard, 0);
        return Ok(memory);
    };
    let asked: BTreeSet<&str> = memory.proposals.iter().map(|asked| asked.id.as_str()).collect();
    let (_, more): (Vec<_>, Vec<_>) = joined
        .proposals
        .into_iter()
        .partition(|proposal| asked.contains(proposal.id.as_str()));
    memory.proposals.extend(more);
    memory.account = joined.account;
    memory.ask = joined.ask;

    let same = says_the_same(present, &joined.file);
    log.took(Step::NoChange, usize::from(same));
    if same {
        let why = "the memory says all of it already";
        log.decide(Step::NoChange, "steps.memory", "no_change", why);
        log.took(Step::Guard, 0);
        return Ok(memory);
    }

    memory.refused = judged(&update, &joined.file, &joined.archived, input, log);
    log.took(Step::Guard, usize::from(memory.refused.is_some()));
    if memory.refused.is_some() {
        memory.outcome = Outcome::GuardRejected;
        memory.proposals.clear();
        memory.ask = false;
    } else {
        memory.outcome = if memory.removals.is_empty() {
            Outcome::Written
        } else {
            Outcome::SanitizeModified
        };
        memory.file = joined.file;
        memory.archived = joined.archived;
    }
    memory.update = Some(update);
    Ok(memory)
}

/// An update without the lines that are no memory; `None` where nothing is left.
#[derive(Default)]
struct Cleaned {
    update: Option<String>,
    removals: Vec<Removal>,
}

fn cleaned(update: &str, input: &Input<'_>, log: &mut Log<'_>) -> Cleaned {
    let sanitized = sanitize::sanitized(update, &input.policies.rules(), input.said.date());
    let removals = sanitized.removals;
    let mut by_rule: Vec<SanitizeRule> = removals.iter().map(|removal| removal.rule).collect();
    by_rule.sort_unstable();
    by_rule.dedup();
    for rule in by_rule {
        let removed = removals.iter().filter(|removal| removal.rule == rule).count();
        log.decide(
            Step::Sanitize,
            &format!("sanitize.{}", name_of(rule)),
            rule,
            format!("removed {removed} times; the reply that is kept with the run has it"),
        );
    }
    Cleaned {
        update: (!sanitized.nothing_left).then(|| under_a_heading(sanitized.text, input.language)),
        removals,
    }
}

/// Returns an update whose bullets stand under a heading. An update without any heading gets one for notes.
fn under_a_heading(update: String, language: Language) -> String {
    let document = Document::parse(&update);
    let parts = document.parts();
    let has_sections = parts.iter().any(|part| part.section.is_some());
    let has_bullets = parts.iter().any(|part| !part.bullets.is_empty());
    if has_sections || !has_bullets {
        return update;
    }
    let heading = match language {
        Language::En => "Notes",
        Language::Zh => "笔记",
    };
    format!("## {heading}\n\n{update}")
}

/// An update in which every conflict of preferences is decided.
struct Decided {
    update: String,
    conflicts: Vec<Conflict>,
    /// The ids of the items that give way.
    settled: BTreeSet<String>,
    proposals: Vec<Proposal>,
}

fn decided(update: &str, input: &Input<'_>, log: &mut Log<'_>) -> Decided {
    let Input { policies, now, .. } = *input;
    let memory = Document::parse(&input.files.memory);
    let conflicts = preferences::conflicts(&input.files.memory, update, &policies.preference_keys, now);
    let mut update = preferences::without(update, &conflicts);
    let mut settled = BTreeSet::new();
    let mut proposals = Vec::new();
    for conflict in &conflicts {
        let policy = format!("preference_keys.{}", conflict.key);
        let why = format!("{} comes first", name_of(conflict.principle).replace('_', " "));
        log.decide(Step::Preferences, &policy, conflict.resolution.name(), why);
        let Some((section, bullet)) = conflict.old.as_ref().and_then(|old| set_by(&memory, old)) else {
            continue;
        };
        let retired = match (&conflict.resolution, &bullet.whose) {
            (Resolution::KeepNew, Whose::Machine(item)) => Some((item, None)),
            (Resolution::Merge { text }, Whose::Machine(item)) => Some((item, Some(text))),
            _ => None,
        };
        if let Some((item, says)) = retired {
            // In the reply's own grammar, so that the retired item is archived and accounted for like all others.
            update.push_str(&format!("\n## {section}\n- [retire] {}\n", item.id));
            settled.insert(item.id.clone());
            update.extend(says.map(|text| format!("- {text}\n")));
        }
        if conflict.resolution == Resolution::AskUser && bullet.whose != Whose::Rule {
            let wish = proposal::Wish {
                path: MEMORY,
                section: &section,
                before: Some(proposal::verbatim(&memory, &bullet)),
                after: Some(format!("- {}", conflict.new)),
                reason: ProposalReason::PreferenceKey,
            };
            proposals.push(Proposal::new(wish, input.run_id, now));
        }
    }
    Decided {
        update,
        conflicts,
        settled,
        proposals,
    }
}

/// The path of `MEMORY.md` in the memory root.
const MEMORY: &str = "MEMORY.md";

/// Returns the bullet that sets a key, with the title of its section.
fn set_by(memory: &Document, old: &Setter) -> Option<(String, Bullet)> {
    memory.parts().into_iter().find_map(|part| {
        let section = part.section?.title;
        let bullet = part
            .bullets
            .into_iter()
            .find(|bullet| bullet.lines.start + 1 == old.line)?;
        Some((section, bullet))
    })
}

/// `MEMORY.md` with an update in it.
struct Joined {
    file: String,
    account: Account,
    archived: Vec<ArchivedBlock>,
    proposals: Vec<Proposal>,
    ask: bool,
    /// Lines that came or went.
    done: usize,
}

/// Joins the update to `MEMORY.md`. An update that cannot be joined is refused, or says nothing.
fn joined(
    update: &str,
    settled: &BTreeSet<String>,
    input: &Input<'_>,
    log: &mut Log<'_>,
) -> Result<Result<Joined, Option<guard::Refusal>>, Unaccounted> {
    let policies = input.policies;
    let mut present = Document::parse(&input.files.memory);
    if present.is_blank() {
        present = Document::parse(&MemoryFile::titled(input.language).to_string());
    }
    let merged = section_merge(
        &present,
        update,
        &merge::Context {
            path: MEMORY,
            run_id: input.run_id,
            now: input.now,
            maximum: policies.guard.max_chars,
            keys: &policies.preference_keys,
            seen: input.seen,
            settled,
        },
    );
    if let Some(unmerged) = merged.unmerged {
        let why = "nobody can say where its lines belong";
        log.decide(Step::Merge, "steps.memory", unmerged.name(), why);
        let refused = (unmerged == merge::Unmerged::Unstructured).then(|| {
            guard::refusal(&input.files.memory, update, &policies.guard)
                .unwrap_or(guard::Refusal::UnstructuredCandidate)
        });
        return Ok(Err(refused));
    }
    let file = merged.document.to_string();
    merged
        .account
        .verify(&present.to_string(), update, &file, &merged.archived)?;
    let unseen = merged
        .account
        .reply
        .iter()
        .filter(|stretch| matches!(stretch.fate, Fate::Reply { why: Why::Unseen }));
    let unseen: usize = unseen.map(|stretch| stretch.lines).sum();
    if unseen > 0 {
        let why = format!("{unseen} lines would take out what the model was not shown");
        log.decide(Step::Merge, "chunks.input_tokens", "unseen", why);
    }
    let compacted = compacted(&merged.archived).count();
    if compacted > 0 || merged.ask {
        let verdict = if merged.ask { "ask" } else { "compacted" };
        let why =
            format!("the file is longer than it may be; {compacted} of the oldest items went to the archive");
        log.decide(Step::Merge, "guard.max_chars", verdict, why);
    }
    let lines = merged.document.lines().len().abs_diff(present.lines().len());
    Ok(Ok(Joined {
        file,
        account: merged.account,
        done: lines + merged.archived.len(),
        archived: merged.archived,
        proposals: merged.proposals,
        ask: merged.ask,
    }))
}

fn compacted(archived: &[ArchivedBlock]) -> impl Iterator<Item = &ArchivedBlock> {
    archived.iter().filter(|block| block.cause == Cause::Compacted)
}

/// Returns whether nothing but annotations is different.
fn says_the_same(before: &str, after: &str) -> bool {
    let says = |text: &str| -> Vec<String> {
        let parts = Document::parse(text).parts();
        let bullets = parts.into_iter().flat_map(|part| part.bullets);
        bullets.map(|bullet| bullet.words).collect()
    };
    says(before) == says(after)
}

/// Returns why `MEMORY.md` must stay as it was; `None` where it may be as merged.
fn judged(
    update: &str,
    merged: &str,
    archived: &[ArchivedBlock],
    input: &Input<'_>,
    log: &mut Log<'_>,
) -> Option<guard::Refusal> {
    let current = &input.files.memory;
    // Compacted items went to the archive on purpose. If they counted as lost, a long file could never become short.
    let with_compacted = compacted(archived).fold(merged.to_owned(), |merged, block| merged + &block.text);
    let Some(reason) = guard::judged(current, update, &with_compacted, &input.policies.guard) else {
        log.decide(Step::Guard, "guard", "passed", "no threshold is crossed");
        return None;
    };
    log.rows.push(Row::Guard(metrics::Guard {
        session_key: input.session.to_owned(),
        reason: name_of(reason),
        current_memory_chars: current.chars().count(),
        returned_memory_chars: update.chars().count(),
        candidate: Text::of(update),
    }));
    log.decide(
        Step::Guard,
        "guard",
        reason,
        "the update is not written; the reply that is kept with the run has it",
    );
    Some(reason)
}

/// Notes the rows of metrics of the long-term memory.
fn measure(input: &Input<'_>, memory: &Remembered, log: &mut Log<'_>) {
    let session_key = input.session.to_owned();
    let removed = |rules: &[SanitizeRule]| {
        let counted = memory
            .removals
            .iter()
            .filter(|removal| rules.contains(&removal.rule));
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    };
    if !memory.removals.is_empty() {
        log.rows.push(Row::Sanitize(metrics::Sanitize {
            session_key: session_key.clone(),
            removed: metrics::Removed {
                recent_topic_section: removed(&[
                    SanitizeRule::RecentTopicSection,
                    SanitizeRule::DatedSection,
                ]),
                knowledge_reference_section: removed(&[SanitizeRule::RejectedHeading]),
                transient_status_line: removed(&[SanitizeRule::TransientStatusLine]),
                duplicate_bullet: removed(&[SanitizeRule::DuplicateBullet]),
            },
        }));
    }
    for conflict in &memory.conflicts {
        log.rows.push(Row::Preference(metrics::Preference {
            session_key: session_key.clone(),
            conflict_key: conflict.key.clone(),
            old_value: Text::of(conflict.old.as_ref().map_or("", |old| &old.text)),
            new_value: Text::of(&conflict.new),
            resolution: conflict.resolution.name().to_owned(),
        }));
    }
    log.rows.push(Row::Update(metrics::Update {
        session_key,
        outcome: memory.outcome,
        guard_reason: memory.refused.map(name_of),
        sanitize_changes: u32::try_from(memory.removals.len()).unwrap_or(u32::MAX),
        merge_applied: matches!(memory.outcome, Outcome::Written | Outcome::SanitizeModified),
        conflict_count: u32::try_from(memory.conflicts.len()).unwrap_or(u32::MAX),
        reply_cut_off: input.reply.cut_off,
    }));
}

fn name_of(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
