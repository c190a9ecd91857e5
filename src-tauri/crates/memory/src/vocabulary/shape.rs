//! The names by which a type is read: its fields, and the fields and the names of closed sets inside them.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A field by its struct and its name.
type Field = (&'static str, &'static str);

/// Adds the names of a type, by recording the names that serde asks for.
pub(super) fn of<'de, T: Deserialize<'de>>(names: &mut BTreeSet<String>) {
    let mut passed = BTreeSet::new();
    loop {
        let mut walk = Walk {
            names,
            passed: &passed,
            last: None,
        };
        let done = T::deserialize(At(&mut walk)).is_ok();
        let last = walk.last;
        // A field whose value cannot be generated, such as an alias of another field, is skipped. Its own name still
        // counts.
        match last {
            Some(field) if !done && passed.insert(field) => {}
            _ => return,
        }
    }
}

struct Walk<'a> {
    names: &'a mut BTreeSet<String>,
    passed: &'a BTreeSet<Field>,
    /// The last visited field.
    last: Option<Field>,
}

/// A position in the type. A value that serde asks for there is generated.
struct At<'a, 'b>(&'a mut Walk<'b>);

impl<'de> Deserializer<'de> for At<'_, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(false)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(0)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(0)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(0)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(0)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(0)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(0)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(0)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(0)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(0.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(0.0)
    }

    /// Returns a text that is also a valid time.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str("2026-01-01T00:00:00Z")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Items {
            walk: self.0,
            left: 1,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Items {
            walk: self.0,
            left: len,
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Fields {
            walk: self.0,
            of: None,
            left: &["2026-01-01T00:00:00Z"],
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = fields.iter().map(|field| format!("{name}.{field}"));
        self.0.names.extend(named);
        visitor.visit_map(Fields {
            walk: self.0,
            of: Some(name),
            left: fields,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = variants.iter().map(|variant| format!("{name}:{variant}"));
        self.0.names.extend(named);
        let first: StrDeserializer<'_, Error> =
            variants.first().copied().unwrap_or_default().into_deserializer();
        visitor.visit_enum(first)
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

struct Items<'a, 'b> {
    walk: &'a mut Walk<'b>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        seed.deserialize(At(self.walk)).map(Some)
    }
}

struct Fields<'a, 'b> {
    walk: &'a mut Walk<'b>,
    /// The name of the struct; `None` for a map with free keys.
    of: Option<&'static str>,
    left: &'static [&'static str],
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        while let Some((&field, left)) = self.left.split_first() {
            self.left = left;
            if let Some(name) = self.of {
                if self.walk.passed.contains(&(name, field)) {
                    continue;
                }
                self.walk.last = Some((name, field));
            }
            let key: StrDeserializer<'_, Error> = field.into_deserializer();
            return seed.deserialize(key).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(At(self.walk))
    }
}
