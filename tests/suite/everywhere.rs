//! Rules for all projects: the project's memory and the global memory have the same structure, and rules move between
//! them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use contract::{
    Answer, AnswerRequest, Category, ErrorCode, Finding, NewRule, NoticeKind, QuestionReason, QuestionState,
    RulePatch, SettingsPatch,
};
use desk::Event;
use learning::conflict::in_effect;
use learning::{Rule, RuleState, Scope};
use prose::SceneType;
use support::{TestProject, choices, distil, request};

const SHORT: &str = "action.sentence_length.less";
const LONG: &str = "action.sentence_length.more";
const LANGUAGES: [&str; 2] = ["en", "zh"];

/// Pairs of rules that contradict each other. Each rule of the Chinese pair names the person in other words.
const PERSONS: [(&str, &str); 2] = [
    ("Use the first person", "Use the third person"),
    ("偏好第一人称", "使用第三人称全知"),
];

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

fn add(test: &TestProject, text: &str) -> Rule {
    let new = NewRule {
        text: text.into(),
        category: Category::Style,
        scene_type: None,
    };
    test.project
        .learning()
        .add_rule(&new)
        .expect("a rule by hand")
        .rule
}

/// Returns a project whose writer takes the short wording.
fn learned(language: &str) -> TestProject {
    let test = TestProject::new();
    learn(&test, language);
    test
}

fn learn(test: &TestProject, language: &str) {
    test.import(&choices(language, 45, 50));
    distil(test);
    assert!(rule(test, SHORT).is_some_and(|rule| rule.in_force()));
}

fn rules(test: &TestProject) -> Vec<Rule> {
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule).collect()
}

fn rule(test: &TestProject, id: &str) -> Option<Rule> {
    let mut found = rules(test);
    found.retain(|rule| rule.id == id);
    assert!(found.len() <= 1, "no rule is listed twice");
    found.pop()
}

fn scope(test: &TestProject, id: &str) -> Option<Scope> {
    rule(test, id).map(|rule| rule.scope)
}

fn promote(test: &TestProject, id: &str) -> Rule {
    test.project
        .learning()
        .promote(id)
        .expect("a rule that may hold everywhere")
        .rule
}

/// Returns the rules that shape an offer, leaving out the offers that are drawn at random without rules.
fn shaping(test: &TestProject, language: &str) -> Vec<String> {
    let offers = std::iter::repeat_with(|| {
        test.project
            .learning()
            .offer(&request(language))
            .expect("an offer")
    });
    let mut shaped = offers
        .take(20)
        .map(|offer| offer.shaped_by)
        .filter(|shaped_by| !shaped_by.is_empty());
    shaped.next().unwrap_or_default()
}

fn everywhere(test: &TestProject) -> String {
    fs::read_to_string(test.everywhere().join("MEMORY.md")).unwrap_or_default()
}

fn code<T>(outcome: desk::Result<T>) -> Option<ErrorCode> {
    outcome.map(drop).err().map(|error| error.code())
}

#[test]
fn a_rule_promoted_in_one_project_shapes_what_another_one_offers() {
    for language in LANGUAGES {
        let one = learned(language);
        let before = rule(&one, SHORT).expect("a learned rule");
        let two = one.beside();
        assert_eq!(shaping(&two, language), [] as [String; 0]);

        let promoted = promote(&one, SHORT);
        assert_eq!(promoted.scope, Scope::Global);
        assert!(promoted.user_confirmed, "it is her word");
        assert_eq!(
            (
                promoted.supports,
                promoted.contradicts,
                promoted.confidence,
                promoted.created_at,
                promoted.origin
            ),
            (
                before.supports,
                before.contradicts,
                before.confidence,
                before.created_at,
                before.origin
            ),
            "with the history it had"
        );
        assert!(everywhere(&one).contains(SHORT) && !one.memory().contains(SHORT));

        for test in [&one, &two] {
            assert_eq!(rule(test, SHORT).as_ref(), Some(&promoted));
            assert!(shaping(test, language).contains(&SHORT.to_owned()));
            assert_eq!(scope(&test.reopened(), SHORT), Some(Scope::Global));
        }
        let shown = one.project.learning().rule(SHORT).expect("the rule");
        assert_eq!(
            shown.supporting_episodes.len(),
            before.supports as usize,
            "the choices stayed"
        );
        assert_eq!(
            two.project
                .learning()
                .rule(SHORT)
                .expect("the rule")
                .supporting_episodes,
            [] as [String; 0]
        );
    }
}

#[test]
fn what_holds_everywhere_is_not_learned_a_second_time() {
    for language in LANGUAGES {
        let one = learned(language);
        let two = one.beside();
        // The second project has only begun to notice the rule when the rule becomes global.
        two.import(&choices(language, 8, 8));
        distil(&two);
        let noticed = rule(&two, SHORT).expect("a beginning");
        assert!(!noticed.in_force());
        let promoted = promote(&one, SHORT);
        assert_eq!(
            rule(&two, SHORT).as_ref(),
            Some(&promoted),
            "and not a question beside it"
        );
        for test in [&one, &two] {
            distil(test);
            assert_eq!(rule(test, SHORT).as_ref(), Some(&promoted));
            assert!(!test.memory().contains(SHORT));
            assert_eq!(test.project.learning().questions().expect("questions"), []);
        }
    }
}

#[test]
fn on_one_axis_the_project_wins_over_what_holds_everywhere_and_nothing_is_asked() {
    for (first, third) in PERSONS {
        let one = TestProject::new();
        let everywhere = add(&one, first);
        let dialogue = add(&one, "多用对白");
        promote(&one, &everywhere.id);
        promote(&one, &dialogue.id);
        let two = one.beside();
        let own = add(&two, third);
        assert_eq!(two.project.learning().questions().expect("questions"), []);

        let holding = |test: &TestProject| {
            let rules = rules(test);
            let ids = in_effect(&rules).into_iter().map(|(rule, _)| rule.id.clone());
            ids.collect::<BTreeSet<String>>()
        };
        assert_eq!(
            holding(&two),
            BTreeSet::from([dialogue.id.clone(), own.id.clone()])
        );
        assert_eq!(holding(&one), BTreeSet::from([dialogue.id, everywhere.id]));
        assert!(rules(&two).iter().all(|rule| !rule.conflict_marked));
    }
    for language in LANGUAGES {
        let one = learned(language);
        promote(&one, SHORT);
        let two = one.beside();
        two.import(&choices(language, 5, 50));
        distil(&two);
        assert_eq!(scope(&two, LONG), Some(Scope::Project));
        let rules = rules(&two);
        let has_its_say = |id: &str| {
            learning::shaping::shaping(&rules, SceneType::Action, "polish", two.project.memory().now())
                .iter()
                .any(|shaping| shaping.rule.id == id)
        };
        assert!(has_its_say(LONG) && !has_its_say(SHORT));
        assert!(!shaping(&two, language).contains(&SHORT.to_owned()));
        assert!(shaping(&one, language).contains(&SHORT.to_owned()));
    }
}

#[test]
fn a_rule_is_edited_and_deleted_where_it_stands_and_stays_deleted_everywhere() {
    for (language, words) in [("en", "One move a sentence"), ("zh", "一句一个动作")] {
        let one = learned(language);
        promote(&one, SHORT);
        let two = one.beside();
        let reworded = RulePatch {
            text: Some(words.into()),
            ..RulePatch::default()
        };
        two.project
            .learning()
            .update_rule(SHORT, &reworded)
            .expect("other words");
        assert_eq!(rule(&one, SHORT).map(|rule| rule.text).as_deref(), Some(words));
        assert!(everywhere(&one).contains(words));
        assert!(!one.memory().contains(words) && !two.memory().contains(words));

        two.pass(chrono::TimeDelta::hours(1));
        two.project.learning().delete_rule(SHORT).expect("a no");
        for test in [&one, &two] {
            assert_eq!(rule(test, SHORT), None);
            distil(test);
            assert_eq!(
                rule(test, SHORT),
                None,
                "the choices it came from do not bring it back"
            );
        }
        assert!(!everywhere(&one).contains(SHORT));
    }
}

#[test]
fn a_bullet_in_the_file_of_the_global_memory_holds_everywhere_and_one_of_hers_goes_there_as_it_is() {
    for (mine, other) in [
        ("No dream scenes", "No weather in first lines"),
        ("不写梦境", "开头不写天气"),
    ] {
        let one = TestProject::new();
        fs::create_dir_all(one.everywhere()).expect("a folder");
        fs::write(
            one.everywhere().join("MEMORY.md"),
            format!("## Style\n\n- {mine}\n"),
        )
        .expect("a file");
        let held = rules(&one).pop().expect("her bullet");
        assert_eq!((held.text.as_str(), held.scope), (mine, Scope::Global));

        fs::write(one.memory_path(), format!("# 记忆\n\n## Style\n\n- {other}\n")).expect("a memory file");
        one.project
            .memory()
            .follow()
            .expect("a file that can be followed");
        let own = rules(&one)
            .into_iter()
            .find(|rule| rule.text == other)
            .expect("her bullet");
        promote(&one, &own.id);
        assert_eq!(everywhere(&one), format!("## Style\n\n- {mine}\n- {other}\n"));
        assert_eq!(one.memory(), "# 记忆\n\n## Style\n\n");
        assert_eq!(scope(&one.beside(), &own.id), Some(Scope::Global));
    }
}

#[test]
fn demoted_it_holds_in_this_project_only() {
    for language in LANGUAGES {
        let one = TestProject::new();
        let two = one.beside();
        let everywhere = add(
            &one,
            if language == "en" {
                "No adverbs"
            } else {
                "少用副词"
            },
        );
        promote(&one, &everywhere.id);
        promote(&one, &everywhere.id);
        let here = two
            .project
            .learning()
            .demote(&everywhere.id)
            .expect("a rule of this project")
            .rule;
        assert_eq!((here.scope, here.text), (Scope::Project, everywhere.text));
        assert_eq!(rule(&one, &everywhere.id), None);
        assert!(two.memory().contains(&everywhere.id));
        two.project
            .learning()
            .demote(&everywhere.id)
            .expect("it holds here only");
        assert_eq!(scope(&two, &everywhere.id), Some(Scope::Project));
        assert_eq!(
            code(one.project.learning().demote(&everywhere.id)),
            Some(ErrorCode::NotFound)
        );
        assert_eq!(
            code(one.project.learning().promote("nothing")),
            Some(ErrorCode::NotFound)
        );
    }
}

/// A copy of a memory root without its index, which can be rebuilt from the other files.
struct Kept(tempfile::TempDir);

impl Kept {
    fn of(root: &Path) -> Self {
        let kept = tempfile::tempdir().expect("a folder");
        copy(root, kept.path());
        Self(kept)
    }

    /// Puts the copy back, as if the later changes had never reached the disk.
    fn restore(&self, root: &Path) {
        fs::remove_dir_all(root).expect("a memory root");
        copy(self.0.path(), root);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_file() {
            fs::copy(path, copied).expect("a copy");
        } else if entry.file_name() != "index" {
            copy(&path, &copied);
        }
    }
}

#[test]
fn a_kill_between_the_steps_leaves_a_rule_in_both_roots_once_in_the_list_and_again_finishes_it() {
    for (language, again) in [("en", true), ("zh", true), ("zh", false)] {
        let one = learned(language);
        let before = Kept::of(&one.path().join("memory"));
        promote(&one, SHORT);
        let one = one.restarted(|folder| before.restore(&folder.join("memory")));
        assert!(everywhere(&one).contains(SHORT) && one.memory().contains(SHORT));
        assert_eq!(
            scope(&one, SHORT),
            Some(Scope::Project),
            "the project's stands for both"
        );
        assert!(shaping(&one, language).contains(&SHORT.to_owned()));
        if again {
            promote(&one, SHORT);
        } else {
            distil(&one);
        }
        assert_eq!(scope(&one, SHORT), Some(Scope::Global));
        assert!(everywhere(&one).contains(SHORT) && !one.memory().contains(SHORT));

        let before = Kept::of(&one.everywhere());
        one.project
            .learning()
            .demote(SHORT)
            .expect("a rule of this project");
        let place = one.everywhere();
        let one = one.restarted(|_| before.restore(&place));
        assert_eq!(scope(&one, SHORT), Some(Scope::Project));
        let reworded = RulePatch {
            text: Some("她的话".into()),
            ..RulePatch::default()
        };
        one.project
            .learning()
            .update_rule(SHORT, &reworded)
            .expect("other words");
        let here = one
            .project
            .learning()
            .demote(SHORT)
            .expect("a rule of this project")
            .rule;
        assert_eq!((here.scope, here.text.as_str()), (Scope::Project, "她的话"));
        assert!(!everywhere(&one).contains(SHORT) && one.memory().contains(SHORT));
    }
}

fn answer(test: &TestProject, id: &str, answer: Answer) -> Option<ErrorCode> {
    let request = AnswerRequest {
        question_id: id.into(),
        answer,
    };
    code(test.project.learning().answer(&request))
}

#[test]
fn both_by_project_lets_a_hold_everywhere_and_b_here_also_after_a_kill() {
    for (first, third) in PERSONS {
        let one = TestProject::new();
        let (a, b) = (add(&one, first), add(&one, third));
        let question = one.project.learning().questions().expect("questions").remove(0);
        let before = Kept::of(&one.path().join("memory"));
        assert_eq!(answer(&one, &question.id, Answer::BothByProject), None);
        let apart = |one: &TestProject| {
            assert_eq!(
                (scope(one, &a.id), scope(one, &b.id)),
                (Some(Scope::Global), Some(Scope::Project))
            );
            for kept in rules(one) {
                assert!(kept.user_confirmed && !kept.conflict_marked);
                assert_eq!(kept.confidence.get(), 1.0);
            }
            assert_eq!(one.project.learning().questions().expect("questions"), []);
            let two = one.beside();
            assert_eq!(
                (scope(&two, &a.id), scope(&two, &b.id)),
                (Some(Scope::Global), None)
            );
        };
        apart(&one);

        let one = one.restarted(|folder| before.restore(&folder.join("memory")));
        assert_eq!(
            one.project.learning().questions().expect("questions").len(),
            1,
            "it still waits"
        );
        assert_eq!(rules(&one).len(), 2);
        assert_eq!(answer(&one, &question.id, Answer::BothByProject), None);
        apart(&one);
        add(&one, "少用副词");
        apart_from_adverbs(&one);
    }
}

fn apart_from_adverbs(one: &TestProject) {
    assert_eq!(one.project.learning().questions().expect("questions"), []);
    assert_eq!(rules(one).len(), 3);
}

#[test]
fn two_that_hold_everywhere_and_contradict_each_other_are_asked_about_in_every_project() {
    for (first, third) in PERSONS {
        let one = TestProject::new();
        let two = one.beside();
        let (a, b) = (add(&one, first), add(&two, third));
        promote(&one, &a.id);
        promote(&two, &b.id);
        for test in [&one, &two] {
            let questions = test.project.learning().questions().expect("questions");
            assert_eq!(questions.len(), 1, "{questions:#?}");
            assert_eq!(questions[0].reason, QuestionReason::DirectContradiction);
            assert!(questions[0].forward);
            assert!(rules(test).iter().all(|rule| rule.conflict_marked));
        }
        let id = one
            .project
            .learning()
            .questions()
            .expect("questions")
            .remove(0)
            .id;
        assert_eq!(answer(&one, &id, Answer::BothByProject), None);
        assert_eq!(
            (scope(&one, &a.id), scope(&one, &b.id)),
            (Some(Scope::Global), Some(Scope::Project))
        );
        assert_eq!(
            (scope(&two, &a.id), scope(&two, &b.id)),
            (Some(Scope::Global), None)
        );
        assert!(
            rules(&one)
                .iter()
                .all(|rule| !rule.conflict_marked && rule.confidence.get() == 1.0)
        );
        for test in [&one, &two] {
            assert_eq!(test.project.learning().questions().expect("questions"), []);
            assert_eq!(answer(test, &id, Answer::A), Some(ErrorCode::Conflict));
        }
    }
}

#[test]
fn what_is_promoted_out_of_a_conflict_is_whole_again_and_the_question_closes() {
    for (first, third) in PERSONS {
        let one = TestProject::new();
        let (a, b) = (add(&one, first), add(&one, third));
        let question = one.project.learning().questions().expect("questions").remove(0);
        assert_eq!(question.state, QuestionState::Pending);
        promote(&one, &a.id);
        assert_eq!(one.project.learning().questions().expect("questions"), []);
        for id in [&a.id, &b.id] {
            let rule = rule(&one, id).expect("both hold");
            assert!(!rule.conflict_marked);
            assert_eq!(rule.confidence.get(), 1.0);
        }
    }
}

#[test]
fn a_global_memory_that_cannot_be_used_says_so_and_the_project_works_on() {
    for language in LANGUAGES {
        let test = learned(language);
        promote(&test, SHORT);
        let aside = test.installation().global_memory().with_extension("aside");
        let place = test.everywhere();
        let test = test.restarted(|_| {
            fs::rename(&place, &aside).expect("a folder");
            fs::write(&place, "no folder").expect("a file");
        });
        let broken = |test: &TestProject| {
            let notices = test.project.view().expect("a project").notices;
            let health = test.project.health().expect("a doctor");
            let check = health.checks.into_iter().find(|check| check.name == "global");
            (
                notices
                    .iter()
                    .any(|notice| notice.kind == NoticeKind::GlobalMemoryUnusable),
                check.expect("a check").finding == Finding::Broken,
            )
        };
        assert_eq!(broken(&test), (true, true));
        assert_eq!(rule(&test, SHORT), None);
        let own = add(&test, "No adverbs");
        test.project
            .learning()
            .offer(&request(language))
            .expect("an offer");
        distil(&test);
        assert_eq!(
            scope(&test, SHORT),
            Some(Scope::Project),
            "its own choices still say so"
        );
        assert_eq!(
            code(test.project.learning().promote(&own.id)),
            Some(ErrorCode::MemoryGlobalUnavailable)
        );
        assert_eq!(
            scope(&test, &own.id),
            Some(Scope::Project),
            "it stays where it was"
        );
        assert!(test.memory().contains(&own.id));

        fs::remove_file(&place).expect("a file");
        fs::rename(&aside, &place).expect("a folder");
        assert_eq!(broken(&test), (false, false));
        distil(&test);
        assert_eq!(scope(&test, SHORT), Some(Scope::Global), "one rule, as before");
        assert!(!test.memory().contains(SHORT));
        promote(&test, &own.id);
        assert_eq!(scope(&test, &own.id), Some(Scope::Global));
    }
}

#[test]
fn a_file_of_the_global_memory_that_is_no_text_is_left_alone_and_so_are_its_rules() {
    let test = TestProject::new();
    let (kept, other) = (add(&test, "不写梦境"), add(&test, "No adverbs"));
    promote(&test, &kept.id);
    let file = test.everywhere().join("MEMORY.md");
    fs::write(&file, b"\xff\xfe").expect("a file");
    let test = test.reopened();
    assert_eq!(scope(&test, &kept.id), Some(Scope::Global));
    let notices = test.project.view().expect("a project").notices;
    let told = notices
        .iter()
        .find(|notice| notice.kind == NoticeKind::MemoryFileUnusable);
    assert_eq!(
        told.map(|notice| Path::new(&notice.path)),
        Some(file.canonicalize().expect("a path").as_path())
    );
    assert_eq!(
        code(test.project.learning().promote(&other.id)),
        Some(ErrorCode::MemoryFileUnusable)
    );
    assert_eq!(scope(&test, &other.id), Some(Scope::Project));
    assert_eq!(fs::read(&file).expect("a file"), b"\xff\xfe");
}

/// The folder is in `/sys`, where not even an administrator can create a file.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_global_memory_takes_no_rule_and_loses_none() {
    let test = TestProject::new();
    let own = add(&test, "No adverbs");
    let patch = SettingsPatch {
        global_memory: Some("/sys/kernel".into()),
        ..SettingsPatch::default()
    };
    test.installation().update(patch).expect("a folder that is there");
    assert_eq!(
        code(test.project.learning().promote(&own.id)),
        Some(ErrorCode::MemoryGlobalUnavailable)
    );
    assert_eq!(rules(&test), [own]);
}

#[test]
fn the_settings_name_its_place_and_another_place_counts_at_once() {
    let test = TestProject::new();
    let named = tempfile::tempdir().expect("a folder");
    let settings = |place: &str| {
        let patch = SettingsPatch {
            global_memory: Some(place.into()),
            ..SettingsPatch::default()
        };
        test.installation().update(patch)
    };
    let own = add(&test, "不写梦境");
    promote(&test, &own.id);
    assert_eq!(scope(&test, &own.id), Some(Scope::Global));
    for wrong in ["global", "/no/such/folder"] {
        assert_eq!(code(settings(wrong)), Some(ErrorCode::InvalidArgument));
    }
    let place = named.path().display().to_string();
    let kept = settings(&place).expect("a folder that is there");
    assert_eq!(kept.global_memory.as_deref(), Some(place.as_str()));
    assert_eq!(rules(&test), [], "nothing holds everywhere there");
    let other = add(&test, "No adverbs");
    promote(&test, &other.id);
    assert!(named.path().join("MEMORY.md").is_file());

    let memory = test.path().join("memory").display().to_string();
    settings(&memory).expect("a folder that is there");
    let notices = test.project.view().expect("a project").notices;
    assert_eq!(
        notices[0].kind,
        NoticeKind::GlobalMemoryUnusable,
        "its own memory is not the global one"
    );

    drop(named);
    settings("").expect("the usual one");
    assert_eq!(scope(&test, &own.id), Some(Scope::Global));
    assert_eq!(scope(&test, &other.id), None);
}

#[test]
fn a_place_that_the_settings_name_and_that_is_gone_is_missed() {
    let test = TestProject::new();
    let named = tempfile::tempdir().expect("a folder");
    let patch = SettingsPatch {
        global_memory: Some(named.path().display().to_string()),
        ..SettingsPatch::default()
    };
    test.installation().update(patch).expect("a folder that is there");
    let own = add(&test, "No adverbs");
    promote(&test, &own.id);
    drop(named);
    assert_eq!(rules(&test), []);
    let notices = test.project.view().expect("a project").notices;
    assert_eq!(notices[0].kind, NoticeKind::GlobalMemoryUnusable);
    let other = add(&test, "不写梦境");
    assert_eq!(
        code(test.project.learning().promote(&other.id)),
        Some(ErrorCode::MemoryGlobalUnavailable)
    );
    assert_eq!(rules(&test), [other]);
}

#[test]
fn two_devices_share_it_as_they_share_a_project() {
    for language in LANGUAGES {
        let one = learned(language);
        let elsewhere = one.beside_as("desk-other");
        promote(&one, SHORT);
        let own = add(&elsewhere, "不写梦境");
        promote(&elsewhere, &own.id);
        for test in [&one, &elsewhere] {
            assert_eq!(scope(test, SHORT), Some(Scope::Global));
            assert_eq!(scope(test, &own.id), Some(Scope::Global));
        }
        for device in [support::DEVICE, "desk-other"] {
            assert!(one.everywhere().join("journal").join(device).is_dir());
        }
        elsewhere.pass(chrono::TimeDelta::hours(1));
        elsewhere.project.learning().delete_rule(SHORT).expect("a no");
        assert_eq!(rule(&one, SHORT), None);
        distil(&one);
        assert_eq!(rule(&one, SHORT), None);
        let again = one.reopened();
        assert_eq!(rules(&again), rules(&one));
    }
}

#[test]
fn a_rule_that_was_to_hold_everywhere_before_there_was_a_place_for_it_goes_there_at_the_next_start() {
    for text in ["No dream scenes", "不写梦境"] {
        let test = TestProject::new();
        let kept = add(&test, text);
        let older = |folder: &Path| {
            fs::remove_dir_all(folder.join("memory/index")).expect("an index");
            let device = folder.join("memory/journal").join(support::DEVICE);
            for month in fs::read_dir(device).expect("a journal") {
                let month = month.expect("a file").path();
                if month.extension().is_some_and(|extension| extension == "jsonl") {
                    let lines = fs::read_to_string(&month).expect("a journal");
                    fs::write(
                        &month,
                        lines.replace(r#""scope":"project""#, r#""scope":"global""#),
                    )
                    .expect("a journal");
                }
            }
        };
        let place = test.everywhere();
        // A file stands in the place of the global folder, so the rule stays in its project.
        let test = test.restarted(|folder| {
            older(folder);
            fs::write(&place, "no folder").expect("a file");
        });
        assert_eq!(rules(&test).len(), 1);
        assert!(test.memory().contains(&kept.id));
        let test = test.restarted(|_| fs::remove_file(&place).expect("a file"));
        assert_eq!(scope(&test, &kept.id), Some(Scope::Global));
        assert!(everywhere(&test).contains(&kept.id) && !test.memory().contains(&kept.id));
        assert_eq!(scope(&test.beside(), &kept.id), Some(Scope::Global));
    }
}

#[test]
fn an_edit_of_its_file_and_a_promotion_elsewhere_are_told_while_the_desk_is_open() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        if let Event::Memory(change) = event {
            tell.send(*change).unwrap_or_default();
        }
    });
    let first = add(&test, "Plain words first");
    promote(&test, &first.id);
    let _watch = test.project.watch().expect("a folder that can be followed");
    let beside = test.beside();
    while told.try_recv().is_ok() {}

    let other = add(&beside, "不写梦境");
    promote(&beside, &other.id);
    while rule(&test, &other.id).is_none() || !told.recv_timeout(PATIENCE).expect("it is told").rules {}
    let file = test.everywhere().join("MEMORY.md");
    let reworded = everywhere(&test).replace("Plain words first", "先用平常的字");
    fs::write(file, reworded).expect("a memory file");
    let words = |test: &TestProject| rule(test, &first.id).map(|rule| rule.text);
    while words(&test).as_deref() != Some("先用平常的字") {
        told.recv_timeout(PATIENCE).expect("the edit is followed");
    }
    assert_eq!(
        rule(&test, &first.id).map(|rule| (rule.scope, rule.state)),
        Some((Scope::Global, RuleState::Rule))
    );
}
