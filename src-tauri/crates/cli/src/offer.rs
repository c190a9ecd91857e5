//! The command `offer`.

use std::fmt::Write as _;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::{Args, ValueEnum};
use contract::{Candidate, SkillName};
use desk::{FileRequest, ParagraphOffer, Project, offers_in};
use serde_json::{Value, json};

use crate::print::name;

/// The arguments of `offer`.
#[derive(Debug, Args)]
pub(crate) struct Offers {
    /// The file.
    file: PathBuf,
    /// The skill.
    #[arg(long, value_enum, default_value_t = Skill::Polish)]
    skill: Skill,
    /// The kind of scene. By default it is the one that the file names, or it is inferred for each paragraph.
    #[arg(long)]
    scene: Option<String>,
    /// Only the paragraph with this number, counted from 1.
    #[arg(long, value_name = "N")]
    paragraph: Option<usize>,
    /// Use the rules of the project. Without this option no project is opened.
    #[arg(long)]
    pub with_rules: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Skill {
    /// All changes that keep the meaning.
    Polish,
    /// Only changes that make the paragraph shorter.
    Tighten,
}

/// Returns the offers for the paragraphs of a file, as text and as JSON.
pub(crate) fn offers(
    project: Option<&Project>,
    what: &Offers,
    now: DateTime<Utc>,
) -> desk::Result<(String, Value)> {
    let request = FileRequest {
        skill: match what.skill {
            Skill::Polish => SkillName::Polish,
            Skill::Tighten => SkillName::Tighten,
        },
        scene_type: what.scene.clone(),
        paragraph: what.paragraph,
    };
    let found = match project {
        Some(project) => project.learning().offers_in(&what.file, &request)?,
        None => offers_in(&what.file, &request, now)?,
    };
    let text = found.iter().map(text_of).collect::<Vec<_>>().join("\n");
    Ok((text, found.iter().map(json_of).collect()))
}

fn text_of(paragraph: &ParagraphOffer) -> String {
    let ParagraphOffer {
        line, text, offer, ..
    } = paragraph;
    let mut said = format!("line {line}, {}\n  {}\n", offer.scene_type, flat(text));
    if let Some(nothing) = &offer.nothing {
        let _ = writeln!(said, "  nothing: {}", name(&json!(nothing)));
    }
    for (at, (candidate, measured)) in offer.candidates.iter().zip(&paragraph.measured).enumerate() {
        let label = if offer.language == "zh" {
            &candidate.label_zh
        } else {
            &candidate.label_en
        };
        let _ = writeln!(
            said,
            "  {}  {label}, {:.0} % changed, length {:+.0} %{}\n     {}",
            at + 1,
            100.0 * measured.share_changed,
            100.0 * candidate.length_change,
            match candidate.rules.as_slice() {
                [] => String::new(),
                rules => format!(", by {}", rules.join(", ")),
            },
            flat(&candidate.text),
        );
    }
    said
}

fn json_of(paragraph: &ParagraphOffer) -> Value {
    let ParagraphOffer { offer, .. } = paragraph;
    let candidates = offer.candidates.iter().zip(&paragraph.measured);
    let candidates: Vec<Value> = candidates
        .map(|(candidate, measured)| {
            let Candidate {
                text,
                moves,
                label_en,
                label_zh,
                length_change,
                rules,
                ..
            } = candidate;
            json!({
                "text": text,
                "moves": moves,
                "label_en": label_en,
                "label_zh": label_zh,
                "share_changed": measured.share_changed,
                "length_change": length_change,
                "rules": rules,
                "features": measured.features,
            })
        })
        .collect();
    json!({
        "paragraph": paragraph.number,
        "line": paragraph.line,
        "text": paragraph.text,
        "language": offer.language,
        "scene_type": offer.scene_type,
        "features": paragraph.features,
        "in_force": offer.in_force,
        "shaped_by": offer.shaped_by,
        "held_out": offer.held_out,
        "nothing": offer.nothing,
        "candidates": candidates,
    })
}

/// Returns a text on one line: a paragraph may have line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
