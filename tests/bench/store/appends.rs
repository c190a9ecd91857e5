//! The time to append a line to the journal.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;

use support::{DEVICE, morning};
use vault::{Journal, RealDisk};

use super::Measured;
use crate::table::Durations;
use crate::writer::Writer;

/// With so many appends, a few slow syncs do not decide the 95th percentile.
const TIMES: usize = 400;

/// Times the append of one episode after the other. A bare write and sync is timed beside each, so that a slow disk
/// slows both alike.
pub(super) fn rows() -> io::Result<Vec<Measured>> {
    let writer = Writer::new();
    let folder = tempfile::tempdir()?;
    let (journal, _) = Journal::open(Arc::new(RealDisk), &folder.path().join("journal"), DEVICE)
        .expect("a journal in a temporary folder");
    let mut bare = File::options()
        .append(true)
        .create(true)
        .open(folder.path().join("bare"))?;
    let (mut appended, mut synced) = (Durations::default(), Durations::default());
    let mut bytes = 0;
    for number in 0..TIMES {
        let line = serde_json::to_string(&writer.episode(number))?;
        bytes += line.len();
        let lines = [line.clone()];
        appended
            .time(|| journal.append(&lines, morning()))
            .expect("a journal that can be written");
        synced.time(|| bare.write_all(line.as_bytes()).and_then(|()| bare.sync_all()))?;
    }
    let remark = format!("a line of {} bytes on average", bytes / TIMES);
    Ok(vec![
        ("bare write and sync".into(), synced, String::new()),
        ("journal append".into(), appended, remark),
    ])
}
