//! The rows of the small domain once more, with ids and serial numbers of their own, for a second domain beside it.

use cardea_model::ids::{CalendarId, DeviceId, GroupId, LinkId, LockId, Serial};
use cardea_model::rows::{Link, LockType, Member, Membership, Pairing, Row, Target, Who};
use std::sync::Arc;

/// The same row with ids and serial numbers that are larger by so much; those of people stay.
pub fn moved(row: Row, by: u64) -> Row {
    let lock_id = |id: LockId| LockId(id.0 + by);
    let group_id = |id: GroupId| GroupId(id.0 + by);
    let device_id = |id: DeviceId| DeviceId(id.0 + by);
    let calendar_id = |id: CalendarId| CalendarId(id.0 + by);
    match row {
        Row::Lock(mut lock) => {
            let lock_row = Arc::make_mut(&mut lock);
            lock_row.id = lock_id(lock_row.id);
            match &mut lock_row.lock_type {
                LockType::Afi { serial, .. } | LockType::Mwm { mac_address: serial, .. } => {
                    *serial = Serial(serial.0 + by)
                }
            }
            Row::Lock(lock)
        }
        Row::Device(mut device) => {
            let row = Arc::make_mut(&mut device);
            (row.id, row.serial) = (device_id(row.id), Serial(row.serial.0 + by));
            Row::Device(device)
        }
        Row::Pairing(Pairing { lock, device }) => {
            Row::Pairing(Pairing { lock: lock_id(lock), device: device_id(device) })
        }
        Row::Group(mut group) => {
            let row = Arc::make_mut(&mut group);
            row.id = group_id(row.id);
            Row::Group(group)
        }
        Row::Membership(Membership { group, member }) => {
            let member = match member {
                Member::Lock(lock) => Member::Lock(lock_id(lock)),
                person => person,
            };
            Row::Membership(Membership { group: group_id(group), member })
        }
        Row::Calendar(mut calendar) => {
            let row = Arc::make_mut(&mut calendar);
            row.id = calendar_id(row.id);
            Row::Calendar(calendar)
        }
        Row::Link(link) => {
            let who = match link.who {
                Who::Group(group) => Who::Group(group_id(group)),
                person => person,
            };
            let target = match link.target {
                Target::Lock(lock) => Target::Lock(lock_id(lock)),
                Target::Group(group) => Target::Group(group_id(group)),
            };
            let id = LinkId::new(Link::kind(who, target), link.id.number() + by);
            Row::Link(Link { id, who, target, calendar: link.calendar.map(calendar_id), ..link })
        }
        person => person,
    }
}
