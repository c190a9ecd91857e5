//! XML parsed into a tree, with limits because the package may be malicious.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::imported::Unreadable;

/// The maximum nesting depth. Word nests a few dozen levels; the recursion is as deep as the tree.
const DEPTH: usize = 200;

/// The maximum number of elements. A thick novel has a tenth of it.
const ELEMENTS: usize = 5_000_000;

/// The maximum number of attributes of an element. The root element of a Word document has forty. The check for
/// duplicate attributes takes quadratic time.
const ATTRIBUTES: usize = 200;

/// An element, named without its namespace prefix, because all programs use the same prefixes.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub inside: Vec<Node>,
}

#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// Parses a part of a package. Only the five predefined entities of XML are allowed, and nothing is fetched.
    ///
    /// # Errors
    /// [`Unreadable`], also for a document type declaration: no word processor writes one, and it could define
    /// entities.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Self::default()];
        let mut count = 0;
        loop {
            match reader.read_event().map_err(|_| Unreadable::Damaged)? {
                Event::Start(start) => {
                    count += 1;
                    if open.len() > DEPTH || count > ELEMENTS {
                        return Err(Unreadable::TooLarge);
                    }
                    open.push(Self::begun(&start)?);
                }
                Event::Empty(start) => {
                    count += 1;
                    if count > ELEMENTS {
                        return Err(Unreadable::TooLarge);
                    }
                    let element = Self::begun(&start)?;
                    Self::add(&mut open, Node::Element(element));
                }
                Event::End(_) => {
                    let element = open.pop().ok_or(Unreadable::Damaged)?;
                    if open.is_empty() {
                        return Err(Unreadable::Damaged);
                    }
                    Self::add(&mut open, Node::Element(element));
                }
                Event::Text(text) => Self::add(&mut open, Node::Text(text.into_inner().into_owned())),
                Event::CData(text) => Self::add(&mut open, Node::Text(text.into_inner().into_owned())),
                Event::GeneralRef(name) => {
                    let character = name.resolve_char_ref().map_err(|_| Unreadable::Damaged)?;
                    let text = character.map(String::from);
                    let known = || resolve_predefined_entity(&name).map(str::to_owned);
                    let text = text.or_else(known).ok_or(Unreadable::Damaged)?;
                    Self::add(&mut open, Node::Text(text));
                }
                Event::DocType(_) => return Err(Unreadable::Damaged),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
                Event::Eof => break,
            }
        }
        match (open.pop(), open.is_empty()) {
            (Some(root), true) => Ok(root),
            _ => Err(Unreadable::Damaged),
        }
    }

    fn begun(start: &BytesStart<'_>) -> Result<Self, Unreadable> {
        let attributes = start.attributes().enumerate().map(|(at, attribute)| {
            if at >= ATTRIBUTES {
                return Err(Unreadable::TooLarge);
            }
            let attribute = attribute.map_err(|_| Unreadable::Damaged)?;
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|_| Unreadable::Damaged)?;
            Ok((
                attribute.key.local_name().into_inner().to_owned(),
                value.into_owned(),
            ))
        });
        Ok(Self {
            name: start.local_name().into_inner().to_owned(),
            attributes: attributes.collect::<Result<_, Unreadable>>()?,
            inside: Vec::new(),
        })
    }

    fn add(open: &mut [Self], node: Node) {
        if let Some(above) = open.last_mut() {
            above.inside.push(node);
        }
    }

    /// Returns the child elements.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.inside.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Returns the first child element with a name.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|element| element.name == name)
    }

    /// Returns the first descendant with a name.
    pub fn find(&self, name: &str) -> Option<&Self> {
        self.elements().find_map(|element| {
            if element.name == name {
                Some(element)
            } else {
                element.find(name)
            }
        })
    }

    /// Returns the children of the first child element with a name, and drops the rest.
    pub fn into_children(self, name: &str) -> Vec<Self> {
        let elements = |element: Self| {
            element.inside.into_iter().filter_map(|node| match node {
                Node::Element(element) => Some(element),
                Node::Text(_) => None,
            })
        };
        elements(self)
            .find(|element| element.name == name)
            .into_iter()
            .flat_map(elements)
            .collect()
    }

    /// Returns an attribute by its name without a prefix.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the attribute `val` of the first child element with a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.child(name)?.attribute("val")
    }

    /// Returns the text directly inside the element.
    pub fn text(&self) -> String {
        self.inside
            .iter()
            .map(|node| match node {
                Node::Text(text) => text.as_str(),
                Node::Element(_) => "",
            })
            .collect()
    }
}
