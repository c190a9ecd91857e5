//! Files that the desk refuses to open or to write; they stay unchanged.

use std::fs;

use contract::{DistillTrigger, ErrorCode, FileEntry, SaveRequest};
use support::{choices, input};

use super::{RULE, bytes, edit, is, set_read_only, with_file};

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

#[test]
fn what_cannot_be_opened_is_left_as_it_is_and_listed_without_a_count() {
    // Bytes that are not text in any encoding: an odd number of bytes after a byte-order mark of UTF-16, and a file of
    // 20 MB.
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
            length: None,
            copy_of: None,
            is_note: false,
            status: None,
            synopsis: None,
        };
        assert_eq!(test.project.manuscripts().files().expect("a list"), [expected]);
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
