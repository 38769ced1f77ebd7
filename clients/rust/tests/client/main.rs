//! The client against a node that is not there.

mod calls;
mod event_texts;
mod events;
mod node;
mod transport;
