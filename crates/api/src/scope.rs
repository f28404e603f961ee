//! A domain as one person sees it ([`Visible`]). Lists, stream and feed all go by this.

use crate::wire::entries::{DeviceEntry, GroupEntry};
use cardea_model::Time;
use cardea_model::access::locks_reached;
use cardea_model::calendar::{Calendar, DayList};
use cardea_model::facts::{Facts, SerialOwner};
use cardea_model::ids::{CalendarId, DayListId, DeviceId, GroupId, LinkId, LinkKind, LockId, UserId};
use cardea_model::rows::{Device, Group, Link, Lock, User};
use cardea_model::visible::Visible;
use std::sync::Arc;

/// What one person sees of their domain.
pub struct Scope<'a> {
    facts: &'a Facts,
    visible: Option<Visible>,
}

/// Rows in the order of lists: of creation.
fn in_order<T>(mut rows: Vec<&T>, key: impl Fn(&T) -> (Time, u64)) -> Vec<&T> {
    rows.sort_by_key(|row| key(row));
    rows
}

impl<'a> Scope<'a> {
    /// What somebody sees who has these rights; `None` is all.
    pub fn with(facts: &'a Facts, visible: Option<Visible>) -> Self {
        Scope { facts, visible }
    }
    /// The facts.
    pub fn facts(&self) -> &'a Facts {
        self.facts
    }

    /// This person, where seen.
    pub fn user(&self, id: UserId) -> Option<&'a Arc<User>> {
        self.facts.user(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.user == Some(id)))
    }
    /// This lock, where seen.
    pub fn lock(&self, id: LockId) -> Option<&'a Arc<Lock>> {
        self.facts.lock(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.sees_lock(id)))
    }
    /// This device, where seen.
    pub fn device(&self, id: DeviceId) -> Option<&'a Arc<Device>> {
        self.facts.device(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.sees_device(id)))
    }
    /// This group, where seen.
    pub fn group(&self, id: GroupId) -> Option<&'a Arc<Group>> {
        self.facts.group(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.groups.contains(&id)))
    }
    /// This list of days, where seen.
    pub fn day_list(&self, id: DayListId) -> Option<&'a Arc<DayList>> {
        self.facts.day_list(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.day_lists.contains(&id)))
    }
    /// This calendar, where seen.
    pub fn calendar(&self, id: CalendarId) -> Option<&'a Arc<Calendar>> {
        self.facts.calendar(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.calendars.contains(&id)))
    }
    /// This link, where seen.
    pub fn link(&self, id: LinkId) -> Option<&'a Link> {
        self.facts.link(id).filter(|_| self.visible.as_ref().is_none_or(|visible| visible.links.contains(&id)))
    }

    /// How many people are seen, and those from position `skip` on.
    pub fn users(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<User>> + Send + 'a>) {
        match &self.visible {
            None => (self.facts.user_count(), Box::new(self.facts.users(skip))),
            Some(visible) => {
                let this = visible.user.and_then(|id| self.facts.user(id));
                (usize::from(this.is_some()), Box::new(this.into_iter().skip(skip)))
            }
        }
    }
    /// How many locks are seen, and those from position `skip` on.
    pub fn locks(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<Lock>> + Send + 'a>) {
        match self.visible.as_ref().filter(|visible| !visible.all_locks) {
            None => (self.facts.lock_count(), Box::new(self.facts.locks(skip))),
            Some(visible) => {
                let rows = visible.locks.iter().filter_map(|id| self.facts.lock(*id)).collect();
                let rows = in_order(rows, |row: &Arc<Lock>| (row.created, row.id.0));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }
    /// How many devices that are no locks are seen, and those from position `skip` on.
    pub fn devices(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<Device>> + Send + 'a>) {
        match self.visible.as_ref().filter(|visible| !visible.all_locks) {
            None => (self.facts.device_count(), Box::new(self.facts.devices(skip))),
            Some(visible) => {
                let rows = visible.devices.iter().filter_map(|id| self.facts.device(*id)).collect();
                let rows = in_order(rows, |row: &Arc<Device>| (row.created, row.id.0));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }
    /// How many groups are seen, and those from position `skip` on.
    pub fn groups(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<Group>> + Send + 'a>) {
        match &self.visible {
            None => (self.facts.group_count(), Box::new(self.facts.groups(skip))),
            Some(visible) => {
                let rows = visible.groups.iter().filter_map(|id| self.facts.group(*id)).collect();
                let rows = in_order(rows, |row: &Arc<Group>| (row.created, row.id.0));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }
    /// How many lists of days are seen, and those from position `skip` on.
    pub fn day_lists(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<DayList>> + Send + 'a>) {
        match &self.visible {
            None => (self.facts.day_list_count(), Box::new(self.facts.day_lists(skip))),
            Some(visible) => {
                let rows = visible.day_lists.iter().filter_map(|id| self.facts.day_list(*id)).collect();
                let rows = in_order(rows, |row: &Arc<DayList>| (row.created, row.id.0));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }
    /// How many calendars are seen, and those from position `skip` on.
    pub fn calendars(&self, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Arc<Calendar>> + Send + 'a>) {
        match &self.visible {
            None => (self.facts.calendar_count(), Box::new(self.facts.calendars(skip))),
            Some(visible) => {
                let rows = visible.calendars.iter().filter_map(|id| self.facts.calendar(*id)).collect();
                let rows = in_order(rows, |row: &Arc<Calendar>| (row.created, row.id.0));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }
    /// How many links of this kind are seen, and those from position `skip` on.
    pub fn links(&self, kind: LinkKind, skip: usize) -> (usize, Box<dyn Iterator<Item = &'a Link> + Send + 'a>) {
        match &self.visible {
            None => (self.facts.link_count(kind), Box::new(self.facts.links(kind, skip))),
            Some(visible) => {
                let rows =
                    visible.links.iter().filter(|id| id.kind() == kind).filter_map(|id| self.facts.link(*id)).collect();
                let rows = in_order(rows, |row: &Link| (row.created, row.id.packed()));
                (rows.len(), Box::new(rows.into_iter().skip(skip)))
            }
        }
    }

    /// The entry of a group, with those members that are seen.
    pub fn group_entry<'g>(&self, group: &'g Group) -> GroupEntry<'g> {
        let mut entry = GroupEntry::of(self.facts, group);
        if let Some(visible) = &self.visible {
            if let Some(users) = &mut entry.users {
                users.0.to_mut().retain(|id| visible.user == Some(*id));
            }
            if let Some(locks) = &mut entry.locks {
                locks.0.to_mut().retain(|id| visible.sees_lock(*id));
            }
        }
        entry
    }
    /// Whether what has this serial number is seen.
    pub fn sees(&self, owner: SerialOwner) -> bool {
        match owner {
            SerialOwner::Lock(id) => self.lock(id).is_some(),
            SerialOwner::Device(id) => self.device(id).is_some(),
        }
    }

    /// Everything seen that has a serial number, in order of creation.
    pub fn serials(&self) -> Vec<SerialOwner> {
        let locks = self.locks(0).1.filter(|lock| lock.serial().is_some());
        let locks = locks.map(|lock| (lock.created, lock.id.0, SerialOwner::Lock(lock.id)));
        let devices = self.devices(0).1.map(|device| (device.created, device.id.0, SerialOwner::Device(device.id)));
        let mut all: Vec<_> = locks.chain(devices).collect();
        all.sort_by_key(|(created, id, _)| (*created, *id));
        all.into_iter().map(|(_, _, owner)| owner).collect()
    }

    /// Of those the ones that links reach which are seen: locks, and what works together with them.
    pub fn linked_serials(&self) -> Vec<SerialOwner> {
        let facts = self.facts;
        let own = self.visible.as_ref().map(|visible| match visible.user {
            Some(user) => locks_reached(facts, user),
            None => Vec::new(),
        });
        let is_linked = |lock: LockId| match &own {
            Some(own) => own.binary_search(&lock).is_ok(),
            None => {
                let by_group = |group: &GroupId| !facts.links_of_lock_group(*group).is_empty();
                !facts.links_of_lock(lock).is_empty() || facts.groups_of_lock(lock).iter().any(by_group)
            }
        };
        let mut serials = self.serials();
        serials.retain(|owner| match owner {
            SerialOwner::Lock(lock) => is_linked(*lock),
            SerialOwner::Device(device) => facts.locks_of_device(*device).any(|lock| is_linked(lock.id)),
        });
        serials
    }

    /// The entry of a device, with those paired ones that are seen; `None` where it is not.
    pub fn device_entry(&self, owner: SerialOwner) -> Option<DeviceEntry<'a>> {
        let id = match owner {
            SerialOwner::Lock(id) => return DeviceEntry::of_lock(self.facts, self.lock(id)?),
            SerialOwner::Device(id) => id,
        };
        let mut entry = DeviceEntry::of(self.facts, self.device(id)?);
        if self.visible.as_ref().is_some_and(|visible| !visible.all_locks) {
            let seen = self.facts.locks_of_device(id).filter(|lock| self.lock(lock.id).is_some());
            entry.paired_devices = seen.filter_map(|lock| lock.serial()).collect();
        }
        Some(entry)
    }
}
