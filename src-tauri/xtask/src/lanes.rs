//! The lanes of `cargo xtask test`, one after the other, each with a heading and a duration.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::{app, npm, package, setup};

/// One step of a check: its title, its work, and the advice for a failure.
pub struct Lane {
    title: &'static str,
    work: fn(&Shell) -> Result<()>,
    on_failure: &'static str,
}

const SET_UP: Lane = Lane {
    title: "Set-up",
    work: setup::for_test,
    on_failure: "Something this project needs is not there.",
};

const FORMATTING: Lane = Lane {
    title: "Formatting",
    work: |sh| Ok(cmd!(sh, "cargo fmt --all -- --check").run()?),
    on_failure: "Some Rust files are not formatted; `cargo fmt --all` does it.",
};

const UI_TYPES: Lane = Lane {
    title: "UI types",
    work: |sh| npm::script(sh, "ui", "check"),
    on_failure: "The UI does not type-check. If Rust types changed, `cargo xtask bindings` writes the bindings anew.",
};

const UI_TESTS: Lane = Lane {
    title: "UI tests",
    work: |sh| npm::script(sh, "ui", "test"),
    on_failure: "A UI test failed; `npm test` in ui/ runs them alone.",
};

const UI_BUILD: Lane = Lane {
    title: "UI build",
    work: app::build_ui,
    on_failure: "The UI does not build; `npm run build` in ui/ repeats it.",
};

const CLIPPY: Lane = Lane {
    title: "Clippy",
    work: |sh| Ok(cmd!(sh, "cargo clippy --workspace --all-targets -- -D warnings").run()?),
    on_failure: "Clippy has objections; the lines above say where and why.",
};

const RUST_TESTS: Lane = Lane {
    title: "Rust tests",
    work: rust_tests,
    on_failure: "A Rust test failed; `cargo test --package <name>` runs those of one crate.",
};

/// A fixed seed gives the property tests the same cases each time, so that a commit that passed passes again. `cargo
/// xtask soak` uses random seeds.
fn rust_tests(sh: &Shell) -> Result<()> {
    let seed = sh.var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "20261121".into());
    eprintln!("Properties draw their cases with PROPTEST_RNG_SEED={seed}.");
    Ok(cmd!(sh, "cargo test --workspace")
        .env("PROPTEST_RNG_SEED", seed)
        .run()?)
}

const APP_BUILD: Lane = Lane {
    title: "Desk build",
    work: app::build_desk,
    on_failure: "The desk does not build; the lines above say why.",
};

const REAL_WINDOW: Lane = Lane {
    title: "Real window",
    work: |sh| app::in_real_window(sh, "test"),
    on_failure: "A journey through the real window failed; tests/e2e/output has its screenshots.",
};

const RELEASE_SET_UP: Lane = Lane {
    title: "Set-up",
    work: setup::for_release,
    on_failure: "Something a package is made with is not there.",
};

const PACKAGE: Lane = Lane {
    title: "Package",
    work: package::build,
    on_failure: "There is no package, or it is not as it should be; the lines above say why.",
};

const INSTALLED: Lane = Lane {
    title: "Installed",
    work: package::try_out,
    on_failure: "The package does not install, open a manuscript, and leave as it should; the lines above say which.",
};

/// All checks, the quick ones first. The UI comes before the lanes that compile the shell, which embeds `ui/dist`.
pub const TEST: &[Lane] = &[
    SET_UP,
    FORMATTING,
    UI_TYPES,
    UI_TESTS,
    UI_BUILD,
    CLIPPY,
    RUST_TESTS,
    APP_BUILD,
    REAL_WINDOW,
];
/// The checks that run no test.
pub const CHECK: &[Lane] = &[SET_UP, FORMATTING, UI_TYPES, UI_BUILD, CLIPPY];
/// The end-to-end tests in the real window.
pub const E2E: &[Lane] = &[SET_UP, UI_BUILD, APP_BUILD, REAL_WINDOW];

/// Builds the package, then installs, uses and removes it.
pub const RELEASE: &[Lane] = &[RELEASE_SET_UP, UI_BUILD, PACKAGE, INSTALLED];

/// Runs the lanes in order, stops at the first failure, and prints a table of durations at the end.
pub fn pass(sh: &Shell, lanes: &[Lane]) -> Result<()> {
    let mut summary = String::new();
    let start = Instant::now();
    for (number, lane) in lanes.iter().enumerate() {
        eprintln!("\n== {} of {}: {} ==", number + 1, lanes.len(), lane.title);
        let lane_start = Instant::now();
        (lane.work)(sh).with_context(|| format!("{} failed. {}", lane.title, lane.on_failure))?;
        let took = spoken(lane_start.elapsed());
        eprintln!("== {}: {took} ==", lane.title);
        summary += &format!("  {:<12} {took:>12}\n", lane.title);
    }
    eprint!(
        "\n{summary}All {} lanes passed in {}.\n",
        lanes.len(),
        spoken(start.elapsed())
    );
    Ok(())
}

fn spoken(duration: Duration) -> String {
    match duration.as_secs() {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    thread_local!(static DONE: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) });

    fn done(title: &'static str) -> Result<()> {
        DONE.with_borrow_mut(|all| all.push(title));
        Ok(())
    }

    #[test]
    fn lanes_stop_at_the_first_failure_and_say_what_to_do() {
        let lanes = [
            Lane {
                title: "First",
                work: |_| done("First"),
                on_failure: "",
            },
            Lane {
                title: "Second",
                work: |_| anyhow::bail!("exit code 1"),
                on_failure: "Do this.",
            },
            Lane {
                title: "Third",
                work: |_| done("Third"),
                on_failure: "",
            },
        ];

        let error = pass(&Shell::new().unwrap(), &lanes).unwrap_err();

        assert_eq!(format!("{error:#}"), "Second failed. Do this.: exit code 1");
        assert_eq!(DONE.take(), ["First"]);
    }

    #[test]
    fn the_ui_is_built_before_anything_that_compiles_the_shell() {
        for lanes in [TEST, CHECK, E2E, RELEASE] {
            let place = |title| lanes.iter().position(|lane| lane.title == title);
            let ui = place("UI build").expect("the UI is built");
            for after in ["Clippy", "Rust tests", "Desk build", "Package"] {
                assert!(
                    place(after).is_none_or(|lane| lane > ui),
                    "{after} compiles the shell"
                );
            }
        }
    }

    #[test]
    fn durations_are_spoken_in_minutes_from_the_first_minute() {
        for (milliseconds, expected) in [
            (420, "0.4 s"),
            (59_940, "59.9 s"),
            (60_000, "1 min 0 s"),
            (754_000, "12 min 34 s"),
        ] {
            assert_eq!(spoken(Duration::from_millis(milliseconds)), expected);
        }
    }
}
