//! The footnotes of a manuscript in Markdown, numbered in the order of their first mention.

use std::collections::HashMap;

use pulldown_cmark::{Event, Parser, Tag};

use super::options::OPTIONS;
use crate::block::Block;

/// The labels that are defined, the mentions so far, and the texts so far. Labels are compared without their case.
pub(super) struct Footnotes {
    /// Each defined label, with its number once it was mentioned.
    labels: HashMap<String, Option<usize>>,
    mentioned: Vec<String>,
    texts: HashMap<String, Vec<Block>>,
}

impl Footnotes {
    /// Finds the labels a text defines. A mention may stand before its definition, so they must be known first.
    pub fn of(text: &str) -> Self {
        let labels = Parser::new_ext(text, OPTIONS).filter_map(|event| match event {
            Event::Start(Tag::FootnoteDefinition(label)) => Some((label.to_lowercase(), None)),
            _ => None,
        });
        Self {
            labels: labels.collect(),
            mentioned: Vec::new(),
            texts: HashMap::new(),
        }
    }

    /// Returns the number of a label that is mentioned, or `None` for a label without a definition.
    pub fn mention(&mut self, label: &str) -> Option<usize> {
        let key = label.to_lowercase();
        let next = self.mentioned.len();
        let number = *self.labels.get_mut(&key)?.get_or_insert(next);
        if number == next {
            self.mentioned.push(key);
        }
        Some(number)
    }

    /// Keeps the text of a label. The first definition of a label counts.
    pub fn define(&mut self, label: String, text: Vec<Block>) {
        self.texts.entry(label).or_insert(text);
    }

    /// Returns the texts of the footnotes that were mentioned, by their numbers.
    pub fn into_texts(mut self) -> Vec<Vec<Block>> {
        let labels = std::mem::take(&mut self.mentioned).into_iter();
        labels
            .map(|label| self.texts.remove(&label).unwrap_or_default())
            .collect()
    }
}
