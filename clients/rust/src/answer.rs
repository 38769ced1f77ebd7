//! Responses as JSON-RPC 2.0 defines them.

use std::collections::BTreeMap;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::call::MethodInfo;
use crate::error::{Error, RpcError};
use crate::param_check::check_params;
use crate::problem::{Problem, describe};

/// A response. A member that is absent is `None`, one that is null is not.
#[derive(serde::Deserialize)]
#[serde(bound = "R: DeserializeOwned")]
pub(crate) struct Answer<R> {
    #[serde(default, deserialize_with = "present")]
    jsonrpc: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    #[serde(default = "absent", deserialize_with = "present")]
    result: Option<R>,
    #[serde(default, deserialize_with = "present")]
    error: Option<ErrorObject>,
}

#[derive(serde::Deserialize)]
struct ErrorObject {
    code: i64,
    message: String,
    data: Option<Value>,
}

fn absent<R>() -> Option<R> {
    None
}

fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

impl<R> Answer<R> {
    /// Whether it is the response to a call. An error can have null instead of the ID, if the node did not find it.
    pub(crate) fn is_to(&self, id: u64) -> bool {
        match &self.id {
            Some(Value::Null) => self.error.is_some(),
            own => *own == Some(Value::from(id)),
        }
    }

    pub(crate) fn has_null_id(&self) -> bool {
        self.id == Some(Value::Null)
    }

    /// The result, or the error; `params` are checked if the node does not say which one it rejects.
    pub(crate) fn unwrap(
        self,
        method: &MethodInfo,
        params: impl FnOnce() -> Option<Value>,
    ) -> Result<R, Error> {
        let invalid = |what: &str| Err(Error::response(format!("{}: {what}", method.name)));
        if self.jsonrpc != Some(Value::from("2.0")) {
            let got = self.jsonrpc.map_or("nothing".to_owned(), |version| describe(&version));
            return invalid(&Problem::new("jsonrpc", "\"2.0\"", got).to_string());
        }
        match (self.result, self.error) {
            (Some(result), None) => Ok(result),
            (None, Some(ErrorObject { code, message, data })) => {
                let find = || check_params(method.name, &params()?);
                let error = RpcError::new(method.name, method.errors, code, message, data, find);
                Err(Error::Rpc(Box::new(error)))
            }
            (Some(_), Some(_)) => invalid("the response has both result and error"),
            (None, None) => invalid("the response has neither result nor error"),
        }
    }
}

/// The responses to a batch by the ID of their call. It is an error if an ID is unknown or occurs twice.
pub(crate) fn by_id(
    answers: Vec<Box<RawValue>>,
    is_call: impl Fn(u64) -> bool,
) -> Result<BTreeMap<u64, Box<RawValue>>, Error> {
    #[derive(serde::Deserialize)]
    struct Identified {
        id: Value,
        #[serde(default)]
        error: Option<IgnoredAny>,
    }
    let mut found = BTreeMap::new();
    for answer in answers {
        let read = serde_json::from_str(answer.get()).ok();
        let id = match read {
            Some(Identified { id: Value::Null, error: Some(_) }) => continue,
            other => other.and_then(|own| own.id.as_u64()).filter(|id| is_call(*id)),
        };
        let Some(id) = id else {
            return Err(Error::response("batch response has an unknown ID".to_owned()));
        };
        if found.insert(id, answer).is_some() {
            return Err(Error::response("batch response repeats an ID".to_owned()));
        }
    }
    Ok(found)
}
