//! Clients without `async`: feature `blocking`.
//!
//! A [`Client`] has the methods of [`crate::Client`]. Calls, batches and streams have `wait` instead of `await`.
//!
//! ```no_run
//! # fn example() -> Result<(), couloir_client::Error> {
//! let client = couloir_client::blocking::Client::new("http://127.0.0.1:9650")?;
//! println!("{}", client.platform().get_height().wait()?.height);
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use tokio::runtime::{Builder, Runtime};

use crate::batch::{Answers, Batch};
use crate::builder::ClientBuilder;
use crate::call::{Call, Params};
use crate::caller::Caller;
use crate::error::Error;
use crate::events::EventStream;
use crate::generated::types::StreamEvent;

/// [`crate::Client`] with a thread of its own for its connections. Cloning is cheap; clones share it.
#[derive(Debug, Clone)]
pub struct Client(crate::Client);

/// [`crate::AvalanchegoClient`] with a thread of its own for its connections.
#[derive(Debug, Clone)]
pub struct AvalanchegoClient(crate::AvalanchegoClient);

impl Client {
    /// A client of the node at a URL such as `http://127.0.0.1:9650`.
    pub fn new(url: &str) -> Result<Self, Error> {
        crate::Client::builder(url).build_blocking()
    }
}

impl AvalanchegoClient {
    /// A client of the node at a URL such as `https://api.avax.network`.
    pub fn new(url: &str) -> Result<Self, Error> {
        crate::Client::builder(url).build_avalanchego_blocking()
    }
}

impl Deref for Client {
    type Target = crate::Client;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Deref for AvalanchegoClient {
    type Target = crate::AvalanchegoClient;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl ClientBuilder {
    /// Builds a client without `async`, for a node that follows the specification.
    pub fn build_blocking(self) -> Result<Client, Error> {
        let thread = Thread::start()?;
        let _entered = thread.0.enter();
        let mut client = self.build()?;
        client.caller.thread = Some(thread.clone());
        Ok(Client(client))
    }

    /// Builds a client without `async`, for AvalancheGo or for Couloir in its profile.
    pub fn build_avalanchego_blocking(self) -> Result<AvalanchegoClient, Error> {
        let thread = Thread::start()?;
        let _entered = thread.0.enter();
        let mut client = self.build_avalanchego()?;
        client.caller.thread = Some(thread.clone());
        Ok(AvalanchegoClient(client))
    }
}

impl<P: Params, R: DeserializeOwned> Call<P, R> {
    /// Sends the call and waits for its result. Only for calls of a client of this module.
    pub fn wait(self) -> Result<R, Error> {
        let thread = self.caller.thread()?;
        thread.wait(self.send())
    }
}

impl Batch {
    /// Sends the calls and waits for their results. Only for batches of a client of [`crate::blocking`].
    pub fn wait(self) -> Result<Answers, Error> {
        let thread = self.caller().thread()?;
        Ok(thread.wait(self.send()))
    }
}

impl EventStream {
    /// Waits for the next event, as `next` does. Only for streams of a client of [`crate::blocking`].
    pub fn wait(&mut self) -> Result<StreamEvent, Error> {
        let thread = self.caller().thread()?;
        thread.wait(self.next())
    }
}

impl Caller {
    fn thread(&self) -> Result<Thread, Error> {
        let missing = || Error::Setup("wait needs a client of couloir_client::blocking".to_owned());
        self.thread.clone().ok_or_else(missing)
    }
}

/// The thread that drives connections while no call waits.
#[derive(Clone)]
pub(crate) struct Thread(Arc<Runtime>);

impl Thread {
    fn start() -> Result<Self, Error> {
        let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        built
            .map(|runtime| Self(Arc::new(runtime)))
            .map_err(|error| Error::Setup(error.to_string()))
    }

    fn wait<F: Future>(&self, work: F) -> F::Output {
        self.0.block_on(work)
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thread")
    }
}
