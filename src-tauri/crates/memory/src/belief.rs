//! Belief: which leanings the writer has, given everything she took, and how surely she has any at all.
//!
//! A leaning may hold everywhere, in one kind of scene, or there with one skill only. All pictures of the writer that
//! have at most one leaning everywhere and two a scene are weighed against each other by Bayes' rule. Weighing them
//! together is what tells a habit from its shadow: short sentences have fewer commas, but of the two only one explains
//! the choices where they part.
//!
//! The mean likelihood ratio over all pictures, by their prior shares, is a test martingale against "no preference at
//! all". By Ville's inequality it ever exceeds 40 with a chance of at most 2.5 %, however often one looks and
//! whatever depends on what; nothing becomes a rule before it does.

use std::collections::BTreeMap;

use prose::{Feature, SceneType};

use crate::evidence::{Leaning, Settled, Turning};
use crate::ledger::{Ledger, pairs};
use crate::rule::{Cluster, RuleKey, Tombstone};

/// The leanings expected in a scene before anything is known, as a number. Writers of the planted kind have one to
/// three in all; one a scene is generous, and the sum over many leanings keeps each of them unlikely.
const EXPECTED_IN_A_SCENE: f64 = 1.0;
/// The odds that some leaning holds everywhere.
const EXPECTED_EVERYWHERE: f64 = 0.5;
/// The share of scenes in which what she wants depends on the skill.
const SKILLS_APART: f64 = 0.1;
/// How much less likely a leaning is about a feature that writers seldom have a taste in.
const SELDOM: f64 = 0.03;
/// Before she turned, she leaned one way in a feature; that she now leans the other way is this many times likelier
/// than for anybody (e³).
const AFTER_A_TURN: f64 = 20.0;

/// Returns the prior share of a leaning about a feature.
///
/// The twelve that style guides and line editors speak of first (how long, how much speech, which qualifiers, which
/// marks) come some thirty times as often as the rest: most of those move with one of them,
/// and where two explain the same choices the plainer word is the better guess.
const fn commonness(feature: Feature) -> f64 {
    use Feature as F;
    match feature {
        F::SentenceLength
        | F::ParagraphLength
        | F::DialogueShare
        | F::AdverbDensity
        | F::AdjectiveDensity
        | F::PassiveShare
        | F::Register
        | F::FirstPersonRate
        | F::ExclamationRate
        | F::EmDashRate
        | F::SemicolonRate
        | F::FigurativeRate => 1.0,
        _ => SELDOM,
    }
}

/// The ledgers of a project, by scene and skill.
pub type Ledgers = BTreeMap<(SceneType, String), Ledger>;

/// What is believed about a writer.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// The logarithm of the evidence that she has any preference at all.
    pub log_evidence: f64,
    /// The chance that a leaning holds in a group, for every group with episodes.
    pub chances: BTreeMap<Cluster, Vec<f64>>,
    /// The logarithm of each leaning's own e-value in a group: alone against no preference.
    pub log_e_values: BTreeMap<Cluster, Vec<f64>>,
}

impl Belief {
    /// Returns the chance that what a rule says holds where it says it.
    pub fn chance(&self, key: &RuleKey) -> f64 {
        at(&self.chances, key).unwrap_or_default()
    }

    /// Returns the logarithm of the e-value of a rule by itself.
    pub fn log_e_value(&self, key: &RuleKey) -> f64 {
        at(&self.log_e_values, key).unwrap_or_default()
    }
}

fn at(values: &BTreeMap<Cluster, Vec<f64>>, key: &RuleKey) -> Option<f64> {
    values.get(&key.cluster())?.get(key.leaning().index()).copied()
}

/// Weighs all pictures of the writer.
pub fn weigh(ledgers: &Ledgers, settled: &Settled) -> Belief {
    let mut by_scene: BTreeMap<SceneType, BTreeMap<&str, &Ledger>> = BTreeMap::new();
    for ((scene_type, skill), ledger) in ledgers {
        by_scene.entry(*scene_type).or_default().insert(skill, ledger);
    }
    let scenes: BTreeMap<SceneType, Scene> = by_scene
        .into_iter()
        .map(|(scene_type, skills)| (scene_type, Scene::of(scene_type, &skills, settled)))
        .collect();

    let everywhere = Cluster::default();
    let common = prior(EXPECTED_EVERYWHERE, &everywhere, &settled.turnings);
    let common = unrefused(common, &everywhere, &settled.tombstones);
    let none = (1.0 / (1.0 + common.iter().sum::<f64>())).ln();
    let without = none + scenes.values().map(|scene| scene.without.log).sum::<f64>();
    let with: Vec<f64> = common
        .iter()
        .enumerate()
        .map(|(leaning, share)| {
            let explained: f64 = scenes.values().map(|scene| scene.with[leaning].log).sum();
            share.ln() + none + explained
        })
        .collect();
    let log_evidence = log_sum(with.iter().copied().chain([without]));
    let share = |log: f64| (log - log_evidence).exp();
    let common: Vec<f64> = with.iter().map(|log| share(*log)).collect();

    let mut chances = BTreeMap::new();
    let mut log_e_values = BTreeMap::new();
    for (scene_type, scene) in &scenes {
        let mut here = common.clone();
        for (leaning, chance) in here.iter_mut().enumerate() {
            *chance += share(without) * scene.without.pooled * scene.without.chances[leaning];
            for (known, with) in common.iter().zip(&scene.with) {
                *chance += known * with.chances[leaning];
            }
        }
        let whole = Cluster {
            scene_type: Some(*scene_type),
            skill: None,
        };
        for (skill, apart) in &scene.apart {
            let cluster = Cluster {
                skill: Some(skill.clone()),
                ..whole.clone()
            };
            let only_here = share(without) * (1.0 - scene.without.pooled);
            // What holds in the scene holds with the skill.
            let chances_here = here
                .iter()
                .zip(&apart.chances)
                .map(|(here, apart)| here + only_here * apart)
                .collect();
            chances.insert(cluster.clone(), chances_here);
            log_e_values.insert(cluster, apart.alone.clone());
        }
        log_e_values.insert(whole.clone(), scene.alone.clone());
        chances.insert(whole, here);
    }
    if scenes.len() > 1 {
        let alone = (0..Leaning::COUNT)
            .map(|leaning| scenes.values().map(|scene| scene.alone[leaning]).sum())
            .collect();
        chances.insert(everywhere.clone(), common);
        log_e_values.insert(everywhere, alone);
    }
    Belief {
        log_evidence,
        chances,
        log_e_values,
    }
}

/// Returns the prior of every leaning in a group: what is expected there in all, by how common each is.
fn prior(expected: f64, cluster: &Cluster, turnings: &[Turning]) -> Vec<f64> {
    let total: f64 = Leaning::all().map(|leaning| commonness(leaning.feature)).sum();
    let mut prior: Vec<f64> = Leaning::all()
        .map(|leaning| expected * commonness(leaning.feature) / total)
        .collect();
    for turning in turnings {
        if turning.reversed && turning.key.cluster() == *cluster {
            let after = Leaning {
                direction: turning.key.direction.opposite(),
                ..turning.key.leaning()
            };
            prior[after.index()] *= AFTER_A_TURN;
        }
    }
    prior
}

/// Takes out of a prior what the writer refused in a part of the group: whatever her choices elsewhere say, it does not
/// hold in the whole.
fn unrefused(mut prior: Vec<f64>, cluster: &Cluster, tombstones: &[Tombstone]) -> Vec<f64> {
    for refused in tombstones.iter().filter_map(|no| no.key.as_ref()) {
        let part = refused.cluster();
        if part != *cluster && cluster.contains(&part) {
            prior[refused.leaning().index()] = 0.0;
        }
    }
    prior
}

/// What the episodes of one group say, under one assumption about the rest.
struct Told {
    /// The logarithm of their likelihood ratio, over all pictures.
    log: f64,
    /// The chance of every leaning beside what is assumed.
    chances: Vec<f64>,
    /// The chance that the skills of the scene agree.
    pooled: f64,
}

/// The episodes of one skill by themselves.
struct Apart {
    chances: Vec<f64>,
    alone: Vec<f64>,
}

struct Scene {
    /// If nothing holds everywhere.
    without: Told,
    /// If one leaning does, for each.
    with: Vec<Told>,
    /// Each skill by itself, where there are several.
    apart: BTreeMap<String, Apart>,
    /// The log ratio of every leaning alone.
    alone: Vec<f64>,
}

impl Scene {
    fn of(scene_type: SceneType, skills: &BTreeMap<&str, &Ledger>, settled: &Settled) -> Self {
        let cluster = Cluster {
            scene_type: Some(scene_type),
            skill: None,
        };
        let for_a_skill = prior(EXPECTED_IN_A_SCENE, &cluster, &settled.turnings);
        let prior = unrefused(for_a_skill.clone(), &cluster, &settled.tombstones);
        let mut whole = Ledger::default();
        skills.values().for_each(|ledger| whole.merge(ledger));
        let ratios = whole.log_ratios();
        let mut without = told(&ratios, &prior);
        let with = told_beside_each(&ratios, &prior);
        let mut apart = BTreeMap::new();
        if skills.len() > 1 {
            let mut log = SKILLS_APART.ln();
            for (skill, ledger) in skills {
                let ratios = ledger.log_ratios();
                let told = told(&ratios, &for_a_skill);
                log += told.log;
                let alone = ratios[..Leaning::COUNT].to_vec();
                apart.insert(
                    (*skill).to_owned(),
                    Apart {
                        chances: told.chances,
                        alone,
                    },
                );
            }
            let together = (1.0 - SKILLS_APART).ln() + without.log;
            without.log = log_sum([together, log]);
            without.pooled = (together - without.log).exp();
        }
        Self {
            without,
            with,
            apart,
            alone: ratios[..Leaning::COUNT].to_vec(),
        }
    }
}

/// Weighs the pictures of at most two leanings.
fn told(ratios: &[f64], prior: &[f64]) -> Told {
    let (alone, together) = ratios.split_at(Leaning::COUNT);
    let singles = alone.iter().zip(prior).map(|(ratio, prior)| ratio + prior.ln());
    let doubles = together
        .iter()
        .zip(pairs())
        .map(|(ratio, &(a, b))| ratio + (prior[a] * prior[b]).ln());
    let logs: Vec<f64> = singles.chain(doubles).collect();
    let evidence = log_sum(logs.iter().copied().chain([0.0]));
    let mut chances = vec![0.0; Leaning::COUNT];
    for (picture, log) in logs.iter().enumerate() {
        let share = (log - evidence).exp();
        if picture < Leaning::COUNT {
            chances[picture] += share;
        } else {
            let (a, b) = pairs()[picture - Leaning::COUNT];
            chances[a] += share;
            chances[b] += share;
        }
    }
    let mass =
        1.0 + prior.iter().sum::<f64>() + pairs().iter().map(|&(a, b)| prior[a] * prior[b]).sum::<f64>();
    Told {
        log: evidence - mass.ln(),
        chances,
        pooled: 1.0,
    }
}

/// Weighs, beside each leaning that may hold everywhere, the pictures of at most one more.
fn told_beside_each(ratios: &[f64], prior: &[f64]) -> Vec<Told> {
    let (alone, together) = ratios.split_at(Leaning::COUNT);
    let mut beside: Vec<Vec<(usize, f64)>> = vec![Vec::new(); Leaning::COUNT];
    for (ratio, &(a, b)) in together.iter().zip(pairs()) {
        beside[a].push((b, ratio + prior[b].ln()));
        beside[b].push((a, ratio + prior[a].ln()));
    }
    let mass = 1.0 + prior.iter().sum::<f64>();
    beside
        .into_iter()
        .zip(alone)
        .map(|(beside, &alone)| {
            let evidence = log_sum(beside.iter().map(|(_, log)| *log).chain([alone]));
            let mut chances = vec![0.0; Leaning::COUNT];
            for (leaning, log) in beside {
                chances[leaning] += (log - evidence).exp();
            }
            Told {
                log: evidence - mass.ln(),
                chances,
                pooled: 1.0,
            }
        })
        .collect()
}

/// Returns the logarithm of the sum of what logarithms stand for.
pub(crate) fn log_sum(logs: impl IntoIterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = logs.into_iter().collect();
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest + logs.iter().map(|log| (log - greatest).exp()).sum::<f64>().ln()
}
