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
///
/// ```no_run
/// # async fn example(client: couloir_client::Client) -> Result<(), couloir_client::Error> {
/// use couloir_client::types::BlockEncoding;
///
/// let genesis = client.platform().get_block_by_height(0).encoding(BlockEncoding::Json).await?;
/// # Ok(())
/// # }
/// ```
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
}

/// The params of a method.
pub trait Params: Serialize {
    /// Whether there are any.
    const GIVEN: bool = true;
}

/// The params of a method without params.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoParams;

impl Params for NoParams {
    const GIVEN: bool = false;
}
