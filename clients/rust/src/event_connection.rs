use std::error::Error as StdError;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Response, StatusCode, Url};
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use crate::caller::{Caller, Node, connection, read_body, said};
use crate::error::{Error, without_credentials};
use crate::generated::EVENTS_PATH;
use crate::generated::types::EventsQuery;
use crate::server_events::{EventReader, ServerEvent};

const EVENT_STREAM: &str = "text/event-stream";

/// One response that carries events.
#[derive(Debug)]
pub(crate) struct EventConnection {
    response: Response,
    reader: EventReader,
    /// When the current wait for a piece started, if one is in progress.
    waiting_since: Option<Instant>,
}

/// Requests events and reads the head of the response.
pub(crate) async fn connect(
    caller: &Caller,
    query: &EventsQuery,
) -> Result<EventConnection, Error> {
    let time = caller.node().timeout;
    let opened = timeout(time, open(caller.node(), query)).await;
    opened.unwrap_or(Err(Error::Timeout { time, call: None }))
}

async fn open(node: &Node, query: &EventsQuery) -> Result<EventConnection, Error> {
    let mut headers = node.headers.clone();
    headers.insert(ACCEPT, HeaderValue::from_static(EVENT_STREAM));
    let get = node.http.get(url_of(node, query)?).headers(headers);
    let response = get.send().await.map_err(connection)?;
    if response.status() != StatusCode::OK {
        return Err(refusal(response).await);
    }
    if !is_event_stream(response.headers()) {
        let kind = response.headers().get(CONTENT_TYPE);
        return Err(Error::response(format!("{kind:?} came where events were asked for")));
    }
    Ok(EventConnection { response, reader: EventReader::default(), waiting_since: None })
}

impl EventConnection {
    /// Returns the next event. Dropping the future loses nothing, and its waiting time counts for
    /// the next one.
    pub(crate) async fn next(&mut self, idle_timeout: Duration) -> Result<ServerEvent, Error> {
        loop {
            if let Some(event) = self.reader.next() {
                return Ok(event);
            }
            if self.reader.is_endless() {
                return Err(Error::response("an event is too long".to_owned()));
            }
            let since = *self.waiting_since.get_or_insert_with(Instant::now);
            let chunk = self.response.chunk();
            let came = match since.checked_add(idle_timeout) {
                Some(end) if !idle_timeout.is_zero() => timeout_at(end, chunk).await,
                _ => Ok(chunk.await),
            };
            let piece = came
                .map_err(|_| Error::Timeout { time: idle_timeout, call: None })?
                .map_err(connection)?;
            self.reader.feed(&piece.ok_or_else(ended)?);
            self.waiting_since = None;
        }
    }
}

fn ended() -> Error {
    let source: Box<dyn StdError + Send + Sync> = "the node ended the stream".into();
    Error::Connection { source: source.into(), call: None }
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (kind, _) = kind.split_once(';').unwrap_or((kind, ""));
    kind.trim().eq_ignore_ascii_case(EVENT_STREAM)
}

/// Why there are no events.
async fn refusal(response: Response) -> Error {
    let status = response.status();
    let body = match read_body(response, 1 << 20).await {
        Ok(body) => said(&body),
        Err(error) => return error,
    };
    match status {
        StatusCode::BAD_REQUEST => {
            let (field, _) = body.split_once(": ").unwrap_or((&body, ""));
            Error::Query { field: field.to_owned(), message: body }
        }
        StatusCode::NOT_FOUND => Error::NoEvents { message: body },
        _ => Error::Http { status: status.as_u16(), body, call: None },
    }
}

fn url_of(node: &Node, query: &EventsQuery) -> Result<Url, Error> {
    let text = node.url_of(EVENTS_PATH);
    let mut url = Url::parse(&text)
        .map_err(|error| Error::Setup(format!("{}: {error}", without_credentials(&text))))?;
    let members = serde_json::to_value(query).map_err(|error| Error::Setup(error.to_string()))?;
    for (name, value) in members.as_object().into_iter().flatten() {
        let text = text_of(value);
        if !text.is_empty() {
            url.query_pairs_mut().append_pair(name, &text);
        }
    }
    Ok(url)
}

/// A list is its items, with commas.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
