//! One connection of a subscription.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{CONNECTION, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY};
use reqwest::header::{SEC_WEBSOCKET_VERSION, UPGRADE};
use reqwest::{StatusCode, Upgraded};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite;
use tungstenite::{Bytes, Message};
use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};

use crate::answer::Answer;
use crate::caller::{Caller, connection, read, to_json};
use crate::error::Error;
use crate::problem::Problem;
use crate::subscription::{FixedParams, SubscriptionInfo, is_broken};

const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The silence after which the client pings. A second one ends the connection, which can break without a sign.
const SILENCE: Duration = Duration::from_secs(10);

/// A WebSocket on which the server has accepted the subscription.
pub(crate) struct Connection {
    socket: WebSocketStream<Upgraded>,
    info: &'static SubscriptionInfo,
    id: Value,
    waiting: VecDeque<Notification>,
    is_pinged: bool,
    max_bytes: usize,
}

/// A message from the server: a notification, or the response to a call.
#[derive(serde::Deserialize)]
struct Notification {
    method: String,
    #[serde(default)]
    params: Option<Box<RawValue>>,
}

impl Connection {
    /// Connects and subscribes.
    pub(crate) async fn open(
        caller: &Caller,
        info: &'static SubscriptionInfo,
        params: &FixedParams,
    ) -> Result<Self, Error> {
        let node = caller.node();
        let url = node.push_url.clone().unwrap_or_else(|| node.url_of(""));
        let opened = async {
            let socket = connect(caller, &url).await?;
            let waiting = VecDeque::new();
            let max_bytes = node.max_response_bytes;
            let mut open =
                Self { socket, info, id: Value::Null, waiting, is_pinged: false, max_bytes };
            open.begin(caller, params).await?;
            Ok(open)
        };
        let outcome = tokio::time::timeout(node.timeout, opened).await;
        match outcome.unwrap_or(Err(Error::Timeout { time: node.timeout, call: None })) {
            // A response names its method itself.
            Err(error) if is_broken(&error) => Err(error.of_call(info.method.name, &url)),
            outcome => outcome,
        }
    }

    async fn begin(&mut self, caller: &Caller, params: &FixedParams) -> Result<(), Error> {
        let request = caller.request(self.info.method, params);
        let id = request.id.unwrap_or_default();
        self.send(to_json(&request)).await?;
        loop {
            let Some(text) = self.receive().await? else { continue };
            let answer: Answer<Value> = read(self.info.method.name, text.as_bytes())?;
            let is_own = answer.is_to(id);
            self.id = answer.unwrap(self.info.method, || serde_json::to_value(params).ok())?;
            let what = match (is_own, &self.id) {
                (false, _) => "the response is not that to this call".to_owned(),
                (true, Value::Null) => Problem::new("", "a value", "null".to_owned()).to_string(),
                _ => return Ok(()),
            };
            return Err(Error::response(format!("{}: {what}", self.info.method.name)));
        }
    }

    /// Waits for the next notification of the subscription: its method and its payload.
    pub(crate) async fn next(&mut self) -> Result<(String, Box<RawValue>), Error> {
        loop {
            while let Some(Notification { method, params }) = self.waiting.pop_front() {
                // Those of another stream can be a list.
                let params = params.and_then(|params| serde_json::from_str(params.get()).ok());
                let mut params: BTreeMap<String, Box<RawValue>> = params.unwrap_or_default();
                let id = params.get(self.info.id_member);
                if id.map(|id| id_text(id.get())) != Some(id_text(&self.id.to_string())) {
                    continue;
                }
                return match params.remove(self.info.payload_member) {
                    Some(payload) => Ok((method, payload)),
                    None => Err(Error::response(format!(
                        "{method}: {}: expected a value, got nothing",
                        self.info.payload_member
                    ))),
                };
            }
            self.receive().await?;
        }
    }

    /// Ends the subscription at the server, and then the connection.
    pub(crate) async fn end(mut self, caller: &Caller) {
        let work = async {
            if let Some((end, param)) = self.info.end {
                let params = FixedParams::of(param, self.id.clone());
                let text = to_json(&caller.request(end, &params));
                let _ = self.send(text).await;
            }
            let _ = self.socket.close(None).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = tokio::time::timeout(END_TIMEOUT, work).await;
    }

    async fn send(&mut self, text: String) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await.map_err(broken)
    }

    /// Reads one message, which can be a list of them. Returns a response, and keeps notifications.
    async fn receive(&mut self) -> Result<Option<String>, Error> {
        let Ok(received) = tokio::time::timeout(SILENCE, self.socket.next()).await else {
            if self.is_pinged {
                let silent = io::Error::new(ErrorKind::TimedOut, "the server has fallen silent");
                return Err(broken(silent.into()));
            }
            self.is_pinged = true;
            self.socket.send(Message::Ping(Bytes::new())).await.map_err(broken)?;
            return Ok(None);
        };
        self.is_pinged = false;
        let text = match received {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Ok(Message::Close(_))) | None => {
                return Err(broken(tungstenite::Error::ConnectionClosed));
            }
            Some(Ok(_)) => return Ok(None),
            // Another connection would break at it, too.
            Some(Err(tungstenite::Error::Capacity(_))) => {
                let longer = format!("a message is longer than {} bytes", self.max_bytes);
                return Err(Error::response(format!("{}: {longer}", self.info.method.name)));
            }
            Some(Err(error)) => return Err(broken(error)),
        };
        let name = self.info.method.name;
        let messages: Vec<Box<RawValue>> = match text.trim_start().starts_with('[') {
            true => read(name, text.as_bytes())?,
            false => vec![read(name, text.as_bytes())?],
        };
        let mut answer = None;
        for message in messages {
            match serde_json::from_str(message.get()) {
                Ok(notification) => self.waiting.push_back(notification),
                Err(_) => answer = Some(message.get().to_owned()),
            }
        }
        Ok(answer)
    }
}

/// Opens a WebSocket with the HTTP client, so that its certificates and proxies count.
async fn connect(caller: &Caller, url: &str) -> Result<WebSocketStream<Upgraded>, Error> {
    let node = caller.node();
    let target = match url.strip_prefix("ws") {
        Some(rest) => format!("http{rest}"),
        None => url.to_owned(),
    };
    let key = generate_key();
    let response = node
        .http
        .get(target)
        .headers(node.headers.clone())
        .header(CONNECTION, HeaderValue::from_static("Upgrade"))
        .header(UPGRADE, HeaderValue::from_static("websocket"))
        .header(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"))
        .header(SEC_WEBSOCKET_KEY, &key)
        .send()
        .await
        .map_err(connection)?;
    let status = response.status();
    if status != StatusCode::SWITCHING_PROTOCOLS {
        return Err(Error::Http { status: status.as_u16(), body: String::new(), call: None });
    }
    let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT);
    if accepted.map(HeaderValue::as_bytes) != Some(derive_accept_key(key.as_bytes()).as_bytes()) {
        return Err(Error::response("the server does not speak WebSocket".to_owned()));
    }
    let upgraded = response.upgrade().await.map_err(connection)?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(node.max_response_bytes))
        .max_frame_size(Some(node.max_response_bytes));
    Ok(WebSocketStream::from_raw_socket(upgraded, Role::Client, Some(config)).await)
}

fn broken(error: tungstenite::Error) -> Error {
    Error::Connection { source: Arc::new(error), call: None }
}

/// The form in which IDs are compared: some servers write numbers in one place and text in another.
fn id_text(json: &str) -> String {
    serde_json::from_str::<String>(json).unwrap_or_else(|_| json.to_owned())
}
