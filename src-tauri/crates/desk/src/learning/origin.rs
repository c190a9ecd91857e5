//! The origin of text. Text from elsewhere is recorded by fingerprints of its sentences, so that it is recognised even
//! after the editor has forgotten its origin.

use std::collections::{BTreeMap, BTreeSet};

use index::View;
use learning::pasted::{self, fingerprints, fingerprints_at};
use learning::{Episode, TextOrigin};
use memory::journal::Entry;

use crate::{Learning, Result};

/// The maximum number of fingerprints in one journal line, which then has 15 kB; a pasted book takes several lines.
const SENTENCES_A_LINE: usize = 1_000;

impl Learning {
    /// Records the sentences of texts from elsewhere; they are known as soon as this returns.
    ///
    /// Sentences that were in the manuscript when it was opened or last settled are left out, because their origin is
    /// already known. A sentence of the writer stays her own even beside pasted text.
    pub(crate) fn remember(&self, path: &str, texts: &[String], origin: TextOrigin) -> Result<()> {
        let mut sentences: BTreeSet<String> = texts.iter().flat_map(|text| fingerprints(text)).collect();
        if sentences.is_empty() {
            return Ok(());
        }
        let here = fingerprints(&self.manuscripts.baseline(path).unwrap_or_default());
        // If the index cannot be read, fingerprints may be recorded twice, which does no harm.
        let known = self
            .memory
            .latest()
            .and_then(|view| Ok(view.elsewhere(&sentences)?));
        let known = known.unwrap_or_default();
        sentences.retain(|sentence| !here.contains(sentence) && !known.contains_key(sentence));
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
                origin,
            })
            .collect();
        self.memory.append(&lines)
    }

    /// Records the words of an imported manuscript as imported. They are known as soon as this returns.
    ///
    /// # Errors
    /// The errors of reading the file and of writing the journal.
    pub(crate) fn remember_imported(&self, path: &str) -> Result<()> {
        let full = self.memory.project.path().join(path);
        let text = self.manuscripts.file_of(path, &full)?.text;
        self.remember(path, &[text], TextOrigin::Imported)
    }

    /// Records the text that was pasted into a saved manuscript, unless AI is off.
    pub(crate) fn pasted(&self, path: &str, texts: &[String]) -> Result<()> {
        if self.assists() {
            self.remember(path, texts, TextOrigin::Pasted)
        } else {
            Ok(())
        }
    }

    /// Records the new text that the writer made from a passage from elsewhere, because its sentences are not her own
    /// either.
    pub(crate) fn remember_made(&self, episode: &Episode, text: &str) -> Result<()> {
        if episode.origin.is_own() || episode.chosen().is_none() {
            return Ok(());
        }
        self.remember(&episode.chapter_id, &[text.to_owned()], episode.origin)
    }
}

/// Returns the origin of a text, as far as its sentences are known.
pub(crate) fn origin(view: &View, text: &str) -> Result<TextOrigin> {
    let sentences = fingerprints(text);
    Ok(pasted::origin(&sentences, &view.elsewhere(&sentences)?))
}

/// Returns the origin of a selected passage. `before` and `after` are the text around it. `stretches` are the parts
/// that the editor recorded as pasted.
pub(crate) fn passage_origin(
    view: &View,
    [before, passage, after]: [&str; 3],
    stretches: &[String],
) -> Result<TextOrigin> {
    let around = format!("{before}{passage}{after}");
    let sentences = fingerprints_at(&around, before.len()..before.len() + passage.len());
    if stretches.iter().any(|stretch| stretch.contains(passage)) {
        return Ok(TextOrigin::Pasted);
    }
    let here = stretches.iter().flat_map(|stretch| fingerprints(stretch));
    let mut elsewhere: BTreeMap<String, TextOrigin> =
        here.map(|sentence| (sentence, TextOrigin::Pasted)).collect();
    elsewhere.extend(view.elsewhere(&sentences)?);
    Ok(pasted::origin(&sentences, &elsewhere))
}
