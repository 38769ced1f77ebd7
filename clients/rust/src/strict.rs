//! Readers of members that serde would read from more values than the documents allow.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Unexpected, Visitor};
use serde_json::Value;

/// Reads a member that can be null. With a reader of its own, serde does not take an absent member for null.
pub(crate) fn given<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer)
}

/// Reads a member that is always null.
pub(crate) fn null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    <()>::deserialize(deserializer).map(|()| Value::Null)
}

/// Reads a member that is absent or null. Only documents of others have one.
#[allow(dead_code)]
pub(crate) fn absent<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Value>, D::Error> {
    <()>::deserialize(deserializer).map(|()| None)
}

/// Reads integers that a double holds exactly. Only documents of others have some that can be negative.
#[allow(dead_code)]
pub(crate) fn int53<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Integers,
{
    T::Read::<true>::deserialize(deserializer).map(T::plain)
}

/// Reads integers that a double holds exactly and that are not negative.
pub(crate) fn uint53<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Integers,
{
    T::Read::<false>::deserialize(deserializer).map(T::plain)
}

/// An integer that is checked where it is read, so that an error has its place.
pub(crate) struct Int53<const SIGNED: bool>(i64);

impl<'de, const SIGNED: bool> Deserialize<'de> for Int53<SIGNED> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Int53Visitor::<SIGNED>).map(Self)
    }
}

struct Int53Visitor<const SIGNED: bool>;

const MAX: i64 = (1 << 53) - 1;

impl<const SIGNED: bool> Visitor<'_> for Int53Visitor<SIGNED> {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an i64 that a double holds exactly")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        let least = if SIGNED { -MAX } else { 0 };
        match value >= least && value <= MAX {
            true => Ok(value),
            false => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        let unexpected = |_| E::invalid_value(Unexpected::Unsigned(value), &self);
        i64::try_from(value).map_err(unexpected).and_then(|value| self.visit_i64(value))
    }
}

/// An integer, or an option, list or map of integers, and the type from which it is read.
pub(crate) trait Integers {
    type Read<const SIGNED: bool>: DeserializeOwned;

    fn plain<const SIGNED: bool>(read: Self::Read<SIGNED>) -> Self;
}

impl Integers for i64 {
    type Read<const SIGNED: bool> = Int53<SIGNED>;

    fn plain<const SIGNED: bool>(Int53(value): Int53<SIGNED>) -> Self {
        value
    }
}

impl<T: Integers> Integers for Option<T> {
    type Read<const SIGNED: bool> = Option<T::Read<SIGNED>>;

    fn plain<const SIGNED: bool>(read: Self::Read<SIGNED>) -> Self {
        read.map(T::plain)
    }
}

impl<T: Integers> Integers for Vec<T> {
    type Read<const SIGNED: bool> = Vec<T::Read<SIGNED>>;

    fn plain<const SIGNED: bool>(read: Self::Read<SIGNED>) -> Self {
        read.into_iter().map(T::plain).collect()
    }
}

impl<T: Integers> Integers for BTreeMap<String, T> {
    type Read<const SIGNED: bool> = BTreeMap<String, T::Read<SIGNED>>;

    fn plain<const SIGNED: bool>(read: Self::Read<SIGNED>) -> Self {
        read.into_iter().map(|(name, value)| (name, T::plain(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Members {
        #[serde(deserialize_with = "given")]
        nullable: Option<String>,
        #[serde(deserialize_with = "null")]
        always_null: Value,
        #[serde(deserialize_with = "int53")]
        many: Vec<i64>,
        #[serde(default, deserialize_with = "uint53")]
        maybe: Option<i64>,
    }

    fn error(text: &str) -> String {
        serde_json::from_str::<Members>(text).unwrap_err().to_string()
    }

    #[test]
    fn null_and_the_extremes_are_read() {
        let text =
            r#"{"nullable":null,"always_null":null,"many":[-9007199254740991,9007199254740991]}"#;
        let expected = Members {
            nullable: None,
            always_null: Value::Null,
            many: vec![-MAX, MAX],
            maybe: None,
        };
        assert_eq!(serde_json::from_str::<Members>(text).unwrap(), expected);
    }

    #[test]
    fn an_absent_member_and_values_outside_of_the_range_are_refused() {
        let absent = r#"{"always_null":null,"many":[]}"#;
        assert!(error(absent).starts_with("missing field `nullable`"));
        let other = r#"{"nullable":null,"always_null":{},"many":[]}"#;
        assert!(error(other).starts_with("invalid type: map, expected unit"));
        let large = r#"{"nullable":null,"always_null":null,"many":[9007199254740992]}"#;
        assert!(error(large).starts_with("invalid value: integer `9007199254740992`"));
        let negative = r#"{"nullable":null,"always_null":null,"many":[],"maybe":-1}"#;
        assert!(error(negative).starts_with("invalid value: integer `-1`"));
    }
}
