//! An edit of a rule in the panel or on the command line.

use contract::RulePatch;
use learning::claim::{Rewording, rewording};
use learning::narrowing::narrowed;
use learning::rule::{Cluster, Confidence, Correction};
use learning::{Category, Rule, RuleState};
use memory::files::long_term;

use crate::memory_root::change::{Change, Known};
use crate::{Error, Result, wire};

/// The longest sentence of a rule, in characters: a full paragraph of either language.
const LONGEST: usize = 500;

/// The requested values, checked. What is absent stays.
pub(crate) struct Edit {
    text: Option<String>,
    category: Option<Category>,
    confirmed: Option<bool>,
    resting: Option<bool>,
    confidence: Option<Confidence>,
    /// The writer's word on the claim; within it, `None` stands for what the words of the rule say.
    corrected: Option<Option<Correction>>,
    place: Option<Cluster>,
}

impl Edit {
    /// Checks a request.
    ///
    /// # Errors
    /// `MEMORY_CONFIDENCE_OUT_OF_RANGE`. `INVALID_ARGUMENT` for words a bullet cannot hold, for too many words, and for
    /// an unknown feature, kind of scene or skill.
    pub fn of(patch: &RulePatch) -> Result<Self> {
        Ok(Self {
            text: patch.text.as_deref().map(sentence).transpose()?,
            category: patch.category,
            confirmed: patch.confirmed,
            resting: patch.resting,
            confidence: patch.confidence.map(Confidence::new).transpose()?,
            corrected: patch.meaning.as_ref().map(wire::correction_from).transpose()?,
            place: patch.place.as_ref().map(wire::place_from).transpose()?,
        })
    }

    /// Returns the rule with the requested values. A learned rule keeps its key here ([`Edit::moved`]).
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for the claim of a learned rule, which is its key, and for rest of a rule that is not in force.
    pub fn apply(&self, old: &Rule, known: &Known) -> Result<Rule> {
        if self.resting == Some(true) && !old.in_force() {
            return Err(Error::Invalid {
                field: "resting",
                expected: "a rule in force, because only such a rule acts",
            });
        }
        let learned = old.key().is_some();
        if learned && self.corrected.is_some() {
            return Err(Error::Invalid {
                field: "meaning",
                expected: "a rule that was written by hand",
            });
        }
        let mut rule = Rule {
            category: self.category.unwrap_or(old.category),
            confidence: self.confidence.unwrap_or(old.confidence),
            user_confirmed: self.confirmed.unwrap_or(old.user_confirmed),
            resting: self.resting.unwrap_or(old.resting),
            updated_at: known.now,
            ..old.clone()
        };
        if let Some(text) = self.text.as_ref().filter(|text| **text != old.text) {
            rule.text.clone_from(text);
            rule.user_modified = true;
            rule.user_confirmed = self.confirmed.unwrap_or(true);
            // The correction was about the words that are gone.
            rule.corrected = None;
        }
        rule.corrected = self.corrected.unwrap_or(rule.corrected);
        if let Some(place) = self.place.as_ref().filter(|_| !learned) {
            rule.scene_type = place.scene_type;
            rule.skill.clone_from(&place.skill);
        }
        if rule.user_confirmed {
            rule.state = RuleState::Rule;
            rule.more_needed = None;
        }
        Ok(rule)
    }

    /// Returns the change by which an edited rule gets another id, because it has another meaning or another place;
    /// `None` for a rule that keeps its key, and for a hand-written rule.
    pub fn moved(&self, rule: &Rule, known: &Known) -> Option<Change> {
        let reworded = Change::reworded(rule, known);
        let Some(place) = &self.place else {
            return reworded;
        };
        if rewording(rule) == Some(Rewording::Other) {
            let mut change = reworded?;
            for own in &mut change.put {
                own.scene_type = place.scene_type;
                own.skill.clone_from(&place.skill);
            }
            return Some(change);
        }
        // The place that she chose counts for more than a scene in her words.
        narrowed(rule, place.clone(), known.now).map(|narrowed| Change::narrowed(narrowed, rule, known))
    }
}

/// Returns the sentence of a rule written in the panel or on the command line. A sentence that the writer put into the
/// file by hand may have any length.
pub(crate) fn sentence(text: &str) -> Result<String> {
    let text = long_term::one_line(text).ok_or(Error::Invalid {
        field: "sentence",
        expected: "a sentence without an HTML comment",
    })?;
    let length = text.chars().count();
    if length > LONGEST {
        return Err(Error::TooLong {
            length,
            limit: LONGEST,
        });
    }
    Ok(text)
}
