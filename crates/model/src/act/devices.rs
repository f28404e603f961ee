//! Devices, locks among them, as whoever configures them sees them: by their serial number.

use super::Acted;
use crate::code::Refusal;
use crate::facts::{Facts, SerialOwner};
use crate::ids::Serial;
use crate::names;
use crate::rows::{Device, Edit, Lock, Row};
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

/// Gives a device another name or another time zone.
pub fn update_device(facts: &Facts, serial: Serial, change: DeviceChange) -> Acted<()> {
    let not_found = || Refusal::not_found(serial);
    let name = change.name.map(|name| names::name("name", &name)).transpose()?;
    let row = match facts.by_serial(serial).ok_or_else(not_found)? {
        SerialOwner::Lock(id) => {
            let mut lock = Lock::clone(facts.lock(id).ok_or_else(not_found)?);
            lock.name = name.unwrap_or(lock.name);
            lock.timezone = change.timezone.or(lock.timezone);
            Row::Lock(Arc::new(lock))
        }
        SerialOwner::Device(id) => {
            let mut device = Device::clone(facts.device(id).ok_or_else(not_found)?);
            device.name = name.unwrap_or(device.name);
            device.timezone = change.timezone.or(device.timezone);
            Row::Device(Arc::new(device))
        }
    };
    Ok((vec![Edit::Put(row)], ()))
}
