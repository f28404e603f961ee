//! Applying edits: the rows and every index that follows from them.

use super::{Facts, Order, Orders, SerialOwner};
use crate::ids::LinkKind;
use crate::rows::{Edit, Link, Member, Membership, Pairing, Row, RowKey, User, What, Who};
use crate::time::Time;
use std::sync::Arc;

fn place(order: &mut Order, at: (Time, u64)) {
    if let Err(position) = order.binary_search(&at) {
        order.insert(position, at);
    }
}

fn displace(order: &mut Order, at: (Time, u64)) {
    if let Ok(position) = order.binary_search(&at) {
        order.remove(position);
    }
}

fn put<T: Ord>(list: &mut Vec<T>, value: T) {
    if let Err(position) = list.binary_search(&value) {
        list.insert(position, value);
    }
}

fn take<T: Ord>(list: &mut Vec<T>, value: &T) {
    if let Ok(position) = list.binary_search(value) {
        list.remove(position);
    }
}

fn by_what(link: &Link) -> (What, u64) {
    (link.what, link.id.packed())
}

impl Orders {
    fn links(&mut self, kind: LinkKind) -> &mut Order {
        &mut self.links[kind.priority() as usize - 1]
    }
}

impl Facts {
    /// Makes the edit true here. Rows that stand in others' way are not looked for: acts refuse those before.
    pub fn apply(&mut self, edit: &Edit) {
        match edit {
            Edit::Put(row) => self.put(row),
            Edit::Remove(key) => self.remove(*key),
        }
    }

    fn put(&mut self, row: &Row) {
        match row {
            Row::Membership(membership) => return self.put_membership(*membership),
            Row::Pairing(pairing) => return self.put_pairing(*pairing),
            Row::Profile(_) => {}
            _ => self.remove(row.key()),
        }
        match row {
            Row::Profile(profile) => {
                if let Some(user) = self.user_of_account(profile.account) {
                    let renamed = User { profile: Arc::clone(profile), ..User::clone(user) };
                    self.users.insert(renamed.id.0, Arc::new(renamed));
                }
            }
            Row::User(user) => {
                self.user_of_account.insert(user.profile.account.0, user.id);
                place(&mut self.orders.users, (user.created, user.id.0));
                self.users.insert(user.id.0, Arc::clone(user));
            }
            Row::Lock(lock) => {
                if let Some(serial) = lock.serial() {
                    self.by_serial.insert(serial.0, SerialOwner::Lock(lock.id));
                }
                place(&mut self.orders.locks, (lock.created, lock.id.0));
                self.locks.insert(lock.id.0, Arc::clone(lock));
            }
            Row::Device(device) => {
                self.by_serial.insert(device.serial.0, SerialOwner::Device(device.id));
                place(&mut self.orders.devices, (device.created, device.id.0));
                self.devices.insert(device.id.0, Arc::clone(device));
            }
            Row::Group(group) => {
                place(&mut self.orders.groups, (group.created, group.id.0));
                self.groups.insert(group.id.0, Arc::clone(group));
            }
            Row::Calendar(calendar) => {
                place(&mut self.orders.calendars, (calendar.created, calendar.id.0));
                self.calendars.insert(calendar.id.0, Arc::clone(calendar));
            }
            Row::Link(link) => self.put_link(link),
            Row::Membership(_) | Row::Pairing(_) => {}
        }
    }

    fn put_link(&mut self, link: &Link) {
        let sorted = |list: &mut Vec<Link>| {
            if let Err(position) = list.binary_search_by_key(&by_what(link), by_what) {
                list.insert(position, link.clone());
            }
        };
        match link.who {
            Who::User(user) => self.links_of_user.update(user.0, sorted, |_| true),
            Who::Group(group) => self.links_of_user_group.update(group.0, sorted, |_| true),
        }
        match link.what {
            What::Lock(lock) => self.links_of_lock.update(lock.0, |list| put(list, link.id), |_| true),
            What::Group(group) => self.links_of_lock_group.update(group.0, |list| put(list, link.id), |_| true),
        }
        if let Some(calendar) = link.calendar {
            self.links_of_calendar.update(calendar.0, |list| put(list, link.id), |_| true);
        }
        place(self.orders.links(link.id.kind()), (link.created, link.id.packed()));
        self.links.insert(link.id.packed(), link.clone());
    }

    fn put_membership(&mut self, Membership { group, member }: Membership) {
        self.members.update(group.0, |list| put(list, member), |_| true);
        match member {
            Member::User(user) => self.groups_of_user.update(user.0, |list| put(list, group), |_| true),
            Member::Lock(lock) => self.groups_of_lock.update(lock.0, |list| put(list, group), |_| true),
        }
    }

    fn put_pairing(&mut self, Pairing { lock, device }: Pairing) {
        self.devices_of_lock.update(lock.0, |list| put(list, device), |_| true);
        self.locks_of_device.update(device.0, |list| put(list, lock), |_| true);
    }

    fn remove(&mut self, key: RowKey) {
        match key {
            // A profile goes with its user.
            RowKey::Profile(_) => {}
            RowKey::User(id) => {
                if let Some(user) = self.users.remove(id.0) {
                    self.user_of_account.remove(user.profile.account.0);
                    displace(&mut self.orders.users, (user.created, id.0));
                }
            }
            RowKey::Lock(id) => {
                if let Some(lock) = self.locks.remove(id.0) {
                    if let Some(serial) = lock.serial() {
                        self.by_serial.remove(serial.0);
                    }
                    displace(&mut self.orders.locks, (lock.created, id.0));
                }
            }
            RowKey::Device(id) => {
                if let Some(device) = self.devices.remove(id.0) {
                    self.by_serial.remove(device.serial.0);
                    displace(&mut self.orders.devices, (device.created, id.0));
                }
            }
            RowKey::Group(id) => {
                if let Some(group) = self.groups.remove(id.0) {
                    displace(&mut self.orders.groups, (group.created, id.0));
                }
            }
            RowKey::Calendar(id) => {
                if let Some(calendar) = self.calendars.remove(id.0) {
                    displace(&mut self.orders.calendars, (calendar.created, id.0));
                }
            }
            RowKey::Link(id) => {
                if let Some(link) = self.links.remove(id.packed()) {
                    self.unlink(&link);
                }
            }
            RowKey::Membership(Membership { group, member }) => {
                self.members.update(group.0, |list| take(list, &member), |list| !list.is_empty());
                match member {
                    Member::User(user) => {
                        self.groups_of_user.update(user.0, |list| take(list, &group), |list| !list.is_empty());
                    }
                    Member::Lock(lock) => {
                        self.groups_of_lock.update(lock.0, |list| take(list, &group), |list| !list.is_empty());
                    }
                }
            }
            RowKey::Pairing(Pairing { lock, device }) => {
                self.devices_of_lock.update(lock.0, |list| take(list, &device), |list| !list.is_empty());
                self.locks_of_device.update(device.0, |list| take(list, &lock), |list| !list.is_empty());
            }
        }
    }

    fn unlink(&mut self, link: &Link) {
        let without = |list: &mut Vec<Link>| {
            if let Ok(position) = list.binary_search_by_key(&by_what(link), by_what) {
                list.remove(position);
            }
        };
        match link.who {
            Who::User(user) => self.links_of_user.update(user.0, without, |list| !list.is_empty()),
            Who::Group(group) => self.links_of_user_group.update(group.0, without, |list| !list.is_empty()),
        }
        match link.what {
            What::Lock(lock) => self.links_of_lock.update(lock.0, |list| take(list, &link.id), |list| !list.is_empty()),
            What::Group(group) => {
                self.links_of_lock_group.update(group.0, |list| take(list, &link.id), |list| !list.is_empty());
            }
        }
        if let Some(calendar) = link.calendar {
            self.links_of_calendar.update(calendar.0, |list| take(list, &link.id), |list| !list.is_empty());
        }
        displace(self.orders.links(link.id.kind()), (link.created, link.id.packed()));
    }
}
