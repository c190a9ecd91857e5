//! The claims of a rule: which property of prose it wants more or less of, and in which prose.
//!
//! The claim of a learned rule follows from its key. The claims of a hand-written rule follow from its words (`axis`),
//! unless the writer has corrected what the desk understood.

mod axis;

use prose::SceneType;

use crate::rule::{Cluster, Correction, Direction, Leaning, Rule, RuleKey};
pub use axis::Subject;

/// One claim of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// Its subject.
    pub subject: Subject,
    /// Whether it wants more or less.
    pub direction: Direction,
    /// The prose it is about.
    pub cluster: Cluster,
}

impl Claim {
    /// Returns the leaning that the claim states; `None` for a subject that cannot be measured.
    pub const fn leaning(&self) -> Option<Leaning> {
        match self.subject {
            Subject::Feature(feature) => Some(Leaning {
                feature,
                direction: self.direction,
            }),
            Subject::Named(_) => None,
        }
    }

    /// Returns the key of a learned rule with this claim; `None` for a subject that cannot be measured.
    pub fn key(&self) -> Option<RuleKey> {
        let Leaning { feature, direction } = self.leaning()?;
        Some(RuleKey {
            scene_type: self.cluster.scene_type,
            skill: self.cluster.skill.clone(),
            feature,
            direction,
        })
    }
}

/// What the writer's words make of a learned rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewording {
    /// They claim the same as the rule.
    Same,
    /// They claim the same for another kind of scene.
    Elsewhere(SceneType),
    /// They claim something else, or more than the rule.
    Other,
    /// They are not understood, so only the writer can say whether they mean the same.
    Unclear,
}

/// Returns what the writer's words make of a learned rule; `None` for a rule in the desk's words and for a hand-written
/// rule, whose words are its claim.
pub fn rewording(rule: &Rule) -> Option<Rewording> {
    let key = rule.key().filter(|_| rule.user_modified)?;
    if rule.corrected == Some(Correction::Measures(key.leaning())) {
        return Some(Rewording::Same);
    }
    let said = axis::said(&rule.text);
    // Words without a scene are about the scenes of the rule.
    let same = |said: &axis::Said| {
        said.subject == Subject::Feature(key.feature)
            && said.direction == key.direction
            && (said.scene_type.is_none() || said.scene_type == key.scene_type)
    };
    let only = said.first().filter(|_| said.len() == 1);
    let elsewhere =
        only.filter(|said| said.subject == Subject::Feature(key.feature) && said.direction == key.direction);
    Some(match elsewhere.and_then(|said| said.scene_type) {
        _ if said.is_empty() => Rewording::Unclear,
        _ if said.iter().all(same) => Rewording::Same,
        Some(scene) => Rewording::Elsewhere(scene),
        None => Rewording::Other,
    })
}

/// Returns the subjects that a sentence makes claims about, in their order; empty if its words are not understood.
pub fn subjects(text: &str) -> Vec<Subject> {
    axis::said(text).into_iter().map(|said| said.subject).collect()
}

/// Returns whether a rule means what it says. A learned rule does not while it is uncertain that the writer's new words
/// for it mean the same. It shapes no offer then, because no rule says one thing and does another.
pub fn is_settled(rule: &Rule) -> bool {
    matches!(rewording(rule), None | Some(Rewording::Same))
}

/// Returns the claims of a rule, each once; empty if its words are not understood.
pub fn claims(rule: &Rule) -> Vec<Claim> {
    let whole = rule.cluster();
    let stated = |Leaning { feature, direction }, cluster| Claim {
        subject: Subject::Feature(feature),
        direction,
        cluster,
    };
    if let Some(leaning) = rule.key().map(|key| key.leaning()) {
        return vec![stated(leaning, whole)];
    }
    let in_words = || axis::said(&rule.text).into_iter();
    match rule.corrected {
        Some(Correction::Unmeasured) => Vec::new(),
        // The scene is not corrected with the subject. A sentence about several scenes names none that is certain.
        Some(Correction::Measures(leaning)) => {
            let scenes: Vec<_> = in_words().filter_map(|said| said.scene_type).collect();
            let named = scenes
                .first()
                .copied()
                .filter(|first| scenes.iter().all(|scene| scene == first));
            vec![stated(
                leaning,
                Cluster {
                    scene_type: rule.scene_type.or(named),
                    ..whole
                },
            )]
        }
        None => in_words()
            .map(|said| Claim {
                subject: said.subject,
                direction: said.direction,
                cluster: Cluster {
                    scene_type: rule.scene_type.or(said.scene_type),
                    ..whole.clone()
                },
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use prose::Feature;

    use super::*;
    use crate::rule::{Category, RuleOrigin};

    #[test]
    fn new_words_for_a_learned_rule_mean_the_same_something_else_or_are_asked_about() {
        use Rewording::{Elsewhere, Other, Same, Unclear};
        for (id, text, expected) in [
            ("any.adverb_density.less", "As few adverbs as you can", Same),
            ("any.adverb_density.less", "副词能省则省", Same),
            ("action.sentence_length.less", "动作场景用短句", Same),
            ("action.sentence_length.less", "Short sentences", Same),
            (
                "action.sentence_length.less",
                "Fight scenes: long sentences",
                Other,
            ),
            (
                "any.sentence_length.less",
                "对白里用短句",
                Elsewhere(SceneType::Dialogue),
            ),
            (
                "any.adverb_density.less",
                "Keep adverbs of manner, but cut *very* and *really*",
                Other,
            ),
            (
                "any.adverb_density.less",
                "No adverbs, and short sentences",
                Other,
            ),
            ("any.adverb_density.less", "Use the past tense", Other),
            ("any.adverb_density.less", "Kill your darlings", Unclear),
            ("action.sentence_length.less", "动作场景一句一个动作", Unclear),
        ] {
            let key: RuleKey = id.parse().expect("the id of a learned rule");
            let rule = Rule {
                scene_type: key.scene_type,
                feature: Some(key.feature),
                direction: Some(key.direction),
                origin: RuleOrigin::Learned,
                user_modified: true,
                ..Rule::written(id.into(), text.into(), Category::Style, DateTime::UNIX_EPOCH)
            };
            assert_eq!(rewording(&rule), Some(expected), "{text}");
            assert_eq!(is_settled(&rule), expected == Same, "{text}");
            let confirmed = Rule {
                corrected: Some(Correction::Measures(key.leaning())),
                ..rule.clone()
            };
            assert_eq!(rewording(&confirmed), Some(Same), "{text}");
            let in_the_words_of_the_desk = Rule {
                user_modified: false,
                ..rule
            };
            assert_eq!(rewording(&in_the_words_of_the_desk), None, "{text}");
        }
    }

    #[test]
    fn a_correction_keeps_the_scene_that_the_words_name() {
        let rule = Rule {
            corrected: Some(Correction::Measures(Leaning {
                feature: Feature::SentenceLength,
                direction: Direction::Less,
            })),
            ..Rule::written(
                "written".into(),
                "对白里少用副词".into(),
                Category::Style,
                DateTime::UNIX_EPOCH,
            )
        };
        let keys: Vec<String> = claims(&rule)
            .iter()
            .filter_map(|claim| Some(claim.key()?.to_string()))
            .collect();
        assert_eq!(keys, ["dialogue.sentence_length.less"]);
    }
}
