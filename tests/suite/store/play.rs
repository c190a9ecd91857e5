//! Runs the steps of a case in a project of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use contract::{ErrorCode, RestoreRefusal, RestoreRequest, RunKind, RunView};
use desk::{Consolidation, Ports};
use learning::Rule;
use memory::consolidation::message::Conversation;
use models::{Answer, Error, Model, Request, Scripted};
use serde_json::{Value, json};
use support::TestProject;
use vault::FailingDisk;

use super::case::{Case, Fails, Files, Messages, Step, files, matches, write};

/// The results of the steps so far.
pub struct Played<'a> {
    pub case: &'a Case,
    pub test: TestProject,
    /// The rules before the first step.
    pub rules: Vec<Rule>,
    /// The questions before the first step.
    pub questions: Vec<String>,
    seen: Mutex<Seen>,
    models: Mutex<BTreeMap<String, Arc<Scripted>>>,
}

/// The observations during the steps.
#[derive(Default)]
pub struct Seen {
    /// The state that a restore of all runs leads back to: the memory files before the first run, with later changes by
    /// other programs.
    pub base: Files,
    /// By path of a memory file that another program changed: the runs before that change.
    pub overtaken: BTreeMap<String, Vec<String>>,
    /// The memory files after the last step.
    pub end: Files,
    /// The result of each step, by its number, counted from 1.
    pub steps: BTreeMap<usize, Taken>,
    /// All requests to the model, in order.
    pub asked: Vec<Asked>,
    /// The steps' own expectations that are not met.
    pub missed: Vec<String>,
}

/// The result of a step.
#[derive(Default)]
pub struct Taken {
    /// The name of the session of the conversation.
    pub session: String,
    pub conversation: Conversation,
    /// The ids of the runs, in order.
    pub runs: Vec<String>,
    pub error: Option<desk::Error>,
    /// The state that a restore of all runs leads back to after this step.
    pub base: Files,
    /// The memory files after the step.
    pub files: Files,
    /// The files that only the run that removed them still keeps.
    pub kept: Files,
    /// The files that another program deleted.
    removed: Files,
}

/// A request to the model and its answer.
pub struct Asked {
    pub step: usize,
    /// The position of the first message in the request.
    pub first: Option<usize>,
    pub request: Request,
    pub answer: Result<Answer, Error>,
}

/// The model of a step. Other steps can happen before its first answer.
struct Watched<'a, 'b> {
    played: &'a Played<'b>,
    step: usize,
    conversation: &'a Conversation,
    script: Arc<Scripted>,
    asked: AtomicUsize,
}

impl Model for Watched<'_, '_> {
    fn answer(&self, request: &Request) -> Result<Answer, Error> {
        if self.asked.fetch_add(1, Ordering::SeqCst) == 0 {
            self.played.take_all(Some(self.step));
        }
        let answer = self.script.answer(request);
        let offset = self.played.case.says.offset;
        let messages = self.conversation.messages.iter();
        let shown = |line: String| request.input.contains(&line);
        let asked = Asked {
            step: self.step,
            first: messages.map(|message| message.line(offset)).position(shown),
            request: request.clone(),
            answer: answer.clone(),
        };
        self.played.seen().asked.push(asked);
        answer
    }
}

impl<'a> Played<'a> {
    /// Prepares the project and runs each step.
    pub fn of(case: &'a Case) -> Self {
        let scene = |folder: &Path| {
            write(&folder.join("memory"), &case.before);
            let workflow = toml::to_string(&case.says.workflow).expect("TOML");
            if !workflow.is_empty() {
                fs::write(folder.join("workflow.toml"), workflow).expect("a file");
            }
        };
        let test = TestProject::new().restarted_with(scene, |ports| at_home(ports, case));
        let (_, remarks) = test.project.memory().policies();
        assert_eq!(remarks, [""; 0], "workflow.toml");
        let played = Self {
            case,
            rules: rules(&test),
            questions: questions(&test),
            seen: Mutex::default(),
            models: Mutex::default(),
            test,
        };
        played.seen().base = played.memory_files();
        played.take_all(None);
        played
    }

    /// Returns the observations.
    pub fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn root(&self) -> PathBuf {
        self.test.path().join("memory")
    }

    /// Returns the memory files as they are on the disk: Markdown, without the copies that the runs keep.
    pub fn memory_files(&self) -> Files {
        memory_files(&self.test)
    }

    /// Returns the number of replies that were never requested.
    pub fn left_over(&self) -> usize {
        let request = Request {
            instructions: String::new(),
            input: String::new(),
            tool: models::Tool {
                name: "save_memory",
                schema: "{}",
            },
        };
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        let left = models
            .values()
            .map(|model| std::iter::from_fn(|| model.answer(&request).ok()).count());
        left.sum()
    }

    /// Returns the runs, oldest first.
    pub fn runs(&self) -> Vec<RunView> {
        let mut runs = self.test.project.memory().runs().expect("runs");
        runs.reverse();
        runs
    }

    /// Runs the steps that happen during another step, or, for `None`, the independent steps.
    fn take_all(&self, during: Option<usize>) {
        for (at, step) in self.case.says.step.iter().enumerate() {
            if step.during() == during {
                self.take(at + 1, step);
            }
        }
    }

    fn take(&self, number: usize, step: &Step) {
        let mut taken = Taken::default();
        let before = self.seen().asked.len();
        let found = self.memory_files();
        match step {
            Step::Consolidate {
                messages,
                replies,
                session,
                asked,
                ..
            } => {
                self.consolidate(&mut taken, number, step, messages.as_ref(), replies, session);
                let seen = &mut *self.seen();
                let requests = seen.asked[before..]
                    .iter()
                    .filter(|asked| asked.step == number)
                    .count();
                if let Some(asked) = asked
                    && *asked != requests
                {
                    let missed = format!("step {number}: asked {asked} times, and it was {requests}");
                    seen.missed.push(missed);
                }
            }
            Step::Write { path, from, .. } => {
                fs::write(self.root().join(path), self.case.bytes(from)).expect("a file");
                self.another_program_was_here(&found);
            }
            Step::Remove { path, keep } => {
                for (found, bytes) in files(&self.root()) {
                    let kept = keep.iter().any(|keep| matches(keep, &found));
                    if matches(path, &found) && !kept {
                        fs::remove_file(self.root().join(&found)).expect("a file that can be deleted");
                        taken.removed.insert(found, bytes);
                    }
                }
                assert!(
                    !taken.removed.is_empty(),
                    "step {number}: there is nothing to delete"
                );
                self.another_program_was_here(&found);
            }
            Step::PutBack { step } => {
                let removed = self.seen().steps[step].removed.clone();
                for (path, bytes) in removed {
                    fs::write(self.root().join(path), bytes).expect("a file");
                }
                self.another_program_was_here(&found);
            }
            Step::Restore {
                step,
                files,
                fails: Some(Fails::EveryCallInTurn),
                ..
            } => self.restore_on_failing_disks(number, *step, files),
            Step::Restore {
                step,
                files,
                merge,
                refused,
                fails: None,
            } => {
                let request = RestoreRequest {
                    merge: *merge,
                    ..self.request(*step, files)
                };
                self.restore(number, request, refused.as_deref());
            }
            Step::Audit { apply } => {
                for &upkeep in apply {
                    let kept = self.test.project.store().upkeep(upkeep.into(), false, |_| ());
                    taken.error = kept.err().or(taken.error);
                }
            }
        }
        taken.files = self.memory_files();
        taken.kept = self.kept();
        let mut seen = self.seen();
        taken.base.clone_from(&seen.base);
        let owned: Vec<String> = seen.steps.values().flat_map(|taken| taken.runs.clone()).collect();
        let own = |run: &RunView| run.kind != RunKind::FileFollowed && !owned.contains(&run.id);
        taken.runs = self.runs().into_iter().filter(own).map(|run| run.id).collect();
        seen.end.clone_from(&taken.files);
        seen.steps.insert(number, taken);
    }

    fn consolidate(
        &self,
        taken: &mut Taken,
        number: usize,
        step: &Step,
        messages: Option<&Messages>,
        replies: &Option<String>,
        session: &Option<String>,
    ) {
        let says = &self.case.says;
        let mut conversation = match messages {
            Some(Messages::In(path)) => self.case.conversation(path),
            _ => self.case.conversation("messages.jsonl"),
        };
        if let Some(Messages::First(count)) = messages {
            conversation.messages.truncate(*count);
        }
        let replies = replies.as_deref().unwrap_or("replies.jsonl");
        let script = self.model(replies);
        taken.session = session.clone().unwrap_or_else(|| says.session.clone());
        // A step that happens while a model answers is made by another desk.
        let other = step
            .during()
            .map(|_| self.test.reopened_with(|ports| at_home(ports, self.case)));
        let desk = other.as_ref().unwrap_or(&self.test);
        let model = Watched {
            played: self,
            step: number,
            conversation: &conversation,
            script,
            asked: AtomicUsize::new(0),
        };
        let what = Consolidation {
            session: &taken.session,
            conversation: &conversation,
            everything: says.everything,
            dry_run: false,
        };
        taken.error = desk.project.store().consolidate(&what, &model).err();
        taken.conversation = conversation;
    }

    fn model(&self, replies: &str) -> Arc<Scripted> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        let model = models.entry(replies.to_owned()).or_insert_with(|| {
            Arc::new(
                Scripted::parse(&self.case.replies(replies)).unwrap_or_else(|bad| panic!("{replies}: {bad}")),
            )
        });
        Arc::clone(model)
    }

    fn restore(&self, number: usize, request: RestoreRequest, refused: Option<&str>) {
        let request = |dry_run| RestoreRequest {
            dry_run,
            ..request.clone()
        };
        let before = self.memory_files();
        let planned = self
            .test
            .project
            .memory()
            .restore(&request(true))
            .expect("a plan");
        let whys: Vec<RestoreRefusal> = planned.files.iter().filter_map(|file| file.why).collect();
        let done = self.test.project.memory().restore(&request(false));
        let code = done.as_ref().err().map(desk::Error::code);
        let mut missed = Vec::new();
        match refused {
            None if done.is_err() => missed.push(format!("refused: {whys:?}, {:?}", done.err())),
            None => {}
            Some(why) => {
                if code != Some(ErrorCode::MemoryRestoreConflict)
                    || !whys.iter().all(|seen| name(seen) == why)
                {
                    missed.push(format!("{why} must refuse it, and {whys:?} did ({code:?})"));
                }
                if before != self.memory_files() {
                    missed.push("was refused and changed a file all the same".into());
                }
            }
        }
        let missed = missed
            .into_iter()
            .map(|missed| format!("step {number}: {missed}"));
        self.seen().missed.extend(missed);
    }

    fn request(&self, step: usize, paths: &Option<Vec<String>>) -> RestoreRequest {
        let runs = self.seen().steps[&step].runs.clone();
        let [run_id] = &runs[..] else {
            panic!("step {step} has {} runs to restore", runs.len());
        };
        RestoreRequest {
            run_id: run_id.clone(),
            paths: paths.clone(),
            ..RestoreRequest::default()
        }
    }

    /// Restores in copies of the project in which one disk call after the other fails. Each file then has its old or
    /// its new bytes, even before the desk is opened again. After that, all files have their old bytes, or all their
    /// new ones. The preimages stay.
    fn restore_on_failing_disks(&self, number: usize, step: usize, paths: &Option<Vec<String>>) {
        let request = self.request(step, paths);
        let mut whole = files(self.test.path());
        whole.retain(|path, _| !path.starts_with("memory/index/"));
        let copy = |adjust: &dyn Fn(&mut Ports)| {
            let scene = |folder: &Path| {
                fs::remove_dir_all(folder.join("memory")).expect("a folder");
                write(folder, &whole);
            };
            TestProject::new().restarted_with(scene, |ports| {
                at_home(ports, self.case);
                adjust(ports);
            })
        };
        let kept = |test: &TestProject| {
            let mut kept = files(&test.path().join("memory/history").join(&request.run_id));
            // Staged files are deleted after the swap, so they are left out.
            kept.retain(|path, _| !path.starts_with("after/"));
            kept
        };
        let done = copy(&|_| ());
        done.project
            .memory()
            .restore(&request)
            .expect("a disk that does not fail");
        let [before, after] = [&self.test, &done].map(memory_files);
        assert_ne!(before, after, "step {number}: the restore changes nothing");
        let mut missed = Vec::new();
        for call in 1.. {
            let disk = Arc::new(FailingDisk::at(usize::MAX));
            let test = copy(&|ports| ports.disk = Arc::clone(&disk) as _);
            disk.fail_in(call);
            let restored = test.project.memory().restore(&request);
            if !disk.has_failed() {
                assert!(
                    call > 1 && restored.is_ok(),
                    "step {number}: nothing fails and it does not succeed"
                );
                break;
            }
            let now = memory_files(&test);
            for path in before.keys().chain(after.keys()) {
                if ![before.get(path), after.get(path)].contains(&now.get(path)) {
                    missed.push(format!(
                        "step {number}, call {call} failed: {path} is neither old nor new"
                    ));
                }
            }
            if kept(&test) != kept(&self.test) {
                missed.push(format!(
                    "step {number}, call {call} failed: what was kept is something else"
                ));
            }
            let now = memory_files(&test.restarted_with(|_| (), |ports| at_home(ports, self.case)));
            if now != before && now != after {
                missed.push(format!("step {number}, call {call} failed: half of it is left"));
            }
        }
        self.seen().missed.extend(missed);
    }

    /// Returns the files that only the run that removed them still keeps. These are expired files, and archived files
    /// whose copy in the archive another program has deleted since.
    fn kept(&self) -> Files {
        let mut kept = Files::new();
        for run in self.runs() {
            let expires = run.kind == RunKind::Expire;
            let archives = matches!(run.kind, RunKind::Audit | RunKind::Archive | RunKind::Compact);
            let mut of_run = files(&self.root().join("history").join(&run.id).join("files"));
            let seen = self.seen();
            let cleared = |path: &String| seen.overtaken.contains_key(&format!("archive/{path}"));
            of_run.retain(|path, _| expires || (archives && cleared(path)));
            kept.extend(of_run);
        }
        kept
    }

    /// Records the changes by another program in the base state. No run made these changes, so no restore undoes them.
    fn another_program_was_here(&self, before: &Files) {
        let now = self.memory_files();
        let runs: Vec<String> = self.runs().into_iter().map(|run| run.id).collect();
        let mut seen = self.seen();
        for path in before.keys().chain(now.keys()) {
            if before.get(path) == now.get(path) {
                continue;
            }
            match now.get(path) {
                Some(bytes) => drop(seen.base.insert(path.clone(), bytes.clone())),
                None => drop(seen.base.remove(path)),
            }
            seen.overtaken.insert(path.clone(), runs.clone());
        }
    }
}

/// Returns the memory files as they are on the disk: Markdown, without the copies that the runs keep.
fn memory_files(test: &TestProject) -> Files {
    let mut found = files(&test.path().join("memory"));
    found.retain(|path, _| path.ends_with(".md") && !path.starts_with("history/"));
    found
}

/// Sets the clock and the time zone of a desk to those of the case.
fn at_home(ports: &mut Ports, case: &Case) {
    let (now, offset) = (case.says.now, case.says.offset);
    ports.now = Arc::new(move || now);
    ports.local = Arc::new(move |_| offset);
    let ids = Arc::clone(&case.ids);
    ports.new_id = Arc::new(move || format!("run-{}", ids.fetch_add(1, Ordering::Relaxed) + 1));
}

/// Returns all rules.
pub fn rules(test: &TestProject) -> Vec<Rule> {
    test.project
        .memory()
        .follow()
        .expect("a file that can be followed");
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule).collect()
}

/// Returns the ids of the questions.
pub fn questions(test: &TestProject) -> Vec<String> {
    let questions = test.project.learning().questions().expect("questions");
    questions.into_iter().map(|asked| asked.id).collect()
}

/// Returns the serialised name of an enum value, as in the files.
pub fn name(value: &impl serde::Serialize) -> String {
    match json!(value) {
        Value::String(name) => name,
        other => other.to_string(),
    }
}
