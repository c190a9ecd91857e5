//! Gives a learned rule another place: another kind of scene or another skill, on the writer's word.

use chrono::{DateTime, Utc};
use prose::Language;

use crate::claim::{Rewording, rewording};
use crate::rule::{Cluster, Rule, RuleKey, Tombstone};
use crate::wording;

/// A learned rule in its new place.
#[derive(Clone, Debug, PartialEq)]
pub struct Narrowed {
    /// The rule, under its new key. The writer confirmed it.
    pub rule: Rule,
    /// The rejection of the rule in its former place; `None` if the new place contains the former one.
    pub tombstone: Option<Tombstone>,
}

/// Returns a learned rule in another place; `None` for a hand-written rule and for the place that the rule has.
///
/// The sentence follows, unless it is the writer's own and fits the new place.
pub fn narrowed(rule: &Rule, place: Cluster, now: DateTime<Utc>) -> Option<Narrowed> {
    let former = rule.key().filter(|key| key.cluster() != place)?;
    let Cluster { scene_type, skill } = place;
    let key = RuleKey {
        scene_type,
        skill,
        ..former.clone()
    };
    let mut rule = Rule {
        id: key.to_string(),
        scene_type: key.scene_type,
        skill: key.skill.clone(),
        user_confirmed: true,
        updated_at: now,
        ..rule.clone()
    };
    let fits = !matches!(
        rewording(&rule),
        None | Some(Rewording::Elsewhere(_) | Rewording::Other)
    );
    if !fits {
        rule.text = wording::sentence(&key, Language::of(&rule.text));
        rule.user_modified = false;
        rule.corrected = None;
    }
    let wider = key.cluster().contains(&former.cluster());
    let tombstone = (!wider).then(|| Tombstone {
        rule_id: former.to_string(),
        text: wording::sentence(&former, Language::of(&rule.text)),
        key: Some(former),
        at: now,
        narrowed_to: Some(key),
    });
    Some(Narrowed { rule, tombstone })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Category, RuleOrigin};

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn learned(id: &str, text: &str, own: bool) -> Rule {
        let key: RuleKey = id.parse().expect("the id of a learned rule");
        Rule {
            scene_type: key.scene_type,
            skill: key.skill,
            feature: Some(key.feature),
            direction: Some(key.direction),
            origin: RuleOrigin::Learned,
            user_modified: own,
            ..Rule::written(id.into(), text.into(), Category::Style, NOW)
        }
    }

    fn place(id: &str) -> Cluster {
        let key: RuleKey = format!("{id}.comma_rate.less").parse().expect("a place");
        key.cluster()
    }

    #[test]
    fn a_rule_gets_its_new_key_and_a_sentence_that_fits() {
        for (id, text, own, to, expected, sentence) in [
            (
                "any.adverb_density.less",
                "Cuts adverbs",
                false,
                "dialogue",
                "dialogue.adverb_density.less",
                "Dialogue: cuts adverbs",
            ),
            (
                "any.sentence_length.less",
                "偏好短句",
                false,
                "action+polish",
                "action+polish.sentence_length.less",
                "动作场景润色时偏好短句",
            ),
            (
                "any.adverb_density.less",
                "As few adverbs as you can",
                true,
                "dialogue",
                "dialogue.adverb_density.less",
                "As few adverbs as you can",
            ),
            (
                "action.sentence_length.less",
                "打斗要用短句",
                true,
                "dialogue",
                "dialogue.sentence_length.less",
                "对白场景偏好短句",
            ),
        ] {
            let narrowed = narrowed(&learned(id, text, own), place(to), NOW).expect("another place");
            assert_eq!(
                (narrowed.rule.id.as_str(), narrowed.rule.text.as_str()),
                (expected, sentence)
            );
            let no = narrowed.tombstone.expect("a no to the former place");
            assert_eq!(no.key.map(|key| key.to_string()).as_deref(), Some(id));
            assert_eq!(
                no.narrowed_to.map(|key| key.to_string()).as_deref(),
                Some(expected)
            );
        }
    }

    #[test]
    fn a_wider_place_rejects_nothing_and_the_same_place_changes_nothing() {
        let rule = learned("dialogue.adverb_density.less", "Dialogue: cuts adverbs", false);
        let wider = narrowed(&rule, Cluster::default(), NOW).expect("another place");
        assert_eq!(
            (wider.rule.text.as_str(), wider.tombstone),
            ("Cuts adverbs", None)
        );
        assert_eq!(narrowed(&rule, place("dialogue"), NOW), None);
        let written = Rule::written("written".into(), "No adverbs".into(), Category::Style, NOW);
        assert_eq!(narrowed(&written, place("dialogue"), NOW), None);
    }
}
