//! The days on which the desk was in use.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::{Result, View, Writer};

impl View {
    /// Returns the days in UTC on which any device wrote a line of the journal.
    pub fn used_days(&self) -> Result<BTreeSet<NaiveDate>> {
        let days = self.rows("SELECT day FROM used_day", [], |row| row.get(0))?;
        Ok(days.into_iter().collect())
    }
}

impl Writer<'_> {
    /// Records a day in UTC as a day of use.
    pub fn put_used_day(&mut self, day: NaiveDate) -> Result<()> {
        self.execute("INSERT OR IGNORE INTO used_day (day) VALUES (?1)", [day])
    }
}
