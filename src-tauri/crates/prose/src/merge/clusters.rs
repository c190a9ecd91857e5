//! Groups the overlapping changes of two sides.

use std::ops::Range;

use super::trio::Trio;
use crate::diff::Hunk;

/// Overlapping changes of one or both sides, with their place in all three texts.
pub(super) struct Cluster {
    /// The byte range in each text.
    pub(super) at: Trio<Range<usize>>,
    /// Whether `mine` has changes in it.
    pub(super) by_mine: bool,
    /// Whether `theirs` has changes in it.
    pub(super) by_theirs: bool,
}

/// The range of the base that some overlapping changes cover, and the changes, each with `true` for a change of `mine`.
type Group<'a> = (Range<usize>, Vec<(bool, &'a Hunk)>);

/// Returns the changes of two sides, with overlapping changes grouped. `within` is the place of the stretch in the
/// three texts.
pub(super) fn clusters(mine: &[Hunk], theirs: &[Hunk], within: &Trio<Range<usize>>) -> Vec<Cluster> {
    let mut all: Vec<(bool, &Hunk)> = mine.iter().map(|hunk| (true, hunk)).collect();
    all.extend(theirs.iter().map(|hunk| (false, hunk)));
    all.sort_by_key(|(is_mine, hunk)| (hunk.before.start, hunk.before.end, !is_mine));

    let mut grouped: Vec<Group<'_>> = Vec::new();
    for (is_mine, hunk) in all {
        match grouped.last_mut() {
            Some((range, members)) if overlap(range, &hunk.before) => {
                range.end = range.end.max(hunk.before.end);
                members.push((is_mine, hunk));
            }
            _ => grouped.push((hunk.before.clone(), vec![(is_mine, hunk)])),
        }
    }
    // The offset of each side from the base, in bytes, before the current group.
    let mut shift = (0_isize, 0_isize);
    let mut clusters = Vec::with_capacity(grouped.len());
    for (range, members) in grouped {
        let grown = |side: bool| -> isize {
            let of_side = members.iter().filter(|(is_mine, _)| *is_mine == side);
            of_side
                .map(|(_, hunk)| hunk.after.len() as isize - hunk.before.len() as isize)
                .sum()
        };
        let side = |start: usize, shift: &mut isize, grown: isize| {
            let from = start + range.start.saturating_add_signed(*shift);
            *shift += grown;
            from..start + range.end.saturating_add_signed(*shift)
        };
        clusters.push(Cluster {
            by_mine: members.iter().any(|(is_mine, _)| *is_mine),
            by_theirs: members.iter().any(|(is_mine, _)| !*is_mine),
            at: Trio {
                base: within.base.start + range.start..within.base.start + range.end,
                mine: side(within.mine.start, &mut shift.0, grown(true)),
                theirs: side(within.theirs.start, &mut shift.1, grown(false)),
            },
        });
    }
    clusters
}

/// Returns whether words were inserted beside words that the other side deleted. Alone, the inserted words would make
/// no sense.
pub(super) fn adds_to_cut(added: &[Hunk], cut: &[Hunk]) -> bool {
    let cuts = || cut.iter().filter(|hunk| hunk.after.is_empty());
    let places = added.iter().filter(|hunk| hunk.before.is_empty());
    places
        .map(|hunk| hunk.before.start)
        .any(|at| cuts().any(|hunk| hunk.before.start == at || hunk.before.end == at))
}

/// Returns whether two changes overlap; `earlier` begins first or at the same byte. Two insertions at the same place
/// overlap; adjacent changes do not.
fn overlap(earlier: &Range<usize>, later: &Range<usize>) -> bool {
    if earlier.is_empty() && later.is_empty() {
        return earlier.start == later.start;
    }
    later.start < earlier.end && (!later.is_empty() || later.start > earlier.start)
}
