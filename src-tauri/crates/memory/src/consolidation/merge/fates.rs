//! The fate of every line of the file and of the reply, once each line has its place.

use std::collections::HashMap;
use std::ops::Range;

use super::draft::{Answer, Draft, Gone, Slot};
use super::layout::Layout;
use crate::consolidation::account::{Account, Fate, Why};

/// Returns the fate of every line; `left` are the lines of the reply that state nothing. A line whose place is not known gets no fate, which [`Account::verify`] finds.
pub(super) fn account(draft: &Draft<'_>, layout: &Layout, left: Vec<(Range<usize>, Why)>) -> Account {
    let line_of = |at: usize| layout.kept[draft.standing[at].bullet.lines.start];

    let gone: HashMap<usize, Gone> = draft
        .standing
        .iter()
        .filter_map(|standing| Some((standing.bullet.lines.start, standing.gone?)))
        .collect();
    let mut account = Account::default();
    for (number, kept) in layout.kept.iter().enumerate() {
        let fate = match (kept, gone.get(&number)) {
            (Some(line), _) => Fate::Kept { line: *line },
            (None, Some(gone)) => match gone.into.and_then(line_of) {
                Some(into) => Fate::Merged {
                    into,
                    archived: gone.block,
                },
                None => Fate::Archived { block: gone.block },
            },
            (None, None) => continue,
        };
        Account::note(&mut account.present, 1, fate);
    }

    let left = left.into_iter().map(|(lines, why)| (lines, Fate::Reply { why }));
    let answered = draft.answers.iter().filter_map(|(lines, answer)| {
        let fate = match answer {
            Answer::Left(why) => Fate::Reply { why: *why },
            Answer::Said(Slot::Standing(at)) => match line_of(*at) {
                Some(line) => Fate::Said { line },
                None => Fate::Archived {
                    block: draft.standing[*at].gone?.block,
                },
            },
            Answer::Said(Slot::New(at)) => match draft.new[*at].block {
                Some(block) => Fate::Archived { block },
                None => Fate::Said {
                    line: *layout.new.get(at)?,
                },
            },
        };
        Some((lines.clone(), fate))
    });
    let mut fates: Vec<(Range<usize>, Fate)> = left.chain(answered).collect();
    fates.sort_by_key(|(lines, _)| lines.start);
    for (lines, fate) in fates {
        Account::note(&mut account.reply, lines.len(), fate);
    }
    account
}
