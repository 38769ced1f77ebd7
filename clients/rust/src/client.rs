use crate::base_url::without_api_path;
use crate::batch::Batch;
use crate::builder::ClientBuilder;
use crate::caller::Caller;
use crate::error::Error;

/// A client for a node that follows the specification: Couloir in its default profile.
///
/// Cloning is cheap; clones share connections.
#[derive(Debug, Clone)]
pub struct Client {
    pub(crate) caller: Caller,
}

impl Client {
    /// A client of the node at a URL such as `http://127.0.0.1:9650`.
    pub fn new(url: &str) -> Result<Self, Error> {
        Self::builder(url).build()
    }

    /// Returns a builder for a client with other settings.
    pub fn builder(url: &str) -> ClientBuilder {
        ClientBuilder::new(&without_api_path(url))
    }

    /// Several calls in one HTTP request for each API.
    pub fn batch(&self) -> Batch {
        Batch::new(self.caller.clone())
    }
}

/// A client for AvalancheGo, or for a Couloir node started with `--api-profile avalanchego`.
///
/// Cloning is cheap; clones share connections. AvalancheGo does not support batches.
#[derive(Debug, Clone)]
pub struct AvalanchegoClient {
    pub(crate) caller: Caller,
}

impl AvalanchegoClient {
    /// A client of the node at a URL such as `https://api.avax.network`.
    pub fn new(url: &str) -> Result<Self, Error> {
        Self::builder(url).build_avalanchego()
    }

    /// Returns a builder for a client with other settings.
    pub fn builder(url: &str) -> ClientBuilder {
        ClientBuilder::new(&without_api_path(url))
    }

    /// Creates a batch: several calls in one HTTP request for each API. Only Couloir supports
    /// batches.
    pub fn batch(&self) -> Batch {
        Batch::new(self.caller.clone())
    }
}

impl ClientBuilder {
    /// Builds a client for AvalancheGo, or for Couloir in its profile.
    pub fn build_avalanchego(self) -> Result<AvalanchegoClient, Error> {
        Ok(AvalanchegoClient { caller: self.caller()? })
    }
}
