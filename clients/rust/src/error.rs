use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::generated::errors::{DeclaredError, ERRORS};
use crate::problem::Problem;

/// Why a call has no result, or a stream no further event.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Error {
    /// The node returned an error.
    Rpc(Box<RpcError>),
    /// No response arrived within this time, including retries.
    Timeout {
        /// How long the call waited.
        time: Duration,
        /// The method and the URL; none for an event stream.
        call: Option<Arc<str>>,
    },
    /// The node could not be reached, or the connection broke.
    Connection {
        /// Why.
        source: Arc<dyn StdError + Send + Sync>,
        /// The method and the URL; none for an event stream.
        call: Option<Arc<str>>,
    },
    /// The HTTP status was not 2xx.
    Http {
        /// The status.
        status: u16,
        /// The node's text, shortened; "no body" if there was none, and empty for a WebSocket that was refused.
        body: String,
        /// The method and the URL; none for an event stream.
        call: Option<Arc<str>>,
    },
    /// The response is invalid, or not in the documented form.
    Response {
        /// What is wrong with the response.
        message: String,
        /// Why it could not be read.
        source: Option<Arc<serde_json::Error>>,
    },
    /// The client cannot be built: the URL or a header is invalid.
    Setup(String),
    /// The node rejected the query of an event stream.
    #[cfg(feature = "events")]
    Query {
        /// The invalid member, by its name on the wire.
        field: String,
        /// The node's text: the field, the expected value and the received value.
        message: String,
    },
    /// The node has no events: they are switched off, or it is not Couloir.
    #[cfg(feature = "events")]
    NoEvents {
        /// The node's text.
        message: String,
    },
}

impl Error {
    /// Returns the declared error that the node returned, if this client knows it.
    pub fn declared(&self) -> Option<&DeclaredError> {
        match self {
            Self::Rpc(error) => error.declared.as_ref(),
            _ => None,
        }
    }

    /// Returns the JSON-RPC error code, if the node returned an error.
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Rpc(error) => Some(error.code),
            _ => None,
        }
    }

    pub(crate) fn response(message: String) -> Self {
        Self::Response { message, source: None }
    }

    /// Adds the method and the URL to an error of transport.
    pub(crate) fn of_call(mut self, method: &str, url: &str) -> Self {
        let named = format!("{method} at {}", without_credentials(url));
        match &mut self {
            Self::Timeout { call, .. }
            | Self::Connection { call, .. }
            | Self::Http { call, .. } => {
                *call = Some(named.into());
            }
            Self::Response { message, .. } => *message = format!("{named}: {message}"),
            _ => (),
        }
        self
    }

    /// Adds the URL to the error of a response that is not JSON, as of another server at a wrong port.
    pub(crate) fn of_text(mut self, method: &str, url: &str) -> Self {
        let unreadable = format!("{method}: the result cannot be read");
        if let Self::Response { message, .. } = &mut self
            && message.starts_with(&unreadable)
        {
            let named = format!("{method} at {}", without_credentials(url));
            *message = message.replacen(method, &named, 1);
        }
        self
    }

    fn call(&self) -> Option<&str> {
        match self {
            Self::Timeout { call, .. }
            | Self::Connection { call, .. }
            | Self::Http { call, .. } => call.as_deref(),
            _ => None,
        }
    }

    /// Whether the same request may succeed a little later.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Connection { .. } => true,
            Self::Http { status, .. } => matches!(status, 429 | 502 | 503 | 504),
            _ => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(call) = self.call() {
            write!(f, "{call}: ")?;
        }
        match self {
            Self::Rpc(error) => error.fmt(f),
            Self::Timeout { time, .. } => write!(f, "no answer within {} ms", time.as_millis()),
            Self::Connection { .. } => f.write_str("the node could not be reached"),
            Self::Http { status, body, .. } if body.is_empty() => write!(f, "HTTP {status}"),
            Self::Http { status, body, .. } => write!(f, "HTTP {status}: {body}"),
            Self::Response { message, .. } | Self::Setup(message) => f.write_str(message),
            #[cfg(feature = "events")]
            Self::Query { message, .. } => f.write_str(message),
            #[cfg(feature = "events")]
            Self::NoEvents { message } => write!(f, "the node has no events: {message}"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Connection { source, .. } => Some(source.as_ref()),
            Self::Response { source, .. } => source.as_deref().map(|source| source as _),
            _ => None,
        }
    }
}

/// A URL as errors show it.
pub(crate) fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// An error that the node returned instead of a result.
///
/// Its text names the method and says what is wrong, such as
/// `platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RpcError {
    /// The method that was called; `a batch` when a whole batch was refused.
    pub method: &'static str,
    /// The JSON-RPC error code.
    pub code: i64,
    /// The message as the node sent it.
    pub message: String,
    /// Further details. For invalid params: the field, the expected value and the received value.
    pub data: Option<Value>,
    /// The declared error with its arguments, if this client knows it.
    pub declared: Option<DeclaredError>,
    /// The values of the placeholders in the declared message and the texts in `data`, by name.
    pub arguments: BTreeMap<String, String>,
    /// The param that was rejected: as the node says, or as this client found out.
    pub problem: Option<Problem>,
}

/// The code of invalid params in JSON-RPC.
const INVALID_PARAMS: i64 = -32602;

impl RpcError {
    /// `find_problem` checks the params, for a node that does not say which one it rejects.
    pub(crate) fn new(
        method: &'static str,
        declared: &[&str],
        code: i64,
        message: String,
        data: Option<Value>,
        find_problem: impl FnOnce() -> Option<Problem>,
    ) -> Self {
        let found = recognise(declared, code, &message, data.as_ref());
        let (declared, arguments) = found.unzip();
        let arguments = arguments.unwrap_or_default();
        let is_unclear = match &declared {
            Some(declared) => declared.name() == "InvalidParams",
            None => code == INVALID_PARAMS,
        };
        let problem = Problem::named_in(data.as_ref())
            .or_else(|| if is_unclear { find_problem() } else { None });
        Self { method, code, message, data, declared, arguments, problem }
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Some(problem) => write!(f, "{}: {problem}", self.method),
            None => write!(f, "{}: {}", self.method, self.message),
        }
    }
}

impl StdError for RpcError {}

/// A declared error and its forms.
pub(crate) struct ErrorInfo {
    pub(crate) name: &'static str,
    /// Whether any method can return the error.
    pub(crate) common: bool,
    pub(crate) forms: &'static [ErrorForm],
    pub(crate) make: fn(&Argument<'_>) -> DeclaredError,
}

/// Returns the value of a placeholder; empty if the node omitted it.
pub(crate) type Argument<'a> = dyn Fn(&str) -> String + 'a;

pub(crate) struct ErrorForm {
    pub(crate) code: i64,
    /// The fixed text around the arguments: one part more than there are arguments.
    pub(crate) words: &'static [&'static str],
    pub(crate) arguments: &'static [&'static str],
}

/// Returns the declared error with this code and message. If several match, the one with the
/// longest fixed text.
pub(crate) fn recognise(
    declared: &[&str],
    code: i64,
    message: &str,
    data: Option<&Value>,
) -> Option<(DeclaredError, BTreeMap<String, String>)> {
    let possible = ERRORS.iter().filter(|info| info.common || declared.contains(&info.name));
    let matching = possible.flat_map(|info| {
        let forms = info.forms.iter().filter(|form| form.code == code);
        forms.filter_map(move |form| Some((info, form, arguments(form.words, message)?)))
    });
    let own_words = |form: &ErrorForm| form.words.iter().map(|words| words.len()).sum::<usize>();
    let (info, form, texts) = matching.min_by_key(|(_, form, _)| Reverse(own_words(form)))?;
    let mut found = BTreeMap::new();
    if let Some(Value::Object(members)) = data {
        let texts = members.iter();
        found
            .extend(texts.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.into()))));
    }
    found
        .extend(form.arguments.iter().zip(texts).map(|(name, text)| ((*name).into(), text.into())));
    let made = (info.make)(&|name| found.get(name).cloned().unwrap_or_default());
    Some((made, found))
}

/// Returns the text between the fixed parts, if they match. If there is a choice, the first
/// argument is the longest. The parts are found from the end, each once: to try every combination of places would take
/// minutes for a long text.
pub(crate) fn arguments<'a>(words: &[&str], text: &'a str) -> Option<Vec<&'a str>> {
    let (first, rest) = words.split_first()?;
    let mut inner = text.strip_prefix(first)?;
    let Some((last, middle)) = rest.split_last() else {
        return inner.is_empty().then(Vec::new);
    };
    inner = inner.strip_suffix(last)?;
    let mut found = Vec::new();
    for words in middle.iter().rev() {
        let (before, argument) = inner.rsplit_once(words)?;
        found.push(argument);
        inner = before;
    }
    found.push(inner);
    found.reverse();
    Some(found)
}
