//! A fake node: it sends the responses of a test and records the requests.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use couloir_client::serde_json::{self, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::event_texts::{block_at, cursor_at, ready_at};

/// How the node meets one request.
pub enum Reply {
    /// The members of a response, such as `"result":{}`, for each call of the request in turn.
    Answers(Vec<&'static str>),
    /// A status and a body.
    Status(u16, &'static str),
    /// The connection ends.
    HangUp,
    /// No response, for longer than any test runs.
    Silence,
    /// Events in these pieces, then the connection breaks.
    Breaks(Vec<Vec<u8>>),
    /// Events, then an orderly end.
    Ends(String),
    /// Events, then silence for longer than any test runs.
    Stays(String),
    /// The events of blocks 1 to 3 after the cursor in the request, then silence.
    Chain,
}

pub struct FakeNode {
    pub url: String,
    requests: Arc<Mutex<Vec<String>>>,
    gone: Arc<Mutex<usize>>,
}

impl FakeNode {
    /// Starts a node that meets one request after another with these replies.
    pub async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let gone = Arc::new(Mutex::new(0));
        let replies = Arc::new(Mutex::new(replies.into_iter()));
        let node = Self { url, requests: requests.clone(), gone: gone.clone() };
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (requests, replies, gone) = (requests.clone(), replies.clone(), gone.clone());
                tokio::spawn(async move {
                    while let Some(request) = read_request(&mut stream).await {
                        requests.lock().unwrap().push(request.clone());
                        let reply = replies.lock().unwrap().next().expect("a reply is left");
                        if !meet(&mut stream, reply, &request).await {
                            break;
                        }
                    }
                    *gone.lock().unwrap() += 1;
                });
            }
        });
        node
    }

    /// The request as received: the first line, headers and body.
    pub fn request(&self, index: usize) -> String {
        self.requests.lock().unwrap()[index].clone()
    }

    /// The body of a request.
    pub fn body(&self, index: usize) -> Value {
        body_of(&self.request(index))
    }

    pub fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    /// Waits until a connection has ended.
    pub async fn wait_until_gone(&self) {
        while *self.gone.lock().unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// The query of a request's URL.
    pub fn query(&self, index: usize) -> String {
        let request = self.request(index);
        let target = request.split(' ').nth(1).unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        assert_eq!(path, "/ext/events");
        query.to_owned()
    }

    /// Waits for a request.
    pub async fn wait_until_asked(&self) {
        while self.count() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

fn body_of(request: &str) -> Value {
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Returns whether the connection stays open.
async fn meet(stream: &mut TcpStream, reply: Reply, request: &str) -> bool {
    match reply {
        Reply::Answers(members) => {
            let body = answer(&members, &body_of(request));
            write(stream, 200, &body).await;
            true
        }
        Reply::Status(status, body) => {
            write(stream, status, body).await;
            true
        }
        Reply::HangUp => false,
        Reply::Silence => wait_for_end(stream).await,
        Reply::Breaks(pieces) => {
            write_text(stream, &format!("{STREAM}transfer-encoding: chunked\r\n\r\n")).await;
            for piece in pieces {
                write_text(stream, &format!("{:x}\r\n", piece.len())).await;
                let _ = stream.write_all(&piece).await;
                write_text(stream, "\r\n").await;
                tokio::task::yield_now().await;
            }
            false
        }
        Reply::Ends(events) => {
            write_text(stream, &format!("{STREAM}\r\n{events}")).await;
            false
        }
        Reply::Stays(events) => {
            write_text(stream, &format!("{STREAM}\r\n{events}")).await;
            wait_for_end(stream).await
        }
        Reply::Chain => {
            let seen = (1..=3).rfind(|height| request.contains(&cursor_at(*height))).unwrap_or(0);
            let blocks: String = (seen + 1..=3).map(block_at).collect();
            write_text(stream, &format!("{STREAM}\r\n{}{blocks}", ready_at(seen))).await;
            wait_for_end(stream).await
        }
    }
}

const STREAM: &str =
    "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: Text/Event-Stream; charset=utf-8\r\n";

async fn wait_for_end(stream: &mut TcpStream) -> bool {
    let mut end = [0];
    let _ = stream.read(&mut end).await;
    false
}

/// Writes to a client that may have disconnected.
async fn write_text(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes()).await;
}

/// Returns the responses to the calls of a body, those of a batch in reverse order.
fn answer(members: &[&str], body: &Value) -> String {
    let one = |call: &Value, members: &str| {
        format!(r#"{{"jsonrpc":"2.0",{members},"id":{}}}"#, call["id"])
    };
    match body {
        Value::Array(calls) => {
            let mut all: Vec<_> =
                calls.iter().zip(members).map(|(call, members)| one(call, members)).collect();
            all.reverse();
            format!("[{}]", all.join(","))
        }
        call => one(call, members[0]),
    }
}

async fn write(stream: &mut TcpStream, status: u16, body: &str) {
    let length = body.len();
    let text = format!("HTTP/1.1 {status} Said\r\ncontent-length: {length}\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).await.unwrap();
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut text = String::new();
    let mut chunk = [0; 4096];
    loop {
        let read = stream.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        text.push_str(std::str::from_utf8(&chunk[..read]).unwrap());
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return Some(text);
        }
    }
}

/// Returns the members of an error response.
pub fn error(code: i64, message: &str) -> &'static str {
    let error = json!({ "code": code, "message": message, "data": null });
    format!(r#""error":{error}"#).leak()
}
