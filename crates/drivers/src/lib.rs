//! Ways to reach devices. A driver turns a connection into messages and back, and hands it to a [`Reception`]. It knows nothing of the
//! database: no crate that does is among the dependencies of this one.

pub mod gateway;

use cardea_gateway_protocol::Up;
use cardea_gateway_protocol::message::{Close, DownMessage, Malformed};
use std::future::Future;
use std::net::IpAddr;
use std::time::Duration;

/// What came over a line.
#[derive(Debug)]
pub enum Received {
    /// A message.
    Message(Up),
    /// Something that is none, or breaks a limit.
    Malformed(Malformed),
    /// Nothing, for too long.
    Silence,
    /// The other side is gone.
    Gone,
}

/// A connection to one bridge.
pub trait Transport: Send {
    /// The other side has proven to be a bridge.
    fn proved(&self);
    /// The next message. Dropping the future loses nothing.
    fn receive(&mut self) -> impl Future<Output = Received> + Send;
    /// Sends a message; false when the other side is gone.
    fn send(&mut self, message: DownMessage) -> impl Future<Output = bool> + Send;
    /// Ends the connection, and says why and about what.
    fn close(self, why: Close, about: &str) -> impl Future<Output = ()> + Send;
}

/// Whoever receives the bridges that connect.
pub trait Reception: Clone + Send + Sync + 'static {
    /// How long nothing may come from a bridge, or be taken by it, before it counts as gone.
    fn silence(&self) -> Duration;
    /// Serves a connection from this address until it ends.
    fn receive<L: Transport + 'static>(self, transport: L, peer: Option<IpAddr>) -> impl Future<Output = ()> + Send;
}
