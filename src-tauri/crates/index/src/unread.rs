//! Journal lines of a newer version of the desk.

use memory::journal::Place;
use memory::vocabulary::Left;
use rusqlite::params;

use crate::column::Json;
use crate::view::{bytes, place};
use crate::{Result, View, Writer};

/// A journal line that this version cannot read, in part or in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The device that wrote the line.
    pub device: String,
    /// The place after the line.
    pub place: Place,
    /// The unread part.
    pub left: Left,
}

impl View {
    /// Returns the unread lines, ordered by device and place.
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
    /// Records a line that this version cannot read in full.
    pub fn put_unread(&mut self, device: &str, place: &Place, left: &Left) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO unread (device, file, byte_offset, run_id, rules) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![device, place.file, bytes(place), left.run_id, Json(&left.rules)],
        )
    }
}
