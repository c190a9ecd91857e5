//! The time to compute, from the index, how far a million episodes have faded.

use std::io;

use chrono::TimeDelta;
use index::Index;
use learning::Episode;
use memory::journal::Place;
use support::{DEVICE, morning};

use crate::table::{Durations, print};
use crate::writer::Writer;

const EPISODES: usize = 1_000_000;

/// How many episodes one transaction writes.
const AT_ONCE: usize = 10_000;

/// Prints the durations and the counts of [`through_the_index`].
pub fn fade(writer: &Writer) -> io::Result<()> {
    let (counted, bands) = through_the_index(writer)?;
    print(
        "Decay of a million episodes, recomputed from the index (goal: under 1,000 ms)",
        &[("count the bands", &counted, bands)],
    )
}

/// Fills an index with the episodes of forty days and counts them by band, a few times over. Returns the durations of
/// the counting and, as text, the counts.
pub fn through_the_index(writer: &Writer) -> io::Result<(Durations, String)> {
    let folder = tempfile::tempdir()?;
    let now = morning();
    let (index, _) = Index::open(&folder.path().join("index.db"), now).expect("an index");
    let episode = writer.episode(0);
    let numbers: Vec<usize> = (0..EPISODES).collect();
    for numbers in numbers.chunks(AT_ONCE) {
        let written = index.write(|writer| {
            for &number in numbers {
                let minutes = i64::try_from(number % (40 * 24 * 60)).unwrap_or(0);
                let episode = Episode {
                    id: format!("e{number:07}"),
                    created_at: now - TimeDelta::minutes(minutes),
                    ..episode.clone()
                };
                let place = Place {
                    file: "2026-11.jsonl".into(),
                    offset: number as u64,
                };
                writer.put_episode(&episode, now, DEVICE, &place)?;
                if number.is_multiple_of(10) {
                    writer.put_recall(now - TimeDelta::minutes(minutes / 2), DEVICE, &[episode.id])?;
                }
            }
            Ok(())
        });
        written.expect("room on the disk");
    }
    let mut counted = Durations::default();
    let mut bands = String::new();
    for _ in 0..5 {
        let view = index.snapshot().expect("a view");
        let counts = counted.time(|| view.bands(now)).expect("bands");
        bands = counts
            .iter()
            .rev()
            .map(|(band, count)| format!("{count} {band:?}"))
            .collect::<Vec<_>>()
            .join(", ");
    }
    Ok((counted, bands))
}
