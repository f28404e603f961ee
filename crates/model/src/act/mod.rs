//! Acts: every way a domain's facts can change. Each looks at the facts, refuses or answers the edits that make it so.
//!
//! An act is pure and synchronous; `Store::change` runs it inside the one write. Ids come in as fresh random numbers.

pub mod access;
pub mod calendars;
pub mod day_lists;
pub mod devices;
pub mod domains;
mod draft;
pub mod groups;
pub mod invitations;
pub mod locks;
pub mod pairings;
pub mod sharing;
pub mod users;

pub use draft::{Draft, Step};

use crate::code::Refusal;
use crate::facts::Facts;
use crate::ids::{CalendarId, LinkId};
use crate::rows::{Edit, RowKey};
use std::collections::BTreeSet;

/// What an act answers: the edits, and what is to be answered.
pub type Acted<T> = Result<(Vec<Edit>, T), Refusal>;

/// Removes these links, and every calendar that only they used.
fn remove_links(facts: &Facts, links: impl IntoIterator<Item = LinkId>) -> Vec<Edit> {
    let links: BTreeSet<LinkId> = links.into_iter().collect();
    let calendars: BTreeSet<CalendarId> =
        links.iter().filter_map(|id| facts.link(*id).and_then(|link| link.calendar)).collect();
    let orphaned =
        calendars.into_iter().filter(|id| facts.links_of_calendar(*id).iter().all(|link| links.contains(link)));
    let orphaned: Vec<Edit> = orphaned.map(|id| Edit::Remove(RowKey::Calendar(id))).collect();
    links.into_iter().map(|id| Edit::Remove(RowKey::Link(id))).chain(orphaned).collect()
}
