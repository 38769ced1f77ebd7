import type { ClientFile } from "../language.ts";
import { runtimeFiles } from "../package/package.ts";

const shared = [
  "answer",
  "arranged",
  "batch",
  "builder",
  "by_name",
  "call",
  "caller",
  "entries",
  "error",
  "exact",
  "forms",
  "param_check",
  "peek",
  "problem",
  "strict",
];

/** The files of src that are not generated: those of clients/rust without its features `events` and `blocking`. */
export function rustRuntime(hasStreams: boolean): ClientFile[] {
  return [
    ...runtimeFiles("rust/src/*.rs", shared, "src/*.rs"),
    { path: "src/client.rs", text: printClient(hasStreams) },
  ];
}

function printClient(hasStreams: boolean): string {
  return `use crate::batch::Batch;
use crate::builder::ClientBuilder;
use crate::caller::Caller;
use crate::error::Error;
${hasStreams ? "use crate::generated::subscriptions::Subscriptions;\n" : ""}
/// A client of the API.
///
/// Cloning is cheap; clones share connections.
#[derive(Debug, Clone)]
pub struct Client {
    pub(crate) caller: Caller,
}

impl Client {
    /// A client of the server at a URL.
    pub fn new(url: &str) -> Result<Self, Error> {
        Self::builder(url).build()
    }

    /// Returns a builder for a client with other settings.
    pub fn builder(url: &str) -> ClientBuilder {
        ClientBuilder::new(url)
    }

${hasStreams ? subscriptions : ""}    /// Several calls in one HTTP request.
    pub fn batch(&self) -> Batch {
        Batch::new(self.caller.clone())
    }
}
`;
}

const subscriptions = `    /// What the server pushes, over WebSockets.
    pub fn subscriptions(&self) -> Subscriptions {
        Subscriptions::new(self.caller.clone())
    }

`;
