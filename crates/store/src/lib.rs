//! The database: its schema, its reads, and the one write of facts.
//!
//! [`Store::facts`] answers who and what a domain holds, always as of now. [`Store::change`] is the only way to change that.
//! [`Store::write`] is the only other transaction, for tables that are not facts; [`Store::read`] is for everything else.

mod accounts;
mod change;
mod changes;
mod config;
mod connect;
mod edits;
pub mod entity;
mod error;
mod facts;
mod hints;
mod meta;
pub mod migration;
mod seal;
mod store;
mod transaction;

pub use accounts::{Account, Identity, NewDomain, Owner};
pub use change::{Actor, DomainEdits};
pub use changes::{Change, Changes};
pub use config::{Clock, DatabaseUrl, ManualClock, SealingKey, StoreConfig};
pub use error::{ChangeError, StoreError};
pub use hints::{Hint, What};
pub use seal::Seal;
pub use store::{Store, fresh_id};
