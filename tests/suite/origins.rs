//! The origin of text. Pasted text is recognised by its sentences, wherever it stands and whenever it is revised. The
//! writer's own text never counts as pasted.

use std::fs;

use contract::{
    EpisodeInput, ImportOptions, Offer, OfferRequest, SaidScene, SaveRequest, SkillName, TextOrigin as Told,
};
use desk::Ports;
use learning::TextOrigin::{self, Imported, Own, Pasted};
use learning::evidence::observe;
use prose::Feature;
use support::{DEVICE, TestProject, taken};

const BOOK: &str = "书.md";

/// A paragraph of the writer and a pasted paragraph, each with words that she will cut.
struct Texts {
    own: &'static str,
    cut_own: &'static str,
    theirs: &'static str,
    cut: &'static str,
    cut_later: &'static str,
}

const TEXTS: [Texts; 2] = [
    Texts {
        own: "The rain had stopped, and she stood at the door and did not say anything at all.",
        cut_own: " at all",
        theirs: "Nobody remembers who first brought the old birdcage aboard the ferry. It hung very quietly in the \
                 wheelhouse, and its little door stood open all winter.",
        cut: "very quietly ",
        cut_later: "old ",
    },
    Texts {
        own: "他把伞放在门边，然后非常慢地坐了下来。",
        cut_own: "非常慢地",
        theirs: "没有人记得是谁第一个把旧鸟笼带上渡船的。它非常安静地挂在驾驶室里，小小的笼门一整个冬天都开着。",
        cut: "非常安静地",
        cut_later: "旧",
    },
];

fn with_book(text: &str) -> TestProject {
    let test = TestProject::new();
    fs::write(test.path().join(BOOK), text).expect("a manuscript");
    test
}

/// Reads a manuscript, edits it, and saves it with the list of pasted texts that the editor recorded.
fn save(test: &TestProject, path: &str, pasted: &[&str], edit: impl Fn(&str) -> String) {
    let document = test.project.manuscripts().read(path).expect("a manuscript");
    let request = SaveRequest {
        path: path.into(),
        text: edit(&document.text),
        base_hash: document.hash,
        pasted: pasted.iter().map(|&text| text.to_owned()).collect(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).expect("a save");
}

/// Leaves a manuscript for which the editor no longer has a list of pasted texts.
fn leave(test: &TestProject, path: &str) {
    test.project
        .learning()
        .settle(path, &[], &[])
        .expect("a manuscript");
}

/// Returns the final texts with their origins, oldest first.
fn origins(test: &TestProject) -> Vec<(String, TextOrigin)> {
    let mut episodes = test.project.learning().all_episodes().expect("episodes");
    episodes.sort_by(|a, b| a.id.cmp(&b.id));
    episodes
        .into_iter()
        .map(|episode| (episode.final_text, episode.origin))
        .collect()
}

/// Returns the journal lines about pasted text.
fn lines(test: &TestProject) -> Vec<String> {
    let folder = test.path().join("memory/journal").join(DEVICE);
    let files = fs::read_dir(folder).expect("a journal").flatten();
    let texts: Vec<String> = files
        .filter_map(|file| fs::read_to_string(file.path()).ok())
        .collect();
    texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.contains(r#""type":"pasted""#))
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_was_pasted_stays_so_after_a_restart_without_its_index_and_however_often_it_is_revised() {
    for text in TEXTS {
        let test = with_book(&format!("{}\n", text.own));
        let pasted = format!("{}\n\n{}\n", text.own, text.theirs);
        save(&test, BOOK, &[text.theirs], |_| pasted.clone());
        // The desk stops as by a power cut: the writer never left the file.
        let test = test.restarted(|folder| {
            fs::remove_dir_all(folder.join("memory/index")).expect("an index to delete");
        });
        let once = text.theirs.replace(text.cut, "");
        let own = text.own.replace(text.cut_own, "");
        save(&test, BOOK, &[], |_| format!("{own}\n\n{once}\n"));
        leave(&test, BOOK);
        assert_eq!(origins(&test), [(own.clone(), Own), (once.clone(), Pasted)]);

        // By now she has changed each sentence of the pasted paragraph.
        let test = test.restarted(|_| ());
        let twice = once.replace(text.cut_later, "");
        save(&test, BOOK, &[], |_| format!("{own}\n\n{twice}\n"));
        leave(&test, BOOK);
        let test = test.restarted(|_| ());
        let thrice = twice.replace(['.', '。'], "!");
        save(&test, BOOK, &[], |_| format!("{own}\n\n{thrice}\n"));
        leave(&test, BOOK);
        assert_eq!(origins(&test)[2..], [(twice, Pasted), (thrice, Pasted)]);
    }
}

#[test]
fn what_was_pasted_stays_so_in_another_file_and_on_another_machine() {
    for text in TEXTS {
        let test = with_book(&format!("{}\n", text.own));
        save(&test, BOOK, &[text.theirs], |book| {
            format!("{book}\n{}\n", text.theirs)
        });
        leave(&test, BOOK);
        let elsewhere = TestProject::new();
        elsewhere.receive(&test, DEVICE);
        let elsewhere = elsewhere.reopened_as("desk-elsewhere");
        for test in [&test, &elsewhere] {
            fs::write(test.path().join("另.md"), text.theirs).expect("a manuscript");
            let revised = text.theirs.replace(text.cut, "");
            save(test, "另.md", &[], |_| revised.clone());
            leave(test, "另.md");
            assert_eq!(origins(test).last(), Some(&(revised, Pasted)));
        }
    }
}

#[test]
fn what_she_wrote_is_not_taken_for_what_was_pasted() {
    for (text, (short, own_short)) in TEXTS.into_iter().zip([
        (
            "“I do not know,” he said.",
            "“I do not know,” he said. She counted the very few lamps along the far shore.",
        ),
        (
            "“我不知道。”他说。",
            "“我不知道。”他说。她非常慢地数着对岸那几盏还亮着的灯。",
        ),
    ]) {
        // A short sentence that any writer might use, and her own paragraph, cut here and pasted again.
        let test = with_book(&format!("{}\n\n{own_short}\n", text.own));
        save(&test, BOOK, &[short, text.own], |book| {
            format!("{book}\n{short}\n\n{}\n", text.own)
        });
        leave(&test, BOOK);
        assert_eq!(lines(&test), [""; 0]);
        let test = test.restarted(|_| ());
        let cut = |book: &str| {
            let book = book.replacen(text.cut_own, "", 1);
            book.replacen("very ", "", 1).replacen("非常慢地数", "数", 1)
        };
        save(&test, BOOK, &[], cut);
        leave(&test, BOOK);
        let found = origins(&test);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|(_, origin)| *origin == Own), "{found:?}");
    }
}

#[test]
fn her_sentences_beside_what_was_pasted_stay_hers() {
    for text in TEXTS {
        // Half of the paragraph is her own text.
        let test = with_book(&format!("{}\n", text.own));
        let end = text.theirs.find(['.', '。']).expect("a sentence");
        let theirs = text.theirs.get(..end).expect("a sentence");
        save(&test, BOOK, &[theirs], |book| format!("{theirs}! {book}"));
        leave(&test, BOOK);
        let test = test.restarted(|_| ());
        save(&test, BOOK, &[], |book| book.replace(text.cut_later, ""));
        leave(&test, BOOK);
        assert_eq!(origins(&test).last().map(|(_, origin)| *origin), Some(Pasted));
        // In a file without the pasted text, her paragraph counts as her own.
        let test = test.restarted(|folder| fs::write(folder.join("另.md"), text.own).expect("a manuscript"));
        save(&test, "另.md", &[], |book| book.replace(text.cut_own, ""));
        leave(&test, "另.md");
        assert_eq!(
            origins(&test).last(),
            Some(&(text.own.replace(text.cut_own, ""), Own))
        );
    }
}

#[test]
fn a_paste_that_was_taken_back_says_nothing_about_what_stands_there() {
    for text in TEXTS {
        let test = with_book(&format!("{}\n", text.own));
        save(&test, BOOK, &[text.theirs], |book| {
            format!("{book}\n{}\n", text.theirs)
        });
        save(&test, BOOK, &[], |book| {
            book.replace(&format!("\n{}\n", text.theirs), "")
        });
        save(&test, BOOK, &[], |book| book.replace(text.cut_own, ""));
        leave(&test, BOOK);
        assert_eq!(origins(&test), [(text.own.replace(text.cut_own, ""), Own)]);
    }
}

/// A chapter as it was typed, as tidying leaves it, and words that the writer cuts from it in the same sitting.
const TIDIED: [(&str, &str, &str); 2] = [
    (
        "\"The rain has stopped,\" she said -- and then she stood at the door for a while...\n\n\n\n\
         He didn't look up--not once -- and the lamp  burned on...\n",
        "“The rain has stopped,” she said — and then she stood at the door for a while…\n\n\
         He didn’t look up—not once — and the lamp burned on…\n",
        " for a while",
    ),
    (
        "他说:\"雨停了\",然后在门口站了很久...\n老人--没有抬头,也没有说话,灯一直亮着.\n",
        "　　他说：“雨停了”，然后在门口站了很久……\n\n　　老人——没有抬头，也没有说话，灯一直亮着。\n",
        "，灯一直亮着",
    ),
];

#[test]
fn what_tidying_changes_is_no_evidence_and_what_she_changed_beside_it_is() {
    let signs = [
        Feature::EmDashRate,
        Feature::EllipsisRate,
        Feature::DialogueShare,
        Feature::ParagraphLength,
        Feature::ExclamationRate,
    ];
    for (typed, tidied, cut) in TIDIED {
        let test = with_book(typed);
        save(&test, BOOK, &[], |_| tidied.to_owned());
        leave(&test, BOOK);
        assert_eq!(origins(&test), [], "a tidied chapter is no act");

        // She tidies another copy, and cuts some words before she leaves it.
        let test = with_book(typed);
        save(&test, BOOK, &[], |_| tidied.replace(cut, ""));
        leave(&test, BOOK);
        let acts = test.project.learning().all_episodes().expect("episodes");
        assert_eq!(acts.len(), 1, "{acts:?}");
        let said = observe(&acts[0]).said();
        assert!(
            said.iter()
                .any(|(feature, steps)| *feature == Feature::TextLength && *steps < 0.0)
        );
        let about = |feature| said.iter().any(|(said, _)| *said == feature);
        // The rate of a sign that she left alone says nothing, even in a shorter text.
        assert_eq!(
            signs.into_iter().filter(|sign| about(*sign)).collect::<Vec<_>>(),
            []
        );
    }
}

#[test]
fn the_journal_keeps_of_a_paste_its_fingerprints_once_and_a_book_on_several_lines() {
    let test = with_book("A.\n");
    let [english, chinese] = TEXTS;
    let texts = [english.theirs, chinese.theirs];
    save(&test, BOOK, &texts, |book| {
        format!("{book}\n{}\n", texts.join("\n\n"))
    });
    leave(&test, BOOK);
    test.project
        .learning()
        .settle(BOOK, &texts.map(str::to_owned), &[])
        .expect("a manuscript");
    let found = lines(&test);
    assert_eq!(found.len(), 1);
    assert!(
        !found[0].contains("birdcage") && !found[0].contains("鸟笼"),
        "{}",
        found[0]
    );
    assert_eq!(
        found[0].matches(r#"""#).count() / 2 - 7,
        4,
        "four sentences: {}",
        found[0]
    );

    let book: String = (0..2_500)
        .map(|number| format!("The {number}th lamp along the far shore went out at once. "))
        .collect();
    save(&test, BOOK, &[&book], |text| format!("{text}\n{book}\n"));
    let found = lines(&test);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|line| line.len() < 16_000));
}

/// Returns the request for candidates for a passage of a manuscript without a name.
fn asked(before: &str, passage: &str, pasted: &[&str]) -> OfferRequest {
    OfferRequest {
        path: String::new(),
        skill: SkillName::Polish,
        passage: passage.into(),
        above: before.into(),
        before: before.into(),
        after: String::new(),
        scene_type: None,
        pasted: pasted.iter().map(|&text| text.to_owned()).collect(),
    }
}

/// Asks for candidates for a part of a manuscript.
fn offer(test: &TestProject, before: &str, passage: &str, pasted: &[&str]) -> (OfferRequest, Offer) {
    let request = OfferRequest {
        path: BOOK.into(),
        ..asked(before, passage, pasted)
    };
    let offer = test.project.learning().offer(&request).expect("an offer");
    (request, offer)
}
#[test]
fn a_choice_about_a_pasted_passage_says_so_and_is_no_evidence_whatever_the_editor_knows() {
    for text in TEXTS {
        let test = with_book("A.\n");
        // The editor's list of pasted texts applies at once, to the whole paragraph and to a part of a sentence.
        let part = text.cut;
        for passage in [text.theirs, part] {
            assert_eq!(offer(&test, "", passage, &[text.theirs]).1.origin, Told::Pasted);
        }
        assert_eq!(offer(&test, "", text.theirs, &[]).1.origin, Told::Own);
        save(&test, BOOK, &[text.theirs], |book| {
            format!("{book}\n{}\n", text.theirs)
        });

        let test = test.restarted(|_| ());
        let (before, from) = text.theirs.split_at(text.theirs.find(part).expect("a part"));
        assert_eq!(offer(&test, before, from, &[]).1.origin, Told::Pasted);
        assert_eq!(offer(&test, text.theirs, text.own, &[]).1.origin, Told::Own);

        let (request, offered) = offer(&test, "", text.theirs, &[]);
        let choice = EpisodeInput {
            origin: offered.origin,
            ..taken(&request, &offered, 0)
        };
        let made = choice.final_text.clone();
        test.project.learning().record(choice.clone()).expect("a capture");
        let edited = EpisodeInput {
            id: None,
            target_episode_id: choice.id.clone(),
            final_text: made.replace(text.cut_later, ""),
            ..choice
        };
        test.project
            .learning()
            .record(edited.clone())
            .expect("a later word");
        let report = test
            .project
            .learning()
            .distil(contract::DistillTrigger::Manual)
            .expect("a distillation");
        assert_eq!(report.episodes, 1);
        for episode in test.project.learning().all_episodes().expect("episodes") {
            assert_eq!(episode.origin, Pasted);
            assert_eq!(
                learning::evidence::observe(&episode),
                learning::Evidence::default()
            );
        }

        // A text that she made from the pasted text still counts as pasted.
        let test = test.restarted(|_| ());
        for made in [&made, &edited.final_text] {
            assert_eq!(offer(&test, "", made, &[]).1.origin, Told::Pasted, "{made}");
        }
    }
}

#[test]
fn her_word_on_a_passage_settles_what_kind_of_scene_its_revision_belongs_to() {
    for text in TEXTS {
        // 𠮷 has two UTF-16 code units, in which the editor counts, and four bytes.
        let front = "---\nscene: dialogue\n---\n\n𠮷𠮷𠮷\n\n";
        let test = with_book(&format!("{front}{}\n\n{}\n", text.own, text.theirs));
        let own = text.own.replace(text.cut_own, "");
        let other = text.theirs.replace(text.cut, "");
        save(&test, BOOK, &[], |_| format!("{front}{own}\n\n{other}\n"));
        let from = u32::try_from(front.encode_utf16().count()).expect("a short text");
        let said = |from: u32, to: u32, scene: &str| SaidScene {
            from,
            to,
            scene_type: scene.into(),
        };
        let wrong = [said(from, from + 4, "a fight")];
        test.project
            .learning()
            .settle(BOOK, &[], &wrong)
            .expect_err("no kind of scene");
        // The declared scene is that of the longer passage in the revision. A passage that ends where the revision
        // begins does not count.
        let all = [
            said(0, from, "narration"),
            said(from, from + 2, "action"),
            said(from + 2, from + 9, "introspection"),
        ];
        assert_eq!(
            test.project
                .learning()
                .settle(BOOK, &[], &all)
                .expect("a manuscript"),
            2
        );
        let episodes = test.project.learning().all_episodes().expect("episodes");
        for episode in episodes {
            let expected = if episode.final_text == own {
                "introspection"
            } else {
                "dialogue"
            };
            assert_eq!(episode.scene_type.name(), expected, "{}", episode.final_text);
        }
    }
}

/// Imports a document with a paragraph of somebody else's. `own` says that the words are the writer's.
fn import(test: &TestProject, theirs: &str, into: &str, own: bool) -> contract::ImportReport {
    let documents = tempfile::tempdir().expect("a temporary folder");
    let document = documents.path().join("稿.txt");
    fs::write(&document, format!("{theirs}\n")).expect("a document");
    let options = ImportOptions {
        own_words: own,
        ..ImportOptions::default()
    };
    let ports = Ports::real(std::sync::Arc::new(|_| ()));
    test.installation()
        .import(&[document], &test.path().join(into), options, &ports, None)
        .expect("an import")
}

#[test]
fn imported_words_are_marked_in_offers_and_revisions_unless_they_are_hers() {
    for Texts {
        theirs,
        cut,
        cut_later,
        ..
    } in TEXTS
    {
        let test = TestProject::new();
        assert!(import(&test, theirs, "别人", false).marked);
        assert!(!import(&test, cut, "自己", true).marked);
        let path = "别人/稿.md";

        let offer = test
            .project
            .learning()
            .offer(&asked("", theirs, &[]))
            .expect("an offer");
        assert_eq!(offer.origin, Told::Imported);

        save(&test, path, &[], |text| text.replace(cut, ""));
        leave(&test, path);
        save(&test, path, &[], |text| text.replace(cut_later, ""));
        leave(&test, path);
        let once = theirs.replace(cut, "");
        let twice = once.replace(cut_later, "");
        assert_eq!(
            origins(&test),
            [(once, Imported), (twice, Imported)],
            "what was made of it too"
        );
    }
}

#[test]
fn words_imported_as_her_own_are_hers() {
    for Texts { own, cut_own, .. } in TEXTS {
        let test = TestProject::new();
        import(&test, own, "自己", true);
        let path = "自己/稿.md";
        save(&test, path, &[], |text| text.replace(cut_own, ""));
        leave(&test, path);
        assert_eq!(origins(&test), [(own.replace(cut_own, ""), Own)]);
    }
}

#[test]
fn a_folder_imported_outside_of_a_project_becomes_one_that_knows_its_words() {
    let [Texts { theirs, cut, .. }, _] = TEXTS;
    let (test, outside) = (
        TestProject::new(),
        tempfile::tempdir().expect("a temporary folder"),
    );
    let into = outside.path().join("书");
    let report = import(&test, theirs, into.to_str().expect("UTF-8"), false);
    assert!(report.marked);
    let project = test
        .installation()
        .open(&into, Ports::real(std::sync::Arc::new(|_| ())))
        .expect("a project");
    let request = asked("", &theirs.replace(cut, ""), &[]);
    assert_eq!(
        project.learning().offer(&request).expect("an offer").origin,
        Told::Imported
    );
}
