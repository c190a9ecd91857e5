//! Verdicts: selects the hypotheses that the evidence supports, and states how strongly.

use std::collections::{BTreeMap, BTreeSet};

use prose::{Feature, Language, SceneType};

use crate::evidence::{Sample, Settled, Turning};
use crate::inference::beginning::{self, Beginnings};
use crate::inference::belief::{self, Belief, Ledgers};
use crate::inference::ledger::Ledger;
use crate::inference::turning;
use crate::rule::{Cluster, Kept, Leaning, RuleKey, RuleState};

/// The evidence for any preference at all that a first rule needs. By Ville's inequality, a writer without a preference
/// stays below it with a probability of 97.5 %, for any number of looks.
const ANY_PREFERENCE: f64 = 40.0;
/// The probability from which a hypothesis becomes a rule.
const RULE: f64 = 0.9;
/// The probability from which a hypothesis is proposed, and below which a rule is dropped: more likely than not.
const PROPOSED: f64 = 0.5;
/// The evidence for any preference at all below which nothing is proposed. Below four to one, the question would too
/// often be about noise.
const WORTH_A_QUESTION: f64 = 4.0;
/// How many more of its own acts must speak for a hypothesis than against it before the writer is asked. A yes in one
/// scene makes the same habit likely in the others, where a single act would otherwise be enough for a question.
const OWN_ACTS: u32 = 3;
/// The probability from which a hypothesis with more acts for it than against it is shown, although it is not used.
const NOTICED: f64 = 0.2;
/// The e-value that alone refutes "no preference" at 5 %.
const ALONE: f64 = 20.0;
/// The maximum number of shadows listed with a rule.
const SHADOWS: usize = 3;
/// The number of the last acts in the count "kept in so many of the last".
const LATELY: usize = 20;
/// How much a choice usually adds to the logarithm of the odds of a habit that is kept. The most that a choice can add is
/// ln 2 with two texts and ln 3 with three; this is about a third of it.
const USUAL_GAIN: f64 = 0.3;
/// The largest number of further choices that is stated; a larger one is of no use to the writer.
const FORESEEABLE: f64 = 99.0;

/// One supported hypothesis, with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its key.
    pub key: RuleKey,
    /// The language of most of its episodes.
    pub language: Language,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// How often it was kept recently.
    pub kept: Kept,
    /// The natural logarithm of its own e-value.
    pub log_e_value: f64,
    /// The probability that it holds, considering all other hypotheses.
    pub chance: f64,
    /// Its state.
    pub state: RuleState,
    /// The probability that the next relevant choice agrees.
    pub confidence: f64,
    /// The estimated number of further choices that will decide it; `None` for a rule, or if no estimate is possible.
    pub more_needed: Option<u32>,
    /// Leanings that correlate with it and would otherwise be taken for separate habits.
    pub shadows: Vec<Leaning>,
}

/// One tested hypothesis and its result, to explain a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// Its key.
    pub key: RuleKey,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// The natural logarithm of its own e-value.
    pub log_e_value: f64,
    /// The probability that it holds, considering all other hypotheses.
    pub chance: f64,
    /// Its present state, if any.
    pub state: Option<RuleState>,
    /// Whether it was a rule before.
    pub stood: bool,
    /// The threshold that its probability was compared with. For a new hypothesis it is the threshold of its state, or
    /// the lowest one without a state. For an earlier rule it is lower. `None` if the probability did not decide, but
    /// the writer, or a change away from a rule she confirmed.
    pub threshold: Option<f64>,
}

/// All tested hypotheses, and the results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The logarithm of the evidence that the writer has any preference.
    pub log_evidence: f64,
    /// All hypotheses for which at least one episode is evidence.
    pub tested: Vec<Tested>,
    /// The hypotheses that are a rule, proposed or noticed, most probable first.
    pub findings: Vec<Finding>,
    /// The changes of taste found now, away from rules that were not confirmed.
    pub turnings: Vec<Turning>,
}

/// Returns the probability and the evidence that a rule needs.
pub const fn thresholds() -> (f64, f64) {
    (RULE, ANY_PREFERENCE)
}

/// The present rules that a verdict takes into account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Learned rules in force that the writer has not confirmed.
    pub learned: BTreeSet<RuleKey>,
    /// Rules with a key that she has confirmed.
    pub confirmed: BTreeSet<RuleKey>,
}

/// Weighs the evidence of each group of episodes and selects the supported hypotheses.
///
/// `samples` returns the episodes of a group, oldest act first: all of them, or a given number of the newest.
///
/// An existing rule stays as long as it is more likely than not, so that it does not appear and disappear repeatedly. A
/// rule that the writer confirmed stays, whatever the evidence. If she lost the leaning of an unconfirmed rule, the
/// acts before the change are settled, and the evidence since then decides alone. If she turned to the opposite of a
/// confirmed rule, the opposite is proposed, and only she decides.
///
/// # Errors
/// Errors of `samples`.
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
        let belief = narrower_first(believe(&ledgers, &settled, &mut samples)?, &ledgers, standing);
        let tested = hypotheses(&belief, &ledgers);
        let said = borne_out(&tested, &belief, standing);
        let rules = said
            .iter()
            .filter(|(_, state)| *state == RuleState::Rule)
            .map(|(key, _)| key);
        // An existing rule is examined even if the evidence as a whole no longer supports it.
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

/// Weighs all leanings, including the possibility that some began recently.
///
/// Beginnings are tested in addition to the leanings that hold throughout. The evidence for any preference at all is
/// computed without these leanings, which is valid for a writer without a preference.
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
    // Only the two most probable leanings, because a picture has at most two.
    beside.values_mut().for_each(|held| held.truncate(2));
    Ok(Belief {
        log_evidence: belief.log_evidence,
        ..begun(beside)
    })
}

/// Gives the probability of a leaning to the narrower leaning within it, where the acts do not tell the two apart.
///
/// Whoever cuts all adverbs also cuts *very*. So choices against *very* alone are explained by both leanings, and the
/// narrower one holds if either of them holds. The wider one is stated once the acts speak for it at four to one. A
/// wider rule that stands is not narrowed, and none whose acts speak against the narrower claim.
fn narrower_first(mut belief: Belief, ledgers: &Ledgers, standing: &Standing) -> Belief {
    for (cluster, chances) in &mut belief.chances {
        let Some(log_e_values) = belief.log_e_values.get(cluster) else {
            continue;
        };
        for leaning in Leaning::all() {
            let Some(feature) = part_of(leaning.feature) else {
                continue;
            };
            let narrower = Leaning { feature, ..leaning };
            let (wide, narrow) = (leaning.index(), narrower.index());
            let wider = key(cluster, leaning);
            let stands = standing.learned.contains(&wider) || standing.confirmed.contains(&wider);
            let [supports, contradicts] = counts(&key(cluster, narrower), ledgers);
            if !stands
                && supports > contradicts
                && log_e_values[wide] - log_e_values[narrow] < WORTH_A_QUESTION.ln()
            {
                // A picture of both counts in both chances.
                chances[narrow] = (chances[narrow] + std::mem::take(&mut chances[wide])).min(1.0);
            }
        }
    }
    belief
}

/// Returns the feature that counts a part of the words that another feature counts: all fillers of one word are adverbs.
const fn part_of(feature: Feature) -> Option<Feature> {
    match feature {
        Feature::AdverbDensity => Some(Feature::FillerDensity),
        _ => None,
    }
}

/// Returns whether a hypothesis explains acts that the strongest other claim does not.
///
/// A candidate often combines two moves. Taking it then speaks for two claims, and a question about the wrong one costs
/// trust. So a question waits until the acts speak at four to one for both claims together against the other one alone.
/// The strongest claim about all acts counts like the strongest one of the group. A habit of every scene explains the
/// few acts of one scene, too. A wider claim is no reason to wait: the narrower one is asked about first.
fn adds_something(key: &RuleKey, belief: &Belief) -> bool {
    let leaning = key.leaning();
    let is_wider = |other: &Leaning| {
        other.direction == leaning.direction && part_of(other.feature) == Some(leaning.feature)
    };
    let strongest = |cluster: &Cluster| {
        let mut others = belief.explanations(cluster).into_iter();
        others.find(|other| other.feature != leaning.feature && !is_wider(other))
    };
    [key.cluster(), Cluster::default()]
        .iter()
        .filter_map(strongest)
        .all(|other| belief.log_beside(key, other) >= WORTH_A_QUESTION.ln())
}

/// Recomputes the ledgers of the groups of episodes that a newly settled change affects.
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

/// Returns the leanings believed to hold in each scene, most probable first.
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

/// Returns all hypotheses for which at least one episode is evidence, ordered by key.
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

/// Returns the number of episodes for and against a key.
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
        if stands || standing.confirmed.contains(&test.key) {
            return Some(RuleState::Rule);
        }
        // A chance can come from other groups alone. A claim that its own acts contradict is neither stated nor asked.
        if test.supports <= test.contradicts {
            None
        } else if any && test.chance >= RULE {
            Some(RuleState::Rule)
        } else if some
            && test.chance >= PROPOSED
            && test.supports >= test.contradicts + OWN_ACTS
            && adds_something(&test.key, belief)
        {
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
    // The most advanced state first, then the widest group: a rule for one scene is more useful than a noticed
    // hypothesis about all scenes.
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
    let log_e_value = belief.log_e_value(&key);
    Finding {
        language,
        supports,
        contradicts,
        kept: Kept {
            agreed: count(lately.iter().filter(|agreed| **agreed).count()),
            of: count(lately.len()),
        },
        log_e_value,
        chance,
        state,
        confidence,
        more_needed: (state != RuleState::Rule)
            .then(|| {
                more_needed(
                    chance,
                    gain(log_e_value, supports, contradicts),
                    belief.log_evidence,
                )
            })
            .flatten(),
        shadows: shadows(&key, belief),
        key,
    }
}

/// Returns the probability that the next relevant choice agrees.
///
/// It is the posterior mean with a Beta(8, 4) prior, as if twelve more choices had agreed two times in three. A
/// hypothesis is selected as a rule because it did well so far, so it will do a little worse afterwards (regression to
/// the mean).
pub fn confidence(supports: u32, contradicts: u32) -> f64 {
    const AGREED: f64 = 8.0;
    const DIFFERED: f64 = 4.0;
    let (supports, contradicts) = (f64::from(supports), f64::from(contradicts));
    (supports + AGREED) / (supports + contradicts + AGREED + DIFFERED)
}

/// Returns the leanings that correlate with a rule: each would be taken for a habit alone and is explained by this
/// rule.
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

/// Returns how much a choice adds on average to the logarithm of the odds of a hypothesis: the mean over its choices so
/// far, and over four choices of [`USUAL_GAIN`].
fn gain(log_e_value: f64, supports: u32, contradicts: u32) -> f64 {
    const ASSUMED: f64 = 4.0;
    let choices = f64::from(supports + contradicts);
    (log_e_value + ASSUMED * USUAL_GAIN) / (choices + ASSUMED)
}

/// Returns the estimated number of further choices that will decide, if each adds as much as the choices so far; `None`
/// if that is too far away.
fn more_needed(chance: f64, gain: f64, log_evidence: f64) -> Option<u32> {
    let odds = |chance: f64| (chance / (1.0 - chance)).ln();
    let missing = (odds(RULE) - odds(chance)).max(ANY_PREFERENCE.ln() - log_evidence);
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
