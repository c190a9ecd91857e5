//! Verdicts: the hypotheses that the evidence supports, and how strongly.

use std::collections::{BTreeMap, BTreeSet};

use prose::{Language, SceneType};

use crate::evidence::{Sample, Settled, Turning};
use crate::inference::beginning::{self, Beginnings};
use crate::inference::belief::{self, Belief, Ledgers};
use crate::inference::ledger::Ledger;
use crate::inference::turning;
use crate::rule::{Cluster, Kept, Leaning, RuleKey, RuleState};

/// The evidence of any preference at all that a first rule needs. By Ville's inequality, a writer without a preference
/// stays below it with a probability of 97.5 %, however often one looks.
const ANY_PREFERENCE: f64 = 40.0;
/// The chance at which something becomes a rule.
const RULE: f64 = 0.9;
/// The chance at which a hypothesis is worth a question, and below which a rule no longer stands: more likely than not.
const PROPOSED: f64 = 0.5;
/// The evidence of any preference at all below which nothing is asked. Under four to one, the question would be about
/// noise too often to be worth the writer's time.
const WORTH_A_QUESTION: f64 = 4.0;
/// The chance at which a hypothesis is worth showing, although it is never used.
const NOTICED: f64 = 0.2;
/// An e-value that alone would refute "no preference" at 5 %.
const ALONE: f64 = 20.0;
/// Shadows listed with a rule.
const SHADOWS: usize = 3;
/// How many of the last acts "kept in so many of the last" counts.
const LATELY: usize = 20;
/// Beyond this number of choices, "how many more" helps nobody.
const FORESEEABLE: f64 = 99.0;

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
    /// How often it was kept lately.
    pub kept: Kept,
    /// The natural logarithm of its own e-value.
    pub log_e_value: f64,
    /// The chance that it holds, everything else considered.
    pub chance: f64,
    /// How far it has come.
    pub state: RuleState,
    /// The chance that the next relevant choice agrees.
    pub confidence: f64,
    /// About how many more choices it takes to know; `None` for a rule, or when the number cannot be told.
    pub more_needed: Option<u32>,
    /// Leanings that follow from it and would pass for habits of their own.
    pub shadows: Vec<Leaning>,
}

/// One hypothesis and its result, to show how a verdict was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// What was tested.
    pub key: RuleKey,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// The natural logarithm of its own e-value.
    pub log_e_value: f64,
    /// The chance that it holds, everything else considered.
    pub chance: f64,
    /// Its present state, if any.
    pub state: Option<RuleState>,
    /// It was a rule before.
    pub stood: bool,
    /// The threshold its chance was compared with. A new hypothesis has the threshold of its state, or the lowest one
    /// where it has no state. A hypothesis that was a rule before has a lower threshold. `None` where the chance did
    /// not decide, but the writer, or a change away from a rule she confirmed.
    pub threshold: Option<f64>,
}

/// Everything that was tested, and the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The logarithm of the evidence that the writer has any preference.
    pub log_evidence: f64,
    /// Every hypothesis that any episode speaks about.
    pub tested: Vec<Tested>,
    /// Hypotheses that are a rule, worth a question, or noticed; the surest first.
    pub findings: Vec<Finding>,
    /// Changes of taste found now, away from rules that were not confirmed.
    pub turnings: Vec<Turning>,
}

/// Returns the chance and the evidence that a rule must reach.
pub const fn thresholds() -> (f64, f64) {
    (RULE, ANY_PREFERENCE)
}

/// The rules there are, as far as a verdict looks at them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Learned rules in force that the writer has not confirmed.
    pub learned: BTreeSet<RuleKey>,
    /// Rules with a key that she has confirmed.
    pub confirmed: BTreeSet<RuleKey>,
}

/// Weighs the evidence of every group of episodes and says which hypotheses it supports.
///
/// `samples` returns the episodes of a group, the oldest act first: all of them, or a given number of the newest.
///
/// A rule stands as long as it is more likely than not, so that it does not blink on and off. A rule that the writer
/// confirmed stands whatever the evidence. Where she turned away from a rule that she has not confirmed, the acts
/// before the change are settled, and the evidence since then decides alone. Where she turned to the opposite of a rule
/// that she confirmed, the opposite is proposed, and only she decides.
///
/// # Errors
/// Errors of reading the samples.
pub fn reach<E>(
    mut ledgers: Ledgers,
    mut settled: Settled,
    standing: &Standing,
    mut samples: impl FnMut(&Cluster, Option<usize>) -> Result<Vec<Sample>, E>,
) -> Result<Verdict, E> {
    let mut turnings = Vec::new();
    let mut doubted = Vec::new();
    let mut examined = BTreeSet::new();
    let (belief, mut tested, said) = 'weighed: loop {
        let belief = believe(&ledgers, &settled, &mut samples)?;
        let tested = hypotheses(&belief, &ledgers);
        let said = borne_out(&tested, &belief, standing);
        let rules = said
            .iter()
            .filter(|(_, state)| *state == RuleState::Rule)
            .map(|(key, _)| key);
        // A rule that stands is examined even where the evidence as a whole has left it.
        for key in rules.chain(&standing.learned) {
            if !examined.insert(key.clone()) {
                continue;
            }
            let newest = samples(&key.cluster(), Some(turning::LOOKED_AT))?;
            let Some(turned) = turning::turned(key, &newest, &held(&belief), &settled) else {
                continue;
            };
            if standing.confirmed.contains(key) {
                doubted.extend(turned.reversed.then_some(turned));
            } else {
                settled.turnings.push(turned.clone());
                resettle(&mut ledgers, &settled, key, &mut samples)?;
                turnings.push(turned);
                continue 'weighed;
            }
        }
        break (belief, tested, said);
    };
    let mut findings = Vec::new();
    for (key, state) in said {
        let newest = samples(&key.cluster(), Some(turning::LOOKED_AT))?;
        findings.push(finding(key, state, &belief, &ledgers, &newest, &settled));
    }
    let mut undecided = standing.confirmed.clone();
    for turned in doubted {
        let key = turned.key.reversed();
        undecided.insert(key.clone());
        let (mut ledgers, mut settled) = (ledgers.clone(), settled.clone());
        settled.turnings.push(turned);
        resettle(&mut ledgers, &settled, &key, &mut samples)?;
        let belief = believe(&ledgers, &settled, &mut samples)?;
        let newest = samples(&key.cluster(), Some(turning::LOOKED_AT))?;
        findings.retain(|finding| finding.key != key);
        findings.push(finding(
            key,
            RuleState::Proposed,
            &belief,
            &ledgers,
            &newest,
            &settled,
        ));
    }
    for test in &mut tested {
        let found = findings.iter().find(|finding| finding.key == test.key);
        test.state = found.map(|finding| finding.state);
        test.stood = standing.learned.contains(&test.key) || standing.confirmed.contains(&test.key);
        test.threshold = (!undecided.contains(&test.key)).then_some(match test.state {
            _ if test.stood => PROPOSED,
            Some(RuleState::Rule) => RULE,
            Some(RuleState::Proposed) => PROPOSED,
            Some(RuleState::Noticed) | None => NOTICED,
        });
    }
    Ok(Verdict {
        log_evidence: belief.log_evidence,
        tested,
        findings,
        turnings,
    })
}

/// Weighs all leanings, and also that some of them may have begun lately.
///
/// A beginning is looked for beside the leanings that hold throughout. The evidence of any preference at all is judged
/// as if nothing else held, which is valid for a writer without a preference.
fn believe<E>(
    ledgers: &Ledgers,
    settled: &Settled,
    samples: &mut impl FnMut(&Cluster, Option<usize>) -> Result<Vec<Sample>, E>,
) -> Result<Belief, E> {
    let newest = samples(&Cluster::default(), Some(beginning::LOOKED_AT))?;
    let count = ledgers.values().map(Ledger::len).sum();
    let begun = |beside| {
        let beginnings = Beginnings::of(&newest, count, settled, beside);
        belief::weigh(ledgers, settled, &beginnings)
    };
    let belief = begun(BTreeMap::new());
    let mut beside = held(&belief::weigh(ledgers, settled, &Beginnings::default()));
    if beside.is_empty() {
        return Ok(belief);
    }
    // Only the two surest leanings, because two have a picture of their own.
    beside.values_mut().for_each(|held| held.truncate(2));
    Ok(Belief {
        log_evidence: belief.log_evidence,
        ..begun(beside)
    })
}

/// Adds up anew the groups of episodes that a newly settled change is about.
fn resettle<E>(
    ledgers: &mut Ledgers,
    settled: &Settled,
    about: &RuleKey,
    samples: &mut impl FnMut(&Cluster, Option<usize>) -> Result<Vec<Sample>, E>,
) -> Result<(), E> {
    for ((scene_type, skill), ledger) in ledgers {
        if !about.cluster().holds(*scene_type, skill) {
            continue;
        }
        let group = Cluster {
            scene_type: Some(*scene_type),
            skill: Some(skill.clone()),
        };
        *ledger = Ledger::default();
        samples(&group, None)?
            .iter()
            .for_each(|sample| ledger.add(sample, settled));
    }
    Ok(())
}

/// Returns the leanings believed to hold in each scene, the surest first.
fn held(belief: &Belief) -> BTreeMap<SceneType, Vec<Leaning>> {
    let mut held = BTreeMap::new();
    for (cluster, chances) in &belief.chances {
        let (Some(scene_type), None) = (cluster.scene_type, &cluster.skill) else {
            continue;
        };
        let mut here: Vec<(Leaning, f64)> = Leaning::all()
            .zip(chances.iter().copied())
            .filter(|(_, chance)| *chance >= PROPOSED)
            .collect();
        here.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        if !here.is_empty() {
            held.insert(scene_type, here.into_iter().map(|(leaning, _)| leaning).collect());
        }
    }
    held
}

/// Returns every hypothesis that an episode speaks about, ordered by key.
fn hypotheses(belief: &Belief, ledgers: &Ledgers) -> Vec<Tested> {
    let mut tested = Vec::new();
    for cluster in belief.chances.keys() {
        for leaning in Leaning::all() {
            let key = key(cluster, leaning);
            let [supports, contradicts] = counts(&key, ledgers);
            if supports + contradicts > 0 {
                tested.push(Tested {
                    supports,
                    contradicts,
                    log_e_value: belief.log_e_value(&key),
                    chance: belief.chance(&key),
                    state: None,
                    stood: false,
                    threshold: None,
                    key,
                });
            }
        }
    }
    tested.sort_by(|a, b| a.key.cmp(&b.key));
    tested
}

fn key(cluster: &Cluster, leaning: Leaning) -> RuleKey {
    RuleKey {
        scene_type: cluster.scene_type,
        skill: cluster.skill.clone(),
        feature: leaning.feature,
        direction: leaning.direction,
    }
}

/// Returns how many episodes are for and against a key.
fn counts(key: &RuleKey, ledgers: &Ledgers) -> [u32; 2] {
    within(&key.cluster(), ledgers)
        .map(|ledger| ledger.counts(key.leaning()))
        .fold([0, 0], |sum, more| [sum[0] + more[0], sum[1] + more[1]])
}

fn within<'a>(cluster: &'a Cluster, ledgers: &'a Ledgers) -> impl Iterator<Item = &'a Ledger> {
    ledgers
        .iter()
        .filter(|((scene_type, skill), _)| cluster.holds(*scene_type, skill))
        .map(|(_, ledger)| ledger)
}

/// Returns the supported hypotheses and their states, each habit once, for the widest group in which it holds.
fn borne_out(tested: &[Tested], belief: &Belief, standing: &Standing) -> Vec<(RuleKey, RuleState)> {
    let any = belief.log_evidence >= ANY_PREFERENCE.ln();
    let some = belief.log_evidence >= WORTH_A_QUESTION.ln();
    let state = |test: &Tested| {
        let stands = standing.learned.contains(&test.key) && test.chance >= PROPOSED;
        if stands || standing.confirmed.contains(&test.key) || (any && test.chance >= RULE) {
            Some(RuleState::Rule)
        } else if some && test.chance >= PROPOSED {
            Some(RuleState::Proposed)
        } else {
            (test.chance >= NOTICED).then_some(RuleState::Noticed)
        }
    };
    let width = |key: &RuleKey| usize::from(key.scene_type.is_some()) + usize::from(key.skill.is_some());
    let mut shown: Vec<(&Tested, RuleState)> = tested
        .iter()
        .filter_map(|test| Some((test, state(test)?)))
        .collect();
    // The most advanced state first, then the widest group: a rule for one scene is worth more than a hunch about all
    // scenes.
    shown.sort_by(|(a, a_state), (b, b_state)| {
        b_state
            .cmp(a_state)
            .then_with(|| width(&a.key).cmp(&width(&b.key)))
            .then_with(|| b.chance.total_cmp(&a.chance))
            .then_with(|| a.key.cmp(&b.key))
    });
    let mut kept: Vec<(RuleKey, RuleState)> = Vec::new();
    for (test, state) in shown {
        let cluster = test.key.cluster();
        let said = kept.iter().any(|(other, _)| {
            other.leaning() == test.key.leaning()
                && (other.cluster().contains(&cluster) || cluster.contains(&other.cluster()))
        });
        if !said {
            kept.push((test.key.clone(), state));
        }
    }
    kept
}

fn finding(
    key: RuleKey,
    state: RuleState,
    belief: &Belief,
    ledgers: &Ledgers,
    newest: &[Sample],
    settled: &Settled,
) -> Finding {
    let [supports, contradicts] = counts(&key, ledgers);
    let cluster = key.cluster();
    let chinese = within(&cluster, ledgers)
        .filter(|ledger| ledger.language() == Language::Zh)
        .count();
    let language = if 2 * chinese > within(&cluster, ledgers).count() {
        Language::Zh
    } else {
        Language::En
    };
    let chance = belief.chance(&key);
    let confidence = confidence(supports, contradicts);
    let lately: Vec<bool> = newest
        .iter()
        .rev()
        .filter_map(|sample| sample.speaks(&key, settled))
        .take(LATELY)
        .collect();
    let count = |acts: usize| u32::try_from(acts).unwrap_or(u32::MAX);
    Finding {
        language,
        supports,
        contradicts,
        kept: Kept {
            agreed: count(lately.iter().filter(|agreed| **agreed).count()),
            of: count(lately.len()),
        },
        log_e_value: belief.log_e_value(&key),
        chance,
        state,
        confidence,
        more_needed: (state != RuleState::Rule)
            .then(|| more_needed(chance, confidence, belief.log_evidence))
            .flatten(),
        shadows: shadows(&key, belief),
        key,
    }
}

/// Returns the chance that the next relevant choice agrees.
///
/// The mean of the posterior from a Beta(8, 4) prior, as if twelve more choices had agreed two times in three. A
/// hypothesis becomes a rule because it did well so far, so it does a little worse afterwards.
pub fn confidence(supports: u32, contradicts: u32) -> f64 {
    const AGREED: f64 = 8.0;
    const DIFFERED: f64 = 4.0;
    let (supports, contradicts) = (f64::from(supports), f64::from(contradicts));
    (supports + AGREED) / (supports + contradicts + AGREED + DIFFERED)
}

/// Returns the leanings that move with a rule: each would pass for a habit alone and is explained by this rule.
fn shadows(key: &RuleKey, belief: &Belief) -> Vec<Leaning> {
    let (Some(alone), Some(chances)) = (
        belief.log_e_values.get(&key.cluster()),
        belief.chances.get(&key.cluster()),
    ) else {
        return Vec::new();
    };
    let mut shadows: Vec<(Leaning, f64)> = Leaning::all()
        .zip(alone.iter().zip(chances))
        .filter(|(leaning, _)| leaning.feature != key.feature)
        .filter(|(_, (alone, chance))| **alone >= ALONE.ln() && **chance < PROPOSED)
        .map(|(leaning, (alone, _))| (leaning, *alone))
        .collect();
    shadows.sort_by(|(a, a_alone), (b, b_alone)| b_alone.total_cmp(a_alone).then_with(|| a.cmp(b)));
    shadows
        .into_iter()
        .map(|(leaning, _)| leaning)
        .take(SHADOWS)
        .collect()
}

/// Returns about how many more choices it takes to know, if they go on as before.
///
/// At a rate of agreement *p* a choice adds on average KL(p ‖ ½) = ln 2 + p·ln p + (1−p)·ln(1−p) to the odds.
fn more_needed(chance: f64, agreement: f64, log_evidence: f64) -> Option<u32> {
    let odds = |chance: f64| (chance / (1.0 - chance)).ln();
    let missing = (odds(RULE) - odds(chance)).max(ANY_PREFERENCE.ln() - log_evidence);
    let gain =
        std::f64::consts::LN_2 + agreement * agreement.ln() + (1.0 - agreement) * (1.0 - agreement).ln();
    let choices = (missing / gain).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 99"
    )]
    (1.0..=FORESEEABLE).contains(&choices).then_some(choices as u32)
}

#[cfg(test)]
mod tests;
