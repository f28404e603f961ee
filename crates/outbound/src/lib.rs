//! What the server asks of others, each as a trait with a real client and one in memory for tests.

pub mod firmware;
pub mod mail;
#[cfg(feature = "testing")]
pub mod testing;
