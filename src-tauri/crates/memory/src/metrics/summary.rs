//! Sums the rows of any metric; the table defines which fields are summed.
//!
//! A summary is computed line by line, and its size grows with the number of days, not of lines. Of a field's values,
//! the first 32 in alphabetical order are counted separately, and the others together. Up to 64 distinct values are
//! counted. Neither count depends on the order of the rows. The summaries of several devices can be merged into the
//! summary of all their rows.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead, Read as _};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use super::line::{Reader, Value};
use super::table::{Metric, Test};

/// The maximum number of values of a field that are counted separately.
const VALUES: usize = 32;
/// The maximum length of a stored value, in bytes; the counted values are codes.
const LONGEST_VALUE: usize = 80;
/// The maximum count of distinct values.
const DISTINCT: usize = 64;
/// The number of the newest rows that are shown.
const SAMPLES: usize = 3;
/// The maximum length of a row, in bytes. The longest rows have some hundreds.
const LONGEST_LINE: u64 = 64 * 1024;

/// A range of days in UTC, both ends included; an end may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The first day.
    pub since: Option<NaiveDate>,
    /// The last day.
    pub until: Option<NaiveDate>,
}

impl Window {
    /// Returns whether a day is in it.
    pub fn holds(&self, day: NaiveDate) -> bool {
        self.since.is_none_or(|since| since <= day) && self.until.is_none_or(|until| day <= until)
    }
}

/// The sums over a metric's rows, day by day.
#[derive(Clone, Debug)]
pub struct MetricSummary {
    metric: &'static Metric,
    days: BTreeMap<NaiveDate, Tally>,
    samples: Vec<Sample>,
    passed_over: PassedOver,
}

/// Lines that are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassedOver {
    /// Rows that an interrupted run wrote a second time.
    pub repeated: u64,
    /// Lines that are not rows: not JSON, without `ts`, `run_id` or `row`, or much too long.
    pub foreign: u64,
    /// Incomplete last lines of a file, after a crash or during a copy.
    pub torn: u64,
    /// Rows outside the range of days.
    pub outside: u64,
}

/// The sums over rows.
#[derive(Clone, Debug)]
pub struct Tally {
    metric: &'static Metric,
    rows: u64,
    counted: Vec<Values>,
    summed: Vec<u64>,
    distinct: Vec<Distinct>,
    rates: Vec<Share>,
}

/// A fraction: a numerator and a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The numerator.
    pub of: u64,
    /// The denominator.
    pub among: u64,
}

impl Share {
    /// Returns the share, 0 to 1; `None` for a denominator of zero.
    #[expect(clippy::cast_precision_loss, reason = "a share is for people and thresholds")]
    pub fn rate(self) -> Option<f64> {
        (self.among > 0).then(|| self.of as f64 / self.among as f64)
    }
}

/// The counts of a field's values: one for each of the first values in alphabetical order, and one for all rows.
///
/// A value that is among the first of all rows is also among the first of each part of the rows, so it is never
/// dropped. Its count is therefore complete, whatever the order of rows and parts.
#[derive(Clone, Debug, Default)]
struct Values {
    first: Vec<(String, u64)>,
    all: u64,
}

impl Values {
    fn add(&mut self, value: &str, count: u64) {
        let value = shortened(value);
        self.all = self.all.saturating_add(count);
        match self
            .first
            .binary_search_by(|(known, _)| known.as_str().cmp(value))
        {
            Ok(place) => {
                if let Some((_, counted)) = self.first.get_mut(place) {
                    *counted = counted.saturating_add(count);
                }
            }
            Err(place) if place < VALUES => {
                self.first.insert(place, (value.to_owned(), count));
                self.first.truncate(VALUES);
            }
            Err(_) => {}
        }
    }

    fn merge(&mut self, other: &Self) {
        let all = self.all.saturating_add(other.all);
        for (value, count) in &other.first {
            self.add(value, *count);
        }
        self.all = all;
    }
}

/// The smallest hashes of a field's values, which are complete for the same reason as in [`Values`].
#[derive(Clone, Debug, Default)]
struct Distinct(Vec<u64>);

impl Distinct {
    fn add(&mut self, hash: u64) {
        if let Err(place) = self.0.binary_search(&hash)
            && place < DISTINCT
        {
            self.0.insert(place, hash);
            self.0.truncate(DISTINCT);
        }
    }
}

/// One of the newest rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Sample {
    /// When it was written.
    pub ts: String,
    /// The line itself, which decides between rows of the same time.
    #[serde(skip)]
    line: Vec<u8>,
    /// The run that wrote it.
    pub run_id: String,
    /// The fields that the table shows, if the row has them.
    pub fields: BTreeMap<&'static str, String>,
}

/// A summary in its printed and stored form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Rows counted.
    pub rows: u64,
    /// For each counted field, the count of each value; values that are not counted separately are under `…`.
    pub counts: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// For each field that is added up, its sum.
    pub sums: BTreeMap<&'static str, u64>,
    /// For each field, the number of distinct values; 64 means 64 or more.
    pub distinct: BTreeMap<&'static str, usize>,
    /// The rates.
    pub rates: BTreeMap<&'static str, Rated>,
    /// The newest rows, the newest first.
    pub samples: Vec<Sample>,
    /// The lines that were not counted.
    pub passed_over: PassedOver,
}

/// A rate with its numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// The share, 0 to 1; `null` for a denominator of zero.
    pub rate: Option<f64>,
    /// The numerator and the denominator.
    #[serde(flatten)]
    pub share: Share,
}

impl Tally {
    fn new(metric: &'static Metric) -> Self {
        Self {
            metric,
            rows: 0,
            counted: vec![Values::default(); metric.counted.len()],
            summed: vec![0; metric.summed.len()],
            distinct: vec![Distinct::default(); metric.distinct.len()],
            rates: vec![Share::default(); metric.rates.len()],
        }
    }

    fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        for (mine, theirs) in self.counted.iter_mut().zip(&other.counted) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.summed.iter_mut().zip(&other.summed) {
            *mine = mine.saturating_add(*theirs);
        }
        for (mine, theirs) in self.distinct.iter_mut().zip(&other.distinct) {
            theirs.0.iter().for_each(|hash| mine.add(*hash));
        }
        for (mine, theirs) in self.rates.iter_mut().zip(&other.rates) {
            mine.of += theirs.of;
            mine.among += theirs.among;
        }
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the count of a value of a counted field.
    pub fn count(&self, field: &str, value: &str) -> u64 {
        let place = self.metric.counted.iter().position(|counted| *counted == field);
        place
            .and_then(|place| self.counted.get(place))
            .and_then(|values| values.first.iter().find(|(known, _)| known == value))
            .map_or(0, |(_, count)| *count)
    }

    /// Returns the numerator and the denominator of a rate; both zero for a name the metric does not have.
    pub fn share(&self, rate: &str) -> Share {
        let place = self.metric.rates.iter().position(|known| known.name == rate);
        place
            .and_then(|place| self.rates.get(place).copied())
            .unwrap_or_default()
    }

    /// Returns the number of distinct values of a field, at most 64.
    pub fn distinct(&self, field: &str) -> usize {
        let place = self.metric.distinct.iter().position(|known| *known == field);
        place
            .and_then(|place| self.distinct.get(place))
            .map_or(0, |distinct| distinct.0.len())
    }
}

impl MetricSummary {
    /// Returns an empty summary.
    pub const fn of_nothing(metric: &'static Metric) -> Self {
        Self {
            metric,
            days: BTreeMap::new(),
            samples: Vec::new(),
            passed_over: PassedOver {
                repeated: 0,
                foreign: 0,
                torn: 0,
                outside: 0,
            },
        }
    }

    /// Adds up one file of a metric.
    ///
    /// # Errors
    /// Errors of reading the file. A line that is not a row is no error.
    pub fn read(metric: &'static Metric, window: Window, mut file: impl BufRead) -> io::Result<Self> {
        let mut adding = Adding::new(metric, window);
        let mut line = Vec::with_capacity(1024);
        loop {
            line.clear();
            let length = (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if length == 0 {
                return Ok(adding.done());
            }
            if line.pop_if(|byte| *byte == b'\n').is_some() {
                adding.add(&line);
            } else if length as u64 == LONGEST_LINE {
                file.skip_until(b'\n')?;
                adding.summary.passed_over.foreign += 1;
            } else {
                adding.summary.passed_over.torn += 1;
            }
        }
    }

    /// Adds the rows of another device's file of the same metric.
    pub fn merge(&mut self, other: &Self) {
        for (day, tally) in &other.days {
            self.days
                .entry(*day)
                .or_insert_with(|| Tally::new(self.metric))
                .merge(tally);
        }
        for sample in &other.samples {
            keep(&mut self.samples, sample.clone());
        }
        self.passed_over.repeated += other.passed_over.repeated;
        self.passed_over.foreign += other.passed_over.foreign;
        self.passed_over.torn += other.passed_over.torn;
        self.passed_over.outside += other.passed_over.outside;
    }

    /// Returns the metric.
    pub const fn metric(&self) -> &'static Metric {
        self.metric
    }

    /// Returns the days that have rows, the oldest first.
    pub fn days(&self) -> impl Iterator<Item = (NaiveDate, &Tally)> {
        self.days.iter().map(|(day, tally)| (*day, tally))
    }

    /// Adds up the days of a window.
    pub fn within(&self, window: Window) -> Tally {
        let mut sum = Tally::new(self.metric);
        for (day, tally) in &self.days {
            if window.holds(*day) {
                sum.merge(tally);
            }
        }
        sum
    }

    /// Returns the days of a window as they are printed and kept.
    pub fn report(&self, window: Window) -> Report {
        let sum = self.within(window);
        let all: u64 = self.days.values().map(Tally::rows).sum();
        let counts = |values: &Values| -> BTreeMap<String, u64> {
            let named: u64 = values.first.iter().map(|(_, count)| count).sum();
            let rest = values.all.saturating_sub(named);
            let rest = (rest > 0).then(|| ("…".to_owned(), rest));
            values.first.iter().cloned().chain(rest).collect()
        };
        let of = self.metric;
        Report {
            rows: sum.rows,
            counts: of
                .counted
                .iter()
                .copied()
                .zip(sum.counted.iter().map(counts))
                .collect(),
            sums: of
                .summed
                .iter()
                .copied()
                .zip(sum.summed.iter().copied())
                .collect(),
            distinct: of
                .distinct
                .iter()
                .copied()
                .zip(sum.distinct.iter().map(|distinct| distinct.0.len()))
                .collect(),
            rates: of
                .rates
                .iter()
                .zip(&sum.rates)
                .map(|(rate, share)| {
                    let rated = Rated {
                        rate: share.rate(),
                        share: *share,
                    };
                    (rate.name, rated)
                })
                .collect(),
            samples: self
                .samples
                .iter()
                .filter(|sample| day_of(&sample.ts).is_some_and(|day| window.holds(day)))
                .cloned()
                .collect(),
            passed_over: PassedOver {
                outside: self.passed_over.outside + all - sum.rows,
                ..self.passed_over
            },
        }
    }
}

/// A summary of one file during its computation.
struct Adding {
    summary: MetricSummary,
    window: Window,
    /// Reads the header, then the fields of the metric, each once.
    reader: Reader,
    counted: Vec<usize>,
    summed: Vec<usize>,
    distinct: Vec<usize>,
    sampled: Vec<(&'static str, usize)>,
    rates: Vec<[Vec<(Test, usize)>; 2]>,
    /// The times and lines of the newest rows, the newest first.
    newest: Vec<(String, Vec<u8>)>,
    /// The run of the previous line, and the expected number of its next row.
    run: String,
    next: u64,
}

const HEADER: [&str; 3] = ["ts", "run_id", "row"];

impl Adding {
    fn new(metric: &'static Metric, window: Window) -> Self {
        let mut fields = HEADER.to_vec();
        fields.extend(
            metric
                .fields()
                .into_iter()
                .filter(|field| !HEADER.contains(field)),
        );
        // The list contains all fields of the metric, so no field is dropped here.
        let place = |field: &&str| fields.iter().position(|known| known == field);
        let places = |of: &[&'static str]| of.iter().filter_map(place).collect();
        let tests = |tests: &'static [Test]| -> Vec<(Test, usize)> {
            tests
                .iter()
                .filter_map(|test| Some((*test, place(&test.field())?)))
                .collect()
        };
        Self {
            counted: places(metric.counted),
            summed: places(metric.summed),
            distinct: places(metric.distinct),
            sampled: metric
                .sampled
                .iter()
                .filter_map(|field| Some((*field, place(field)?)))
                .collect(),
            rates: metric
                .rates
                .iter()
                .map(|rate| [tests(rate.among), tests(rate.of)])
                .collect(),
            summary: MetricSummary::of_nothing(metric),
            window,
            reader: Reader::new(fields),
            newest: Vec::new(),
            run: String::new(),
            next: 0,
        }
    }

    fn add(&mut self, line: &[u8]) {
        let Some(values) = self.reader.read(line) else {
            self.summary.passed_over.foreign += 1;
            return;
        };
        let [
            Some(Value::Word(ts)),
            Some(Value::Word(run)),
            Some(Value::Number(row)),
            ..,
        ] = values.as_slice()
        else {
            self.summary.passed_over.foreign += 1;
            return;
        };
        let Some(day) = day_of(ts) else {
            self.summary.passed_over.foreign += 1;
            return;
        };
        if *run != self.run {
            run.as_ref().clone_into(&mut self.run);
        } else if *row < self.next {
            self.summary.passed_over.repeated += 1;
            return;
        }
        self.next = row.saturating_add(1);
        if !self.window.holds(day) {
            self.summary.passed_over.outside += 1;
            return;
        }
        self.count(day, &values);
        if !self.sampled.is_empty() {
            self.keep(ts, line);
        }
    }

    /// Keeps a line if it is among the newest. In a file ordered by time, every line is among the newest for a moment.
    /// So only its bytes are kept, in the memory of the line it replaces.
    fn keep(&mut self, ts: &str, line: &[u8]) {
        let place = self
            .newest
            .partition_point(|(kept, bytes)| (kept.as_str(), bytes.as_slice()) > (ts, line));
        if place == SAMPLES {
            return;
        }
        let mut room = if self.newest.len() == SAMPLES {
            self.newest.pop().unwrap_or_default()
        } else {
            Default::default()
        };
        ts.clone_into(&mut room.0);
        line.clone_into(&mut room.1);
        self.newest.insert(place, room);
    }

    /// Returns the summary, with the newest lines as samples.
    fn done(mut self) -> MetricSummary {
        for (ts, line) in self.newest {
            let Some(values) = self.reader.read(&line) else {
                continue;
            };
            let value = |place: usize| Some(shortened(&values.get(place)?.as_ref()?.name()?).to_owned());
            let sample = Sample {
                ts,
                run_id: value(1).unwrap_or_default(),
                fields: self
                    .sampled
                    .iter()
                    .filter_map(|(field, place)| Some((*field, value(*place)?)))
                    .collect(),
                line: line.clone(),
            };
            self.summary.samples.push(sample);
        }
        self.summary
    }

    fn count(&mut self, day: NaiveDate, values: &[Option<Value<'_>>]) {
        let metric = self.summary.metric;
        let tally = self.summary.days.entry(day).or_insert_with(|| Tally::new(metric));
        let value = |place: &usize| values.get(*place).and_then(Option::as_ref);
        tally.rows += 1;
        for (place, counts) in self.counted.iter().zip(&mut tally.counted) {
            if let Some(name) = value(place).and_then(Value::name) {
                counts.add(&name, 1);
            }
        }
        for (place, sum) in self.summed.iter().zip(&mut tally.summed) {
            if let Some(Value::Number(number)) = value(place) {
                *sum = sum.saturating_add(*number);
            }
        }
        for (place, distinct) in self.distinct.iter().zip(&mut tally.distinct) {
            if let Some(name) = value(place).and_then(Value::name) {
                let mut hasher = DefaultHasher::new();
                name.hash(&mut hasher);
                distinct.add(hasher.finish());
            }
        }
        for ([among, of], share) in self.rates.iter().zip(&mut tally.rates) {
            let pass =
                |tests: &[(Test, usize)]| tests.iter().all(|(test, place)| passes(*test, value(place)));
            if pass(among) {
                share.among += 1;
                share.of += u64::from(pass(of));
            }
        }
    }
}

/// Returns the day of a time, in UTC.
fn day_of(ts: &str) -> Option<NaiveDate> {
    let at = DateTime::parse_from_rfc3339(ts).ok()?;
    Some(at.with_timezone(&Utc).date_naive())
}

fn passes(test: Test, value: Option<&Value<'_>>) -> bool {
    let word = value.and_then(Value::as_word);
    match test {
        Test::True(_) => value == Some(&Value::Truth(true)),
        Test::Given(_) => value.is_some(),
        Test::In(_, words) => word.is_some_and(|word| words.contains(&word)),
        Test::NotIn(_, words) => word.is_none_or(|word| !words.contains(&word)),
    }
}

/// Keeps a sample if it is one of the newest.
fn keep(samples: &mut Vec<Sample>, sample: Sample) {
    let place = samples.partition_point(|kept| *kept > sample);
    samples.insert(place, sample);
    samples.truncate(SAMPLES);
}

/// Cuts a value to the part that is kept.
fn shortened(value: &str) -> &str {
    value
        .get(..value.floor_char_boundary(LONGEST_VALUE))
        .unwrap_or(value)
}

#[cfg(test)]
mod tests;
