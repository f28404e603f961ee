//! Applying edits: the rows and every index that follows from them.

use super::shards::Shards;
use super::{Facts, Links, Listed, LockNode, Order, Orders, Party, Person, Plan, SerialOwner, Terms};
use crate::calendar::{Calendar, DayList};
use crate::ids::{CalendarId, DayListId, LinkKind};
use crate::rows::{Edit, Link, Member, Membership, Pairing, Row, RowKey, Target, User, Who};
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

/// Puts a value into a sorted list, or takes it out.
fn set<T: Ord>(list: &mut Vec<T>, value: T, there: bool) {
    match list.binary_search(&value) {
        Err(position) if there => list.insert(position, value),
        Ok(position) if !there => drop(list.remove(position)),
        _ => {}
    }
}

/// Takes an index entry away if it is still this row's. A reader that is several revisions behind may have met the row that took its place
/// already.
fn withdraw<T: Clone + PartialEq>(index: &mut Shards<T>, key: u64, mine: &T) {
    if index.get(key) == Some(mine) {
        index.remove(key);
    }
}

impl Orders {
    fn links(&mut self, kind: LinkKind) -> &mut Order {
        &mut self.links[kind.priority() as usize - 1]
    }
}

impl Facts {
    /// Applies the edit. Whether it clashes with another row is not checked: the acts refuse that before.
    pub fn apply(&mut self, edit: &Edit) {
        match edit {
            Edit::Put(row) => self.put(row),
            Edit::Remove(key) => self.remove(*key),
        }
    }

    fn put(&mut self, row: &Row) {
        match row {
            Row::Membership(membership) => return self.set_membership(*membership, true),
            Row::Pairing(pairing) => return self.set_pairing(*pairing, true),
            Row::DayList(list) => return self.set_day_list(list.id, Some(list)),
            Row::Profile(_) => {}
            _ => self.remove(row.key()),
        }
        match row {
            Row::Profile(profile) => {
                if let Some(user) = self.user_of_account(profile.account) {
                    let renamed = Arc::new(User { profile: Arc::clone(profile), ..User::clone(user) });
                    self.people.update(renamed.id.0, |person| person.set_user(Some(renamed)), Person::holds);
                }
            }
            Row::User(user) => {
                self.user_of_account.insert(user.profile.account.0, user.id);
                place(&mut self.orders.users, (user.created, user.id.0));
                self.people.update(user.id.0, |person| person.set_user(Some(Arc::clone(user))), Person::holds);
            }
            Row::Lock(lock) => {
                if let Some(serial) = lock.serial() {
                    self.by_serial.insert(serial.0, SerialOwner::Lock(lock.id));
                }
                place(&mut self.orders.locks, (lock.created, lock.id.0));
                self.locks.update(lock.id.0, |node| node.set_lock(Some(lock)), LockNode::holds);
            }
            Row::Device(device) => {
                self.by_serial.insert(device.serial.0, SerialOwner::Device(device.id));
                place(&mut self.orders.devices, (device.created, device.id.0));
                self.devices.insert(device.id.0, Arc::clone(device));
            }
            Row::Group(group) => {
                place(&mut self.orders.groups, (group.created, group.id.0));
                self.groups.update(group.id.0, |party| party.group = Some(Arc::clone(group)), Party::holds);
            }
            Row::Calendar(calendar) => {
                place(&mut self.orders.calendars, (calendar.created, calendar.id.0));
                self.set_calendar(calendar.id, Some(&self.as_listed(calendar)));
                self.set_uses(calendar, true);
            }
            Row::Link(link) => {
                self.set_link(link, true);
                place(self.orders.links(link.id.kind()), (link.created, link.id.packed()));
                self.links.insert(link.id.packed(), link.clone());
            }
            Row::RequiredSignIn(required) => self.required_sign_in = Some(Arc::clone(required)),
            Row::Membership(_) | Row::Pairing(_) | Row::DayList(_) => {}
        }
    }

    fn remove(&mut self, key: RowKey) {
        match key {
            // A profile goes with its user.
            RowKey::Profile(_) => {}
            RowKey::User(id) => {
                if let Some(user) = self.user(id).cloned() {
                    self.people.update(id.0, |person| person.set_user(None), Person::holds);
                    withdraw(&mut self.user_of_account, user.profile.account.0, &id);
                    displace(&mut self.orders.users, (user.created, id.0));
                }
            }
            RowKey::Lock(id) => {
                if let Some(lock) = self.lock(id).cloned() {
                    self.locks.update(id.0, |node| node.set_lock(None), LockNode::holds);
                    if let Some(serial) = lock.serial() {
                        withdraw(&mut self.by_serial, serial.0, &SerialOwner::Lock(id));
                    }
                    displace(&mut self.orders.locks, (lock.created, id.0));
                }
            }
            RowKey::Device(id) => {
                if let Some(device) = self.devices.remove(id.0) {
                    withdraw(&mut self.by_serial, device.serial.0, &SerialOwner::Device(id));
                    displace(&mut self.orders.devices, (device.created, id.0));
                }
            }
            RowKey::Group(id) => {
                if let Some(group) = self.group(id).cloned() {
                    self.groups.update(id.0, |party| party.group = None, Party::holds);
                    displace(&mut self.orders.groups, (group.created, id.0));
                }
            }
            RowKey::DayList(id) => self.set_day_list(id, None),
            RowKey::Calendar(id) => {
                if let Some(calendar) = self.calendar(id).cloned() {
                    self.set_calendar(id, None);
                    self.set_uses(&calendar, false);
                    displace(&mut self.orders.calendars, (calendar.created, id.0));
                }
            }
            RowKey::Link(id) => {
                if let Some(link) = self.links.remove(id.packed()) {
                    self.set_link(&link, false);
                    displace(self.orders.links(id.kind()), (link.created, id.packed()));
                }
            }
            RowKey::RequiredSignIn => self.required_sign_in = None,
            RowKey::Membership(membership) => self.set_membership(membership, false),
            RowKey::Pairing(pairing) => self.set_pairing(pairing, false),
        }
    }

    /// Sets a list of days, and tells its days to the calendars that use it.
    fn set_day_list(&mut self, id: DayListId, list: Option<&Arc<DayList>>) {
        if let Some(before) = self.day_list(id).cloned() {
            displace(&mut self.orders.day_lists, (before.created, id.0));
        }
        if let Some(list) = list {
            place(&mut self.orders.day_lists, (list.created, id.0));
        }
        let mut calendars = Vec::new();
        let change = |listed: &mut Listed| {
            listed.list = list.cloned();
            calendars.clone_from(&listed.calendars);
        };
        self.day_lists.update(id.0, change, Listed::holds);
        for calendar in calendars.into_iter().filter_map(|id| self.calendar(id).cloned()).collect::<Vec<_>>() {
            self.set_calendar(calendar.id, Some(&self.as_listed(&calendar)));
        }
    }

    /// The calendar with the days of its lists as they are here.
    pub(crate) fn as_listed(&self, calendar: &Arc<Calendar>) -> Arc<Calendar> {
        if calendar.other_days.lists().is_empty() {
            return Arc::clone(calendar);
        }
        let other_days = calendar.other_days.as_listed(|id| self.day_list(id).map(|list| &**list));
        Arc::new(Calendar { other_days, rule_sets: calendar.rule_sets.clone(), ..**calendar })
    }

    /// Writes a calendar down as one that uses its lists, or no more.
    fn set_uses(&mut self, calendar: &Calendar, there: bool) {
        for list in calendar.other_days.lists() {
            self.day_lists.update(list.0, |listed| set(&mut listed.calendars, calendar.id, there), Listed::holds);
        }
    }

    /// Sets a calendar, and tells it to the links that use it.
    fn set_calendar(&mut self, id: CalendarId, calendar: Option<&Arc<Calendar>>) {
        let mut links = Vec::new();
        let change = |plan: &mut Plan| {
            plan.calendar = calendar.cloned();
            links.clone_from(&plan.links);
        };
        self.calendars.update(id.0, change, Plan::holds);
        for link in links.into_iter().filter_map(|link| self.links.get(link.packed()).cloned()).collect::<Vec<_>>() {
            self.set_terms(&link, Some(Terms::of(&link, calendar.cloned())));
        }
    }

    /// Puts a link among those of the person or user group that has it, or takes it out.
    fn set_terms(&mut self, link: &Link, terms: Option<Terms>) {
        let set = |links: &mut Links| match terms {
            Some(terms) => links.put(link, terms),
            None => links.take(link),
        };
        match link.who {
            Who::User(user) => self.people.update(user.0, |person| set(&mut person.links), Person::holds),
            Who::Group(group) => self.groups.update(group.0, |party| set(&mut party.links), Party::holds),
        }
    }

    fn set_link(&mut self, link: &Link, there: bool) {
        let calendar = || link.calendar.and_then(|id| self.calendar(id).cloned());
        let terms = there.then(|| Terms::of(link, calendar()));
        self.set_terms(link, terms);
        match link.target {
            Target::Lock(lock) => {
                self.locks.update(lock.0, |node| set(&mut node.links, link.id, there), LockNode::holds)
            }
            Target::Group(group) => {
                self.groups.update(group.0, |party| set(&mut party.links_to, link.id, there), Party::holds);
            }
        }
        if let Some(calendar) = link.calendar {
            self.calendars.update(calendar.0, |plan| set(&mut plan.links, link.id, there), Plan::holds);
        }
    }

    fn set_membership(&mut self, Membership { group, member }: Membership, there: bool) {
        self.groups.update(group.0, |party| set(&mut party.members, member, there), Party::holds);
        match member {
            Member::User(user) => {
                self.people.update(user.0, |person| set(&mut person.groups, group, there), Person::holds);
            }
            Member::Lock(lock) => {
                self.locks.update(lock.0, |node| set(&mut node.groups, group, there), LockNode::holds)
            }
        }
    }

    fn set_pairing(&mut self, Pairing { lock, device }: Pairing, there: bool) {
        self.locks.update(lock.0, |node| set(&mut node.devices, device, there), LockNode::holds);
        self.locks_of_device.update(device.0, |locks| set(locks, lock, there), |locks| !locks.is_empty());
    }
}
