use std::any::TypeId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde::{Serialize, de::DeserializeOwned};

use crate::answer::Answer;
use crate::arranged::Arranged;
use crate::by_name;
use crate::call::{MethodInfo, NoParams, Params};
use crate::error::Error;
use crate::problem::{Problem, join, place_of, split_place};

/// Sends JSON-RPC requests to one node over HTTP. Clones share connections.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    node: Arc<Node>,
    #[cfg(feature = "blocking")]
    pub(crate) thread: Option<crate::blocking::Thread>,
}

#[derive(Debug)]
pub(crate) struct Node {
    /// Without a slash at the end, and without a query.
    pub(crate) url: String,
    /// That of the base URL, with its question mark; empty if there is none.
    pub(crate) query: String,
    #[allow(dead_code, reason = "only clients of documents with subscriptions have them")]
    pub(crate) push_url: Option<String>,
    pub(crate) http: reqwest::Client,
    pub(crate) headers: HeaderMap,
    pub(crate) timeout: Duration,
    pub(crate) retries: u32,
    /// Before the first repetition; doubles with each.
    pub(crate) retry_delay: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) next_id: AtomicU64,
}

impl Node {
    /// The URL of a path, which comes before the query of the base URL.
    pub(crate) fn url_of(&self, path: &str) -> String {
        format!("{}{path}{}", self.url, self.query)
    }
}

/// The options of one call that override those of its client.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    pub(crate) timeout: Option<Duration>,
    pub(crate) retries: Option<u32>,
}

#[derive(Serialize)]
pub(crate) struct Request<'a, P> {
    jsonrpc: &'static str,
    /// None for a notification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Arranged<'a, P>>,
}

impl Caller {
    pub(crate) fn new(node: Node) -> Self {
        Self {
            node: Arc::new(node),
            #[cfg(feature = "blocking")]
            thread: None,
        }
    }

    #[cfg_attr(not(feature = "events"), allow(dead_code))]
    pub(crate) fn node(&self) -> &Node {
        &self.node
    }

    pub(crate) fn request<'a, P: Params>(
        &self,
        method: &MethodInfo,
        params: &'a P,
    ) -> Request<'a, P> {
        let id = (!method.notification).then(|| self.node.next_id.fetch_add(1, Ordering::Relaxed));
        let is_given = TypeId::of::<P>() != TypeId::of::<NoParams>();
        let params = is_given.then_some(Arranged::new(method, params));
        Request { jsonrpc: "2.0", id, method: method.name, params }
    }

    pub(crate) async fn call<P: Params, R: DeserializeOwned>(
        &self,
        path: &str,
        method: &MethodInfo,
        params: &P,
        options: Options,
    ) -> Result<R, Error> {
        let request = self.request(method, params);
        let body = to_json(&request);
        let text = self.send(method.name, path, body, method.repeatable, options).await?;
        let Some(id) = request.id else {
            return read(method.name, b"null");
        };
        let answer: Answer<R> = read(method.name, &text)
            .map_err(|error| error.of_text(method.name, &self.node.url_of(path)))?;
        let is_own = answer.is_to(id);
        match answer.unwrap(method, || serde_json::to_value(params).ok()) {
            Ok(_) | Err(Error::Rpc(_)) if !is_own => Err(Error::response(format!(
                "{}: the response is not that to this call",
                method.name
            ))),
            outcome => outcome,
        }
    }

    /// Sends a body within the timeout, retries if allowed, and returns the body of the response. Its errors of transport
    /// name the method and the URL.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        body: String,
        repeatable: bool,
        options: Options,
    ) -> Result<Vec<u8>, Error> {
        let timeout = options.timeout.unwrap_or(self.node.timeout);
        let retries = match repeatable {
            true => options.retries.unwrap_or(self.node.retries),
            false => 0,
        };
        let tries = self.try_often(path, body, retries);
        let sent = tokio::time::timeout(timeout, tries).await;
        let result = sent.unwrap_or(Err(Error::Timeout { time: timeout, call: None }));
        result.map_err(|error| error.of_call(method, &self.node.url_of(path)))
    }

    async fn try_often(&self, path: &str, body: String, retries: u32) -> Result<Vec<u8>, Error> {
        let mut delay = self.node.retry_delay;
        for _ in 0..retries {
            match self.try_once(path, body.clone()).await {
                Err(error) if error.is_passing() => tokio::time::sleep(delay).await,
                result => return result,
            }
            delay = delay.saturating_mul(2);
        }
        self.try_once(path, body).await
    }

    async fn try_once(&self, path: &str, body: String) -> Result<Vec<u8>, Error> {
        let post = self.node.http.post(self.node.url_of(path));
        let json = HeaderValue::from_static("application/json");
        let post = post.header(CONTENT_TYPE, json).headers(self.node.headers.clone());
        let response = post.body(body).send().await.map_err(connection)?;
        let status = response.status();
        let bytes = read_body(response, self.node.max_response_bytes).await?;
        match status.is_success() {
            true => Ok(bytes),
            false => Err(Error::Http { status: status.as_u16(), body: said(&bytes), call: None }),
        }
    }
}

/// Far more than the values of a response. 128 MiB of them would take many times that as structs.
const VALUES_MAX: usize = 1 << 22;

/// Counts at least the values of a JSON text.
fn count_values(text: &[u8]) -> usize {
    text.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count()
}

/// Reads the response to a method.
pub(crate) fn read<T: DeserializeOwned>(method: &str, text: &[u8]) -> Result<T, Error> {
    if text.len() > VALUES_MAX && count_values(text) > VALUES_MAX {
        let message = format!("{method}: the response has more than {VALUES_MAX} values");
        return Err(Error::response(message));
    }
    by_name::from_slice(text).map_err(|source| {
        let (inner, said) = split_place(&source.to_string());
        let place = join(&place_of(text, &source), &inner);
        let place = place.strip_prefix("result").unwrap_or(&place).trim_start_matches('.');
        let message = match Problem::reported(place, &said) {
            Some(problem) => format!("{method}: {problem}"),
            None if place.is_empty() => format!("{method}: the result cannot be read: {said}"),
            None => format!("{method}: {place} cannot be read: {said}"),
        };
        Error::Response { message, source: Some(Arc::new(source)) }
    })
}

/// Reads the body of a response up to a limit.
pub(crate) async fn read_body(mut response: Response, max_bytes: usize) -> Result<Vec<u8>, Error> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(connection)? {
        if body.len() + piece.len() > max_bytes {
            return Err(Error::response(format!("the response is longer than {max_bytes} bytes")));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// JSON of a request. Params are structs of text and integers, which serde_json cannot fail to write.
pub(crate) fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("requests are JSON")
}

/// Returns the node's error text, shortened.
pub(crate) fn said(body: &[u8]) -> String {
    match String::from_utf8_lossy(body).trim() {
        "" => "no body".to_owned(),
        text => text.chars().take(200).collect(),
    }
}

pub(crate) fn connection(error: reqwest::Error) -> Error {
    Error::Connection { source: Arc::new(error), call: None }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_text_of_too_many_values_is_refused() {
        let text = format!("[{}{{}}]", "{},".repeat(1 << 21));
        let error = read::<Vec<Value>>("a", text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "a: the response has more than 4194304 values");
        let text = format!("[\"{}\"]", "x".repeat(1 << 23));
        assert!(read::<Vec<String>>("a", text.as_bytes()).is_ok());
    }
}
