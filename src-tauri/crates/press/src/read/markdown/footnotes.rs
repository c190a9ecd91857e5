//! The footnotes of a Markdown manuscript, numbered in the order of their first reference.

use std::collections::HashMap;

use pulldown_cmark::{Event, Parser, Tag};

use super::options::OPTIONS;
use crate::block::Block;

/// The defined labels, the references so far, and the texts so far. Labels are case-insensitive.
pub(super) struct Footnotes {
    /// Each defined label, with its number after its first reference.
    labels: HashMap<String, Option<usize>>,
    mentioned: Vec<String>,
    texts: HashMap<String, Vec<Block>>,
}

impl Footnotes {
    /// Finds the labels that a text defines. A reference may come before its definition, so the labels must be known
    /// first.
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

    /// Returns the number for a reference to a label; `None` for a label without a definition.
    pub fn mention(&mut self, label: &str) -> Option<usize> {
        let key = label.to_lowercase();
        let next = self.mentioned.len();
        let number = *self.labels.get_mut(&key)?.get_or_insert(next);
        if number == next {
            self.mentioned.push(key);
        }
        Some(number)
    }

    /// Stores the text of a label. If a label is defined twice, the first definition counts.
    pub fn define(&mut self, label: String, text: Vec<Block>) {
        self.texts.entry(label).or_insert(text);
    }

    /// Returns the texts of the referenced footnotes, in the order of their numbers.
    pub fn into_texts(mut self) -> Vec<Vec<Block>> {
        let labels = std::mem::take(&mut self.mentioned).into_iter();
        labels
            .map(|label| self.texts.remove(&label).unwrap_or_default())
            .collect()
    }
}
