//! The style check as a separate process: its remarks, its failures, and that no process runs while the check is off.

use std::path::PathBuf;

use contract::{ErrorCode, StyleKind, StyleRemark};
use desk::Style;

fn paragraphs(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn checked(style: &Style, texts: &[&str]) -> Vec<Vec<StyleRemark>> {
    style
        .check(&paragraphs(texts), "en_US", || true)
        .expect("remarks")
}

#[test]
fn each_paragraph_has_its_remarks() {
    let style = Style::by(env!("CARGO_BIN_EXE_commonplace-under-test").into());
    let long = format!("She saw the the river. {}", "It rained. ".repeat(1_000));
    let found = checked(
        &style,
        &[
            "She saw the the river.",
            "雨停了。",
            "",
            &long,
            "It was an long night.",
        ],
    );
    let kinds: Vec<Vec<StyleKind>> = found
        .iter()
        .map(|remarks| remarks.iter().map(|remark| remark.kind).collect())
        .collect();
    assert_eq!(
        kinds,
        [
            vec![StyleKind::Repetition],
            vec![],
            vec![],
            vec![],
            vec![StyleKind::Article]
        ]
    );
}

#[test]
fn more_than_a_window_shows_is_refused() {
    let style = Style::by(PathBuf::from("/nowhere"));
    let refused = style.check(&vec![String::new(); 201], "en_US", || true);
    assert_eq!(refused.expect_err("too many").code(), ErrorCode::InvalidArgument);
}

#[test]
fn what_does_not_come_up_is_said() {
    for program in ["/nowhere/at/all", "/bin/true", "/bin/cat"] {
        let style = Style::by(PathBuf::from(program));
        let refused = style.check(&paragraphs(&["It rained."]), "en_US", || true);
        let code = refused.expect_err(program).code();
        assert_eq!(code, ErrorCode::StyleUnavailable, "{program}");
    }
}

/// Style checks that are scripts and record their process ids.
#[cfg(target_os = "linux")]
mod scripted {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    /// A check that makes one remark on each text. It exits at a text with `end` and never answers a text with `hang`.
    const SCRIPT: &str = r#"#!/bin/sh
echo $$ >> "$(dirname "$0")/started"
read -r english
echo ready
while read -r question; do
  case $question in
    *end*) exit 1 ;;
    *hang*) ;;
    *) echo '[{"from":0,"to":2,"kind":"phrase","message":"It.","replacements":[]}]' ;;
  esac
done
"#;

    struct Scripted {
        folder: tempfile::TempDir,
        style: Style,
    }

    impl Scripted {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let program = folder.path().join("check");
            fs::write(&program, SCRIPT).expect("a script");
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
            let style = Style::by(program);
            Self { folder, style }
        }

        /// Returns, for each started process in order of start, whether it is still running.
        fn alive(&self) -> Vec<bool> {
            let started = fs::read_to_string(self.folder.path().join("started")).unwrap_or_default();
            started
                .lines()
                .map(|process| Path::new("/proc").join(process).exists())
                .collect()
        }
    }

    #[test]
    fn it_is_started_when_it_is_asked_and_gone_once_it_is_off() {
        let check = Scripted::new();
        let off = check.style.check(&paragraphs(&["It rained."]), "en_US", || false);
        assert_eq!(off.expect("nothing"), [vec![]]);
        assert_eq!(check.alive(), [false; 0]);

        assert_eq!(
            checked(&check.style, &["It rained.", "It snowed."])
                .concat()
                .len(),
            2
        );
        assert_eq!(checked(&check.style, &["It hailed."]).concat().len(), 1);
        assert_eq!(check.alive(), [true], "one process for all of them");

        check.style.rest();
        assert_eq!(check.alive(), [false]);
        assert_eq!(checked(&check.style, &["It rained."]).concat().len(), 1);
        assert_eq!(check.alive(), [false, true], "on again");
    }

    #[test]
    fn a_paragraph_at_which_it_hangs_is_given_up() {
        let mut check = Scripted::new();
        check.style = check.style.waiting(Duration::from_secs(3));
        let found = checked(&check.style, &["It rained.", "They hang.", "It snowed."]);
        let counts: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 0, 1]);
        assert_eq!(check.alive(), [false, true], "what hangs is ended");
    }

    #[test]
    fn a_paragraph_at_which_it_ends_has_no_remarks_and_the_others_have_theirs() {
        let check = Scripted::new();
        let found = checked(&check.style, &["It rained.", "The end.", "It snowed."]);
        let counts: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 0, 1]);
        assert_eq!(check.alive(), [false, true]);
    }
}
