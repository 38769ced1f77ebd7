//! Checks params, for nodes that do not say which one they reject.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::entries::Entries;
use crate::generated::rules::RULES;
use crate::problem::{Problem, describe, join};

/// What a param accepts: the name of a shared rule, or a rule.
#[derive(Deserialize)]
#[serde(untagged)]
enum Rule {
    Shared(String),
    Own(Box<Body>),
}

#[derive(Deserialize)]
struct Body {
    expected: String,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Kind {
    Text {
        #[serde(default)]
        min: usize,
        max: Option<usize>,
        pattern: Option<Pattern>,
        #[serde(default)]
        secret: bool,
    },
    Word {
        words: Vec<String>,
        #[serde(default, rename = "ignoreCase")]
        ignore_case: bool,
    },
    Integer {
        least: String,
        most: String,
    },
    Number,
    Boolean,
    List {
        item: Rule,
        #[serde(default)]
        min: usize,
        max: Option<usize>,
    },
    Map {
        item: Rule,
    },
    Object {
        members: Members,
    },
    Either {
        forms: Vec<Rule>,
    },
}

/// A prefix, then characters out of a set, in groups of `step`.
#[derive(Deserialize)]
struct Pattern {
    prefix: String,
    characters: String,
    min: usize,
    max: usize,
    step: usize,
}

/// Rules by name in the order of the document, so that the first problem is reported.
type Members = Entries<String, Rule>;

#[derive(Deserialize)]
struct Table {
    shared: std::collections::BTreeMap<String, Rule>,
    methods: std::collections::BTreeMap<String, Members>,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| serde_json::from_str(RULES).ok());

/// Returns the first problem of the params of a method, by what the documents say about them.
pub(crate) fn check_params(method: &str, params: &Value) -> Option<Problem> {
    let table = TABLE.as_ref()?;
    table.check_members(table.methods.get(method)?, params, "")
}

impl Table {
    fn check_members(&self, members: &Members, value: &Value, field: &str) -> Option<Problem> {
        let given = value.as_object()?;
        members.0.iter().find_map(|(marked, rule)| {
            let name = marked.trim_end_matches('!');
            let own = given.get(name).filter(|own| !own.is_null());
            let place = join(field, name);
            match own {
                Some(own) => self.check(rule, own, &place),
                None if name == marked => None,
                None => {
                    let problem = self.check(rule, &Value::Null, &place)?;
                    let got = if given.contains_key(name) { "null" } else { "nothing" };
                    Some(Problem { got: got.to_owned(), ..problem })
                }
            }
        })
    }

    fn check(&self, rule: &Rule, value: &Value, field: &str) -> Option<Problem> {
        let Body { expected, kind } = match rule {
            Rule::Shared(name) => return self.check(self.shared.get(name)?, value, field),
            Rule::Own(body) => body.as_ref(),
        };
        if !self.is_of_kind(kind, value, field) {
            let got = match (kind, value) {
                (Kind::Text { secret: true, .. }, Value::String(text)) => {
                    format!("text of {} characters", text.chars().count())
                }
                _ => describe(value),
            };
            return Some(Problem::new(field, expected, got));
        }
        match (kind, value) {
            (Kind::List { item, .. }, Value::Array(items)) => {
                let mut items = items.iter().enumerate();
                items.find_map(|(index, own)| self.check(item, own, &format!("{field}[{index}]")))
            }
            (Kind::Map { item }, Value::Object(members)) => {
                members.iter().find_map(|(name, own)| self.check(item, own, &join(field, name)))
            }
            (Kind::Object { members }, _) => self.check_members(members, value, field),
            _ => None,
        }
    }

    fn is_of_kind(&self, kind: &Kind, value: &Value, field: &str) -> bool {
        match (kind, value) {
            (Kind::Text { min, max, pattern, .. }, Value::String(text)) => {
                within(text.chars().count(), *min, *max)
                    && pattern.as_ref().is_none_or(|pattern| pattern.fits(text))
            }
            (Kind::Word { words, ignore_case }, Value::String(text)) => words
                .iter()
                .any(|word| word == text || *ignore_case && word.eq_ignore_ascii_case(text)),
            (Kind::Integer { least, most }, _) => is_integer(value, least, most),
            (Kind::Number, Value::Number(_))
            | (Kind::Boolean, Value::Bool(_))
            | (Kind::Map { .. } | Kind::Object { .. }, Value::Object(_)) => true,
            (Kind::List { min, max, .. }, Value::Array(items)) => within(items.len(), *min, *max),
            (Kind::Either { forms }, _) => {
                forms.iter().any(|form| self.check(form, value, field).is_none())
            }
            _ => false,
        }
    }
}

fn within(size: usize, min: usize, max: Option<usize>) -> bool {
    size >= min && max.is_none_or(|max| size <= max)
}

fn is_integer(value: &Value, least: &str, most: &str) -> bool {
    let exact = match value {
        Value::Number(number) => number.to_string().parse::<i128>(),
        Value::String(text) if text.len() <= 20 => text.parse(),
        _ => return false,
    };
    let bound = |text: &str| text.parse::<i128>().unwrap_or_default();
    exact.is_ok_and(|exact| exact >= bound(least) && exact <= bound(most))
}

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        text.strip_prefix(&self.prefix).is_some_and(|rest| {
            rest.len() >= self.min
                && rest.len() <= self.max
                && rest.len().is_multiple_of(self.step)
                && rest.chars().all(|character| self.characters.contains(character))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_read() {
        assert!(TABLE.is_some());
    }
}
