//! Reads the rules in force after every act of a writer. One such reading is called a look.

use std::sync::{Arc, Mutex, PoisonError};

use contract::DistillTrigger;
use desk::Project;
use learning::RuleState;

use crate::learning::calibration::{Choices, Statement};
use crate::learning::planted::Correlations;
use crate::learning::scoring::{Worth, worth};
use crate::learning::truth::{Claim, Writer};

/// A rule in force, as it stood at one look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    pub claim: Claim,
    /// The chance that the next relevant choice agrees, as stored in the rule.
    pub confidence: f64,
    /// The chance that the rule holds at all, as `distill --explain` prints it.
    pub chance: f64,
}

/// The rules learned of one writer.
pub struct Outcome<'a> {
    pub writer: &'a Writer,
    /// The rules in force after each act.
    pub looks: Vec<Vec<Stated>>,
    /// Each rule in force at each look, with how often later choices agreed.
    pub statements: Vec<Statement>,
}

impl<'a> Outcome<'a> {
    /// Runs a desk on the acts of the writer. Each act is captured at its own time; then the desk distils and the rules
    /// are read.
    pub fn of(writer: &'a Writer, correlations: &Correlations) -> Self {
        let looks = watch(writer);
        let choices = Choices::of(&writer.acts, writer.language);
        let statements = (1..)
            .zip(&looks)
            .flat_map(|(episodes, look)| look.iter().map(move |stated| (episodes, stated)))
            .map(|(episodes, stated)| {
                let right = worth(stated.claim, writer, episodes, correlations) == Worth::Strict;
                Statement::of(stated, right, &choices, episodes)
            })
            .collect();
        Self {
            writer,
            looks,
            statements,
        }
    }

    /// Returns the claims of the rules in force after `episodes` episodes.
    pub fn in_force(&self, episodes: usize) -> Vec<Claim> {
        self.looks
            .get(episodes.wrapping_sub(1))
            .map(|look| look.iter().map(|stated| stated.claim).collect())
            .unwrap_or_default()
    }

    /// Returns the claims of all rules that were in force at any look after more than `from` and at most `episodes`
    /// episodes.
    pub fn ever_in_force(&self, from: usize, episodes: usize) -> Vec<Claim> {
        self.looks
            .iter()
            .take(episodes)
            .skip(from)
            .flatten()
            .map(|stated| stated.claim)
            .collect()
    }
}

fn watch(writer: &Writer) -> Vec<Vec<Stated>> {
    let Some(first) = writer.acts.first() else {
        return Vec::new();
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clock = Arc::new(Mutex::new(first.created_at));
    let ports = support::ports(&clock, &Arc::default());
    let project = Project::open(folder.path(), support::DEVICE, ports).expect("a project");
    writer
        .acts
        .iter()
        .map(|act| {
            *clock.lock().unwrap_or_else(PoisonError::into_inner) = act.created_at;
            let imported = project
                .learning()
                .import(std::iter::once(&act.record), |_| ())
                .expect("a journal that can be written");
            assert_eq!(imported.acknowledged.len(), 1, "every act is an episode");
            project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
            in_force(&project)
        })
        .collect()
}

fn in_force(project: &Project) -> Vec<Stated> {
    let rules = project.learning().rules().expect("rules");
    let verdict = project.learning().explain().expect("a verdict");
    rules
        .into_iter()
        .map(|weighed| weighed.rule)
        .filter(|rule| rule.state == RuleState::Rule)
        .filter_map(|rule| {
            let key = rule.key()?;
            let tested = verdict.tested.iter().find(|tested| tested.key == key);
            let claim = Claim {
                feature: rule.feature?,
                direction: rule.direction?,
                scene: rule.scene_type,
            };
            Some(Stated {
                claim,
                confidence: rule.confidence.get(),
                chance: tested.map_or(0.0, |tested| tested.chance),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use learning::Direction;
    use prose::{Feature, Language, SceneType};

    use super::*;
    use crate::learning::truth::{Act, Kind, Plant};

    /// A writer who takes the short candidate in each of forty action scenes.
    fn writer(language: Language, name: &str) -> Writer {
        let acts = support::choices(name, 40, 40).into_iter().map(|record| {
            let episode = learning::Episode::from_json(&record).expect("an episode");
            let taken = usize::try_from(episode.selected_index).expect("a choice");
            Act {
                record: record.to_string(),
                created_at: episode.created_at,
                scene: episode.scene_type,
                choice: Some((episode.candidates, taken)),
            }
        });
        Writer {
            name: name.into(),
            kind: Kind::Stationary,
            language,
            consistency: Some(1.0),
            plants: vec![Plant {
                claim: Claim {
                    feature: Feature::SentenceLength,
                    direction: Direction::Less,
                    scene: Some(SceneType::Action),
                },
                from: 0,
                to: 40,
            }],
            drifts: Vec::new(),
            acts: acts.collect(),
        }
    }

    #[test]
    fn a_writer_is_looked_at_after_every_act() {
        for (language, name) in [(Language::En, "en"), (Language::Zh, "zh")] {
            let writer = writer(language, name);
            let outcome = Outcome::of(&writer, &Correlations::default());
            assert_eq!(outcome.looks.len(), 40);
            assert_eq!(outcome.in_force(1), [], "one choice is no rule");
            assert!(!outcome.in_force(40).is_empty(), "{name}: forty of forty are");
            assert_eq!(outcome.ever_in_force(0, 1), []);
            let stated: usize = outcome.looks.iter().map(Vec::len).sum();
            assert_eq!(outcome.statements.len(), stated, "every rule at every look");
        }
    }
}
