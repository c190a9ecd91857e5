//! What the store did and how it stands: metrics are written, added up and judged here.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Days, NaiveDate, Utc};
use contract::{ObserveView, OutcomeWeek};
use memory::document::census::Census;
use memory::metrics::gates::{self, Verdict};
use memory::metrics::summary::{Report, Summary, Tally, Window};
use memory::metrics::{METRICS, Metric, ROUTING, Row, UPDATES};
use memory::upkeep;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vault::{ContentHash, Kind};

use crate::activity::{WEEKS, monday};
use crate::change::MEMORY_FILE_LIMIT;
use crate::{Error, Project, Result, wire};

/// The folder of the metrics in the memory root.
const FOLDER: &str = "observability";
/// How much of a metrics file is read at once.
const BUFFER: usize = 256 * 1024;
/// The longest list of rows that a run stages, in bytes.
const STAGED: u64 = 16 * 1024 * 1024;
/// A kept snapshot above this is none.
const SNAPSHOT_LIMIT: u64 = 4 * 1024 * 1024;

/// How many runs back a start looks for rows that were not written.
const RECENT: u32 = 20;

/// The rows of a run as the lines they are kept as, by metric.
pub(crate) type Lines = BTreeMap<String, Vec<String>>;

/// `history/<run>/metrics.json`: rows of a run that are not written yet.
#[derive(Serialize, Deserialize)]
struct Staged {
    /// Whose they are: on another machine they are not written again.
    device: String,
    lines: Lines,
}

/// How the store stands, and what it did in a span of days.
#[derive(Clone, Debug, Serialize)]
pub struct Observation {
    /// When it was taken.
    pub at: DateTime<Utc>,
    /// The first day the metrics are of.
    pub since: NaiveDate,
    /// The last one; the gates look back from it.
    pub until: NaiveDate,
    /// The memory files as they are now.
    pub store: Store,
    /// Every metric by its name.
    pub metrics: BTreeMap<&'static str, Report>,
    /// Whether daily sections may be asked for more strictly.
    pub gates: [Verdict; 2],
}

/// The memory files in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Store {
    /// Markdown files of the memory root by their path in it; daily files and the archive are counted below.
    pub files: BTreeMap<String, Census>,
    /// Daily files by the age of their day.
    pub daily: Ages,
    /// What was archived.
    pub archive: Census,
}

/// Daily files by the age of their day; today is age 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ages {
    /// The last 7 days, today among them.
    pub week: Census,
    /// Those before, of the last 30; what is older is archived by default (facts 2.12).
    pub month: Census,
    /// Those before, of the last 90.
    pub quarter: Census,
    /// Older.
    pub older: Census,
}

/// A number or a word of two observations that is not the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Where it stands, its names joined by dots.
    pub path: String,
    /// What it was; `null` where there was nothing.
    pub before: Value,
    /// What it is; `null` where there is nothing.
    pub after: Value,
}

impl Project {
    /// Keeps the rows of a run that is about to be prepared with it, so that a crash behind the run does not lose them.
    ///
    /// A run is not given up for its rows: where they cannot be kept, they are as good as this desk lives to write them.
    pub(crate) fn stage_metrics(&self, run_id: &str, at: DateTime<Utc>, rows: &[Row]) -> Lines {
        let staged = lines(run_id, at, rows).unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "what {run_id} measures is not kept");
            Lines::new()
        });
        if !staged.is_empty()
            && let Err(error) = self.keep_metrics(run_id, &staged)
        {
            tracing::warn!(code = ?error.code(), "what {run_id} measures is not staged");
        }
        staged
    }

    /// Writes the rows of a run that is done. What cannot be written now is, at the next start; the run is done anyway.
    pub(crate) fn write_metrics(&self, run_id: &str, mut lines: Lines) {
        if lines.is_empty() {
            return;
        }
        let written = self.append_metrics(&mut lines);
        let noted = if lines.is_empty() {
            self.drop_metrics(run_id)
        } else {
            // What was written is not written again.
            self.keep_metrics(run_id, &lines)
        };
        if let Err(error) = written.and(noted) {
            tracing::warn!(code = ?error.code(), "what {run_id} measured waits for the next start");
        }
    }

    /// Writes the rows of the latest runs of this device that a crash or a full disk kept from being written.
    pub(crate) fn make_up_metrics(&self) {
        let recent = self.index.snapshot().and_then(|view| view.runs(RECENT));
        for (_, run) in recent.unwrap_or_default().into_iter().rev() {
            let staged = self
                .staged(&run.id)
                .and_then(|path| Ok(vault::read_bytes(&path, STAGED)?));
            let Ok(bytes) = staged else { continue };
            let staged: Option<Staged> = serde_json::from_slice(&bytes).ok();
            if let Some(staged) = staged.filter(|staged| staged.device == self.journal.device()) {
                self.write_metrics(&run.id, staged.lines);
            }
        }
    }

    /// Appends rows metric by metric; those that are on the disk are taken out of `lines`.
    ///
    /// What is written twice counts once: a row is known by its place among all rows of its run.
    fn append_metrics(&self, lines: &mut Lines) -> Result<()> {
        let folder = self.memory.path().join(FOLDER);
        if !lines.is_empty() {
            vault::create_folders(&*self.ports.disk, self.memory.path(), &folder)?;
        }
        while let Some(entry) = lines.first_entry() {
            let name = format!("{}.{}.jsonl", entry.key(), self.journal.device());
            if let Some(torn) = vault::append_lines(&*self.ports.disk, &folder, &name, entry.get())? {
                tracing::warn!(
                    "the torn end of {} was set aside in {}",
                    torn.journal.display(),
                    torn.path.display()
                );
            }
            entry.remove();
        }
        Ok(())
    }

    fn keep_metrics(&self, run_id: &str, lines: &Lines) -> Result<()> {
        let staged = Staged {
            device: self.journal.device().to_owned(),
            lines: lines.clone(),
        };
        let bytes = serde_json::to_vec(&staged).map_err(|_| Error::Unwritable { what: "a metric" })?;
        let path = self.staged(run_id)?;
        let folder = path.parent().unwrap_or(&path);
        vault::create_folders(&*self.ports.disk, self.memory.path(), folder)?;
        vault::write_atomic(&*self.ports.disk, &path, &bytes)?;
        Ok(())
    }

    /// Removes the rows that a run staged.
    pub(crate) fn drop_metrics(&self, run_id: &str) -> Result<()> {
        let path = self.staged(run_id)?;
        match vault::read_bytes(&path, STAGED) {
            Ok(bytes) => Ok(vault::remove(&*self.ports.disk, &path, &ContentHash::of(&bytes))?),
            Err(_) => Ok(()),
        }
    }

    /// Returns where a run stages its rows.
    fn staged(&self, run_id: &str) -> Result<PathBuf> {
        Ok(self.memory.at(&format!("history/{run_id}/metrics.json"))?)
    }

    /// Looks at the memory files, adds up every metric of every device, and judges the gates.
    ///
    /// Without `until` it is up to today, without `since` the 26 weeks up to then; both days are included, in UTC.
    pub fn observe(&self, since: Option<NaiveDate>, until: Option<NaiveDate>) -> Result<Observation> {
        let now = self.now();
        let until = until.unwrap_or_else(|| now.date_naive());
        let since = since.unwrap_or_else(|| first_week(until));
        let policy = self.gates();
        let reach = Days::new(u64::from(gates::reach(&policy)) - 1);
        let window = Window {
            // The gates may look back further than was asked for.
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
            store: self.store(self.local_day(now))?,
            gates: judged(&policy, until, &summaries),
            metrics: summaries
                .iter()
                .map(|summary| (summary.metric().name, summary.report(shown)))
                .collect(),
        })
    }

    /// Returns what the panel draws: what became of updates week by week, and the gates.
    pub fn observed(&self) -> Result<ObserveView> {
        let today = self.now().date_naive();
        let policy = self.gates();
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

    /// Keeps an observation under a name, to compare with later; returns its path relative to the project.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a name that cannot be a file's, or that is taken: what was kept is not replaced.
    pub fn keep_observation(&self, tag: &str, observation: &Observation) -> Result<String> {
        let path = self.snapshot(tag)?;
        let folder = self.memory.path().join(FOLDER).join("snapshots");
        vault::create_folders(&*self.ports.disk, self.memory.path(), &folder)?;
        let unwritable = |_| Error::Unwritable {
            what: "an observation",
        };
        let mut text = serde_json::to_string_pretty(observation).map_err(unwritable)?;
        text.push('\n');
        match vault::replace(&*self.ports.disk, &path, None, text.as_bytes()) {
            Ok(_) => Ok(self.root.relative(&path).unwrap_or_default()),
            Err(vault::Error::Changed { .. }) => Err(Error::Invalid {
                field: "tag",
                expected: "a name under which nothing is kept yet",
            }),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns what is different since an observation that was kept, in the order of the paths.
    ///
    /// # Errors
    /// `NOT_FOUND` where nothing is kept under the name, [`Error::Invalid`] where it is no observation.
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
        let folder = self.memory.path().join(FOLDER).join("snapshots");
        Ok(folder.join(format!("{tag}.json")))
    }

    /// Adds up metrics, a file a thread: files are few and long, and a row's like stands in the same file.
    fn summaries(&self, metrics: &[&'static Metric], window: Window) -> Result<Vec<Summary>> {
        let folder = self.memory.path().join(FOLDER);
        let names = names(&folder)?;
        let files: Vec<(&'static Metric, &String)> = metrics
            .iter()
            .flat_map(|metric| names.iter().map(move |name| (*metric, name)))
            .filter(|(metric, name)| is_of(metric, name))
            .collect();
        let read: Vec<Summary> = files
            .par_iter()
            .map(|(metric, name)| {
                let path = folder.join(name);
                let unreadable = |source| vault::Error::Unreadable {
                    path: path.clone(),
                    source,
                };
                let file = BufReader::with_capacity(BUFFER, vault::open_file(&path)?);
                Ok(Summary::read(metric, window, file).map_err(unreadable)?)
            })
            .collect::<Result<_>>()?;
        Ok(metrics
            .iter()
            .map(|metric| {
                let mut sum = Summary::of_nothing(metric);
                read.iter()
                    .filter(|summary| summary.metric().name == metric.name)
                    .for_each(|summary| sum.merge(summary));
                sum
            })
            .collect())
    }

    /// Counts the memory files; `today` is the writer's own day, which daily files are named after.
    fn store(&self, today: NaiveDate) -> Result<Store> {
        let mut store = Store::default();
        let apart = ["history/", "journal/", "index/", "observability/"];
        let names = self
            .memory
            .files(|path| path.extension().is_some_and(|extension| extension == "md"))?;
        for name in names {
            if apart.iter().any(|folder| name.starts_with(folder)) {
                continue;
            }
            // A file that cannot be read is there all the same, and the doctor says what is the matter with it.
            let census = match vault::read_text(&self.memory.path().join(&name), MEMORY_FILE_LIMIT) {
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

fn lines(run_id: &str, at: DateTime<Utc>, rows: &[Row]) -> Result<Lines> {
    let mut by_metric: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_metric.entry(row.metric()).or_default().push(row);
    }
    let lines = by_metric.into_iter().map(|(metric, rows)| {
        let lines =
            memory::metrics::lines(run_id, at, rows).map_err(|_| Error::Unwritable { what: "a metric" })?;
        Ok((metric.to_owned(), lines))
    });
    lines.collect()
}

/// Returns the summary of a metric among others.
fn of(metric: &'static Metric, summaries: &[Summary]) -> Summary {
    let known = summaries
        .iter()
        .find(|summary| summary.metric().name == metric.name);
    known.cloned().unwrap_or_else(|| Summary::of_nothing(metric))
}

fn judged(policy: &gates::Policy, today: NaiveDate, summaries: &[Summary]) -> [Verdict; 2] {
    gates::judge(policy, today, &of(&UPDATES, summaries), &of(&ROUTING, summaries))
}

/// Returns the Monday 25 weeks before the week of a day.
fn first_week(day: NaiveDate) -> NaiveDate {
    let weeks = Days::new(7 * (WEEKS as u64 - 1));
    let monday = monday(day);
    monday.checked_sub_days(weeks).unwrap_or(monday)
}

/// Adds up the outcomes week by week, from the first week that has any up to this one.
fn weeks(updates: &Summary, today: NaiveDate) -> Vec<OutcomeWeek> {
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

/// Returns the names of the files in a folder, in their order; none where there is no folder. Links are passed over.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = vault::entries(folder)?.into_iter();
    Ok(entries
        .filter(|(_, kind)| *kind == Kind::File)
        .map(|(name, _)| name)
        .collect())
}

/// Tells whether a file is a device's of this metric, and not, say, a copy that a sync tool made of one.
fn is_of(metric: &Metric, name: &str) -> bool {
    name.strip_prefix(metric.name)
        .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".jsonl"))
        .is_some_and(vault::is_portable)
}

/// Puts every number and word under its path. Members of a list are named by what they are about.
fn flatten(path: &str, value: &Value, all: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                // What was written when is no number to compare.
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
