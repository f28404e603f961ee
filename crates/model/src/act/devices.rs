//! Devices, locks among them, as whoever configures them sees them: by their serial number.

use super::Acted;
use super::locks::{self, LockChange};
use crate::code::{Code, FieldCode, Refusal};
use crate::device_kind::{Capability, DeviceKind};
use crate::facts::{Facts, SerialOwner};
use crate::ids::{DeviceId, LockId, Serial, UserId};
use crate::names;
use crate::role::Role;
use crate::rows::{Device, Edit, Lock, LockType, Pairing, Row, RowKey};
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// What changes of a device; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeviceChange {
    /// Its name.
    pub name: Option<String>,
    /// The zone of its clock. Calendars are read by it, so access to a lock moves with its zone.
    pub timezone: Option<Zone>,
}

/// A device that is brought into a domain.
#[derive(Debug, Clone, PartialEq)]
pub struct NewDevice {
    /// Its serial number.
    pub serial: Serial,
    /// Its type.
    pub device_type: String,
    /// What it can do; with a bolt it is a lock. `None`: neither it nor its type says so.
    pub kind: Option<DeviceKind>,
    /// Its name.
    pub name: String,
    /// The zone of its clock.
    pub timezone: Option<Zone>,
    /// Who brings it in.
    pub added_by: UserId,
    /// Fresh and random: for its id, and for two links.
    pub numbers: [u64; 3],
}

impl NewDevice {
    /// What can be checked without looking whether somebody has the serial number: a refusal then does not tell whether it is taken.
    ///
    /// # Errors
    /// What is no name of a device or of a type; `capabilities` where nothing says what it can do.
    pub fn checked(self) -> Result<NewDevice, Refusal> {
        let name = names::name("name", &self.name)?;
        let device_type = names::name("device_type", &self.device_type)?;
        self.known_kind()?;
        Ok(NewDevice { name, device_type, ..self })
    }

    fn known_kind(&self) -> Result<DeviceKind, Refusal> {
        let message = "this type is not known here: say what the device can do";
        self.kind.ok_or_else(|| Refusal::field("capabilities", FieldCode::Required, message))
    }
}

/// Whether this may be a device that the domain does not have. Which other domain has it is not looked up, and so cannot be told.
pub fn is_new(facts: &Facts, serial: Serial) -> bool {
    serial.is_of_a_device() && facts.by_serial(serial).is_none()
}

/// Brings a device in. One that is here already gets another name or time zone.
///
/// # Errors
/// As [`NewDevice::checked`]; `entity_not_found` for a serial number that no device can have; `conflict` where it is an older lock's MAC
/// address.
pub fn put_device(facts: &Facts, new: NewDevice, now: Time) -> Acted<()> {
    let new = new.checked()?;
    let kind = new.known_kind()?;
    let NewDevice { serial, device_type, name, timezone, added_by, numbers, .. } = new;
    let [number, owners, installers] = numbers;
    if facts.by_serial(serial).is_some() {
        return update_device(facts, serial, DeviceChange { name: Some(name), timezone }, added_by);
    }
    if !serial.is_of_a_device() {
        return Err(Refusal::not_found(serial));
    }
    if facts.lock_by_mac(serial).is_some() {
        let message = format!("{serial} is the MAC address of an older lock here");
        return Err(Refusal::clash("serial", FieldCode::AlreadyTaken, message));
    }
    if !kind.can(Capability::Bolt) {
        let id = DeviceId(number);
        let device = Device { id, serial, device_type, kind, name, timezone, public_key: None, created: now };
        return Ok((vec![Edit::Put(Row::Device(Arc::new(device)))], ()));
    }
    let lock = Lock {
        id: LockId(number),
        name,
        lock_type: LockType::Afi { serial, device_type },
        kind,
        address: String::new(),
        timezone,
        end_to_end_mode: false,
        created: now,
    };
    let (edits, _) = locks::add_lock(facts, lock, added_by, [owners, installers])?;
    Ok((edits, ()))
}

/// Gives a device another name or another time zone; of a lock by [`locks::update_lock`].
///
/// # Errors
/// As [`locks::update_lock`]; what is no name; `entity_not_found`.
pub fn update_device(facts: &Facts, serial: Serial, change: DeviceChange, by: UserId) -> Acted<()> {
    let not_found = || Refusal::not_found(serial);
    let id = match facts.by_serial(serial).ok_or_else(not_found)? {
        SerialOwner::Lock(id) => {
            let DeviceChange { name, timezone } = change;
            return locks::update_lock(facts, id, LockChange { name, timezone, ..LockChange::default() }, by);
        }
        SerialOwner::Device(id) => id,
    };
    let mut device = Device::clone(facts.device(id).ok_or_else(not_found)?);
    device.name = change.name.map(|name| names::name("name", &name)).transpose()?.unwrap_or(device.name);
    device.timezone = change.timezone.or(device.timezone);
    Ok((vec![Edit::Put(Row::Device(Arc::new(device)))], ()))
}

/// Removes a device with its pairings; of a lock also links, the calendars only those used, and its places in groups. From then on its
/// serial number belongs to nobody.
pub fn remove_device(facts: &Facts, owner: SerialOwner) -> Acted<()> {
    let device = match owner {
        SerialOwner::Lock(lock) => return locks::remove_lock(facts, lock),
        SerialOwner::Device(device) => device,
    };
    facts.device(device).ok_or_else(|| Refusal::not_found("this device"))?;
    let locks = facts.locks_of_device(device);
    let pairings = locks.map(|lock| RowKey::Pairing(Pairing { lock: lock.id, device }));
    Ok((pairings.chain([RowKey::Device(device)]).map(Edit::Remove).collect(), ()))
}

/// The bridge of this serial number. Bridges alone are enrolled with a key: other devices are reached through a bridge.
///
/// # Errors
/// What is not here, and what is no bridge.
pub fn bridge(facts: &Facts, serial: Serial) -> Result<&Arc<Device>, Refusal> {
    let refused = |is: &str| Err(Refusal::new(Code::Conflict, format!("{serial} is a {is}, not a bridge")));
    match facts.by_serial(serial).ok_or_else(|| Refusal::not_found(serial))? {
        SerialOwner::Lock(_) => refused("lock"),
        SerialOwner::Device(id) => {
            let device = facts.device(id).ok_or_else(|| Refusal::not_found(serial))?;
            if device.is_bridge() { Ok(device) } else { refused(&device.device_type) }
        }
    }
}

/// Whether this person is an administrator.
pub(super) fn is_administrator(facts: &Facts, user: UserId) -> bool {
    facts.user(user).is_some_and(|user| user.role == Role::Administrator)
}

/// Whether this person may begin to enroll a bridge. Where the bridge has a key already, only administrators may give it another.
///
/// # Errors
/// As [`bridge`]; `forbidden`.
pub fn begin_enrollment(facts: &Facts, serial: Serial, user: UserId) -> Acted<DeviceId> {
    let device = bridge(facts, serial)?;
    may_enroll(facts, device, user)?;
    Ok((Vec::new(), device.id))
}

/// Gives a bridge the key that it has proven, as this person asked for. The key that it has already is accepted from anybody: nothing
/// changes.
///
/// # Errors
/// As [`begin_enrollment`].
pub fn confirm_enrollment(facts: &Facts, serial: Serial, key: [u8; 32], user: UserId) -> Acted<DeviceId> {
    let device = bridge(facts, serial)?;
    if device.public_key != Some(key) {
        may_enroll(facts, device, user)?;
    }
    set_key(facts, serial, key)
}

/// Gives a bridge the key that it proves itself with, in place of any other. The program does so when an operator asks for it.
pub fn set_key(facts: &Facts, serial: Serial, key: [u8; 32]) -> Acted<DeviceId> {
    let device = bridge(facts, serial)?;
    let enrolled = Device { public_key: Some(key), ..Device::clone(device) };
    Ok((vec![Edit::Put(Row::Device(Arc::new(enrolled)))], device.id))
}

fn may_enroll(facts: &Facts, bridge: &Device, user: UserId) -> Result<(), Refusal> {
    if bridge.public_key.is_none() || is_administrator(facts, user) {
        return Ok(());
    }
    let message = format!("{} is enrolled already: another key takes an administrator", bridge.serial);
    Err(Refusal::new(Code::Forbidden, message))
}
