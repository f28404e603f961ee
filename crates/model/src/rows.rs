//! The rows of a domain, as the database keeps them and Facts hold them, and the edits that change them.

use crate::calendar::{Calendar, DayList};
use crate::device_kind::{Capability, DeviceKind};
use crate::ids::{AccountId, CalendarId, DayListId, DeviceId, GroupId, LinkId, LinkKind, LockId, Serial, UserId};
use crate::names;
use crate::required::RequiredSignIn;
use crate::role::{LinkProfile, Role};
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// What an account tells of its person, the same in every domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The account.
    pub account: AccountId,
    /// What the person signs in with; unique among all accounts, whatever the case. Of somebody without an account their id.
    pub username: String,
    /// The name shown to others.
    pub display_name: String,
    /// Given name, or empty.
    pub firstname: String,
    /// Family name, or empty.
    pub lastname: String,
    /// E-mail address, or empty.
    pub email_address: String,
    /// Postal address, or empty.
    pub address: String,
    /// Telephone number, or empty.
    pub phone: String,
    /// Preferred language (`en-GB`), or empty.
    pub language: String,
    /// Whether the terms of use were accepted.
    pub eula: bool,
}

impl Profile {
    /// Whether somebody can sign in by this: people without an account are known in one domain alone, by their id there.
    pub fn has_account(&self) -> bool {
        !names::is_user_id(&self.username)
    }
}

/// A person in this domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their id here, which is also their identity's id.
    pub id: UserId,
    /// Who they are everywhere.
    pub profile: Arc<Profile>,
    /// What they may do here.
    pub role: Role,
    /// The name this domain gives them, or empty.
    pub alias: String,
    /// An invited guest with an account of their own elsewhere; false for users created here.
    pub is_shadow_user: bool,
    /// Not to be edited from the console.
    pub readonly: bool,
    /// When they joined.
    pub created: Time,
}

/// How a lock is known, with what only such locks have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LockType {
    /// A lock with a serial number, reached through bridges.
    Afi {
        /// Its serial number.
        serial: Serial,
        /// Its device type (`danalockv3`).
        device_type: String,
    },
    /// An older lock, known by its MAC address.
    Mwm {
        /// Its MAC address.
        mac_address: Serial,
        /// Firmware of its controller.
        mcu_firmware: String,
        /// Firmware of its radio.
        rf_firmware: String,
        /// Its design.
        design_id: i32,
    },
}

/// A lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// Its id.
    pub id: LockId,
    /// Its name.
    pub name: String,
    /// How it is known: by a serial number or a MAC address.
    pub lock_type: LockType,
    /// What it can do.
    pub kind: DeviceKind,
    /// Where it is, or empty.
    pub address: String,
    /// The zone of its clock; `None` counts as UTC.
    pub timezone: Option<Zone>,
    /// Whether end-to-end mode is on.
    pub end_to_end_mode: bool,
    /// When it was added.
    pub created: Time,
}

impl LockType {
    /// What a lock can do that says nothing else of itself.
    pub fn kind(&self) -> DeviceKind {
        match self {
            LockType::Afi { device_type, .. } => DeviceKind::of_lock_type(device_type),
            LockType::Mwm { .. } => DeviceKind::EARLIER_LOCK,
        }
    }
}

impl Lock {
    /// The serial number, of afi locks.
    pub fn serial(&self) -> Option<Serial> {
        match self.lock_type {
            LockType::Afi { serial, .. } => Some(serial),
            LockType::Mwm { .. } => None,
        }
    }
}

/// A device that is no lock: a bridge, keypad or module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// Its id within the program.
    pub id: DeviceId,
    /// Its serial number.
    pub serial: Serial,
    /// Its device type (`danabridgev3`, `danapadv3`, `universalmodulev3`).
    pub device_type: String,
    /// What it can do.
    pub kind: DeviceKind,
    /// Its name.
    pub name: String,
    /// The zone of its clock.
    pub timezone: Option<Zone>,
    /// The Ed25519 public key of its enrollment, for bridges.
    pub public_key: Option<[u8; 32]>,
    /// When it was added.
    pub created: Time,
}

impl Device {
    /// Whether locks are reached through it.
    pub const fn is_bridge(&self) -> bool {
        self.kind.can(Capability::Bridge)
    }
    /// Whether people type PIN codes on it.
    pub const fn is_keypad(&self) -> bool {
        self.kind.can(Capability::Keypad)
    }
}

/// That a lock and another device work together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The lock.
    pub lock: LockId,
    /// The bridge, keypad or module.
    pub device: DeviceId,
}

/// What a group holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupType {
    /// Locks.
    Locks,
    /// Users.
    Users,
}

impl GroupType {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            GroupType::Locks => "locks",
            GroupType::Users => "users",
        }
    }
}

/// A group of locks or of users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its id.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub group_type: GroupType,
    /// When it was made.
    pub created: Time,
}

/// Who or what belongs to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Member {
    /// A user of a user group.
    User(UserId),
    /// A lock of a lock group.
    Lock(LockId),
}

impl Member {
    /// The 48-bit number of the member's id.
    pub const fn number(self) -> u64 {
        match self {
            Member::User(UserId(n)) | Member::Lock(LockId(n)) => n,
        }
    }
}

/// That someone or something belongs to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Membership {
    /// The group.
    pub group: GroupId,
    /// Who or what.
    pub member: Member,
}

/// Who a link gives access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// One person.
    User(UserId),
    /// A user group.
    Group(GroupId),
}

/// What a link opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// One lock.
    Lock(LockId),
    /// A lock group.
    Group(GroupId),
}

/// Access: who may open what, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its id, which names its kind.
    pub id: LinkId,
    /// Who.
    pub who: Who,
    /// What.
    pub target: Target,
    /// When; `None` is permanent.
    pub calendar: Option<CalendarId>,
    /// What it lets them do.
    pub profile: LinkProfile,
    /// When it was made.
    pub created: Time,
}

impl Link {
    /// The kind that these two sides make.
    pub const fn kind(who: Who, target: Target) -> LinkKind {
        match (who, target) {
            (Who::User(_), Target::Lock(_)) => LinkKind::LockUser,
            (Who::User(_), Target::Group(_)) => LinkKind::GroupUser,
            (Who::Group(_), Target::Lock(_)) => LinkKind::GroupLock,
            (Who::Group(_), Target::Group(_)) => LinkKind::GroupGroup,
        }
    }
}

/// One row of a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// What an account tells of its person; concerns every user of the domain with that account.
    Profile(Arc<Profile>),
    /// A person.
    User(Arc<User>),
    /// A lock.
    Lock(Arc<Lock>),
    /// Another device.
    Device(Arc<Device>),
    /// A pairing.
    Pairing(Pairing),
    /// A group.
    Group(Arc<Group>),
    /// A membership.
    Membership(Membership),
    /// A list of days.
    DayList(Arc<DayList>),
    /// A calendar.
    Calendar(Arc<Calendar>),
    /// A link.
    Link(Link),
    /// The sign-in that the domain asks for.
    RequiredSignIn(Arc<RequiredSignIn>),
}

/// Which row: a kind and its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKey {
    /// An account's profile.
    Profile(AccountId),
    /// A person.
    User(UserId),
    /// A lock.
    Lock(LockId),
    /// Another device.
    Device(DeviceId),
    /// A pairing.
    Pairing(Pairing),
    /// A group.
    Group(GroupId),
    /// A membership.
    Membership(Membership),
    /// A list of days.
    DayList(DayListId),
    /// A calendar.
    Calendar(CalendarId),
    /// A link.
    Link(LinkId),
    /// The sign-in that the domain asks for, of which there is one at most.
    RequiredSignIn,
}

impl Row {
    /// The row's key.
    pub fn key(&self) -> RowKey {
        match self {
            Row::Profile(row) => RowKey::Profile(row.account),
            Row::User(row) => RowKey::User(row.id),
            Row::Lock(row) => RowKey::Lock(row.id),
            Row::Device(row) => RowKey::Device(row.id),
            Row::Pairing(row) => RowKey::Pairing(*row),
            Row::Group(row) => RowKey::Group(row.id),
            Row::Membership(row) => RowKey::Membership(*row),
            Row::DayList(row) => RowKey::DayList(row.id),
            Row::Calendar(row) => RowKey::Calendar(row.id),
            Row::Link(row) => RowKey::Link(row.id),
            Row::RequiredSignIn(_) => RowKey::RequiredSignIn,
        }
    }
}

/// One change of one row, whole. An act answers a list of these; order matters only to the database's foreign keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The row is there from now on, as given; it may have been there before.
    Put(Row),
    /// The row is gone.
    Remove(RowKey),
}

impl Edit {
    /// The row it concerns.
    pub fn key(&self) -> RowKey {
        match self {
            Edit::Put(row) => row.key(),
            Edit::Remove(key) => *key,
        }
    }
}
