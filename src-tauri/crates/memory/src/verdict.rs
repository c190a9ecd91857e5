//! Verdicts: which of all the things one could say about a writer the evidence bears out.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use prose::{Feature, Language, SceneType};

use crate::evidence::{Sample, Tally, discoveries, threshold};
use crate::rule::{Direction, RuleKey, RuleState, Tombstone};

/// A group of episodes a rule can be about: a kind of scene, a skill, both, or everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cluster {
    /// The kind of scene; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill; `None` for every skill.
    pub skill: Option<String>,
}

impl Cluster {
    /// Returns whether an episode of this scene and skill belongs to the cluster.
    pub fn holds(&self, scene_type: SceneType, skill: &str) -> bool {
        self.scene_type.is_none_or(|scene| scene == scene_type)
            && self.skill.as_deref().is_none_or(|own| own == skill)
    }

    pub(crate) fn contains(&self, other: &Self) -> bool {
        (self.scene_type.is_none() || self.scene_type == other.scene_type)
            && (self.skill.is_none() || self.skill == other.skill)
    }
}

/// A cluster with fewer episodes than this is not tested.
///
/// Seven agreements out of seven are worth 2⁷ = 128 at most, and with the dozens of hypotheses even a young project
/// tests, no e-value below about a thousand is a discovery; testing less would only raise the bar for the others.
/// The bound looks at how many episodes there are, never at what they say, so it cannot bias the test.
const FEWEST_EPISODES: usize = 8;

/// What every tested group of episodes says about every feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clustered {
    /// The clusters large enough to be tested.
    groups: BTreeMap<Cluster, Group>,
    /// What the writer said no to, and when.
    refused: Vec<(RuleKey, DateTime<Utc>)>,
}

/// The evidence of one cluster.
#[derive(Clone, Debug, Default, PartialEq)]
struct Group {
    /// When each episode was recorded, and its scores, also those a tombstone silences.
    episodes: Vec<(DateTime<Utc>, BTreeMap<Feature, f32>)>,
    /// What counts, by feature.
    tallies: BTreeMap<Feature, Tally>,
    /// Episodes in English and in Chinese.
    languages: [usize; 2],
}

/// Groups episodes by scene and skill, by scene alone, and all together (seed 5's first step, one level up twice).
///
/// Seed 5 groups by scene and skill. The two wider levels are there because a habit that spans skills would otherwise
/// be split into groups too small to ever pass. A level that would repeat the one below it is left out: one skill in a
/// scene makes one cluster, not two hypotheses about the same episodes.
pub fn cluster(samples: &[Sample], tombstones: &[Tombstone]) -> Clustered {
    let mut skills: BTreeMap<SceneType, BTreeSet<&str>> = BTreeMap::new();
    for sample in samples {
        skills.entry(sample.scene_type).or_default().insert(&sample.skill);
    }
    let mut members: BTreeMap<Cluster, Vec<&Sample>> = BTreeMap::new();
    for sample in samples {
        let scene_type = Some(sample.scene_type);
        let mut levels = vec![Cluster {
            scene_type,
            skill: None,
        }];
        if skills
            .get(&sample.scene_type)
            .is_some_and(|skills| skills.len() > 1)
        {
            levels.push(Cluster {
                scene_type,
                skill: Some(sample.skill.clone()),
            });
        }
        if skills.len() > 1 {
            levels.push(Cluster {
                scene_type: None,
                skill: None,
            });
        }
        for level in levels {
            members.entry(level).or_default().push(sample);
        }
    }

    let groups = members
        .into_iter()
        .filter(|(_, samples)| samples.len() >= FEWEST_EPISODES)
        .map(|(cluster, samples)| (cluster, group(&samples, tombstones)))
        .collect();
    let refused = tombstones
        .iter()
        .filter_map(|tombstone| Some((tombstone.key.clone()?, tombstone.at)))
        .collect();
    Clustered { groups, refused }
}

fn group(samples: &[&Sample], tombstones: &[Tombstone]) -> Group {
    let mut group = Group::default();
    for sample in samples {
        group.languages[usize::from(sample.language == Language::Zh)] += 1;
        for &(feature, score) in &sample.scores {
            if !silenced(sample, feature, tombstones) {
                group.tallies.entry(feature).or_default().add(score);
            }
        }
        group
            .episodes
            .push((sample.recorded_at, sample.scores.iter().copied().collect()));
    }
    group
}

/// Returns whether a tombstone silences an episode about a feature: recorded before the writer's no, within its reach.
pub fn silenced(sample: &Sample, feature: Feature, tombstones: &[Tombstone]) -> bool {
    tombstones.iter().any(|tombstone| {
        tombstone.key.as_ref().is_some_and(|key| {
            key.feature == feature
                && sample.recorded_at <= tombstone.at
                && Cluster {
                    scene_type: key.scene_type,
                    skill: key.skill.clone(),
                }
                .holds(sample.scene_type, &sample.skill)
        })
    })
}

/// One thing the evidence says, and how surely.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is about.
    pub key: RuleKey,
    /// The language most of its episodes are in.
    pub language: Language,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// The natural logarithm of its e-value.
    pub log_e_value: f64,
    /// How far it has come.
    pub state: RuleState,
    /// The chance that the next relevant choice agrees.
    pub confidence: f64,
    /// About how many more choices it takes to know; `None` for a rule, or when there is no telling.
    pub more_needed: Option<u32>,
}

/// Everything that was tested and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Hypotheses tested: a cluster, a feature and a direction each.
    pub tested: usize,
    /// What is a rule, what is worth asking about, what is noticed; the surest first.
    pub findings: Vec<Finding>,
}

/// An e-value that would by itself refute "no preference" at 5 %: worth asking the writer about.
const WORTH_ASKING: f64 = 20.0;
/// Odds of three to one: worth showing as noticed, never used.
const WORTH_SHOWING: f64 = 3.0;
/// More than this many choices away, "how many more" is no help to anyone.
const FORESEEABLE: f64 = 99.0;

/// Weighs the evidence of every cluster and says which rules it bears out.
///
/// All hypotheses of all clusters go through one e-BH step, so the false discovery rate holds over everything the
/// desk says about the writer, not for each scene by itself. `standing` are the keys of the rules already
/// found: a rule once discovered stands as long as its own e-value is worth asking about, so that it does not blink
/// on and off at the threshold.
pub fn weigh(clustered: &Clustered, standing: &BTreeSet<RuleKey>) -> Verdict {
    let mut hypotheses: Vec<Finding> = clustered
        .groups
        .iter()
        .flat_map(|(cluster, group)| {
            group.tallies.iter().flat_map(|(feature, tally)| {
                Direction::ALL.map(|direction| finding(cluster, *feature, direction, tally, group.languages))
            })
        })
        .collect();
    let tested = hypotheses.len();
    // Ties are broken by key, so that the answer never depends on anything but the evidence.
    hypotheses.sort_by(|a, b| {
        b.log_e_value
            .total_cmp(&a.log_e_value)
            .then_with(|| a.key.cmp(&b.key))
    });
    let logs: Vec<f64> = hypotheses.iter().map(|finding| finding.log_e_value).collect();
    let discovered = discoveries(&logs);
    let next = threshold(tested, discovered + 1);
    for (rank, finding) in hypotheses.iter_mut().enumerate() {
        let standing = standing.contains(&finding.key) && finding.log_e_value >= WORTH_ASKING.ln();
        if rank < discovered || standing {
            finding.state = RuleState::Rule;
            finding.more_needed = None;
        } else {
            if finding.log_e_value >= WORTH_ASKING.ln() {
                finding.state = RuleState::Proposed;
            }
            finding.more_needed = more_needed(finding, next);
        }
    }
    let mut findings = without_shadows(at_their_widest(hypotheses, clustered), clustered, standing);
    findings.sort_by(|a, b| {
        b.log_e_value
            .total_cmp(&a.log_e_value)
            .then_with(|| a.key.cmp(&b.key))
    });
    Verdict { tested, findings }
}

fn finding(
    cluster: &Cluster,
    feature: Feature,
    direction: Direction,
    tally: &Tally,
    [english, chinese]: [usize; 2],
) -> Finding {
    let supports = tally.pointing(direction);
    let contradicts = tally.pointing(direction.opposite());
    Finding {
        key: RuleKey {
            scene_type: cluster.scene_type,
            skill: cluster.skill.clone(),
            feature,
            direction,
        },
        language: if chinese > english {
            Language::Zh
        } else {
            Language::En
        },
        supports,
        contradicts,
        log_e_value: tally.log_e_value(direction),
        state: RuleState::Noticed,
        confidence: confidence(supports, contradicts),
        more_needed: None,
    }
}

/// Returns the chance that the next relevant choice agrees: the mean of the posterior from a flat prior
/// (Laplace's rule of succession), which never claims certainty from any number of agreements.
pub fn confidence(supports: u32, contradicts: u32) -> f64 {
    f64::from(supports + 1) / f64::from(supports + contradicts + 2)
}

/// Returns about how many more choices it takes until a finding passes, if they go on as before.
///
/// At a rate of agreement *p* the best bet gains on average KL(p ‖ ½) = ln 2 + p·ln p + (1−p)·ln(1−p) a choice.
fn more_needed(finding: &Finding, threshold: f64) -> Option<u32> {
    let p = finding.confidence;
    let gain = std::f64::consts::LN_2 + p * p.ln() + (1.0 - p) * (1.0 - p).ln();
    let choices = ((threshold - finding.log_e_value) / gain).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 99"
    )]
    (1.0..=FORESEEABLE).contains(&choices).then_some(choices as u32)
}

/// Keeps each habit once, at the widest group of episodes that bears it out.
///
/// A wide finding is kept only where no group inside it leans the other way, and a finding for every scene only
/// where at least two kinds of scene show it by themselves: many short action scenes are no habit of short
/// descriptions. A narrower finding for the same feature and direction is then said already.
fn at_their_widest(hypotheses: Vec<Finding>, clustered: &Clustered) -> Vec<Finding> {
    let width = |key: &RuleKey| usize::from(key.scene_type.is_some()) + usize::from(key.skill.is_some());
    let mut shown: Vec<Finding> = hypotheses
        .into_iter()
        .filter(|finding| finding.log_e_value >= WORTH_SHOWING.ln())
        .collect();
    // The furthest state first, then the widest: a rule for one scene is worth more than a hunch about all.
    shown.sort_by(|a, b| {
        b.state
            .cmp(&a.state)
            .then_with(|| width(&a.key).cmp(&width(&b.key)))
            .then_with(|| b.log_e_value.total_cmp(&a.log_e_value))
            .then_with(|| a.key.cmp(&b.key))
    });
    let mut kept: Vec<Finding> = Vec::new();
    for finding in shown {
        let cluster = of(&finding.key);
        let said = kept.iter().any(|other| {
            other.key.feature == finding.key.feature
                && (of(&other.key).contains(&cluster) || cluster.contains(&of(&other.key)))
        });
        if !said && agrees_within(&finding, clustered) {
            kept.push(finding);
        }
    }
    kept
}

/// Leaves out what follows from a stronger finding: whoever writes short sentences also writes fewer commas.
///
/// A finding is a shadow of a stronger one about the same episodes when the episodes that the stronger one does not
/// explain, because it is silent there or points the other way, do not favour it. A rule that stands goes before a
/// new finding, so that the two do not take turns in the file.
///
/// What the writer said no to casts its shadow over the episodes recorded before her no: otherwise a no to short
/// sentences would be answered with fewer commas. There the rest must be worth asking about by itself.
///
/// e-BH bounds the share of false discoveries among all it rejects; leaving true ones out can only raise the share
/// among the rest. In simulation, one true habit looked at every 20 episodes, the mean share stayed at 4 %.
fn without_shadows(
    mut findings: Vec<Finding>,
    clustered: &Clustered,
    standing: &BTreeSet<RuleKey>,
) -> Vec<Finding> {
    findings.sort_by(|a, b| {
        b.state
            .cmp(&a.state)
            .then_with(|| standing.contains(&b.key).cmp(&standing.contains(&a.key)))
            .then_with(|| b.log_e_value.total_cmp(&a.log_e_value))
            .then_with(|| a.key.cmp(&b.key))
    });
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let key = &finding.key;
        let casts = |stronger: &RuleKey| stronger.feature != key.feature && of(stronger).contains(&of(key));
        let is_shadow = clustered.groups.get(&of(key)).is_some_and(|group| {
            let explained = kept
                .iter()
                .filter(|stronger| casts(&stronger.key))
                .any(|stronger| !favours(&rest(key, &stronger.key, None, group), key));
            let refused = clustered
                .refused
                .iter()
                .filter(|(stronger, _)| casts(stronger))
                .map(|(stronger, at)| rest(key, stronger, Some(*at), group))
                .any(|rest| rest.log_e_value(key.direction) < WORTH_ASKING.ln());
            explained || refused
        });
        if !is_shadow {
            kept.push(finding);
        }
    }
    kept
}

/// Returns the scores of `key` in the episodes that `stronger` does not explain: where it is silent or points the
/// other way, or that were recorded after `until`.
fn rest(key: &RuleKey, stronger: &RuleKey, until: Option<DateTime<Utc>>, group: &Group) -> Tally {
    let mut rest = Tally::default();
    for (recorded_at, scores) in &group.episodes {
        let points = scores
            .get(&stronger.feature)
            .map_or(0.0, |score| f64::from(*score) * stronger.direction.sign());
        let explained = points > 0.0 && until.is_none_or(|until| *recorded_at <= until);
        if let (false, Some(score)) = (explained, scores.get(&key.feature)) {
            rest.add(*score);
        }
    }
    rest
}

/// Returns whether more scores point the key's way than against it.
fn favours(tally: &Tally, key: &RuleKey) -> bool {
    tally.pointing(key.direction) > tally.pointing(key.direction.opposite())
}

fn of(key: &RuleKey) -> Cluster {
    Cluster {
        scene_type: key.scene_type,
        skill: key.skill.clone(),
    }
}

fn agrees_within(finding: &Finding, clustered: &Clustered) -> bool {
    let whole = of(&finding.key);
    let direction = finding.key.direction;
    let parts: Vec<&Tally> = clustered
        .groups
        .iter()
        .filter(|(part, _)| {
            **part != whole
                && whole.contains(part)
                // The parts of everything are the scenes; the parts of a scene are its skills.
                && part.skill.is_some() == whole.scene_type.is_some()
        })
        .filter_map(|(_, group)| group.tallies.get(&finding.key.feature))
        .collect();
    let leans_away = |tally: &&Tally| {
        tally.log_e_value(direction) < 0.0
            && tally.pointing(direction) * 2
                < tally.pointing(Direction::More) + tally.pointing(Direction::Less)
    };
    let shows_it = |tally: &&&Tally| tally.log_e_value(direction) >= WORTH_SHOWING.ln();
    let enough = whole.scene_type.is_some() || parts.iter().filter(shows_it).count() >= 2;
    enough && !parts.iter().any(leans_away)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn sample(n: u32, scene_type: SceneType, skill: &str, score: f32) -> Sample {
        let at = DateTime::UNIX_EPOCH + TimeDelta::minutes(i64::from(n));
        Sample {
            episode_id: format!("e{n:04}"),
            recorded_at: at,
            created_at: at,
            scene_type,
            skill: skill.into(),
            language: Language::En,
            scores: vec![(Feature::SentenceLength, score)],
        }
    }

    /// `supports` episodes for shorter sentences and `contradicts` against, in one scene and skill.
    fn scene(start: u32, scene_type: SceneType, skill: &str, supports: u32, contradicts: u32) -> Vec<Sample> {
        (0..supports + contradicts)
            .map(|n| {
                sample(
                    start + n,
                    scene_type,
                    skill,
                    if n < supports { -1.0 } else { 1.0 },
                )
            })
            .collect()
    }

    fn verdict(samples: &[Sample]) -> Verdict {
        weigh(&cluster(samples, &[]), &BTreeSet::new())
    }

    fn ids(verdict: &Verdict, state: RuleState) -> Vec<String> {
        verdict
            .findings
            .iter()
            .filter(|f| f.state == state)
            .map(|f| f.key.to_string())
            .collect()
    }

    #[test]
    fn a_clear_majority_becomes_a_rule_with_its_counts() {
        let verdict = verdict(&scene(0, SceneType::Action, "polish", 44, 6));
        assert_eq!(ids(&verdict, RuleState::Rule), ["action.sentence_length.less"]);
        let rule = &verdict.findings[0];
        assert_eq!((rule.supports, rule.contradicts), (44, 6));
        assert!((rule.confidence - 45.0 / 52.0).abs() < 1e-12);
    }

    #[test]
    fn an_even_split_says_nothing() {
        let verdict = verdict(&scene(0, SceneType::Action, "polish", 25, 25));
        assert_eq!(verdict.findings, []);
        assert_eq!(verdict.tested, 2, "one cluster, one feature, two directions");
    }

    #[test]
    fn too_little_is_noticed_and_says_how_much_more_it_needs() {
        let verdict = verdict(&scene(0, SceneType::Description, "polish", 7, 1));
        assert_eq!(
            ids(&verdict, RuleState::Noticed),
            ["description.sentence_length.less"]
        );
        let more = verdict.findings[0].more_needed.expect("a forecast");
        assert!((3..20).contains(&more), "{more}");
    }

    #[test]
    fn a_habit_of_every_scene_is_one_rule() {
        let mut samples = scene(0, SceneType::Action, "polish", 28, 2);
        samples.extend(scene(100, SceneType::Dialogue, "polish", 28, 2));
        assert_eq!(
            ids(&verdict(&samples), RuleState::Rule),
            ["any.sentence_length.less"]
        );
    }

    #[test]
    fn short_in_action_and_long_in_description_are_two_rules() {
        let mut samples = scene(0, SceneType::Action, "polish", 30, 2);
        samples.extend(scene(100, SceneType::Description, "polish", 2, 30));
        assert_eq!(
            ids(&verdict(&samples), RuleState::Rule),
            ["action.sentence_length.less", "description.sentence_length.more"]
        );
    }

    #[test]
    fn one_loud_scene_is_no_habit_of_all() {
        let mut samples = scene(0, SceneType::Action, "polish", 60, 2);
        samples.extend(scene(100, SceneType::Dialogue, "polish", 6, 6));
        assert_eq!(
            ids(&verdict(&samples), RuleState::Rule),
            ["action.sentence_length.less"]
        );
    }

    #[test]
    fn skills_that_disagree_keep_their_own_rules() {
        let mut samples = scene(0, SceneType::Action, "polish", 40, 1);
        samples.extend(scene(100, SceneType::Action, "tighten", 2, 20));
        let verdict = verdict(&samples);
        assert_eq!(
            ids(&verdict, RuleState::Rule),
            [
                "action+polish.sentence_length.less",
                "action+tighten.sentence_length.more"
            ]
        );
    }

    #[test]
    fn one_habit_is_one_rule_and_two_habits_are_two() {
        let both = |shadow: fn(u32) -> f32| -> Vec<Sample> {
            (0..50)
                .map(|n| {
                    let mut sample = sample(n, SceneType::Action, "polish", if n < 44 { -1.0 } else { 1.0 });
                    sample.scores.push((Feature::CommaRate, shadow(n)));
                    sample
                })
                .collect()
        };
        // Fewer commas wherever the sentences are shorter, and only there.
        let shadowed = both(|n| if n < 42 { -1.0 } else { 1.0 });
        assert_eq!(
            ids(&verdict(&shadowed), RuleState::Rule),
            ["action.sentence_length.less"]
        );
        // Fewer commas also where the sentences are longer: a habit of its own.
        let independent = both(|n| if n % 10 == 0 { 1.0 } else { -1.0 });
        assert_eq!(
            ids(&verdict(&independent), RuleState::Rule),
            ["action.comma_rate.less", "action.sentence_length.less"]
        );
    }

    #[test]
    fn what_was_refused_is_not_learned_again_from_the_same_evidence() {
        let old = scene(0, SceneType::Action, "polish", 44, 6);
        let tombstone = Tombstone {
            rule_id: "action.sentence_length.less".into(),
            key: Some(verdict(&old).findings[0].key.clone()),
            text: String::new(),
            at: DateTime::UNIX_EPOCH + TimeDelta::hours(1),
        };
        let weigh_again = |samples: &[Sample]| {
            weigh(
                &cluster(samples, std::slice::from_ref(&tombstone)),
                &BTreeSet::new(),
            )
        };
        assert_eq!(weigh_again(&old).findings, []);
        let with_shadow: Vec<Sample> = old
            .iter()
            .map(|sample| {
                let score = sample.scores[0].1;
                let scores = vec![(Feature::SentenceLength, score), (Feature::CommaRate, score)];
                Sample {
                    scores,
                    ..sample.clone()
                }
            })
            .collect();
        assert_eq!(
            weigh_again(&with_shadow).findings,
            [],
            "nor said again in other words"
        );

        // A habit the no does not explain is heard.
        let mut other = old.clone();
        other.extend((0..40).map(|n| {
            let mut sample = sample(
                200 + n,
                SceneType::Action,
                "polish",
                if n % 2 == 0 { -1.0 } else { 1.0 },
            );
            sample.scores.push((Feature::FillerDensity, -1.0));
            sample
        }));
        assert_eq!(
            ids(&weigh_again(&other), RuleState::Rule),
            ["action.filler_density.less"]
        );

        let mut renewed = old;
        renewed.extend(scene(100, SceneType::Action, "polish", 30, 1));
        let verdict = weigh_again(&renewed);
        assert_eq!(
            ids(&verdict, RuleState::Rule),
            ["action.sentence_length.less"],
            "new evidence is heard"
        );
        assert_eq!(verdict.findings[0].supports, 30);
    }

    #[test]
    fn a_standing_rule_does_not_blink_at_the_threshold() {
        let samples = scene(0, SceneType::Action, "polish", 10, 1);
        let key = verdict(&samples).findings[0].key.clone();
        assert_eq!(verdict(&samples).findings[0].state, RuleState::Proposed);
        let standing = weigh(&cluster(&samples, &[]), &BTreeSet::from([key]));
        assert_eq!(standing.findings[0].state, RuleState::Rule);
    }

    #[test]
    fn the_order_of_the_episodes_does_not_matter() {
        let mut samples = scene(0, SceneType::Action, "polish", 40, 4);
        samples.extend(scene(100, SceneType::Dialogue, "tighten", 12, 9));
        let forward = verdict(&samples);
        samples.reverse();
        assert_eq!(verdict(&samples), forward);
    }
}
