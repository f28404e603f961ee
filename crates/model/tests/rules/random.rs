//! Random domains, as plain lists and as facts.

mod calendar;
mod day_list;

use crate::dice::Dice;
use crate::second::{self, Calendar, DayList, Domain, Instant, Link, Target, Who};
pub use calendar::{calendar, calendar_id, era, instant, model_calendar, model_days};
use cardea_model::Time;
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, DomainId, GroupId, LinkId, LockId, Serial, UserId};
use cardea_model::rows::{self, Edit, Group, GroupType, Lock, Member, Membership, Profile, Row, RowKey};
use cardea_model::testing;
use cardea_model::zone::Zone;
pub use day_list::{day_list, day_list_id, day_lists, model_list, year};
use jiff::tz::TimeZone;
use std::sync::Arc;

pub const ZONES: [Option<&str>; 10] = [
    None,
    Some("Australia/Lord_Howe"),
    Some("America/St_Johns"),
    Some("Pacific/Apia"),
    Some("Europe/Copenhagen"),
    Some("Asia/Beirut"),
    Some("Africa/Casablanca"),
    Some("America/Santiago"),
    Some("Asia/Kathmandu"),
    Some("Antarctica/Troll"),
];

/// A domain of 10 users, 10 locks and 20 links or more, all four kinds among them, with up to four lists of days.
pub fn domain(dice: &mut Dice, era: Instant) -> Domain {
    let roles = ["user", "user", "user", "installer", "administrator"];
    let day_lists = day_lists(dice, era);
    let profiles = ["user", "user", "user_allow_remote", "installer", "administrator"];
    let mut domain = Domain {
        users: (0..10).map(|_| *dice.of(&roles)).collect(),
        locks: (0..10).map(|_| *dice.of(&ZONES)).collect(),
        user_groups: (0..4).map(|_| (0..10).filter(|_| dice.one_in(3)).collect()).collect(),
        lock_groups: (0..4).map(|_| (0..10).filter(|_| dice.one_in(3)).collect()).collect(),
        calendars: (0..dice.between(4, 12)).map(|_| calendar(dice, era, &day_lists)).collect(),
        day_lists,
        links: Vec::new(),
    };
    for number in 0..dice.between(20, 30) {
        // The first four make sure of each kind.
        let kind = if number < 4 { number as usize } else { dice.below(4) };
        domain.links.push(Link {
            who: if kind < 2 { Who::User(dice.below(10)) } else { Who::Group(dice.below(4)) },
            target: if kind % 2 == 0 { Target::Lock(dice.below(10)) } else { Target::Group(dice.below(4)) },
            calendar: (!dice.one_in(6)).then(|| dice.below(domain.calendars.len())),
            profile: dice.of::<&str>(&profiles),
        });
    }
    domain
}

/// A person and a lock; mostly some that a link joins.
pub fn pair(dice: &mut Dice, domain: &Domain) -> (usize, usize) {
    let link = dice.of(&domain.links);
    let user = match link.who {
        Who::User(user) => Some(user),
        Who::Group(group) if domain.user_groups[group].is_empty() => None,
        Who::Group(group) => Some(*dice.of(&domain.user_groups[group])),
    };
    let lock = match link.target {
        Target::Lock(lock) => Some(lock),
        Target::Group(group) if domain.lock_groups[group].is_empty() => None,
        Target::Group(group) => Some(*dice.of(&domain.lock_groups[group])),
    };
    let anyone = dice.one_in(5);
    (
        user.filter(|_| !anyone).unwrap_or_else(|| dice.below(10)),
        lock.filter(|_| !anyone).unwrap_or_else(|| dice.below(10)),
    )
}

fn user_id(place: usize) -> UserId {
    UserId(0xa0 + place as u64)
}
fn user_group_id(place: usize) -> GroupId {
    GroupId(0xb0 + place as u64)
}
fn lock_group_id(place: usize) -> GroupId {
    GroupId(0xc0 + place as u64)
}

/// The ids under which a place in the lists is known to the facts.
pub fn ids(user: usize, lock: usize) -> (UserId, LockId) {
    (user_id(user), LockId(0xe0 + lock as u64))
}

pub fn profile(account: u64, username: &str) -> Arc<Profile> {
    Arc::new(testing::profile(AccountId(account), username))
}

/// The rows that make this domain.
pub fn edits(domain: &Domain) -> Vec<Edit> {
    let mut rows = Vec::new();
    for (place, role) in domain.users.iter().enumerate() {
        let profile = profile(0xf00 + place as u64, &format!("user{place}"));
        let user = testing::user(user_id(place), profile, role.parse().unwrap(), Time(place as i64));
        rows.push(Row::User(Arc::new(user)));
    }
    for (place, zone) in domain.locks.iter().enumerate() {
        let timezone = zone.map(|name| Zone::named(name).unwrap());
        let (id, name) = (ids(0, place).1, format!("Door {place}"));
        let lock = testing::lock(id, Serial(place as u64), &name, Time(place as i64));
        rows.push(Row::Lock(Arc::new(Lock { timezone, ..lock })));
    }
    let mut group = |id: GroupId, group_type, members: Vec<Member>| {
        rows.push(Row::Group(Arc::new(Group { id, name: id.to_string(), group_type, created: Time(0) })));
        rows.extend(members.into_iter().map(|member| Row::Membership(Membership { group: id, member })));
    };
    for (place, users) in domain.user_groups.iter().enumerate() {
        let members = users.iter().map(|user| Member::User(user_id(*user))).collect();
        group(user_group_id(place), GroupType::Users, members);
    }
    for (place, locks) in domain.lock_groups.iter().enumerate() {
        let members = locks.iter().map(|lock| Member::Lock(ids(0, *lock).1)).collect();
        group(lock_group_id(place), GroupType::Locks, members);
    }
    for (place, list) in domain.day_lists.iter().enumerate() {
        rows.push(Row::DayList(Arc::new(model_list(list, place))));
    }
    for (place, calendar) in domain.calendars.iter().enumerate() {
        rows.push(Row::Calendar(Arc::new(model_calendar(calendar, place))));
    }
    for (place, link) in domain.links.iter().enumerate() {
        let who = match link.who {
            Who::User(user) => rows::Who::User(user_id(user)),
            Who::Group(group) => rows::Who::Group(user_group_id(group)),
        };
        let target = match link.target {
            Target::Lock(lock) => rows::Target::Lock(ids(0, lock).1),
            Target::Group(group) => rows::Target::Group(lock_group_id(group)),
        };
        rows.push(Row::Link(rows::Link {
            id: LinkId::new(rows::Link::kind(who, target), place as u64),
            who,
            target,
            calendar: link.calendar.map(calendar_id),
            profile: link.profile.parse().unwrap(),
            created: Time(place as i64),
        }));
    }
    rows.into_iter().map(Edit::Put).collect()
}

pub fn no_facts() -> Facts {
    Facts::empty(DomainId(1), AccountId(0xf00), Revision::default())
}

pub fn facts(edits: &[Edit]) -> Facts {
    let mut facts = no_facts();
    edits.iter().for_each(|edit| facts.apply(edit));
    facts
}

/// One list of a domain becomes another, or is gone, which to the rules is as if it had no days.
pub fn change_a_list(dice: &mut Dice, era: Instant, domain: &mut Domain, facts: &mut Facts) {
    if domain.day_lists.is_empty() {
        return;
    }
    let place = dice.below(domain.day_lists.len());
    if dice.one_in(4) {
        domain.day_lists[place].clear();
        facts.apply(&Edit::Remove(RowKey::DayList(day_list_id(place))));
    } else {
        domain.day_lists[place] = day_list(dice, era, &domain.day_lists);
        facts.apply(&Edit::Put(Row::DayList(Arc::new(model_list(&domain.day_lists[place], place)))));
    }
}

/// A calendar as it stands among facts, where the days of its lists decide.
pub fn among_facts(calendar: &Calendar, lists: &[DayList]) -> Arc<cardea_model::calendar::Calendar> {
    let domain = Domain { day_lists: lists.to_vec(), calendars: vec![calendar.clone()], ..Domain::default() };
    facts(&edits(&domain)).calendar(calendar_id(0)).expect("a calendar that was put").clone()
}

/// The zones of the tests for the second implementation, in the order of [`ZONES`].
pub fn time_zones() -> Vec<(Option<&'static str>, TimeZone)> {
    ZONES.iter().map(|name| (*name, second::zone(*name))).collect()
}
