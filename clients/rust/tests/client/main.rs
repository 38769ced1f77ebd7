//! The client against a node that is not there.

mod calls;
mod node;
mod transport;
