//! Looks at a JSON value before it is read, to find out which form of a union it has.

use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::value::RawValue;

use crate::by_name;
use crate::entries::Entries;
use crate::problem::{inside, join, place_of, split_place};

/// A JSON value and, if it is an object, its members.
pub(crate) struct Peek {
    raw: Box<RawValue>,
}

impl Peek {
    pub(crate) fn new<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Deserialize::deserialize(deserializer)?;
        Ok(Self { raw })
    }

    /// Returns the members of an object; nothing for any other value.
    pub(crate) fn members(&self) -> Option<Members<'_>> {
        if !self.is_object() {
            return None;
        }
        serde_json::from_str(self.raw.get()).ok()
    }

    pub(crate) fn is_object(&self) -> bool {
        self.raw.get().starts_with('{')
    }

    pub(crate) fn is_list(&self) -> bool {
        self.raw.get().starts_with('[')
    }

    pub(crate) fn is_text(&self) -> bool {
        self.raw.get().starts_with('"')
    }

    pub(crate) fn is_number(&self) -> bool {
        self.raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit())
    }

    #[allow(dead_code, reason = "our own documents have no union with a boolean")]
    pub(crate) fn is_boolean(&self) -> bool {
        self.raw.get().starts_with(['t', 'f'])
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        serde_json::from_str::<Cow<'_, str>>(self.raw.get()).is_ok_and(|own| own == text)
    }

    pub(crate) fn read<T: DeserializeOwned, E: Error>(&self) -> Result<T, E> {
        by_name::from_str(self.raw.get()).map_err(|error| self.located(&error))
    }

    /// Reads a form that the client does not know. It must have the kind of one that it knows.
    pub(crate) fn read_other<T: DeserializeOwned, E: Error>(&self, kinds: &[&str]) -> Result<T, E> {
        let kind = self.kind();
        if !kinds.contains(&kind) {
            let said = format!("invalid type: {kind}, expected {}", kinds.join(" or "));
            return Err(E::custom(inside("", self.raw.get().len(), &said)));
        }
        self.read()
    }

    fn kind(&self) -> &'static str {
        match self.raw.get().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "text",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }

    /// An error of the value that says in which member it is: its position is that in the value, not in the whole text.
    fn located<E: Error>(&self, error: &serde_json::Error) -> E {
        let place = place_of(self.raw.get().as_bytes(), error);
        let (inner, said) = split_place(&error.to_string());
        E::custom(inside(&join(&place, &inner), self.raw.get().len(), &said))
    }

    pub(crate) fn read_exact<T: crate::exact::Exact, E: Error>(&self) -> Result<T, E> {
        T::read(&mut serde_json::Deserializer::from_str(self.raw.get()))
            .map_err(|error: serde_json::Error| self.located(&error))
    }
}

/// The members of an object at its first level, unread.
#[derive(serde::Deserialize)]
pub(crate) struct Members<'a>(#[serde(borrow)] Entries<Name<'a>, &'a RawValue>);

impl Members<'_> {
    /// Whether there is something at the path: a member, or a member of a member.
    pub(crate) fn has(&self, path: &[&str]) -> bool {
        let Some((first, rest)) = path.split_first() else {
            return true;
        };
        let Some((_, value)) = self.0.0.iter().find(|(Name(name), _)| name == first) else {
            return false;
        };
        rest.is_empty()
            || serde_json::from_str::<Members>(value.get()).is_ok_and(|inner| inner.has(rest))
    }

    /// Whether a member is this text.
    pub(crate) fn says(&self, name: &str, text: &str) -> bool {
        let found = self.0.0.iter().find(|(Name(own), _)| own == name);
        found.is_some_and(|(_, value)| {
            serde_json::from_str::<Cow<'_, str>>(value.get()).is_ok_and(|own| own == text)
        })
    }

    /// Whether there are no members but these.
    pub(crate) fn only(&self, names: &[&str]) -> bool {
        self.0.0.iter().all(|(Name(name), _)| names.contains(&name.as_ref()))
    }
}

/// A member's name, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
