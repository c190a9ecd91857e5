//! Episodes from the writer's own revisions of her text.

use std::fs;

use learning::{EpisodeKind, TextOrigin};
use support::input;

use super::{BOOK, edit, set_read_only, with_file};

#[test]
fn a_revision_with_pasted_words_in_it_is_recorded_as_such() {
    let (silent, waited) = ("did not say anything at all", "坐了下来");
    for (pasted, english, chinese) in [
        ("kept count of the lamps along the far shore", "", "坐下"),
        ("坐着听外面的雨声", "said nothing", ""),
    ] {
        let test = with_file("书.md", BOOK.as_bytes());
        let instead = |own: &str| {
            if own.is_empty() {
                pasted.to_owned()
            } else {
                own.to_owned()
            }
        };
        edit(&test, "书.md", |text| {
            text.replace(silent, &instead(english))
                .replace(waited, &instead(chinese))
        })
        .expect("a save");
        let settled = test.project.learning().settle("书.md", &[pasted.to_owned()], &[]);
        assert_eq!(settled.expect("a manuscript"), 2);
        for episode in test.project.learning().all_episodes().expect("episodes") {
            let expected = if episode.final_text.contains(pasted) {
                TextOrigin::Pasted
            } else {
                TextOrigin::Own
            };
            assert_eq!(episode.origin, expected, "{}", episode.final_text);
        }
    }
}

#[test]
fn her_own_revisions_are_episodes_in_both_languages_once() {
    let test = with_file("书.md", BOOK.as_bytes());
    let revise = |text: &str| {
        text.replace(
            "The rain had stopped, and she stood at the door and did not say anything at all.",
            "The rain had stopped. She stood at the door and did not say anything.",
        )
        .replace("然后非常慢地坐了下来", "慢慢坐下")
    };
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        0,
        "never opened"
    );
    edit(&test, "书.md", |text| {
        text.to_owned() + "\nA new paragraph is writing, and writing is no revision.\n"
    })
    .expect("a save");
    edit(&test, "书.md", revise).expect("a save");

    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        2
    );
    let episodes = test.project.learning().all_episodes().expect("episodes");
    let mut seen: Vec<_> = episodes
        .iter()
        .map(|episode| (episode.candidates[0].as_str(), episode.final_text.as_str()))
        .collect();
    seen.sort();
    assert_eq!(
        seen,
        [
            (
                "The rain had stopped, and she stood at the door and did not say anything at all.",
                "The rain had stopped. She stood at the door and did not say anything."
            ),
            (
                "他把伞放在门边，然后非常慢地坐了下来。",
                "他把伞放在门边，慢慢坐下。"
            ),
        ]
    );
    for episode in &episodes {
        assert_eq!(
            (episode.kind, episode.skill_used.as_str()),
            (EpisodeKind::Revision, "revise")
        );
        assert_eq!(episode.chapter_id, "书.md");
    }
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        0,
        "settled once"
    );
    assert_eq!(test.project.learning().view().expect("learning").pending, 2);
}

#[test]
fn what_she_revised_herself_or_kept_against_every_offer_can_be_revised_again() {
    let test = with_file("书.md", BOOK.as_bytes());
    let mut refused = input(1, "zh", true);
    refused.chapter_id = "书.md".into();
    refused.selected_index = -1;
    refused.final_text = "他把伞放在门边".into();
    test.project.manuscripts().read("书.md").expect("a manuscript");
    test.project.learning().record(refused).expect("a refusal");
    edit(&test, "书.md", |text| text.replace("非常慢地", "慢慢地")).expect("a save");
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        1
    );
    edit(&test, "书.md", |text| {
        text.replace("，然后慢慢地坐了下来", "，坐了下来")
    })
    .expect("a save");
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        1
    );
    edit(&test, "书.md", |text| text.replace("，坐了下来。", "。")).expect("a save");
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        0,
        "seven characters are no paragraph"
    );
}

#[test]
fn a_candidate_she_took_is_not_counted_again_as_a_revision() {
    for (paragraph, taken) in [
        (
            "The rain had stopped, and she stood at the door and did not say anything at all.",
            "The rain had stopped. She stood at the door and did not say anything at all.",
        ),
        (
            "他把伞放在门边，然后非常慢地坐了下来。",
            "他把伞放在门边，然后慢慢地坐了下来。",
        ),
    ] {
        let test = with_file("书.md", BOOK.as_bytes());
        test.project.manuscripts().read("书.md").expect("a manuscript");
        let mut outcome = input(1, "en", true);
        outcome.chapter_id = "书.md".into();
        outcome.candidates = vec![taken.into()];
        outcome.selected_index = 0;
        outcome.final_text = taken.into();
        test.project.learning().record(outcome).expect("a finished skill");
        edit(&test, "书.md", |text| text.replace(paragraph, taken)).expect("a save");
        assert_eq!(
            test.project
                .learning()
                .settle("书.md", &[], &[])
                .expect("a manuscript"),
            0,
            "{taken}"
        );
        assert_eq!(test.project.learning().all_episodes().expect("episodes").len(), 1);
    }
}

#[test]
fn what_another_program_wrote_is_no_revision_of_hers() {
    let theirs = BOOK
        .replace(", and she stood", ". She stood")
        .replace("非常慢地坐了下来", "慢慢坐下");
    // The editor may read the file again before the writer leaves it, or not.
    for is_read in [true, false] {
        let test = with_file("书.md", BOOK.as_bytes());
        test.project.manuscripts().read("书.md").expect("a manuscript");
        let mut outcome = input(1, "zh", true);
        outcome.chapter_id = "书.md".into();
        outcome.candidates = vec!["慢慢坐下".into()];
        outcome.selected_index = 0;
        outcome.final_text = "慢慢坐下".into();
        test.project.learning().record(outcome).expect("a finished skill");
        fs::write(test.path().join("书.md"), &theirs).expect("another program's save");
        if is_read {
            test.project.manuscripts().read("书.md").expect("a manuscript");
        }
        assert_eq!(
            test.project
                .learning()
                .settle("书.md", &[], &[])
                .expect("a manuscript"),
            0,
            "{is_read}"
        );
        assert_eq!(test.project.learning().all_episodes().expect("episodes").len(), 1);

        // After that, the text counts as her own, also where a candidate was accepted.
        edit(&test, "书.md", |text| text.replace("放在门边", "靠在门边")).expect("a save");
        assert_eq!(
            test.project
                .learning()
                .settle("书.md", &[], &[])
                .expect("a manuscript"),
            1,
            "{is_read}"
        );
    }
}

#[test]
fn a_save_that_failed_does_not_make_her_revision_somebody_elses() {
    let test = with_file("书.md", BOOK.as_bytes());
    let path = test.path().join("书.md");
    let revise = |text: &str| text.replace("非常慢地坐了下来", "慢慢坐下");
    edit(&test, "书.md", revise).expect("a save");
    set_read_only(&path, true);
    edit(&test, "书.md", |text| text.to_owned() + "\n改。\n").expect_err("a read-only file");
    set_read_only(&path, false);
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        1
    );
}
