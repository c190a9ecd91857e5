//! One line of a metrics file. Only the fields asked for are read.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value, as far as it is counted or summed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Word(Cow<'a, str>),
    Number(u64),
    Truth(bool),
    /// A list, an object, or a number that is negative or not whole.
    Other,
}

impl Value<'_> {
    pub(super) fn as_word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the name under which the value is counted; `None` for a value that is not counted.
    pub(super) fn name(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Word(word) => Some(Cow::Borrowed(word)),
            Self::Number(number) => Some(Cow::Owned(number.to_string())),
            Self::Truth(truth) => Some(Cow::Borrowed(if *truth { "true" } else { "false" })),
            Self::Other => None,
        }
    }
}

/// The maximum number of fields whose names are cached by position.
const PLACES: usize = 64;
/// The maximum length of a cached field name, in bytes.
const LONGEST_NAME: usize = 64;

/// Parses the fields of lines.
///
/// The rows of a metric have their fields in the same order. So a name is looked up once, and then compared with the
/// name at the same position of the line before. Looking up each name in the list of fields took most of the time.
pub(super) struct Reader {
    fields: Vec<&'static str>,
    shape: Vec<(String, Key)>,
}

impl Reader {
    pub(super) fn new(fields: Vec<&'static str>) -> Self {
        Self {
            fields,
            shape: vec![(String::new(), Key::Nothing); PLACES],
        }
    }

    /// Reads the fields of one line; `None` where it is no JSON object. A field that is missing or `null` has no value.
    pub(super) fn read<'a>(&mut self, line: &'a [u8]) -> Option<Vec<Option<Value<'a>>>> {
        let mut values = vec![None; self.fields.len()];
        let mut json = serde_json::Deserializer::from_slice(line);
        let object = Object {
            fields: &self.fields,
            prefix: "",
            shape: &mut self.shape,
            values: &mut values,
        };
        json.deserialize_map(object).ok()?;
        json.end().ok()?;
        Some(values)
    }
}

/// The object whose fields begin with `prefix`, which is empty or ends in a dot.
struct Object<'f, 'a> {
    fields: &'f [&'static str],
    prefix: &'static str,
    shape: &'f mut [(String, Key)],
    values: &'f mut [Option<Value<'a>>],
}

/// The meaning of the name of a field.
#[derive(Clone, Copy)]
enum Key {
    Field(usize),
    Inside(&'static str),
    Nothing,
}

struct Name<'f> {
    fields: &'f [&'static str],
    prefix: &'static str,
    /// The name at this position of the line before, and its meaning.
    known: Option<&'f mut (String, Key)>,
}

impl<'de> Visitor<'de> for Object<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self {
            fields,
            prefix,
            shape,
            values,
        } = self;
        let mut places = shape.iter_mut();
        while let Some(key) = map.next_key_seed(Name {
            fields,
            prefix,
            known: places.next(),
        })? {
            match key {
                Key::Field(place) => {
                    let value = map.next_value_seed(Scalar)?;
                    if let Some(slot) = values.get_mut(place) {
                        *slot = value;
                    }
                }
                Key::Inside(prefix) => map.next_value_seed(Inner(Object {
                    fields,
                    prefix,
                    shape: &mut [],
                    values: &mut *values,
                }))?,
                Key::Nothing => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

impl Name<'_> {
    fn look_up(&self, name: &str) -> Key {
        for (place, field) in self.fields.iter().enumerate() {
            let Some(rest) = field
                .strip_prefix(self.prefix)
                .and_then(|rest| rest.strip_prefix(name))
            else {
                continue;
            };
            if rest.is_empty() {
                return Key::Field(place);
            }
            if rest.starts_with('.') {
                let end = field.len() - rest.len() + 1;
                return field.get(..end).map_or(Key::Nothing, Key::Inside);
            }
        }
        Key::Nothing
    }
}

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Key;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Key;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Key, E> {
        if let Some((known, key)) = &self.known
            && known == name
        {
            return Ok(*key);
        }
        let key = self.look_up(name);
        if let Some(known) = self.known
            && name.len() <= LONGEST_NAME
        {
            name.clone_into(&mut known.0);
            known.1 = key;
        }
        Ok(key)
    }
}

/// A value that may be an object with fields to read; any other value is ignored.
struct Inner<'f, 'a>(Object<'f, 'a>);

impl<'de> DeserializeSeed<'de> for Inner<'_, 'de> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inner<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.0.visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<(), A::Error> {
        IgnoredAny.visit_seq(seq).map(drop)
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Reads one value; `None` for `null`.
struct Scalar;

impl<'de> DeserializeSeed<'de> for Scalar {
    type Value = Option<Value<'de>>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Scalar {
    type Value = Option<Value<'de>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, word: &'de str) -> Result<Self::Value, E> {
        Ok(Some(Value::Word(Cow::Borrowed(word))))
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Self::Value, E> {
        Ok(Some(Value::Word(Cow::Owned(word.to_owned()))))
    }

    fn visit_bool<E: serde::de::Error>(self, truth: bool) -> Result<Self::Value, E> {
        Ok(Some(Value::Truth(truth)))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Some(Value::Number(number)))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(u64::try_from(number).map_or(Value::Other, Value::Number)))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Some(Value::Other))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        IgnoredAny.visit_seq(seq)?;
        Ok(Some(Value::Other))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        IgnoredAny.visit_map(map)?;
        Ok(Some(Value::Other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &[&str] = &["outcome", "removed.lines", "removed.sections", "n", "ok"];

    fn word(word: &str) -> Option<Value<'_>> {
        Some(Value::Word(Cow::Borrowed(word)))
    }

    #[test]
    fn only_the_fields_asked_for_are_read_wherever_they_stand() {
        for (line, expected) in [
            (r#"{}"#, [None, None, None, None, None]),
            (
                r#"{"x":[{"outcome":"no"}],"ok":true,"n":7,"outcome":"written"}"#,
                [
                    word("written"),
                    None,
                    None,
                    Some(Value::Number(7)),
                    Some(Value::Truth(true)),
                ],
            ),
            (
                r#"{"removed":{"sections":2,"outcome":"no","lines":1},"lines":9}"#,
                [None, Some(Value::Number(1)), Some(Value::Number(2)), None, None],
            ),
            (
                r#"{"outcome":"\u5199\u5165","n":-1,"ok":null,"removed":"gone"}"#,
                [word("写入"), None, None, Some(Value::Other), None],
            ),
            (
                r#"{"outcome":["written"],"n":0.5,"ok":{},"removed":[{"lines":1}]}"#,
                [
                    Some(Value::Other),
                    None,
                    None,
                    Some(Value::Other),
                    Some(Value::Other),
                ],
            ),
        ] {
            let mut reader = Reader::new(FIELDS.to_vec());
            // The second time each name is cached by its position.
            for _ in 0..2 {
                assert_eq!(reader.read(line.as_bytes()), Some(expected.to_vec()), "{line}");
            }
            // A different name at a position is looked up again.
            reader.read(br#"{"n":1,"n":1,"n":1,"n":1}"#);
            assert_eq!(reader.read(line.as_bytes()), Some(expected.to_vec()), "{line}");
        }
    }

    #[test]
    fn what_is_no_object_is_no_row() {
        for line in [
            "",
            "null",
            "[]",
            "7",
            "\"a\"",
            "{\"n\":1",
            "{\"n\":1}{}",
            "\0\0",
            "{\"outcome\":\"\u{1}\"}",
        ] {
            assert_eq!(
                Reader::new(FIELDS.to_vec()).read(line.as_bytes()),
                None,
                "{line:?}"
            );
        }
        assert_eq!(
            Reader::new(FIELDS.to_vec()).read(b"{\"outcome\":\"\xff\"}"),
            None,
            "not UTF-8"
        );
    }
}
