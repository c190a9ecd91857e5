//! The check of one paragraph.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use contract::{StyleKind, StyleRemark};
use harper_core::linting::{FlatConfig, Lint, LintGroup, Suggestion};
use harper_core::parsers::PlainEnglish;
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document};

use crate::rules::{RULES, is_of_speech, is_slip};
use crate::speech::spoken;

/// The largest number of replacements in a remark.
const REPLACEMENTS: usize = 4;

/// The number of characters before and after a slip that the rules look at: two or three words.
const AROUND: usize = 32;

/// A checker with the rules of one variety of English.
pub struct Checker {
    dialect: Dialect,
    rules: LintGroup,
    dictionary: Arc<FstDictionary>,
}

impl Checker {
    /// Loads the rules for a variety of English by the name of its dictionary, such as `en_GB`. An unknown name means
    /// American.
    pub fn of(english: &str) -> Self {
        let dialect = dialect(english);
        let dictionary = FstDictionary::curated();
        Self {
            dialect,
            rules: rules(&dictionary, dialect),
            dictionary,
        }
    }

    /// Returns whether the rules of the named variety are loaded.
    pub fn is_of(&self, english: &str) -> bool {
        dialect(english) == self.dialect
    }

    /// Returns the likely slips in a paragraph, in order and without overlaps.
    ///
    /// harper panics at some texts; such a paragraph gets no remarks.
    pub fn remarks(&mut self, paragraph: &str) -> Vec<StyleRemark> {
        let looked = catch_unwind(AssertUnwindSafe(|| self.look(paragraph)));
        looked.unwrap_or_else(|_| {
            // A panic may leave the cache of the rules inconsistent, so the rules are loaded anew.
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
                    // A lint without a suggestion is only a guess.
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

/// Returns the rules of a variety of English. Only the rules listed in [`RULES`] are enabled.
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

/// Returns the number of UTF-16 code units before each character, and before the end.
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

/// Returns a message in which backticks are replaced by quotation marks.
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
