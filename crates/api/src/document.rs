//! Reading and writing a domain document: one JSON object with `domain`, and `users`, `locks`, `groups`, `devices`, `links`, `calendars`,
//! `day_lists`, each entry as the API lists it, without secrets. `decide` reads what rules need; `import` reads all of it.

use crate::stream::DomainPieces;
use crate::wire::entries::{
    AfiPart, CalendarEntry, DayListEntry, DeviceEntry, GroupEntry, LinkEntry, LockEntry, LockTypeName, UserEntry,
};
use crate::wire::schema::Wire;
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, DeviceId, DomainId, LockId, Serial};
use cardea_model::rows::{Edit, Membership, Pairing, Row};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Why a document cannot be read, with the place.
#[derive(Debug, thiserror::Error)]
pub enum BadDocument {
    /// Not JSON, or not of this shape.
    #[error("not a domain document: {0}")]
    Shape(#[from] serde_json::Error),
    /// An entry is not possible.
    #[error("{id}: {reason}")]
    Entry {
        /// The entry's id.
        id: String,
        /// Why.
        reason: String,
    },
}

/// A domain document as it stands in the file.
#[derive(Debug, Deserialize)]
pub struct Document<'a> {
    /// The owner's username.
    #[serde(default)]
    pub domain: serde_json::Value,
    /// The people.
    #[serde(default, borrow = "'a")]
    pub users: Vec<UserEntry<'a>>,
    /// The locks.
    #[serde(default)]
    pub locks: Vec<LockEntry<'a>>,
    /// The groups with their members.
    #[serde(default)]
    pub groups: Vec<GroupEntry<'a>>,
    /// The devices, those of locks included, with their pairings.
    #[serde(default)]
    pub devices: Vec<DeviceEntry<'a>>,
    /// The links.
    #[serde(default)]
    pub links: Vec<LinkEntry>,
    /// The calendars.
    #[serde(default)]
    pub calendars: Vec<CalendarEntry>,
    /// The lists of days.
    #[serde(default)]
    pub day_lists: Vec<DayListEntry>,
}

fn entry(id: impl std::fmt::Display) -> impl FnOnce(cardea_model::Refusal) -> BadDocument {
    let id = id.to_string();
    move |refusal| BadDocument::Entry { id, reason: refusal.message }
}

impl<'a> Document<'a> {
    /// Reads the JSON text.
    ///
    /// # Errors
    /// Where it is not JSON or not of a document's shape.
    pub fn parse(text: &'a str) -> Result<Self, BadDocument> {
        // A list would be read as an object whose fields are all left out.
        if !text.trim_start().starts_with('{') {
            return Err(BadDocument::Shape(serde::de::Error::custom("it is not one JSON object")));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The owner's username, where `domain` names it.
    pub fn owner(&self) -> Option<&str> {
        self.domain.as_str().map(|name| name.trim_end_matches("'s domain"))
    }

    /// The rows of everything in it. `account` says whose account a person is; device ids are made of serial numbers.
    ///
    /// # Errors
    /// Impossible entries: unknown time zones, a lock without the part of its type, a link without its two sides, a calendar with a list of
    /// days that is not in it, an id that stands twice.
    pub fn rows(self, account: impl Fn(&UserEntry<'_>) -> AccountId) -> Result<Vec<Row>, BadDocument> {
        let mut rows = Vec::new();
        let mut lock_of_serial: HashMap<Serial, LockId> = HashMap::new();
        let mut there = HashSet::new();
        let mut once = |id: String| {
            let reason = "it stands twice in the document".to_owned();
            if there.insert(id.clone()) { Ok(()) } else { Err(BadDocument::Entry { id, reason }) }
        };
        for user in self.users {
            once(user.id.0.to_string())?;
            let account = account(&user);
            rows.push(Row::User(Arc::new(user.row(account))));
        }
        for lock in self.locks {
            let id = lock.id.0;
            once(id.to_string())?;
            let lock = lock.row().map_err(entry(id))?;
            lock_of_serial.extend(lock.serial().map(|serial| (serial, id)));
            rows.push(Row::Lock(Arc::new(lock)));
        }
        for group in self.groups {
            let (group, members) = group.row();
            let id = group.id;
            once(id.to_string())?;
            rows.push(Row::Group(Arc::new(group)));
            rows.extend(members.into_iter().map(|member| Row::Membership(Membership { group: id, member })));
        }
        for device in self.devices {
            if lock_of_serial.contains_key(&device.serial_number.0) {
                continue;
            }
            let id = DeviceId(device.serial_number.0.0);
            let paired = device.paired_devices.0.iter().filter_map(|serial| lock_of_serial.get(serial));
            rows.extend(paired.map(|lock| Row::Pairing(Pairing { lock: *lock, device: id })));
            let serial = device.serial_number.0;
            once(serial.to_string())?;
            rows.push(Row::Device(Arc::new(device.row(id).map_err(entry(serial))?)));
        }
        let mut lists = HashSet::new();
        for list in self.day_lists {
            let id = list.id.0;
            once(id.to_string())?;
            lists.insert(id);
            rows.push(Row::DayList(Arc::new(list.row().map_err(entry(id))?)));
        }
        for calendar in self.calendars {
            let id = calendar.id.0;
            once(id.to_string())?;
            // Without the list, the calendar would open on days on which it is to be closed.
            if let Some(unknown) = calendar.day_lists.iter().find(|list| !lists.contains(&list.0)) {
                let reason = format!("day_lists: {} is not in the document", unknown.0);
                return Err(BadDocument::Entry { id: id.to_string(), reason });
            }
            rows.push(Row::Calendar(Arc::new(calendar.row().map_err(entry(id))?)));
        }
        for link in self.links {
            let id = link.id.0;
            once(id.to_string())?;
            rows.push(Row::Link(link.row().map_err(entry(id))?));
        }
        Ok(rows)
    }
}

/// Reads what rules need of a document: a lock may lack the part of its type. The people are accounts of their own.
///
/// # Errors
/// As [`Document::parse`] and [`Document::rows`].
pub fn read(text: &str) -> Result<Facts, BadDocument> {
    let mut document = Document::parse(text)?;
    for lock in &mut document.locks {
        if lock.lock_type == LockTypeName::Afi && lock.afi.is_none() {
            let serial_number = Wire(Serial(lock.id.0.0));
            lock.afi = Some(AfiPart {
                serial_number,
                device_type: Cow::Borrowed("danalockv3"),
                name: "".into(),
                timezone: None,
            });
        }
    }
    let mut facts = Facts::empty(DomainId(0), AccountId(0), Revision::default());
    for row in document.rows(|user| AccountId(user.id.0.0))? {
        facts.apply(&Edit::Put(row));
    }
    Ok(facts)
}

/// The whole domain as a document.
pub fn write(facts: Arc<Facts>) -> impl Iterator<Item = axum::body::Bytes> {
    DomainPieces::document(facts)
}
