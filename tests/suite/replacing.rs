//! Replacing in manuscripts that no editor has open: only if the searched text is unchanged, with a version kept
//! before, and with undo.

use std::fs;

use contract::{ErrorCode, Hunk, Replacement, Reversion, Saved};
use support::TestProject;
use vault::ContentHash;

const PATH: &str = "第一卷/01.md";

fn written(bytes: &[u8]) -> TestProject {
    let test = TestProject::new();
    fs::create_dir_all(test.path().join("第一卷")).expect("a folder");
    fs::write(test.path().join(PATH), bytes).expect("a manuscript");
    test
}

fn hash_of(bytes: &[u8]) -> String {
    ContentHash::of(bytes).to_string()
}

fn replace(test: &TestProject, base: &[u8], changes: &[(u32, u32, &str)]) -> desk::Result<Saved> {
    let hunk = |&(from, to, insert): &(u32, u32, &str)| Hunk {
        from,
        to,
        insert: insert.into(),
    };
    test.project.manuscripts().replace_in(&Replacement {
        path: PATH.into(),
        base_hash: hash_of(base),
        changes: changes.iter().map(hunk).collect(),
    })
}

fn revert(test: &TestProject, from: &str, to: &[u8]) -> desk::Result<Saved> {
    test.project.manuscripts().revert(&Reversion {
        path: PATH.into(),
        from: from.into(),
        to: hash_of(to),
    })
}

fn bytes(test: &TestProject) -> Vec<u8> {
    fs::read(test.path().join(PATH)).expect("a manuscript")
}

#[test]
fn the_file_keeps_its_ways_and_the_replacement_is_taken_back_to_the_byte() {
    let gbk = encoding_rs::GBK
        .encode("雨停了，她往窗外看了一眼。\r\n然后雨又下了。\r\n")
        .0
        .into_owned();
    for (before, after) in [
        (
            "雨停了。\r\n雨 rain\n".as_bytes().to_vec(),
            "雪停了。\r\n雪 rain\n".as_bytes().to_vec(),
        ),
        (
            b"\xEF\xBB\xBF\xE9\x9B\xA8".to_vec(),
            b"\xEF\xBB\xBF\xE9\x9B\xAA".to_vec(),
        ),
        (
            gbk.clone(),
            encoding_rs::GBK
                .encode("雪停了，她往窗外看了一眼。\r\n然后雪又下了。\r\n")
                .0
                .into_owned(),
        ),
    ] {
        let test = written(&before);
        let text = test.project.manuscripts().texts(&[PATH.into()]).remove(0).text;
        let changes: Vec<(u32, u32, &str)> = text
            .encode_utf16()
            .zip(0..)
            .filter(|(unit, _)| *unit == 0x96e8)
            .map(|(_, at)| (at, at + 1, "雪"))
            .collect();
        let saved = replace(&test, &before, &changes).expect("a replacement");
        assert_eq!(bytes(&test), after);
        assert_eq!(saved.hash, hash_of(&after));

        revert(&test, &saved.hash, &before).expect("the way back");
        assert_eq!(bytes(&test), before);
        assert_eq!(
            test.project.manuscripts().versions(PATH).expect("versions").len(),
            2,
            "both states are versions"
        );
    }
}

#[test]
fn a_file_that_changed_since_it_was_searched_or_replaced_in_is_left_alone() {
    let before = "雨停了。\n".as_bytes();
    let test = written(before);
    let code = |result: desk::Result<Saved>| result.expect_err("a refusal").fault().code;
    assert_eq!(
        code(replace(&test, b"another", &[(0, 1, "雪")])),
        ErrorCode::FileChanged
    );
    assert_eq!(
        code(replace(&test, before, &[(0, 99, "雪")])),
        ErrorCode::InvalidArgument
    );
    assert_eq!(bytes(&test), before);

    let saved = replace(&test, before, &[(0, 1, "雪")]).expect("a replacement");
    fs::write(test.path().join(PATH), "hers since\n").expect("another program");
    assert_eq!(code(revert(&test, &saved.hash, before)), ErrorCode::FileChanged);
    assert_eq!(bytes(&test), b"hers since\n");
}

#[test]
fn nothing_is_replaced_where_the_text_before_cannot_be_kept() {
    let before = "雨停了。\n".as_bytes();
    let test = written(before);
    for folder in [
        test.path().join("memory/versions"),
        test.installation().folder().join("versions"),
    ] {
        fs::create_dir_all(folder.parent().expect("a folder above")).expect("a folder");
        fs::write(folder, "in the way").expect("a file where the folder is to be");
    }
    replace(&test, before, &[(0, 1, "雪")]).expect_err("a refusal");
    assert_eq!(bytes(&test), before);
}

#[test]
fn texts_are_those_of_manuscripts_in_the_project_and_open_none() {
    let test = written("雨停了。\r\n".as_bytes());
    fs::write(test.path().join("blob.md"), b"\xff\x00\xfe").expect("no text");
    fs::write(test.path().join("../outside.md"), "outside").ok();
    let paths = [
        PATH,
        "blob.md",
        "没有.md",
        "../outside.md",
        "memory/MEMORY.md",
        "a.svg",
    ]
    .map(String::from);
    let texts = test.project.manuscripts().texts(&paths);
    assert_eq!(texts.len(), 1);
    assert_eq!(
        (texts[0].path.as_str(), texts[0].text.as_str()),
        (PATH, "雨停了。\n")
    );
    assert_eq!(
        test.project
            .learning()
            .settle(PATH, &[], &[])
            .expect("nothing to settle"),
        0
    );
}
