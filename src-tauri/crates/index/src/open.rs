//! Opening the database file: checking the existing file, and creating, emptying or moving it.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::{Error, Result, is_damage};
use vault::{Identity, Kind, RealDisk, Turn};

/// The state of the file found by [`Index::open`](crate::Index::open). In every state but [`Usable`](Self::Usable) the
/// index is now empty, and the caller projects from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// There was no file, or an empty one.
    Fresh,
    /// A complete index of this schema; its cursors tell how far it has been projected.
    Usable,
    /// The entry is not a complete index: a file of zeros, another program's database or a folder, for instance. It was
    /// moved and not deleted, because this program may not have made it.
    Damaged {
        /// The new path, in the same folder.
        moved_to: PathBuf,
    },
    /// An index with another schema, older or newer. It was emptied.
    Outdated,
}

const SCHEMA: &str = include_str!("schema.sql");

/// The version of this program's schema. A file with any other number is projected anew.
///
/// It is the FNV-1a hash of the schema's text, so that no change of the schema can leave it unchanged by mistake. A
/// changed comment costs one projection.
pub(crate) const VERSION: i32 = {
    let text = SCHEMA.as_bytes();
    let mut hash = 0x811c_9dc5_u32;
    let mut at = 0;
    while at < text.len() {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash.cast_signed()
};

/// Marks a database as an index of this program, in the field `application_id` of the SQLite header ("CmpI").
pub(crate) const APPLICATION_ID: i32 = 0x436d_7049;

/// The longest single write is a rebuild: about one second for 10,000 episodes on two cores. A program that holds the
/// lock for five seconds hangs.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens the database for writing, and prepares it where it is not a usable index.
pub(crate) fn for_writing(path: &Path, now: DateTime<Utc>) -> Result<(Connection, Identity, Condition)> {
    if let Some(folder) = path.parent() {
        vault::create_folders(&RealDisk, folder.parent().unwrap_or(folder), folder)?;
    }
    let _turn = await_turn(path)?;
    if let Some((connection, condition)) = open_existing(path)? {
        return Ok((connection, identity(path)?, condition));
    }
    let moved_to = move_aside(path, now).map_err(|source| Error::io(path, source))?;
    match open_existing(path)? {
        Some((connection, _)) => Ok((connection, identity(path)?, Condition::Damaged { moved_to })),
        None => Err(Error::Damaged {
            path: path.to_owned(),
            source: "it was damaged again at once".into(),
        }),
    }
}

/// Opens the database for writing after the file was deleted while the writer had it open; a missing file is created.
///
/// Only the last folder of the path is created. If more is missing, the disk or the whole project is gone.
pub(crate) fn again(path: &Path) -> Result<(Connection, Identity)> {
    if let Some(folder) = path.parent() {
        vault::create_folders(&RealDisk, folder.parent().unwrap_or(folder), folder)?;
    }
    let _turn = await_turn(path)?;
    match open_existing(path)? {
        Some((connection, _)) => Ok((connection, identity(path)?)),
        None => Err(Error::Damaged {
            path: path.to_owned(),
            source: "what stands there is no index".into(),
        }),
    }
}

/// Returns the identity of the file that was just opened.
fn identity(path: &Path) -> Result<Identity> {
    Identity::of(path).ok_or_else(|| Error::io(path, ErrorKind::NotFound.into()))
}

/// Opens the database for reading. Another connection must have it open for writing.
pub(crate) fn for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW,
    )?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Returns the open database, or `None` when the entry at the path is not an index.
fn open_existing(path: &Path) -> Result<Option<(Connection, Condition)>> {
    // SQLite follows no link with these flags, but opening a named pipe would block for ever.
    let is_in_the_way = |suffix| !matches!(vault::kind(&beside(path, suffix)), None | Some(Kind::File));
    if ["", "-wal", "-shm", "-journal"].into_iter().any(is_in_the_way) {
        return Ok(None);
    }
    // Created here, so that the file has the access rights of its folder.
    vault::create_empty(path)?;
    match prepare(path) {
        Err(error) if is_damage(&error) => Ok(None),
        Err(error) => Err(Error::sqlite(path, error)),
        Ok(found) => Ok(found),
    }
}

fn prepare(path: &Path) -> rusqlite::Result<Option<(Connection, Condition)>> {
    let mut connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW,
    )?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Nothing is written before the file is known to be an index.
    let Some(condition) = condition(&connection)? else {
        return Ok(None);
    };
    // Without the check, a torn page would surface only in a later query. It takes 30 ms for 10,000 episodes (64 MB).
    let check: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if check != "ok" {
        return Ok(None);
    }
    // With a write-ahead log, readers and the writer never wait for each other.
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    // After a power cut the last commits may be missing, but the database is consistent. The cursors are in the same
    // transactions, so the missing lines are projected again.
    connection.pragma_update(None, "synchronous", "normal")?;
    if condition != Condition::Usable {
        // Without foreign keys the tables of an outdated schema can be dropped in any order. The pragma has no effect
        // inside a transaction.
        connection.pragma_update(None, "foreign_keys", false)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Emptied in place, because deleting a database that another program has open corrupts it.
        drop_everything(&transaction)?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    connection.pragma_update(None, "foreign_keys", true)?;
    // The cache holds all statements of the writer.
    connection.set_prepared_statement_cache_capacity(32);
    Ok(Some((connection, condition)))
}

/// Waits until no other program is opening the same index. Dropping the returned lock releases it.
///
/// Without the lock, of two programs that start together, one would find an incomplete set of tables and treat the file
/// as damaged. Also, SQLite does not wait for the switch to a write-ahead log: it fails at once.
fn await_turn(path: &Path) -> Result<Turn> {
    Ok(Turn::take(&beside(path, ".lock"))?)
}

/// Returns the condition by the header and the tables, or `None` when the database is not an index.
fn condition(connection: &Connection) -> rusqlite::Result<Option<Condition>> {
    let application_id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (application_id, version, tables) {
        (APPLICATION_ID, VERSION, _) => Some(Condition::Usable),
        (APPLICATION_ID, ..) => Some(Condition::Outdated),
        (0, 0, 0) => Some(Condition::Fresh),
        _ => None,
    })
}

fn drop_everything(connection: &Connection) -> rusqlite::Result<()> {
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    tables
        .iter()
        .try_for_each(|table| connection.execute_batch(&format!("DROP TABLE \"{table}\"")))
}

/// Moves the entry at the path to `<name>.damaged-<time>` beside it, with its log.
///
/// The log must not stay: a program that still has the old file open would share it with the new file.
#[allow(
    clippy::disallowed_methods,
    reason = "a cache loses nothing when the rename does not survive a power cut"
)]
fn move_aside(path: &Path, now: DateTime<Utc>) -> std::io::Result<PathBuf> {
    let moved_to = beside(path, &format!(".damaged-{}", now.format("%Y%m%dT%H%M%S%3fZ")));
    for suffix in ["-wal", "-shm", "-journal", ""] {
        match std::fs::rename(beside(path, suffix), beside(&moved_to, suffix)) {
            Err(error) if !suffix.is_empty() && error.kind() == ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(moved_to)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}
