//! Whose words a text is made of. Text from elsewhere is remembered by its sentences, so that it is known even after
//! the editor has forgotten its origin.

use std::collections::BTreeSet;

use index::View;
use learning::pasted::{fingerprints, fingerprints_at, is_pasted};
use learning::{Episode, TextOrigin};
use memory::journal::Entry;

use crate::{Learning, Result};

/// Fingerprints in one line of the journal, which then has 15 kB; a pasted book takes several lines.
const SENTENCES_A_LINE: usize = 1_000;

impl Learning {
    /// Remembers the sentences of texts from elsewhere; the sentences are known as soon as this returns.
    ///
    /// Sentences that stood in the manuscript when it was opened or last settled are left out. Their origin is known
    /// already. A sentence of the writer's own stays hers when pasted text stands beside it.
    pub(crate) fn remember_pasted(&self, path: &str, texts: &[String]) -> Result<()> {
        let mut sentences: BTreeSet<String> = texts.iter().flat_map(|text| fingerprints(text)).collect();
        if sentences.is_empty() {
            return Ok(());
        }
        let here = fingerprints(&self.manuscripts.baseline(path).unwrap_or_default());
        // If the index cannot be read, a line may repeat the fingerprints of another line, which does no harm.
        let known = self
            .memory
            .latest()
            .and_then(|view| Ok(view.pasted_among(&sentences)?));
        let known = known.unwrap_or_default();
        sentences.retain(|sentence| !here.contains(sentence) && !known.contains(sentence));
        if sentences.is_empty() {
            return Ok(());
        }
        let at = (self.ports.now)();
        let sentences: Vec<String> = sentences.into_iter().collect();
        let lines: Vec<Entry> = sentences
            .chunks(SENTENCES_A_LINE)
            .map(|sentences| Entry::Pasted {
                at,
                path: path.to_owned(),
                sentences: sentences.to_vec(),
            })
            .collect();
        self.memory.append(&lines)
    }

    /// Remembers the text that was pasted into a saved manuscript, unless AI is off.
    pub(crate) fn pasted(&self, path: &str, texts: &[String]) -> Result<()> {
        if self.assists() {
            self.remember_pasted(path, texts)
        } else {
            Ok(())
        }
    }

    /// Remembers the writer's new text of a passage from elsewhere: its new sentences are no more hers than the old.
    pub(crate) fn remember_made(&self, episode: &Episode, text: &str) -> Result<()> {
        if episode.origin != TextOrigin::Pasted || episode.chosen().is_none() {
            return Ok(());
        }
        self.remember_pasted(&episode.chapter_id, &[text.to_owned()])
    }
}

/// Returns whose words a text is made of, as far as its sentences are known.
pub(crate) fn origin(view: &View, text: &str) -> Result<TextOrigin> {
    let sentences = fingerprints(text);
    let known = view.pasted_among(&sentences)?;
    Ok(of(is_pasted(&sentences, &known)))
}

/// Returns whose words a selected passage is made of. `before` and `after` are the text around the passage. `pasted`
/// are the stretches in it that the editor saw being pasted.
pub(crate) fn passage_origin(
    view: &View,
    [before, passage, after]: [&str; 3],
    pasted: &[String],
) -> Result<TextOrigin> {
    let around = format!("{before}{passage}{after}");
    let sentences = fingerprints_at(&around, before.len()..before.len() + passage.len());
    let mut known = view.pasted_among(&sentences)?;
    known.extend(pasted.iter().flat_map(|stretch| fingerprints(stretch)));
    let whole = pasted.iter().any(|stretch| stretch.contains(passage));
    Ok(of(whole || is_pasted(&sentences, &known)))
}

const fn of(pasted: bool) -> TextOrigin {
    if pasted {
        TextOrigin::Pasted
    } else {
        TextOrigin::Own
    }
}
