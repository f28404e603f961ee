//! Cardea's rules: who may open which door and when. Pure functions of facts and an instant.
//!
//! No async, no I/O, no clock, no randomness, no SQL and no wire types: `Cargo.toml` and `clippy.toml` of this crate hold that.

pub mod access;
pub mod act;
pub mod calendar;
pub mod code;
pub mod device_kind;
pub mod facts;
pub mod ids;
pub mod invitation;
pub mod key;
pub mod names;
pub mod password;
pub mod permission;
mod priority;
pub mod required;
pub mod role;
pub mod rows;
pub mod search;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;
pub mod visible;
pub mod zone;

pub use code::{Code, FieldCode, Refusal};
pub use device_kind::{Capability, DeviceKind};
pub use facts::{Facts, Revision};
pub use time::Time;
pub use zone::Zone;
