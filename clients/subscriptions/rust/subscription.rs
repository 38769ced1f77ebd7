//! Subscriptions over WebSockets.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::Stream;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::builder::ClientBuilder;
use crate::call::MethodInfo;
use crate::caller::Caller;
use crate::connection::Connection;
use crate::error::Error;

const WAITING_MAX: usize = 10_000;
const RETRY_DELAY_MAX: Duration = Duration::from_secs(30);

impl ClientBuilder {
    /// Sets where the server pushes, if it is not the URL of the client.
    pub fn web_socket_url(mut self, url: &str) -> Self {
        self.push_url = Some(url.to_owned());
        self
    }
}

/// What a subscription needs to know about its methods.
#[derive(Debug)]
pub(crate) struct SubscriptionInfo {
    pub(crate) method: &'static MethodInfo,
    /// The params that choose what is subscribed to, as JSON.
    pub(crate) fixed: &'static [(&'static str, &'static str)],
    pub(crate) id_member: &'static str,
    pub(crate) payload_member: &'static str,
    /// The method that ends it, and its param with the ID.
    pub(crate) end: Option<(&'static MethodInfo, &'static str)>,
}

/// Reads the payload of a notification; none for one that is not the subscription's.
pub(crate) type Reader<T> = fn(&str, &str) -> Option<Result<T, Error>>;

/// Called after a reconnection, with the reason.
pub(crate) type OnReconnect = Arc<dyn Fn(&Error) + Send + Sync>;

/// What the server pushes: a stream, which also has a method `next` of its own.
///
/// A broken connection is opened again. Dropping the subscription ends it. At most 10,000 items wait to be read: more
/// end it with an error. An error is the last item.
#[must_use = "dropping a subscription ends it"]
pub struct Subscription<T> {
    items: Receiver<Result<T, Error>>,
}

impl<T> Subscription<T> {
    /// Waits for the next item. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        self.items.recv().await
    }
}

impl<T> Stream for Subscription<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.items.poll_recv(context)
    }
}

impl<T> fmt::Debug for Subscription<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").finish_non_exhaustive()
    }
}

/// Subscribes, and returns when the server has accepted.
pub(crate) async fn subscribe<T: Send + 'static>(
    caller: Caller,
    on_reconnect: Option<OnReconnect>,
    info: &'static SubscriptionInfo,
    params: impl Serialize,
    read: Reader<T>,
) -> Result<Subscription<T>, Error> {
    let params = FixedParams::new(info, params)?;
    let open = Connection::open(&caller, info, &params).await?;
    let (sender, items) = channel(WAITING_MAX);
    tokio::spawn(Running { caller, on_reconnect, info, params, read, items: sender }.run(open));
    Ok(Subscription { items })
}

/// The params of a call with those that choose the kind of subscription.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct FixedParams(Map<String, Value>);

impl FixedParams {
    fn new(info: &SubscriptionInfo, params: impl Serialize) -> Result<Self, Error> {
        let unusable =
            |error: serde_json::Error| Error::Setup(format!("{}: {error}", info.method.name));
        let mut all = match serde_json::to_value(params).map_err(unusable)? {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        for (name, value) in info.fixed {
            all.insert((*name).to_owned(), serde_json::from_str(value).map_err(unusable)?);
        }
        Ok(Self(all))
    }

    pub(crate) fn of(name: &str, value: Value) -> Self {
        Self(Map::from_iter([(name.to_owned(), value)]))
    }
}

struct Running<T> {
    caller: Caller,
    on_reconnect: Option<OnReconnect>,
    info: &'static SubscriptionInfo,
    params: FixedParams,
    read: Reader<T>,
    items: Sender<Result<T, Error>>,
}

impl<T: Send> Running<T> {
    /// Reads connections until the subscription is dropped or fails.
    async fn run(self, mut open: Connection) {
        loop {
            let outcome = tokio::select! {
                () = self.items.closed() => None,
                error = self.pass_on(&mut open) => Some(error),
            };
            let Some(error) = outcome else {
                return open.end(&self.caller).await;
            };
            if !is_broken(&error) {
                open.end(&self.caller).await;
                let _ = self.items.send(Err(error)).await;
                return;
            }
            let reopened = tokio::select! {
                () = self.items.closed() => return,
                reopened = self.reopen() => reopened,
            };
            match reopened {
                Ok(other) => open = other,
                Err(refused) => {
                    let _ = self.items.send(Err(refused)).await;
                    return;
                }
            }
            if let Some(called) = &self.on_reconnect {
                called(&error);
            }
        }
    }

    /// Passes on what one connection brings, and returns why it ended.
    async fn pass_on(&self, open: &mut Connection) -> Error {
        loop {
            let (name, payload) = match open.next().await {
                Ok(pushed) => pushed,
                Err(error) => return error,
            };
            match (self.read)(&name, payload.get()) {
                None => (),
                Some(Err(error)) => return error,
                Some(Ok(item)) => {
                    if let Err(TrySendError::Full(_)) = self.items.try_send(Ok(item)) {
                        let text = format!("more than {WAITING_MAX} notifications wait to be read");
                        return Error::response(text);
                    }
                }
            }
        }
    }

    /// Connects again until it succeeds, unless the server refuses.
    async fn reopen(&self) -> Result<Connection, Error> {
        let mut delay = self.caller.node().retry_delay;
        loop {
            tokio::time::sleep(delay).await;
            match Connection::open(&self.caller, self.info, &self.params).await {
                Err(error) if is_broken(&error) && !is_refusal(&error) => {
                    delay = delay.saturating_mul(2).min(RETRY_DELAY_MAX);
                }
                outcome => return outcome,
            }
        }
    }
}

/// Whether the server will not accept a connection later, either.
fn is_refusal(error: &Error) -> bool {
    matches!(error, Error::Http { status, .. } if *status < 500 && *status != 429)
}

/// Whether a connection ended, so that another one can go on.
pub(crate) fn is_broken(error: &Error) -> bool {
    matches!(error, Error::Connection { .. } | Error::Timeout { .. } | Error::Http { .. })
}
