//! One line of a metrics file, of which only the fields that are asked for are read.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value as far as it is added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Word(Cow<'a, str>),
    Number(u64),
    Truth(bool),
    /// A list, an object, or a number that is negative or no whole one.
    Other,
}

impl Value<'_> {
    pub(super) fn as_word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns how the value is counted, and `None` for one that is not.
    pub(super) fn name(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Word(word) => Some(Cow::Borrowed(word)),
            Self::Number(number) => Some(Cow::Owned(number.to_string())),
            Self::Truth(truth) => Some(Cow::Borrowed(if *truth { "true" } else { "false" })),
            Self::Other => None,
        }
    }
}

/// Reads the fields of one line; `None` where it is no JSON object. A field that is missing or `null` has no value.
pub(super) fn read<'a>(line: &'a [u8], fields: &[&'static str]) -> Option<Vec<Option<Value<'a>>>> {
    let mut values = vec![None; fields.len()];
    let mut json = serde_json::Deserializer::from_slice(line);
    let object = Object {
        fields,
        prefix: "",
        values: &mut values,
    };
    json.deserialize_map(object).ok()?;
    json.end().ok()?;
    Some(values)
}

/// The object whose fields begin with `prefix`, which is empty or ends in a dot.
struct Object<'f, 'a> {
    fields: &'f [&'static str],
    prefix: &'static str,
    values: &'f mut [Option<Value<'a>>],
}

/// What the name of a field leads to.
enum Key {
    Field(usize),
    Inside(&'static str),
    Nothing,
}

struct Name<'f> {
    fields: &'f [&'static str],
    prefix: &'static str,
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
            values,
        } = self;
        while let Some(key) = map.next_key_seed(Name { fields, prefix })? {
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
                    values: &mut *values,
                }))?,
                Key::Nothing => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
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
        for (place, field) in self.fields.iter().enumerate() {
            let Some(rest) = field
                .strip_prefix(self.prefix)
                .and_then(|rest| rest.strip_prefix(name))
            else {
                continue;
            };
            if rest.is_empty() {
                return Ok(Key::Field(place));
            }
            if rest.starts_with('.') {
                let end = field.len() - rest.len() + 1;
                return Ok(field.get(..end).map_or(Key::Nothing, Key::Inside));
            }
        }
        Ok(Key::Nothing)
    }
}

/// A value that may be an object with fields to read, or anything else, which says nothing.
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
            assert_eq!(read(line.as_bytes(), FIELDS), Some(expected.to_vec()), "{line}");
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
            assert_eq!(read(line.as_bytes(), FIELDS), None, "{line:?}");
        }
        assert_eq!(read(b"{\"outcome\":\"\xff\"}", FIELDS), None, "not UTF-8");
    }
}
