//! The order of chapters that the writer gave: it is kept in a readable file, and changes no name and no text.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};

use contract::{ErrorCode, NoticeKind};
use desk::Event;
use support::TestProject;
use vault::FailingDisk;

const ENGLISH: [&str; 5] = [
    "Part One/01 Counting windows.md",
    "Part One/02 The roof.md",
    "Part One/03 The ferry.md",
    "Part Two/01 Ashfall.md",
    "Notes/Cast.md",
];
const CHINESE: [&str; 5] = [
    "第一卷/第一章 数窗.md",
    "第一卷/第二章 屋顶.md",
    "第一卷/第三章 渡口.md",
    "第二卷/第一章 灰烬.md",
    "笔记/人物.md",
];

fn put(test: &TestProject, file: &str, text: &str) {
    let path = test.path().join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a file");
}

fn project(files: &[&str]) -> TestProject {
    filled(TestProject::new(), files)
}

fn filled(test: TestProject, files: &[&str]) -> TestProject {
    for file in files {
        put(&test, file, &format!("{file}\n"));
    }
    test
}

fn listed(test: &TestProject) -> Vec<String> {
    let files = test.project.manuscripts().files().expect("a list");
    files.into_iter().map(|file| file.path).collect()
}

fn order(test: &TestProject, path: &str, beside: &str, is_after: bool) {
    test.project
        .manuscripts()
        .order(path, beside, is_after)
        .expect("a new order");
}

fn refused(outcome: desk::Result<()>) -> ErrorCode {
    outcome.expect_err("a refusal").code()
}

fn toml(test: &TestProject) -> Option<String> {
    fs::read_to_string(test.path().join("manuscripts.toml")).ok()
}

/// The texts of the manuscripts, by name.
fn texts(test: &TestProject) -> BTreeMap<String, String> {
    let read = |path: String| {
        let text = fs::read_to_string(test.path().join(&path)).expect("a text");
        (path, text)
    };
    listed(test).into_iter().map(read).collect()
}

#[test]
fn chapters_and_parts_stand_as_she_puts_them_after_a_restart_too_and_no_name_changes() {
    for files in [ENGLISH, CHINESE] {
        let [first, second, third, other, note] = files;
        let folder = |path: &str| path.split('/').next().expect("a folder").to_owned();
        let test = project(&files);
        let before = texts(&test);
        assert_eq!(listed(&test), files);
        assert_eq!(toml(&test), None);

        order(&test, third, first, false);
        assert_eq!(listed(&test), [third, first, second, other, note]);
        order(&test, first, second, true);
        assert_eq!(listed(&test), [third, second, first, other, note]);
        order(&test, &folder(other), &folder(first), false);
        let expected = [other, third, second, first, note];
        assert_eq!(listed(&test), expected);
        let folders = test.project.manuscripts().folders().expect("folders");
        assert_eq!(folders, [folder(other), folder(first), folder(note)]);
        assert_eq!(texts(&test), before);
        let text = toml(&test).expect("the file");
        assert!(text.starts_with("# The order of the chapters."), "{text}");
        assert!(text.contains("各章的次序"), "{text}");

        // The export follows, and notes stay out of it.
        let book = test.project.manuscripts().manuscripts_of_the_book();
        assert_eq!(book.expect("a book"), [other, third, second, first]);
        assert_eq!(listed(&test.restarted(|_| ())), expected);
    }
}

#[test]
fn an_order_written_by_hand_holds_and_its_comments_and_other_keys_stay() {
    let test = project(&ENGLISH);
    let [first, second, third, other, note] = ENGLISH;
    let text = format!(
        "# Mine. 我的。\norder = [\n  # the beginning\n  \"{third}\",\n  \"Part One/gone.md\", \"{first}\"\n  # the end\n]\n\n[other]\nkept = 1\n"
    );
    put(&test, "manuscripts.toml", &text);
    assert_eq!(listed(&test), [third, first, second, other, note]);
    // An order that stands already is not written.
    order(&test, second, first, true);
    assert_eq!(toml(&test).expect("the file"), text);

    order(&test, second, third, false);
    assert_eq!(listed(&test), [second, third, first, other, note]);
    let after = toml(&test).expect("the file");
    for kept in [
        "# Mine. 我的。",
        "# the beginning",
        "# the end",
        "gone.md",
        "[other]\nkept = 1",
    ] {
        assert!(after.contains(kept), "{kept}: {after}");
    }
    // A name that changes keeps its comment.
    let desk = test.project.manuscripts();
    desk.rename(third, "Part One/渡.md").expect("renamed");
    let renamed = toml(&test).expect("the file");
    assert_eq!(renamed, after.replace(third, "Part One/渡.md"));
    desk.rename("Part One/渡.md", third).expect("renamed");
    assert_eq!(toml(&test).expect("the file"), after);
    // A new file follows its natural predecessor.
    put(&test, "Part One/02b.md", "new");
    let with_new = [second, "Part One/02b.md", third, first, other, note];
    assert_eq!(listed(&test), with_new);
    // A file that comes back has the place it had.
    put(&test, "Part One/gone.md", "back");
    assert!(listed(&test).contains(&"Part One/gone.md".to_owned()));
}

#[test]
fn a_place_is_kept_through_names_moves_and_the_trash() {
    for files in [ENGLISH, CHINESE] {
        let [first, second, third, other, note] = files;
        let test = project(&files);
        let desk = test.project.manuscripts();
        order(&test, third, first, false);

        let part = first.split('/').next().expect("a folder");
        let renamed = format!("{part}/第九 Nine.md");
        desk.rename(third, &renamed).expect("renamed");
        assert_eq!(listed(&test), [renamed.as_str(), first, second, other, note]);
        desk.rename(part, "甲 A").expect("renamed");
        let moved = |path: &str| path.replacen(part, "甲 A", 1);
        let [renamed, first, second] = [&renamed, first, second].map(moved);
        assert_eq!(desk.folders().expect("folders").len(), 3);
        let in_part = |test: &TestProject| -> Vec<String> {
            let all = listed(test).into_iter();
            all.filter(|path| path.starts_with("甲 A/")).collect()
        };
        assert_eq!(in_part(&test), [renamed.clone(), first.clone(), second.clone()]);

        desk.remove(&renamed).expect("thrown away");
        assert_eq!(in_part(&test), [first.clone(), second.clone()]);
        order(&test, &second, &first, false);
        desk.bring_back(&renamed).expect("brought back");
        assert_eq!(in_part(&test), [renamed.clone(), second.clone(), first.clone()]);

        // In another folder a chapter stands where its name puts it, and the chapters it left stay as they were.
        let there = format!("{}/00.md", other.split('/').next().expect("a folder"));
        desk.rename(&second, &there).expect("moved");
        let all = listed(&test);
        let place = |path: &str| all.iter().position(|each| each == path).expect("a place");
        assert_eq!(place(&there) + 1, place(other));
        assert_eq!(in_part(&test), [renamed, first]);
    }
}

#[test]
fn a_chapter_that_another_program_renames_keeps_its_place() {
    let test = project(&ENGLISH);
    let [first, second, third, other, note] = ENGLISH;
    order(&test, third, first, false);
    test.project.manuscripts().read(third).expect("opened");
    let renamed = "Part One/Crossing 渡.md";
    let (from, to) = (test.path().join(third), test.path().join(renamed));
    fs::rename(&from, &to).expect("renamed");
    test.project.manuscripts().follow_manuscripts(&[from, to]);
    assert_eq!(listed(&test), [renamed, first, second, other, note]);
}

#[test]
fn an_order_that_another_program_writes_is_told_of() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let listening = TestProject::listening(move |event| {
        if let Event::File(change) = event {
            heard.lock().expect("no panic").push(change.path.clone());
        }
    });
    let test = filled(listening, &ENGLISH);
    put(
        &test,
        "manuscripts.toml",
        "order = [\"Part Two\", \"Part One\"]\n",
    );
    let path = test.path().join("manuscripts.toml");
    test.project.manuscripts().follow_manuscripts(&[path]);
    assert_eq!(*told.lock().expect("no panic"), ["manuscripts.toml"]);
    assert_eq!(listed(&test)[0], ENGLISH[3]);
}

#[test]
fn a_broken_file_is_told_of_and_left_as_it_is() {
    let [first, second, ..] = ENGLISH;
    for broken in [
        "order = [",
        "order = \"a\"",
        "order = [1, 2]",
        "[order]\na = 1",
        "\u{0}\u{1}",
    ] {
        let test = project(&ENGLISH).restarted(|path| {
            fs::write(path.join("manuscripts.toml"), broken).expect("a file");
        });
        assert_eq!(listed(&test), ENGLISH, "{broken:?}");
        let notices = test.project.view().expect("a view").notices;
        let told: Vec<_> = notices
            .iter()
            .filter(|notice| notice.kind == NoticeKind::OrderUnusable)
            .map(|notice| notice.path.as_str())
            .collect();
        assert_eq!(told, ["manuscripts.toml"], "{broken:?}");
        let health = test.project.health().expect("health").checks;
        let found = health
            .iter()
            .any(|check| check.code == Some(ErrorCode::OrderUnusable));
        assert!(found, "{broken:?}");

        let desk = test.project.manuscripts();
        assert_eq!(
            refused(desk.order(second, first, false)),
            ErrorCode::OrderUnusable
        );
        desk.rename(first, "Part One/00.md").expect("renamed");
        assert_eq!(toml(&test).expect("the file"), broken);
    }
}

#[test]
fn only_neighbours_of_the_project_can_be_put_in_order() {
    let test = project(&ENGLISH);
    let [first, second, _, other, _] = ENGLISH;
    put(
        &test,
        "Part One/01 Counting windows (conflicted copy 2026-11-20).md",
        "copy",
    );
    put(&test, "Part One/picture.png", "picture");
    let desk = test.project.manuscripts();
    for (path, beside, code) in [
        (first, first, ErrorCode::InvalidArgument),
        (first, other, ErrorCode::InvalidArgument),
        (first, "Part One", ErrorCode::InvalidArgument),
        (first, "Part One/gone.md", ErrorCode::NotFound),
        ("Part One/gone.md", first, ErrorCode::NotFound),
        ("Part One/picture.png", first, ErrorCode::InvalidArgument),
        (
            first,
            "Part One/01 Counting windows (conflicted copy 2026-11-20).md",
            ErrorCode::InvalidArgument,
        ),
        ("memory", "Part One", ErrorCode::InvalidArgument),
        ("../x.md", second, ErrorCode::OutsideProject),
    ] {
        assert_eq!(refused(desk.order(path, beside, true)), code, "{path} {beside}");
    }
    assert_eq!(toml(&test), None);
}

#[test]
fn a_disk_that_fails_at_any_call_leaves_the_old_order_or_the_new() {
    let [first, second, third, other, note] = ENGLISH;
    let old = [first, second, third, other, note];
    let new = [third, first, second, other, note];
    for has_file in [false, true] {
        let mut call = 0;
        loop {
            call += 1;
            let disk = Arc::new(FailingDisk::working().half_written());
            let test = filled(
                TestProject::adjusted(|ports| ports.disk = Arc::clone(&disk) as _),
                &ENGLISH,
            );
            if has_file {
                order(&test, second, first, false);
                order(&test, first, second, false);
            }
            let before = toml(&test);
            disk.fail_in(call);
            let outcome = test.project.manuscripts().order(third, first, false);
            if outcome.is_ok() {
                assert!(call > 3, "a write takes several calls: {call}");
                assert_eq!(listed(&test), new);
                break;
            }
            if toml(&test) == before {
                assert_eq!(listed(&test), old, "at call {call}");
            } else {
                assert_eq!(listed(&test), new, "at call {call}");
            }
            order(&test, third, first, false);
            assert_eq!(listed(&test), new, "after call {call}");
        }
    }
}

#[test]
fn a_name_is_changed_whatever_becomes_of_the_file_with_the_order() {
    let [first, second, third, ..] = ENGLISH;
    let disk = Arc::new(FailingDisk::working());
    let test = filled(
        TestProject::adjusted(|ports| ports.disk = Arc::clone(&disk) as _),
        &ENGLISH,
    );
    order(&test, third, first, false);
    let whole = toml(&test).expect("the file");
    // The first calls rename the manuscript, the later ones write the order.
    for call in 1..20 {
        disk.fail_in(call);
        let renamed = "Part One/09.md";
        let done = test.project.manuscripts().rename(second, renamed).is_ok();
        disk.fail_in(1_000);
        let text = toml(&test).expect("the file");
        assert!(
            text == whole || text == whole.replace(second, renamed),
            "at call {call}: {text}"
        );
        if done {
            test.project
                .manuscripts()
                .rename(renamed, second)
                .expect("renamed");
        } else if test.path().join(renamed).exists() {
            fs::rename(test.path().join(renamed), test.path().join(second)).expect("renamed");
        }
        fs::write(test.path().join("manuscripts.toml"), &whole).expect("the file");
    }
    assert_eq!(listed(&test)[..3], [third, first, second]);
}
