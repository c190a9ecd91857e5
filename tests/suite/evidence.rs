//! The same evidence leads to the same rules, in any order, on any machine, and whether it arrives step by step or at
//! once.

use std::fs;

use chrono::TimeDelta;
use contract::{AnswerRequest, DistillTrigger, EpisodeInput, RulePatch};
use index::Index;
use learning::inference::belief::Ledgers;
use learning::inference::verdict::Verdict;
use learning::rule::RuleWithEvidence;
use learning::{Question, Rule, RuleState, Sample, Settled};
use proptest::prelude::*;
use serde_json::Value;
use support::{TestProject, choice, choices, distil, input, morning};

const RULE: &str = "action.sentence_length.less";

/// All results that are computed from the episodes and from the writer's decisions about rules.
#[derive(PartialEq)]
struct Weighed {
    ledgers: Ledgers,
    samples: Vec<Sample>,
    settled: Settled,
    verdict: Verdict,
    rules: Vec<RuleWithEvidence>,
    questions: Vec<Question>,
}

impl Weighed {
    fn at(test: &TestProject, device: &str) -> Self {
        let verdict = test.project.learning().explain().expect("a verdict");
        let path = test.path().join(format!("memory/index/{device}.db"));
        let (index, _) = Index::open(&path, morning()).expect("the index");
        let mut rules = test.project.learning().rules().expect("rules");
        let view = index.snapshot().expect("a view");
        // The panel sorts by time, which differs between desks, so the rules are sorted by id here.
        rules.sort_by(|a, b| a.rule.id.cmp(&b.rule.id));
        Self {
            ledgers: view.ledgers().expect("ledgers"),
            samples: view.evidence(None).expect("samples"),
            settled: view.settled().expect("what is settled"),
            verdict,
            rules,
            questions: view.questions().expect("questions"),
        }
    }

    /// Returns the names of the parts that differ. The values are left out, because a ledger has thousands of numbers.
    fn differs(&self, other: &Self) -> Vec<&'static str> {
        [
            ("ledgers", self.ledgers != other.ledgers),
            ("samples", self.samples != other.samples),
            ("settled", self.settled != other.settled),
            ("verdict", self.verdict != other.verdict),
            ("rules", self.rules != other.rules),
            ("questions", self.questions != other.questions),
        ]
        .into_iter()
        .filter_map(|(what, differs)| differs.then_some(what))
        .collect()
    }
}

/// An act in a project.
#[derive(Clone, Debug)]
enum Act {
    /// A choice in the window, of the short or the long wording, from candidates that a rule may have shaped.
    Capture {
        short: bool,
        shaped: bool,
    },
    /// An import of one of four files with 25 old choices each. The file may have been imported before.
    Import(usize),
    /// The writer changed the result of an episode to the other wording afterwards.
    Edit(usize),
    /// The writer undid a choice.
    Undo(usize),
    /// The writer deleted a rule, or rejected a proposed or noticed rule.
    Delete(usize),
    /// The writer confirmed a rule.
    Confirm(usize),
    /// The writer gave one of the answers to a question.
    Answer(usize),
    Distil,
    /// Upkeep shortened and forgot the faded episodes.
    Fade,
    Pass {
        hours: i64,
    },
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => any::<(bool, bool)>().prop_map(|(short, shaped)| Act::Capture { short, shaped }),
        4 => (0..4_usize).prop_map(Act::Import),
        2 => any::<usize>().prop_map(Act::Edit),
        2 => any::<usize>().prop_map(Act::Undo),
        2 => any::<usize>().prop_map(Act::Delete),
        1 => any::<usize>().prop_map(Act::Confirm),
        2 => any::<usize>().prop_map(Act::Answer),
        4 => Just(Act::Distil),
        1 => Just(Act::Fade),
        1 => (1..60_i64).prop_map(|hours| Act::Pass { hours }),
    ]
}

/// Returns one of the files. The first two have choices of a writer who prefers the short wording. The last two have
/// choices of the same writer after a change of taste. Every fourth choice is a description, every third is in English.
fn file(number: usize) -> Vec<Value> {
    (25 * number..25 * (number + 1))
        .map(|number| {
            let mut record = choice(number, language(number), (number < 50) != (number % 10 == 9));
            let at = morning() - TimeDelta::days(20) + TimeDelta::hours(i64::try_from(number).unwrap_or(0));
            record["created_at"] = at.to_rfc3339().into();
            if number % 4 == 3 {
                record["scene_type"] = "description".into();
            }
            record
        })
        .collect()
}

fn language(number: usize) -> &'static str {
    if number.is_multiple_of(3) { "en" } else { "zh" }
}

/// A desk and the progress of the writer at it.
struct Desk {
    test: TestProject,
    device: &'static str,
    /// The number of the writer's next choice. Each desk counts from another start, so that numbers are unique.
    next: usize,
    /// The numbers of the recorded episodes.
    recorded: Vec<usize>,
}

impl Desk {
    /// Returns a desk that has already learned the writer's first taste.
    fn new(device: &'static str, next: usize) -> Self {
        let test = TestProject::new().reopened_as(device);
        // Without the pause the fiftieth choice would start a distillation at the same time as the test.
        test.project.learning().pause_learning(true).expect("a pause");
        let mut desk = Self {
            test,
            device,
            next,
            recorded: Vec::new(),
        };
        desk.live(&[Act::Import(0), Act::Import(1), Act::Distil]);
        desk
    }

    fn live(&mut self, acts: &[Act]) {
        for act in acts {
            self.go_on(act);
        }
    }

    fn go_on(&mut self, act: &Act) {
        let project = &self.test.project;
        match *act {
            Act::Capture { short, shaped } => {
                let choice = EpisodeInput {
                    shaped_by: if shaped { vec![RULE.into()] } else { Vec::new() },
                    ..input(self.next, language(self.next), short)
                };
                project.learning().record(choice).expect("a capture");
                self.recorded.push(self.next);
                self.next += 1;
            }
            Act::Import(number) => {
                let imported = self.test.import(&file(number));
                let numbers = imported.acknowledged.iter().map(|id| id[1..].parse::<usize>());
                self.recorded
                    .extend(numbers.map(|number| number.expect("a number")));
            }
            Act::Edit(at) | Act::Undo(at) => {
                if let Some(&number) = self.recorded.get(at % self.recorded.len().max(1)) {
                    let word = EpisodeInput {
                        target_episode_id: Some(format!("e{number:05}")),
                        undo_after_accept: matches!(act, Act::Undo(_)),
                        ..input(number, language(number), at.is_multiple_of(2))
                    };
                    project.learning().record(word).expect("a later word");
                }
            }
            Act::Delete(at) | Act::Confirm(at) => {
                let rules = project.learning().rules().expect("rules");
                if let Some(weighed) = rules.get(at % rules.len().max(1)) {
                    let id = &weighed.rule.id;
                    if matches!(act, Act::Delete(_)) {
                        project.learning().delete_rule(id).expect("a no");
                    } else {
                        let yes = RulePatch {
                            confirmed: Some(true),
                            ..RulePatch::default()
                        };
                        project.learning().update_rule(id, &yes).expect("a yes");
                    }
                }
            }
            Act::Answer(at) => {
                let questions = project.learning().questions().expect("questions");
                if let Some(question) = questions.get(at % questions.len().max(1)) {
                    let request = AnswerRequest {
                        question_id: question.id.clone(),
                        answer: question.answers[at % question.answers.len()],
                    };
                    project.learning().answer(&request).expect("an answer");
                }
            }
            Act::Distil => distil(&self.test),
            Act::Fade => drop(
                project
                    .learning()
                    .fade(project.memory().now())
                    .expect("a compression"),
            ),
            Act::Pass { hours } => self.test.pass(TimeDelta::hours(hours)),
        }
    }

    fn weighed(&self) -> Weighed {
        Weighed::at(&self.test, self.device)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn step_by_step_gives_what_the_whole_journal_gives_at_once(
        acts in proptest::collection::vec(act(), 6..24)
    ) {
        let mut desk = Desk::new("desk-a", 1000);
        for (step, act) in acts.iter().enumerate() {
            desk.go_on(act);
            // Reading the rules brings the index up to date, so the index is updated in batches of different sizes.
            if step % 3 == 0 {
                desk.weighed();
            }
        }
        let step_by_step = desk.weighed();
        let afresh = desk.test.reopened_as("desk-b");
        prop_assert_eq!(Weighed::at(&afresh, "desk-b").differs(&step_by_step), Vec::<&str>::new());
        desk.test.project.memory().rebuild().expect("a rebuild");
        prop_assert_eq!(desk.weighed().differs(&step_by_step), Vec::<&str>::new());
    }

    #[test]
    fn the_journals_of_two_machines_give_the_same_in_either_order(
        on_a in proptest::collection::vec(act(), 4..14),
        on_b in proptest::collection::vec(act(), 4..14),
    ) {
        let (mut a, mut b) = (Desk::new("desk-a", 1000), Desk::new("desk-b", 2000));
        a.live(&on_a);
        b.live(&on_b);
        let merged = [[&a, &b], [&b, &a]].map(|order| {
            let both = TestProject::new().reopened_as("desk-c");
            for desk in order {
                both.receive(&desk.test, desk.device);
                // The index takes in each journal before the next one arrives.
                both.project.memory().catch_up().expect("an index");
            }
            both
        });
        let [one, other] = merged.each_ref().map(|both| Weighed::at(both, "desk-c"));
        prop_assert_eq!(one.differs(&other), Vec::<&str>::new());
        merged[0].project.memory().rebuild().expect("a rebuild");
        prop_assert_eq!(Weighed::at(&merged[0], "desk-c").differs(&one), Vec::<&str>::new());
    }
}

/// The writer's acts that an export contains. Her decisions about rules stay in their project, so they are left out.
fn told() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => any::<bool>().prop_map(|short| Act::Capture { short, shaped: false }),
        2 => any::<bool>().prop_map(|short| Act::Capture { short, shaped: true }),
        3 => (0..4_usize).prop_map(Act::Import),
        2 => any::<usize>().prop_map(Act::Edit),
        2 => any::<usize>().prop_map(Act::Undo),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    // The clock stands still, so all choices in the window have the same date.
    #[test]
    fn an_export_that_is_imported_into_an_empty_project_in_any_order_gives_the_same(
        acts in proptest::collection::vec(told(), 10..60),
        seed in any::<u64>(),
    ) {
        let mut desk = Desk {
            test: TestProject::new(),
            device: support::DEVICE,
            next: 1000,
            recorded: Vec::new(),
        };
        desk.test.project.learning().pause_learning(true).expect("a pause");
        desk.live(&acts);
        desk.live(&[Act::Import(1)]);
        distil(&desk.test);
        let weighed = desk.weighed();

        let exported = desk.test.project.learning().all_episodes().expect("episodes");
        let mut records: Vec<Value> = exported
            .iter()
            .map(|episode| serde_json::to_value(episode).expect("JSON"))
            .collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut records);
        let other = TestProject::new();
        let imported = other.import(&records);
        prop_assert_eq!(imported.acknowledged.len(), exported.len());
        distil(&other);
        let again = Weighed::at(&other, support::DEVICE);
        prop_assert_eq!(again.differs(&weighed), Vec::<&str>::new());
        prop_assert_eq!(other.memory(), desk.test.memory());
        prop_assert_eq!(other.project.learning().all_episodes().expect("episodes"), exported);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn a_no_stands_through_a_hundred_distillations_and_nothing_takes_its_place(
        kept in 44..=50_usize,
        scenes in 1..=3_usize,
        skills in 1..=2_usize,
        language in prop_oneof![Just("en"), Just("zh")],
    ) {
        stands_through(100, kept, scenes, skills, language)?;
    }
}

#[test]
fn a_no_to_a_habit_kept_nearly_or_really_every_time_stands_and_nothing_takes_its_place() {
    for case in 0..24 {
        let kept = [44, 50][case % 2];
        let language = ["en", "zh"][case / 2 % 2];
        let (skills, scenes) = (1 + case / 4 % 2, 1 + case / 8);
        if let Err(error) = stands_through(2, kept, scenes, skills, language) {
            panic!("{kept} of 50, {scenes} scenes, {skills} skills, {language}: {error}");
        }
    }
}

/// Rejects a habit that was kept in `kept` of fifty choices per scene, over so many scenes and skills, and distils.
fn stands_through(
    distillations: usize,
    kept: usize,
    scenes: usize,
    skills: usize,
    language: &str,
) -> Result<(), TestCaseError> {
    let test = TestProject::new();
    let records: Vec<Value> = choices(language, scenes * kept, scenes * 50)
        .into_iter()
        .enumerate()
        .map(|(number, mut record)| {
            record["scene_type"] = ["action", "dialogue", "description"][number % scenes].into();
            record["skill_used"] = ["polish", "tighten"][number / scenes % skills].into();
            record
        })
        .collect();
    test.import(&records);
    distil(&test);
    let refused: Vec<_> = rules(&test).into_iter().filter(Rule::in_force).collect();
    let [habit] = &refused[..] else {
        return Err(TestCaseError::fail(format!("{refused:?}")));
    };
    prop_assert!(!habit.shadows.is_empty(), "nothing that could take its place");
    test.project.learning().delete_rule(&habit.id).expect("a no");
    for round in 0..distillations {
        test.pass(TimeDelta::hours(8));
        if round % 40 == 20 {
            test.import(&records);
            test.project.memory().rebuild().expect("a rebuild");
        }
        distil(&test);
        let back: Vec<_> = rules(&test)
            .into_iter()
            .filter(|rule| rule.state > RuleState::Noticed)
            .collect();
        prop_assert!(back.is_empty(), "{:?} in round {}", back, round);
        prop_assert!(rules(&test).iter().all(|rule| rule.feature != habit.feature));
    }
    Ok(())
}

fn rules(test: &TestProject) -> Vec<Rule> {
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule).collect()
}

#[test]
fn what_was_refused_in_one_kind_of_scene_is_not_said_of_all() {
    for language in ["en", "zh"] {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        distil(&test);
        test.project.learning().delete_rule(RULE).expect("a no");
        let elsewhere: Vec<Value> = (100..200)
            .map(|number| {
                let mut record = choice(number, language, number % 10 != 9);
                record["scene_type"] = ["dialogue", "description"][number / 5 % 2].into();
                record
            })
            .collect();
        test.import(&elsewhere);
        distil(&test);
        let mut short: Vec<String> = rules(&test)
            .into_iter()
            .filter(Rule::in_force)
            .map(|rule| rule.id)
            .collect();
        short.sort();
        assert_eq!(
            short,
            [
                "description.sentence_length.less",
                "dialogue.sentence_length.less"
            ],
            "{language}"
        );
    }
}

#[test]
fn importing_again_after_the_index_was_deleted_changes_nothing() {
    for language in ["en", "zh"] {
        let records = choices(language, 45, 50);
        let test = TestProject::new();
        test.import(&records);
        distil(&test);
        let learned = test.project.learning().rules().expect("rules").remove(0).rule.id;
        for refuse in [false, true] {
            if refuse {
                test.project.learning().delete_rule(&learned).expect("a no");
                distil(&test);
            }
            let before = Weighed::at(&test, support::DEVICE);
            let memory = test.memory();
            fs::remove_dir_all(test.path().join("memory/index")).expect("an index to delete");
            let imported = test.import(&records);
            assert_eq!((imported.known.len(), imported.acknowledged.len()), (50, 0));
            let report = test
                .project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
            assert_eq!(
                (report.episodes, report.added, report.updated, report.withdrawn),
                (50, 0, 0, 0)
            );
            assert_eq!(
                Weighed::at(&test, support::DEVICE).differs(&before),
                Vec::<&str>::new()
            );
            assert_eq!(test.memory(), memory);
        }
    }
}
