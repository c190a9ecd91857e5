//! Text that was typed but not saved is recovered after the desk ends, whatever happened to the file meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use contract::{ErrorCode, Hunk, Keystrokes, Recovered, RecoveredHow, SaveRequest, SettingsPatch};
use support::TestProject;

const PATH: &str = "第一卷/01.md";
const TEXT: &str = "It rained. 下雨了。\n\nThe lamp was lit.\n\n她在等。\n";

/// A manuscript in the editor, whose keystrokes go to the crash journal one by one.
struct Typing<'a> {
    test: &'a TestProject,
    path: &'a str,
    text: String,
    hash: String,
    since: u32,
    seq: u32,
}

impl<'a> Typing<'a> {
    fn open(test: &'a TestProject, path: &'a str) -> Self {
        let document = test.project.manuscripts().read(path).expect("a manuscript");
        Self {
            test,
            path,
            text: document.text,
            hash: document.hash,
            since: 0,
            seq: 0,
        }
    }

    /// A manuscript without a file.
    fn unnamed(test: &'a TestProject, path: &'a str) -> Self {
        Self {
            test,
            path,
            text: String::new(),
            hash: String::new(),
            since: 0,
            seq: 0,
        }
    }

    /// Continues with recovered text.
    fn recovered(test: &'a TestProject, path: &'a str, recovered: &Recovered) -> Self {
        let document = test.project.manuscripts().read(path).expect("a manuscript");
        Self {
            test,
            path,
            text: recovered.text.clone(),
            hash: document.hash,
            since: 0,
            seq: recovered.seq,
        }
    }

    fn batch(&mut self, before: &str, after: &str) -> Keystrokes {
        let at = self.text.find(before).expect("a place to type at");
        let units = |text: &str| u32::try_from(text.encode_utf16().count()).expect("a short text");
        let from = units(&self.text[..at]);
        let length = units(&self.text);
        self.text.replace_range(at..at + before.len(), after);
        self.seq += 1;
        Keystrokes {
            path: self.path.into(),
            base: self.hash.clone(),
            since: self.since,
            seq: self.seq,
            length,
            changes: vec![Hunk {
                from,
                to: from + units(before),
                insert: after.into(),
            }],
        }
    }

    /// Replaces `before` by `after`, and returns when the change is in the journal.
    fn types(&mut self, before: &str, after: &str) {
        let batch = self.batch(before, after);
        self.test
            .project
            .manuscripts()
            .journal_keystrokes(&batch)
            .expect("a journal");
    }

    fn saves(&mut self) {
        let request = self.request();
        let saved = self.test.project.save(&request).expect("a save");
        (self.hash, self.since) = (saved.hash, self.seq);
    }

    fn request(&self) -> SaveRequest {
        SaveRequest {
            path: self.path.into(),
            text: self.text.clone(),
            base_hash: self.hash.clone(),
            pasted: Vec::new(),
            seq: Some(self.seq),
            as_utf8: false,
        }
    }
}

fn written(text: &str) -> TestProject {
    let test = TestProject::new();
    fs::create_dir_all(test.path().join("第一卷")).expect("a folder");
    fs::write(test.path().join(PATH), text).expect("a manuscript");
    test
}

fn recover(test: &TestProject) -> Option<Recovered> {
    test.project
        .manuscripts()
        .recover_unsaved(PATH)
        .expect("what comes back")
}

fn journals(test: &TestProject) -> Vec<PathBuf> {
    let folder = test
        .installation()
        .folder()
        .join("drafts")
        .join(test.project.id());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name != "lock"));
    files.sort();
    files
}

#[test]
fn what_was_typed_and_not_saved_comes_back_once_and_again_after_another_crash() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    typing.types("下雨", "下雪");
    let typed = typing.text.clone();

    let test = test.restarted(|_| ());
    assert_eq!(test.project.manuscripts().unsaved(), [PATH]);
    let expected = Recovered {
        text: typed.clone(),
        how: RecoveredHow::Typed,
        conflicts: Vec::new(),
        seq: 1,
    };
    assert_eq!(recover(&test), Some(expected.clone()));
    // The recovered text is on the page, but not in a file yet, when the machine stops again.
    let test = test.restarted(|_| ());
    assert_eq!(recover(&test), Some(expected.clone()));

    let mut typing = Typing::recovered(&test, PATH, &expected);
    typing.types("lamp", "lantern");
    typing.saves();
    typing.types("她在等", "她等着");
    let last = typing.text.clone();
    let test = test.restarted(|_| ());
    assert_eq!(recover(&test).map(|recovered| recovered.text), Some(last));
}

#[test]
fn nothing_comes_back_where_the_file_has_all_of_it() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    typing.saves();
    let test = test.restarted(|_| ());
    assert_eq!(recover(&test), None);
    assert_eq!(test.project.manuscripts().unsaved(), [""; 0]);
    assert!(journals(&test).is_empty());

    // After the writer leaves the file normally, there is nothing to recover.
    let mut typing = Typing::open(&test, PATH);
    typing.types("snowed", "hailed");
    typing.saves();
    assert_eq!(journals(&test).len(), 1);
    test.project
        .learning()
        .settle(PATH, &[], &[])
        .expect("a file that is left");
    assert!(journals(&test).is_empty());
}

#[test]
fn with_ai_off_a_file_that_is_left_is_kept_and_its_crash_journal_ends_all_the_same() {
    let off = SettingsPatch {
        ai: Some(false),
        ..SettingsPatch::default()
    };
    let test = written(TEXT);
    test.installation().update(off).expect("settings");
    let test = test.reopened();
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    typing.saves();
    let revisions = test.project.learning().settle(PATH, &[], &[]);
    assert_eq!(
        revisions.expect("a file that is left"),
        0,
        "nobody learns from it"
    );
    assert!(journals(&test).is_empty());
    let versions = test.project.manuscripts().versions(PATH).expect("versions");
    assert_eq!(versions.len(), 2, "before and after");
    assert_eq!(test.project.learning().all_episodes().expect("episodes"), []);
}

#[test]
fn a_kill_between_the_note_of_a_save_and_the_save_itself_takes_nothing_and_repeats_nothing() {
    for happened in [false, true] {
        let test = written(TEXT);
        let mut typing = Typing::open(&test, PATH);
        typing.types("rained", "snowed");
        let before = fs::read(test.path().join(PATH)).expect("a file");
        typing.saves();
        typing.types("lamp", "lantern");
        let typed = typing.text.clone();
        let test = test.restarted(|folder| {
            if !happened {
                fs::write(folder.join(PATH), &before).expect("the file as it was");
            }
        });
        let recovered = recover(&test).expect("what was typed");
        assert_eq!(
            (recovered.text, recovered.how),
            (typed, RecoveredHow::Typed),
            "{happened}"
        );
    }
}

#[test]
fn a_journal_cut_off_anywhere_gives_a_text_that_was_typed() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    let mut states = vec![TEXT.to_owned()];
    for (before, after) in [("rained", "snowed"), ("雨", "雪"), ("lamp", "灯 𠮷"), ("𠮷", "")] {
        typing.types(before, after);
        states.push(typing.text.clone());
    }
    let journal = fs::read(&journals(&test)[0]).expect("a journal");
    let mut test = test;
    for cut in (0..journal.len()).step_by(7) {
        test = test.restarted(|_| ());
        let place = test
            .installation()
            .folder()
            .join("drafts")
            .join(test.project.id());
        for file in journals(&test) {
            fs::remove_file(file).expect("an older journal");
        }
        fs::write(place.join(journal_name()), &journal[..cut]).expect("a torn journal");
        let text = recover(&test).map_or(TEXT.to_owned(), |recovered| recovered.text);
        assert!(states.contains(&text), "{cut}: {text:?}");
    }
}

fn journal_name() -> String {
    format!(
        "{}.jsonl",
        &vault::ContentHash::of(PATH.as_bytes()).as_str()[..16]
    )
}

#[test]
fn what_another_program_wrote_meanwhile_is_kept_and_so_is_what_was_typed() {
    let theirs = TEXT.replace("她在等。", "她不再等了。");
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    let test = test.restarted(|folder| fs::write(folder.join(PATH), &theirs).expect("their file"));
    let recovered = recover(&test).expect("what was typed");
    assert_eq!(
        fs::read_to_string(test.path().join(PATH)).expect("a file"),
        theirs,
        "only the page has it"
    );
    let kept = test.project.manuscripts().versions(PATH).expect("versions");
    let texts: Vec<String> = kept.iter().map(|version| text_of(&test, &version.id)).collect();
    assert_eq!(recovered.how, RecoveredHow::Merged);
    for words in ["snowed", "她不再等了。", "The lamp was lit."] {
        assert!(recovered.text.contains(words), "{}", recovered.text);
    }
    assert!(texts.iter().any(|text| text.contains("snowed")), "{texts:?}");
    assert!(texts.contains(&TEXT.to_owned()));
}

#[test]
fn what_was_typed_and_what_another_program_made_of_the_same_words_are_both_there_and_said() {
    for (was, hers, theirs) in [("rained", "snowed", "thundered"), ("下雨", "下雪", "打雷")] {
        let test = written(TEXT);
        Typing::open(&test, PATH).types(was, hers);
        let file = TEXT.replace(was, theirs);
        let test = test.restarted(|folder| fs::write(folder.join(PATH), &file).expect("their file"));
        let recovered = recover(&test).expect("what was typed");
        assert_eq!(recovered.how, RecoveredHow::Merged);
        assert!(recovered.text.contains("The lamp was lit."), "{}", recovered.text);
        let units: Vec<u16> = recovered.text.encode_utf16().collect();
        let stretch = |from: u32, to: u32| String::from_utf16_lossy(&units[from as usize..to as usize]);
        let [place] = recovered.conflicts.as_slice() else {
            panic!("{:?}", recovered.conflicts)
        };
        assert!(
            stretch(place.mine_from, place.mine_to).contains(hers),
            "{}",
            recovered.text
        );
        assert!(
            stretch(place.theirs_from, place.theirs_to).contains(theirs),
            "{}",
            recovered.text
        );
    }
}

fn text_of(test: &TestProject, id: &str) -> String {
    let request = contract::VersionRequest {
        path: PATH.into(),
        id: id.into(),
        now: String::new(),
    };
    test.project
        .manuscripts()
        .version(&request)
        .expect("a version")
        .text
}

#[test]
fn text_of_a_file_that_is_gone_and_of_one_that_never_was_comes_back() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    let gone = typing.text.clone();
    let mut untitled = Typing::unnamed(&test, "无题.md");
    untitled.types("", "一个字");
    untitled.types("字", "词 word");
    let test = test.restarted(|folder| fs::remove_file(folder.join(PATH)).expect("a file to remove"));
    assert_eq!(test.project.manuscripts().unsaved(), ["无题.md", PATH]);
    let recovered = recover(&test).expect("what was typed");
    assert_eq!((recovered.text, recovered.how), (gone, RecoveredHow::Gone));
    let recovered = test
        .project
        .manuscripts()
        .recover_unsaved("无题.md")
        .expect("what was typed");
    let expected = Recovered {
        text: "一个词 word".into(),
        how: RecoveredHow::Unnamed,
        conflicts: Vec::new(),
        seq: 1,
    };
    assert_eq!(recovered, Some(expected));
    assert!(
        !test.path().join("无题.md").exists(),
        "it is the editor that writes it"
    );
}

#[test]
fn a_batch_that_could_not_be_written_comes_again_and_counts_once() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    let batch = typing.batch("lamp", "lantern");
    for _ in 0..2 {
        test.project
            .manuscripts()
            .journal_keystrokes(&batch)
            .expect("a journal");
    }
    let typed = typing.text.clone();
    let test = test.restarted(|_| ());
    assert_eq!(recover(&test).map(|recovered| recovered.text), Some(typed));
}

#[test]
fn a_page_that_is_loaded_again_while_the_desk_goes_on_gets_its_text_back() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    typing.saves();
    typing.types("lamp", "lantern");
    let typed = typing.text.clone();
    for _ in 0..2 {
        let recovered = recover(&test).expect("what was typed");
        assert_eq!(
            (recovered.text, recovered.how),
            (typed.clone(), RecoveredHow::Typed)
        );
    }
}

#[test]
fn a_journal_nobody_asked_about_is_set_aside_and_not_written_over() {
    let test = written(TEXT);
    Typing::open(&test, PATH).types("rained", "snowed");
    let before = fs::read(&journals(&test)[0]).expect("a journal");
    let test = test.restarted(|_| ());
    Typing::open(&test, PATH).types("lamp", "lantern");
    Typing::open(&test, PATH).types("等", "不等");
    let all = journals(&test);
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(
        all.iter()
            .any(|file| fs::read(file).expect("a journal") == before)
    );
}

#[test]
fn a_manuscript_that_is_renamed_takes_what_is_kept_of_it_along() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    let typed = typing.text.clone();
    test.project
        .manuscripts()
        .keep_undo_history(PATH, &typing.hash, "{}".into())
        .expect("undo");
    let versions = test.project.manuscripts().versions(PATH).expect("versions");
    assert_eq!(versions.len(), 1, "the state before");

    fs::rename(test.path().join(PATH), test.path().join("新.md")).expect("another name");
    for _ in 0..2 {
        test.project
            .manuscripts()
            .renamed(PATH, "新.md")
            .expect("what is kept");
    }
    assert_eq!(
        test.project.manuscripts().versions("新.md").expect("versions"),
        versions
    );
    assert_eq!(test.project.manuscripts().versions(PATH).expect("none"), []);
    assert!(
        test.project
            .manuscripts()
            .undo_history("新.md", &typing.hash)
            .expect("undo")
            .is_some()
    );
    let test = test.restarted(|_| ());
    let recovered = test
        .project
        .manuscripts()
        .recover_unsaved("新.md")
        .expect("what was typed");
    assert_eq!(recovered.map(|recovered| recovered.text), Some(typed));
}

#[test]
fn what_is_typed_while_the_disk_is_away_stands_in_the_journal_and_nothing_is_begun_where_it_was() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    let (folder, away) = (test.path().to_owned(), test.path().with_extension("away"));
    fs::rename(&folder, &away).expect("the disk goes");
    fs::create_dir(&folder).expect("where it was mounted");
    typing.types("rained", "snowed");
    typing.types("她在等。", "她不再等了。");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    fs::remove_dir(&folder).expect("where it was mounted");
    fs::rename(&away, &folder).expect("the disk is back");
    let typed = typing.text.clone();
    let test = test.restarted(|_| ());
    let recovered = recover(&test).expect("what was typed");
    assert_eq!((recovered.text, recovered.how), (typed, RecoveredHow::Typed));
}

#[test]
fn what_was_typed_on_its_way_to_an_earlier_name_stands_under_the_present_one() {
    let test = written(TEXT);
    let mut typing = Typing::open(&test, PATH);
    typing.types("rained", "snowed");
    test.project
        .manuscripts()
        .rename(PATH, "新.md")
        .expect("another name");
    typing.types("lamp", "lantern");
    test.project
        .manuscripts()
        .rename("新.md", "渡口.md")
        .expect("another name");
    typing.types("她在等。", "她不再等了。");
    assert_eq!(journals(&test).len(), 1);
    assert_eq!(test.project.manuscripts().unsaved(), ["渡口.md"]);
    let typed = typing.text.clone();
    let test = test.restarted(|_| ());
    let recovered = test
        .project
        .manuscripts()
        .recover_unsaved("渡口.md")
        .expect("what was typed");
    assert_eq!(recovered.map(|recovered| recovered.text), Some(typed));
}

#[test]
fn a_folder_that_is_renamed_takes_what_is_kept_of_its_manuscripts_along_open_or_not() {
    let test = written(TEXT);
    let paths = ["卷一/渡口.md", "卷一/Part/Low tide.md"];
    for path in paths {
        let full = test.path().join(path);
        fs::create_dir_all(full.parent().expect("a folder")).expect("folders");
        fs::write(&full, TEXT).expect("a manuscript");
        let mut typing = Typing::open(&test, path);
        typing.types("rained", "snowed");
        typing.saves();
        test.project.learning().settle(path, &[], &[]).expect("left");
    }
    let versions = paths.map(|path| test.project.manuscripts().versions(path).expect("versions"));
    let test = test.restarted(|_| ());
    test.project
        .manuscripts()
        .rename("卷一", "卷二")
        .expect("another name");
    for (path, versions) in paths.iter().zip(versions) {
        assert_eq!(versions.len(), 2, "before and after");
        let renamed = path.replace("卷一", "卷二");
        assert_eq!(
            test.project.manuscripts().versions(&renamed).expect("versions"),
            versions
        );
        assert_eq!(test.project.manuscripts().versions(path).expect("none"), []);
    }
}

#[test]
fn only_a_manuscript_inside_the_project_has_a_journal() {
    let test = written(TEXT);
    for path in [
        "../outside.md",
        "memory/MEMORY.md",
        "picture.png",
        "/etc/hosts.md",
    ] {
        let mut batch = Typing::unnamed(&test, PATH).batch("", "x");
        batch.path = path.into();
        let fault = test
            .project
            .manuscripts()
            .journal_keystrokes(&batch)
            .expect_err(path)
            .fault();
        assert!(
            matches!(fault.code, ErrorCode::OutsideProject | ErrorCode::InvalidArgument),
            "{path}: {fault:?}"
        );
    }
    assert!(journals(&test).is_empty());
    assert!(!Path::new("../outside.md").exists());
}
