//! What is in the domain.

use super::{
    As, BRIDGE, BRIDGE_ID, CELLAR, CELLAR_ID, CLEANERS, FREE, FRONT, FRONT_ID, GROUND_FLOOR, KEYPAD, OFFICE_HOURS,
    OLD_ID, OLD_MAC, SIDE, SIDE_ID, WEEK,
};
use cardea_model::calendar::{Calendar, RuleSet};
use cardea_model::ids::{CalendarId, DeviceId, GroupId, LockId, Serial, UserId};
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Group, GroupType, Link, Lock, Member, Membership, Pairing, Row, Target, Who};
use cardea_model::{Time, Zone, testing};
use cardea_store::testing::START;
use std::collections::HashMap;
use std::sync::Arc;

pub fn afi(id: LockId, serial: Serial, name: &str, timezone: Option<&str>) -> Lock {
    let lock = testing::lock(id, serial, name, Time(START.0 + id.0 as i64));
    Lock { timezone: timezone.and_then(Zone::named), ..lock }
}

pub fn calendar(id: CalendarId) -> Calendar {
    testing::calendar(id, START)
}

fn device(id: DeviceId, serial: Serial, device_type: &str, name: &str) -> Row {
    Row::Device(Arc::new(testing::device(id, serial, device_type, name, Time(START.0 + id.0 as i64))))
}

pub fn link(number: u64, who: Who, target: Target, calendar: Option<CalendarId>, profile: LinkProfile) -> Row {
    Row::Link(Link { calendar, profile, ..testing::link(number, who, target, Time(START.0 + number as i64)) })
}

/// Locks, devices, groups and access. The guest has temporary access from afar to the front door and, by the cleaners, office hours at
/// the ground floor; the installer permanent access to the side door; nobody has none.
pub fn rows(users: &HashMap<As, UserId>) -> Vec<Row> {
    let old = testing::earlier(afi(OLD_ID, Serial(0), "Old", None), OLD_MAC);
    let group = |id: GroupId, name: &str, group_type| {
        let created = Time(START.0 + id.0 as i64);
        Row::Group(Arc::new(Group { id, name: name.into(), group_type, created }))
    };
    let week = Calendar {
        rule_sets: RuleSet { end_time: Some(START.plus_seconds(7 * 86_400)), ..RuleSet::default() }.into(),
        ..calendar(WEEK)
    };
    let hours = Calendar {
        rule_sets: RuleSet { daily_start: Some(32_400), daily_end: Some(61_200), ..RuleSet::default() }.into(),
        ..calendar(OFFICE_HOURS)
    };
    let user = |who| Who::User(users[&who]);
    let administrators = [As::Owner, As::Admin].into_iter().zip([0x100, 0x200]);
    let everywhere = administrators.flat_map(|(who, base)| {
        let locks = [FRONT_ID, SIDE_ID, CELLAR_ID, OLD_ID].into_iter().zip(base..);
        locks.map(move |(lock, number)| (number, who, lock))
    });
    let mut rows = vec![
        Row::Lock(Arc::new(afi(FRONT_ID, FRONT, "Front", Some("Europe/Copenhagen")))),
        Row::Lock(Arc::new(afi(SIDE_ID, SIDE, "Side", Some("Europe/Copenhagen")))),
        Row::Lock(Arc::new(afi(CELLAR_ID, CELLAR, "Cellar", None))),
        Row::Lock(Arc::new(old)),
        device(BRIDGE_ID, BRIDGE, "danabridgev3", "Hall"),
        device(DeviceId(0x22), KEYPAD, "danapadv3", "Pad"),
        Row::Pairing(Pairing { lock: FRONT_ID, device: BRIDGE_ID }),
        Row::Pairing(Pairing { lock: SIDE_ID, device: BRIDGE_ID }),
        Row::Pairing(Pairing { lock: SIDE_ID, device: DeviceId(0x22) }),
        group(GROUND_FLOOR, "Ground floor", GroupType::Locks),
        group(CLEANERS, "Cleaners", GroupType::Users),
        Row::Membership(Membership { group: GROUND_FLOOR, member: Member::Lock(FRONT_ID) }),
        Row::Membership(Membership { group: GROUND_FLOOR, member: Member::Lock(SIDE_ID) }),
        Row::Membership(Membership { group: CLEANERS, member: Member::User(users[&As::Guest]) }),
        Row::Membership(Membership { group: CLEANERS, member: Member::User(users[&As::Admin]) }),
        Row::Calendar(Arc::new(week)),
        Row::Calendar(Arc::new(hours)),
        Row::Calendar(Arc::new(calendar(FREE))),
        link(0x51, user(As::Guest), Target::Lock(FRONT_ID), Some(WEEK), LinkProfile::UserAllowRemote),
        link(0x52, user(As::Installer), Target::Lock(SIDE_ID), None, LinkProfile::Installer),
        link(0x53, Who::Group(CLEANERS), Target::Group(GROUND_FLOOR), Some(OFFICE_HOURS), LinkProfile::User),
        link(0x54, Who::Group(CLEANERS), Target::Lock(CELLAR_ID), None, LinkProfile::User),
        link(0x55, user(As::Owner), Target::Group(GROUND_FLOOR), None, LinkProfile::Administrator),
    ];
    let administrator = LinkProfile::Administrator;
    rows.extend(everywhere.map(|(number, who, lock)| link(number, user(who), Target::Lock(lock), None, administrator)));
    rows
}
