#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod answer;
mod base_url;
mod batch;
#[cfg(feature = "blocking")]
pub mod blocking;
mod by_name;
mod call;
mod caller;
mod client;
mod error;
mod event_connection;
mod events;
mod exact;
#[rustfmt::skip]
mod generated;
mod param_check;
mod peek;
mod problem;
mod server_events;
mod strict;

pub use batch::{Answers, Batch, Slot};
pub use call::{Call, NoParams, Params};
pub use client::{AvalanchegoClient, Client, ClientBuilder};
pub use error::{Error, RpcError};
pub use events::EventStream;
pub use generated::errors::DeclaredError;
pub use generated::{avalanchego, spec, types};
pub use problem::Problem;
pub use serde_json;
