//! The claims of a rule: which property of prose it wants more or less of, and in which prose.
//!
//! The claim of a learned rule follows from its key. The claims of a hand-written rule follow from its words (`axis`),
//! unless the writer has corrected what the desk understood.

mod axis;

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

/// Returns the claims of a rule, each once; empty if its words are not understood.
pub fn claims(rule: &Rule) -> Vec<Claim> {
    let whole = Cluster {
        scene_type: rule.scene_type,
        skill: rule.skill.clone(),
    };
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
