//! Which entries changed between what a listener has and what is.

use crate::scope::Scope;
use crate::view::{Key, View};
use crate::wire::text::Text;
use cardea_model::Revision;
use cardea_model::facts::{Facts, SerialOwner};
use cardea_model::ids::{CalendarId, DayListId, DeviceId, GroupId, LinkId, LockId, Serial, UserId};
use cardea_model::rows::{Member, RowKey};
use cardea_store::Change;
use std::collections::BTreeSet;

/// Which entries changed, and which are gone.
#[derive(Default)]
pub struct Difference {
    pub users: BTreeSet<UserId>,
    pub locks: BTreeSet<LockId>,
    pub groups: BTreeSet<GroupId>,
    pub devices: BTreeSet<Serial>,
    pub conditions: BTreeSet<LockId>,
    pub day_lists: BTreeSet<DayListId>,
    pub calendars: BTreeSet<CalendarId>,
    pub links: BTreeSet<LinkId>,
    pub removed: Vec<String>,
    /// Something with a serial number is gone, and it is not known which it was.
    pub unnamed: bool,
}

impl Difference {
    pub fn is_empty(&self) -> bool {
        self.users.is_empty()
            && self.locks.is_empty()
            && self.groups.is_empty()
            && self.devices.is_empty()
            && self.day_lists.is_empty()
            && self.calendars.is_empty()
            && self.links.is_empty()
            && self.removed.is_empty()
    }

    /// What changed between two views of the same person.
    pub fn between(then: &View, now: &View, facts: &Facts) -> Difference {
        let mut difference = Difference::default();
        for key in now.changed_since(then) {
            match key {
                Key::User(id) => _ = difference.users.insert(id),
                Key::Lock(id) => _ = difference.locks.insert(id),
                Key::Group(id) => _ = difference.groups.insert(id),
                Key::Device(serial) => {
                    difference.devices.insert(serial);
                    // Through its devices a lock gets a bridge or loses it.
                    difference.conditions.extend(facts.lock_by_serial(serial).map(|lock| lock.id));
                }
                Key::DayList(id) => _ = difference.day_lists.insert(id),
                Key::Calendar(id) => _ = difference.calendars.insert(id),
                Key::Link(id) => _ = difference.links.insert(id),
            }
        }
        for key in now.gone_since(then) {
            match key {
                Key::User(id) => difference.gone(id, true),
                Key::Lock(id) => difference.gone(id, true),
                Key::Group(id) => difference.gone(id, true),
                Key::Device(serial) => difference.removed.push(format!("device:{serial}")),
                Key::DayList(id) => difference.gone(id, true),
                Key::Calendar(id) => difference.gone(id, true),
                Key::Link(id) => difference.gone(id, true),
            }
        }
        difference
    }

    /// Takes in changed rows up to a revision. `then` is what the listener saw before, where that is known; `now` are the facts.
    pub fn take(&mut self, changes: &[Change], upto: Revision, then: Option<&Scope<'_>>, now: &Facts) {
        let keys: BTreeSet<RowKey> =
            changes.iter().filter(|change| change.revision.number <= upto.number).map(|change| change.key).collect();
        for key in keys {
            match key {
                RowKey::Profile(account) => self.users.extend(now.user_of_account(account).map(|user| user.id)),
                RowKey::User(id) if now.user(id).is_some() => _ = self.users.insert(id),
                RowKey::User(id) => self.gone(id, then.is_none_or(|then| then.user(id).is_some())),
                RowKey::Lock(id) => self.lock(id, then, now),
                RowKey::Device(id) => self.device(id, then, now),
                RowKey::Pairing(pairing) => {
                    self.devices.extend(now.lock(pairing.lock).and_then(|lock| lock.serial()));
                    self.devices.extend(now.device(pairing.device).map(|device| device.serial));
                    self.conditions.insert(pairing.lock);
                }
                RowKey::Group(id) if now.group(id).is_some() => _ = self.groups.insert(id),
                RowKey::Group(id) => self.gone(id, then.is_none_or(|then| then.group(id).is_some())),
                RowKey::Membership(membership) => {
                    self.groups.extend(now.group(membership.group).map(|group| group.id));
                    if let Member::User(id) = membership.member {
                        self.users.extend(now.user(id).map(|user| user.id));
                    }
                }
                RowKey::DayList(id) if now.day_list(id).is_some() => _ = self.day_lists.insert(id),
                RowKey::DayList(id) => self.gone(id, then.is_none_or(|then| then.day_list(id).is_some())),
                RowKey::Calendar(id) if now.calendar(id).is_some() => _ = self.calendars.insert(id),
                RowKey::Calendar(id) => self.gone(id, then.is_none_or(|then| then.calendar(id).is_some())),
                // The feed of somebody whom it keeps out ends, and nothing changed for others.
                RowKey::RequiredSignIn => {}
                RowKey::Link(id) if now.link(id).is_some() => _ = self.links.insert(id),
                RowKey::Link(id) => self.gone(id, then.is_none_or(|then| then.link(id).is_some())),
            }
        }
    }

    fn gone(&mut self, id: impl Text, seen: bool) {
        if seen {
            self.removed.push(id.text().as_str().to_owned());
        }
    }

    fn lock(&mut self, id: LockId, then: Option<&Scope<'_>>, now: &Facts) {
        if let Some(lock) = now.lock(id) {
            self.locks.insert(id);
            self.devices.extend(lock.serial());
            return;
        }
        match then {
            None => self.unnamed = true,
            Some(then) => {
                if let Some(lock) = then.lock(id) {
                    self.gone(id, true);
                    self.removed.extend(lock.serial().and_then(|serial| device_id(serial, now)));
                }
            }
        }
    }

    fn device(&mut self, id: DeviceId, then: Option<&Scope<'_>>, now: &Facts) {
        if let Some(device) = now.device(id) {
            self.devices.insert(device.serial);
            return;
        }
        match then {
            None => self.unnamed = true,
            Some(then) => {
                let serial = then.device(id).map(|device| device.serial);
                self.removed.extend(serial.and_then(|serial| device_id(serial, now)));
            }
        }
    }
}

/// How a removed device is named; `None` when something else has its serial number by now.
fn device_id(serial: Serial, now: &Facts) -> Option<String> {
    let gone: Option<SerialOwner> = now.by_serial(serial);
    gone.is_none().then(|| format!("device:{serial}"))
}
