//! The database: its schema, its reads, and the one write of facts.
//!
//! [`Store::facts`] answers who and what a domain holds, always as of now. [`Store::change`] is the only way to change that;
//! a domain is created by [`Store::create_domain_with`] and restored from a backup in `archive/restore.rs`.
//! [`Store::write`] is the only other transaction, for tables that are not facts, [`Store::write_by_facts`] where what is written depends on
//! facts; [`Store::read`] is for everything else.

mod accounts;
pub mod addressees;
pub mod answers;
mod archive;
pub mod audit;
pub mod bridges;
mod by_facts;
mod change;
mod changes;
pub mod client_devices;
pub mod conditions;
mod config;
mod connect;
pub mod device_firmware;
pub mod discoveries;
mod domain_end;
pub mod domain_settings;
mod edits;
pub mod enrollments;
pub mod entity;
mod error;
mod facts;
#[cfg(feature = "testing")]
mod faults;
pub mod first_start;
pub mod founding;
mod hints;
mod history;
pub mod invitations;
pub mod issued_keys;
pub mod jobs;
pub mod log;
mod look;
mod membership;
mod meta;
pub mod migration;
mod open;
pub mod outbox;
mod retention;
mod seal;
pub mod sign_in;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod together;
mod transaction;
mod trust;

pub use accounts::{Account, Identity, Owner, username_taken};
pub use change::{Actor, Along, AlongValue, Changed, Changing, Drafts};
pub use changes::{Change, Changes};
pub use config::{Clock, DatabaseUrl, ManualClock, SealingKey, StoreConfig};
pub use domain_end::end_domain;
pub use error::{ChangeError, StoreError};
pub use founding::{NewDomain, NewOwner};
pub use hints::{Hint, HintKind};
pub use look::{Holdings, Key, Look, Loose, Schema};
pub use membership::Membership;
pub use retention::{Pruned, Retention};
pub use sea_orm::DatabaseTransaction;
pub use seal::Seal;
pub use sign_in::tokens::SignIn;
pub use store::{Store, fresh_id};
