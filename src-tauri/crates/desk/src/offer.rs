//! Offers: candidates for a selected passage.

use std::sync::atomic::Ordering;

use contract::{Candidate, Hunk, Offer, OfferRequest, SkillName};
use memory::verdict::Cluster;
use memory::{Rule, RuleKey};
use prose::rewriter::{self, Alternative, Skill};
use prose::{Language, Measures, diff, measure, scene, segment};

use crate::{Project, Result, wire};

/// The share of offers that leave a rule out so that it can still be tested. The panel states it.
pub const EXPLORATION: f64 = 0.1;

impl Project {
    /// Returns two or three candidates for a passage, one, or none.
    ///
    /// The kind of scene is told from the passage together with the text around it: a single sentence seldom shows it.
    pub fn offer(&self, request: &OfferRequest) -> Result<Offer> {
        self.catch_up()?;
        let passage = request.passage.as_str();
        let language = Language::of(passage);
        let around = format!("{}{passage}{}", request.before, request.after);
        let scene_type = scene::detect(&around, language);
        let skill = match request.skill {
            SkillName::Polish => Skill::Polish,
            SkillName::Tighten => Skill::Tighten,
        };
        let turn = self.offers.fetch_add(1, Ordering::Relaxed);
        let rules: Vec<(String, RuleKey)> = self
            .index
            .snapshot()?
            .rules()?
            .into_iter()
            .filter(Rule::in_force)
            .filter_map(|rule| Some((rule.id.clone(), rule.key()?)))
            .filter(|(_, key)| {
                let cluster = Cluster {
                    scene_type: key.scene_type,
                    skill: key.skill.clone(),
                };
                cluster.holds(scene_type, skill.name())
            })
            .collect();
        let before = measure(passage, language);
        let candidates = rewriter::alternatives(passage, skill, language, turn)
            .into_iter()
            .map(|alternative| candidate(passage, language, &before, alternative, &rules))
            .collect();
        Ok(Offer {
            episode_id: (self.ports.new_id)(),
            scene_type: scene_type.name().into(),
            language: wire::language(language).into(),
            candidates,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
        })
    }
}

fn candidate(
    passage: &str,
    language: Language,
    before: &Measures,
    alternative: Alternative,
    rules: &[(String, RuleKey)],
) -> Candidate {
    let after = measure(&alternative.text, language);
    let agrees = |key: &RuleKey| match (before.get(key.feature), after.get(key.feature)) {
        (Some(before), Some(after)) => (after - before) * key.direction.sign() > 0.0,
        _ => false,
    };
    let length = |text| segment::units(text) as f64;
    Candidate {
        moves: alternative
            .moves
            .iter()
            .map(|made| made.name().to_owned())
            .collect(),
        label_en: alternative.label(Language::En),
        label_zh: alternative.label(Language::Zh),
        share_changed: alternative.share_changed,
        length_change: (length(&alternative.text) - length(passage)) / length(passage).max(1.0),
        hunks: hunks(passage, &alternative.text),
        rules: rules
            .iter()
            .filter(|(_, key)| agrees(key))
            .map(|(id, _)| id.clone())
            .collect(),
        text: alternative.text,
    }
}

/// Returns the differences with offsets in UTF-16 code units, as the editor counts.
fn hunks(passage: &str, alternative: &str) -> Vec<Hunk> {
    let mut counted = (0, 0);
    let mut utf16 = |byte: usize| {
        // Hunks come in order, so each stretch of the passage is counted once.
        let (from, units) = counted;
        let added = passage
            .get(from..byte)
            .map_or(0, |stretch| stretch.encode_utf16().count());
        counted = (byte, units + added);
        u32::try_from(units + added).unwrap_or(u32::MAX)
    };
    diff::hunks(passage, alternative)
        .into_iter()
        .map(|hunk| Hunk {
            from: utf16(hunk.before.start),
            to: utf16(hunk.before.end),
            insert: alternative.get(hunk.after).unwrap_or_default().to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn applied(passage: &str, hunks: &[Hunk]) -> String {
        let units: Vec<u16> = passage.encode_utf16().collect();
        let mut text = Vec::new();
        let mut at = 0;
        for hunk in hunks {
            text.extend_from_slice(&units[at..hunk.from as usize]);
            text.extend(hunk.insert.encode_utf16());
            at = hunk.to as usize;
        }
        text.extend_from_slice(&units[at..]);
        String::from_utf16(&text).expect("whole characters")
    }

    #[test]
    fn offsets_count_as_the_editor_does() {
        // 𠮷 takes two code units, 雨 one.
        let hunks = hunks("𠮷雨停了，很静。", "𠮷雨停了。很静。");
        assert_eq!(
            hunks,
            [Hunk {
                from: 5,
                to: 6,
                insert: "。".into()
            }]
        );
    }

    proptest! {
        #[test]
        fn taking_every_hunk_gives_the_candidate(before in "[a c,.雨停𠮷，。]{0,40}", after in "[a c,.雨停𠮷，。]{0,40}") {
            prop_assert_eq!(applied(&before, &hunks(&before, &after)), after);
        }
    }
}
