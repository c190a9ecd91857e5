//! Speech, Markdown, numbers and names keep all bytes, in any context.

use super::assert_refuses;
use crate::Language::{self, En, Zh};
use crate::rewriter::{Move, apply};

/// Asserts that no move changes any of the passages.
fn assert_untouched(language: Language, cases: &[&str]) {
    for &move_ in Move::ALL {
        assert_refuses(move_, language, cases);
    }
}

#[test]
fn speech_keeps_every_byte_in_all_its_marks() {
    assert_untouched(
        En,
        &[
            "\"I am very tired! I did not sleep; I can't…\"",
            "“I am very tired! I did not sleep; I can’t…”",
            "‘I am very tired! I did not sleep; the boys’ dog barked…’",
            "'I am very tired! I did not sleep; I can't…'",
            "«I am very tired! I did not sleep.»",
            "—I am very tired! I did not sleep.",
        ],
    );
    assert_untouched(
        Zh,
        &[
            "“我非常累！如果他来，我的母亲就走；我不知道该怎么办……”",
            "「我非常累！如果他来，我的母亲就走；我不知道该怎么办……」",
            "『我非常累！如果他来，我的母亲就走。』",
            "\"我非常累！如果他来，我的母亲就走。\"",
            "宋江道：我非常累！如果他来，我的母亲就走。",
            "《非常如果》",
        ],
    );
}

#[test]
fn unbalanced_speech_is_speech_to_the_end_of_its_paragraph() {
    assert_untouched(
        En,
        &[
            "“I am very tired. I did not sleep; the night was long.",
            "\"I am very tired. I did not sleep; the night was long.",
            "I am very tired. I did not sleep,” he said.",
            "I am very tired,\" she said. \"I did not sleep at all; it was cold.",
        ],
    );
    assert_untouched(
        Zh,
        &[
            "“我非常累。如果他来，我的母亲就走。",
            "我非常累。如果他来，我的母亲就走。”她说。",
        ],
    );
    assert_eq!(
        apply(
            Move::CutFillers,
            "“I am very tired.\n\nThe night was very long.",
            En
        )
        .as_deref(),
        Some("“I am very tired.\n\nThe night was long.")
    );
}

#[test]
fn narration_around_speech_is_open() {
    assert_eq!(
        apply(
            Move::CutFillers,
            "“Very well,” he said. The room was very cold.",
            En
        )
        .as_deref(),
        Some("“Very well,” he said. The room was cold.")
    );
    assert_eq!(
        apply(
            Move::CutFillers,
            "‘Very well,’ he said. The boys’ room was very cold.",
            En
        )
        .as_deref(),
        Some("‘Very well,’ he said. The boys’ room was cold.")
    );
    assert_eq!(
        apply(
            Move::FormalConnectives,
            "“如果你来。”他说。如果他走，她就留下。",
            Zh
        )
        .as_deref(),
        Some("“如果你来。”他说。若他走，她就留下。")
    );
}

#[test]
fn markdown_keeps_every_byte() {
    assert_untouched(
        En,
        &[
            "# It was very cold; he did not come",
            "It was very cold\n================",
            "`it was very cold`",
            "```\nIt was very cold. He did not come.\n```",
            "> It was very cold. He did not come.",
            "[It was very cold](https://example.com/very-good)",
            "![It was very cold](cold.png)",
            "<div>It was very cold.</div>",
            "| It was very cold | he did not come |\n|---|---|\n| I am cold | it was very late |",
            "---\ntitle: It was very cold\n---\n",
            "[^1]: It was very cold.",
            "https://example.com/it-is;very-good!",
        ],
    );
    assert_untouched(
        Zh,
        &["# 如果他非常累", "`如果他非常累`", "> 如果他来，我的母亲就走。"],
    );
    assert_eq!(
        apply(
            Move::CutFillers,
            "- It was very cold.\n- *He* was very late[^1] and `very` sorry.\n\n[^1]: Very.",
            En
        )
        .as_deref(),
        Some("- It was cold.\n- *He* was late[^1] and `very` sorry.\n\n[^1]: Very.")
    );
}

#[test]
fn an_indented_first_line_is_prose() {
    assert_eq!(
        apply(Move::CutFillers, "\tThe night was very long.", En).as_deref(),
        Some("\tThe night was long.")
    );
    assert_eq!(
        apply(Move::SoftenExclamations, "　　那一夜真是太长了！", Zh).as_deref(),
        Some("　　那一夜真是太长了。")
    );
}

#[test]
fn numbers_and_names_stay() {
    assert_untouched(
        En,
        &[
            "He paid $1,204.50 (30%).",
            "They met Very Good of Perhaps Lane.",
            "The years 1914—1918.",
            "She called Upon Avon home.",
        ],
    );
    assert_eq!(
        apply(
            Move::CutFillers,
            "In 1914 Will Upon was very young, only 25 km from Paris.",
            En
        )
        .as_deref(),
        Some("In 1914 Will Upon was young, only 25 km from Paris.")
    );
    assert_untouched(Zh, &["他买了3.5公斤米。", "等了十分钟。"]);
}

#[test]
fn a_passage_cut_out_of_a_sentence_keeps_its_edges() {
    assert_untouched(En, &["very tall", "and he left; she", "not", ", and she left."]);
    assert_eq!(
        apply(Move::SemicolonsToPeriods, "was late; she waited by the gate.", En),
        None
    );
    assert_eq!(
        apply(Move::SoftenExclamations, "the whole house was burning!", En),
        None
    );
}
