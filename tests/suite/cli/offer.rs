//! The command `offer`: what the window would offer for each paragraph of a file.

use std::fs;
use std::process::ExitCode;

use serde_json::json;

use super::{RULE, Shell};

const TEXT: &str = "---\nstatus: draft\n---\n\n# 涨水\n\nShe ran. The road was extremely long, and she didn't stop.\n\
                    雨停了。她非常累，慢慢地走到门口，但是屋里没有人。\n";

/// Returns a shell and the path of a file outside of its project.
fn with_file(shell: &Shell) -> String {
    let path = shell.data.path().join("draft 草稿.md");
    fs::write(&path, TEXT).expect("a file");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn each_paragraph_is_offered_for_without_a_project() {
    let shell = Shell::new();
    let file = with_file(&shell);
    let offers = shell.json(&["offer", &file]);
    let [heading, english, chinese] = offers.as_array().expect("a list").as_slice() else {
        panic!("{offers}");
    };
    assert_eq!(
        (&heading["line"], &heading["nothing"]),
        (&json!(5), &json!("no_move"))
    );
    assert_eq!(
        (&english["language"], &chinese["language"]),
        (&json!("en"), &json!("zh"))
    );
    assert_eq!((&english["line"], &chinese["paragraph"]), (&json!(7), &json!(3)));
    for paragraph in [english, chinese] {
        let candidates = paragraph["candidates"].as_array().expect("candidates");
        assert!(candidates.len() >= 2, "{paragraph}");
        for candidate in candidates {
            assert_ne!(candidate["text"], paragraph["text"]);
            assert!(
                candidate["share_changed"]
                    .as_f64()
                    .is_some_and(|share| 0.0 < share && share < 1.0)
            );
            assert!(candidate["features"]["text_length"].is_number(), "{candidate}");
            assert_eq!(candidate["rules"], json!([]));
        }
    }
    assert_eq!(
        shell.json(&["offer", &file]),
        offers,
        "two runs draw the same candidates"
    );
    assert_eq!(
        shell.json(&["offer", &file, "--paragraph", "3"]),
        json!([chinese])
    );
    assert!(
        !shell.project.path().join("memory").exists(),
        "no memory is begun"
    );

    let said = shell.say(&["offer", &file, "--skill", "tighten"], b"").text();
    assert!(
        said.contains("Cut the intensifiers") && said.contains("少用“地”字"),
        "{said}"
    );
}

#[test]
fn the_rules_of_a_project_shape_the_offers() {
    let shell = Shell::learned("en");
    let file = shell.data.path().join("action.md");
    fs::write(
        &file,
        "She ran across the long yard to the gate with the lamp in her hand, and the dog came after her through the rain \
         with its chain behind it.
",
    )
    .expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let offers = shell.json(&["offer", file, "--scene", "action", "--with-rules"]);
    assert_eq!(
        (&offers[0]["scene_type"], &offers[0]["in_force"]),
        (&json!("action"), &json!([RULE]))
    );
    assert_eq!(offers[0]["shaped_by"], json!([RULE]), "{offers}");
    assert_eq!(
        offers[0]["candidates"][0]["rules"],
        json!([RULE]),
        "the rule's way stands first"
    );
    assert_eq!(
        shell.json(&["offer", file, "--scene", "action"])[0]["in_force"],
        json!([])
    );
}

#[test]
fn what_cannot_be_offered_for_says_why() {
    let shell = Shell::new();
    let file = with_file(&shell);
    for (arguments, code) in [
        (&["offer", "no.md"][..], "NOT_FOUND"),
        (&["offer", &file, "--paragraph", "0"], "INVALID_ARGUMENT"),
        (&["offer", &file, "--paragraph", "4"], "INVALID_ARGUMENT"),
        (&["offer", &file, "--scene", "chase"], "INVALID_ARGUMENT"),
    ] {
        assert_eq!(shell.fault(arguments)["code"], code, "{arguments:?}");
    }
    let said = shell.say(&["offer", &file, "--with-rules"], b"");
    assert_ne!(said.code, ExitCode::SUCCESS, "this folder is no project");
}
