//! Manuscripts are the writer's: not a byte changes that she did not change, and nothing of hers is lost.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use contract::{
    DistillTrigger, EpisodeInput, ErrorCode, Fault, FileEntry, NewRule, OfferRequest, RulePatch, SaveRequest,
    Saved, SkillName,
};
use desk::Project;
use learning::{EpisodeKind, TextOrigin};
use support::{DEVICE, TestProject, choices, input, morning, ports, request, taken};

const RULE: &str = "action.sentence_length.less";

fn with_file(name: &str, bytes: &[u8]) -> TestProject {
    let test = TestProject::new();
    let path = test.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, bytes).expect("a manuscript");
    test
}

fn bytes(test: &TestProject, name: &str) -> Vec<u8> {
    fs::read(test.path().join(name)).expect("the manuscript")
}

fn set_read_only(path: &Path, read_only: bool) {
    let mut permissions = fs::metadata(path).expect("a file").permissions();
    permissions.set_readonly(read_only);
    fs::set_permissions(path, permissions).expect("permissions");
}

/// Reads a manuscript, lets the writer edit it and saves it.
fn edit(test: &TestProject, name: &str, write: impl Fn(&str) -> String) -> Result<Saved, Fault> {
    let document = test
        .project
        .manuscripts()
        .read(name)
        .map_err(|error| error.fault())?;
    let request = SaveRequest {
        path: name.into(),
        text: write(&document.text),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).map_err(|error| error.fault())
}

/// Checks that a failure has the code, and a sentence that names what it is about.
fn is(fault: &Fault, code: ErrorCode, about: &str) {
    assert_eq!(fault.code, code, "{fault:?}");
    assert!(
        fault.message.contains(about),
        "{} does not name {about}",
        fault.message
    );
    assert!(
        fault.message.contains("; "),
        "{} does not say what to do",
        fault.message
    );
}

/// Files of every habit, each with a line that can be edited to "EDITED".
const HABITS: [(&str, &[u8]); 8] = [
    ("a plain file", "One.\nedit\n三。\n".as_bytes()),
    ("no last newline", "第一行。\nedit".as_bytes()),
    ("Windows", "One.\r\nedit\r\n三。\r\n".as_bytes()),
    ("old Mac", "One.\redit\r三。\r".as_bytes()),
    ("mixed endings", "One.\r\nedit\n\r\n三。\rFour.\n\n".as_bytes()),
    ("a byte-order mark", "\u{feff}春天。\r\nedit\r\n".as_bytes()),
    (
        "white space",
        " \t One.  \nedit\n\u{3000}\u{3000}三。 \n\n\n".as_bytes(),
    ),
    (
        "odd characters",
        "e\u{301} 𠮷 👩‍👩‍👧 \u{0}\u{200b}\nedit\n".as_bytes(),
    ),
];

#[test]
fn a_manuscript_that_was_not_edited_is_not_written() {
    for (habit, content) in HABITS {
        let test = with_file("第一卷/Chapter 1.md", content);
        let path = test.path().join("第一卷/Chapter 1.md");
        // Where nothing is written, nothing can be refused.
        set_read_only(&path, true);
        edit(&test, "第一卷/Chapter 1.md", str::to_owned).expect(habit);
        assert_eq!(bytes(&test, "第一卷/Chapter 1.md"), content, "{habit}");
    }
}

#[test]
fn an_edit_changes_its_line_and_no_other_byte() {
    for (habit, content) in HABITS {
        let test = with_file("稿.txt", content);
        let saved = edit(&test, "稿.txt", |text| text.replace("edit", "EDITED 改")).expect(habit);
        let before = String::from_utf8(content.to_vec()).expect("UTF-8");
        let after = before.replace("edit", "EDITED 改");
        assert_eq!(bytes(&test, "稿.txt"), after.as_bytes(), "{habit}");
        let document = test.project.manuscripts().read("稿.txt").expect(habit);
        assert_eq!(document.hash, saved.hash, "{habit}");
        assert!(!document.text.contains(['\r', '\u{feff}']), "{habit}");
    }
}

#[test]
fn a_file_that_another_program_changed_is_never_overwritten() {
    let test = with_file("a.md", "One. 一。\n".as_bytes());
    let document = test.project.manuscripts().read("a.md").expect("a manuscript");
    fs::write(test.path().join("a.md"), "Theirs. 别人的。\n").expect("another program's save");
    let request = SaveRequest {
        path: "a.md".into(),
        text: "Mine. 我的。\n".into(),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    let fault = test.project.save(&request).expect_err("another file").fault();
    is(&fault, ErrorCode::FileChanged, "a.md");
    assert_eq!(bytes(&test, "a.md"), "Theirs. 别人的。\n".as_bytes());
    fs::remove_file(test.path().join("a.md")).expect("the file");
    let fault = test.project.save(&request).expect_err("no file").fault();
    is(&fault, ErrorCode::NotFound, "a.md");
    assert!(
        !test.path().join("a.md").exists(),
        "what was deleted is not brought back unasked"
    );
}

#[test]
fn a_manuscript_that_was_moved_away_can_be_written_again_over_nothing() {
    for name in ["第一卷/01.md", "One/01.md"] {
        let test = with_file(name, "before\n".as_bytes());
        let write_again = |text: &str| {
            let request = SaveRequest {
                path: name.into(),
                text: text.into(),
                base_hash: String::new(),
                pasted: Vec::new(),
                seq: None,
                as_utf8: false,
            };
            test.project.save(&request).map_err(|error| error.fault())
        };
        let refused = write_again("hers").expect_err("a file that is there");
        is(&refused, ErrorCode::FileChanged, name);
        assert_eq!(bytes(&test, name), b"before\n");

        fs::remove_dir_all(test.path().join(name).parent().expect("a folder")).expect("a folder to remove");
        let saved = write_again("她的字\n").expect("a place to write");
        assert_eq!(bytes(&test, name), "她的字\n".as_bytes());
        assert_eq!(
            test.project.manuscripts().read(name).expect("the file").hash,
            saved.hash
        );
    }
}

/// Texts in encodings from before UTF-8, each with a line that can be edited, and a character the encoding has not.
fn older_encodings() -> [(&'static str, Vec<u8>, Option<char>); 5] {
    let encoded = |encoding: vault::Encoding, text: &str| encoding.encode(text).expect("a text of it");
    let older = vault::Encoding::Older;
    let chinese = "春天来了，院子里的梅花开得正好。\r\nedit\r\n她推开窗，听见楼下有人在叫她的名字。\r\n";
    let taiwan = "春天來了，院子裡的梅花開得正好。\nedit\n她推開窗，聽見樓下有人在叫她的名字。\n";
    let french = "Elle était restée là, près de la fenêtre.\nedit\n« Déjà ? » dit-il à voix basse.\n";
    [
        ("UTF-16", encoded(vault::Encoding::Utf16Le, chinese), None),
        (
            "UTF-16 the other way",
            encoded(vault::Encoding::Utf16Be, french),
            None,
        ),
        ("GB 18030", encoded(older(encoding_rs::GB18030), chinese), None),
        ("Big5", encoded(older(encoding_rs::BIG5), taiwan), Some('🌧')),
        (
            "windows-1252",
            encoded(older(encoding_rs::WINDOWS_1252), french),
            Some('雨'),
        ),
    ]
}

#[test]
fn an_older_encoding_is_read_and_the_file_saved_in_it() {
    for (encoding, content, _) in older_encodings() {
        let test = with_file("稿.txt", &content);
        edit(&test, "稿.txt", str::to_owned).expect(encoding);
        assert_eq!(bytes(&test, "稿.txt"), content, "{encoding}");
        assert!(
            test.project.manuscripts().files().expect("files")[0]
                .units
                .is_some(),
            "{encoding}"
        );
        edit(&test, "稿.txt", |text| text.replace("edit", "EDITED")).expect(encoding);
        edit(&test, "稿.txt", |text| text.replace("EDITED", "edit")).expect(encoding);
        assert_eq!(bytes(&test, "稿.txt"), content, "{encoding}");
    }
}

#[test]
fn a_character_the_encoding_has_not_is_refused_until_the_file_may_be_utf_8() {
    for (encoding, content, odd) in older_encodings() {
        let Some(odd) = odd else { continue };
        let test = with_file("稿.txt", &content);
        let add = |text: &str| text.replace("edit", &odd.to_string());
        let fault = edit(&test, "稿.txt", add).expect_err(encoding);
        is(&fault, ErrorCode::FileEncoding, "稿.txt");
        assert!(
            fault.details["encoding"].eq_ignore_ascii_case(encoding),
            "{fault:?}"
        );
        assert_eq!(bytes(&test, "稿.txt"), content, "{encoding}");

        let document = test.project.manuscripts().read("稿.txt").expect(encoding);
        let request = SaveRequest {
            path: "稿.txt".into(),
            text: add(&document.text),
            base_hash: document.hash,
            pasted: Vec::new(),
            seq: None,
            as_utf8: true,
        };
        test.project.save(&request).expect(encoding);
        let saved = String::from_utf8(bytes(&test, "稿.txt")).expect("UTF-8");
        assert_eq!(saved, add(&document.text), "{encoding}");
        // And so it stays.
        edit(&test, "稿.txt", |text| text.replace(odd, "edit")).expect(encoding);
        assert!(String::from_utf8(bytes(&test, "稿.txt")).is_ok(), "{encoding}");
    }
}

#[test]
fn what_cannot_be_opened_is_left_as_it_is_and_listed_without_a_count() {
    // Bytes that no encoding makes text of, an odd number of them behind a mark of UTF-16, and 20 MB.
    let large = "很长的一天。\n".repeat(20 * 1024 * 1024 / 19 + 1).into_bytes();
    for (content, code) in [
        (b"Geheimnis f\xFCr\0 sp\xE4ter".to_vec(), ErrorCode::FileNotUtf8),
        (b"\xFF\xFEa\0b".to_vec(), ErrorCode::FileNotUtf8),
        (large, ErrorCode::FileTooLarge),
    ] {
        let test = with_file("稿.md", &content);
        for fault in [
            test.project
                .manuscripts()
                .read("稿.md")
                .map(drop)
                .expect_err("no manuscript"),
            test.project
                .learning()
                .settle("稿.md", &[], &[])
                .map(drop)
                .expect_err("no manuscript"),
            test.project
                .save(&SaveRequest {
                    path: "稿.md".into(),
                    text: "new".into(),
                    base_hash: vault::ContentHash::of(&content).to_string(),
                    pasted: Vec::new(),
                    seq: None,
                    as_utf8: false,
                })
                .map(drop)
                .expect_err("no manuscript"),
        ] {
            let fault = fault.fault();
            is(&fault, code, "稿.md");
            assert!(!fault.message.contains("Geheimnis"), "{}", fault.message);
            if code == ErrorCode::FileTooLarge {
                assert_eq!(fault.details.get("bytes"), Some(&content.len().to_string()));
                assert_eq!(fault.details.get("limit"), Some(&(16 * 1024 * 1024).to_string()));
            }
        }
        assert!(bytes(&test, "稿.md") == content, "{code:?}: the bytes changed");
        let expected = FileEntry {
            path: "稿.md".into(),
            bytes: content.len() as u64,
            units: None,
            copy_of: None,
        };
        assert_eq!(test.project.manuscripts().files().expect("a list"), [expected]);
    }
}

#[test]
fn a_picture_comes_from_inside_the_project_and_is_one() {
    const LAMP: &[u8] = b"\x89PNG\r\n\x1a\n";
    let test = with_file("图/灯.png", LAMP);
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("lamp.png"), LAMP).expect("a picture");
    fs::write(test.path().join("图/text.png"), "no picture").expect("a file");
    let absolute = outside.path().join("lamp.png");
    let mut cases = vec![
        ("../lamp.png", ErrorCode::OutsideProject),
        ("图/../../lamp.png", ErrorCode::OutsideProject),
        (absolute.to_str().expect("UTF-8"), ErrorCode::OutsideProject),
        ("C:\\lamp.png", ErrorCode::OutsideProject),
        ("https://example.org/lamp.png", ErrorCode::NotFound),
        ("file:///lamp.png", ErrorCode::NotFound),
        ("图/没有.png", ErrorCode::NotFound),
        ("图/text.png", ErrorCode::InvalidArgument),
        ("图", ErrorCode::Io),
    ];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), test.path().join("link")).expect("a link");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&absolute, test.path().join("lamp.png")).expect("a link");
        cases.extend([
            ("link/lamp.png", ErrorCode::OutsideProject),
            ("lamp.png", ErrorCode::OutsideProject),
        ]);
    }
    for (path, code) in cases {
        assert_eq!(
            test.project.manuscripts().picture(path).expect_err(path).code(),
            code,
            "{path:?}"
        );
    }
    let shown = test
        .project
        .manuscripts()
        .picture("图/灯.png")
        .expect("the picture");
    assert_eq!(
        (shown.media_type.as_str(), shown.base64.as_str()),
        ("image/png", "iVBORw0KGgo=")
    );
    let large = fs::File::create(test.path().join("large.png")).expect("a file");
    large.set_len(12 * 1024 * 1024 + 1).expect("a size");
    assert_eq!(
        test.project
            .manuscripts()
            .picture("large.png")
            .expect_err("too large")
            .code(),
        ErrorCode::FileTooLarge
    );
}

#[test]
fn a_path_leads_to_a_manuscript_inside_the_project_or_nowhere() {
    let test = with_file("卷/a.md", b"inside");
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("b.md"), "outside").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), test.path().join("link")).expect("a link");
    #[cfg(unix)]
    std::os::unix::fs::symlink("卷/a.md", test.path().join("within.md")).expect("a link");
    let absolute = outside.path().join("b.md");
    let mut cases = vec![
        ("../b.md", ErrorCode::OutsideProject),
        ("卷/../../b.md", ErrorCode::OutsideProject),
        (absolute.to_str().expect("UTF-8"), ErrorCode::OutsideProject),
        ("/etc/passwd.md", ErrorCode::OutsideProject),
        ("C:\\b.md", ErrorCode::OutsideProject),
        ("a\0.md", ErrorCode::OutsideProject),
        ("卷/没有.md", ErrorCode::NotFound),
        ("卷", ErrorCode::InvalidArgument),
        ("卷/a.docx", ErrorCode::InvalidArgument),
        (
            "memory/journal/desk-test/2026-11.jsonl",
            ErrorCode::InvalidArgument,
        ),
        ("", ErrorCode::InvalidArgument),
    ];
    if cfg!(unix) {
        cases.push(("link/b.md", ErrorCode::OutsideProject));
        assert_eq!(
            test.project
                .manuscripts()
                .read("within.md")
                .expect("a link that stays inside")
                .text,
            "inside"
        );
    }
    for (path, code) in cases {
        let save = SaveRequest {
            path: path.into(),
            text: "changed".into(),
            base_hash: vault::ContentHash::of(b"outside").to_string(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        };
        for error in [
            test.project.manuscripts().read(path).map(drop),
            test.project.save(&save).map(drop),
            test.project.learning().settle(path, &[], &[]).map(drop),
        ] {
            assert_eq!(error.expect_err(path).code(), code, "{path:?}");
        }
    }
    assert_eq!(
        fs::read(outside.path().join("b.md")).expect("the file"),
        b"outside"
    );
}

#[test]
fn manuscripts_are_listed_and_memory_is_not() {
    let test = with_file("卷/第2章.md", "雨停了。".as_bytes());
    for name in [
        "卷/第10章.markdown",
        "Notes.TXT",
        "cover.png",
        ".git/x.md",
        "memory/MEMORY.md",
    ] {
        let path = test.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, "Four plain words here.").expect("a file");
    }
    let files = test.project.manuscripts().files().expect("a list");
    let mut names: Vec<_> = files
        .iter()
        .map(|file| (file.path.as_str(), file.units))
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            ("Notes.TXT", Some(4)),
            ("卷/第10章.markdown", Some(4)),
            ("卷/第2章.md", Some(3))
        ]
    );
    let view = test.project.view().expect("a view");
    assert_eq!((view.files, view.memory_root.as_str()), (files, "memory"));
}

/// Every use case by name, on a project that was there a moment ago.
fn use_cases(project: &Arc<Project>) -> Vec<(&'static str, Option<Fault>)> {
    let fault = |outcome: desk::Result<()>| outcome.err().map(|error| error.fault());
    let save = SaveRequest {
        path: "稿.md".into(),
        text: "changed".into(),
        base_hash: vault::ContentHash::of("雨停了。\n".as_bytes()).to_string(),
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    let offer = OfferRequest {
        path: "稿.md".into(),
        skill: SkillName::Polish,
        passage: "It was really very quiet.".into(),
        above: String::new(),
        before: String::new(),
        after: String::new(),
        scene_type: None,
        pasted: Vec::new(),
    };
    let new = NewRule {
        text: "短句 Short".into(),
        category: contract::Category::Style,
        scene_type: None,
    };
    let yes = RulePatch {
        confirmed: Some(true),
        ..RulePatch::default()
    };
    vec![
        ("view", fault(project.view().map(drop))),
        ("files", fault(project.manuscripts().files().map(drop))),
        ("read", fault(project.manuscripts().read("稿.md").map(drop))),
        (
            "settle",
            fault(project.learning().settle("稿.md", &[], &[]).map(drop)),
        ),
        ("save", fault(project.save(&save).map(drop))),
        ("offer", fault(project.learning().offer(&offer).map(drop))),
        (
            "record",
            fault(project.learning().record(input(900, "zh", true)).map(drop)),
        ),
        (
            "import",
            fault(
                project
                    .learning()
                    .import(choices("en", 1, 1).iter().map(ToString::to_string), |_| ())
                    .map(drop),
            ),
        ),
        ("episodes", fault(project.learning().all_episodes().map(drop))),
        ("learning", fault(project.learning().view().map(drop))),
        (
            "distil",
            fault(project.learning().distil(DistillTrigger::Manual).map(drop)),
        ),
        ("rules", fault(project.learning().rules().map(drop))),
        ("add a rule", fault(project.learning().add_rule(&new).map(drop))),
        (
            "update a rule",
            fault(project.learning().update_rule(RULE, &yes).map(drop)),
        ),
        ("delete a rule", fault(project.learning().delete_rule(RULE))),
        ("follow", fault(project.memory().follow())),
        ("memory files", fault(project.store().memory_files().map(drop))),
        (
            "read a memory file",
            fault(project.store().read_memory_file("memory/MEMORY.md").map(drop)),
        ),
        ("runs", fault(project.memory().runs().map(drop))),
        ("health", fault(project.health().map(drop))),
        ("rebuild", fault(project.memory().rebuild())),
    ]
}

#[test]
fn a_project_folder_that_vanishes_is_missed_by_every_use_case_and_all_is_well_when_it_comes_back() {
    let test = with_file("书/稿.md", "雨停了。\n".as_bytes());
    let (folder, away) = (test.path().join("书"), test.path().join("不在"));
    let project = Project::open(&folder, DEVICE, ports(&test.clock, &test.events));
    let project = Arc::new(project.expect("a project"));
    project
        .learning()
        .import(choices("zh", 45, 50).iter().map(ToString::to_string), |_| ())
        .expect("an import");
    project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let before = (
        project.learning().rules().expect("rules"),
        project.learning().all_episodes().expect("episodes"),
    );

    fs::rename(&folder, &away).expect("a folder that moves");
    for (name, fault) in use_cases(&project) {
        let fault = fault.unwrap_or_else(|| panic!("{name} did not miss the folder"));
        let code = match name {
            "record" => ErrorCode::MemoryEpisodeWriteFailed,
            "memory files" | "read a memory file" => ErrorCode::NotFound,
            _ => ErrorCode::ProjectUnavailable,
        };
        is(&fault, code, "书");
    }
    assert!(
        !folder.exists(),
        "nothing was begun anew where the folder had been"
    );

    fs::rename(&away, &folder).expect("the folder back");
    assert_eq!(
        (
            project.learning().rules().expect("rules"),
            project.learning().all_episodes().expect("episodes")
        ),
        before
    );
    assert_eq!(
        fs::read(folder.join("稿.md")).expect("the manuscript"),
        "雨停了。\n".as_bytes()
    );
    // What failed while it was away is tried again in the background with the next act, unless it has been done by then.
    project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    for (name, fault) in use_cases(&project) {
        assert_eq!(fault, None, "{name}");
    }
}

#[test]
fn what_may_not_be_written_stays_as_it_is_and_says_so() {
    let test = with_file("稿.md", "雨停了。\n".as_bytes());
    test.import(&choices("zh", 45, 50));
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let (rules, memory) = (test.project.learning().rules().expect("rules"), test.memory());
    for path in [test.path().join("稿.md"), test.memory_path()] {
        set_read_only(&path, true);
    }

    let fault = edit(&test, "稿.md", |text| text.to_owned() + "改。\n").expect_err("a read-only file");
    is(&fault, ErrorCode::WriteDenied, "稿.md");
    assert_eq!(bytes(&test, "稿.md"), "雨停了。\n".as_bytes());
    let fault = test
        .project
        .learning()
        .delete_rule(RULE)
        .expect_err("a read-only file")
        .fault();
    is(&fault, ErrorCode::WriteDenied, "MEMORY.md");
    assert_eq!(
        (test.project.learning().rules().expect("rules"), test.memory()),
        (rules, memory)
    );
    test.project
        .learning()
        .record(input(100, "zh", true))
        .expect("a capture goes on");

    for path in [test.path().join("稿.md"), test.memory_path()] {
        set_read_only(&path, false);
    }
    edit(&test, "稿.md", |text| text.to_owned() + "改。\n").expect("a file that may be written");
    test.project
        .learning()
        .delete_rule(RULE)
        .expect("a file that may be written");
}

/// A folder that nobody may write, not even an administrator.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_no_project_and_says_so() {
    let clock = Arc::new(Mutex::new(morning()));
    let ports = ports(&clock, &Arc::default());
    let opened = Project::open(Path::new("/sys/kernel"), DEVICE, ports);
    let fault = opened.map(drop).expect_err("a read-only folder").fault();
    is(&fault, ErrorCode::WriteDenied, "/sys/kernel/memory");
}

const BOOK: &str = "# 一 One\n\nThe rain had stopped, and she stood at the door and did not say anything at all.\n\n\
                    他把伞放在门边，然后非常慢地坐了下来。\n";

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
    // The editor reads the file again before she leaves it, or does not.
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

        // From there on the text is hers, also where an offer stood before.
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

#[test]
fn a_save_over_the_limit_is_refused_whole_and_a_smaller_one_goes_on() {
    let limit = 16 * 1024 * 1024;
    let fitting = "雨停。\n".repeat(limit / 10);
    let test = with_file("稿.md", fitting.as_bytes());
    let fault =
        edit(&test, "稿.md", |text| text.to_owned() + &"雨停。\n".repeat(10)).expect_err("too large a text");
    is(&fault, ErrorCode::FileTooLarge, "稿.md");
    assert_eq!(fault.details.get("limit"), Some(&limit.to_string()));
    assert!(bytes(&test, "稿.md") == fitting.as_bytes(), "the bytes changed");
    edit(&test, "稿.md", |text| text.replacen("雨停。", "雪停。", 1)).expect("a text that fits");
}

#[test]
fn a_manuscript_written_again_keeps_the_habits_of_the_file_that_is_gone() {
    for (habit, content) in HABITS {
        let test = with_file("稿.txt", content);
        let document = test.project.manuscripts().read("稿.txt").expect(habit);
        fs::remove_file(test.path().join("稿.txt")).expect("a file to remove");
        let request = SaveRequest {
            path: "稿.txt".into(),
            text: document.text.replace("edit", "EDITED 改"),
            base_hash: String::new(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        };
        test.project.save(&request).expect(habit);
        let before = String::from_utf8(content.to_vec()).expect("UTF-8");
        let after = before.replace("edit", "EDITED 改");
        assert_eq!(bytes(&test, "稿.txt"), after.as_bytes(), "{habit}");
    }
}
