//! Each noun of the glossary has a name in both languages, and is a type of the package given for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

const GLOSSARY: &str = include_str!("../../src-tauri/docs/glossary.md");

struct Noun {
    english: &'static str,
    chinese: &'static str,
    meaning: &'static str,
    named: &'static str,
}

/// Returns the rows of the glossary's tables.
fn nouns() -> Vec<Noun> {
    let rows = GLOSSARY
        .lines()
        .filter(|line| line.starts_with("| ") && line.ends_with("` |"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [english, chinese, meaning, named] = cells[..] else {
            panic!("a row has four cells: {row}");
        };
        Noun {
            english,
            chinese,
            meaning,
            named: named.trim_matches('`'),
        }
    })
    .collect()
}

/// Returns the sources of a package below `src-tauri/crates`, or of the page, as one text.
fn sources(package: &str) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (folder, ending): (PathBuf, &str) = match package {
        "ui" => (top.join("ui/src/lib"), "ts"),
        _ => (top.join("src-tauri/crates").join(package).join("src"), "rs"),
    };
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    files
        .filter(|file| file.path().extension().is_some_and(|found| found == ending))
        .map(|file| fs::read_to_string(file.path()).expect("a source"))
        .collect()
}

/// Returns whether a source declares a public type.
fn declares(source: &str, name: &str) -> bool {
    let declared = [
        "pub struct ",
        "pub enum ",
        "pub trait ",
        "export type ",
        "export interface ",
        "export class ",
    ];
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    source.lines().any(|line| {
        let said = declared
            .iter()
            .find_map(|start| line.trim_start().strip_prefix(start));
        said.and_then(|rest| rest.strip_prefix(name)).is_some_and(ends)
    })
}

#[test]
fn each_noun_is_a_type_of_the_package_it_names() {
    let mut read: BTreeMap<&str, String> = BTreeMap::new();
    let nouns = nouns();
    assert!(nouns.len() > 50, "the tables are read: {}", nouns.len());
    let missing: Vec<&str> = nouns
        .iter()
        .map(|noun| noun.named)
        .filter(|named| {
            let (package, name) = named.split_once("::").expect("a package and a type");
            !declares(read.entry(package).or_insert_with(|| sources(package)), name)
        })
        .collect();
    assert!(missing.is_empty(), "no such type: {missing:?}");
}

#[test]
fn each_noun_has_one_sentence_in_either_language() {
    let is_han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    for Noun {
        english,
        chinese,
        meaning,
        ..
    } in nouns()
    {
        let (said, zh) = meaning.split_once("<br>").expect(english);
        assert!(!english.is_empty() && !english.contains(is_han), "{english}");
        assert!(chinese.contains(is_han), "{english}: {chinese}");
        assert_eq!(said.matches(". ").count(), 0, "{english}: {said}");
        assert!(said.ends_with('.') && !said.contains(is_han), "{english}: {said}");
        assert_eq!(zh.matches('。').count(), 1, "{english}: {zh}");
        assert!(zh.ends_with('。'), "{english}: {zh}");
    }
}

#[test]
fn a_type_that_is_not_declared_is_missed() {
    let source = "pub struct Rules;\nstruct Rule;\n// pub enum Fault\npub enum Act {";
    assert!(declares(source, "Rules") && declares(source, "Act"));
    assert!(!declares(source, "Rule") && !declares(source, "Fault"));
}
