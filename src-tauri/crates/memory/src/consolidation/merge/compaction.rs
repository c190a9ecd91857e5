//! Compaction: the oldest items leave a file that has grown too long.

use super::draft::{Draft, Slot};
use crate::document::length_of_line;
use crate::files::archive::{ArchivedBlock, Cause};

/// Archives the oldest items until the file is short enough. If the other lines alone are too long, it stops when the
/// items take at most a quarter of the maximum. Returns whether the file is still too long.
pub(super) fn compact(draft: &mut Draft<'_>, length: usize) -> bool {
    let maximum = draft.context.maximum;
    if length <= maximum {
        return false;
    }
    let standing = draft
        .standing
        .iter()
        .enumerate()
        .filter(|(_, standing)| standing.gone.is_none());
    let old = standing.filter_map(|(at, standing)| {
        let item = standing.folded.as_ref().or(standing.item())?;
        let line = &draft.present.lines()[standing.bullet.lines.start];
        Some((item.updated, item.since, Slot::Standing(at), length_of_line(line)))
    });
    let new = draft.new.iter().enumerate().map(|(at, new)| {
        let length = length_of_line(&new.line) + draft.present.ending().len();
        (new.item.updated, new.item.since, Slot::New(at), length)
    });
    let mut items: Vec<_> = old.chain(new).collect();
    items.sort_by_key(|&(updated, since, ..)| (updated, since));
    let mut taken: usize = items.iter().map(|(.., length)| length).sum();
    let fixed = length.saturating_sub(taken);
    let room = (maximum / 10 * 9).saturating_sub(fixed).max(maximum / 4);
    for (.., slot, length) in items {
        if taken <= room {
            break;
        }
        taken -= length;
        match slot {
            Slot::Standing(at) => draft.take_out(at, Cause::Compacted, None),
            Slot::New(at) => {
                let new = &mut draft.new[at];
                new.block = Some(draft.archived.len());
                draft.archived.push(ArchivedBlock {
                    section: draft.sections[new.section].title.clone(),
                    text: format!("{}{}", new.line, draft.present.ending()),
                    cause: Cause::Compacted,
                });
            }
        }
    }
    fixed + taken > maximum
}
