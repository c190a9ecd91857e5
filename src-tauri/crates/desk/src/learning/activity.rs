//! The activity of the memory over time, for the panel's charts.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use contract::{ActivityView, BandCounts, EvidencePoint, RuleCounts, RuleHistory, RunWeek, WeekCount};
use index::Presence;
use learning::decay::Band;
use learning::rule::RuleWithEvidence;
use learning::{Rule, RuleState};
use memory::RunKind;

use crate::weeks::{monday, weeks};
use crate::{Learning, Result};

impl Learning {
    /// Returns the activity of the memory over time.
    pub fn activity(&self) -> Result<ActivityView> {
        let rules = self.rules()?;
        let now = (self.ports.now)();
        let view = self.memory.index.snapshot()?;
        let acts: BTreeMap<String, NaiveDate> = view
            .acts()?
            .into_iter()
            .map(|(id, at)| (id, monday(at.date_naive())))
            .collect();
        let weeks = weeks(acts.values().min().copied(), monday(now.date_naive()));
        Ok(ActivityView {
            episodes_per_week: weeks
                .iter()
                .map(|week| WeekCount {
                    week: week.to_string(),
                    episodes: count(acts.values().filter(|act| *act == week)),
                })
                .collect(),
            rules: by_state(rules.iter().map(|weighed| &weighed.rule)),
            bands: by_band(&view.bands(now)?, view.count_of(Presence::Compressed)?),
            evidence: rules
                .into_iter()
                .filter(|weighed| weighed.rule.in_force() && weighed.rule.feature.is_some())
                .map(|weighed| history(weighed, &acts, &weeks))
                .collect(),
            runs: run_weeks(
                view.run_kinds()?
                    .into_iter()
                    .map(|(at, kind)| (monday(at.date_naive()), kind)),
                monday(now.date_naive()),
            ),
        })
    }
}

/// Returns the runs of each week, given the week and the kind of each.
fn run_weeks(runs: impl Iterator<Item = (NaiveDate, RunKind)>, this: NaiveDate) -> Vec<RunWeek> {
    let mut counted: BTreeMap<NaiveDate, RunWeek> = BTreeMap::new();
    for (week, kind) in runs {
        let counts = counted.entry(week).or_default();
        if let Some(count) = purpose(kind, counts) {
            *count += 1;
        }
    }
    weeks(counted.keys().next().copied(), this)
        .into_iter()
        .map(|week| RunWeek {
            week: week.to_string(),
            ..counted.remove(&week).unwrap_or_default()
        })
        .collect()
}

/// Returns the counter for a run; `None` for a run by a newer version of the desk, whose kind is unknown.
const fn purpose(kind: RunKind, of: &mut RunWeek) -> Option<&mut u32> {
    Some(match kind {
        RunKind::Distill => &mut of.learned,
        RunKind::RuleAdded
        | RunKind::RuleConfirmed
        | RunKind::RuleEdited
        | RunKind::RuleDeleted
        | RunKind::RuleMoved
        | RunKind::FileFollowed
        | RunKind::QuestionAnswered
        | RunKind::ProposalDecided => &mut of.hers,
        RunKind::Consolidate => &mut of.conversations,
        RunKind::Compress
        | RunKind::Purge
        | RunKind::DayNoted
        | RunKind::Audit
        | RunKind::Archive
        | RunKind::Compact
        | RunKind::Expire
        | RunKind::Revived => &mut of.upkeep,
        RunKind::Restored => &mut of.restored,
        RunKind::Newer => return None,
    })
}

fn by_state<'a>(rules: impl Iterator<Item = &'a Rule>) -> RuleCounts {
    let mut counts = RuleCounts::default();
    for rule in rules {
        let count = match rule.state {
            RuleState::Noticed => &mut counts.noticed,
            RuleState::Proposed => &mut counts.proposed,
            RuleState::Rule if rule.user_confirmed => &mut counts.confirmed,
            RuleState::Rule => &mut counts.rule,
        };
        *count += 1;
    }
    counts
}

fn by_band(bands: &BTreeMap<Band, u32>, compressed: u64) -> BandCounts {
    let of = |band| bands.get(&band).copied().unwrap_or(0);
    BandCounts {
        active: of(Band::Active),
        decaying: of(Band::Decaying),
        to_compress: of(Band::ToCompress),
        to_evict: of(Band::ToEvict),
        compressed: u32::try_from(compressed).unwrap_or(u32::MAX),
    }
}

fn history(
    weighed: RuleWithEvidence,
    acts: &BTreeMap<String, NaiveDate>,
    weeks: &[NaiveDate],
) -> RuleHistory {
    let up_to = |week: &NaiveDate, ids: &[String]| {
        count(
            ids.iter()
                .filter(|id| acts.get(*id).is_some_and(|act| act <= week)),
        )
    };
    RuleHistory {
        points: weeks
            .iter()
            .map(|week| EvidencePoint {
                week: week.to_string(),
                supports: up_to(week, &weighed.supporting_episodes),
                contradicts: up_to(week, &weighed.contradicting_episodes),
            })
            .collect(),
        rule_id: weighed.rule.id,
        text: weighed.rule.text,
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(date: &str) -> NaiveDate {
        date.parse().expect("a date")
    }

    #[test]
    fn a_run_counts_once_in_its_week_for_what_it_was_for() {
        let [first, between, this] = ["2026-11-02", "2026-11-09", "2026-11-16"].map(day);
        let runs = [
            (this, RunKind::Distill),
            (first, RunKind::Consolidate),
            (first, RunKind::Audit),
            (first, RunKind::Expire),
            (this, RunKind::FileFollowed),
            (this, RunKind::Restored),
            // A date in the future, as from another machine with a wrong clock.
            (day("2026-11-23"), RunKind::Distill),
        ];
        let week = |week: NaiveDate| RunWeek {
            week: week.to_string(),
            ..RunWeek::default()
        };
        assert_eq!(
            run_weeks(runs.into_iter(), this),
            [
                RunWeek {
                    conversations: 1,
                    upkeep: 2,
                    ..week(first)
                },
                week(between),
                RunWeek {
                    learned: 1,
                    hers: 1,
                    restored: 1,
                    ..week(this)
                }
            ]
        );
        assert_eq!(run_weeks(std::iter::empty(), this), []);
    }
}
