//! Groups adjacent paragraphs: list items, lines of code, paragraphs of a quotation.

use super::parts::Lists;
use crate::block::{Block, Line};

/// A paragraph with its role: list item, quotation, code or other.
pub(super) enum Found {
    Block(Block),
    /// A list item: the id of its list, its level, its text.
    Item(String, usize, Line),
    /// A further block of the list item before it.
    Continued(Block),
    Quoted(Block),
    Code(String),
    /// The title and the author at the beginning of the document.
    Title(String),
    Author(String),
}

/// Groups paragraphs into lists, quotations and blocks of code.
pub(super) fn grouped(found: Vec<Found>, lists: &Lists) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut items: Vec<(String, usize, Vec<Block>)> = Vec::new();
    let mut quoted: Vec<Block> = Vec::new();
    let mut code: Vec<String> = Vec::new();
    for found in found.into_iter().map(Some).chain([None]) {
        if !matches!(found, Some(Found::Item(..) | Found::Continued(_))) && !items.is_empty() {
            blocks.extend(nested(&std::mem::take(&mut items), lists));
        }
        if !matches!(found, Some(Found::Quoted(_))) && !quoted.is_empty() {
            blocks.push(Block::Quote(std::mem::take(&mut quoted)));
        }
        if !matches!(found, Some(Found::Code(_))) && !code.is_empty() {
            blocks.push(Block::Code(std::mem::take(&mut code).join("\n")));
        }
        match found {
            Some(Found::Block(block)) => blocks.push(block),
            Some(Found::Item(list, depth, line)) => items.push((list, depth, vec![Block::Paragraph(line)])),
            Some(Found::Continued(block)) => match items.last_mut() {
                Some((_, _, item)) => item.push(block),
                None => blocks.push(block),
            },
            Some(Found::Quoted(block)) => quoted.push(block),
            Some(Found::Code(line)) => code.push(line),
            Some(Found::Title(_) | Found::Author(_)) | None => {}
        }
    }
    blocks
}

/// Builds nested lists from items with levels.
fn nested(items: &[(String, usize, Vec<Block>)], lists: &Lists) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = items;
    while let Some((list, depth, _)) = rest.first() {
        let from = lists.begins_with(list, *depth);
        let mut entries: Vec<Vec<Block>> = Vec::new();
        while let Some((next, level, item)) = rest.first() {
            if *level > *depth && !entries.is_empty() {
                let deeper = rest.iter().take_while(|(_, level, _)| level > depth).count();
                if let Some(last) = entries.last_mut() {
                    last.extend(nested(&rest[..deeper], lists));
                }
                rest = &rest[deeper..];
            } else if *level == *depth && next == list {
                entries.push(item.clone());
                rest = &rest[1..];
            } else {
                break;
            }
        }
        blocks.push(Block::List(from, entries));
    }
    blocks
}
