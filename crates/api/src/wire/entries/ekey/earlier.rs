//! Locks and groups as version 2 tells them: locks by serial number or MAC address, groups by their names.

use crate::scope::Scope;
use crate::wire::entries::LockTypeName;
use crate::wire::example::{self, Example};
use crate::wire::names::GroupTypeName;
use crate::wire::schema::{GroupIdText, Instant, LockIdText, SerialText, Wire};
use cardea_model::Zone;
use cardea_model::rows::{Group, Lock, LockType, Member};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A lock, by its serial number or MAC address.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EarlierLock)]
pub struct EarlierLockEntry<'a> {
    /// Its id.
    id: LockIdText,
    /// Its serial number; of an older lock its MAC address.
    serial_number: SerialText,
    /// Its kind.
    #[serde(rename = "type")]
    lock_type: LockTypeName,
    /// Its name.
    name: &'a str,
    /// Where it is.
    address: &'a str,
    /// Firmware of its controller, of older locks; else empty.
    firmware: &'a str,
    /// Firmware of its radio, of older locks; else empty.
    rf: &'a str,
    /// The zone of its clock; null counts as UTC.
    #[schema(required)]
    timezone: Option<&'a str>,
    /// When it was added.
    created: Instant,
}

impl<'a> EarlierLockEntry<'a> {
    /// The entry of this lock.
    pub fn of(lock: &'a Lock) -> Self {
        let (serial, lock_type, firmware, rf) = match &lock.lock_type {
            LockType::Afi { serial, .. } => (*serial, LockTypeName::Afi, "", ""),
            LockType::Mwm { mac_address, mcu_firmware, rf_firmware, .. } => {
                (*mac_address, LockTypeName::Mwm, &**mcu_firmware, &**rf_firmware)
            }
        };
        EarlierLockEntry {
            id: Wire(lock.id),
            serial_number: Wire(serial),
            lock_type,
            name: &lock.name,
            address: &lock.address,
            firmware,
            rf,
            timezone: lock.timezone.as_ref().map(Zone::name),
            created: Wire(lock.created),
        }
    }
}

/// A group, with the names of what it holds.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = NamedGroup)]
pub struct NamedGroupEntry<'a> {
    /// Its id.
    id: GroupIdText,
    /// Its name.
    name: &'a str,
    /// What it holds.
    #[serde(rename = "type")]
    group_type: GroupTypeName,
    /// The usernames of its people, or the serial numbers (MAC addresses of older ones) of its locks, as far as they are seen.
    #[schema(example = json!(["ben@example.com"]))]
    members: Vec<String>,
    /// When it was made.
    created: Instant,
}

impl<'a> NamedGroupEntry<'a> {
    /// The entry of this group, with those members that are seen.
    pub fn of(scope: &Scope<'_>, group: &'a Group) -> Self {
        let name = |member: &Member| match member {
            Member::User(id) => scope.user(*id).map(|user| user.profile.username.clone()),
            Member::Lock(id) => scope.lock(*id).map(|lock| EarlierLockEntry::of(lock).serial_number.0.to_string()),
        };
        let members = scope.facts().members(group.id).iter().filter_map(name).collect();
        let (id, group_type, created) = (Wire(group.id), Wire(group.group_type), Wire(group.created));
        NamedGroupEntry { id, name: &group.name, group_type, members, created }
    }
}

impl Example for EarlierLockEntry<'_> {
    fn example() -> Value {
        json!(EarlierLockEntry::of(example::lock()))
    }
}

impl Example for NamedGroupEntry<'_> {
    fn example() -> Value {
        json!(NamedGroupEntry::of(&Scope::with(example::facts(), None), example::people()))
    }
}
