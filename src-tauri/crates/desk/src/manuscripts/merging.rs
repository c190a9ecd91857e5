//! Merging another program's change of an open manuscript with the text in the editor.

use contract::{MergeConflict, MergeRequest, Merged, TextEdit};
use prose::merge::{Merge, three_way, two_way};

use crate::manuscripts::state::LIMIT;
use crate::text::{Utf16, endings};
use crate::{Manuscripts, Result};

impl Manuscripts {
    /// Returns the edits that bring another program's change of the file into the text in the editor. Nothing is
    /// written.
    ///
    /// The common base is the file as the editor last read, saved or merged it; the desk keeps it for each open
    /// manuscript. Another program's change is not the writer's revision. So from then on her revisions are measured
    /// against the file with that change.
    ///
    /// A copy in conflict is merged without a base, because no common earlier state is known. Text that only one of the
    /// two has stays, and where they differ both texts stay.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the desk does not know the editor's base, so that the writer has to be asked. Also the
    /// errors of reading a manuscript.
    pub fn merge(&self, request: &MergeRequest) -> Result<Merged> {
        let path = self.manuscript(&request.path)?;
        let unknown = || vault::Error::Changed { path: path.clone() };
        self.take_over(&request.path, &request.base_hash);
        if let Some(copy) = &request.copy {
            let copy = vault::read_manuscript(&self.manuscript(copy)?, LIMIT)?;
            let theirs = endings::unified(&copy.text);
            let mine = match &request.text {
                Some(text) => text.clone(),
                None => endings::unified(&self.known_file(&request.path).ok_or_else(unknown)?.text),
            };
            // No earlier state of the file is kept that could be the base of both.
            let merge = two_way(&mine, &theirs);
            return Ok(merged(&mine, &merge, &request.base_hash, false));
        }
        let file = self.file_of(&request.path, &path)?;
        let hash = file.hash.to_string();
        let (base, before) = {
            let mut open = self.open.lock();
            let manuscript = open.get_mut(&request.path).ok_or_else(unknown)?;
            if manuscript.file.hash.as_str() != request.base_hash {
                return Err(unknown().into());
            }
            let known = &manuscript.file;
            let before = (known.hash != file.hash).then(|| known.clone());
            if before.is_none() && request.text.is_none() {
                return Ok(merged("", &Merge::default(), &hash, true));
            }
            let base = endings::unified(&known.text);
            manuscript.handed = Some(file.clone());
            (base, before)
        };
        // Kept at once: if the desk ends now, the text typed since then can only be recovered relative to this state.
        self.keep_replaced(&request.path, before);
        let theirs = endings::unified(&file.text);
        let mine = request.text.as_ref().unwrap_or(&base);
        let merge = three_way(&base, mine, &theirs);
        let is_file = merge.text(mine) == theirs;
        Ok(merged(mine, &merge, &hash, is_file))
    }

    /// Treats the file that was handed to the editor as the editor's state, once the editor names its hash.
    pub(crate) fn take_over(&self, path: &str, hash: &str) {
        if let Some(manuscript) = self.open.lock().get_mut(path)
            && let Some(handed) = manuscript.handed.take_if(|handed| handed.hash.as_str() == hash)
        {
            manuscript.follow(handed);
        }
    }
}

fn merged(mine: &str, merge: &Merge, hash: &str, is_file: bool) -> Merged {
    let text = merge.text(mine);
    let mut mine = Utf16::of(mine);
    Merged {
        hash: hash.to_owned(),
        edits: merge
            .edits
            .iter()
            .map(|edit| TextEdit {
                from: mine.at(edit.at.start),
                to: mine.at(edit.at.end),
                insert: edit.text.clone(),
            })
            .collect(),
        conflicts: conflicts_in(&text, merge),
        is_file,
    }
}

/// Returns the places of a merged text where the texts of both sides stand, in UTF-16 code units.
pub(crate) fn conflicts_in(merged: &str, merge: &Merge) -> Vec<MergeConflict> {
    let mut place = Utf16::of(merged);
    merge
        .conflicts
        .iter()
        .map(|conflict| MergeConflict {
            mine_from: place.at(conflict.mine.start),
            mine_to: place.at(conflict.mine.end),
            theirs_from: place.at(conflict.theirs.start),
            theirs_to: place.at(conflict.theirs.end),
        })
        .collect()
}
