#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod answer;
mod arranged;
mod base_url;
mod batch;
#[cfg(feature = "blocking")]
pub mod blocking;
mod builder;
mod by_name;
mod call;
mod caller;
mod client;
mod entries;
mod error;
#[cfg(feature = "events")]
mod event_connection;
#[cfg(feature = "events")]
mod events;
mod exact;
mod forms;
#[rustfmt::skip]
mod generated;
mod param_check;
mod peek;
mod problem;
#[cfg(feature = "events")]
mod server_events;
mod strict;
#[cfg(test)]
mod tests;

pub use batch::{Answers, Batch, Slot};
pub use builder::ClientBuilder;
pub use call::{Call, NoParams, Params};
pub use client::{AvalanchegoClient, Client};
pub use error::{Error, RpcError};
#[cfg(feature = "events")]
pub use events::EventStream;
pub use generated::errors::DeclaredError;
pub use generated::{avalanchego, spec, types};
pub use problem::Problem;
pub use serde_json;
