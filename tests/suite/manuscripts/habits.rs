//! The bytes of a manuscript: its encoding, its line endings and other properties of the file.

use std::fs;

use contract::{ErrorCode, SaveRequest};

use support::TestProject;

use super::{bytes, edit, is, set_read_only, with_file};

/// Files with different properties, each with a line that can be edited to "EDITED".
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
        // Saving an unchanged text writes nothing, so it succeeds even in a read-only file.
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

/// Texts in encodings older than UTF-8. Each has a line that can be edited, and a character that the encoding lacks.
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
                .length
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
        // The file stays UTF-8 after the character is removed.
        edit(&test, "稿.txt", |text| text.replace(odd, "edit")).expect(encoding);
        assert!(String::from_utf8(bytes(&test, "稿.txt")).is_ok(), "{encoding}");
    }
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

#[test]
fn a_new_manuscript_is_written_like_most_manuscripts_beside_it() {
    let gb = vault::Encoding::Older(encoding_rs::GB18030);
    let windows = "春天来了，院子里的梅花开得正好。\r\n她推开窗，听见楼下有人在叫她的名字。\r\n";
    let unix = windows.replace("\r\n", "\n");
    let encoded = |encoding: vault::Encoding, text: &str| encoding.encode(text).expect("a text of it");
    let utf_8 = |text: &str| text.as_bytes().to_vec();
    for (name, beside, expected) in [
        ("alone", vec![], utf_8("雪\nA\n")),
        (
            "GB 18030 of Windows",
            vec![encoded(gb, windows)],
            encoded(gb, "雪\r\nA\r\n"),
        ),
        (
            "most are UTF-8",
            vec![utf_8(&unix), encoded(gb, windows), utf_8(&unix)],
            utf_8("雪\nA\n"),
        ),
        (
            "plain letters say nothing about the encoding, and empty files nothing at all",
            vec![utf_8("A\r\n"), utf_8("B\r\n"), utf_8(""), encoded(gb, &unix)],
            encoded(gb, "雪\r\nA\r\n"),
        ),
        (
            "UTF-16 with its mark",
            vec![encoded(vault::Encoding::Utf16Le, windows)],
            encoded(vault::Encoding::Utf16Le, "雪\r\nA\r\n"),
        ),
    ] {
        let test = TestProject::new();
        let folder = test.path().join("第一卷");
        fs::create_dir(&folder).expect("a folder");
        for (number, content) in beside.iter().enumerate() {
            fs::write(folder.join(format!("{number}.txt")), content).expect("a manuscript");
        }
        let path = "第一卷/新.txt";
        test.project.manuscripts().create(path, false).expect(name);
        edit(&test, path, |_| "雪\n".into()).expect(name);
        edit(&test, path, |text| format!("{text}A\n")).expect(name);
        assert_eq!(bytes(&test, path), expected, "{name}");
        // A desk that was started anew knows two characters by the files beside them.
        let again = test.reopened();
        assert_eq!(
            again.project.manuscripts().read(path).expect(name).text,
            "雪\nA\n",
            "{name}"
        );
    }
}
