//! Names and clocks of doors, and the keys of bridges.

use crate::{ADMIN, DOORS, GUEST, HOURS, INSTALLER, NOW, OWNER, STREET, WEEK, act, grant, house, refused};
use cardea_model::act::{access, devices, groups};
use cardea_model::ids::{DeviceId, Serial, UserId};
use cardea_model::rows::{Edit, Lock, Member, Row, Target, Who};
use cardea_model::{Code, Facts, testing};
use std::sync::Arc;

#[test]
fn a_device_takes_another_name_or_zone_and_keeps_the_rest() {
    let mut facts = house();
    let before = Lock::clone(facts.lock(STREET).unwrap());
    let serial = before.serial().unwrap();
    let zone = cardea_model::Zone::named("Europe/Helsinki");
    let change =
        |name: Option<&str>, timezone: Option<_>| devices::DeviceChange { name: name.map(str::to_owned), timezone };
    act(&mut facts, |facts| devices::update_device(facts, serial, change(Some(" Gate "), None), INSTALLER));
    act(&mut facts, |facts| devices::update_device(facts, serial, change(None, zone.clone()), OWNER));
    assert_eq!(**facts.lock(STREET).unwrap(), Lock { name: "Gate".into(), timezone: zone, ..before });
    assert_eq!(refused(devices::update_device(&facts, serial, change(Some(" "), None), OWNER)).1, Some("name"));
    let (other, same) =
        (cardea_model::Zone::named("Pacific/Port_Moresby"), facts.lock(STREET).unwrap().timezone.clone());
    let by_installer = |timezone| devices::update_device(&facts, serial, change(None, timezone), INSTALLER);
    assert_eq!(refused(by_installer(other)).0, Code::Forbidden, "it would move the hours of access");
    assert!(by_installer(same).is_ok());
    let unknown = devices::update_device(&facts, Serial(999), change(None, None), OWNER);
    assert_eq!(refused(unknown).0, Code::EntityNotFound);
}

#[test]
fn the_first_zone_of_a_lock_takes_an_administrator_where_somebody_has_hours() {
    let zone = devices::DeviceChange { timezone: cardea_model::Zone::named("Europe/Oslo"), ..Default::default() };
    let set = |facts: &Facts, who| devices::update_device(facts, Serial(7), zone.clone(), who);
    for (target, calendar, allowed) in [
        (Target::Lock(STREET), None, true),
        (Target::Lock(STREET), Some(WEEK), true),
        (Target::Lock(STREET), Some(HOURS), false),
        (Target::Group(DOORS), Some(HOURS), false),
    ] {
        let mut facts = house();
        let unzoned = Lock { timezone: None, ..Lock::clone(facts.lock(STREET).unwrap()) };
        facts.apply(&Edit::Put(Row::Lock(unzoned.into())));
        act(&mut facts, |facts| groups::add_group_member(facts, DOORS, Member::Lock(STREET), NOW));
        act(&mut facts, |facts| access::create_link(facts, grant(Who::User(GUEST), target, calendar, None), NOW));
        assert_eq!(set(&facts, INSTALLER).is_ok(), allowed, "{target:?} {calendar:?}");
        assert!(set(&facts, ADMIN).is_ok());
    }
}

/// Who has none gets one by whoever may enroll at all, another one by administrators alone, and the same one again by anybody.
#[test]
fn a_bridge_that_has_a_key_gets_another_by_administrators_alone() {
    const ATTIC: Serial = Serial(0xb1);
    let (first, second) = ([1; 32], [2; 32]);
    let mut facts = house();
    let bridge = testing::device(DeviceId(60), ATTIC, "danabridgev3", "Attic", NOW);
    facts.apply(&Edit::Put(Row::Device(Arc::new(bridge))));
    let key = |facts: &Facts| facts.device(DeviceId(60)).unwrap().public_key;
    let enroll = |facts: &Facts, key, user| devices::confirm_enrollment(facts, ATTIC, key, user);

    assert_eq!(devices::begin_enrollment(&facts, ATTIC, INSTALLER), Ok((vec![], DeviceId(60))));
    assert_eq!(act(&mut facts, |facts| enroll(facts, first, INSTALLER)), DeviceId(60));
    assert_eq!(key(&facts), Some(first));

    assert_eq!(refused(devices::begin_enrollment(&facts, ATTIC, INSTALLER)).0, Code::Forbidden);
    for user in [INSTALLER, GUEST, UserId(99)] {
        assert_eq!(refused(enroll(&facts, second, user)).0, Code::Forbidden, "{user}");
    }
    act(&mut facts, |facts| enroll(facts, first, INSTALLER));
    assert_eq!(key(&facts), Some(first), "it is no other");
    assert_eq!(devices::begin_enrollment(&facts, ATTIC, ADMIN), Ok((vec![], DeviceId(60))));
    act(&mut facts, |facts| enroll(facts, second, ADMIN));
    assert_eq!(key(&facts), Some(second));

    for (serial, code) in [(Serial(7), Code::Conflict), (Serial(999), Code::EntityNotFound)] {
        assert_eq!(refused(devices::begin_enrollment(&facts, serial, OWNER)).0, code, "{serial}");
        assert_eq!(refused(devices::confirm_enrollment(&facts, serial, first, OWNER)).0, code, "{serial}");
    }
}
