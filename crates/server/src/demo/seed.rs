//! A domain of any size in the demo domain's shape, for measuring and for trying.

use super::rows::Builder;
use super::world::{self, Accounts};
use cardea_model::Time;
use cardea_model::calendar::Weekdays;
use cardea_model::ids::{CalendarId, GroupId, LockId, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{GroupType, Row, Target, Who};
use std::collections::HashSet;

/// How many of what; the demo's own people, locks and links come on top where they do not fit within.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Users, the owner included.
    pub users: usize,
    /// Locks.
    pub locks: usize,
    /// Groups, half of them of users and half of locks.
    pub groups: usize,
    /// Links, the owner's own to each lock included.
    pub links: usize,
    /// What the ids and the spread follow from.
    pub seed: u64,
}

const ZONES: [&str; 4] = [world::ZONE, "Europe/Helsinki", "Australia/Lord_Howe", "America/St_Johns"];
const FIRST: [&str; 12] =
    ["Anna", "Bo", "Chiara", "Dag", "Elif", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kaja", "Lena"];
const LAST: [&str; 10] =
    ["Andersen", "Berg", "Costa", "Dahl", "Eriksson", "Fischer", "Garcia", "Hansen", "Ito", "Jansen"];

/// The rows of a domain of this size, the demo's among them.
pub fn rows(size: Size, accounts: Accounts, now: Time) -> Vec<Row> {
    let demo = world::rows(accounts, now);
    let count = |of: fn(&Row) -> bool| demo.iter().filter(|row| of(row)).count();
    let demo_users = 1 + count(|row| matches!(row, Row::User(_)));
    let demo_locks = count(|row| matches!(row, Row::Lock(_)));
    let demo_groups = count(|row| matches!(row, Row::Group(_)));
    let demo_links = count(|row| matches!(row, Row::Link(_)));

    let mut town = Builder::new(size.seed.wrapping_add(1_000_003), now);
    let users: Vec<UserId> = (demo_users..size.users)
        .map(|n| {
            let name = format!("{} {}", FIRST[n % FIRST.len()], LAST[n / FIRST.len() % LAST.len()]);
            town.user(&format!("person{n}@demo.cardea"), &format!("{name} {n}"), Role::User, n % 3 == 0)
        })
        .collect();
    let locks: Vec<LockId> = (demo_locks..size.locks)
        .map(|n| town.lock(accounts.owner, &format!("Door {n}"), "danalockv3", Some(ZONES[n % ZONES.len()])))
        .collect();
    for (n, behind) in locks.chunks(20).enumerate() {
        town.bridge(&format!("Bridge {n}"), behind, Some(ZONES[n % ZONES.len()]));
    }
    let (mut user_groups, mut lock_groups) = (Vec::new(), Vec::new());
    for n in demo_groups..size.groups {
        if n % 2 == 0 {
            user_groups.push(town.group(&format!("Team {n}"), GroupType::Users));
        } else {
            lock_groups.push(town.group(&format!("Floor {n}"), GroupType::Locks));
        }
    }
    fill(&mut town, &user_groups, &users, Builder::user_member);
    fill(&mut town, &lock_groups, &locks, Builder::lock_member);
    let wanted = size.links.saturating_sub(demo_links + locks.len());
    link(&mut town, wanted, &users, &locks, &user_groups, &lock_groups, now);
    demo.into_iter().chain(town.rows()).collect()
}

fn fill<T: Copy>(town: &mut Builder, groups: &[GroupId], all: &[T], join: impl Fn(&mut Builder, GroupId, T)) {
    if all.is_empty() {
        return;
    }
    for group in groups {
        let first = town.below(all.len());
        for n in 0..all.len().min(12) {
            join(town, *group, all[(first + n) % all.len()]);
        }
    }
}

/// Links of all four kinds where groups exist: 85 of 100 personal, 5 of each other kind; no two between the same sides.
fn link(
    town: &mut Builder,
    wanted: usize,
    users: &[UserId],
    locks: &[LockId],
    user_groups: &[GroupId],
    lock_groups: &[GroupId],
    now: Time,
) {
    let possible = (users.len() + user_groups.len()) * (locks.len() + lock_groups.len());
    let mut taken = HashSet::new();
    while taken.len() < wanted.min(possible / 2) {
        let kind = town.below(100);
        let by_user_group = !user_groups.is_empty() && kind >= 90;
        let of_lock_group = !lock_groups.is_empty() && (85..95).contains(&kind);
        let who = match by_user_group {
            true => Who::Group(user_groups[town.below(user_groups.len())]),
            false if users.is_empty() => break,
            false => Who::User(users[town.below(users.len())]),
        };
        let target = match of_lock_group {
            true => Target::Group(lock_groups[town.below(lock_groups.len())]),
            false if locks.is_empty() => break,
            false => Target::Lock(locks[town.below(locks.len())]),
        };
        if taken.insert((who, target)) {
            let calendar = calendar(town, now);
            let profile = if town.below(4) == 0 { LinkProfile::UserAllowRemote } else { LinkProfile::User };
            town.link(who, target, calendar, profile);
        }
    }
}

/// A third each: permanent, temporary (some expired, some to come), recurring.
fn calendar(town: &mut Builder, now: Time) -> Option<CalendarId> {
    let days = town.below(60) as i64 - 10;
    match town.below(3) {
        0 => None,
        1 => {
            let start = (days > 40).then(|| now.plus_seconds((days - 20) * 86_400));
            Some(town.temporary(start, Some(now.plus_seconds(days * 86_400))))
        }
        _ => {
            let week_days = Weekdays(1 + town.below(127) as u8);
            let start = 3600 * town.below(12) as u32;
            let end = start + 3600 * (1 + town.below(11) as u32);
            Some(town.recurring(Some(week_days), start, end))
        }
    }
}
