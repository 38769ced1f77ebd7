use std::fmt;

use serde_json::Value;

/// What is wrong with a param or a result: the place, the expected value and the received value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// Path of the member, such as `nodeIDs[2]`; empty for the whole.
    pub field: String,
    /// Describes what is accepted.
    pub expected: String,
    /// The value if it is short and not secret, otherwise its kind.
    pub got: String,
}

impl Problem {
    pub(crate) fn new(field: &str, expected: &str, got: String) -> Self {
        Self { field: field.to_owned(), expected: expected.to_owned(), got }
    }

    /// The problem that an error's data names.
    pub(crate) fn named_in(data: Option<&Value>) -> Option<Self> {
        let text = |name| data?.get(name)?.as_str();
        Some(Self::new(text("field")?, text("expected")?, text("got")?.to_owned()))
    }

    /// The problem that serde reports about the value at a place.
    pub(crate) fn reported(place: &str, error: &str) -> Option<Self> {
        let said = without_position(error);
        if let Some(name) = said.strip_prefix("missing field `") {
            let field = join(place, name.trim_end_matches('`'));
            return Some(Self::new(&field, "a value", "nothing".to_owned()));
        }
        if said == "number out of range" {
            let got = "a number that no double holds".to_owned();
            return Some(Self::new(place, "a number in range", got));
        }
        if let Some(name) = said.strip_prefix("duplicate field `") {
            let field = join(place, name.trim_end_matches('`'));
            return Some(Self::new(&field, "one value", "more than one".to_owned()));
        }
        let (kind, rest) = said.split_once(": ")?;
        let (got, expected) = rest.split_once(", expected ")?;
        matches!(kind, "invalid type" | "invalid value" | "invalid length")
            .then(|| Self::new(place, expected_name(expected), received_name(got)))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "expected {}, got {}", self.expected, self.got)
    }
}

/// Returns the members that contain a place in a JSON text, such as `result.height`.
pub(crate) fn place_of(text: &[u8], error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let before = text.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1));
    let end = (before.map(<[u8]>::len).sum::<usize>() + column).min(text.len());
    let before = match value_before(&error.to_string()) {
        Some(length) => without_end(&text[..end], length),
        None => &text[..end],
    };
    // The member of each object that is open; none for a list.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut string: Option<Vec<u8>> = None;
    let mut last = Vec::new();
    let mut escaped = false;
    for &byte in before {
        if let Some(content) = string.as_mut() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => last = string.take().unwrap_or_default(),
                _ => content.push(byte),
            }
            continue;
        }
        match byte {
            b'"' => string = Some(Vec::new()),
            b':' => {
                if let Some(member) = open.last_mut() {
                    *member = Some(String::from_utf8_lossy(&last).into_owned());
                }
            }
            b'{' | b'[' => open.push(None),
            b'}' | b']' if open.len() > 1 => drop(open.pop()),
            _ => (),
        }
    }
    open.into_iter().flatten().collect::<Vec<_>>().join(".")
}

/// The error of a value inside of a text, which is read alone: the members that contain the place, the length of the
/// value, and what is wrong.
pub(crate) fn inside(place: &str, length: usize, said: &str) -> String {
    format!("in `{place}` of {length} bytes: {said}")
}

/// Splits an error into the members that contain the place and what is wrong, without a position.
pub(crate) fn split_place(error: &str) -> (String, String) {
    let said = without_position(error);
    let parts = said.strip_prefix("in `").and_then(|rest| {
        let (place, rest) = rest.split_once("` of ")?;
        Some((place, rest.split_once(" bytes: ")?.1))
    });
    let (place, said) = parts.unwrap_or(("", said));
    (place.to_owned(), said.to_owned())
}

fn without_position(error: &str) -> &str {
    error.find(" at line ").map_or(error, |end| &error[..end])
}

/// The length of the value that an error is about, if it was read alone.
fn value_before(error: &str) -> Option<usize> {
    let (_, rest) = error.strip_prefix("in `")?.split_once("` of ")?;
    rest.split_once(" bytes: ")?.0.parse().ok()
}

/// Such an error has the position after the value, or after the end of the object or list whose last value it is.
fn without_end(before: &[u8], length: usize) -> &[u8] {
    let value = before.len().checked_sub(length).map(|start| &before[start..]);
    let is_value = |value| serde_json::from_slice::<serde::de::IgnoredAny>(value).is_ok();
    match before.split_last() {
        Some((_, inner)) if !value.is_some_and(is_value) => inner,
        _ => before,
    }
}

pub(crate) fn join(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", name) | (name, "") => name.to_owned(),
        (outer, inner) => format!("{outer}.{inner}"),
    }
}

const SHOWN_MAX: usize = 64;

/// Names a value: short texts, numbers and words as JSON writes them, others by kind.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() > SHOWN_MAX => {
            let shown: String = text.chars().take(SHOWN_MAX).collect();
            let more = text.chars().count() - SHOWN_MAX;
            format!("{} and {more} more", Value::String(shown))
        }
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
        short => short.to_string(),
    }
}

fn expected_name(expected: &str) -> &str {
    match expected {
        "a string" | "a borrowed string" => "text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "f64" => "a number",
        "unit" => "null",
        integer if is_integer(integer) => "an integer",
        object if object.starts_with("struct ") || object.starts_with("a map") => "an object",
        other => other,
    }
}

fn is_integer(expected: &str) -> bool {
    let name = expected.trim_start_matches("a ").trim_start_matches("an ");
    ["u16", "u32", "u64", "i64"].iter().any(|size| name.starts_with(size))
}

fn received_name(got: &str) -> String {
    match got {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => other
            .trim_start_matches("boolean ")
            .trim_start_matches("integer ")
            .trim_start_matches("floating point ")
            .trim_start_matches("string ")
            .trim_matches('`')
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(error: &str) -> Option<String> {
        Problem::reported("height", error).map(|problem| problem.to_string())
    }

    #[test]
    fn what_serde_says_becomes_one_form() {
        let error = "invalid type: boolean `true`, expected a u64 as a number or as decimal text at line 1 column 9";
        assert_eq!(text(error).unwrap(), "height: expected an integer, got true");
        let error = "invalid type: map, expected a string at line 1 column 9";
        assert_eq!(text(error).unwrap(), "height: expected text, got an object");
        let error = "missing field `a` at line 1 column 9";
        assert_eq!(text(error).unwrap(), "height.a: expected a value, got nothing");
        assert_eq!(text("recursion limit exceeded at line 1 column 9"), None);
    }
}
