//! Carries footnotes to the chapters that refer to them.

use std::collections::HashMap;
use std::ops::Range;

use super::split::Part;

/// The footnotes of one part of a text.
#[derive(Default)]
struct Notes {
    /// The labels that are referred to, in order, each once. Labels are in small letters.
    mentions: Vec<String>,
    /// Each definition with its place.
    definitions: Vec<(String, Range<usize>)>,
}

/// Moves each definition of a footnote to the part that refers to it. If several parts do, each has it. A definition
/// that no part refers to stays.
pub(crate) fn carried(parts: Vec<Part>) -> Vec<Part> {
    let notes: Vec<Notes> = parts.iter().map(|part| Notes::of(&part.text)).collect();
    let mut texts: HashMap<&str, &str> = HashMap::new();
    for (part, notes) in parts.iter().zip(&notes) {
        for (label, place) in &notes.definitions {
            // If a label is defined twice, the first definition counts.
            texts.entry(label).or_insert(part.text[place.clone()].trim_end());
        }
    }
    let is_mentioned = |label: &String| notes.iter().any(|notes| notes.mentions.contains(label));
    let carried = |(part, own): (&Part, &Notes)| {
        let is_defined = |label: &&String| own.definitions.iter().any(|(defined, _)| defined == *label);
        let mut text = String::new();
        let mut from = 0;
        for (label, place) in &own.definitions {
            if !own.mentions.contains(label) && is_mentioned(label) {
                text += &part.text[from..place.start];
                from = place.end;
            }
        }
        text += &part.text[from..];
        let missing = own.mentions.iter().filter(|label| !is_defined(label));
        let added: Vec<&str> = missing
            .filter_map(|label| texts.get(label.as_str()).copied())
            .collect();
        if from > 0 || !added.is_empty() {
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        for definition in added {
            text += &format!("\n{definition}\n");
        }
        Part {
            title: part.title.clone(),
            text,
        }
    };
    parts.iter().zip(&notes).map(carried).collect()
}

/// Returns a text with other labels for those of its footnotes that a text before it defines as well. A definition that
/// is the same in both is left out.
pub(crate) fn relabelled(before: &str, text: &str) -> String {
    let (defined, own) = (Notes::of(before), Notes::of(text));
    let definition = |text: &str, place: &Range<usize>| text[place.clone()].trim_end().to_owned();
    let mut taken: Vec<String> = defined
        .definitions
        .iter()
        .chain(&own.definitions)
        .map(|(label, _)| label.clone())
        .collect();
    let mut labels: HashMap<String, String> = HashMap::new();
    let mut left = String::new();
    let mut from = 0;
    for (label, place) in &own.definitions {
        let Some((_, known)) = defined.definitions.iter().find(|(known, _)| known == label) else {
            continue;
        };
        if definition(before, known) == definition(text, place) {
            left += &text[from..place.start];
            from = place.end;
        } else if !labels.contains_key(label) {
            let other = free_label(label, &taken);
            taken.push(other.clone());
            labels.insert(label.clone(), other);
        }
    }
    left += &text[from..];
    let mut fence: Option<&str> = None;
    left.split_inclusive('\n')
        .map(|line| {
            let mark = ["```", "~~~"]
                .into_iter()
                .find(|mark| line.trim_start().starts_with(mark));
            if mark.is_some() && (fence.is_none() || fence == mark) {
                fence = if fence.is_none() { mark } else { None };
            }
            if fence.is_some() {
                line.to_owned()
            } else {
                renamed(line, &labels)
            }
        })
        .collect()
}

/// Returns a line with other labels of footnotes.
fn renamed(line: &str, labels: &HashMap<String, String>) -> String {
    let mut pieces = line.split("[^");
    let mut renamed = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        renamed += "[^";
        match piece
            .split_once(']')
            .map(|(label, rest)| (labels.get(&label.to_lowercase()), rest))
        {
            Some((Some(other), rest)) => renamed += &format!("{other}]{rest}"),
            _ => renamed += piece,
        }
    }
    renamed
}

/// Returns a label that is not taken: the next number behind all of them, or the label with a number.
fn free_label(label: &str, taken: &[String]) -> String {
    if label.parse::<u32>().is_ok() {
        let highest = taken.iter().filter_map(|label| label.parse::<u32>().ok()).max();
        return highest.unwrap_or_default().saturating_add(1).to_string();
    }
    (2_u32..)
        .map(|number| format!("{label}-{number}"))
        .find(|label| !taken.contains(label))
        .unwrap_or_default()
}

impl Notes {
    fn of(text: &str) -> Self {
        let mut notes = Self::default();
        let mut fence: Option<&str> = None;
        let mut is_open = false;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let place = at..at + line.len();
            at = place.end;
            let mark = ["```", "~~~"]
                .into_iter()
                .find(|mark| line.trim_start().starts_with(mark));
            let is_indented = line.starts_with("    ") || line.starts_with('\t');
            if mark.is_some() && !is_indented && (fence.is_none() || fence == mark) {
                fence = if fence.is_none() { mark } else { None };
            }
            if fence.is_some() {
                is_open = false;
                continue;
            }
            let definition = line.strip_prefix("[^").and_then(|rest| rest.split_once("]:"));
            if let Some((label, _)) = definition.filter(|(label, _)| !label.contains(']')) {
                notes.definitions.push((label.to_lowercase(), place));
                is_open = true;
                continue;
            }
            // Further paragraphs of a note are indented, and its first one may go on at the beginning of a line.
            let before = text[..place.start].trim_end_matches('\n').len();
            let goes_on = place.start - before == 1 && !line.starts_with('#');
            is_open &= line.trim().is_empty() || is_indented || goes_on;
            if let Some((_, last)) = notes.definitions.last_mut().filter(|_| is_open) {
                last.end = place.end;
                continue;
            }
            for (_, behind) in line
                .match_indices("[^")
                .map(|(at, mark)| line.split_at(at + mark.len()))
            {
                let label = behind.split_once(']').map(|(label, _)| label.to_lowercase());
                if let Some(label) =
                    label.filter(|label| !label.is_empty() && !notes.mentions.contains(label))
                {
                    notes.mentions.push(label);
                }
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::super::split;

    #[test]
    fn a_footnote_goes_where_it_is_referred_to() {
        let text = "# One\n\nRain.[^a] Wind.[^两]\n\n[^spare]: Nobody asks.\n\n# Two\n\nSnow.[^两] Ice.[^c]\n\n```\n[^a]\n```\n\n\
                    # Three\n\nEnd.\n\n[^a]: First\n    and more.\n\n    A second paragraph.\n[^两]: 二\ngoes on\n\n[^c]: *Third*\n\nAfter.\n";
        let parts: Vec<String> = split(text).into_iter().map(|part| part.text).collect();
        assert_eq!(
            parts,
            [
                "# One\n\nRain.[^a] Wind.[^两]\n\n[^spare]: Nobody asks.\n\n[^a]: First\n    and more.\n\n    A second paragraph.\n\n[^两]: 二\ngoes on\n",
                "# Two\n\nSnow.[^两] Ice.[^c]\n\n```\n[^a]\n```\n\n[^两]: 二\ngoes on\n\n[^c]: *Third*\n",
                "# Three\n\nEnd.\n\nAfter.\n",
            ]
        );
    }
}
