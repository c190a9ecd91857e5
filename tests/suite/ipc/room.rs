//! The size limits of the arguments of commands.

use serde_json::json;

use super::{Page, names_in};
use crate::course::every_command;

/// Returns the size limit of a command's arguments in bytes.
fn room(command: &str) -> usize {
    let found = shell::COMMANDS.iter().find(|known| known.name == command);
    found.expect("a command that there is").room
}

#[test]
fn no_command_takes_more_than_it_has_room_for() {
    let page = Page::learned();
    let commands = every_command(&page);
    // The memory is left out, because the daily maintenance may write to it at any moment.
    let present = || {
        let mut project = support::files(page.project.path());
        project.retain(|path, _| !path.starts_with("memory/"));
        (project, support::files(page.data.path()))
    };
    let before = present();
    for (command, arguments) in commands {
        let room = room(command);
        let mut places = vec!["/surplus".to_owned()];
        names_in(&arguments, String::new(), &mut places);
        for place in places {
            let mut given = arguments.clone();
            let long = json!("x".repeat(room));
            match given.pointer_mut(&place) {
                Some(value) => *value = long,
                None => given["surplus"] = long,
            }
            let fault = page.try_ask(command, given).expect_err(command);
            assert_eq!(
                fault["code"], "REQUEST_TOO_LARGE",
                "{command} at {place}: {fault}"
            );
            assert_eq!(fault["details"], json!({ "most": room.to_string() }));
        }
        // Values that are few bytes each as JSON, but many of them.
        let mut given = arguments;
        given["surplus"] = json!(vec![0; room / 8]);
        let fault = page.try_ask(command, given).expect_err(command);
        assert_eq!(fault["code"], "REQUEST_TOO_LARGE", "{command}: {fault}");
    }
    assert_eq!(present(), before, "nothing is written");
}

#[test]
fn a_manuscript_of_the_longest_kind_passes_where_manuscripts_pass() {
    const MIB: usize = 1024 * 1024;
    let page = Page::learned();
    for command in shell::COMMANDS {
        let room = command.room;
        assert!(
            (64 * 1024..=48 * MIB).contains(&room),
            "{} takes {room} bytes",
            command.name
        );
    }
    // A manuscript of 16 MiB in its encoding; these characters grow most when they become UTF-8.
    let long = "雨".repeat(8 * MIB);
    let kept = page.try_ask(
        "desk:version:keep",
        json!({ "path": "稿.md", "text": long[..long.len() - MIB / 1024 * 3] }),
    );
    assert_ne!(
        kept.err().map(|fault| fault["code"].clone()),
        Some(json!("REQUEST_TOO_LARGE"))
    );
}
