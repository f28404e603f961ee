//! The bridge's side of the gateway: hello and proof, jobs that are done at most once, events that are kept until the server has them.
//! docs/gateway.md tells what travels.
//!
//! What is attached to the bridge is an [`Attached`], where it keeps its jobs and events a [`Flash`]; the rest is [`run`]. A bridge
//! with one lock that does as it is told, as the tests of this crate run it against a server that they play:
//!
//! ```ignore
#![doc = include_str!("../tests/bridge/one_lock.rs")]
//! run(identity, Gateway::at("ws://127.0.0.1:8080/gateway/v1"), OneLock::default(), Volatile::default()).await
//! ```

mod attached;
mod bridge;
mod connection;
mod flash;
mod outbox;
mod pause;
mod transport;

pub use attached::{Attached, Condition, Movement, Outcome};
pub use bridge::{Identity, run};
pub use flash::{Flash, Volatile};
pub use outbox::Outbox;
pub use transport::{Connect, Gateway, Gone, Socket, Transport};
