//! Splitting and merging manuscripts: no word is lost at any step, both can be undone, and nothing is learned from them.

use std::fs;
use std::sync::Arc;

use contract::{Divided, ErrorCode, SaveRequest, SplitRequest};
use support::TestProject;
use vault::{ContentHash, FailingDisk};

/// A manuscript of two paragraphs, the name of its second part, and the two parts.
const CHAPTERS: [(&str, &str, &str, &str, &str); 4] = [
    (
        "Part One/01 Low tide.md",
        "---\ntitle: Low tide\n---\n\nWen waits.\n\n## The ferry\n\nThe boat comes.\n",
        "Part One/02 The ferry.md",
        "---\ntitle: Low tide\n---\n\nWen waits.\n",
        "## The ferry\n\nThe boat comes.\n",
    ),
    (
        "第一卷/第一章 渡口.md",
        "阿文等船。\r\n\r\n# 第二章 雪夜\r\n\r\n船来了。\r\n",
        "第一卷/第二章 雪夜.md",
        "阿文等船。\r\n",
        "# 第二章 雪夜\r\n\r\n船来了。\r\n",
    ),
    (
        "Low tide.md",
        "Wen waits.[^1]\n\nThe boat comes.[^2]\n\n[^1]: For an hour.\n\n[^2]: Late.\n",
        "Low tide 2.md",
        "Wen waits.[^1]\n\n[^1]: For an hour.\n",
        "The boat comes.[^2]\n\n[^2]: Late.\n",
    ),
    (
        "渡口.txt",
        "　　阿文等船。\n　　船来了。\n",
        "渡口 2.txt",
        "　　阿文等船。\n",
        "　　船来了。\n",
    ),
];

fn written(path: &str, bytes: &[u8]) -> TestProject {
    let test = TestProject::new();
    put(&test, path, bytes);
    test
}

fn put(test: &TestProject, path: &str, bytes: &[u8]) {
    let full = test.path().join(path);
    fs::create_dir_all(full.parent().expect("a folder")).expect("a folder");
    fs::write(full, bytes).expect("a manuscript");
}

fn bytes(test: &TestProject, path: &str) -> Vec<u8> {
    fs::read(test.path().join(path)).expect(path)
}

fn text(test: &TestProject, path: &str) -> String {
    String::from_utf8(bytes(test, path)).expect("UTF-8")
}

fn listed(test: &TestProject) -> Vec<String> {
    let files = test.project.manuscripts().files().expect("a list");
    files.into_iter().map(|file| file.path).collect()
}

/// Splits a manuscript before the paragraph with these words.
fn split(test: &TestProject, path: &str, words: &str) -> desk::Result<Divided> {
    let document = test.project.manuscripts().texts(&[path.into()]).remove(0);
    let at = document.text.find(words).expect("the words");
    test.project.manuscripts().split(&SplitRequest {
        path: path.into(),
        base_hash: document.hash,
        at: u32::try_from(document.text[..at].encode_utf16().count()).expect("an offset"),
    })
}

fn code<T: std::fmt::Debug>(outcome: desk::Result<T>) -> ErrorCode {
    outcome.expect_err("a refusal").fault().code
}

#[test]
fn the_second_part_follows_the_first_also_where_the_writer_gave_the_order() {
    let test = TestProject::new();
    for name in ["01 Low tide", "02 The ferry", "03 Ash"] {
        let whole = format!("{name} begins.\n\n# Soot\n\nIt ends.\n");
        put(&test, &format!("{name}.md"), whole.as_bytes());
    }
    let manuscripts = test.project.manuscripts();
    manuscripts
        .order("01 Low tide.md", "03 Ash.md", true)
        .expect("an order");
    for first in ["01 Low tide.md", "02 The ferry.md"] {
        let done = split(&test, first, "# Soot").expect("a split");
        let files = manuscripts.files().expect("a list");
        let at = files
            .iter()
            .position(|file| file.path == first)
            .expect("the first part");
        assert_eq!(files[at + 1].path, done.other, "{first}");
    }
}

#[test]
fn a_split_is_merged_again_and_both_are_undone_to_the_byte() {
    for (path, whole, other, first, second) in CHAPTERS {
        let test = written(path, whole.as_bytes());
        let manuscripts = test.project.manuscripts();
        let words = second.lines().next().expect("a line");
        let done = split(&test, path, words).expect("a split");
        assert_eq!((done.path.as_str(), done.other.as_str()), (path, other));
        assert_eq!(
            (text(&test, path).as_str(), text(&test, other).as_str()),
            (first, second)
        );
        assert_eq!(listed(&test), [path, other], "the second part follows the first");

        let merge = manuscripts.join(path, other).expect("a merge");
        assert_eq!(listed(&test), [path]);
        if !whole.contains("[^") && !path.ends_with(".txt") {
            assert_eq!(text(&test, path), whole);
        }
        manuscripts.rejoin(&merge).expect("the merge undone");
        assert_eq!(
            (text(&test, path).as_str(), text(&test, other).as_str()),
            (first, second)
        );
        manuscripts.rejoin(&done).expect("the split undone");
        assert_eq!(
            (listed(&test), text(&test, path).as_str()),
            (vec![path.to_owned()], whole)
        );
        assert!(!manuscripts.versions(path).expect("versions").is_empty());
    }
}

#[test]
fn the_second_part_has_the_encoding_of_the_first() {
    let encoded = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    let (first, second) = ("雨停了，她往窗外看了一眼。\r\n", "然后雨又下了，他还在等。\r\n");
    let whole = encoded(&format!("{first}{second}"));
    let test = written("稿.txt", &whole);
    let done = split(&test, "稿.txt", "然后").expect("a split");
    assert_eq!(
        (bytes(&test, "稿.txt"), bytes(&test, &done.other)),
        (encoded(first), encoded(second))
    );
    test.project.manuscripts().rejoin(&done).expect("undone");
    assert_eq!(bytes(&test, "稿.txt"), whole);
}

#[test]
fn a_new_name_goes_over_no_file_and_keeps_the_order() {
    let whole = b"One.\n\n# Ashfall\n\nTwo.\n";
    for (path, others, expected) in [
        ("01 Low tide.md", vec!["02 The roof.md"], "01 Low tide 2.md"),
        (
            "01 Low tide.md",
            vec!["01 LOW TIDE 2.md", "02 The roof.md"],
            "01 Low tide 3.md",
        ),
        ("01.md", vec![], "02 Ashfall.md"),
        ("A.md", vec!["B.md"], "Ashfall.md"),
        ("A.md", vec!["ashfall.MD"], "A 2.md"),
        ("Low tide.md", vec![], "Low tide 2.md"),
    ] {
        let test = written(path, whole);
        for other in &others {
            put(&test, other, b"Other.\n");
        }
        let done = split(&test, path, "Ashfall").expect("a split");
        assert_eq!(done.other, expected, "{path} beside {others:?}");
        for other in others {
            assert_eq!(text(&test, other), "Other.\n");
        }
    }
}

#[test]
fn nothing_is_done_where_it_would_lose_or_make_no_text() {
    let test = written("a.md", b"Rain.\n\nSnow.\n");
    put(&test, "b.md", "雪。\n".as_bytes());
    put(
        &test,
        "old.txt",
        &encoding_rs::WINDOWS_1252.encode("Café, naïve, déjà vu.\n").0,
    );
    let manuscripts = test.project.manuscripts();
    assert_eq!(code(split(&test, "a.md", "Rain")), ErrorCode::InvalidArgument);
    let stale = SplitRequest {
        path: "a.md".into(),
        base_hash: ContentHash::of(b"another").to_string(),
        at: 8,
    };
    assert_eq!(code(manuscripts.split(&stale)), ErrorCode::FileChanged);
    assert_eq!(code(manuscripts.join("a.md", "a.md")), ErrorCode::InvalidArgument);
    assert_eq!(code(manuscripts.join("a.md", "gone.md")), ErrorCode::NotFound);
    assert_eq!(
        code(manuscripts.join("a.md", "../b.md")),
        ErrorCode::OutsideProject
    );
    assert_eq!(code(manuscripts.join("old.txt", "b.md")), ErrorCode::FileEncoding);
    assert_eq!(text(&test, "a.md"), "Rain.\n\nSnow.\n");
    assert_eq!(text(&test, "b.md"), "雪。\n");

    let done = split(&test, "a.md", "Snow").expect("a split");
    put(&test, &done.other, b"Snow, and more.\n");
    assert_eq!(code(manuscripts.rejoin(&done)), ErrorCode::FileChanged);
    assert_eq!(text(&test, "a.md"), "Rain.\n");
    assert_eq!(text(&test, &done.other), "Snow, and more.\n");
}

#[test]
fn nothing_is_learned_from_text_that_moved() {
    let paragraph = "He hit the door and it held, so he hit it again until it broke.";
    let whole = format!("It rained all night.\n\n{paragraph}\n\nThen it was quiet in the house.\n");
    let test = written("a.md", whole.as_bytes());
    let (manuscripts, learning) = (test.project.manuscripts(), test.project.learning());
    manuscripts.read("a.md").expect("open");
    let done = split(&test, "a.md", "He hit").expect("a split");
    manuscripts.read(&done.other).expect("open");
    for path in ["a.md", done.other.as_str()] {
        assert_eq!(learning.settle(path, &[], &[]).expect("left"), 0, "{path}");
    }
    let merge = manuscripts.join("a.md", &done.other).expect("a merge");
    assert_eq!(learning.settle("a.md", &[], &[]).expect("left"), 0);
    manuscripts.rejoin(&merge).expect("undone");
    assert_eq!(learning.settle("a.md", &[], &[]).expect("left"), 0);

    // What she writes afterwards is saved over the divided file.
    let document = manuscripts.read("a.md").expect("open");
    let request = SaveRequest {
        path: "a.md".into(),
        text: format!("{}More.\n", document.text),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).expect("saved");
    assert_eq!(text(&test, "a.md"), "It rained all night.\nMore.\n");
}

/// Does an act on copies of a project while one call of the disk after the other fails. Returns how many calls it has.
fn with_failures(
    scene: &TestProject,
    words: [&str; 2],
    act: impl Fn(&TestProject) -> desk::Result<()>,
) -> usize {
    for call in 1.. {
        let mut reached = false;
        for stops in [false, true] {
            let disk = FailingDisk::working().half_written().unsynced();
            let disk = Arc::new(if stops { disk.from_then_on() } else { disk });
            let test = scene.copied_with(|ports| ports.disk = Arc::clone(&disk) as _);
            disk.fail_in(call);
            let outcome = act(&test);
            reached |= disk.has_failed();
            disk.fail_in(usize::MAX);
            let all: String = listed(&test).iter().map(|path| text(&test, path)).collect();
            for words in words {
                assert!(
                    all.contains(words),
                    "call {call}, stops {stops}: {words} in {all:?}"
                );
            }
            if outcome.is_ok() {
                assert_eq!(all.matches(words[1]).count(), 1, "call {call}, stops {stops}");
            }
        }
        if !reached {
            return call - 1;
        }
    }
    0
}

#[test]
fn the_disk_fails_at_any_call_and_no_word_is_lost() {
    let words = ["阿文等船。", "船来了。"];
    let whole = written("渡口.md", "阿文等船。\n\n船来了。\n".as_bytes());
    let calls = with_failures(&whole, words, |test| split(test, "渡口.md", "船来了").map(drop));
    assert!(
        calls > 6,
        "a version and two files take steps of their own: {calls}"
    );

    let done = split(&whole, "渡口.md", "船来了").expect("a split");
    let calls = with_failures(&whole, words, |test| {
        test.project.manuscripts().join("渡口.md", "渡口 2.md").map(drop)
    });
    assert!(
        calls > 6,
        "two versions and a file take steps of their own: {calls}"
    );
    let calls = with_failures(&whole, words, |test| test.project.manuscripts().rejoin(&done));
    assert!(calls > 3, "a file takes steps of its own: {calls}");

    let merge = whole
        .project
        .manuscripts()
        .join("渡口.md", "渡口 2.md")
        .expect("a merge");
    // The copies have an empty trash, so that the second file comes back from its version.
    let calls = with_failures(&whole, words, |test| test.project.manuscripts().rejoin(&merge));
    assert!(calls > 6, "two files take steps of their own: {calls}");
}

#[test]
fn the_list_tells_the_front_matter_and_follows_it() {
    let test = written(
        "a.md",
        b"---\nstatus: draft\nsynopsis: Wen waits.\n---\n\nRain.\n",
    );
    put(
        &test,
        "b.md",
        "---\r\n状态：修订\r\n类型：笔记\r\n---\r\n雪。\r\n".as_bytes(),
    );
    put(&test, "Notes/c.md", b"Snow.\n");
    put(&test, "d.txt", b"---\nstatus: draft\n---\n");
    let told = || -> Vec<(String, bool, Option<String>, Option<String>)> {
        let files = test.project.manuscripts().files().expect("a list");
        files
            .into_iter()
            .map(|file| (file.path, file.is_note, file.status, file.synopsis))
            .collect()
    };
    let entry = |path: &str, is_note, status: Option<&str>, synopsis: Option<&str>| {
        (
            path.to_owned(),
            is_note,
            status.map(str::to_owned),
            synopsis.map(str::to_owned),
        )
    };
    let others = [
        entry("b.md", true, Some("修订"), None),
        entry("d.txt", false, None, None),
        entry("Notes/c.md", true, None, None),
    ];
    let mut expected = vec![entry("a.md", false, Some("draft"), Some("Wen waits."))];
    expected.extend(others.clone());
    assert_eq!(told(), expected);
    assert_eq!(told(), expected, "what is known is told again");
    put(&test, "a.md", b"---\nstatus: done\n---\n\nRain, and more.\n");
    expected[0] = entry("a.md", false, Some("done"), None);
    assert_eq!(told(), expected);
}
