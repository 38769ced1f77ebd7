//! The client against a fake node.

mod calls;
mod event_texts;
mod events;
mod hostile;
mod node;
mod responses;
mod transport;
