//! The tables of facts, one entity each, and how their rows become the model's and back. Other tables have their own files.

pub mod account;
pub mod calendar;
pub mod change;
pub mod day_list;
pub mod device;
pub mod domain;
pub mod group;
pub mod hours;
pub mod kind;
pub mod link;
pub mod lock;
pub mod lock_membership;
pub mod meta;
pub mod pairing;
pub mod required_sign_in;
pub mod secret;
pub mod serial;
pub mod user;
pub mod user_membership;

use crate::StoreError;
use cardea_model::Zone;

/// An id as its column holds it: 48 (links: 51) bits, so never negative.
pub(crate) const fn column(id: u64) -> i64 {
    id as i64
}

/// An id from its column.
pub(crate) const fn id(column: i64) -> u64 {
    column as u64
}

pub(crate) fn unreadable(what: &str, value: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable(format!("{what} {value}"))
}

pub(crate) fn zone(name: Option<String>) -> Result<Option<Zone>, StoreError> {
    name.map(|name| Zone::named(&name).ok_or_else(|| unreadable("time zone", name))).transpose()
}

fn small<T: TryFrom<i64>>(what: &str, value: i64) -> Result<T, StoreError> {
    T::try_from(value).map_err(|_| unreadable(what, value))
}

/// What `ON CONFLICT` calls the row that was to be inserted.
pub(crate) const EXCLUDED: &str = "excluded";
