//! Conversions between domain values and columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::Serialize;
use serde::de::value::Error as Unknown;
use serde::de::{DeserializeOwned, IntoDeserializer};

/// A value stored as JSON, in the same form as in the journal.
pub(crate) struct Json<T>(pub T);

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        serde_json::to_string(&self.0)
            .map(ToSqlOutput::from)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        // The message of serde quotes the offending value, which may be the writer's text, so it is dropped.
        serde_json::from_str(value.as_str()?)
            .map(Self)
            .map_err(|_| FromSqlError::Other("the JSON of this row cannot be read".into()))
    }
}

/// A variant of a closed enum stored by its serialised name, as in the journal but without quotes.
pub(crate) struct Name<T>(pub T);

impl<T: Serialize> ToSql for Name<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(name)) => Ok(name.into()),
            Ok(_) => Err(rusqlite::Error::ToSqlConversionFailure(
                "the value has no name".into(),
            )),
            Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

impl<T: DeserializeOwned> FromSql for Name<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name: Result<T, Unknown> = T::deserialize(value.as_str()?.into_deserializer());
        name.map(Self)
            .map_err(|_| FromSqlError::Other("the name in this row is unknown".into()))
    }
}
