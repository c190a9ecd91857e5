//! Turns findings into rules: the changes of a distillation.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::evidence::Settled;
use crate::inference::verdict::{Finding, Standing, Verdict};
use crate::rule::{Confidence, ConfidenceOutOfRange, Rule, RuleKey, RuleOrigin, RuleState, Scope};
use crate::wording;

/// The wording of a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Wording {
    /// The sentence.
    pub text: String,
    /// The stated confidence; it is checked before it is written.
    pub confidence: f64,
}

/// A finding could not be worded, because the language model did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the language model that words the rules did not answer")]
pub struct WordingError;

/// The reason why a distillation changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The confidence of a rule is invalid.
    #[error(transparent)]
    Confidence(#[from] ConfidenceOutOfRange),
    /// A rule could not be worded.
    #[error(transparent)]
    Wording(#[from] WordingError),
}

/// Words a finding with the built-in templates; it never fails.
pub fn from_templates(finding: &Finding) -> Result<Wording, WordingError> {
    Ok(Wording {
        text: wording::sentence(&finding.key, finding.language),
        confidence: finding.confidence,
    })
}

/// A finding with its sentence and a valid confidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Worded<'a> {
    finding: &'a Finding,
    text: String,
    confidence: Confidence,
}

/// Words each finding of a verdict. With a language model, this is the slow part of a distillation. It depends only on
/// the findings.
///
/// # Errors
/// An invalid confidence, or a finding that cannot be worded, refuses the whole distillation. No partial result is
/// written.
pub fn worded(
    verdict: &Verdict,
    word: impl Fn(&Finding) -> Result<Wording, WordingError>,
) -> Result<Vec<Worded<'_>>, Refused> {
    verdict
        .findings
        .iter()
        .map(|finding| {
            let Wording { text, confidence } = word(finding)?;
            Ok(Worded {
                finding,
                text,
                confidence: Confidence::new(confidence)?,
            })
        })
        .collect()
}

/// The changes of a distillation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distilled {
    /// New and changed rules, in their new form.
    pub put: Vec<Rule>,
    /// The ids of learned rules that the evidence no longer supports.
    pub removed: Vec<String>,
}

/// Returns the present rules that a verdict takes into account. An existing rule needs less evidence than a new one,
/// and evidence alone never reverses a rule that the writer confirmed.
pub fn standing(rules: &[Rule]) -> Standing {
    let keys = |confirmed: bool| {
        rules
            .iter()
            .filter(|rule| rule.in_force() && rule.user_confirmed == confirmed)
            .filter_map(Rule::key)
            .collect()
    };
    Standing {
        learned: keys(false),
        confirmed: keys(true),
    }
}

/// How long a rule from a change of taste is shown as new, and the maximum age of that change when the rule is made.
/// The age of a change follows from the dates of its evidence, not from the day of its discovery. A change that shows
/// only in old choices, such as an import of old work, makes the same rule, but it is not shown as new.
const RECENT: TimeDelta = TimeDelta::days(30);

/// Turns a verdict into changes of the present rules.
///
/// The writer's decisions stay, whatever the evidence: a confirmed or resting rule keeps its state, and a rule she
/// reworded keeps its text. Only the counts and the confidence follow the evidence. A sentence that she deleted by hand is not
/// proposed again in the same words, and a rule that she narrowed is not learned again for more.
pub fn distil(
    verdict: &Verdict,
    worded: &[Worded<'_>],
    rules: &[Rule],
    settled: &Settled,
    now: DateTime<Utc>,
) -> Distilled {
    let learned: BTreeMap<RuleKey, &Rule> = rules
        .iter()
        .filter_map(|rule| rule.key().map(|key| (key, rule)))
        .collect();
    let refused: BTreeSet<&str> = settled
        .tombstones
        .iter()
        .filter(|tombstone| tombstone.key.is_none())
        .map(|tombstone| tombstone.text.as_str())
        .collect();

    // A rule that she widened again stands under the wider key.
    let narrowed_away = |key: &RuleKey| settled.narrowed(key) && !learned.contains_key(key);
    let turned_to = |key: &RuleKey| {
        let turnings = settled.turnings.iter().chain(&verdict.turnings);
        turnings
            .filter(|turning| turning.reversed && turning.key.reversed() == *key)
            .map(|turning| turning.shown_at)
            .max()
    };

    let mut distilled = Distilled::default();
    let mut found = BTreeSet::new();
    for Worded {
        finding,
        text,
        confidence,
    } in worded
    {
        if refused.contains(text.as_str()) || narrowed_away(&finding.key) {
            continue;
        }
        found.insert(finding.key.clone());
        let known = learned.get(&finding.key).copied();
        let confirmed = known.is_some_and(|rule| rule.user_confirmed);
        let resting = known.is_some_and(|rule| rule.resting);
        let since = known.map_or(now, |rule| rule.created_at);
        let is_news = |turned: DateTime<Utc>| now - since < RECENT && since - turned <= RECENT;
        let mut rule = Rule {
            id: finding.key.to_string(),
            text: known
                .filter(|rule| rule.user_modified)
                .map_or(text, |rule| &rule.text)
                .clone(),
            category: known.map_or(wording::category(finding.key.feature), |rule| rule.category),
            scope: known.map_or(Scope::Project, |rule| rule.scope),
            scene_type: finding.key.scene_type,
            skill: finding.key.skill.clone(),
            feature: Some(finding.key.feature),
            direction: Some(finding.key.direction),
            corrected: known.and_then(|rule| rule.corrected),
            state: if confirmed || resting {
                RuleState::Rule
            } else {
                finding.state
            },
            origin: known.map_or(RuleOrigin::Learned, |rule| rule.origin),
            confidence: *confidence,
            supports: finding.supports,
            contradicts: finding.contradicts,
            kept: Some(finding.kept),
            shadows: finding.shadows.clone(),
            more_needed: more_needed(finding, known).filter(|_| !confirmed && !resting),
            user_confirmed: confirmed,
            user_modified: known.is_some_and(|rule| rule.user_modified),
            resting,
            recently_updated: turned_to(&finding.key).is_some_and(is_news),
            // The confidence is computed anew; if another rule contradicts this one, `question::raise` marks it and
            // lowers its confidence.
            conflict_marked: false,
            created_at: since,
            updated_at: known.map_or(now, |rule| rule.updated_at),
        };
        if known != Some(&rule) {
            rule.updated_at = now;
            distilled.put.push(rule);
        }
    }
    distilled.removed = learned
        .into_iter()
        // A rule that the writer put into the file herself stays until she deletes it.
        .filter(|(_, rule)| rule.origin == RuleOrigin::Learned && !rule.user_confirmed && !rule.resting)
        .filter(|(key, _)| !found.contains(key))
        .map(|(_, rule)| rule.id.clone())
        .collect();
    distilled
}

/// Returns the estimated number of further choices.
///
/// The estimate follows all acts, also acts that say nothing about the finding. But a writer who was consistent since
/// the last distillation has not moved away from her goal, so the number does not grow.
fn more_needed(finding: &Finding, known: Option<&Rule>) -> Option<u32> {
    let before = known
        .filter(|rule| finding.contradicts <= rule.contradicts)
        .and_then(|rule| rule.more_needed);
    match (finding.more_needed, before) {
        (Some(now), Some(before)) => Some(now.min(before)),
        (now, before) => now.or(before.filter(|_| finding.state != RuleState::Rule)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Turning;
    use crate::rule::{Direction, Kept};
    use chrono::TimeDelta;
    use prose::{Feature, Language, SceneType};

    fn finding(state: RuleState, supports: u32) -> Finding {
        Finding {
            key: RuleKey {
                scene_type: Some(SceneType::Action),
                skill: None,
                feature: Feature::SentenceLength,
                direction: Direction::Less,
            },
            language: Language::Zh,
            supports,
            contradicts: 2,
            kept: Kept { agreed: 18, of: 20 },
            log_e_value: 9.0,
            chance: 0.97,
            state,
            confidence: 0.9,
            more_needed: None,
            shadows: Vec::new(),
        }
    }

    fn verdict(findings: Vec<Finding>) -> Verdict {
        Verdict {
            findings,
            ..Verdict::default()
        }
    }

    fn distilled(findings: Vec<Finding>, rules: &[Rule], settled: &Settled, now: DateTime<Utc>) -> Distilled {
        let verdict = verdict(findings);
        let worded = worded(&verdict, from_templates).expect("templates that word every finding");
        distil(&verdict, &worded, rules, settled, now)
    }

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn first_rule() -> Rule {
        distilled(vec![finding(RuleState::Rule, 30)], &[], &Settled::default(), NOW)
            .put
            .remove(0)
    }

    #[test]
    fn a_finding_becomes_a_rule_that_the_writer_has_not_confirmed() {
        let rule = first_rule();
        assert_eq!(rule.text, "动作场景偏好短句");
        assert_eq!(rule.id, "action.sentence_length.less");
        assert!(!rule.user_confirmed);
        assert_eq!((rule.supports, rule.contradicts), (30, 2));
    }

    #[test]
    fn distilling_the_same_evidence_twice_changes_nothing() {
        let rule = first_rule();
        let later = NOW + TimeDelta::days(1);
        let again = distilled(
            vec![finding(RuleState::Rule, 30)],
            &[rule],
            &Settled::default(),
            later,
        );
        assert_eq!(again, Distilled::default());
    }

    #[test]
    fn what_the_writer_said_stays_said() {
        let mine = Rule {
            text: "打斗里一句一个动作".into(),
            user_confirmed: true,
            user_modified: true,
            ..first_rule()
        };
        let weaker = distilled(
            vec![finding(RuleState::Noticed, 40)],
            std::slice::from_ref(&mine),
            &Settled::default(),
            NOW,
        );
        assert_eq!(weaker.put[0].text, mine.text);
        assert_eq!(weaker.put[0].state, RuleState::Rule);
        assert_eq!(weaker.put[0].supports, 40);

        let silent = distilled(vec![], &[mine], &Settled::default(), NOW);
        assert_eq!(
            silent,
            Distilled::default(),
            "a confirmed rule outlives its evidence"
        );
    }

    #[test]
    fn a_learned_rule_no_longer_borne_out_goes() {
        let gone = distilled(vec![], &[first_rule()], &Settled::default(), NOW);
        assert_eq!(gone.removed, ["action.sentence_length.less"]);
    }

    #[test]
    fn a_rule_the_writer_put_into_the_file_stays_without_evidence() {
        let pasted = Rule {
            origin: RuleOrigin::Written,
            ..first_rule()
        };
        let after = distilled(vec![], &[pasted], &Settled::default(), NOW);
        assert_eq!(after, Distilled::default());
    }

    #[test]
    fn a_change_of_taste_is_news_for_thirty_days_and_only_where_it_was_one_of_the_last_thirty() {
        let days = TimeDelta::days;
        let away = finding(RuleState::Rule, 30).key.reversed();
        let turned = |shown: i64, reversed: bool| Settled {
            turnings: vec![Turning {
                key: away.clone(),
                at: NOW - days(90),
                shown_at: NOW - days(shown),
                reversed,
            }],
            ..Settled::default()
        };
        let is_news = |settled: &Settled, known: &[Rule], later: i64| {
            let after = distilled(
                vec![finding(RuleState::Rule, 30)],
                known,
                settled,
                NOW + days(later),
            );
            let rule = after
                .put
                .into_iter()
                .next()
                .or_else(|| known.first().cloned())
                .expect("a rule");
            (rule.recently_updated, rule)
        };
        for (shown, reversed, expected) in [
            (0, true, true),
            (30, true, true),
            (31, true, false),
            (0, false, false),
        ] {
            let settled = turned(shown, reversed);
            let (news, rule) = is_news(&settled, &[], 0);
            assert_eq!(news, expected, "{shown} days ago, reversed: {reversed}");
            for (later, expected) in [(29, expected), (30, false)] {
                assert_eq!(
                    is_news(&settled, std::slice::from_ref(&rule), later).0,
                    expected,
                    "after {later} days"
                );
            }
        }
    }

    #[test]
    fn the_number_of_further_choices_never_grows_while_she_is_consistent() {
        let noticed = |contradicts, more_needed| Finding {
            contradicts,
            more_needed,
            ..finding(RuleState::Noticed, 3)
        };
        for (before, now, expected) in [
            ((2, Some(9)), (2, Some(12)), Some(9)),
            ((2, Some(9)), (2, Some(7)), Some(7)),
            ((2, Some(9)), (2, None), Some(9)),
            ((2, Some(9)), (3, Some(12)), Some(12)),
            ((2, Some(9)), (3, None), None),
            ((2, None), (2, Some(30)), Some(30)),
        ] {
            let known = distilled(vec![noticed(before.0, before.1)], &[], &Settled::default(), NOW).put;
            let after = distilled(vec![noticed(now.0, now.1)], &known, &Settled::default(), NOW).put;
            let rule = after.first().unwrap_or(&known[0]);
            assert_eq!(rule.more_needed, expected, "{before:?}, then {now:?}");
        }
    }

    #[test]
    fn one_confidence_out_of_range_refuses_everything() {
        for wrong in [1.2, -0.1, f64::NAN] {
            let lie = |finding: &Finding| {
                Ok(Wording {
                    confidence: wrong,
                    ..from_templates(finding)?
                })
            };
            let verdict = verdict(vec![finding(RuleState::Rule, 30)]);
            assert!(worded(&verdict, lie).is_err(), "{wrong}");
        }
    }

    #[test]
    fn one_finding_that_cannot_be_worded_refuses_everything() {
        let findings = vec![finding(RuleState::Rule, 30), finding(RuleState::Noticed, 3)];
        let silent = |finding: &Finding| match finding.state {
            RuleState::Rule => from_templates(finding),
            _ => Err(WordingError),
        };
        assert_eq!(
            worded(&verdict(findings), silent),
            Err(Refused::Wording(WordingError))
        );
    }
}
