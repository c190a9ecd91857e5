//! Lines that are left to a newer version of the desk.

use memory::journal::Place;
use memory::vocabulary::Left;
use rusqlite::params;

use crate::column::Json;
use crate::view::{bytes, place};
use crate::{Result, View, Writer};

/// A line of which a part or all is left to a newer version of the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The device that wrote it.
    pub device: String,
    /// Behind the line.
    pub place: Place,
    /// What is left.
    pub left: Left,
}

impl View {
    /// Returns the lines that are left to a newer version of the desk, ordered by device and place.
    pub fn unread(&self) -> Result<Vec<Unread>> {
        self.rows(
            "SELECT device, file, byte_offset, run_id, rules FROM unread ORDER BY device, file, byte_offset",
            [],
            |row| {
                Ok(Unread {
                    device: row.get(0)?,
                    place: place(row, 1)?,
                    left: Left {
                        run_id: row.get(3)?,
                        rules: row.get::<_, Json<_>>(4)?.0,
                    },
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Keeps that a line is left to a newer version of the desk.
    pub fn put_unread(&mut self, device: &str, place: &Place, left: &Left) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO unread (device, file, byte_offset, run_id, rules) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![device, place.file, bytes(place), left.run_id, Json(&left.rules)],
        )
    }
}
