//! What the document shows of each type: one small domain, seen from all sides, so that examples agree with each other. Entries are
//! read from its facts as every answer is; bodies name what is in it.

use crate::document::Document;
use crate::wire::entries::ConditionEntry;
use cardea_devices::{Condition, JobId};
use cardea_gateway_protocol::result::BoltState;
use cardea_model::Time;
use cardea_model::calendar::{Calendar, DayList};
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, CalendarId, DayListId, DomainId, GroupId, LinkKind, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Device, Edit, Group, Link, Lock, Profile, User};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// What the document shows a value of.
pub trait Example {
    /// The value.
    fn example() -> Value;
}

/// The owner.
const OWNER: UserId = UserId(0x0366_ba84_5fb5);
/// Somebody with access.
const GUEST: UserId = UserId(0x5d1c_90aa_7e34);
/// Somebody who is not in it yet.
const NEWCOMER: UserId = UserId(0x2b71_d4e9_08c6);
/// The lock.
const LOCK: LockId = LockId(0xfde7_2d8d_f2e0);
/// Its bridge.
const BRIDGE: Serial = Serial(0x001b_ac0a_4107);
/// A group of people, with the guest in it.
const PEOPLE: GroupId = GroupId(0x53bf_19eb_cddb);
/// A group of locks, with the lock in it.
const DOORS: GroupId = GroupId(0x91c4_e07d_25ab);
/// When the guest may come.
const CALENDAR: CalendarId = CalendarId(0x7c78_6e1e_c60a);

/// The days on which nobody comes.
const DAY_LIST: DayListId = DayListId(0x4c1f_90b2_d7e8);

/// The domain.
static FACTS: LazyLock<Arc<Facts>> = LazyLock::new(|| {
    let document = Document::parse(include_str!("example.json")).expect("the example is a document");
    let owner = AccountId(OWNER.0);
    let rows = document.rows(|user| AccountId(user.id.0.0)).expect("the example is a domain");
    let mut facts = Facts::empty(DomainId(1), owner, Revision { epoch: 0x005f_2a1c, number: 42 });
    rows.into_iter().for_each(|row| facts.apply(&Edit::Put(row)));
    facts.revision = Revision { epoch: 0x005f_2a1c, number: 42 };
    Arc::new(facts)
});

const IN_IT: &str = "the example has it";

/// The domain.
pub fn facts() -> &'static Arc<Facts> {
    &FACTS
}

/// The moment of the examples.
pub fn now() -> Time {
    "2026-03-02T12:00:00+00:00".parse().expect("an instant")
}

/// The owner.
pub fn owner() -> &'static Arc<User> {
    FACTS.user(OWNER).expect(IN_IT)
}

/// Somebody with access.
pub fn guest() -> &'static Arc<User> {
    FACTS.user(GUEST).expect(IN_IT)
}

/// Somebody who is created in the domain and in no group yet.
pub fn newcomer() -> User {
    let profile = Profile {
        account: AccountId(NEWCOMER.0),
        username: "carl@example.com".to_owned(),
        display_name: "Carl Berg".to_owned(),
        email_address: "carl@example.com".to_owned(),
        firstname: String::new(),
        lastname: String::new(),
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    };
    let (alias, created) = ("Carl, second floor".to_owned(), now());
    User {
        id: NEWCOMER,
        profile: profile.into(),
        role: Role::User,
        alias,
        is_shadow_user: false,
        readonly: false,
        created,
    }
}

/// The lock.
pub fn lock() -> &'static Arc<Lock> {
    FACTS.lock(LOCK).expect(IN_IT)
}

/// The lock's bridge.
pub fn bridge() -> &'static Arc<Device> {
    FACTS.devices(0).find(|device| device.serial == BRIDGE).expect(IN_IT)
}

/// A group of people.
pub fn people() -> &'static Arc<Group> {
    FACTS.group(PEOPLE).expect(IN_IT)
}

/// A group of locks.
pub fn lock_group() -> &'static Arc<Group> {
    FACTS.group(DOORS).expect(IN_IT)
}

/// When the guest may come.
pub fn calendar() -> &'static Arc<Calendar> {
    FACTS.calendar(CALENDAR).expect(IN_IT)
}

/// The days on which nobody comes.
pub fn day_list() -> &'static Arc<DayList> {
    FACTS.day_list(DAY_LIST).expect(IN_IT)
}

/// The link of this kind.
pub fn link(kind: LinkKind) -> &'static Link {
    FACTS.links(kind, 0).next().expect(IN_IT)
}

/// An operation of the lock.
pub fn operation() -> JobId {
    "0f8fad5b-d9cb-469f-a165-70867728950e".parse().expect("an id")
}

/// How the lock was last.
pub fn condition() -> Condition {
    let at = Some(now());
    let state = BoltState::Locked;
    Condition { lock: LOCK, state, battery_level: Some(87), at, bridge_online: Some(true), bridge_since: at }
}

/// What the change feed tells of a lock's new condition.
pub fn change() -> String {
    let revision = FACTS.revision.to_string();
    let entries = json!({ "conditions": [ConditionEntry::of(&condition())] });
    let data = json!({ "revision": revision, "entries": entries, "removed": [] });
    format!("event: change\nid: {revision}\ndata: {data}\n\n")
}
