//! Files on disk: atomic writes, the journal, preimages, watching, containment.
//!
//! Every byte the desk writes goes through this crate. A change that a function here reports as done is durable. It
//! survives a kill of the process, and also a power cut if the disk really syncs. The crate knows no SQL, no episodes
//! and no rules: a journal line is one JSON text and a Markdown file is bytes.
//!
//! Time and ids come in as arguments. Every change of the disk is one call of [`Disk`], so that a test can make each
//! call fail in turn with [`FailingDisk`].

mod append;
mod atomic;
mod disk;
mod encoding;
mod error;
mod failing_disk;
mod flock;
mod folder;
mod hash;
pub mod history;
mod identity;
mod journal;
mod leftovers;
mod lines;
mod lock;
mod name;
mod refusal;
mod rename;
mod root;
mod tail;
mod text;
mod trash;
mod watch;

pub use append::append_lines;
pub use atomic::{
    create_empty, create_folders, create_private_folder, make_durable, remove, replace, write_atomic,
};
pub use disk::{Disk, RealDisk};
pub use encoding::Encoding;
pub use error::{Error, Result};
pub use failing_disk::FailingDisk;
pub use folder::{Kind, entries, kind, make_private};
pub use hash::ContentHash;
pub use identity::Identity;
pub use journal::{CorruptLine, Cursor, Journal, Line, Read, Reader};
pub use leftovers::clear_leftovers;
pub use lock::{Tried, Turn};
pub use name::{folded, is_portable, is_usable};
pub use rename::rename;
pub use root::{Found, Root, named};
pub use tail::SetAside;
pub use text::{TextFile, open_file, read_bytes, read_manuscript, read_text};
pub use trash::{SystemTrash, Trash, bring_back, discard};
pub use watch::{Watch, watch, watch_entries};
