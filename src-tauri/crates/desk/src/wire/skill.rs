//! Skills and moves of the built-in rewriter.

use contract::{MoveLabel, SkillName};
use prose::Language;
use prose::rewriter::{Move, Skill};

/// Returns the rewriter's skill for a skill of the window.
pub(crate) fn skill_from(name: SkillName) -> Skill {
    match name {
        SkillName::Polish => Skill::Polish,
        SkillName::Tighten => Skill::Tighten,
    }
}

/// Returns the moves of a skill by their labels, in the order of declaration.
pub fn skill_moves(name: SkillName) -> Vec<MoveLabel> {
    let skill = skill_from(name);
    let moves = Move::ALL.iter().filter(|&&made| skill.allows(made));
    moves.copied().map(label).collect()
}

/// Returns the label of a move in both languages.
pub(super) fn label(made: Move) -> MoveLabel {
    MoveLabel {
        en: made.label(Language::En).into(),
        zh: made.label(Language::Zh).into(),
    }
}
