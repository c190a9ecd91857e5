//! The activity and the state of the store: metrics are written, added up and judged here.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Days, NaiveDate, Utc};
use contract::{ObserveView, OutcomeWeek};
use memory::document::census::Census;
use memory::metrics::gates::{self, Verdict};
use memory::metrics::summary::{MetricSummary, Report, Tally, Window};
use memory::metrics::{METRICS, Metric, ROUTING, UPDATES};
use memory::upkeep;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use vault::Kind;

use crate::memory_root::draft::MEMORY_FILE_LIMIT;
use crate::memory_root::metrics::FOLDER;
use crate::weeks::{WEEKS, monday};
use crate::{Error, Result, Store, wire};

/// How many bytes of a metrics file are read at once.
const BUFFER: usize = 256 * 1024;
/// The largest kept snapshot that is read.
const SNAPSHOT_LIMIT: u64 = 4 * 1024 * 1024;

/// The state of the store, and its activity in a span of days.
#[derive(Clone, Debug, Serialize)]
pub struct Observation {
    /// The time of the observation.
    pub at: DateTime<Utc>,
    /// The first day of the metrics.
    pub since: NaiveDate,
    /// The last day; the gates look back from it.
    pub until: NaiveDate,
    /// The memory files as they are now.
    pub store: StoreFigures,
    /// Every metric by its name.
    pub metrics: BTreeMap<&'static str, Report>,
    /// Whether daily sections may be asked for more strictly.
    pub gates: [Verdict; 2],
}

/// The memory files in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StoreFigures {
    /// Markdown files of the memory root by their path in it. Daily files and the archive are counted separately below.
    pub files: BTreeMap<String, Census>,
    /// Daily files by the age of their day.
    pub daily: Ages,
    /// The archived files.
    pub archive: Census,
}

/// Daily files by the age of their day; today is age 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ages {
    /// The last 7 days, today among them.
    pub week: Census,
    /// The rest of the last 30 days; older files are archived by default.
    pub month: Census,
    /// The rest of the last 90 days.
    pub quarter: Census,
    /// Older files.
    pub older: Census,
}

/// A number or a word with different values in two observations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Its path in the observation, with names joined by dots.
    pub path: String,
    /// The value before; `null` without a value.
    pub before: Value,
    /// The value after; `null` without a value.
    pub after: Value,
}

impl Store {
    /// Counts the memory files, adds up every metric of every device, and judges the gates.
    ///
    /// `until` is today if not given. `since` is then the start of the 26 weeks up to `until`. Both days are included,
    /// in UTC.
    pub fn observe(&self, since: Option<NaiveDate>, until: Option<NaiveDate>) -> Result<Observation> {
        let now = self.memory.now();
        let until = until.unwrap_or_else(|| now.date_naive());
        let since = since.unwrap_or_else(|| first_week(until));
        let policy = self.memory.gates();
        let reach = Days::new(u64::from(gates::reach(&policy)) - 1);
        let window = Window {
            // The gates may look back further than `since`.
            since: Some(since.min(until.checked_sub_days(reach).unwrap_or(since))),
            until: Some(until),
        };
        let summaries = self.summaries(METRICS, window)?;
        let shown = Window {
            since: Some(since),
            until: Some(until),
        };
        Ok(Observation {
            at: now,
            since,
            until,
            store: self.store(self.memory.local_day(now))?,
            gates: judged(&policy, until, &summaries),
            metrics: summaries
                .iter()
                .map(|summary| (summary.metric().name, summary.report(shown)))
                .collect(),
        })
    }

    /// Returns the data that the panel draws: the outcomes of updates week by week, and the gates.
    pub fn observed(&self) -> Result<ObserveView> {
        let today = self.memory.now().date_naive();
        let policy = self.memory.gates();
        let reach = Days::new(u64::from(gates::reach(&policy)) - 1);
        let window = Window {
            since: Some(first_week(today).min(today.checked_sub_days(reach).unwrap_or(today))),
            until: Some(today),
        };
        let summaries = self.summaries(&[&UPDATES, &ROUTING], window)?;
        Ok(ObserveView {
            weeks: weeks(&of(&UPDATES, &summaries), today),
            gates: judged(&policy, today, &summaries)
                .iter()
                .map(wire::gate)
                .collect(),
        })
    }

    /// Keeps an observation under a name for later comparison; returns its path relative to the project.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a name that cannot be a file name, or that is taken: a kept observation is not replaced.
    pub fn keep_observation(&self, tag: &str, observation: &Observation) -> Result<String> {
        let path = self.snapshot(tag)?;
        let folder = self.memory.folder.path().join(FOLDER).join("snapshots");
        vault::create_folders(&*self.ports.disk, self.memory.folder.path(), &folder)?;
        let unwritable = |_| Error::Unwritable {
            what: "an observation",
        };
        let mut text = serde_json::to_string_pretty(observation).map_err(unwritable)?;
        text.push('\n');
        match vault::replace(&*self.ports.disk, &path, None, text.as_bytes()) {
            Ok(_) => Ok(self.memory.project.relative(&path).unwrap_or_default()),
            Err(vault::Error::Changed { .. }) => Err(Error::Invalid {
                field: "tag",
                expected: "a name under which nothing is kept yet",
            }),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the differences since a kept observation, in the order of the paths.
    ///
    /// # Errors
    /// `NOT_FOUND` where nothing is kept under the name, [`Error::Invalid`] where the kept file is no observation.
    pub fn differences(&self, tag: &str, observation: &Observation) -> Result<Vec<Difference>> {
        let path = self.snapshot(tag)?;
        let kept = vault::read_text(&path, SNAPSHOT_LIMIT)?;
        let before: Value = serde_json::from_str(&kept.text).map_err(|_| Error::Invalid {
            field: "against",
            expected: "the name of an observation that can still be read",
        })?;
        let after = serde_json::to_value(observation).map_err(|_| Error::Unwritable {
            what: "an observation",
        })?;
        let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
        for part in ["store", "metrics", "gates"] {
            flatten(part, before.get(part).unwrap_or(&Value::Null), &mut old);
            flatten(part, after.get(part).unwrap_or(&Value::Null), &mut new);
        }
        let paths: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        Ok(paths
            .into_iter()
            .filter(|path| old.get(*path) != new.get(*path))
            .map(|path| Difference {
                path: path.clone(),
                before: old.get(path).cloned().unwrap_or_default(),
                after: new.get(path).cloned().unwrap_or_default(),
            })
            .collect())
    }

    fn snapshot(&self, tag: &str) -> Result<PathBuf> {
        if !vault::is_portable(tag) {
            return Err(Error::Invalid {
                field: "tag",
                expected: "1 to 64 letters, digits, - and _",
            });
        }
        let folder = self.memory.folder.path().join(FOLDER).join("snapshots");
        Ok(folder.join(format!("{tag}.json")))
    }

    /// Adds up metrics, one file per thread: the files are few and long, and a row and its duplicate stand in the same
    /// file.
    fn summaries(&self, metrics: &[&'static Metric], window: Window) -> Result<Vec<MetricSummary>> {
        let folder = self.memory.folder.path().join(FOLDER);
        let names = names(&folder)?;
        let files: Vec<(&'static Metric, &String)> = metrics
            .iter()
            .flat_map(|metric| names.iter().map(move |name| (*metric, name)))
            .filter(|(metric, name)| is_of(metric, name))
            .collect();
        let read: Vec<MetricSummary> = files
            .par_iter()
            .map(|(metric, name)| {
                let path = folder.join(name);
                let unreadable = |source| vault::Error::Unreadable {
                    path: path.clone(),
                    source,
                };
                let file = BufReader::with_capacity(BUFFER, vault::open_file(&path)?);
                Ok(MetricSummary::read(metric, window, file).map_err(unreadable)?)
            })
            .collect::<Result<_>>()?;
        Ok(metrics
            .iter()
            .map(|metric| {
                let mut sum = MetricSummary::of_nothing(metric);
                read.iter()
                    .filter(|summary| summary.metric().name == metric.name)
                    .for_each(|summary| sum.merge(summary));
                sum
            })
            .collect())
    }

    /// Counts the memory files; `today` is the writer's own day, which daily files are named after.
    fn store(&self, today: NaiveDate) -> Result<StoreFigures> {
        let mut store = StoreFigures::default();
        let apart = ["history/", "journal/", "index/", "observability/"];
        let names = self
            .memory
            .folder
            .files(|path| path.extension().is_some_and(|extension| extension == "md"))?;
        for name in names {
            if apart.iter().any(|folder| name.starts_with(folder)) {
                continue;
            }
            // A file that cannot be read is counted all the same, and the doctor reports its problem.
            let census = match vault::read_text(&self.memory.folder.path().join(&name), MEMORY_FILE_LIMIT) {
                Ok(file) => Census::of(&file.text),
                Err(_) => Census {
                    files: 1,
                    ..Census::default()
                },
            };
            let counted = if name.starts_with("archive/") {
                &mut store.archive
            } else if let Some(day) = upkeep::day_of(&name) {
                match upkeep::age(day, today) {
                    ..7 => &mut store.daily.week,
                    7..30 => &mut store.daily.month,
                    30..90 => &mut store.daily.quarter,
                    _ => &mut store.daily.older,
                }
            } else {
                store.files.entry(name).or_default()
            };
            *counted = counted.and(census);
        }
        Ok(store)
    }
}

/// Returns the summary of one metric from a list of summaries.
fn of(metric: &'static Metric, summaries: &[MetricSummary]) -> MetricSummary {
    let known = summaries
        .iter()
        .find(|summary| summary.metric().name == metric.name);
    known
        .cloned()
        .unwrap_or_else(|| MetricSummary::of_nothing(metric))
}

fn judged(policy: &gates::Policy, today: NaiveDate, summaries: &[MetricSummary]) -> [Verdict; 2] {
    gates::judge(policy, today, &of(&UPDATES, summaries), &of(&ROUTING, summaries))
}

/// Returns the Monday 25 weeks before the week of a day.
fn first_week(day: NaiveDate) -> NaiveDate {
    let weeks = Days::new(7 * (WEEKS as u64 - 1));
    let monday = monday(day);
    monday.checked_sub_days(weeks).unwrap_or(monday)
}

/// Adds up the outcomes week by week, from the first week with an outcome to the present week.
fn weeks(updates: &MetricSummary, today: NaiveDate) -> Vec<OutcomeWeek> {
    let Some((first, _)) = updates.days().next() else {
        return Vec::new();
    };
    let first = monday(first).max(first_week(today));
    std::iter::successors(Some(first), |week| week.checked_add_days(Days::new(7)))
        .take_while(|week| *week <= today)
        .map(|week| {
            let of = updates.within(Window {
                since: Some(week),
                until: week.checked_add_days(Days::new(6)),
            });
            outcomes(week, &of)
        })
        .collect()
}

fn outcomes(week: NaiveDate, tally: &Tally) -> OutcomeWeek {
    let count = |outcome| u32::try_from(tally.count("outcome", outcome)).unwrap_or(u32::MAX);
    OutcomeWeek {
        week: week.to_string(),
        written: count("written"),
        sanitize_modified: count("sanitize_modified"),
        guard_rejected: count("guard_rejected"),
        no_change: count("no_change"),
        truncated_skip: count("truncated_skip"),
    }
}

/// Returns the names of the files in a folder, in their order. A missing folder has none. Links are left out.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = vault::entries(folder)?.into_iter();
    Ok(entries
        .filter(|(_, kind)| *kind == Kind::File)
        .map(|(name, _)| name)
        .collect())
}

/// Returns whether a file is a device's file of this metric, and not, say, a sync tool's copy of such a file.
fn is_of(metric: &Metric, name: &str) -> bool {
    name.strip_prefix(metric.name)
        .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".jsonl"))
        .is_some_and(vault::is_portable)
}

/// Puts every number and word under its path. Members of a list are named by their field `name` or `to`, if they have
/// one.
fn flatten(path: &str, value: &Value, all: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                // Samples with their times are no numbers to compare.
                if name != "samples" {
                    flatten(&format!("{path}.{name}"), value, all);
                }
            }
        }
        Value::Array(members) => {
            for (place, member) in members.iter().enumerate() {
                let name = ["name", "to"].iter().find_map(|key| member.get(key)?.as_str());
                let name = name.map_or_else(|| place.to_string(), str::to_owned);
                flatten(&format!("{path}.{name}"), member, all);
            }
        }
        _ => drop(all.insert(path.to_owned(), value.clone())),
    }
}
