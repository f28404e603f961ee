//! Ways to reach devices. A driver turns a connection into messages and back; it knows nothing of the database.

pub mod gateway;

use cardea_gateway_protocol::Up;
use cardea_gateway_protocol::message::{Close, DownMessage, Malformed};
use std::future::Future;

/// What came over a line.
#[derive(Debug)]
pub enum Heard {
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
pub trait Line: Send {
    /// The other side has proven to be a bridge.
    fn proved(&self);
    /// The next message. Dropping the future loses nothing.
    fn hear(&mut self) -> impl Future<Output = Heard> + Send;
    /// Sends a message; false when the other side is gone.
    fn say(&mut self, message: DownMessage) -> impl Future<Output = bool> + Send;
    /// Ends the connection, and says why and about what.
    fn close(self, why: Close, about: &str) -> impl Future<Output = ()> + Send;
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_driver_knows_nothing_of_the_database() {
        for source in [include_str!("gateway.rs"), include_str!("mod.rs")] {
            let code = source.split("#[cfg(test)]").next().unwrap_or_default();
            assert!(!code.contains("cardea_store") && !code.contains("sea_orm") && !code.contains(".store"));
        }
    }
}
