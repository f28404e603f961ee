//! Facts: who and what a domain holds, as one immutable value with the indexes that rules and lists need.
//!
//! A `Facts` is built by applying [`Edit`]s to an empty one; applying the rows of the database in any order and applying a domain's
//! whole history of edits give equal values. Cloning is cheap (shards are shared), so a write clones, applies and swaps.

mod apply;
mod links;
mod nodes;
pub mod shards;

use crate::calendar::{Calendar, DayList};
use crate::ids::{
    AccountId, CalendarId, DayListId, DeviceId, DomainId, GroupId, LinkId, LinkKind, LockId, Serial, UserId,
};
use crate::required::RequiredSignIn;
use crate::rows::{Device, Group, Link, Lock, LockType, Member, Row, RowKey, User};
use crate::time::Time;
pub(crate) use links::{Links, Terms};
pub(crate) use nodes::{Listed, LockNode, Party, Person, Plan};
use shards::Shards;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Which state of a domain: `{epoch}-{n}`. A restore draws a new epoch, so that numbers of before never meet those of after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Revision {
    /// Drawn at creation and at restore.
    pub epoch: u64,
    /// One more with each write.
    pub number: i64,
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{}", self.epoch, self.number)
    }
}

impl FromStr for Revision {
    type Err = crate::ids::NotAnId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('-').and_then(|(epoch, number)| {
            Some(Revision { epoch: u64::from_str_radix(epoch, 16).ok()?, number: number.parse().ok()? })
        });
        parsed.ok_or(crate::ids::NotAnId)
    }
}

/// A list in order of creation: position by (created, id).
pub type Order = imbl::Vector<(Time, u64)>;

/// What has this serial number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SerialOwner {
    /// A lock.
    Lock(LockId),
    /// Another device.
    Device(DeviceId),
}

/// The lists of a domain that keep the order of creation.
#[derive(Debug, Clone, PartialEq, Default)]
struct Orders {
    users: Order,
    locks: Order,
    devices: Order,
    groups: Order,
    day_lists: Order,
    calendars: Order,
    links: [Order; 4],
}

/// All facts of one domain at one revision.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// The domain.
    pub domain: DomainId,
    /// The account that owns it (the primary owner).
    pub owner: AccountId,
    /// Which state this is.
    pub revision: Revision,
    required_sign_in: Option<Arc<RequiredSignIn>>,
    people: Shards<Person>,
    locks: Shards<LockNode>,
    devices: Shards<Arc<Device>>,
    groups: Shards<Party>,
    day_lists: Shards<Listed>,
    calendars: Shards<Plan>,
    links: Shards<Link>,
    orders: Orders,
    user_of_account: Shards<UserId>,
    by_serial: Shards<SerialOwner>,
    locks_of_device: Shards<Vec<LockId>>,
}

impl Facts {
    /// A domain without anything in it.
    pub fn empty(domain: DomainId, owner: AccountId, revision: Revision) -> Self {
        Facts {
            domain,
            owner,
            revision,
            required_sign_in: None,
            people: Shards::default(),
            locks: Shards::default(),
            devices: Shards::default(),
            groups: Shards::default(),
            day_lists: Shards::default(),
            calendars: Shards::default(),
            links: Shards::default(),
            orders: Orders::default(),
            user_of_account: Shards::default(),
            by_serial: Shards::default(),
            locks_of_device: Shards::default(),
        }
    }

    /// What the decisions about this person need.
    #[inline]
    pub(crate) fn person(&self, id: UserId) -> Option<&Person> {
        self.people.get(id.0)
    }
    /// What the decisions about this lock need.
    #[inline]
    pub(crate) fn lock_node(&self, id: LockId) -> Option<&LockNode> {
        self.locks.get(id.0)
    }
    /// What the decisions about this group need.
    #[inline]
    pub(crate) fn party(&self, id: GroupId) -> Option<&Party> {
        self.groups.get(id.0)
    }

    /// The sign-in that the domain asks for, where it asks for one.
    pub fn required_sign_in(&self) -> Option<&Arc<RequiredSignIn>> {
        self.required_sign_in.as_ref()
    }
    /// The user of this id.
    pub fn user(&self, id: UserId) -> Option<&Arc<User>> {
        self.people.get(id.0)?.user.as_ref()
    }
    /// The lock of this id.
    pub fn lock(&self, id: LockId) -> Option<&Arc<Lock>> {
        self.locks.get(id.0)?.lock.as_ref()
    }
    /// The other device of this id.
    pub fn device(&self, id: DeviceId) -> Option<&Arc<Device>> {
        self.devices.get(id.0)
    }
    /// The group of this id.
    pub fn group(&self, id: GroupId) -> Option<&Arc<Group>> {
        self.groups.get(id.0)?.group.as_ref()
    }
    /// The list of days of this id.
    pub fn day_list(&self, id: DayListId) -> Option<&Arc<DayList>> {
        self.day_lists.get(id.0)?.list.as_ref()
    }
    /// The calendar of this id.
    pub fn calendar(&self, id: CalendarId) -> Option<&Arc<Calendar>> {
        self.calendars.get(id.0)?.calendar.as_ref()
    }
    /// The link of this id.
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(id.packed())
    }
    /// The user that this account is here.
    pub fn user_of_account(&self, account: AccountId) -> Option<&Arc<User>> {
        self.user_of_account.get(account.0).and_then(|id| self.user(*id))
    }
    /// What has this serial number.
    pub fn by_serial(&self, serial: Serial) -> Option<SerialOwner> {
        self.by_serial.get(serial.0).copied()
    }
    /// The lock with this serial number.
    pub fn lock_by_serial(&self, serial: Serial) -> Option<&Arc<Lock>> {
        match self.by_serial(serial)? {
            SerialOwner::Lock(id) => self.lock(id),
            SerialOwner::Device(_) => None,
        }
    }
    /// The older lock with this MAC address. It is looked for among all: nothing but old clients ask so.
    pub fn lock_by_mac(&self, mac: Serial) -> Option<&Arc<Lock>> {
        self.locks(0).find(|lock| matches!(lock.lock_type, LockType::Mwm { mac_address, .. } if mac_address == mac))
    }
    /// The devices paired with this lock, by id.
    pub fn devices_of_lock(&self, lock: LockId) -> impl Iterator<Item = &Arc<Device>> {
        self.locks.get(lock.0).into_iter().flat_map(|node| &node.devices).filter_map(|id| self.device(*id))
    }
    /// The locks paired with this device, by id.
    pub fn locks_of_device(&self, device: DeviceId) -> impl Iterator<Item = &Arc<Lock>> {
        self.locks_of_device.get(device.0).into_iter().flatten().filter_map(|id| self.lock(*id))
    }
    /// The bridge that reaches this lock; of several, the one of lowest id.
    pub fn bridge_of_lock(&self, lock: LockId) -> Option<&Arc<Device>> {
        self.devices_of_lock(lock).find(|device| device.is_bridge())
    }
    /// Who or what belongs to this group, by id.
    pub fn members(&self, group: GroupId) -> &[Member] {
        self.groups.get(group.0).map_or(&[], |group| &group.members)
    }
    /// The groups this user belongs to, by id.
    pub fn groups_of_user(&self, user: UserId) -> &[GroupId] {
        self.people.get(user.0).map_or(&[], |person| &person.groups)
    }
    /// The groups this lock belongs to, by id.
    pub fn groups_of_lock(&self, lock: LockId) -> &[GroupId] {
        self.locks.get(lock.0).map_or(&[], |node| &node.groups)
    }
    /// The user's own links (to locks and to lock groups), sorted by what they open: locks first.
    pub fn links_of_user(&self, user: UserId) -> &[Link] {
        self.people.get(user.0).map_or(&[], |person| person.links.all())
    }
    /// The links of this user group (to locks and to lock groups), sorted by what they open: locks first.
    pub fn links_of_user_group(&self, group: GroupId) -> &[Link] {
        self.groups.get(group.0).map_or(&[], |group| group.links.all())
    }
    /// The links that open this lock by itself, by id.
    pub fn links_of_lock(&self, lock: LockId) -> &[LinkId] {
        self.locks.get(lock.0).map_or(&[], |node| &node.links)
    }
    /// The links that open this lock group, by id.
    pub fn links_of_lock_group(&self, group: GroupId) -> &[LinkId] {
        self.groups.get(group.0).map_or(&[], |group| &group.links_to)
    }
    /// The calendars that use this list of days, by id.
    pub fn calendars_of_day_list(&self, list: DayListId) -> &[CalendarId] {
        self.day_lists.get(list.0).map_or(&[], |listed| &listed.calendars)
    }
    /// The links that use this calendar, by id.
    pub fn links_of_calendar(&self, calendar: CalendarId) -> &[LinkId] {
        self.calendars.get(calendar.0).map_or(&[], |plan| &plan.links)
    }

    /// The users, in order of creation, from position `skip` on.
    pub fn users(&self, skip: usize) -> impl Iterator<Item = &Arc<User>> {
        from(&self.orders.users, skip).filter_map(|(_, id)| self.user(UserId(*id)))
    }
    /// The locks, in order of creation, from position `skip` on.
    pub fn locks(&self, skip: usize) -> impl Iterator<Item = &Arc<Lock>> {
        from(&self.orders.locks, skip).filter_map(|(_, id)| self.lock(LockId(*id)))
    }
    /// The devices that are no locks, in order of creation, from position `skip` on.
    pub fn devices(&self, skip: usize) -> impl Iterator<Item = &Arc<Device>> {
        from(&self.orders.devices, skip).filter_map(|(_, id)| self.devices.get(*id))
    }
    /// The groups, in order of creation, from position `skip` on.
    pub fn groups(&self, skip: usize) -> impl Iterator<Item = &Arc<Group>> {
        from(&self.orders.groups, skip).filter_map(|(_, id)| self.group(GroupId(*id)))
    }
    /// The lists of days, in order of creation, from position `skip` on.
    pub fn day_lists(&self, skip: usize) -> impl Iterator<Item = &Arc<DayList>> {
        from(&self.orders.day_lists, skip).filter_map(|(_, id)| self.day_list(DayListId(*id)))
    }
    /// The calendars, in order of creation, from position `skip` on.
    pub fn calendars(&self, skip: usize) -> impl Iterator<Item = &Arc<Calendar>> {
        from(&self.orders.calendars, skip).filter_map(|(_, id)| self.calendar(CalendarId(*id)))
    }
    /// The links of one kind, in order of creation, from position `skip` on.
    pub fn links(&self, kind: LinkKind, skip: usize) -> impl Iterator<Item = &Link> {
        from(&self.orders.links[kind.priority() as usize - 1], skip).filter_map(|(_, id)| self.links.get(*id))
    }
    /// How many users there are.
    pub fn user_count(&self) -> usize {
        self.orders.users.len()
    }
    /// How many locks there are.
    pub fn lock_count(&self) -> usize {
        self.orders.locks.len()
    }
    /// How many devices that are no locks there are.
    pub fn device_count(&self) -> usize {
        self.devices.len()
    }
    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.orders.groups.len()
    }
    /// How many lists of days there are.
    pub fn day_list_count(&self) -> usize {
        self.orders.day_lists.len()
    }
    /// How many calendars there are.
    pub fn calendar_count(&self) -> usize {
        self.orders.calendars.len()
    }
    /// How many links of one kind there are.
    pub fn link_count(&self, kind: LinkKind) -> usize {
        self.orders.links[kind.priority() as usize - 1].len()
    }

    /// The row of this key, as it is now.
    pub fn row(&self, key: RowKey) -> Option<Row> {
        match key {
            RowKey::Profile(id) => self.user_of_account(id).map(|user| Row::Profile(Arc::clone(&user.profile))),
            RowKey::User(id) => self.user(id).cloned().map(Row::User),
            RowKey::Lock(id) => self.lock(id).cloned().map(Row::Lock),
            RowKey::Device(id) => self.device(id).cloned().map(Row::Device),
            RowKey::Pairing(pairing) => {
                let paired = self.locks.get(pairing.lock.0)?.devices.contains(&pairing.device);
                paired.then_some(Row::Pairing(pairing))
            }
            RowKey::Group(id) => self.group(id).cloned().map(Row::Group),
            RowKey::Membership(membership) => {
                let belongs = self.members(membership.group).binary_search(&membership.member).is_ok();
                belongs.then_some(Row::Membership(membership))
            }
            RowKey::DayList(id) => self.day_list(id).cloned().map(Row::DayList),
            RowKey::Calendar(id) => self.calendar(id).cloned().map(Row::Calendar),
            RowKey::Link(id) => self.link(id).cloned().map(Row::Link),
            RowKey::RequiredSignIn => self.required_sign_in().cloned().map(Row::RequiredSignIn),
        }
    }
}

fn from(order: &Order, skip: usize) -> imbl::vector::Iter<'_, (Time, u64), imbl::shared_ptr::DefaultSharedPtr> {
    order.focus().narrow(skip.min(order.len())..).into_iter()
}
