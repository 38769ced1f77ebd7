use std::sync::atomic::AtomicU64;
use std::time::Duration;

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::caller::{Caller, Node};
use crate::client::Client;
use crate::error::{Error, without_credentials};

/// The settings of a client.
#[derive(Debug)]
#[must_use = "call build to get the client"]
pub struct ClientBuilder {
    url: String,
    /// Where the server pushes: set by clients of documents with subscriptions.
    pub(crate) push_url: Option<String>,
    timeout: Duration,
    retries: u32,
    retry_delay: Duration,
    max_response_bytes: usize,
    headers: Vec<(String, String)>,
    http: Option<reqwest::Client>,
}

impl ClientBuilder {
    pub(crate) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            push_url: None,
            timeout: Duration::from_secs(30),
            retries: 2,
            retry_delay: Duration::from_millis(100),
            max_response_bytes: 128 << 20,
            headers: Vec::new(),
            http: None,
        }
    }

    /// Sets the total time of a call, including retries. Default: 30 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how often a repeatable call is sent again after a temporary failure. Default: 2.
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the delay before the first retry. It doubles with each further retry. Default: 100 ms.
    pub fn retry_delay(mut self, delay: Duration) -> Self {
        self.retry_delay = delay;
        self
    }

    /// Sets the maximum size of a response. Default: 128 MiB.
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// A header of every request, such as `authorization`.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The HTTP client to use, for proxies, certificates and pools of your own. It should not follow
    /// redirects: another server would receive the body and the headers.
    pub fn http_client(mut self, http: reqwest::Client) -> Self {
        self.http = Some(http);
        self
    }

    /// Builds the client.
    pub fn build(self) -> Result<Client, Error> {
        Ok(Client { caller: self.caller()? })
    }

    pub(crate) fn caller(self) -> Result<Caller, Error> {
        let refused = |error| Error::Setup(format!("{}: {error}", without_credentials(&self.url)));
        Url::parse(&self.url).map_err(refused)?;
        let (url, query) = self.url.split_at(self.url.find('?').unwrap_or(self.url.len()));
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            let refused = |_| Error::Setup(format!("the header {name} is not valid"));
            let name: HeaderName = name.parse().map_err(|_| refused(()))?;
            headers.append(name, HeaderValue::from_str(value).map_err(|_| refused(()))?);
        }
        let http = match self.http {
            Some(http) => http,
            None => reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .build()
                .map_err(|error| Error::Setup(error.to_string()))?,
        };
        Ok(Caller::new(Node {
            url: url.trim_end_matches('/').to_owned(),
            query: query.to_owned(),
            push_url: self.push_url,
            http,
            headers,
            timeout: self.timeout,
            retries: self.retries,
            retry_delay: self.retry_delay,
            max_response_bytes: self.max_response_bytes,
            next_id: AtomicU64::new(1),
        }))
    }
}
