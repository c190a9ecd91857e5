//! One paragraph looked over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use contract::{StyleKind, StyleRemark};
use harper_core::linting::{FlatConfig, Lint, LintGroup, Suggestion};
use harper_core::parsers::PlainEnglish;
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document};

use crate::rules::{RULES, is_of_speech, is_slip};
use crate::speech::spoken;

/// How many replacements are offered.
const REPLACEMENTS: usize = 4;

/// How much of what stands before a slip and behind it is looked at, in characters: two or three words.
const AROUND: usize = 32;

/// Knows the rules of one English.
pub struct Checker {
    dialect: Dialect,
    rules: LintGroup,
    dictionary: Arc<FstDictionary>,
}

impl Checker {
    /// Loads the rules for an English named as dictionaries are, such as `en_GB`; American for a name that says nothing.
    pub fn of(english: &str) -> Self {
        let dialect = dialect(english);
        let dictionary = FstDictionary::curated();
        Self {
            dialect,
            rules: rules(&dictionary, dialect),
            dictionary,
        }
    }

    /// Returns whether these are the rules for an English of that name.
    pub fn is_of(&self, english: &str) -> bool {
        dialect(english) == self.dialect
    }

    /// Returns what is likely a slip in a paragraph, in its order and without overlaps.
    ///
    /// harper is not proof against every text: a paragraph at which it panics has no remarks.
    pub fn remarks(&mut self, paragraph: &str) -> Vec<StyleRemark> {
        let looked = catch_unwind(AssertUnwindSafe(|| self.look(paragraph)));
        looked.unwrap_or_else(|_| {
            // What the rules remember of the text may be half of it.
            self.rules = rules(&self.dictionary, self.dialect);
            Vec::new()
        })
    }

    fn look(&mut self, paragraph: &str) -> Vec<StyleRemark> {
        let document = Document::new(paragraph, &PlainEnglish, &self.dictionary);
        let mut found = self.rules.organized_lints(&document);
        let text: Vec<char> = paragraph.chars().collect();
        let spoken = spoken(&text);
        let mut slips: Vec<(StyleKind, Lint)> = Vec::new();
        for (kind, names) in RULES {
            for name in *names {
                let lints = found.remove(*name).unwrap_or_default();
                slips.extend(lints.into_iter().filter_map(|lint| {
                    let slip: String = text.get(lint.span.start..lint.span.end)?.iter().collect();
                    let before: String = text[lint.span.start.saturating_sub(AROUND)..lint.span.start]
                        .iter()
                        .collect();
                    let behind: String = text.iter().skip(lint.span.end).take(AROUND).collect();
                    let is_said = spoken.iter().any(|range| range.contains(&lint.span.start));
                    // What offers nothing is a guess.
                    let is_sure = !lint.suggestions.is_empty()
                        && !slip.is_empty()
                        && is_slip(name, &slip, &before, &behind);
                    (is_sure && !(is_said && is_of_speech(*kind))).then_some((*kind, lint))
                }));
            }
        }
        slips.sort_by_key(|(_, lint)| (lint.span.start, lint.priority, std::cmp::Reverse(lint.span.end)));
        let mut end = 0;
        slips.retain(|(_, lint)| {
            let is_free = lint.span.start >= end;
            if is_free {
                end = lint.span.end;
            }
            is_free
        });
        let units = units_before(&text);
        slips
            .into_iter()
            .map(|(kind, lint)| remark(kind, &lint, &text, &units))
            .collect()
    }
}

/// Returns the rules of an English, with those asked that are asked here and no other.
fn rules(dictionary: &Arc<FstDictionary>, dialect: Dialect) -> LintGroup {
    let mut config = FlatConfig::default();
    for name in RULES.iter().flat_map(|(_, names)| *names) {
        config.set_rule_enabled(name, true);
    }
    LintGroup::new_curated(Arc::clone(dictionary), dialect).with_lint_config(config)
}

fn dialect(english: &str) -> Dialect {
    match english {
        "en_GB" => Dialect::British,
        "en_AU" => Dialect::Australian,
        "en_CA" => Dialect::Canadian,
        "en_IN" => Dialect::Indian,
        _ => Dialect::American,
    }
}

fn remark(kind: StyleKind, lint: &Lint, text: &[char], units: &[u32]) -> StyleRemark {
    let found = &text[lint.span.start..lint.span.end];
    let mut replacements: Vec<String> = Vec::new();
    for suggestion in &lint.suggestions {
        let replacement = match suggestion {
            Suggestion::ReplaceWith(with) => with.iter().collect(),
            Suggestion::InsertAfter(more) => found.iter().chain(more).collect(),
            Suggestion::Remove => String::new(),
        };
        if !replacements.contains(&replacement) && replacements.len() < REPLACEMENTS {
            replacements.push(replacement);
        }
    }
    StyleRemark {
        from: units[lint.span.start],
        to: units[lint.span.end],
        kind,
        message: quoted(&lint.message),
        replacements,
    }
}

/// Returns how many UTF-16 code units stand before each character and behind the last.
fn units_before(text: &[char]) -> Vec<u32> {
    let mut before = 0;
    let mut units = Vec::with_capacity(text.len() + 1);
    for sign in text {
        units.push(before);
        before += if sign.len_utf16() == 2 { 2 } else { 1 };
    }
    units.push(before);
    units
}

/// Returns a message with quotes around what it has between backticks.
fn quoted(message: &str) -> String {
    let mut opens = true;
    let mut quote = |sign: char| {
        if sign != '`' {
            return sign;
        }
        opens = !opens;
        if opens { '”' } else { '“' }
    };
    message.chars().map(&mut quote).collect()
}

#[cfg(test)]
mod tests;
