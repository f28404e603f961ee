//! A domain in the shape that `cardea seed` gives: 85 of 100 links personal, 5 of each other kind; a third each permanent, temporary and
//! recurring; groups of 12.

use crate::dice::Dice;
use cardea_model::calendar::{Calendar, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, CalendarId, DomainId, GroupId, ID_MAX, LinkId, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{
    Edit, Group, GroupType, Link, Lock, LockType, Member, Membership, Profile, Row, Target, User, Who,
};
use cardea_model::{DeviceKind, Time, Zone};
use std::sync::Arc;

/// The instant around which calendars and questions lie, 20 July 2026.
pub const NOW: Time = Time(1_784_505_600_000);

const DAY: i64 = 86_400_000;
const ZONES: [&str; 4] = ["Europe/Copenhagen", "Europe/Helsinki", "Australia/Lord_Howe", "America/St_Johns"];

/// How many of what.
#[derive(Clone, Copy)]
pub struct Size {
    pub users: usize,
    pub locks: usize,
    pub links: usize,
}

/// What most rows are about.
const USUAL: Size = Size { users: 1_000, locks: 500, links: 20_000 };

pub struct Domain {
    pub facts: Facts,
    pub links: Vec<Link>,
}

pub type Question = (UserId, LockId, Time);

struct Builder {
    dice: Dice,
    facts: Facts,
}

impl Builder {
    fn id(&mut self) -> u64 {
        self.dice.next() & ID_MAX
    }
    fn put(&mut self, row: Row) {
        self.facts.apply(&Edit::Put(row));
    }

    fn user(&mut self, number: usize) -> UserId {
        let id = UserId(self.id());
        let profile = Profile {
            account: AccountId(id.0),
            username: format!("person{number}@demo.cardea"),
            display_name: format!("Person {number}"),
            firstname: String::new(),
            lastname: String::new(),
            email_address: String::new(),
            address: String::new(),
            phone: String::new(),
            language: String::new(),
            eula: true,
        };
        let role = if number.is_multiple_of(50) { Role::Administrator } else { Role::User };
        self.put(Row::User(Arc::new(User {
            id,
            profile: Arc::new(profile),
            role,
            alias: String::new(),
            is_shadow_user: false,
            readonly: false,
            created: NOW,
        })));
        id
    }

    fn lock(&mut self, number: usize) -> LockId {
        let id = LockId(self.id());
        self.put(Row::Lock(Arc::new(Lock {
            id,
            name: format!("Door {number}"),
            lock_type: LockType::Afi { serial: Serial(number as u64), device_type: "danalockv3".to_owned() },
            kind: DeviceKind::LOCK_V3,
            address: String::new(),
            timezone: Zone::named(ZONES[number % ZONES.len()]),
            end_to_end_mode: false,
            created: NOW,
        })));
        id
    }

    fn group(&mut self, group_type: GroupType, members: impl Iterator<Item = Member>) -> GroupId {
        let id = GroupId(self.id());
        self.put(Row::Group(Arc::new(Group { id, name: "Group".to_owned(), group_type, created: NOW })));
        for member in members {
            self.put(Row::Membership(Membership { group: id, member }));
        }
        id
    }

    fn calendar(&mut self) -> Option<CalendarId> {
        let id = CalendarId(self.id());
        let days = self.dice.between(-10, 49);
        let plain = Calendar {
            id,
            start_time: None,
            refresh_interval: 86_400,
            rule_sets: RuleSets::default(),
            other_days: OtherDays::default(),
            created: NOW,
        };
        let calendar = match self.dice.below(3) {
            0 => return None,
            1 => {
                let start_time = (days > 40).then(|| NOW + (days - 20) * DAY);
                let set = RuleSet { end_time: Some(NOW + days * DAY), ..RuleSet::default() };
                Calendar { start_time, rule_sets: set.into(), ..plain }
            }
            _ => {
                let start = 3600 * self.dice.below(12) as u32;
                let set = RuleSet {
                    week_days: Some(Weekdays(1 + self.dice.below(127) as u8)),
                    daily_start: Some(start),
                    daily_end: Some(start + 3600 * (1 + self.dice.below(11) as u32)),
                    ..RuleSet::default()
                };
                Calendar { rule_sets: set.into(), ..plain }
            }
        };
        self.put(Row::Calendar(Arc::new(calendar)));
        Some(id)
    }

    fn link(&mut self, who: Who, target: Target) -> Link {
        let number = self.id();
        let profile = if self.dice.one_in(4) { LinkProfile::UserAllowRemote } else { LinkProfile::User };
        let calendar = self.calendar();
        let link =
            Link { id: LinkId::new(Link::kind(who, target), number), who, target, calendar, profile, created: NOW };
        self.put(Row::Link(link.clone()));
        link
    }
}

impl Domain {
    /// 1,000 users, 500 locks, 100 groups and 20,000 links.
    pub fn seeded(seed: u64) -> Domain {
        Domain::sized(seed, USUAL)
    }

    /// A domain of this size, with 100 groups.
    pub fn sized(seed: u64, size: Size) -> Domain {
        let facts = Facts::empty(DomainId(1), AccountId(1), Revision::default());
        let mut town = Builder { dice: Dice(seed), facts };
        let users: Vec<UserId> = (0..size.users).map(|number| town.user(number)).collect();
        let locks: Vec<LockId> = (0..size.locks).map(|number| town.lock(number)).collect();
        let (mut user_groups, mut lock_groups) = (Vec::new(), Vec::new());
        for _ in 0..50 {
            let (user, lock) = (town.dice.below(users.len()), town.dice.below(locks.len()));
            let some_users = users.iter().cycle().skip(user).take(12).map(|id| Member::User(*id));
            user_groups.push(town.group(GroupType::Users, some_users));
            let some_locks = locks.iter().cycle().skip(lock).take(12).map(|id| Member::Lock(*id));
            lock_groups.push(town.group(GroupType::Locks, some_locks));
        }
        let mut links = Vec::new();
        for _ in 0..size.links {
            let kind = town.dice.below(100);
            let who = match kind {
                90.. => Who::Group(*town.dice.of(&user_groups)),
                _ => Who::User(*town.dice.of(&users)),
            };
            let what = match kind {
                85..95 => Target::Group(*town.dice.of(&lock_groups)),
                _ => Target::Lock(*town.dice.of(&locks)),
            };
            links.push(town.link(who, what));
        }
        Domain { facts: town.facts, links }
    }

    /// Gives somebody a permanent link of their own to every lock, and answers who.
    pub fn give_all_locks(&mut self) -> UserId {
        let user = self.facts.users(0).nth(1).expect("a person").id;
        let locks: Vec<LockId> = self.facts.locks(0).map(|lock| lock.id).collect();
        for (number, lock) in locks.into_iter().enumerate() {
            let (who, target) = (Who::User(user), Target::Lock(lock));
            let id = LinkId::new(Link::kind(who, target), number as u64 + 1);
            let link = Link { id, who, target, calendar: None, profile: LinkProfile::User, created: NOW };
            self.facts.apply(&Edit::Put(Row::Link(link.clone())));
            self.links.push(link);
        }
        user
    }

    /// Questions about people and locks that some link joins, in the fortnights around now.
    pub fn questions(&self, dice: &mut Dice, count: usize) -> Vec<Question> {
        (0..count)
            .map(|_| {
                let link = dice.of(&self.links);
                let user = match link.who {
                    Who::User(user) => user,
                    Who::Group(group) => match dice.of(self.facts.members(group)) {
                        Member::User(user) => *user,
                        Member::Lock(_) => unreachable!("user groups hold users"),
                    },
                };
                let lock = match link.target {
                    Target::Lock(lock) => lock,
                    Target::Group(group) => match dice.of(self.facts.members(group)) {
                        Member::Lock(lock) => *lock,
                        Member::User(_) => unreachable!("lock groups hold locks"),
                    },
                };
                (user, lock, NOW + dice.between(-14 * DAY, 14 * DAY))
            })
            .collect()
    }
}
