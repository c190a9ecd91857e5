//! The allowed dependencies between packages and between modules.

mod circles;

use std::path::Path;
use std::process::Command;

use circles::{Modules, sources};

/// Returns the names of all packages that a package of the workspace needs at run time.
fn dependencies(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            package,
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo tree");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut names: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect();
    names.sort();
    names.dedup();
    names
}

const OURS: [&str; 11] = [
    "prose", "learning", "memory", "vault", "index", "contract", "models", "press", "style", "desk", "cli",
];

#[test]
fn only_the_shell_knows_tauri() {
    for package in OURS {
        let windowed: Vec<_> = dependencies(package)
            .into_iter()
            .filter(|name| name.starts_with("tauri") || name.starts_with("wry") || name.starts_with("tao"))
            .collect();
        assert!(windowed.is_empty(), "{package} depends on {windowed:?}");
    }
    assert!(
        dependencies("shell").contains(&"tauri".to_owned()),
        "the check itself sees tauri where it is"
    );
}

#[test]
fn each_crate_knows_only_what_lies_below_it() {
    for (package, allowed) in [
        ("prose", &[][..]),
        ("contract", &["learning", "prose"]),
        ("vault", &[]),
        ("models", &[]),
        ("learning", &["prose"]),
        ("memory", &["learning", "prose"]),
        ("press", &["prose"]),
        ("style", &["contract", "learning", "prose"]),
        ("index", &["learning", "memory", "prose", "vault"]),
        (
            "desk",
            &[
                "contract", "index", "learning", "memory", "models", "press", "prose", "vault",
            ],
        ),
        (
            "cli",
            &[
                "contract", "desk", "index", "learning", "memory", "models", "press", "prose", "vault",
            ],
        ),
    ] {
        let known: Vec<_> = dependencies(package)
            .into_iter()
            .filter(|name| OURS.contains(&name.as_str()) && name != package)
            .collect();
        assert_eq!(known, allowed, "{package}");
    }
}

#[test]
fn the_pure_crates_have_nothing_to_do_effects_with() {
    for package in ["prose", "learning", "memory", "press"] {
        let effects: Vec<_> = dependencies(package)
            .into_iter()
            .filter(|name| {
                ["tempfile", "notify", "rusqlite", "uuid", "rand", "tokio", "dirs"].contains(&name.as_str())
            })
            .collect();
        assert!(effects.is_empty(), "{package} depends on {effects:?}");
    }
}

#[test]
fn no_two_modules_of_a_crate_use_each_other() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates");
    for package in OURS {
        let circles = Modules::of(&sources(&crates.join(package).join("src"))).circles();
        assert!(circles.is_empty(), "{package}: {circles:#?}");
    }
}

#[test]
fn a_circle_is_seen_in_whatever_form_a_module_is_named() {
    let circles = |files: &[(&str, &str)]| {
        let files: Vec<(String, String)> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        Modules::of(&files).circles()
    };
    let lib = ("lib.rs", "pub mod a;\nmod b;\npub use b::Noun;\n");
    let b = ("b.rs", "use crate::a::verb;\npub struct Noun;");
    for names_it in [
        "use crate::b::Noun;",
        "use super::b::{self, Noun};",
        "use crate::{Noun, other};",
        "fn f() { let x = crate::b::make(); }",
        "fn f() { println!(\"{}\", super::b::NAME); }",
        "use crate::{other, b};",
    ] {
        assert_eq!(circles(&[lib, ("a.rs", names_it), b]), [["a", "b"]], "{names_it}");
    }
    let star = ("lib.rs", "pub mod a;\nmod b;\npub use b::*;\n");
    let names_it = ("a.rs", "use crate::Noun;");
    assert_eq!(circles(&[star, names_it, b]), [["a", "b"]], "behind a star");
    let child = ("a/c.rs", "use super::Noun;");
    for names_it in [
        "mod c;\nuse c::Verb;",
        "mod c;\nuse self::c::Verb;",
        "mod c;\nfn f() { c::verb() }",
    ] {
        assert_eq!(
            circles(&[lib, ("a.rs", names_it), child]),
            [["a", "a::c"]],
            "{names_it}"
        );
    }
    for names_none in [
        "// crate::b",
        "/// [`crate::b::Noun`]\nfn f() {}",
        "#[cfg(test)]\nmod tests { use crate::b; }",
        "#[cfg(test)]\nuse crate::b;",
        "use other::b::Noun;",
        "use super::{other,\n};",
    ] {
        assert_eq!(
            circles(&[lib, ("a.rs", names_none), b]),
            [[""; 0]; 0],
            "{names_none}"
        );
    }
}
