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
        let said = match error.find(" at line ") {
            Some(end) => &error[..end],
            None => error,
        };
        if let Some(name) = said.strip_prefix("missing field `") {
            let field = join(place, name.trim_end_matches('`'));
            return Some(Self::new(&field, "a value", "nothing".to_owned()));
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

pub(crate) fn join(outer: &str, inner: &str) -> String {
    match outer {
        "" => inner.to_owned(),
        outer => format!("{outer}.{inner}"),
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
        "a sequence" | "a list of integers" => "a list",
        "f64" => "a number",
        integer if is_integer(integer) => "an integer",
        object if object.starts_with("struct ") || object.starts_with("a map") => "an object",
        other => other,
    }
}

fn is_integer(expected: &str) -> bool {
    let name = expected.strip_prefix("a ").unwrap_or(expected);
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
