//! Plain rows for tests: what a test does not speak of has a value here. `Lock { timezone, ..testing::lock(…) }` says the rest.

use crate::calendar::{Calendar, OtherDays, RuleSets};
use crate::device_kind::DeviceKind;
use crate::ids::{AccountId, CalendarId, DeviceId, LinkId, LockId, Serial, UserId};
use crate::role::{LinkProfile, Role};
use crate::rows::{Device, Link, Lock, LockType, Profile, Row, Target, User, Who};
use crate::time::Time;
use std::sync::Arc;

/// An account that tells no more than its username, which is the name shown too.
pub fn profile(account: AccountId, username: &str) -> Profile {
    Profile {
        account,
        username: username.to_owned(),
        display_name: username.to_owned(),
        firstname: String::new(),
        lastname: String::new(),
        email_address: String::new(),
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: true,
    }
}

/// A person who was created in the domain.
pub fn user(id: UserId, profile: Arc<Profile>, role: Role, created: Time) -> User {
    User { id, profile, role, alias: String::new(), is_shadow_user: false, readonly: false, created }
}

/// A lock of the third generation, without a zone.
pub fn lock(id: LockId, serial: Serial, name: &str, created: Time) -> Lock {
    let lock_type = LockType::Afi { serial, device_type: "danalockv3".to_owned() };
    Lock {
        id,
        name: name.to_owned(),
        kind: lock_type.kind(),
        lock_type,
        address: String::new(),
        timezone: None,
        end_to_end_mode: false,
        created,
    }
}

/// The same lock as one of an earlier generation, known by this MAC address.
pub fn earlier(lock: Lock, mac_address: Serial) -> Lock {
    let lock_type =
        LockType::Mwm { mac_address, mcu_firmware: "1.2".to_owned(), rf_firmware: "3.4".to_owned(), design_id: 5 };
    Lock { kind: lock_type.kind(), lock_type, ..lock }
}

/// A device of this type that is no lock and is not enrolled.
pub fn device(id: DeviceId, serial: Serial, device_type: &str, name: &str, created: Time) -> Device {
    Device {
        id,
        serial,
        device_type: device_type.to_owned(),
        kind: DeviceKind::of_device_type(device_type),
        name: name.to_owned(),
        timezone: None,
        public_key: None,
        created,
    }
}

/// A calendar that is always open.
pub fn calendar(id: CalendarId, created: Time) -> Calendar {
    Calendar {
        id,
        start_time: None,
        refresh_interval: 86_400,
        rule_sets: RuleSets::default(),
        other_days: OtherDays::default(),
        created,
    }
}

/// Permanent access of a user, without remote access.
pub fn link(number: u64, who: Who, target: Target, created: Time) -> Link {
    let id = LinkId::new(Link::kind(who, target), number);
    Link { id, who, target, calendar: None, profile: LinkProfile::User, created }
}

/// A calendar among facts has the days of its lists beside its own, which alone were put.
pub fn as_put(row: Row) -> Row {
    match row {
        Row::Calendar(calendar) => {
            let own = OtherDays::of(calendar.other_days.own().to_vec());
            let other_days = own.and_then(|own| own.with_lists(calendar.other_days.lists().to_vec()));
            let other_days = other_days.expect("days and lists that there are");
            Row::Calendar(Arc::new(Calendar { other_days, ..Calendar::clone(&calendar) }))
        }
        other => other,
    }
}
