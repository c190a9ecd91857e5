//! The lines that a merge leaves as they are: the writer's own lines and the rules.

use std::collections::HashMap;

use super::draft::Standing;
use crate::consolidation::likeness::Statements;
use crate::document::Whose;
use crate::proposal::ProposalReason;
use learning::preference::PreferenceKeys;

/// The relation of a statement to a line that a merge does not change.
pub(super) enum Likeness {
    /// The line is a rule.
    Rule,
    /// The line is the writer's own.
    Own(ProposalReason),
    /// The line sets a preference key to the same value.
    Same,
}

/// The writer's own lines and the rules, by section.
pub(super) struct FixedLines {
    /// The lines of each section, from the top.
    lines: HashMap<usize, Vec<FixedLine>>,
    /// The statements of each section, indexed at the first lookup in the section.
    known: HashMap<usize, Statements>,
    /// The writer's lines that set a preference key, by section, deeper heading and key.
    keys: HashMap<(usize, Option<String>, String), usize>,
    /// The words of these lines, by the numbers of the lines.
    values: HashMap<usize, String>,
}

/// A line of the writer, or a rule.
struct FixedLine {
    /// Its number among the bullets of the file.
    at: usize,
    /// The key of the deeper heading above it.
    group: Option<String>,
    is_rule: bool,
    words: String,
}

impl FixedLines {
    /// Returns the lines among the bullets of a file that are no items.
    pub(super) fn of(standing: &[Standing], keys: &PreferenceKeys) -> Self {
        let mut fixed = Self {
            lines: HashMap::new(),
            known: HashMap::new(),
            keys: HashMap::new(),
            values: HashMap::new(),
        };
        for (at, standing) in standing.iter().enumerate() {
            let is_rule = standing.bullet.whose == Whose::Rule;
            if standing.item().is_some() {
                continue;
            }
            let words = &standing.bullet.words;
            if let Some((key, _)) = keys.set_by(words).filter(|_| !is_rule) {
                let groups = [standing.group.clone(), None];
                for group in groups {
                    fixed
                        .keys
                        .entry((standing.section, group, key.to_owned()))
                        .or_insert(at);
                }
                fixed.values.insert(at, words.clone());
            }
            fixed.lines.entry(standing.section).or_default().push(FixedLine {
                at,
                group: standing.group.clone(),
                is_rule,
                words: words.clone(),
            });
        }
        fixed
    }

    /// Returns the number of the line that a statement rewords, and the relation of the two.
    pub(super) fn reworded_by(
        &mut self,
        section: usize,
        group: Option<&str>,
        words: &str,
        keys: &PreferenceKeys,
    ) -> Option<(usize, Likeness)> {
        if let Some((key, _)) = keys.set_by(words) {
            let place = (section, group.map(str::to_owned), key.to_owned());
            if let Some(&at) = self.keys.get(&place) {
                let value = self.values.get(&at).map_or("", String::as_str);
                let likeness = match keys.between(value, words) {
                    Some(_) => Likeness::Own(ProposalReason::PreferenceKey),
                    None => Likeness::Same,
                };
                return Some((at, likeness));
            }
        }
        let lines = self.lines.get(&section)?;
        let known = self
            .known
            .entry(section)
            .or_insert_with(|| Statements::new(lines.iter().map(|line| line.words.clone()).collect()));
        let line = known
            .reworded_by(words)
            .map(|number| &lines[number])
            .find(|line| group.is_none() || line.group.as_deref() == group)?;
        let likeness = if line.is_rule {
            Likeness::Rule
        } else {
            Likeness::Own(ProposalReason::Reworded)
        };
        Some((line.at, likeness))
    }
}
