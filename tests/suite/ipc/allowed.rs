//! The permissions of the page: the commands that it may call.

use serde_json::{Value, json};
use tauri::WebviewWindowBuilder;

use super::{Page, invoke};
use crate::course::every_command;

#[test]
fn the_policy_of_the_page_makes_no_exception_for_scripts_or_addresses() {
    let conf: Value = serde_json::from_str(include_str!("../../../src-tauri/tauri.conf.json")).expect("JSON");
    let security = &conf["app"]["security"];
    let policy = security["csp"].as_str().expect("a policy");
    let sources = |directive: &str| {
        let found = policy
            .split("; ")
            .find_map(|each| each.strip_prefix(directive)?.strip_prefix(' '));
        found.map(|sources| sources.split(' ').collect::<Vec<_>>())
    };
    assert_eq!(sources("default-src"), Some(vec!["'self'"]));
    assert_eq!(sources("connect-src"), Some(vec!["ipc:", "http://ipc.localhost"]));
    assert_eq!(sources("img-src"), Some(vec!["'self'", "data:"]));
    assert_eq!(sources("object-src"), Some(vec!["'none'"]));
    for directive in ["script-src", "script-src-elem", "worker-src", "frame-src"] {
        assert_eq!(
            sources(directive),
            None,
            "{directive} is that of all: the page's own"
        );
    }
    assert!(!policy.contains("unsafe-eval"), "{policy}");
    assert!(security.get("dangerousDisableAssetCspModification").is_none());
}

#[test]
fn what_nobody_allowed_is_refused() {
    let page = Page::learned();
    for command in [
        "memory:clear:all",
        "desk:file:delete",
        "file_read",
        "plugin:fs|read_text_file",
        "plugin:opener|open_url",
        "plugin:dialog|open",
        "plugin:window|create",
    ] {
        let refusal = page
            .try_ask(command, json!({ "path": "稿.md" }))
            .expect_err(command);
        let refusal = refusal.as_str().unwrap_or_default().to_owned();
        assert!(
            refusal.contains("not allowed") || refusal.contains("not found"),
            "{command}: {refusal}"
        );
    }
}

#[test]
fn another_window_may_ask_for_nothing() {
    let page = Page::learned();
    let other = WebviewWindowBuilder::new(&page.app, "other", Default::default())
        .build()
        .expect("a second window");
    for (command, arguments) in every_command(&page) {
        let refusal = invoke(&other, command, arguments).expect_err(command);
        assert!(
            refusal.as_str().is_some_and(|text| text.contains("not allowed")),
            "{command}: {refusal}"
        );
    }
}
