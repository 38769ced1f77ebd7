use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::pin::Pin;
use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use crate::caller::{Caller, read};
use crate::client::{AvalanchegoClient, Client};
use crate::error::Error;
use crate::event_connection::{EventConnection, connect};
use crate::generated::types::{EventsQuery, StreamEvent};
use crate::problem::{Problem, describe};
use crate::server_events::ServerEvent;

const RETRIES: u32 = 10;
const IDLE_TIMEOUT: Duration = Duration::from_secs(45);
const DELAY_MOST: Duration = Duration::from_secs(10);

impl Client {
    /// Subscribes to events of the P-chain.
    ///
    /// ```no_run
    /// # async fn example(client: couloir_client::Client) -> Result<(), couloir_client::Error> {
    /// use couloir_client::types::{EventTopic, EventsQuery, StreamEvent};
    ///
    /// let topics = Some(vec![EventTopic::Block]);
    /// let mut events = client.events(EventsQuery { topics, ..Default::default() });
    /// while let StreamEvent::Block(block) = events.next().await? {
    ///     println!("block {}", block.height);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn events(&self, query: EventsQuery) -> EventStream {
        EventStream::new(self.caller.clone(), query)
    }
}

impl AvalanchegoClient {
    /// Subscribes to events of the P-chain, as [`Client::events`] does. AvalancheGo itself has no
    /// events.
    pub fn events(&self, query: EventsQuery) -> EventStream {
        EventStream::new(self.caller.clone(), query)
    }
}

/// A subscription. The first wait for an event connects; dropping the stream closes it.
///
/// After a broken connection it resumes after the last event: none is missed or repeated. Pass its cursor as
/// `after` to resume in another program. Statuses of transactions that are in no block are sent only as they
/// happen.
#[must_use = "a stream does nothing until you call next"]
pub struct EventStream {
    caller: Caller,
    retries: u32,
    idle_timeout: Duration,
    /// Selects the events after the last one.
    query: EventsQuery,
    state: State,
    /// Whether the caller has received ready.
    begun: bool,
    /// Failures in a row.
    failures: u32,
}

/// The work in progress. It is kept when a future that waits for an event is dropped.
enum State {
    New,
    Connecting(Pin<Box<dyn Future<Output = Result<EventConnection, Error>> + Send>>),
    Open(Box<EventConnection>),
    Over(Error),
}

impl EventStream {
    fn new(caller: Caller, query: EventsQuery) -> Self {
        let (retries, idle_timeout) = (RETRIES, IDLE_TIMEOUT);
        let state = State::New;
        Self { caller, retries, idle_timeout, query, state, begun: false, failures: 0 }
    }

    #[cfg(feature = "blocking")]
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Sets how many consecutive failures the stream tolerates. Default: 10.
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets how long the node can be silent before the connection is replaced. Default: 45 seconds.
    /// The node sends a comment every 15 seconds. Zero means forever.
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.idle_timeout = timeout;
        self
    }

    /// Returns the position after the last returned event, for use as `after`.
    pub fn cursor(&self) -> Option<&str> {
        self.query.after.as_deref()
    }

    /// Waits for the next event. After an error the stream is closed, and returns the same error again.
    ///
    /// Dropping the future loses nothing: the next call continues the wait, so you can use it in
    /// `tokio::select!`.
    pub async fn next(&mut self) -> Result<StreamEvent, Error> {
        loop {
            match self.attempt().await {
                Ok(Some(event)) => return Ok(event),
                Ok(None) => (),
                Err(error) if may_pass(&error) && self.failures < self.retries => {
                    let delay = reconnect_delay(self.caller.node().retry_delay, self.failures);
                    self.failures += 1;
                    self.state = self.connecting(delay);
                }
                Err(error) => {
                    self.state = State::Over(error.clone());
                    return Err(error);
                }
            }
        }
    }

    /// Continues to the next event; returns nothing if the event is not for the caller.
    async fn attempt(&mut self) -> Result<Option<StreamEvent>, Error> {
        match &mut self.state {
            State::New => self.state = self.connecting(Duration::ZERO),
            State::Connecting(opening) => self.state = State::Open(Box::new(opening.await?)),
            State::Open(connection) => {
                let ServerEvent { id, data } = connection.next(self.idle_timeout).await?;
                let event = read("an event", &data)?;
                check_type(&event)?;
                return Ok(self.take(&event, id).then_some(event));
            }
            State::Over(error) => return Err(error.clone()),
        }
        Ok(None)
    }

    fn connecting(&self, delay: Duration) -> State {
        let (caller, query) = (self.caller.clone(), self.query.clone());
        State::Connecting(Box::pin(async move {
            if !delay.is_zero() {
                sleep(delay).await;
            }
            connect(&caller, &query).await
        }))
    }

    /// Records the position of the stream, and returns whether to return the event: the caller
    /// receives the first ready only.
    fn take(&mut self, event: &StreamEvent, id: String) -> bool {
        let is_ready = matches!(event, StreamEvent::Ready(_));
        // Keep the caller's cursor until an event other than ready arrives: if the cursor is of
        // another chain, reverted follows and must not be lost if the connection breaks between the
        // two.
        if !id.is_empty() && (!is_ready || self.query.after.is_none()) {
            self.query.after = Some(id);
            self.query.from_height = None;
        }
        if is_ready {
            self.failures = 0;
        }
        !is_ready || !std::mem::replace(&mut self.begun, true)
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream").field("query", &self.query).finish_non_exhaustive()
    }
}

/// An event of an unknown type has one, too.
fn check_type(event: &StreamEvent) -> Result<(), Error> {
    let StreamEvent::Other(json) = event else {
        return Ok(());
    };
    match json.get("type") {
        Some(Value::String(_)) => Ok(()),
        other => {
            let got = other.map_or("nothing".to_owned(), describe);
            let problem = Problem::new("type", "text", got);
            Err(Error::response(format!("an event: {problem}")))
        }
    }
}

/// Returns whether a broken stream is requested again.
fn may_pass(error: &Error) -> bool {
    error.is_passing() || matches!(error, Error::Timeout { .. })
}

/// Random, so that clients of a restarted node do not reconnect at the same time.
fn reconnect_delay(first: Duration, failures: u32) -> Duration {
    let delay = first.saturating_mul(2_u32.saturating_pow(failures)).min(DELAY_MOST);
    let random = RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64;
    delay.mul_f64(0.5 + random / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_ten_seconds_and_are_random() {
        let first = Duration::from_millis(100);
        for (failures, most) in [(0, 100), (1, 200), (6, 6400), (7, 10_000), (u32::MAX, 10_000)] {
            let most = Duration::from_millis(most);
            let delays: Vec<_> = (0..100).map(|_| reconnect_delay(first, failures)).collect();
            assert!(delays.iter().all(|delay| (most / 2..=most).contains(delay)), "{delays:?}");
            assert!(delays.iter().any(|delay| *delay != delays[0]));
        }
    }
}
