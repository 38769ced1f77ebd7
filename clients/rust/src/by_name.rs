//! Reads structs from objects only. What serde derives for a struct also reads a list, as its members in order.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::de::Read;

/// Reads a JSON text.
pub(crate) fn from_slice<'de, T: Deserialize<'de>>(text: &'de [u8]) -> serde_json::Result<T> {
    read(serde_json::Deserializer::from_slice(text))
}

/// Reads a JSON text.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> serde_json::Result<T> {
    read(serde_json::Deserializer::from_str(text))
}

fn read<'de, R: Read<'de>, T: Deserialize<'de>>(
    mut json: serde_json::Deserializer<R>,
) -> serde_json::Result<T> {
    let value = T::deserialize(ByName(&mut json))?;
    json.end()?;
    Ok(value)
}

/// A part of serde's reading that passes itself on to every value inside.
struct ByName<T>(T);

macro_rules! pass_on {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* ByName(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ByName<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, members, Members(visitor))
    }

    pass_on! {
        deserialize_any()
        deserialize_bool()
        deserialize_i8()
        deserialize_i16()
        deserialize_i32()
        deserialize_i64()
        deserialize_u8()
        deserialize_u16()
        deserialize_u32()
        deserialize_u64()
        deserialize_f32()
        deserialize_f64()
        deserialize_char()
        deserialize_str()
        deserialize_string()
        deserialize_bytes()
        deserialize_byte_buf()
        deserialize_option()
        deserialize_unit()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_seq()
        deserialize_tuple(length: usize)
        deserialize_tuple_struct(name: &'static str, length: usize)
        deserialize_map()
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_identifier()
        deserialize_ignored_any()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for ByName<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(ByName(deserializer))
    }
}

macro_rules! pass_values {
    ($($method:ident: $type:ty)*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for ByName<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    pass_values! {
        visit_bool: bool
        visit_i64: i64
        visit_i128: i128
        visit_u64: u64
        visit_u128: u128
        visit_f64: f64
        visit_str: &str
        visit_borrowed_str: &'de str
        visit_string: String
        visit_bytes: &[u8]
        visit_borrowed_bytes: &'de [u8]
        visit_byte_buf: Vec<u8>
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(ByName(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(ByName(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(ByName(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(ByName(members))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for ByName<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(ByName(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for ByName<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(ByName(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

/// The visitor of a struct, which accepts nothing but an object.
struct Members<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Members<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(ByName(members))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Inner {
        a: u64,
    }

    #[derive(Debug, serde::Deserialize)]
    struct Outer {
        one: Inner,
        maybe: Option<Inner>,
        many: Vec<Inner>,
        named: BTreeMap<String, Inner>,
        #[serde(rename = "box")]
        boxed: Box<Inner>,
        raw: Box<RawValue>,
        any: Value,
        pair: (u64, String),
    }

    fn whole() -> Value {
        json!({
            "one": {"a": 1}, "maybe": {"a": 2}, "many": [{"a": 3}, {"a": 4}], "named": {"x": {"a": 5}},
            "box": {"a": 6}, "raw": [7, "\u{e9}\n"], "any": [{"b": [8]}], "pair": [9, "\n"]
        })
    }

    #[test]
    fn everything_but_a_list_for_a_struct_is_read() {
        let text = whole().to_string();
        let read: Outer = from_str(&text).unwrap();
        assert_eq!((read.one, read.maybe), (Inner { a: 1 }, Some(Inner { a: 2 })));
        assert_eq!(read.many, [Inner { a: 3 }, Inner { a: 4 }]);
        assert_eq!(read.named["x"], Inner { a: 5 });
        assert_eq!(read.boxed.a, 6);
        assert_eq!((read.raw.get(), read.any), (r#"[7,"é\n"]"#, json!([{"b": [8]}])));
        assert_eq!(read.pair, (9, "\n".to_owned()));
        assert!(from_slice::<Outer>(text.as_bytes()).is_ok());
    }

    #[test]
    fn a_list_for_a_struct_is_refused_at_every_depth() {
        for place in ["/one", "/maybe", "/many/1", "/named/x", "/box"] {
            let mut json = whole();
            *json.pointer_mut(place).unwrap() = json!([1]);
            let error = from_str::<Outer>(&json.to_string()).unwrap_err().to_string();
            assert!(
                error.starts_with("invalid type: sequence, expected struct Inner"),
                "{place}: {error}"
            );
        }
        assert!(from_slice::<Inner>(b"[1]").is_err());
    }

    #[test]
    fn a_text_after_the_value_is_refused() {
        assert!(from_str::<Inner>(r#"{"a":1} x"#).is_err());
    }
}
