//! Entries, and the rows that they are made of and lead back to.

use cardea_api::wire::entries::{
    CalendarEntry, DayListEntry, DeviceEntry, GroupEntry, LinkEntry, LockEntry, UserEntry, zone,
};
use cardea_model::calendar::{self, Calendar, OtherDays, Weekdays};
use cardea_model::device_kind::PinSlots;
use cardea_model::ids::{AccountId, CalendarId, DeviceId, DomainId, GroupId, LinkId, LinkKind, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{
    Device, Edit, Group, GroupType, Link, Lock, LockType, Member, Membership, Pairing, Profile, Row, Target, User, Who,
};
use cardea_model::{Capability, DeviceKind, Facts, Revision, Time, Zone, testing};
use serde_json::json;
use std::sync::Arc;

const CREATED: Time = Time(1_600_000_000_000);

fn facts() -> Facts {
    let profile = Profile {
        account: AccountId(1),
        username: "kari@example.com".into(),
        display_name: "Kari \"K\" Ås".into(),
        firstname: "Kari".into(),
        lastname: "Ås".into(),
        email_address: "kari@example.com".into(),
        address: "Vej 1\nAarhus".into(),
        phone: "+45 1".into(),
        language: "da-DK".into(),
        eula: true,
    };
    let user = User {
        id: UserId(2),
        profile: Arc::new(profile),
        role: Role::Installer,
        alias: "k".into(),
        is_shadow_user: true,
        readonly: false,
        created: CREATED,
    };
    let front = testing::lock(LockId(3), Serial(0x001b_ac0f_e299), "Front", CREATED);
    let afi =
        Lock { address: "Vej 1".into(), timezone: Zone::named("Europe/Copenhagen"), end_to_end_mode: true, ..front };
    let mwm = testing::earlier(testing::lock(LockId(4), Serial(0), "Back", CREATED), Serial(9));
    let foreign = Lock {
        lock_type: LockType::Afi { serial: Serial(12), device_type: "another-makers-lock".into() },
        kind: DeviceKind::of(&[Capability::Bolt, Capability::Verifies]).with_pin_slots(Some(PinSlots {
            count: 100,
            name_max: 20,
            digits_min: 6,
            digits_max: 6,
        })),
        ..testing::lock(LockId(9), Serial(12), "Cellar", CREATED)
    };
    let bridge = testing::device(DeviceId(5), Serial(10), "danabridgev3", "Hall", CREATED);
    let gateway = Device {
        kind: DeviceKind::BRIDGE,
        ..testing::device(DeviceId(10), Serial(11), "another-makers-gateway", "Attic", CREATED)
    };
    let group = |id, group_type| Group { id, name: "G".into(), group_type, created: CREATED };
    let (locks, users) = (GroupId(6), GroupId(7));
    let calendar = Calendar {
        id: CalendarId(8),
        start_time: Some(CREATED),
        refresh_interval: 900,
        rule_sets: calendar::RuleSet {
            end_time: Some(CREATED.plus_seconds(9)),
            number_of_weeks: Some(2),
            week_days: Some(Weekdays(0b101_0001)),
            daily_start: Some(0),
            daily_end: Some(86_400),
        }
        .into(),
        other_days: OtherDays::default(),
        created: CREATED,
    };
    let link = |who, target, calendar| {
        Row::Link(Link {
            id: LinkId::new(Link::kind(who, target), 9),
            who,
            target,
            calendar,
            profile: LinkProfile::UserAllowRemote,
            created: CREATED,
        })
    };
    let rows = [
        Row::User(Arc::new(user)),
        Row::Lock(Arc::new(afi)),
        Row::Lock(Arc::new(mwm)),
        Row::Lock(Arc::new(foreign)),
        Row::Device(Arc::new(bridge)),
        Row::Device(Arc::new(gateway)),
        Row::Pairing(Pairing { lock: LockId(3), device: DeviceId(10) }),
        Row::Pairing(Pairing { lock: LockId(3), device: DeviceId(5) }),
        Row::Pairing(Pairing { lock: LockId(4), device: DeviceId(5) }),
        Row::Group(Arc::new(group(locks, GroupType::Locks))),
        Row::Group(Arc::new(group(users, GroupType::Users))),
        Row::Membership(Membership { group: locks, member: Member::Lock(LockId(4)) }),
        Row::Membership(Membership { group: users, member: Member::User(UserId(2)) }),
        Row::Calendar(Arc::new(calendar)),
        link(Who::User(UserId(2)), Target::Lock(LockId(3)), Some(CalendarId(8))),
        link(Who::User(UserId(2)), Target::Group(locks), None),
        link(Who::Group(users), Target::Lock(LockId(3)), None),
        link(Who::Group(users), Target::Group(locks), None),
    ];
    let mut facts = Facts::empty(DomainId(1), AccountId(1), Revision::default());
    rows.into_iter().for_each(|row| facts.apply(&Edit::Put(row)));
    facts
}

fn back<T: serde::Serialize, U: serde::de::DeserializeOwned>(entry: &T) -> U {
    serde_json::from_slice(&serde_json::to_vec(entry).unwrap()).unwrap()
}

#[test]
fn every_entry_leads_back_to_its_row() {
    let facts = facts();
    for user in facts.users(0) {
        let entry: UserEntry<'static> = back(&UserEntry::of(&facts, user));
        assert_eq!(&entry.row(AccountId(1)), &**user);
    }
    for lock in facts.locks(0) {
        let entry: LockEntry<'static> = back(&LockEntry::of(lock));
        assert_eq!(entry.row().as_ref(), Ok(&**lock));
    }
    for group in facts.groups(0) {
        let entry: GroupEntry<'static> = back(&GroupEntry::of(&facts, group));
        assert_eq!(entry.row(), (Group::clone(group), facts.members(group.id).to_vec()));
    }
    for link in LinkKind::ALL.into_iter().flat_map(|kind| facts.links(kind, 0)) {
        let entry: LinkEntry = back(&LinkEntry::of(link));
        assert_eq!(entry.row().as_ref(), Ok(link));
    }
    for calendar in facts.calendars(0) {
        let entry: CalendarEntry = back(&CalendarEntry::of(calendar));
        assert_eq!(entry.row().as_ref(), Ok(&**calendar));
    }
    for list in facts.day_lists(0) {
        let entry: DayListEntry = back(&DayListEntry::of(list));
        assert_eq!(entry.row().as_ref(), Ok(&**list));
    }
    for device in facts.devices(0) {
        let entry: DeviceEntry<'static> = back(&DeviceEntry::of(&facts, device));
        assert_eq!(entry.row(device.id).as_ref(), Ok(&**device));
        assert_eq!(entry.paired_devices.0.as_ref(), [Serial(0x001b_ac0f_e299)]);
    }
}

#[test]
fn entries_have_the_documented_keys() {
    let facts = facts();
    let user = serde_json::to_value(UserEntry::of(&facts, facts.user(UserId(2)).unwrap())).unwrap();
    assert_eq!(
        user,
        json!({"id": "user-000000000002", "username": "kari@example.com", "alias": "k", "firstname": "Kari", "lastname": "Ås",
            "display_name": "Kari \"K\" Ås", "email_address": "kari@example.com", "mail": "kari@example.com",
            "address": "Vej 1\nAarhus", "phone": "+45 1", "language": "da-DK", "role": "installer", "is_shadow_user": true, "has_account": true,
            "eula": true, "created": "2020-09-13T12:26:40+00:00", "readonly": false, "groups": ["group-000000000007"]})
    );
    let lock = |id| serde_json::to_value(LockEntry::of(facts.lock(id).unwrap())).unwrap();
    assert_eq!(
        lock(LockId(3)),
        json!({"id": "lock-000000000003", "name": "Front", "type": "afi", "address": "Vej 1", "timezone": "Europe/Copenhagen",
            "end_to_end_mode": true, "capabilities": ["bolt", "calendars", "verifies"],
            "pin_slots": {"count": 20, "name_max": 255, "digits_min": 4, "digits_max": 10}, "created": "2020-09-13T12:26:40+00:00", "afi": {"serial_number": "00:1b:ac:0f:e2:99",
            "device_type": "danalockv3", "name": "Front", "timezone": "Europe/Copenhagen"}})
    );
    assert_eq!(
        lock(LockId(4)),
        json!({"id": "lock-000000000004", "name": "Back", "type": "mwm", "address": "", "timezone": null, "end_to_end_mode": false,
            "capabilities": ["bolt", "date_ranges"], "pin_slots": null, "created": "2020-09-13T12:26:40+00:00", "mwm": {"mac_address": "00:00:00:00:00:09", "mcu_firmware": "1.2",
            "rf_firmware": "3.4", "design_id": 5}})
    );
    let link = facts.links(LinkKind::GroupGroup, 0).next().unwrap();
    assert_eq!(
        serde_json::to_value(LinkEntry::of(link)).unwrap(),
        json!({"id": "group_group-000000000009", "lock_id": null, "user_id": null, "group_id": "group-000000000007",
            "other_group_id": "group-000000000006", "calendar_id": null, "link_profile": "user_allow_remote",
            "created": "2020-09-13T12:26:40+00:00"})
    );
    let calendar = facts.calendar(CalendarId(8)).unwrap();
    assert_eq!(
        serde_json::to_value(CalendarEntry::of(calendar)).unwrap(),
        json!({"id": "calendar-000000000008", "start_time": "2020-09-13T12:26:40+00:00", "refresh_interval": 900,
            "rule_sets": [{"end_time": "2020-09-13T12:26:49+00:00", "number_of_weeks": 2, "week_days": [0, 4, 6],
            "daily_start": 0, "daily_end": 86400}], "other_days": [], "day_lists": [],
            "created": "2020-09-13T12:26:40+00:00"})
    );
}

#[test]
fn documents_may_leave_out_all_but_the_ids() {
    let user: UserEntry<'static> = serde_json::from_value(json!({"id": "user-000000000002", "alias": null})).unwrap();
    assert_eq!(user.row(AccountId(1)).role, Role::User);
    let calendar: CalendarEntry = serde_json::from_value(json!({"id": "calendar-000000000002"})).unwrap();
    let calendar = calendar.row().unwrap();
    assert_eq!((calendar.refresh_interval, &calendar.rule_sets), (86_400, &calendar::RuleSets::default()));
    assert!(serde_json::from_value::<LinkEntry>(json!({"id": "user-000000000002"})).is_err());
}

#[test]
fn what_no_row_holds_is_refused_with_its_field() {
    let calendar = |rule: serde_json::Value| {
        let entry = json!({"id": "calendar-000000000002", "rule_sets": [rule]});
        serde_json::from_value::<CalendarEntry>(entry).unwrap().row().map_err(|refusal| refusal.field)
    };
    assert_eq!(calendar(json!({"week_days": [7]})), Err(Some("week_days")));
    assert_eq!(calendar(json!({"number_of_weeks": 256})), Err(Some("number_of_weeks")));
    assert_eq!(calendar(json!({"daily_start": -1})), Err(Some("daily_start")));
    assert_eq!(calendar(json!({"daily_end": 1i64 << 32})), Err(Some("daily_end")));
    let device = |more: serde_json::Value| {
        let mut entry = json!({"serial_number": "00:00:00:00:00:07", "device_type": "another-makers-gateway"});
        entry.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let read: DeviceEntry<'static> = serde_json::from_value(entry).unwrap();
        read.row(DeviceId(7)).map_err(|refusal| refusal.field)
    };
    let slots = |min: u8| json!({"count": 1, "name_max": 9, "digits_min": min, "digits_max": 6});
    assert!(device(json!({"capabilities": ["bridge"], "pin_slots": slots(6)})).is_ok_and(|device| device.is_bridge()));
    assert_eq!(device(json!({"capabilities": ["calendars", "date_ranges"]})), Err(Some("capabilities")));
    assert_eq!(device(json!({"pin_slots": slots(4)})), Err(Some("capabilities")));
    assert_eq!(device(json!({"capabilities": [], "pin_slots": slots(7)})), Err(Some("pin_slots")));
    assert_eq!(device(json!({"capabilities": [], "pin_slots": slots(0)})), Err(Some("pin_slots")));
    let lock = json!({"id": "lock-000000000002", "type": "mwm", "timezone": "Europe/Nowhere"});
    let lock: LockEntry<'static> = serde_json::from_value(lock).unwrap();
    assert_eq!(lock.row().map_err(|refusal| refusal.field), Err(Some("mwm")));
    assert_eq!(zone(Some("Europe/Nowhere")).map_err(|refusal| refusal.field), Err(Some("timezone")));
}
