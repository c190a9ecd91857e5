//! The writer's revisions in a manuscript, recorded when she leaves it.

use std::ops::Range;

use contract::SaidScene;
use learning::episode::IMPORTANCE;
use learning::{Episode, EpisodeKind, TextOrigin};
use memory::journal::Entry;
use prose::{Language, SceneType, scene, segment};

use crate::learning::origin::origin;
use crate::learning::revision::{Revision, foreign, holds_any, revisions};
use crate::{Learning, Result, wire};

/// The skill name for revisions of her own text.
const REVISE: &str = "revise";

impl Learning {
    /// Records the writer's revisions in a manuscript since it was opened or last settled.
    ///
    /// Called when she leaves it: by then a revision is one act, not the fifty saves it took. Returns how many
    /// paragraphs she revised. A change by another program is no revision: its author is not known.
    ///
    /// `pasted` are the stretches of the text that came from elsewhere, as they read now. They are remembered. A
    /// revision with such a stretch in it is recorded with that origin and says nothing about the writer. So is a
    /// revision of a paragraph that is known to come from elsewhere. Text that stood in the manuscript before does not
    /// count as pasted: she only moved or repeated it.
    ///
    /// `said` are the passages whose kind of scene she declared in an offer, as far as the editor still knows them. Her
    /// word on the passage wins over the declaration in the manuscript, and both win over detection.
    ///
    /// # Errors
    /// The errors of reading the file, the journal and the index. Then nothing is settled, and the next call records
    /// all revisions. `INVALID_ARGUMENT` for an unknown kind of scene.
    pub fn settle(&self, path: &str, pasted: &[String], said: &[SaidScene]) -> Result<u32> {
        let Some(left) = self.manuscripts.leave(path)? else {
            return Ok(0);
        };
        if !self.assists() {
            self.manuscripts.settled(path, &left);
            return Ok(0);
        }
        let said = said_in(&left.text, said)?;
        self.remember(path, pasted, TextOrigin::Pasted)?;
        let foreign = foreign(&left.before, pasted);
        let revisions = revisions(&left.before, &left.text, &left.taken);
        let acts = self.acts(path, &left.text, &revisions, &foreign, &said)?;
        if !self.manuscripts.settled(path, &left) {
            return Ok(0);
        }
        for act in &acts {
            self.keep(act)?;
        }
        self.remember_work(path, &left.before, &left.text)?;
        Ok(u32::try_from(acts.len()).unwrap_or(u32::MAX))
    }

    /// Returns the episodes of revisions.
    fn acts(
        &self,
        path: &str,
        text: &str,
        revisions: &[Revision<'_>],
        foreign: &[String],
        said: &[(Range<usize>, SceneType)],
    ) -> Result<Vec<Episode>> {
        if revisions.is_empty() {
            return Ok(Vec::new());
        }
        let view = self.memory.latest()?;
        let mut acts = Vec::new();
        for &Revision { draft, revised, at } in revisions {
            let language = Language::of(revised);
            let mut origin = origin(&view, draft)?;
            if !origin.is_own() {
                self.remember(path, &[revised.to_owned()], origin)?;
            } else if holds_any(revised, foreign) {
                origin = TextOrigin::Pasted;
            }
            acts.push(Episode {
                id: (self.ports.new_id)(),
                created_at: (self.ports.now)(),
                project_id: self.memory.id.clone(),
                kind: EpisodeKind::Revision,
                scene_type: said_of(said, at..at + revised.len())
                    .or_else(|| scene::declared(text, at))
                    .unwrap_or_else(|| scene::detect(revised, language)),
                skill_used: REVISE.into(),
                input_context: String::new(),
                candidates: vec![draft.to_owned()],
                selected_index: 0,
                final_text: revised.to_owned(),
                language,
                chapter_id: path.to_owned(),
                undone: false,
                undone_after: None,
                in_part: false,
                repeated: 0,
                shaped_by: Vec::new(),
                held_out: Vec::new(),
                origin,
                importance: IMPORTANCE,
                user_confirmed: false,
            });
        }
        Ok(acts)
    }

    /// Records work on a manuscript: how many words it had before and has now.
    pub(crate) fn remember_work(&self, path: &str, before: &str, after: &str) -> Result<()> {
        if before == after {
            return Ok(());
        }
        let units = |text| u64::try_from(segment::units(text)).unwrap_or(u64::MAX);
        self.memory.append(&[Entry::Worked {
            at: self.memory.now(),
            path: path.to_owned(),
            language: Language::of(after),
            before: units(before),
            after: units(after),
        }])
    }
}

/// Returns the ranges of the passages whose kind of scene the writer declared, in bytes.
fn said_in(text: &str, said: &[SaidScene]) -> Result<Vec<(Range<usize>, SceneType)>> {
    let byte = |units: u32| {
        let mut left = units as usize;
        let end = text.char_indices().find(|(_, character)| {
            let before = left;
            left = left.saturating_sub(character.len_utf16());
            before == 0
        });
        end.map_or(text.len(), |(at, _)| at)
    };
    said.iter()
        .map(|said| {
            Ok((
                byte(said.from)..byte(said.to),
                wire::scene_from(&said.scene_type)?,
            ))
        })
        .collect()
}

/// Returns the kind of scene that the writer declared for a stretch of the text. Of several passages in the stretch,
/// the one with the largest share counts.
fn said_of(said: &[(Range<usize>, SceneType)], stretch: Range<usize>) -> Option<SceneType> {
    said.iter()
        .map(|(passage, scene)| {
            let (start, end) = (passage.start.max(stretch.start), passage.end.min(stretch.end));
            (end.saturating_sub(start), *scene)
        })
        .filter(|(shared, _)| *shared > 0)
        .max_by_key(|(shared, _)| *shared)
        .map(|(_, scene)| scene)
}
