//! The test suite: one binary, one module per topic.

#![expect(
    clippy::disallowed_methods,
    reason = "tests set their scenes with plain writes"
)]

mod bindings;
mod boundaries;
mod capture;
mod chapter_order;
mod chapters;
mod cli;
mod clock;
mod command_line;
mod course;
mod crash;
mod days;
mod everywhere;
mod evidence;
mod faults;
mod file_list;
mod file_story;
mod glossary;
mod hostile;
mod ipc;
mod learning;
mod lifecycle;
mod living_with_others;
mod manuscripts;
mod memory_editor;
mod memory_file;
mod memory_root;
mod newer;
mod observe;
mod offers;
mod origins;
mod outside;
mod power;
mod press;
mod private;
mod questions;
mod rebuild;
mod replacing;
mod runs;
mod saving;
mod scenarios;
mod scenes;
mod shut_places;
mod store;
mod style;
mod unsaved;
mod upkeep;
mod versions;
mod written_rules;

use std::collections::BTreeSet;

#[test]
fn no_test_file_is_forgotten() {
    let modules: BTreeSet<String> = include_str!("main.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned))
        .collect();
    let files: BTreeSet<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/suite"))
        .expect("the suite's folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name != "main")
        .collect();
    assert_eq!(modules, files);
}
