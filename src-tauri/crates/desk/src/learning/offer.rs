//! Offers: candidates for a selected passage.

pub mod paragraphs;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use contract::{Candidate, NothingOffered, Offer, OfferRequest, TextOrigin};
use learning::Rule;
use learning::decay::priority;
use learning::shaping::{Shaping, agreement, moves, shaping};
use prose::rewriter::{self, Alternative, Source};
use prose::{Language, Measures, SceneType, measure, scene, segment};
use vault::ContentHash;

use crate::learning::origin::passage_origin;
use crate::text::hunks;
use crate::{Error, Learning, Result, wire};

/// One offer in this number leaves the rules out, so that a choice can still be evidence for or against the rules.
const EXPLORED_ONE_IN: u32 = 10;

/// The share of offers that leave the rules out. The panel states it.
pub const EXPLORATION: f64 = 1.0 / EXPLORED_ONE_IN as f64;

impl Learning {
    /// Returns two or three candidates for a passage, one, or none.
    ///
    /// The writer may declare the kind of scene, for the passage or in the manuscript. Otherwise a passage of speech is
    /// dialogue, and other passages are read together with the text around them: a single sentence seldom shows its scene.
    ///
    /// Rules in force shape the offer, except in one offer of ten. In such an offer, and where no rule applies, the
    /// candidates and their order are drawn. So a writer who always takes the first candidate does not seem to have a
    /// taste. Every draw follows from the episode's id, so any machine can reconstruct the offer later.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for an unknown kind of scene. `AI_OFF` and `MEMORY_READ_ONLY`.
    pub fn offer(&self, request: &OfferRequest) -> Result<Offer> {
        self.memory.changeable()?;
        if !self.assists() {
            return Err(Error::Off);
        }
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let in_place = [&request.before, &request.passage, &request.after].map(String::as_str);
        let origin = passage_origin(&view, in_place, &request.pasted)?;
        let known = self.in_force_here(view.rules()?);
        let drawn = drawn(request, &known, (self.ports.now)(), (self.ports.new_id)())?;
        Ok(Offer { origin, ..drawn })
    }
}

/// Returns the offer that follows from a request, the rules, the time and the episode's id, with the writer's own words
/// as its origin.
///
/// # Errors
/// `INVALID_ARGUMENT` for an unknown kind of scene.
fn drawn(request: &OfferRequest, known: &[Rule], now: DateTime<Utc>, episode_id: String) -> Result<Offer> {
    let passage = request.passage.as_str();
    let language = Language::of(passage);
    let said = request.scene_type.as_deref().map(wire::scene_from).transpose()?;
    let scene_type = said
        .or_else(|| scene::declared(&request.above, request.above.len()))
        .unwrap_or_else(|| match scene::detect(passage, language) {
            SceneType::Dialogue => SceneType::Dialogue,
            _ => {
                let around = format!("{}{passage}{}", request.before, request.after);
                scene::detect(&around, language)
            }
        });
    let skill = wire::skill_from(request.skill);
    let rules = shaping(known, scene_type, skill.name(), now);
    // A rule that no move can follow says so in its card. A hand-written rule may claim two features.
    let followable = rules.iter().filter(|shaping| !moves(shaping.rule).is_empty());
    let in_force: BTreeSet<String> = followable.map(|shaping| shaping.rule.id.clone()).collect();
    let source = Source {
        passage,
        above: &request.above,
        after: &request.after,
        language,
    };

    let mut options = rewriter::alternatives(&source, skill, draw(&episode_id, "candidates"));
    let places = options.len();
    if !rules.is_empty() {
        let mut others = rewriter::repertoire(&source, skill);
        others.retain(|other| options.iter().all(|drawn| drawn.text != other.text));
        others.sort_by_cached_key(|other| draw(&episode_id, &other.text));
        options.append(&mut others);
    }
    let before = measure(passage, language);
    let mut options: Vec<Weighed<'_>> = options
        .into_iter()
        .map(|alternative| Weighed::new(alternative, &rules, now, language, &before))
        .collect();

    // A choice is no evidence for what shaped its offer. So the claims are recorded by their keys, and a hand-written
    // rule counts like a learned one.
    let followed: Vec<String> = rules
        .iter()
        .filter(|shaping| options.iter().any(|option| option.follows.contains(shaping)))
        .map(|shaping| shaping.key.to_string())
        .collect();
    let (shaped_by, held_out) = if is_explored(&episode_id) {
        options.truncate(places);
        // A card that names rules would influence the choice, which this offer must avoid.
        options.iter_mut().for_each(|option| option.follows.clear());
        (Vec::new(), followed)
    } else {
        options = shape(options, places);
        (followed, Vec::new())
    };
    Ok(Offer {
        episode_id,
        scene_type: scene_type.name().into(),
        language: wire::language(language).into(),
        nothing: options.is_empty().then(|| nothing_offered(passage)),
        candidates: options
            .into_iter()
            .map(|option| candidate(passage, option))
            .collect(),
        in_force: in_force.into_iter().collect(),
        shaped_by,
        held_out,
        origin: TextOrigin::Own,
    })
}

/// Returns why a passage has no candidates.
fn nothing_offered(passage: &str) -> NothingOffered {
    if rewriter::is_too_long(passage) {
        NothingOffered::TooLong
    } else if segment::units(passage) == 0 {
        NothingOffered::NoWords
    } else {
        NothingOffered::NoMove
    }
}

/// Returns a pseudorandom number for each act and purpose. It is the same in every version, unlike the output of std's
/// hashers.
fn draw(episode_id: &str, purpose: &str) -> u64 {
    let hash = ContentHash::of(format!("{episode_id} {purpose}").as_bytes());
    hash.as_str()
        .get(..16)
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .unwrap_or_default()
}

fn is_explored(episode_id: &str) -> bool {
    draw(episode_id, "exploration").is_multiple_of(EXPLORED_ONE_IN.into())
}

/// An alternative, weighed by the rules.
struct Weighed<'a> {
    alternative: Alternative,
    /// The rules it follows.
    follows: Vec<&'a Shaping<'a>>,
    /// The sum of the agreements with the rules, weighted by their priorities. It is negative if the alternative
    /// contradicts the rules.
    pull: f64,
}

impl<'a> Weighed<'a> {
    fn new(
        alternative: Alternative,
        rules: &'a [Shaping<'a>],
        now: DateTime<Utc>,
        language: Language,
        before: &Measures,
    ) -> Self {
        let after = measure(&alternative.text, language);
        let mut weighed = Self {
            alternative,
            follows: Vec::new(),
            pull: 0.0,
        };
        for shaping in rules {
            let agreement = agreement(shaping.key.leaning(), before, &after);
            weighed.pull += agreement * priority(shaping.rule, now);
            if agreement > 0.0 {
                weighed.follows.push(shaping);
            }
        }
        weighed
    }
}

/// Selects the alternatives to offer: first those that follow the rules, ordered by `pull`, then the others in their
/// random order.
///
/// The last place goes to an alternative that follows no rule, if there is one, so that the writer has a real choice.
fn shape(options: Vec<Weighed<'_>>, places: usize) -> Vec<Weighed<'_>> {
    let (mut following, others): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|option| !option.follows.is_empty());
    following.sort_by(|a, b| b.pull.total_cmp(&a.pull));
    following.truncate(places.saturating_sub(others.len().min(1)));
    following.into_iter().chain(others).take(places).collect()
}

fn candidate(passage: &str, option: Weighed<'_>) -> Candidate {
    let alternative = option.alternative;
    let length = |text| segment::units(text) as f64;
    let mut rules: Vec<String> = Vec::new();
    for shaping in option.follows {
        // A hand-written rule may claim two features.
        if !rules.contains(&shaping.rule.id) {
            rules.push(shaping.rule.id.clone());
        }
    }
    Candidate {
        moves: alternative
            .moves
            .iter()
            .map(|made| made.name().to_owned())
            .collect(),
        label_en: alternative.label(Language::En),
        label_zh: alternative.label(Language::Zh),
        length_change: (length(&alternative.text) - length(passage)) / length(passage).max(1.0),
        hunks: hunks(passage, &alternative.text),
        rules,
        text: alternative.text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_offer_in_ten_leaves_the_rules_out() {
        let ids = (0..20_000).map(|number| format!("id-{number:012}"));
        let explored = ids.filter(|id| is_explored(id)).count() as f64;
        // Five standard deviations of a share of 20,000.
        let spread = 5.0 * (20_000.0 * EXPLORATION * (1.0 - EXPLORATION)).sqrt();
        assert!((explored - 20_000.0 * EXPLORATION).abs() < spread, "{explored}");
        assert_eq!(is_explored("id-000000000001"), is_explored("id-000000000001"));
    }
}
