//! Integers that are JSON numbers or decimal text, read with every digit.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// An integer, or an option, list or map of integers.
pub(crate) trait Exact: Sized {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
    fn write_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Reads numbers and decimal text.
pub(crate) fn read<'de, D: Deserializer<'de>, T: Exact>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

/// Reads numbers and decimal text, writes decimal text.
pub(crate) mod text {
    pub(crate) use super::read as deserialize;
    use super::{Exact, Serializer};

    pub(crate) fn serialize<S: Serializer, T: Exact>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.write_text(serializer)
    }
}

struct IntegerVisitor<T>(PhantomData<T>);

macro_rules! exact_integer {
    ($($integer:ty),*) => {$(
        impl Visitor<'_> for IntegerVisitor<$integer> {
            type Value = $integer;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(concat!("a ", stringify!($integer), " as a number or as decimal text"))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<$integer, E> {
                value.try_into().map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<$integer, E> {
                value.try_into().map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(value), &self))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<$integer, E> {
                let invalid = || E::invalid_value(serde::de::Unexpected::Str(value), &self);
                // Rust also parses a plus sign, leading zeros and -0.
                match value.as_bytes() {
                    [b'+', ..] | [b'0', _, ..] | [b'-', b'0', ..] => Err(invalid()),
                    _ => value.parse().map_err(|_| invalid()),
                }
            }
        }

        impl Exact for $integer {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(IntegerVisitor::<$integer>(PhantomData))
            }

            fn write_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

exact_integer!(u16, u32, u64, i64);

/// An element of a list or map, read where serde wants a `Deserialize` and written where it wants a `Serialize`.
struct Element<T>(T);

impl<'de, T: Exact> Deserialize<'de> for Element<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Element)
    }
}

impl<T: Exact> Serialize for Element<&T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_text(serializer)
    }
}

impl<T: Exact> Exact for Option<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read: Option<Element<T>> = Deserialize::deserialize(deserializer)?;
        Ok(read.map(|element| element.0))
    }

    fn write_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.write_text(serializer),
            None => serializer.serialize_none(),
        }
    }
}

impl<T: Exact> Exact for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read: Vec<Element<T>> = Deserialize::deserialize(deserializer)?;
        Ok(read.into_iter().map(|element| element.0).collect())
    }

    fn write_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Element))
    }
}

impl<T: Exact> Exact for BTreeMap<String, T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read: BTreeMap<String, Element<T>> = Deserialize::deserialize(deserializer)?;
        Ok(read.into_iter().map(|(name, element)| (name, element.0)).collect())
    }

    fn write_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, Element(value))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Amounts {
        #[serde(with = "text")]
        one: u64,
        #[serde(default, with = "text")]
        maybe: Option<u64>,
        #[serde(deserialize_with = "read")]
        many: Vec<u64>,
        #[serde(with = "text")]
        named: BTreeMap<String, u64>,
    }

    const MOST: u64 = u64::MAX;

    #[test]
    fn every_digit_survives_in_either_form() {
        let text = r#"{"one":18446744073709551615,"maybe":"9007199254740993",
            "many":["1",18446744073709551615],"named":{"a":"18446744073709551615"}}"#;
        let read: Amounts = serde_json::from_str(text).unwrap();
        let named = BTreeMap::from([("a".to_owned(), MOST)]);
        let (maybe, many) = (Some(9_007_199_254_740_993), vec![1, MOST]);
        let expected = Amounts { one: MOST, maybe, many, named };
        assert_eq!(read, expected);
        assert_eq!(
            serde_json::to_string(&read).unwrap(),
            r#"{"one":"18446744073709551615","maybe":"9007199254740993","many":[1,18446744073709551615],"named":{"a":"18446744073709551615"}}"#
        );
    }

    #[test]
    fn what_is_no_integer_of_the_range_is_refused() {
        for text in [
            r#""""#,
            r#""-1""#,
            r#""+1""#,
            r#""01""#,
            "-1",
            "1.5",
            r#""18446744073709551616""#,
            "true",
            "null",
        ] {
            let read = u64::read(&mut serde_json::Deserializer::from_str(text));
            assert!(read.is_err(), "{text}");
        }
        assert!(u16::read(&mut serde_json::Deserializer::from_str("65536")).is_err());
    }
}
