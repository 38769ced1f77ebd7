//! Input lines that subscribe to events.

use std::io;

use couloir_client::serde_json::{Value, json};
use couloir_client::types::{EventsQuery, StreamEvent};
use couloir_client::{Error, EventStream};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listening {
    pub events: Option<EventsQuery>,
    retries: Option<u32>,
    until_height: Option<String>,
    count: Option<usize>,
}

impl Listening {
    /// Prints each event as it arrives, then the cursor or the failure.
    pub async fn listen(
        &self,
        mut stream: EventStream,
        mut say: impl FnMut(Value) -> io::Result<()>,
    ) -> io::Result<()> {
        if let Some(retries) = self.retries {
            stream = stream.retries(retries);
        }
        for count in 1.. {
            match stream.next().await {
                Ok(event) => {
                    say(json!({ "event": event }))?;
                    if self.is_enough(&event, count) {
                        break;
                    }
                }
                Err(error) => return say(json!({ "failure": failure(&error) })),
            }
        }
        say(json!({ "cursor": stream.cursor() }))
    }

    fn is_enough(&self, event: &StreamEvent, count: usize) -> bool {
        let is_last = match event {
            StreamEvent::Block(block) => self.until_height == Some(block.height.to_string()),
            _ => false,
        };
        is_last || self.count == Some(count)
    }
}

fn failure(error: &Error) -> Value {
    let transport = |reason: &str| json!({ "class": "transport", "reason": reason });
    match error {
        Error::Query { field, .. } => json!({ "class": "query", "field": field }),
        Error::NoEvents { .. } => json!({ "class": "no-events" }),
        Error::Http { status, .. } => {
            json!({ "class": "transport", "reason": "http", "status": status })
        }
        Error::Connection { .. } => transport("connection"),
        Error::Timeout { .. } => transport("timeout"),
        Error::Response { .. } => transport("response"),
        error => json!({ "class": error.to_string() }),
    }
}
