//! The kind of a scene, as the writer declares it.

use std::fs;

use contract::{EpisodeInput, ErrorCode, OfferRequest, SkillName};
use support::{TestProject, request, taken};

use super::{BOOK, edit, with_file};

#[test]
fn what_she_says_a_scene_is_wins_over_what_it_looks_like() {
    let said = BOOK
        .replace("# 一 One\n", "---\nscene: action\n---\n")
        .replace("他把", "<!-- 场景：对白 -->\n\n他把");
    let test = with_file("书.md", said.as_bytes());
    let scene = |above: &str| {
        let request = OfferRequest {
            path: "书.md".into(),
            skill: SkillName::Polish,
            passage: "It was really very quiet, and she was just so very tired.".into(),
            above: above.into(),
            before: String::new(),
            after: String::new(),
            scene_type: None,
            pasted: Vec::new(),
        };
        test.project
            .learning()
            .offer(&request)
            .expect("an offer")
            .scene_type
    };
    assert_ne!(scene(""), "action", "what the passage looks like");
    assert_eq!(scene("---\n场景：动作\n---\n\n"), "action");
    assert_eq!(
        scene("---\nscene: action\n---\n\n<!-- scene: dialogue -->\n\n"),
        "dialogue"
    );

    edit(&test, "书.md", |text| {
        text.replace("stopped, and she", "stopped. She")
            .replace("然后非常慢地坐了下来", "慢慢坐下")
    })
    .expect("a save");
    assert_eq!(
        test.project
            .learning()
            .settle("书.md", &[], &[])
            .expect("a manuscript"),
        2
    );
    let mut scenes: Vec<_> = test
        .project
        .learning()
        .all_episodes()
        .expect("episodes")
        .iter()
        .map(|episode| (episode.final_text.starts_with("The"), episode.scene_type.name()))
        .collect();
    scenes.sort_unstable();
    assert_eq!(scenes, [(false, "dialogue"), (true, "action")]);
}

#[test]
fn what_she_says_of_a_passage_in_its_offer_wins_over_the_manuscript_and_stays() {
    for language in ["en", "zh"] {
        let test = TestProject::new();
        let mut request = OfferRequest {
            above: "---\nscene: dialogue\n---\n\n".into(),
            ..request(language)
        };
        let declared = test.project.learning().offer(&request).expect("an offer");
        assert_eq!(declared.scene_type, "dialogue", "{language}");
        let corrected = EpisodeInput {
            scene_type: "introspection".into(),
            ..taken(&request, &declared, 0)
        };
        test.project.learning().record(corrected).expect("a capture");

        request.scene_type = Some("introspection".into());
        let asked_again = test.project.learning().offer(&request).expect("an offer");
        assert_eq!(asked_again.scene_type, "introspection", "{language}");
        let again = taken(&request, &asked_again, 0);
        test.project.learning().record(again).expect("a capture");

        let test = test.restarted(|folder| {
            fs::remove_dir_all(folder.join("memory/index")).expect("an index to delete");
        });
        for episode in test.project.learning().all_episodes().expect("episodes") {
            assert_eq!(episode.scene_type.name(), "introspection", "{language}");
        }

        request.scene_type = Some("a fight".into());
        let refused = test
            .project
            .learning()
            .offer(&request)
            .expect_err("no kind of scene");
        assert_eq!(refused.code(), ErrorCode::InvalidArgument, "{language}");
    }
}
