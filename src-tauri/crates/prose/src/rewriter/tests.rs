//! The result of each move, its refusals, and the properties of all moves.

mod alternatives;
mod chinese;
mod english;
mod properties;
mod protection;

use super::*;
use crate::Language;

/// Asserts that the move turns the first text of each pair into the second.
fn assert_becomes(move_: Move, language: Language, cases: &[(&str, &str)]) {
    let found: Vec<_> = cases
        .iter()
        .map(|(before, _)| apply(move_, before, language).unwrap_or_else(|| format!("{before} [refused]")))
        .collect();
    let expected: Vec<_> = cases.iter().map(|(_, after)| *after).collect();
    assert_eq!(found, expected, "{}", move_.name());
}

/// Asserts that the move offers nothing for each passage.
fn assert_refuses(move_: Move, language: Language, cases: &[&str]) {
    let offered: Vec<_> = cases
        .iter()
        .filter_map(|passage| apply(move_, passage, language))
        .collect();
    assert_eq!(offered, Vec::<String>::new(), "{}", move_.name());
}

#[test]
fn names_lead_back_to_what_they_name() {
    for &move_ in Move::ALL {
        assert_eq!(Move::from_name(move_.name()), Some(move_));
    }
    for &skill in Skill::ALL {
        assert_eq!(Skill::from_name(skill.name()), Some(skill));
    }
    assert_eq!(Move::from_name("rewrite_everything"), None);
}

#[test]
fn every_label_is_short_and_its_own() {
    for ui in [Language::En, Language::Zh] {
        let labels: std::collections::HashSet<&str> = Move::ALL.iter().map(|move_| move_.label(ui)).collect();
        assert_eq!(labels.len(), Move::ALL.len());
    }
    for move_ in Move::ALL {
        let words = move_.label(Language::En).split(' ').count();
        assert!((2..=5).contains(&words), "{}", move_.name());
        let characters = move_.label(Language::Zh).chars().count();
        assert!((3..=9).contains(&characters), "{}", move_.name());
    }
}
