//! Repeated runs of the property tests with new random cases.

use std::hash::{BuildHasher as _, RandomState};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{app, setup};

/// The default number of rounds.
pub const ROUNDS: u32 = 10;

/// The environment variable from which proptest takes its seed.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Parses the number of rounds.
pub fn count(word: &str) -> Result<u32> {
    let rounds = word.parse().ok().filter(|rounds| *rounds > 0);
    rounds.with_context(|| format!("`{word}` is no number of rounds; say 1 or more."))
}

/// Runs the Rust tests for a number of rounds, each with a new seed, and stops at the first failure.
pub fn run(sh: &Shell, rounds: u32) -> Result<()> {
    setup::for_test(sh)?;
    app::ensure_ui_built(sh)?;
    repeat(rounds, drawn, |seed| {
        let passed = cmd!(sh, "cargo test --workspace --no-fail-fast").env(SEED, seed.to_string());
        Ok(passed.run()?)
    })
}

/// Runs the work once for each seed.
fn repeat(rounds: u32, seeds: impl Fn() -> u64, work: impl Fn(u64) -> Result<()>) -> Result<()> {
    for round in 1..=rounds {
        let seed = seeds();
        eprintln!("\n== Round {round} of {rounds}, {SEED}={seed} ==");
        if let Err(error) = work(seed) {
            bail!(
                "A test failed in round {round} with the seed {seed} ({error}). The lines above name the test. It fails \
                 again with\n\n    {SEED}={seed} cargo test --workspace NAME\n\nKeep what proptest wrote into \
                 `proptest-regressions`: that case is tried first from now on."
            );
        }
    }
    eprintln!("\nAll {rounds} rounds passed.");
    Ok(())
}

/// Returns a random number: the keys of the standard library's hash maps are random.
fn drawn() -> u64 {
    RandomState::new().hash_one(())
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    #[test]
    fn each_round_has_a_seed_of_its_own_and_the_first_that_fails_is_named() {
        let next = Cell::new(41);
        let seeds = || next.replace(next.get() + 1);
        let tried = RefCell::new(Vec::new());
        let error = repeat(5, seeds, |seed| {
            tried.borrow_mut().push(seed);
            if seed == 43 {
                bail!("exit code 101")
            }
            Ok(())
        })
        .unwrap_err()
        .to_string();

        assert_eq!(tried.take(), [41, 42, 43]);
        for part in [
            "round 3",
            "exit code 101",
            "PROPTEST_RNG_SEED=43 cargo test --workspace NAME",
        ] {
            assert!(error.contains(part), "{error}");
        }
        assert!(repeat(2, drawn, |_| Ok(())).is_ok());
        assert_ne!(drawn(), drawn());
    }

    #[test]
    fn rounds_are_counted_from_one() {
        assert_eq!(count("25").unwrap(), 25);
        for word in ["0", "-1", "many", ""] {
            assert!(count(word).is_err(), "{word}");
        }
    }
}
