//! The parts of a Word document that the text refers to: styles, lists, relationships and comments.

use std::collections::HashMap;

use crate::block::Style;
use crate::import::xml::Element;

/// A style of paragraphs or of runs.
#[derive(Clone, Default)]
pub(super) struct Named {
    /// Its name in lower case. Names are the same in all programs, while ids may be translated.
    pub name: String,
    /// The id of its base style.
    on: Option<String>,
    /// The heading level.
    level: Option<u8>,
    pub style: Style,
}

/// Styles by id.
#[derive(Default)]
pub(super) struct Styles(HashMap<String, Named>);

impl Styles {
    /// Reads the part that contains the styles.
    pub fn of(part: &Element) -> Self {
        let Some(styles) = part.child("styles") else {
            return Self::default();
        };
        let mut named = HashMap::new();
        for style in styles.elements().filter(|element| element.name == "style") {
            let Some(id) = style.attribute("styleId") else {
                continue;
            };
            let name = style.value("name").unwrap_or_default().to_lowercase();
            let outline = style
                .child("pPr")
                .and_then(|properties| properties.value("outlineLvl"));
            let of_name = name
                .strip_prefix("heading ")
                .and_then(|level| level.trim().parse::<u8>().ok());
            let level = of_name.or(outline
                .and_then(|level| level.parse::<u8>().ok())
                .map(|level| level.saturating_add(1)));
            let run = style.child("rPr");
            let is = |name: &str| {
                run.and_then(|run| run.child(name))
                    .is_some_and(|it| !matches!(it.attribute("val"), Some("0" | "false" | "off")))
            };
            let is_run = style.attribute("type") == Some("character");
            named.insert(
                id.to_owned(),
                Named {
                    on: style.value("basedOn").map(str::to_owned),
                    level: level.filter(|level| (1..=6).contains(level)),
                    style: if is_run {
                        Style {
                            emphasis: is("i"),
                            strong: is("b"),
                            strike: is("strike"),
                        }
                    } else {
                        Style::default()
                    },
                    name,
                },
            );
        }
        Self(named)
    }

    /// Returns the style with an id.
    pub fn get(&self, id: &str) -> Option<&Named> {
        self.0.get(id)
    }

    /// Returns the heading level of a style, from its name or its outline level.
    pub fn level(&self, id: &str) -> Option<u8> {
        let mut id = id.to_owned();
        // Styles are based on each other a few levels deep; in a hand-made document they may form a cycle.
        for _ in 0..16 {
            let style = self.0.get(&id)?;
            if style.level.is_some() {
                return style.level;
            }
            id = style.on.clone()?;
        }
        None
    }
}

/// The first number of a list level, by list id and level; `None` for bullets.
#[derive(Default)]
pub(super) struct Lists(HashMap<(String, usize), Option<u64>>);

impl Lists {
    /// Reads the part that contains the lists.
    pub fn of(part: &Element) -> Self {
        let Some(numbering) = part.child("numbering") else {
            return Self::default();
        };
        let kinds = |id: &str| {
            numbering.elements().find(|element| {
                element.name == "abstractNum" && element.attribute("abstractNumId") == Some(id)
            })
        };
        let mut lists = HashMap::new();
        for list in numbering.elements().filter(|element| element.name == "num") {
            let (Some(id), Some(kind)) = (
                list.attribute("numId"),
                list.value("abstractNumId").and_then(kinds),
            ) else {
                continue;
            };
            for level in kind.elements().filter(|element| element.name == "lvl") {
                let Some(depth) = level
                    .attribute("ilvl")
                    .and_then(|depth| depth.parse::<usize>().ok())
                else {
                    continue;
                };
                let is_numbered = !matches!(level.value("numFmt"), None | Some("bullet" | "none"));
                let own = list
                    .elements()
                    .find(|over| {
                        over.name == "lvlOverride"
                            && over.attribute("ilvl").and_then(|at| at.parse().ok()) == Some(depth)
                    })
                    .and_then(|over| over.value("startOverride"));
                let from = own
                    .or(level.value("start"))
                    .and_then(|from| from.parse().ok())
                    .unwrap_or(1);
                lists.insert((id.to_owned(), depth), is_numbered.then_some(from));
            }
        }
        Self(lists)
    }

    /// Returns the first number of a list level; `None` for bullets.
    pub fn begins_with(&self, list: &str, level: usize) -> Option<u64> {
        self.0.get(&(list.to_owned(), level)).copied().flatten()
    }
}

/// Returns the targets of relationships by id.
pub(super) fn targets(part: &Element) -> HashMap<String, String> {
    let Some(relationships) = part.child("Relationships") else {
        return HashMap::new();
    };
    relationships
        .elements()
        .filter_map(|relation| {
            let (id, target) = (relation.attribute("Id")?, relation.attribute("Target")?);
            Some((id.to_owned(), target.to_owned()))
        })
        .collect()
}

/// Returns comments by id, each with the name of its author.
pub(super) fn comments(part: &Element) -> HashMap<String, String> {
    let Some(comments) = part.child("comments") else {
        return HashMap::new();
    };
    comments
        .elements()
        .filter_map(|comment| {
            let mut words = Vec::new();
            texts(comment, &mut words);
            let words = words.join(" ");
            let said = match comment.attribute("author") {
                Some(author) if !author.is_empty() => format!("{author}: {words}"),
                _ => words,
            };
            Some((comment.attribute("id")?.to_owned(), said))
        })
        .collect()
}

fn texts(of: &Element, words: &mut Vec<String>) {
    for element in of.elements() {
        if element.name == "t" {
            words.push(element.text());
        } else {
            texts(element, words);
        }
    }
}
