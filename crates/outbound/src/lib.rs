//! What the server asks of others, each as a trait with a real client and one in memory for tests.

mod address;
mod client;
pub mod firmware;
pub mod mail;
pub mod openid;
pub mod push;
#[cfg(feature = "testing")]
pub mod testing;
