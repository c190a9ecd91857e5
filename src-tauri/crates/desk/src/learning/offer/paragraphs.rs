//! The offers for the paragraphs of a file: for each, what the window offers when the writer selects it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use chrono::{DateTime, Utc};
use contract::{Offer, OfferRequest, SkillName};
use learning::Rule;
use press::{Lines, Manuscript};
use prose::diff::share_changed;
use prose::{Language, measure};

use super::drawn;
use crate::manuscripts::state::{LIMIT, body};
use crate::text::{self, endings};
use crate::{Error, Learning, Result};

/// The length of the text before and after a paragraph from which its scene is inferred, in characters. The window sends
/// as much.
const AROUND: usize = 600;

/// The values of the features that are defined for a text, by their stable names.
pub type Features = BTreeMap<&'static str, f64>;

/// What is asked for the paragraphs of a file.
#[derive(Clone, Debug)]
pub struct FileRequest {
    /// The skill to run.
    pub skill: SkillName,
    /// The kind of scene, by its stable name; otherwise it is read or inferred for each paragraph.
    pub scene_type: Option<String>,
    /// The only paragraph, counted from 1; otherwise all.
    pub paragraph: Option<usize>,
}

/// A paragraph with its offer.
#[derive(Clone, Debug)]
pub struct ParagraphOffer {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The features of its text.
    pub features: Features,
    /// What is offered. The number of the paragraph stands in the place of the episode's id, so that two runs draw the
    /// same candidates.
    pub offer: Offer,
    /// What is known of each candidate of the offer, in its order.
    pub measured: Vec<Measured>,
}

/// What is known of a candidate.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The features of its text.
    pub features: Features,
    /// The share of both texts that differs, 0 to 1.
    pub share_changed: f64,
}

/// Returns the offers for the paragraphs of a file without any rules. It needs no project.
///
/// # Errors
/// The errors of reading the file. `INVALID_ARGUMENT` for an unknown kind of scene, and for a paragraph that the file
/// does not have.
pub fn offers_in(path: &Path, request: &FileRequest, now: DateTime<Utc>) -> Result<Vec<ParagraphOffer>> {
    offers(&read(path)?, request, &[], now)
}

impl Learning {
    /// Returns the offers for the paragraphs of a file, shaped by the rules in force in this project.
    ///
    /// # Errors
    /// The errors of [`offers_in`], and of reading the rules.
    pub fn offers_in(&self, path: &Path, request: &FileRequest) -> Result<Vec<ParagraphOffer>> {
        self.memory.catch_up()?;
        let known = self.in_force_here(self.memory.index.snapshot()?.rules()?);
        offers(&read(path)?, request, &known, (self.ports.now)())
    }
}

fn read(path: &Path) -> Result<Manuscript> {
    // A path of the command line may lead through a link, which the vault does not follow.
    let file = vault::read_manuscript(&vault::named(path)?, LIMIT)?;
    Ok(Manuscript {
        path: path.display().to_string(),
        text: endings::unified(&file.text),
        lines: None,
    })
}

fn offers(
    manuscript: &Manuscript,
    request: &FileRequest,
    known: &[Rule],
    now: DateTime<Utc>,
) -> Result<Vec<ParagraphOffer>> {
    let text = manuscript.text.as_str();
    let paragraphs = paragraphs(manuscript);
    if request
        .paragraph
        .is_some_and(|number| number == 0 || number > paragraphs.len())
    {
        return Err(Error::Invalid {
            field: "paragraph",
            expected: "the number of a paragraph in the file, counted from 1",
        });
    }
    let mut line = 1;
    let mut counted = 0;
    let mut found = Vec::new();
    for (at, range) in paragraphs.into_iter().enumerate() {
        line += text[counted..range.start].matches('\n').count();
        counted = range.start;
        if request.paragraph.is_none_or(|number| number == at + 1) {
            found.push(offer(text, range, line, at + 1, request, known, now)?);
        }
    }
    Ok(found)
}

fn offer(
    text: &str,
    range: Range<usize>,
    line: usize,
    number: usize,
    request: &FileRequest,
    known: &[Rule],
    now: DateTime<Utc>,
) -> Result<ParagraphOffer> {
    let (above, passage, below) = (&text[..range.start], &text[range.clone()], &text[range.end..]);
    let before = above
        .char_indices()
        .rev()
        .nth(AROUND - 1)
        .map_or(above, |(from, _)| &above[from..]);
    let after = below
        .char_indices()
        .nth(AROUND)
        .map_or(below, |(to, _)| &below[..to]);
    let asked = OfferRequest {
        path: String::new(),
        skill: request.skill,
        passage: passage.to_owned(),
        above: above.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
        scene_type: request.scene_type.clone(),
        pasted: Vec::new(),
    };
    let offer = drawn(&asked, known, now, format!("paragraph {number}"))?;
    let language = Language::of(passage);
    let features = |text: &str| -> Features {
        measure(text, language)
            .iter()
            .map(|(feature, value)| (feature.name(), value))
            .collect()
    };
    Ok(ParagraphOffer {
        number,
        line,
        text: passage.to_owned(),
        features: features(passage),
        measured: offer
            .candidates
            .iter()
            .map(|candidate| Measured {
                features: features(&candidate.text),
                share_changed: share_changed(passage, &candidate.text),
            })
            .collect(),
        offer,
    })
}

/// Returns the paragraphs of a manuscript. Front matter is none. Each line is one, unless the manuscript breaks its lines
/// at a width.
fn paragraphs(manuscript: &Manuscript) -> Vec<Range<usize>> {
    let body = body(&manuscript.path, &manuscript.text);
    let front = manuscript.text.len() - body.len();
    text::paragraphs(body, manuscript.lines() == Lines::Kept)
        .into_iter()
        .map(|range| front + range.start..front + range.end)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_stand_where_the_file_puts_them() {
        for (path, text, expected) in [
            (
                "a.md",
                "---\nstatus: draft\n---\n\nOne.\nTwo.\n",
                vec!["One.", "Two."],
            ),
            ("a.txt", "---\n一\n---\n", vec!["---", "一", "---"]),
            (
                "a.md",
                "# 第一章\n\n雨停了。\n　　她走了。\n",
                vec!["# 第一章", "雨停了。", "她走了。"],
            ),
            ("a.md", "", vec![]),
            ("a.md", "---\nlines: joined\n---\n\nOne\ntwo.", vec!["One\ntwo."]),
            (
                "a.md",
                "The rain had stopped and she stood at the door\nof the house and did not say a word to anyone\nwho came up the stairs or went down again into\nthe street.\n",
                vec![
                    "The rain had stopped and she stood at the door\nof the house and did not say a word to anyone\nwho came up the stairs or went down again into\nthe street.",
                ],
            ),
        ] {
            let manuscript = Manuscript {
                path: path.to_owned(),
                text: text.to_owned(),
                lines: None,
            };
            let found: Vec<&str> = paragraphs(&manuscript)
                .into_iter()
                .map(|range| &text[range])
                .collect();
            assert_eq!(found, expected);
        }
    }
}
