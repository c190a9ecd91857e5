//! The lines and sentences of texts, and whether two sentences are wordings of the same sentence.

use super::trio::Trio;
use crate::Language;
use crate::diff::{self, piece};
use crate::segment::sentences;

/// The largest share of changed characters at which two sentences still count as wordings of the same sentence.
const WORDINGS_OF_ONE: f64 = 0.7;

/// Returns the lines of a text, each with its line break.
pub(super) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Returns the sentences of each line and the white space between them, as pieces that cover the text without gaps.
pub(super) fn sentence_pieces(text: &str) -> Vec<&str> {
    let language = Language::of(text);
    let mut pieces = Vec::new();
    for line in lines(text) {
        let mut at = 0;
        for sentence in sentences(line, language) {
            pieces.push(piece(line, &(at..sentence.start)));
            at = sentence.end;
            pieces.push(piece(line, &sentence));
        }
        pieces.push(piece(line, &(at..line.len())));
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns the lengths of the corresponding sentences in the three texts. `None` unless the texts have equally many
/// sentences and each is a wording of its counterparts.
pub(super) fn one_by_one(texts: &Trio<&str>) -> Option<Vec<Trio<usize>>> {
    let pieces = Trio {
        base: sentence_pieces(texts.base),
        mine: sentence_pieces(texts.mine),
        theirs: sentence_pieces(texts.theirs),
    };
    let count = pieces.base.len();
    if count < 2 || pieces.mine.len() != count || pieces.theirs.len() != count {
        return None;
    }
    let sentences: Vec<Trio<&str>> = pieces
        .base
        .into_iter()
        .zip(pieces.mine)
        .zip(pieces.theirs)
        .map(|((base, mine), theirs)| Trio { base, mine, theirs })
        .collect();
    let alike = |one: &Trio<&str>| are_wordings(one.base, one.mine) && are_wordings(one.base, one.theirs);
    sentences.iter().all(alike).then(|| {
        sentences
            .iter()
            .map(|one| Trio {
                base: one.base.len(),
                mine: one.mine.len(),
                theirs: one.theirs.len(),
            })
            .collect()
    })
}

/// Returns whether two sentences are wordings of the same sentence.
pub(super) fn are_wordings(one: &str, other: &str) -> bool {
    one == other || diff::share_changed(one, other) <= WORDINGS_OF_ONE
}
