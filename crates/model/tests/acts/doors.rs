//! Names and clocks of doors.

use crate::{ADMIN, DOORS, GUEST, HOURS, INSTALLER, NOW, OWNER, STREET, WEEK, act, grant, house, refused};
use cardea_model::act::{access, devices, groups};
use cardea_model::ids::Serial;
use cardea_model::rows::{Edit, Lock, Member, Row, Target, Who};
use cardea_model::{Code, Facts};

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
