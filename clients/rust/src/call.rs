use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};

use crate::caller::{Caller, Options};
use crate::error::Error;

/// A call that is sent when it is awaited.
///
/// Optional params are methods named after them. Dropping the future cancels the call.
#[must_use = "a call is sent when it is awaited or its batch is sent"]
pub struct Call<P, R> {
    pub(crate) caller: Caller,
    pub(crate) path: &'static str,
    pub(crate) method: &'static MethodInfo,
    pub(crate) params: P,
    pub(crate) options: Options,
    result: PhantomData<fn() -> R>,
}

impl<P, R> Call<P, R> {
    pub(crate) fn new(
        caller: Caller,
        path: &'static str,
        method: &'static MethodInfo,
        params: P,
    ) -> Self {
        let (options, result) = (Options::default(), PhantomData);
        Self { caller, path, method, params, options, result }
    }

    /// Sets the total time of the call, including retries, instead of the client's.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// How often the call is sent again after a passing failure, if its method may be called twice.
    pub fn retries(mut self, retries: u32) -> Self {
        self.options.retries = Some(retries);
        self
    }

    /// The method's name on the wire.
    pub fn method(&self) -> &'static str {
        self.method.name
    }

    /// The params to send.
    pub fn params(&self) -> &P {
        &self.params
    }
}

impl<P, R> Call<P, R>
where
    P: Params,
    R: DeserializeOwned,
{
    /// Sends the call; the same as `await` on it.
    pub async fn send(self) -> Result<R, Error> {
        self.caller.call(self.path, self.method, &self.params, self.options).await
    }
}

impl<P, R> IntoFuture for Call<P, R>
where
    P: Params + Send + Sync + 'static,
    R: DeserializeOwned + Send + 'static,
{
    type Output = Result<R, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<R, Error>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<P: fmt::Debug, R> fmt::Debug for Call<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("method", &self.method.name).finish_non_exhaustive()
    }
}

/// What a call needs to know about its method.
#[derive(Debug)]
pub struct MethodInfo {
    pub(crate) name: &'static str,
    /// Whether calling it twice is the same as calling it once.
    pub(crate) repeatable: bool,
    /// Names of the errors that it declares.
    pub(crate) errors: &'static [&'static str],
    /// The names of the params in order, if they are sent as a list.
    pub(crate) positions: &'static [&'static str],
    /// Whether a param left out before a given one is sent as null, not the params by name.
    pub(crate) only_by_position: bool,
    /// Whether it is sent without an ID, because the server does not respond to it.
    pub(crate) notification: bool,
}

impl MethodInfo {
    /// A method whose params are sent by name.
    pub(crate) const fn new(
        name: &'static str,
        repeatable: bool,
        errors: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            repeatable,
            errors,
            positions: &[],
            only_by_position: false,
            notification: false,
        }
    }

    /// The method with params that are sent as a list.
    #[allow(dead_code, reason = "our own documents have params by name")]
    pub(crate) const fn at(mut self, only: bool, positions: &'static [&'static str]) -> Self {
        self.positions = positions;
        self.only_by_position = only;
        self
    }

    /// The method as a notification.
    #[allow(dead_code, reason = "our own documents have no notifications")]
    pub(crate) const fn notification(mut self) -> Self {
        self.notification = true;
        self
    }
}

/// The params of a method.
pub trait Params: Serialize + 'static {}

impl<P: Serialize + 'static> Params for P {}

/// The params of a method without params.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoParams;
