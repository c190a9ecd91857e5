//! The process is killed at random moments. Nothing acknowledged is lost, no file is torn, and the next start succeeds
//! without help.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use chrono::DateTime;
use contract::{DistillTrigger, Finding, NewRule, NoticeKind, RestoreRequest, RulePatch, RunKind, RunView};
use desk::{Installation, Ports, Project};
use learning::rule::{RuleOrigin, RuleWithEvidence};
use memory::document::Item;
use memory::files::long_term::MemoryFile;
use memory::journal::Entry;
use serde_json::Value;
use support::{TestProject, UPKEEP, cases, choice, input, memory_files, walk, without_runs};

/// The seed of the acts and of the moments of the kills. The effect of a kill still depends on the speed of the
/// machine.
const SEED: u64 = 20_261_121;
const CAPTURES: usize = 500;
const KILLS: usize = 110;
const CHANGES_KILLED: usize = 24;
/// The number of kills of consolidations, of restores and of upkeep, each, unless `PROPTEST_CASES` sets it.
const KILLS_OF_FILES: usize = 12;
/// About how many disk calls a run of several files makes.
const STEPS: usize = 70;
/// A little more than the duration of one disk call.
const A_STEP: Duration = Duration::from_millis(2);

#[test]
fn a_process_killed_at_any_moment_loses_nothing_that_was_acknowledged() {
    let mut desk = KilledDesk::new();
    while desk.acknowledged.len() < CAPTURES {
        match desk.random.u8(0..10) {
            0 => desk.import(),
            1..5 => desk.distil(),
            _ => desk.capture(),
        }
    }

    let undisturbed = TestProject::new();
    undisturbed.import(&desk.exported());
    desk.learn_the_same_as(&undisturbed.project);
    assert!(
        !rules(&undisturbed.project).is_empty(),
        "there is something to decide"
    );
    while desk.kills < KILLS {
        desk.decide(&undisturbed.project);
        desk.distil();
        desk.learn_the_same_as(&undisturbed.project);
    }
    println!(
        "seed {SEED}: {} kills, {} captures acknowledged, {:?} found at the next start",
        desk.kills,
        desk.acknowledged.len(),
        desk.notices
    );
}

#[test]
fn a_process_killed_while_it_changes_several_files_leaves_all_of_a_change_or_none_of_it() {
    let mut desk = KilledDesk::new();
    desk.kills = 0;
    while desk.kills < CHANGES_KILLED {
        let lines = desk.random.usize(0..4);
        let project = desk.project();
        let said = desk.run(&["change".as_ref(), project.as_os_str()], Vec::new(), lines);
        let project = desk.start_again();
        let number = desk.number_everywhere();
        let told = said
            .last()
            .and_then(|line| line.strip_prefix("changed ")?.parse::<usize>().ok());
        assert!(
            told.unwrap_or(0) <= number,
            "acknowledged and gone: {said:?}, there is {number}"
        );
        let runs = project.memory().runs().expect("runs");
        if let Some(newest) = runs.first().filter(|_| number > 0) {
            let request = RestoreRequest {
                run_id: newest.id.clone(),
                ..RestoreRequest::default()
            };
            let taken = project
                .memory()
                .restore(&request)
                .expect("a way back")
                .run_id
                .expect("a run");
            assert_eq!(desk.number_everywhere(), number - 1);
            let request = RestoreRequest {
                run_id: taken,
                ..RestoreRequest::default()
            };
            project.memory().restore(&request).expect("a way back from it");
            assert_eq!(desk.number_everywhere(), number);
        }
    }
    println!(
        "seed {SEED}: {} kills, {:?} found at the next start",
        desk.kills, desk.notices
    );
}

#[test]
fn a_process_killed_while_it_consolidates_tells_of_every_message_once_and_ends_where_an_undisturbed_one_does()
{
    let mut desk = KilledDesk::new();
    desk.kills = 0;
    let undisturbed = TestProject::new();
    // `states[n]` holds the memory files after `n` messages have been consolidated.
    let mut states = vec![without_runs(&desk.files())];
    let mut told = 0;
    while desk.kills < cases(KILLS_OF_FILES) {
        if told + 1 == states.len() {
            for count in states.len()..states.len() + 6 {
                walk::consolidate(&undisturbed.project, count, |_| ()).expect("a conversation");
                states.push(without_runs(&undisturbed.memory_files()));
            }
        }
        let count = states.len() - 1;
        let project = desk.project();
        let number = count.to_string();
        let arguments = ["consolidate".as_ref(), project.as_os_str(), number.as_ref()];
        let said = desk.stepped(&arguments, 3);
        let runs = desk.start_again().memory().runs().expect("runs");
        let known = told;
        told = runs.iter().filter(|run| run.kind == RunKind::Consolidate).count();
        let asked = said
            .iter()
            .filter_map(|line| line.strip_prefix("asked ")?.parse().ok());
        let acknowledged = if said.iter().any(|line| line == "done") {
            count
        } else {
            asked.max().unwrap_or(known)
        };
        assert!(told >= acknowledged, "acknowledged and gone: {said:?}, {told}");
        assert_eq!(without_runs(&desk.files()), states[told], "{said:?}");
    }
    println!(
        "seed {SEED}: {} kills, {told} messages told, {:?} found at the next start",
        desk.kills, desk.notices
    );
}

#[test]
fn a_process_killed_while_it_restores_has_taken_back_the_same_bytes_or_nothing() {
    let mut desk = KilledDesk::new();
    desk.kills = 0;
    desk.write(
        "MEMORY.md",
        "# 记忆\r\n\r\n## Places\r\n\r\n她自己写的一处，不是一条。\r\n",
    );
    desk.write("HISTORY.md", "她先写下的 What she told first");
    let mut states = vec![desk.files()];
    let project = desk.open();
    for count in 1..=4 {
        walk::consolidate(&project, count, |_| ()).expect("a conversation");
        states.push(desk.files());
    }
    let run = |run: RunView| (run.kind == RunKind::Consolidate).then_some(run.id);
    let mut runs: Vec<String> = project
        .memory()
        .runs()
        .expect("runs")
        .into_iter()
        .filter_map(run)
        .collect();
    drop(project);
    // Reversed, `states[n]` holds the memory files after `n` of the runs have been undone.
    states.reverse();
    let (mut done, mut there_and_back) = (0, 0);
    while desk.kills < cases(KILLS_OF_FILES) {
        let folder = desk.project();
        let mut arguments = vec!["restore".as_ref(), folder.as_os_str()];
        arguments.extend(runs[done..].iter().map(OsStr::new));
        let said = desk.stepped(&arguments, 3);
        let listed = desk.start_again().memory().runs().expect("runs");
        let undoing: BTreeMap<&String, &String> = listed
            .iter()
            .filter_map(|run| Some((run.undoes.as_ref()?, &run.id)))
            .collect();
        let known = done;
        done = runs.iter().take_while(|run| undoing.contains_key(run)).count();
        assert!(done >= known + said.len(), "acknowledged and gone: {said:?}");
        assert_eq!(desk.files(), states[done], "{said:?}");
        if done == runs.len() {
            // A restore is a run too, so the next round undoes the restores.
            runs = runs.iter().rev().map(|run| undoing[run].clone()).collect();
            states.reverse();
            done = 0;
            there_and_back += 1;
        }
    }
    println!(
        "seed {SEED}: {} kills, {there_and_back} times all the way, {:?} found at the next start",
        desk.kills, desk.notices
    );
}

#[test]
fn a_process_killed_in_upkeep_has_done_an_act_or_not_and_all_of_it_goes_back() {
    let mut desk = KilledDesk::new();
    desk.kills = 0;
    let undisturbed = TestProject::new();
    let item = |words| Item::new(words, "run-1", DateTime::UNIX_EPOCH).bullet(words);
    let day = format!(
        "# d\n\n## 话题\n\n{}\n- 我自己记的\n\n## 决定\n\n{}\n",
        item("第二章的灯"),
        item("林晚跛脚")
    );
    for (path, text) in [
        ("2020-01-01.md", day.as_str()),
        ("archive/2020-01-02.md", "她自己的一行\n"),
        ("HISTORY.md", "# History\n\n她先写下的"),
        (
            "INSIGHTS.md",
            &format!("## 经验\n{}\n", item("[2020-01-01] 先写结尾")),
        ),
    ] {
        desk.write(path, text);
        let path = undisturbed.path().join("memory").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a memory file");
    }
    let before = desk.files();
    let mut states = vec![without_runs(&before)];
    for act in UPKEEP {
        let upkept = undisturbed
            .project
            .store()
            .upkeep(act, false, |_| ())
            .expect("upkeep");
        assert!(upkept.run_id.is_some(), "{act:?} has something to do");
        states.push(without_runs(&undisturbed.memory_files()));
    }
    let mut acts = 0;
    while desk.kills < cases(KILLS_OF_FILES) {
        let folder = desk.project();
        let said = desk.stepped(&["upkeep".as_ref(), folder.as_os_str()], UPKEEP.len());
        let project = desk.start_again();
        let runs = project.memory().runs().expect("runs");
        let stand = |run: &&RunView| run.undoes.is_none() && run.restorable;
        let stand: Vec<&RunView> = runs.iter().filter(stand).collect();
        assert!(stand.len() >= said.len(), "acknowledged and gone: {said:?}");
        assert_eq!(without_runs(&desk.files()), states[stand.len()], "{said:?}");
        acts += stand.len();
        for run in stand {
            let request = RestoreRequest {
                run_id: run.id.clone(),
                ..RestoreRequest::default()
            };
            project.memory().restore(&request).expect("a way back");
        }
        assert_eq!(desk.files(), before);
    }
    println!(
        "seed {SEED}: {} kills, {acts} acts taken back, {:?} found at the next start",
        desk.kills, desk.notices
    );
}

/// A project whose desk is killed again and again.
#[test]
fn a_process_killed_while_a_manuscript_is_typed_in_brings_back_every_batch_that_was_acknowledged() {
    let mut desk = KilledDesk::new();
    desk.kills = 0;
    let (project, data) = (desk.project(), desk.folder.path().join("data"));
    let file = project.join("稿.md");
    fs::write(&file, "").expect("a manuscript");
    let numbered = |count: usize| {
        (1..=count)
            .map(|number| format!("{number} 字\n"))
            .collect::<String>()
    };
    let mut back = 0;
    while desk.kills < cases(KILLS_OF_FILES) {
        let said = desk.stepped(&["type".as_ref(), project.as_os_str()], 1);
        let last = said
            .iter()
            .filter_map(|line| line.strip_prefix("typed ")?.parse().ok())
            .max();
        let acknowledged = last.unwrap_or(back);
        let on_disk = fs::read_to_string(&file).expect("a manuscript");
        assert_eq!(on_disk, numbered(on_disk.lines().count()), "the file is whole");

        let ports = Ports::real(Arc::new(|_| ()));
        let reopened = Installation::at(&data).open(&project, ports).expect("a project");
        let recovered = reopened
            .manuscripts()
            .recover_unsaved("稿.md")
            .expect("what was typed");
        let text = recovered.map_or(on_disk, |recovered| recovered.text);
        back = text.lines().count();
        assert_eq!(text, numbered(back), "all of it, once and in order");
        assert!(
            (acknowledged..=acknowledged + 1).contains(&back),
            "{acknowledged} were acknowledged and {back} are back"
        );
    }
    println!("seed {SEED}: {} kills, {back} batches", desk.kills);
}

struct KilledDesk {
    folder: tempfile::TempDir,
    random: fastrand::Rng,
    /// The latest time of a kill after the start: twice the duration of a command that is not killed.
    span: Duration,
    kills: usize,
    /// The ids that the killed processes had printed.
    acknowledged: BTreeSet<String>,
    /// The ids in the journal. A kill between the write and the print makes them more than the acknowledged ids.
    recorded: BTreeSet<String>,
    /// The notices about repairs by the next starts.
    notices: BTreeMap<String, usize>,
}

/// A decision of the writer about a rule. The rule is named by its text, because ids are random.
enum Decision {
    Add(String),
    Confirm(String),
    Delete(String),
}

impl KilledDesk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("project")).expect("a project folder");
        let mut desk = Self {
            folder,
            random: fastrand::Rng::with_seed(SEED),
            span: Duration::from_secs(600),
            kills: 0,
            acknowledged: BTreeSet::new(),
            recorded: BTreeSet::new(),
            notices: BTreeMap::new(),
        };
        desk.command(&["project", "init"], Vec::new());
        let start = Instant::now();
        desk.command(&["distill"], Vec::new());
        desk.span = 2 * start.elapsed();
        desk
    }

    /// Records choices one by one, as the window does. A full batch starts a distillation at the same time.
    fn capture(&mut self) {
        let acts = self.waiting().take(60).map(act).collect();
        let lines = self.random.usize(0..16);
        let project = self.project();
        let said = self.run(&["capture".as_ref(), project.as_os_str()], acts, lines);
        self.acknowledge(&said);
    }

    fn import(&mut self) {
        let count = self.random.usize(1..60);
        let lines = self
            .waiting()
            .take(count)
            .map(|number| record(number).to_string())
            .collect();
        let said = self.command(&["episodes", "import", "-"], lines);
        self.acknowledge(&said);
    }

    /// Distils until the kill. The kill comes after a random stage; after the last stage the files are being changed.
    fn distil(&mut self) {
        let stages = self.random.usize(0..10).min(4);
        let project = self.project();
        self.run(&["distil".as_ref(), project.as_os_str()], Vec::new(), stages);
        self.start_again();
    }

    /// Makes a decision about a rule. The decision must be done completely or not at all. If it was done, the other
    /// project makes it too.
    fn decide(&mut self, other: &Project) {
        let rules = rules(&self.open());
        let rule = self
            .random
            .choice(&rules)
            .map(|weighed| weighed.rule.text.clone());
        let decision = match (self.random.u8(0..4), rule) {
            (0, Some(text)) => Decision::Confirm(text),
            (1, Some(text)) => Decision::Delete(text),
            _ => Decision::Add(format!("No. {}: 雨是灰的", self.random.u32(..))),
        };
        let id = decision.target(&self.open());
        let said = match &decision {
            Decision::Add(text) => self.command(&["rules", "add", text], Vec::new()),
            Decision::Confirm(_) => self.command(&["rules", "confirm", &id], Vec::new()),
            Decision::Delete(_) => self.command(&["rules", "delete", &id], Vec::new()),
        };
        let project = self.start_again();
        let happened = decision.happened(&project);
        assert!(happened || said.is_empty(), "an acknowledged decision is gone");
        if happened {
            decision.make(other);
        }
    }

    /// Distils here and in a project that was never killed, and checks that both have the same rules.
    fn learn_the_same_as(&self, other: &Project) {
        let project = self.open();
        for project in [&project, other] {
            project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
        }
        assert_eq!(rules(&project), rules(other));
    }

    /// Records the ids that a killed process had acknowledged, and checks that their episodes are in the journal.
    fn acknowledge(&mut self, said: &[String]) {
        let ids = said.iter().filter_map(|line| line.strip_prefix("recorded "));
        self.acknowledged.extend(ids.map(str::to_owned));
        let project = self.start_again();
        let episodes = project.learning().all_episodes().expect("episodes");
        self.recorded = episodes.into_iter().map(|episode| episode.id).collect();
        let lost: Vec<_> = self.acknowledged.difference(&self.recorded).collect();
        assert!(lost.is_empty(), "acknowledged and gone: {lost:?}");
    }

    /// Starts the desk after a kill, checks each file, and returns the open project.
    fn start_again(&mut self) -> Project {
        let project = self.open();
        for notice in project.view().expect("a project").notices {
            assert_ne!(
                notice.kind,
                NoticeKind::IndexRebuilt,
                "a kill does not damage the index"
            );
            assert_ne!(notice.kind, NoticeKind::MemoryFileUnusable, "{}", notice.message);
            *self.notices.entry(format!("{:?}", notice.kind)).or_default() += 1;
        }
        for check in project.health().expect("a doctor").checks {
            assert_eq!(check.finding, Finding::Fine, "{}: {}", check.name, check.message);
        }

        let memory = self.project().join("memory");
        let devices = memory.join("journal");
        for device in fs::read_dir(devices).expect("the journal").map_while(Result::ok) {
            for month in fs::read_dir(device.path())
                .into_iter()
                .flatten()
                .map_while(Result::ok)
            {
                if month.path().extension() == Some("jsonl".as_ref()) {
                    let text = fs::read_to_string(month.path()).expect("a journal");
                    assert!(text.ends_with('\n'), "a torn line was left");
                    for line in text.lines() {
                        serde_json::from_str::<Entry>(line).expect("a whole line");
                    }
                }
            }
        }

        let text = fs::read_to_string(memory.join("MEMORY.md")).unwrap_or_default();
        let bullets = MemoryFile::parse(&text).bullets();
        let stand: BTreeSet<_> = bullets
            .into_iter()
            .map(|bullet| (bullet.id, bullet.text))
            .collect();
        let in_force: BTreeSet<_> = project
            .learning()
            .rules()
            .expect("rules")
            .into_iter()
            .filter(|weighed| weighed.rule.in_force())
            .map(|weighed| (weighed.rule.id, weighed.rule.text))
            .collect();
        assert_eq!(stand, in_force, "MEMORY.md and the rules");
        project
    }

    /// Opens the project as the next start of the same installation does.
    fn open(&self) -> Project {
        let ports = Ports::real(Arc::new(|_| ()));
        let device = Installation::at(self.folder.path().join("data"))
            .device(|| (ports.new_id)())
            .expect("a device name");
        Project::open(&self.project(), &device, ports).expect("a start that needs no help")
    }

    /// Returns the number in all files of the last change, after a check that it is the same in all of them.
    fn number_everywhere(&self) -> usize {
        let memory = self.project().join("memory");
        let read = |path: &str| fs::read_to_string(memory.join(path)).ok();
        let story = read("HISTORY.md").unwrap_or_default();
        let number = story.lines().count();
        let whole: String = (1..=number).map(|line| format!("{line}\n")).collect();
        assert_eq!(story, whole, "nothing is lost and nothing is there twice");
        let line = format!("{number}\n");
        let latest = (number > 0).then(|| line.clone());
        assert_eq!(read("archive/latest.md"), latest);
        assert_eq!(read("odd.md"), latest.filter(|_| number % 2 == 1));
        number
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        memory_files(&self.project().join("memory"))
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.project().join("memory").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a memory file");
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Returns the episodes in the import format. They keep the times of this project, because the confidence of a rule
    /// depends on the order of the acts.
    fn exported(&self) -> Vec<Value> {
        let episodes = self.open().learning().all_episodes().expect("episodes");
        let records = episodes.iter().map(|episode| {
            let (_, number) = episode.id.split_at(1);
            let sent = record(number.parse().expect("a number"));
            assert_eq!(episode.final_text, sent["final_text"], "recorded as it was sent");
            serde_json::to_value(episode).expect("JSON")
        });
        records.collect()
    }

    /// Returns the numbers of the choices that are not recorded yet.
    fn waiting(&self) -> impl Iterator<Item = usize> {
        (0..).filter(|&number| !self.has(number))
    }

    fn has(&self, number: usize) -> bool {
        self.recorded
            .contains(record(number)["id"].as_str().unwrap_or_default())
    }

    fn command(&mut self, words: &[&str], input: Vec<String>) -> Vec<String> {
        let project = self.project();
        let mut arguments: Vec<&OsStr> = words.iter().map(OsStr::new).collect();
        arguments.extend(["--project".as_ref(), project.as_os_str()]);
        self.run(&arguments, input, 0)
    }

    /// Runs a process that prints each of its steps, and kills it at a random step of its first `runs` runs. Returns
    /// its other output.
    fn stepped(&mut self, arguments: &[&OsStr], runs: usize) -> Vec<String> {
        let lines = self.random.usize(1..runs * STEPS);
        let mut said = self.run_within(arguments, Vec::new(), lines, A_STEP);
        said.retain(|line| line != "step");
        said
    }

    /// Runs a process and kills it at a random time after its first `lines` lines of output. Returns its output.
    fn run(&mut self, arguments: &[&OsStr], input: Vec<String>, lines: usize) -> Vec<String> {
        // A process that has printed a line is past its start, so its next act comes sooner.
        let span = if lines == 0 { self.span } else { self.span / 8 };
        self.run_within(arguments, input, lines, span)
    }

    fn run_within(
        &mut self,
        arguments: &[&OsStr],
        input: Vec<String>,
        lines: usize,
        span: Duration,
    ) -> Vec<String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_commonplace-under-test"))
            .args(arguments)
            .env("COMMONPLACE_DATA_DIR", self.folder.path().join("data"))
            // Daily files are named by the local date, so the time zone must be fixed.
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the process under test");
        let mut stdin = child.stdin.take().expect("a pipe");
        let feeding = thread::spawn(move || {
            // A killed process no longer reads its input, so the write may fail.
            input.iter().try_for_each(|line| writeln!(stdin, "{line}"))
        });
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (say, heard) = mpsc::channel();
        let listening = thread::spawn(move || {
            stdout
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| say.send(line))
        });

        let mut said: Vec<String> = heard.iter().take(lines).collect();
        let moment = Instant::now() + span.mul_f64(self.random.f64());
        while let Ok(line) = heard.recv_timeout(moment.saturating_duration_since(Instant::now())) {
            said.push(line);
        }
        child.kill().expect("a child");
        let status = child.wait().expect("a child");
        // Lines that the process had printed before the kill also count as acknowledged, even if the test reads them
        // later.
        said.extend(heard.iter());
        let mut complaint = String::new();
        let mut stderr = child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut complaint).expect("a pipe");
        assert!(
            complaint.is_empty(),
            "{arguments:?} failed by itself: {complaint}"
        );
        listening
            .join()
            .expect("a listener")
            .expect("a channel that is open");
        // A killed process may have left input unread; that is no failure.
        let _ = feeding.join().expect("a feeder");
        self.kills += usize::from(!status.success());
        said
    }
}

impl Decision {
    /// Returns the id, in one project, of the rule that the decision is about.
    fn target(&self, project: &Project) -> String {
        let (Self::Add(text) | Self::Confirm(text) | Self::Delete(text)) = self;
        let rules = project.learning().rules().expect("rules");
        let rule = rules.into_iter().find(|weighed| weighed.rule.text == *text);
        rule.map(|weighed| weighed.rule.id).unwrap_or_default()
    }

    fn happened(&self, project: &Project) -> bool {
        let id = self.target(project);
        match self {
            Self::Add(_) => !id.is_empty(),
            Self::Confirm(_) => {
                project
                    .learning()
                    .rule(&id)
                    .expect("the rule")
                    .rule
                    .user_confirmed
            }
            Self::Delete(_) => id.is_empty(),
        }
    }

    fn make(&self, project: &Project) {
        let id = self.target(project);
        let made = match self {
            Self::Add(text) => project
                .learning()
                .add_rule(&NewRule {
                    text: text.clone(),
                    category: contract::Category::Style,
                    scene_type: None,
                })
                .map(drop),
            Self::Confirm(_) => project
                .learning()
                .update_rule(
                    &id,
                    &RulePatch {
                        confirmed: Some(true),
                        ..RulePatch::default()
                    },
                )
                .map(drop),
            Self::Delete(_) => project.learning().delete_rule(&id),
        };
        made.expect("a change of memory");
    }
}

/// Returns the rules sorted by text, without the values that differ between two projects: times and random ids.
fn rules(project: &Project) -> Vec<RuleWithEvidence> {
    let mut rules = project.learning().rules().expect("rules");
    for weighed in &mut rules {
        if weighed.rule.origin == RuleOrigin::Written {
            weighed.rule.id.clear();
        }
        weighed.rule.created_at = DateTime::UNIX_EPOCH;
        weighed.rule.updated_at = DateTime::UNIX_EPOCH;
        weighed.supporting_episodes.sort();
        weighed.contradicting_episodes.sort();
    }
    rules.sort_by(|a, b| a.rule.text.cmp(&b.rule.text));
    rules
}

/// Returns the record of a choice, in English or Chinese. The writer takes the short wording nine times out of ten.
fn record(number: usize) -> Value {
    let (language, short) = taste(number);
    choice(number, language, short)
}

/// Returns the same choice in the form that the window sends.
fn act(number: usize) -> String {
    let (language, short) = taste(number);
    serde_json::to_string(&input(number, language, short)).expect("an act")
}

fn taste(number: usize) -> (&'static str, bool) {
    (["en", "en", "zh"][number % 3], number % 10 != 7)
}
