//! Files outside the project, which no command reaches by any name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Page, names_in};
use crate::course::every_command;

fn hash_of(text: &str) -> String {
    vault::ContentHash::of(text.as_bytes()).to_string()
}

#[test]
fn no_command_reaches_a_file_outside_the_project() {
    const SECRET: &str = "Not the project's. 不是项目的。";

    let page = Page::learned();
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret.md");
    fs::write(&secret, SECRET).expect("a file");
    fs::write(outside.path().join("secret.svg"), format!("<svg>{SECRET}</svg>")).expect("a file");
    let before = support::files(outside.path());
    for root in ["", "memory"] {
        let root = page.project.path().join(root);
        std::os::unix::fs::symlink(outside.path(), root.join("linked")).expect("a link");
        // A name with an accented letter as one code point; macOS would split it into two.
        std::os::unix::fs::symlink(&secret, root.join("caf\u{e9}.md")).expect("a link");
    }
    let folder = outside
        .path()
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name");
    let hostile = [
        outside.path().display().to_string(),
        secret.display().to_string(),
        format!("../{folder}/secret.md"),
        format!("memory/../../{folder}/secret.md"),
        format!("图/../../{folder}/secret.svg"),
        format!("./稿.md/../../{folder}/secret.md"),
        "linked/secret.md".into(),
        "linked/secret.svg".into(),
        "LINKED/secret.md".into(),
        "memory/linked/secret.md".into(),
        "caf\u{e9}.md".into(),
        "cafe\u{301}.md".into(),
        "memory/caf\u{e9}.md".into(),
        format!("..\\{folder}\\secret.md"),
        format!("%2e%2e/{folder}/secret.md"),
        format!("file://{}", secret.display()),
        "linked/new.md".into(),
        format!("稿.md\0{}", secret.display()),
    ];

    let mut tried = BTreeSet::new();
    for (command, arguments) in every_command(&page) {
        let mut names = Vec::new();
        names_in(&arguments, String::new(), &mut names);
        for name in names {
            tried.insert(command);
            for path in &hostile {
                let mut given = arguments.clone();
                *given.pointer_mut(&name).expect("it was found there") = json!(path);
                let answer = match page.try_ask(command, given) {
                    Ok(answer) | Err(answer) => answer.to_string(),
                };
                assert!(
                    !answer.contains("Not the project"),
                    "{command} with {path} at {name} reads it"
                );
                let after = support::files(outside.path());
                assert_eq!(after, before, "{command} with {path} at {name} writes there");
            }
        }
    }
    page.opens(outside.path());
    let read = page.ask("desk:file:read", json!({ "path": "secret.md" }));
    assert_eq!(
        read,
        format!("{SECRET}\n{}", hash_of(SECRET)),
        "what was looked for can be told"
    );
    // The list must have each command that takes a path, so a new one must be added here.
    for command in [
        "desk:file:read",
        "desk:file:write",
        "desk:picture:read",
        "desk:unsaved:append",
        "memory:file:write",
        "memory:root:move",
        "desk:version:read",
        "desk:project:open",
        "memory:settings:update",
    ] {
        assert!(tried.contains(command), "{command} takes a path");
    }
}

#[test]
fn only_a_folder_that_the_writer_named_is_opened() {
    use std::os::unix::fs::symlink;

    let page = Page::new();
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path().canonicalize().expect("a folder");
    // Names with special characters of patterns, and names that only look the same.
    let folders = [
        "Novel",
        "NOVEL",
        "Novel 2",
        "Novel/part",
        "[ab]*",
        "a",
        "[ab]b",
        ".hidden",
        "caf\u{e9}",
        "cafe\u{301}",
        "稿",
    ];
    let [
        novel,
        shouted,
        second,
        part,
        pattern,
        one,
        longer,
        hidden,
        composed,
        decomposed,
        han,
    ] = folders.map(|name| {
        let folder = place.join(name);
        fs::create_dir(&folder).expect("a folder");
        folder
    });
    symlink(&second, novel.join("linked")).expect("a link");
    symlink("稿", place.join("relative")).expect("a link");
    let not_chosen = Some(json!("FOLDER_NOT_CHOSEN"));

    assert_eq!(page.refused(&novel), not_chosen);
    assert!(!novel.join("memory").exists(), "nothing is made in it");
    page.opens(&novel);
    for spelled in [novel.join("."), novel.join("part/.."), novel.join("")] {
        assert_eq!(
            page.refused(&spelled),
            None,
            "{} is the same folder",
            spelled.display()
        );
    }
    for other in [
        &place,
        &shouted,
        &second,
        &part,
        &novel.join("linked"),
        &novel.join("../Novel 2"),
        &novel.join("linked/../稿"),
        &novel.join("gone"),
        &place.join("gone"),
        Path::new("/"),
        Path::new(""),
        Path::new("Novel"),
        Path::new("~"),
        &PathBuf::from(format!("{}\0", novel.display())),
    ] {
        assert_eq!(page.refused(other), not_chosen, "{}", other.display());
    }

    page.opens(&pattern);
    page.opens(&hidden);
    page.opens(&composed);
    for other in [&one, &longer, &decomposed] {
        assert_eq!(page.refused(other), not_chosen, "{}", other.display());
    }
    // A chosen link stands for the folder it leads to. After the link is changed, its new target is not chosen.
    let link = place.join("relative");
    page.opens(&link);
    assert_eq!(page.refused(&han), None);
    fs::remove_file(&link).expect("a link");
    symlink(&second, &link).expect("a link");
    assert_eq!(page.refused(&link), not_chosen);
    // A chosen folder that is missing is reported as unavailable. A link put in its place was not chosen.
    page.picks(&one);
    fs::remove_dir(&one).expect("a folder");
    assert_eq!(page.refused(&one), Some(json!("PROJECT_UNAVAILABLE")));
    symlink(&second, &one).expect("a link");
    assert_eq!(page.refused(&one), not_chosen);
}
