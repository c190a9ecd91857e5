//! Who may depend on whom.

use std::process::Command;

/// Returns the names of everything a package of the workspace needs to run.
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
        ("contract", &[]),
        ("vault", &[]),
        ("models", &[]),
        ("learning", &["prose"]),
        ("memory", &["learning", "prose"]),
        ("press", &["prose"]),
        ("style", &["contract"]),
        ("index", &["learning", "memory", "prose"]),
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
