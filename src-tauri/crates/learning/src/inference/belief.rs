//! Belief: which leanings the writer has, given all her choices, and how certain it is that she has any.
//!
//! A leaning may hold everywhere, in one kind of scene, or there with one skill only. It may hold throughout or since a
//! recent act. The pictures of the writer have two leanings everywhere, or at most one everywhere and two per scene.
//! All pictures are weighed against each other by Bayes' rule, which separates a habit from its correlates. Short
//! sentences have fewer commas, but only one of the two leanings explains the choices in which they differ.
//!
//! The mean likelihood ratio over all pictures, weighted by their priors, is a test martingale against "no preference
//! at all". By Ville's inequality, the probability that it ever exceeds 40 is at most 2.5 %. This holds for any number
//! of looks and under any dependence. Nothing becomes a rule before the ratio exceeds 40.

use std::collections::{BTreeMap, BTreeSet};

use prose::{Feature, SceneType};

use crate::evidence::Settled;
use crate::inference::beginning::Beginnings;
use crate::inference::ledger::{Ledger, log_sum, pairs};
use crate::rule::{Cluster, Leaning, RuleKey};

/// The prior expected number of leanings in a scene. Simulated writers have one to three leanings in total, so one per
/// scene is generous. The number is divided among many leanings, so each single leaning stays unlikely.
const EXPECTED_IN_A_SCENE: f64 = 1.0;
/// The odds that some leaning holds everywhere.
const EXPECTED_EVERYWHERE: f64 = 0.5;
/// The share of scenes in which her taste depends on the skill.
const SKILLS_APART: f64 = 0.1;
/// The factor on the prior of a leaning about a feature in which writers seldom have a taste.
const SELDOM: f64 = 0.03;
/// After the writer lost a leaning, the opposite leaning is this many times more likely than otherwise (e³).
const AFTER_A_TURN: f64 = 20.0;
/// Each rejection makes the rejected leaning this many times less likely, so that it takes longer each time until the
/// writer is asked again. At 1, a writer who kept a habit that she denied was asked some thirty times in 400 acts.
pub(crate) const AFTER_A_NO: f64 = 20.0;

/// Returns the prior share of a leaning about a feature.
///
/// Style guides and line editors mention thirteen features first: lengths, the amount of speech, qualifiers and
/// punctuation. Each of the thirteen is about thirty times more likely than one of the others. Most of the others
/// correlate with one of the thirteen. If two features explain the same choices, the more common one is the better
/// guess.
///
/// Fillers are among them: *very* and *really* are the first words that a guide cuts. While they counted as seldom, a
/// writer who cut only fillers was asked about short sentences, which the same choices make.
const fn commonness(feature: Feature) -> f64 {
    use Feature as F;
    match feature {
        F::SentenceLength
        | F::ParagraphLength
        | F::DialogueShare
        | F::AdverbDensity
        | F::AdjectiveDensity
        | F::FillerDensity
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

/// The beliefs about a writer.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// The logarithm of the evidence that she has any preference at all.
    pub log_evidence: f64,
    /// The probability that a leaning holds in a group, for each group with episodes.
    pub chances: BTreeMap<Cluster, Vec<f64>>,
    /// The logarithm of the e-value of each leaning in a group: the leaning alone against no preference.
    pub log_e_values: BTreeMap<Cluster, Vec<f64>>,
    /// The log ratio of each picture of one or two leanings over the choices of a group.
    pub ratios: BTreeMap<Cluster, Vec<f64>>,
}

impl Belief {
    /// Returns the probability that a rule holds in its group of episodes.
    pub fn chance(&self, key: &RuleKey) -> f64 {
        at(&self.chances, key).unwrap_or_default()
    }

    /// Returns the logarithm of the e-value of a rule alone.
    pub fn log_e_value(&self, key: &RuleKey) -> f64 {
        at(&self.log_e_values, key).unwrap_or_default()
    }

    /// Returns how much better a leaning and another one together explain the choices of a group than the other one
    /// alone, as the logarithm of a likelihood ratio. So it says what the leaning adds to the other one.
    pub fn log_beside(&self, key: &RuleKey, other: Leaning) -> f64 {
        let ratios = self.ratios.get(&key.cluster());
        let both = pair(key.leaning(), other);
        let [alone, both] = [Some(other.index()), both].map(|picture| {
            picture
                .and_then(|picture| ratios?.get(picture).copied())
                .unwrap_or_default()
        });
        both - alone
    }

    /// Returns the leanings that each explain the choices of a group better than no preference, best first.
    pub fn explanations(&self, cluster: &Cluster) -> Vec<Leaning> {
        let values = self.log_e_values.get(cluster).map_or(&[][..], Vec::as_slice);
        let mut found: Vec<(Leaning, f64)> = Leaning::all()
            .zip(values.iter().copied())
            .filter(|(_, value)| *value > 0.0)
            .collect();
        found.sort_by(|(a, a_value), (b, b_value)| b_value.total_cmp(a_value).then_with(|| a.cmp(b)));
        found.into_iter().map(|(leaning, _)| leaning).collect()
    }
}

fn at(values: &BTreeMap<Cluster, Vec<f64>>, key: &RuleKey) -> Option<f64> {
    values.get(&key.cluster())?.get(key.leaning().index()).copied()
}

/// Weighs all pictures of the writer.
pub fn weigh(ledgers: &Ledgers, settled: &Settled, beginnings: &Beginnings) -> Belief {
    let mut by_scene: BTreeMap<SceneType, BTreeMap<&str, &Ledger>> = BTreeMap::new();
    for ((scene_type, skill), ledger) in ledgers {
        by_scene.entry(*scene_type).or_default().insert(skill, ledger);
    }
    let scenes: BTreeMap<SceneType, Scene> = by_scene
        .into_iter()
        .map(|(scene_type, skills)| {
            let scene = Scene::of(scene_type, &skills, settled, beginnings);
            (scene_type, scene)
        })
        .collect();

    let everywhere = Cluster::default();
    let common = prior(EXPECTED_EVERYWHERE, &everywhere, settled);
    let two_common: Vec<f64> = pairs().iter().map(|&(a, b)| common[a] * common[b]).collect();
    let none = -(1.0 + common.iter().chain(&two_common).sum::<f64>()).ln();
    let without = none + scenes.values().map(|scene| scene.without.log).sum::<f64>();
    let with: Vec<f64> = common
        .iter()
        .enumerate()
        .map(|(leaning, share)| {
            let throughout: f64 = scenes.values().map(|scene| scene.with[leaning].log).sum();
            let place =
                |place: usize| -> f64 { scenes.values().map(|scene| scene.since[leaning][place]).sum() };
            let since = (0..beginnings.places()).map(place);
            share.ln() + none + Beginnings::weigh(throughout, since)
        })
        .collect();
    // If two habits hold everywhere, no scene has another habit; so such a picture covers all episodes.
    let mut whole = Ledger::default();
    ledgers.values().for_each(|ledger| whole.merge(ledger));
    let throughout = whole.log_ratios();
    let with_two: Vec<f64> = two_common
        .iter()
        .zip(&throughout[Leaning::COUNT..])
        .map(|(share, ratio)| share.ln() + none + ratio)
        .collect();
    let log_evidence = log_sum(with.iter().chain(&with_two).copied().chain([without]));
    let share = |log: f64| (log - log_evidence).exp();
    let one: Vec<f64> = with.iter().map(|log| share(*log)).collect();
    let mut common = one.clone();
    for (log, &(a, b)) in with_two.iter().zip(pairs()) {
        common[a] += share(*log);
        common[b] += share(*log);
    }

    let mut chances = BTreeMap::new();
    let mut log_e_values = BTreeMap::new();
    let mut ratios = BTreeMap::new();
    for (scene_type, scene) in &scenes {
        let mut here = common.clone();
        for (leaning, chance) in here.iter_mut().enumerate() {
            *chance += share(without) * scene.without.pooled * scene.without.chances[leaning];
            for (known, with) in one.iter().zip(&scene.with) {
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
            // A leaning that holds in the scene also holds with each skill.
            let chances_here = here
                .iter()
                .zip(&apart.chances)
                .map(|(here, apart)| here + only_here * apart)
                .collect();
            chances.insert(cluster.clone(), chances_here);
            log_e_values.insert(cluster.clone(), apart.ratios[..Leaning::COUNT].to_vec());
            ratios.insert(cluster, apart.ratios.clone());
        }
        log_e_values.insert(whole.clone(), scene.ratios[..Leaning::COUNT].to_vec());
        ratios.insert(whole.clone(), scene.ratios.clone());
        chances.insert(whole, here);
    }
    if scenes.len() > 1 {
        let alone = (0..Leaning::COUNT)
            .map(|leaning| scenes.values().map(|scene| scene.ratios[leaning]).sum())
            .collect();
        ratios.insert(everywhere.clone(), throughout);
        chances.insert(everywhere.clone(), common);
        log_e_values.insert(everywhere, alone);
    }
    Belief {
        log_evidence,
        chances,
        log_e_values,
        ratios,
    }
}

/// Returns the prior of each leaning in a group. The expected number is divided by how common each leaning is, and by
/// the writer's earlier decisions and changes.
fn prior(expected: f64, cluster: &Cluster, settled: &Settled) -> Vec<f64> {
    let total: f64 = Leaning::all().map(|leaning| commonness(leaning.feature)).sum();
    let mut prior: Vec<f64> = Leaning::all()
        .map(|leaning| expected * commonness(leaning.feature) / total)
        .collect();
    let reversed = settled.turnings.iter().filter(|turning| turning.reversed);
    // Two machines may date the same change of taste differently, but it must count once.
    for before in reversed.map(|turning| &turning.key).collect::<BTreeSet<_>>() {
        let place = before.cluster();
        if place.scene_type == cluster.scene_type && place.contains(cluster) {
            prior[before.reversed().leaning().index()] *= AFTER_A_TURN;
        }
    }
    for no in &settled.tombstones {
        let Some(key) = &no.key else {
            continue;
        };
        // A rule that she narrowed is rejected for the rest, and explains the choices where it holds.
        let kept = no.narrowed_to.as_ref().map(RuleKey::cluster);
        if kept.is_some_and(|kept| kept.contains(cluster) || cluster.contains(&kept)) {
            continue;
        }
        let place = key.cluster();
        let refused = &mut prior[key.leaning().index()];
        if place.contains(cluster) {
            *refused /= AFTER_A_NO;
        } else if cluster.contains(&place) {
            // A leaning rejected for a part cannot hold for the whole, whatever the choices elsewhere.
            *refused = 0.0;
        }
    }
    prior
}

/// The result of the episodes of one group, conditional on one assumption about the other episodes.
struct Told {
    /// The logarithm of their likelihood ratio, over all pictures.
    log: f64,
    /// The probability of each leaning, in addition to the assumed one.
    chances: Vec<f64>,
    /// The probability that the skills of the scene have the same leanings.
    pooled: f64,
}

/// The episodes of one skill alone.
struct Apart {
    chances: Vec<f64>,
    /// The log ratio of each picture.
    ratios: Vec<f64>,
}

struct Scene {
    /// The result if no leaning holds everywhere.
    without: Told,
    /// The result if one leaning holds everywhere, for each leaning.
    with: Vec<Told>,
    /// Each skill alone, if there are several.
    apart: BTreeMap<String, Apart>,
    /// The result if a leaning holds everywhere since a place: leaning × place.
    since: Vec<Vec<f64>>,
    /// The log ratio of each picture that holds throughout.
    ratios: Vec<f64>,
}

impl Scene {
    fn of(
        scene_type: SceneType,
        skills: &BTreeMap<&str, &Ledger>,
        settled: &Settled,
        beginnings: &Beginnings,
    ) -> Self {
        let cluster = Cluster {
            scene_type: Some(scene_type),
            skill: None,
        };
        let here = prior(EXPECTED_IN_A_SCENE, &cluster, settled);
        let mut whole = Ledger::default();
        skills.values().for_each(|ledger| whole.merge(ledger));
        let throughout = whole.log_ratios();
        let ratios = with_beginnings(&throughout, scene_type, beginnings);
        let third = Third::of(&throughout, scene_type, beginnings);
        let mut without = told(&ratios, &here, third.as_ref());
        let with = told_beside_each(&ratios, &throughout, &here, third.as_ref());
        let rest = throughout_alone(&throughout, &here, beginnings.beside(scene_type)) - mass(&here).ln();
        let since = (0..Leaning::COUNT)
            .map(|leaning| {
                let since = beginnings.since(scene_type, leaning);
                since.map(|log| log + rest).collect()
            })
            .collect();
        let mut apart = BTreeMap::new();
        if skills.len() > 1 {
            let mut log = SKILLS_APART.ln();
            for (skill, ledger) in skills {
                let ratios = ledger.log_ratios();
                let cluster = Cluster {
                    skill: Some((*skill).to_owned()),
                    ..cluster.clone()
                };
                let told = told(&ratios, &prior(EXPECTED_IN_A_SCENE, &cluster, settled), None);
                log += told.log;
                let chances = told.chances;
                apart.insert((*skill).to_owned(), Apart { chances, ratios });
            }
            let together = (1.0 - SKILLS_APART).ln() + without.log;
            without.log = log_sum([together, log]);
            without.pooled = (together - without.log).exp();
        }
        Self {
            without,
            with,
            apart,
            since,
            ratios: throughout,
        }
    }
}

/// Returns the index of the picture of two leanings; `None` for two leanings about one feature.
fn pair(one: Leaning, other: Leaning) -> Option<usize> {
    let wanted = (one.index().min(other.index()), one.index().max(other.index()));
    let place = pairs().iter().position(|pair| *pair == wanted)?;
    Some(Leaning::COUNT + place)
}

/// Returns the weight of the picture in which exactly the leanings in `beside` hold throughout; there are at most two.
fn throughout_alone(ratios: &[f64], prior: &[f64], beside: &[Leaning]) -> f64 {
    let prior_of = |leaning: &Leaning| prior[leaning.index()].ln();
    match beside {
        [] => 0.0,
        [one] => ratios[one.index()] + prior_of(one),
        [one, other, ..] => {
            let ratio = pair(*one, *other).map_or(f64::NEG_INFINITY, |pair| ratios[pair]);
            ratio + prior_of(one) + prior_of(other)
        }
    }
}

/// Returns the ratios of the pictures in which one leaning may have begun after the others.
fn with_beginnings(throughout: &[f64], scene_type: SceneType, beginnings: &Beginnings) -> Vec<f64> {
    let beside: Vec<usize> = beginnings
        .beside(scene_type)
        .iter()
        .map(|leaning| leaning.index())
        .collect();
    let mut ratios = throughout.to_vec();
    let (alone, together) = ratios.split_at_mut(Leaning::COUNT);
    for (leaning, ratio) in alone.iter_mut().enumerate() {
        let since = beside.is_empty().then(|| beginnings.since(scene_type, leaning));
        *ratio = Beginnings::weigh(*ratio, since.into_iter().flatten());
    }
    for (ratio, &(a, b)) in together.iter_mut().zip(pairs()) {
        let begun = |known: usize, leaning: usize| {
            let since = beside
                .contains(&known)
                .then(|| beginnings.since(scene_type, leaning));
            since
                .into_iter()
                .flatten()
                .map(move |log| throughout[known] + log)
        };
        *ratio = Beginnings::weigh(*ratio, begun(a, b).chain(begun(b, a)));
    }
    ratios
}

/// A third leaning in addition to two that are believed to hold in a scene.
///
/// There are too many pictures of three leanings to keep for each act. The pictures with the two believed leanings are
/// few, so the newest acts are read once more for them. Without these pictures, the weakest of three habits in a scene
/// would appear and disappear with the other two.
struct Third {
    /// The indexes of the two leanings.
    beside: (usize, usize),
    /// The log ratio of all three together, for each third leaning.
    logs: Vec<f64>,
}

impl Third {
    fn of(throughout: &[f64], scene_type: SceneType, beginnings: &Beginnings) -> Option<Self> {
        let &[one, other] = beginnings.beside(scene_type) else {
            return None;
        };
        let two = pair(one, other)?;
        // The last value is since the first place, that is, over all acts looked at.
        let lately = |leaning| beginnings.since(scene_type, leaning).last().unwrap_or_default();
        Some(Self {
            beside: (one.index(), other.index()),
            logs: (0..Leaning::COUNT)
                .map(|leaning| throughout[two] + lately(leaning))
                .collect(),
        })
    }

    /// Returns the possible third leanings, with the log ratio of all three.
    fn candidates(&self) -> impl Iterator<Item = (usize, f64)> {
        let (a, b) = self.beside;
        let other = move |leaning: &usize| ![a / 2, b / 2].contains(&(leaning / 2));
        self.logs
            .iter()
            .enumerate()
            .filter(move |(leaning, _)| other(leaning))
            .map(|(leaning, log)| (leaning, *log))
    }
}

/// Weighs the pictures of at most two leanings, and of three if two are believed to hold.
fn told(ratios: &[f64], prior: &[f64], third: Option<&Third>) -> Told {
    let (alone, together) = ratios.split_at(Leaning::COUNT);
    let singles = alone.iter().zip(prior).map(|(ratio, prior)| ratio + prior.ln());
    let doubles = together
        .iter()
        .zip(pairs())
        .map(|(ratio, &(a, b))| ratio + (prior[a] * prior[b]).ln());
    let logs: Vec<f64> = singles.chain(doubles).collect();
    let triples: Vec<([usize; 3], f64)> = third
        .into_iter()
        .flat_map(|third| {
            let (a, b) = third.beside;
            third
                .candidates()
                .map(move |(c, log)| ([a, b, c], log + (prior[a] * prior[b] * prior[c]).ln()))
        })
        .collect();
    let evidence = log_sum(
        logs.iter()
            .copied()
            .chain(triples.iter().map(|(_, log)| *log))
            .chain([0.0]),
    );
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
    for (three, log) in triples {
        for leaning in three {
            chances[leaning] += (log - evidence).exp();
        }
    }
    Told {
        log: evidence - mass(prior).ln(),
        chances,
        pooled: 1.0,
    }
}

/// Returns the sum of the priors of all pictures of at most two leanings.
fn mass(prior: &[f64]) -> f64 {
    1.0 + prior.iter().sum::<f64>() + pairs().iter().map(|&(a, b)| prior[a] * prior[b]).sum::<f64>()
}

/// For each leaning that may hold everywhere, weighs the pictures with at most one more leaning. If that leaning is
/// believed, pictures with two more are included.
fn told_beside_each(ratios: &[f64], throughout: &[f64], prior: &[f64], third: Option<&Third>) -> Vec<Told> {
    let alone = &throughout[..Leaning::COUNT];
    let together = &ratios[Leaning::COUNT..];
    let mut beside: Vec<Vec<(Vec<usize>, f64)>> = vec![Vec::new(); Leaning::COUNT];
    for (ratio, &(a, b)) in together.iter().zip(pairs()) {
        beside[a].push((vec![b], ratio + prior[b].ln()));
        beside[b].push((vec![a], ratio + prior[a].ln()));
    }
    if let Some(third) = third {
        let (a, b) = third.beside;
        for (c, log) in third.candidates() {
            beside[a].push((vec![b, c], log + (prior[b] * prior[c]).ln()));
            beside[b].push((vec![a, c], log + (prior[a] * prior[c]).ln()));
        }
    }
    let mass = 1.0 + prior.iter().sum::<f64>();
    beside
        .into_iter()
        .zip(alone)
        .map(|(beside, &alone)| {
            let evidence = log_sum(beside.iter().map(|(_, log)| *log).chain([alone]));
            let mut chances = vec![0.0; Leaning::COUNT];
            for (leanings, log) in beside {
                for leaning in leanings {
                    chances[leaning] += (log - evidence).exp();
                }
            }
            Told {
                log: evidence - mass.ln(),
                chances,
                pooled: 1.0,
            }
        })
        .collect()
}
