//! The clock of the computer, as far as it is trusted ([`memory::clock`]).

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use contract::NoticeKind;
use memory::clock;

use crate::{MemoryRoot, Result};

/// The key under which the index keeps the remarkable date of a clock that the writer was told of.
const TOLD: &str = "clock_told";

impl MemoryRoot {
    /// Returns the time up to which episodes, files and versions may have aged. All shortening, forgetting, archiving
    /// and thinning by age uses this time and not the clock.
    ///
    /// # Errors
    /// The errors of reading the journal or the index.
    pub fn ages_to(&self) -> Result<DateTime<Utc>> {
        self.catch_up()?;
        Ok(clock::ages_to(self.now(), &self.used_days()?))
    }

    /// Returns the days in UTC with a line in the journal of any device.
    pub(crate) fn used_days(&self) -> Result<BTreeSet<NaiveDate>> {
        Ok(self.index.snapshot()?.used_days()?)
    }

    /// Tells the writer, once, of a clock that is years ahead of the last use, and of journal lines dated in the
    /// future.
    pub(crate) fn look_at_the_clock(&self) -> Result<()> {
        let (now, used) = (self.now(), self.used_days()?);
        let remarkable = if let Some(days) = clock::long_away(now, &used) {
            let message = "the clock says that the project was not in use for very long; nothing in it ages before it was used on five days";
            Some((NoticeKind::ClockAhead, days, message, now.date_naive()))
        } else {
            clock::in_the_future(now, &used).map(|last| {
                let message = "lines of the journal lie in the future: a clock was ahead, or this one is behind; ages count from the present";
                let days = (last - now.date_naive()).num_days();
                let days = u32::try_from(days).unwrap_or(u32::MAX);
                (NoticeKind::ClockBack, days, message, last)
            })
        };
        let Some((kind, days, message, date)) = remarkable else {
            return Ok(());
        };
        let told = format!("{kind:?} {date}");
        if self.index.snapshot()?.meta(TOLD)?.as_ref() != Some(&told) {
            self.index.write(|writer| writer.set_meta(TOLD, &told))?;
            let path = self.folder.path().join("journal");
            self.keep_notice(self.notice(kind, &path, days as usize, message));
        }
        Ok(())
    }
}
