//! Compares the expectations of a case with its results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;

use contract::{RestoreRequest, RunKind};
use memory::document::{Document, Heading, Item, Whose, key, words};
use models::Answer;
use prose::Language;
use serde::Deserialize;
use serde_json::Value;

use super::case::{Case, ChunkSays, ConflictSays, FileSays, Files, ProposalSays, matches};
use super::play::{Played, Seen, name, questions, rules};

/// The expectations that are not met.
#[derive(Default)]
struct Missed(Vec<String>);

impl Missed {
    fn same<T: PartialEq + Debug>(&mut self, what: impl AsRef<str>, expected: T, seen: T) {
        let what = what.as_ref();
        self.holds(expected == seen, || {
            format!("{what}: expected {expected:?}, seen {seen:?}")
        });
    }

    fn holds(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.0.push(what());
        }
    }
}

/// Runs the steps of a case and returns each expectation that is not met.
pub fn missed(case: &Case) -> Vec<String> {
    let mut missed = Missed::default();
    let says = &case.says;
    let local = says.now.with_timezone(&says.offset);
    missed.same("today", says.today, local.date_naive());

    let played = Played::of(case);
    {
        let seen = &mut *played.seen();
        missed.0.append(&mut seen.missed);
        language(&mut missed, case, seen);
        chunks(&mut missed, &played, seen);
        for file in &says.file {
            look_at(&mut missed, &played, seen, file);
        }
        for (step, taken) in &seen.steps {
            conserved(&mut missed, *step, &taken.base, &taken.files, &taken.kept);
        }
        every_message_once(&mut missed, &played, seen);
        as_accepted(&mut missed, case, &seen.end);
    }
    missed.same("replies nobody asked for", 0, played.left_over());
    let waiting = proposals(&played);
    let mut expected: Vec<&ProposalSays> = says.proposal.iter().collect();
    expected.sort();
    missed.same("proposals", expected, waiting.iter().collect());
    nothing_learned(&mut missed, &played, "behind the last step");
    goes_back(&mut missed, &played);
    missed.0
}

fn language(missed: &mut Missed, case: &Case, seen: &Seen) {
    let said = seen.steps.values().flat_map(|taken| &taken.conversation.messages);
    let said: String = said.map(|message| message.content.as_str()).collect();
    let language = match Language::of(&said) {
        Language::En => "en",
        Language::Zh => "zh",
    };
    missed.same("language", case.says.language.as_str(), language);
}

/// A consolidated stretch: the record of its run and its metrics.
struct Stretch {
    step: usize,
    record: Record,
    update: Value,
    routing: Value,
}

/// The record of a consolidation that its run keeps.
#[derive(Deserialize)]
struct Record {
    session: String,
    chunk: memory::consolidation::message::Chunk,
    replies: Vec<String>,
    removals: Vec<Value>,
    conflicts: Vec<Value>,
    decisions: Vec<memory::policy::Decision>,
}

impl Record {
    fn verdict(&self, policy: &str, verdict: &str) -> bool {
        let mut decisions = self.decisions.iter();
        decisions.any(|decision| decision.policy == policy && decision.verdict == verdict)
    }
}

fn stretches(played: &Played<'_>, seen: &Seen) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for (step, taken) in &seen.steps {
        for run in &taken.runs {
            let path = played.root().join(format!("history/{run}/consolidation.json"));
            let Ok(bytes) = fs::read(&path) else { continue };
            let measured = |metric: &str| -> Value {
                let path = format!("observability/{metric}.{}.jsonl", support::DEVICE);
                let rows = fs::read_to_string(played.root().join(path)).unwrap_or_default();
                let mut rows = rows
                    .lines()
                    .filter_map(|row| serde_json::from_str::<Value>(row).ok());
                rows.find(|row| row["run_id"] == run.as_str()).unwrap_or_default()
            };
            stretches.push(Stretch {
                step: *step,
                record: serde_json::from_slice(&bytes).expect("a record"),
                update: measured("memory-update-outcome"),
                routing: measured("daily-routing-metrics"),
            });
        }
    }
    stretches
}

fn chunks(missed: &mut Missed, played: &Played<'_>, seen: &Seen) {
    let stretches = stretches(played, seen);
    let mut asked = 0;
    let mut too_long = false;
    let mut expected = played.case.says.chunk.iter();
    for (step, taken) in &seen.steps {
        for stretch in stretches.iter().filter(|stretch| stretch.step == *step) {
            let Some(says) = expected.next() else {
                missed.0.push(format!(
                    "step {step}: a stretch more: {:?}",
                    stretch.record.chunk.messages
                ));
                continue;
            };
            asked += says.asked;
            too_long |= stretch.record.verdict("guard.max_chars", "ask");
            chunk(missed, seen, says, stretch);
        }
        if let Some(error) = &taken.error {
            let code = name(&error.code());
            let says = expected.next().filter(|says| says.error.is_some());
            let Some(says) = says else {
                missed.0.push(format!("step {step}: failed with {code}: {error}"));
                continue;
            };
            asked += says.asked;
            failure(missed, seen, says, *step, error);
        }
    }
    for says in expected {
        missed
            .0
            .push(format!("messages {:?}: nothing came of them", says.messages));
    }
    missed.same("requests", asked, seen.asked.len());
    missed.same(
        "asked about a file that is too long",
        played.case.says.too_long_asked,
        too_long,
    );
}

fn chunk(missed: &mut Missed, seen: &Seen, says: &ChunkSays, stretch: &Stretch) {
    let Stretch {
        step,
        record,
        update,
        routing,
    } = stretch;
    let about = |what: &str| format!("messages {:?}: {what}", says.messages);
    let range = &record.chunk.messages;
    missed.same(about("positions"), says.messages, (range.start, range.end));
    missed.same(about("step"), says.step.unwrap_or(*step), *step);
    let asked: Vec<_> = seen
        .asked
        .iter()
        .filter(|asked| asked.step == *step && asked.first == Some(range.start))
        .collect();
    missed.same(about("requests"), says.asked, asked.len());
    missed.same(about("error"), None, says.error.as_deref());
    missed.same(about("position"), None, says.position);

    let text = |value: &Value| value.as_str().map(str::to_owned);
    missed.same(about("outcome"), says.outcome.clone(), text(&update["outcome"]));
    missed.same(
        about("guard_reason"),
        says.guard_reason.clone(),
        text(&update["guard_reason"]),
    );
    missed.same(
        about("structured_source"),
        says.structured_source.clone(),
        text(&routing["structured_source"]),
    );
    let reason = says.daily_reason.as_deref().unwrap_or("ok");
    missed.same(
        about("daily_reason"),
        Some(reason),
        routing["model_daily_sections_reason"].as_str(),
    );
    let retried = routing["preferred_retry_used"] == true;
    let helped = retried.then(|| routing["tool_call_has_daily_sections"] == true);
    missed.same(about("retry_helped"), says.retry_helped, helped);
    let rejection = record
        .decisions
        .iter()
        .find(|decision| decision.policy == "steps.history");
    let rejection = rejection.map(|decision| decision.verdict.clone());
    missed.same(
        about("history_rejection"),
        says.history_rejection.clone(),
        rejection,
    );
    missed.same(
        about("memory_truncated"),
        says.memory_truncated,
        record.verdict("chunks.input_tokens", "truncated"),
    );
    let told = record.verdict("chunks.reply_tokens", "reply_cut_off");
    missed.same(about("reply_cut_off"), says.reply_cut_off, told);
    let measured = update["reply_cut_off"] == true;
    missed.same(about("reply_cut_off as measured"), says.reply_cut_off, measured);

    let mut removed: BTreeMap<String, usize> = BTreeMap::new();
    for removal in &record.removals {
        *removed.entry(name(&removal["rule"])).or_default() += 1;
    }
    missed.same(about("removed"), &says.removed, &removed);
    let conflicts = record.conflicts.iter().map(|conflict| ConflictSays {
        key: name(&conflict["key"]),
        resolution: name(&conflict["resolution"]["resolution"]),
    });
    missed.same(about("conflicts"), &says.conflicts, &conflicts.collect());

    // The record holds each answer of the model unchanged, also the answers that were not used.
    let answers = asked.iter().filter_map(|asked| match &asked.answer {
        Ok(Answer::Call(raw) | Answer::Words(raw)) => Some(raw.clone()),
        Err(_) => None,
    });
    missed.same(
        about("answers kept with the run"),
        answers.collect(),
        record.replies.clone(),
    );
}

fn failure(missed: &mut Missed, seen: &Seen, says: &ChunkSays, step: usize, error: &desk::Error) {
    let about = |what: &str| format!("messages {:?}: {what}", says.messages);
    let asked = seen
        .asked
        .iter()
        .filter(|asked| asked.step == step && asked.first == Some(says.messages.0));
    missed.same(about("requests"), says.asked, asked.count());
    missed.same(about("step"), says.step.unwrap_or(step), step);
    let code = says
        .error
        .as_ref()
        .map(|error| format!("MEMORY_{}", error.to_uppercase()));
    missed.same(about("error"), code, Some(name(&error.code())));
    let position = error
        .fault()
        .details
        .get("position")
        .and_then(|position| position.parse().ok());
    missed.same(about("position"), says.position, position);
    let rest = [
        says.outcome.is_some(),
        says.guard_reason.is_some(),
        says.structured_source.is_some(),
        says.daily_reason.is_some(),
        says.history_rejection.is_some(),
        says.retry_helped.is_some(),
        says.memory_truncated,
        says.reply_cut_off,
        !says.removed.is_empty(),
        !says.conflicts.is_empty(),
    ];
    missed.same(about("what a failure has none of"), [false; 10], rest);
}

/// Returns a line without its line ending and without the annotation of an item.
fn bare(line: &str) -> &str {
    let line = line.trim_end_matches(['\n', '\r']);
    line.rfind("<!-- item ").map_or(line, |at| line[..at].trim_end())
}

/// Returns how often each line that is not blank occurs in the texts, without the annotations of items.
fn counted<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counted = BTreeMap::new();
    for line in texts.into_iter().flat_map(str::lines).map(bare) {
        if !line.trim().is_empty() {
            *counted.entry(line).or_default() += 1;
        }
    }
    counted
}

/// Returns the lines that occur less often in `within` than in `of`.
fn lost<'a>(of: &'a str, within: &[&'a str]) -> Vec<&'a str> {
    let there = counted(within.iter().copied());
    let lost = counted([of]).into_iter();
    lost.filter(|(line, times)| there.get(line).is_none_or(|there| there < times))
        .map(|(line, _)| line)
        .collect()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes)
        .expect("text")
        .trim_start_matches('\u{feff}')
}

fn said(line: &str) -> String {
    key(&words(line))
}

fn look_at(missed: &mut Missed, played: &Played<'_>, seen: &Seen, says: &FileSays) {
    let case = played.case;
    let path = &says.path;
    let when = says
        .at_step
        .map_or_else(|| "in the end".to_owned(), |step| format!("behind step {step}"));
    let about = |what: &str| format!("{path} {when}: {what}");
    let files = match says.at_step {
        None => &seen.end,
        Some(step) => match seen.steps.get(&step) {
            Some(taken) => &taken.files,
            None => return missed.0.push(about("there is no such step")),
        },
    };
    if let Some(count) = says.count {
        let found = files.keys().filter(|found| matches(path, found));
        return missed.same(about("files"), count, found.count());
    }
    let file = files.get(path);
    if says.untouched {
        missed.holds(file == case.before.get(path), || {
            about("it must have the bytes of before, and has others")
        });
    }
    if let Some(other) = &says.same_as {
        missed.holds(file == case.before.get(other), || {
            about(&format!("it must have the bytes of {other}"))
        });
    }
    if let Some(kept) = &says.preimage {
        let runs = says
            .of_step
            .and_then(|step| seen.steps.get(&step))
            .map(|taken| &taken.runs[..]);
        let bytes = match runs {
            Some([run]) => fs::read(played.root().join(format!("history/{run}/files/{path}"))).ok(),
            _ => None,
        };
        missed.holds(bytes == Some(case.bytes(kept)), || {
            about(&format!("{kept} is not what its run kept"))
        });
    }
    for shown in &says.prompt_has {
        let mut asked = seen.asked.iter();
        missed.holds(asked.any(|asked| asked.request.input.contains(shown)), || {
            about(&format!("the model was not shown {shown:?}"))
        });
    }
    if says.absent {
        return missed.holds(file.is_none(), || about("it must not be there, and it is"));
    }
    let Some(bytes) = file else {
        return missed.holds(says.may_be_absent, || about("there is no such file"));
    };
    let text = text(bytes);
    let document = Document::parse(text);
    lines_of(missed, says, &document, &about);
    for string in &says.nowhere {
        missed.holds(!text.contains(string.as_str()), || {
            about(&format!("{string:?} must not occur"))
        });
    }
    let whole = says.keeps_all.then(|| format!("before/{path}"));
    for kept in whole.iter().chain(&says.keeps_all_of) {
        let except: Vec<String> = says.except.iter().map(|line| said(line)).collect();
        for line in lost(super::look::text(&case.bytes(kept)), &[text]) {
            missed.holds(except.contains(&said(line)), || {
                about(&format!("{kept} has {line:?}, and it has not"))
            });
        }
    }
    if let Some(entries) = says.entries {
        let paragraphs = text
            .split("\n\n")
            .filter(|paragraph| paragraph.trim_start().starts_with('['));
        missed.same(about("entries"), entries, paragraphs.count());
    }
    if let Some(most) = says.at_most {
        let length = document.length();
        missed.holds(length <= most, || {
            about(&format!("{length} characters, at most {most}"))
        });
    }
    let mut items = items(&document);
    for (said_as, merged) in &says.merged {
        let found = items
            .iter()
            .find(|(words, _)| said(words) == said(said_as))
            .map(|(_, item)| item.merged);
        missed.same(about(&format!("merged into {said_as:?}")), Some(*merged), found);
    }
    for own in &says.own_id {
        let own_id = items
            .iter()
            .any(|(words, item)| said(words) == said(own) && item.id == Item::id_of(own));
        missed.holds(own_id, || {
            about(&format!("{own:?} is no item with an id of its own words"))
        });
    }
    if let Some(expected) = says.items {
        let others = says.conserved_with.iter().filter_map(|other| files.get(other));
        items.extend(others.flat_map(|bytes| self::items(&Document::parse(self::text(bytes)))));
        missed.same(about("items"), expected, items.len());
    }
    if let Some(expected) = &says.rules {
        missed.same(about("rules"), expected.clone(), noted_rules(text));
    }
}

/// Checks the lines with the same comparison that memory uses for statements.
fn lines_of(missed: &mut Missed, says: &FileSays, document: &Document, about: &dyn Fn(&str) -> String) {
    let parts = document.parts();
    let section = says.section.as_deref().and_then(Heading::titled);
    let within = parts
        .iter()
        .filter(|part| says.section.is_none() || part.section == section)
        .flat_map(|part| &document.lines()[part.lines.clone()]);
    let lines: Vec<String> = within.map(|line| said(line)).collect();
    let times = |line: &str| lines.iter().filter(|seen| **seen == said(line)).count();
    for line in &says.has {
        match times(line) {
            0 => missed
                .0
                .push(about(&format!("it must have {line:?}, under {:?}", says.section))),
            1 => {}
            many => missed.holds(!says.once, || {
                about(&format!("{line:?} stands there {many} times"))
            }),
        }
    }
    for line in &says.lacks {
        missed.holds(times(line) == 0, || about(&format!("it must not have {line:?}")));
    }
    if let Some(expected) = &says.headings {
        let titled = parts
            .iter()
            .filter(|part| part.group.is_none())
            .filter_map(|part| part.section.as_ref());
        let titles: Vec<String> = titled.map(|heading| heading.title.clone()).collect();
        missed.same(about("headings"), expected, &titles);
    }
}

/// Returns the items of a file with their text.
fn items(document: &Document) -> Vec<(String, Item)> {
    let bullets = document.parts().into_iter().flat_map(|part| part.bullets);
    bullets
        .filter_map(|bullet| match bullet.whose {
            Whose::Machine(item) => Some((bullet.words, item)),
            _ => None,
        })
        .collect()
}

/// Returns the ids of the rules in a file, from their annotations.
fn noted_rules(text: &str) -> Vec<String> {
    let noted = text.lines().filter_map(|line| line.split("<!-- rule ").nth(1));
    noted
        .map(|note| note.split(' ').next().unwrap_or_default().to_owned())
        .collect()
}

/// Checks that no text of the earlier files is lost, and that the writer's lines and the rules keep their order. A file
/// that is gone is unchanged in the archive, or is kept by the run that removed it.
fn conserved(missed: &mut Missed, step: usize, base: &Files, now: &Files, kept: &Files) {
    for (path, before) in base {
        let Some(after) = now.get(path) else {
            let moved = now.get(&format!("archive/{path}")) == Some(before);
            missed.holds(moved || kept.get(path) == Some(before), || {
                format!("{path} behind step {step}: it is gone")
            });
            continue;
        };
        let before = text(before);
        let after = text(after);
        let archives = now.iter().filter(|(path, _)| path.starts_with("archive/"));
        let within: Vec<&str> = archives.map(|(_, bytes)| text(bytes)).chain([after]).collect();
        for line in lost(before, &within) {
            missed.0.push(format!(
                "{path} behind step {step}: nothing has {line:?} any more"
            ));
        }
        let mut left = after.split_inclusive('\n');
        for line in hers(before) {
            // The last line gets a line ending when another line follows it.
            let same = |seen: &str| {
                seen == line || (!line.ends_with('\n') && seen.trim_end_matches(['\n', '\r']) == line)
            };
            missed.holds(left.any(same), || {
                format!("{path} behind step {step}: {line:?} does not stand where it stood, byte for byte")
            });
        }
        missed.same(
            format!("{path} behind step {step}: rules"),
            noted_rules(before),
            noted_rules(after),
        );
    }
    for (path, after) in now {
        let new = !base.contains_key(path) && !noted_rules(text(after)).is_empty();
        missed.holds(!new, || {
            format!("{path} behind step {step}: a rule that was not there")
        });
    }
}

/// Returns the lines that are not items, with their line endings.
fn hers(text: &str) -> Vec<String> {
    let document = Document::parse(text);
    let parts = document.parts();
    let bullets = parts.iter().flat_map(|part| &part.bullets);
    let machines: Vec<usize> = bullets
        .filter(|bullet| matches!(bullet.whose, Whose::Machine(_)))
        .map(|bullet| bullet.lines.start)
        .collect();
    let lines = document.lines().iter().enumerate();
    lines
        .filter(|(at, _)| !machines.contains(at))
        .map(|(_, line)| line.clone())
        .collect()
}

/// Checks that the files at the end are the expected ones, which a person has read and accepted.
fn as_accepted(missed: &mut Missed, case: &Case, end: &Files) {
    let Some(after) = case.after() else { return };
    if std::env::var_os("COMMONPLACE_WRITE_CASES").is_some() {
        return case.accept(end);
    }
    for path in after.keys().chain(end.keys()).collect::<BTreeSet<_>>() {
        let [accepted, seen] =
            [&after, end].map(|files| files.get(path).map(|bytes| String::from_utf8_lossy(bytes)));
        missed.holds(accepted == seen, || {
            let [accepted, seen] = [accepted, seen].map(|text| text.unwrap_or("no such file\n".into()));
            format!("{path} in the end: expected\n{accepted}seen\n{seen}")
        });
    }
}

fn every_message_once(missed: &mut Missed, played: &Played<'_>, seen: &Seen) {
    let mut given: BTreeMap<&str, usize> = BTreeMap::new();
    for taken in seen.steps.values() {
        let most = given.entry(&taken.session).or_default();
        *most = (*most).max(taken.conversation.messages.len());
    }
    let stretches = stretches(played, seen);
    let mut done = Vec::new();
    for stretch in &stretches {
        let session = &stretch.record.session;
        done.extend(
            stretch
                .record
                .chunk
                .fingerprints
                .iter()
                .map(|print| (session, print)),
        );
    }
    let times = done.len();
    done.sort();
    done.dedup();
    missed.same("messages seen to twice", 0, times - done.len());
    let waiting = given.values().sum::<usize>() - done.len();
    missed.same("messages that wait", played.case.says.waiting, waiting);
}

fn proposals(played: &Played<'_>) -> Vec<ProposalSays> {
    let proposals = played.test.project.store().proposals().expect("proposals");
    let mut waiting: Vec<ProposalSays> = proposals
        .into_iter()
        .filter(|proposal| proposal.is_open())
        .map(|proposal| ProposalSays {
            reason: name(&proposal.reason),
            path: proposal.path,
            section: proposal.section,
            before: proposal.before.map(|before| bare(&before).to_owned()),
            after: proposal.after,
        })
        .collect();
    waiting.sort();
    waiting
}

fn nothing_learned(missed: &mut Missed, played: &Played<'_>, when: &str) {
    missed.same(format!("rules {when}"), &played.rules, &rules(&played.test));
    missed.same(
        format!("questions {when}"),
        &played.questions,
        &questions(&played.test),
    );
}

/// Restores each run, newest first, except files that another program changed after the run.
fn goes_back(missed: &mut Missed, played: &Played<'_>) {
    for run in played.runs().iter().rev() {
        if matches!(run.kind, RunKind::FileFollowed | RunKind::Restored) || run.undone_by.is_some() {
            continue;
        }
        let overtaken = &played.seen().overtaken;
        let own = |path: &String| overtaken.get(path).is_none_or(|runs| !runs.contains(&run.id));
        let paths: Vec<String> = run
            .files
            .iter()
            .map(|file| file.path.clone())
            .filter(own)
            .collect();
        if paths.is_empty() && !run.files.is_empty() {
            continue;
        }
        let restored = played.test.project.memory().restore(&RestoreRequest {
            run_id: run.id.clone(),
            paths: (paths.len() < run.files.len()).then_some(paths),
            ..RestoreRequest::default()
        });
        if let Err(error) = restored {
            missed
                .0
                .push(format!("the way back from {:?}: {error}", run.files));
        }
    }
    let (base, now) = (played.seen().base.clone(), played.memory_files());
    missed.same(
        "files after the way back",
        base.keys().collect::<Vec<_>>(),
        now.keys().collect(),
    );
    for (path, before) in &base {
        missed.holds(now.get(path) == Some(before), || {
            format!("{path}: the way back gives other bytes")
        });
    }
    missed.same("proposals after the way back", Vec::new(), proposals(played));
    nothing_learned(missed, played, "after the way back");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(text: &str) -> Files {
        Files::from([("MEMORY.md".to_owned(), text.into())])
    }

    #[test]
    fn what_is_lost_changed_or_made_up_is_missed() {
        let item = Item::new("Wen limps", "run-1", chrono::DateTime::UNIX_EPOCH).bullet("Wen limps");
        let rule = "- Short sentences <!-- rule action.sentence_length.less | rule -->";
        let before = format!("# 记忆\n\n## 人物\n\n- 她怕水\n- 她怕水\n{item}\n\n{rule}\n- last");
        for (after, holds) in [
            (before.clone(), true),
            (format!("{before}\n- more\n"), true),
            (
                before.replace(&item, "- Wen limps <!-- item x | merged 1 -->"),
                true,
            ),
            (before.replace(&item, ""), false),
            (before.replacen("- 她怕水\n", "", 1), false),
            (before.replace("- last", "* last"), false),
            (
                before.replace("- last", "").replace("# 记忆", "- last\n# 记忆"),
                false,
            ),
            (before.replace(rule, "- Short sentences"), false),
            (before.replace("\n\n", "\r\n\r\n"), false),
            (
                format!("{before}\n- x <!-- rule any.praise.more | rule -->\n"),
                false,
            ),
            (String::new(), false),
        ] {
            let mut missed = Missed::default();
            conserved(&mut missed, 1, &memory(&before), &memory(&after), &Files::new());
            assert_eq!(missed.0.is_empty(), holds, "{after}\n{:?}", missed.0);
        }
        let mut missed = Missed::default();
        let mut moved = memory(&before.replace(&format!("{item}\n"), ""));
        moved.insert(
            "archive/MEMORY.md".into(),
            format!("# Archive\n\n{item}\n").into(),
        );
        conserved(&mut missed, 1, &memory(&before), &moved, &Files::new());
        assert_eq!(missed.0, [""; 0], "the archive has it");
        conserved(&mut missed, 1, &moved, &memory(&before), &Files::new());
        assert_eq!(missed.0.len(), 1, "a file that is gone: {:?}", missed.0);
    }
}
