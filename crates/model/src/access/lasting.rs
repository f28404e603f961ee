//! For how long access is given, whatever the hours of the day: what people are told when they get some, and before it ends.

use super::{Judge, locks_reached};
use crate::facts::Facts;
use crate::ids::{LinkId, LockId, UserId};
use crate::role::Role;
use crate::rows::{Edit, Link, Member, RowKey, Target, Who};
use crate::time::Time;
use std::collections::BTreeMap;

/// Until when somebody has access to a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lasting {
    /// They have none.
    Never,
    /// Up to this instant, which may be over.
    Until(Time),
    /// Until somebody takes it away.
    Always,
}

impl Lasting {
    /// Whether there is none any more.
    pub fn is_over(self, now: Time) -> bool {
        match self {
            Lasting::Never => true,
            Lasting::Until(end) => end <= now,
            Lasting::Always => false,
        }
    }
}

/// Until when this person has access to this lock, by the links that decide.
pub fn lasting(facts: &Facts, user: UserId, lock: LockId) -> Lasting {
    let mut longest = Lasting::Never;
    if let Some(judge) = Judge::of(facts, user, lock) {
        judge.pair.deciding(&mut |_, terms| {
            let end = terms.calendar().and_then(|calendar| calendar.end_time());
            longest = longest.max(end.map_or(Lasting::Always, Lasting::Until));
        });
    }
    longest
}

/// Who has access to locks after a change and had none to them before it, people in the order in which they joined. Administrators are left
/// out: they open every door of the domain.
pub fn gained(before: &Facts, after: &Facts, now: Time) -> Vec<(UserId, Vec<LockId>)> {
    let others = after.users(0).filter(|user| user.role != Role::Administrator);
    let gained = others.map(|user| {
        let mut locks = locks_reached(after, user.id);
        locks.retain(|lock| {
            !lasting(after, user.id, *lock).is_over(now) && lasting(before, user.id, *lock).is_over(now)
        });
        (user.id, locks)
    });
    gained.filter(|(_, locks)| !locks.is_empty()).collect()
}

/// The links whose calendars end after one instant and up to another, with their ends, in the order of their ids.
pub fn ending(facts: &Facts, after: Time, until: Time) -> Vec<(LinkId, Time)> {
    let calendars = facts.calendars(0).filter_map(|calendar| Some((calendar.id, calendar.end_time()?)));
    let ending = calendars.filter(|(_, end)| after < *end && *end <= until);
    let mut links: Vec<(LinkId, Time)> = ending
        .flat_map(|(calendar, end)| facts.links_of_calendar(calendar).iter().map(move |link| (*link, end)))
        .collect();
    links.sort_unstable();
    links
}

/// Whose access to which locks is over with these ends of links, and when. Who goes on by another link loses nothing.
pub fn losing(facts: &Facts, ends: &[(LinkId, Time)]) -> BTreeMap<UserId, BTreeMap<LockId, Time>> {
    let mut losing: BTreeMap<UserId, BTreeMap<LockId, Time>> = BTreeMap::new();
    for (link, end) in ends.iter().filter_map(|(link, end)| Some((facts.link(*link)?, *end))) {
        let locks = locks(facts, link);
        for user in people(facts, link) {
            for lock in locks.iter().filter(|lock| lasting(facts, user, **lock) == Lasting::Until(end)) {
                losing.entry(user).or_default().insert(*lock, end);
            }
        }
    }
    losing
}

fn people(facts: &Facts, link: &Link) -> Vec<UserId> {
    match link.who {
        Who::User(user) => vec![user],
        Who::Group(group) => {
            let members = facts.members(group).iter();
            members.filter_map(|member| if let Member::User(user) = member { Some(*user) } else { None }).collect()
        }
    }
}

fn locks(facts: &Facts, link: &Link) -> Vec<LockId> {
    match link.target {
        Target::Lock(lock) => vec![lock],
        Target::Group(group) => {
            let members = facts.members(group).iter();
            members.filter_map(|member| if let Member::Lock(lock) = member { Some(*lock) } else { None }).collect()
        }
    }
}

/// Whether this edit may give somebody access that they did not have.
pub fn may_give(edit: &Edit) -> bool {
    matches!(edit.key(), RowKey::Link(_) | RowKey::Membership(_) | RowKey::Calendar(_) | RowKey::User(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::{Calendar, RuleSet};
    use crate::facts::Revision;
    use crate::ids::{AccountId, CalendarId, DomainId, GroupId, Serial};
    use crate::rows::{Edit, Group, GroupType, Link, Member, Membership, Row, Target, Who};
    use crate::testing;
    use std::sync::Arc;

    const GUEST: UserId = UserId(2);
    const DOOR: LockId = LockId(7);
    const NOW: Time = Time(1_000_000);

    fn with(facts: &Facts, rows: Vec<Row>) -> Facts {
        let mut facts = facts.clone();
        rows.into_iter().for_each(|row| facts.apply(&Edit::Put(row)));
        facts
    }

    fn person(id: UserId, role: Role) -> Row {
        let profile = testing::profile(AccountId(id.0), &format!("{id}@example.org"));
        Row::User(Arc::new(testing::user(id, Arc::new(profile), role, Time(0))))
    }

    fn until(id: u64, end: i64) -> Row {
        let calendar = testing::calendar(CalendarId(id), Time(0));
        let set = RuleSet { end_time: Some(Time(end)), ..RuleSet::default() };
        Row::Calendar(Arc::new(Calendar { rule_sets: set.into(), ..calendar }))
    }

    fn link(number: u64, who: Who, calendar: Option<u64>) -> Row {
        let link = testing::link(number, who, Target::Lock(DOOR), Time(0));
        Row::Link(Link { calendar: calendar.map(CalendarId), ..link })
    }

    fn house() -> Facts {
        let empty = Facts::empty(DomainId(1), AccountId(1), Revision { epoch: 1, number: 1 });
        let door = testing::lock(DOOR, Serial(7), "Door", Time(0));
        let owner = person(UserId(1), Role::Administrator);
        with(&empty, vec![owner, person(GUEST, Role::User), Row::Lock(Arc::new(door))])
    }

    #[test]
    fn the_longest_of_the_links_that_decide_counts_and_a_personal_one_decides_alone() {
        let house = house();
        let of = |facts: &Facts| lasting(facts, GUEST, DOOR);
        assert_eq!(of(&house), Lasting::Never);
        let people = |id: u64| {
            let group =
                Group { id: GroupId(id), name: "People".into(), group_type: GroupType::Users, created: Time(0) };
            let member = Membership { group: GroupId(id), member: Member::User(GUEST) };
            [Row::Group(Arc::new(group)), Row::Membership(member)]
        };
        let rows = people(21).into_iter().chain(people(22)).chain([until(31, 50), until(32, 90)]);
        let by_groups = [link(41, Who::Group(GroupId(21)), Some(31)), link(42, Who::Group(GroupId(22)), Some(32))];
        let grouped = with(&house, rows.chain(by_groups).collect());
        assert_eq!(of(&grouped), Lasting::Until(Time(90)));
        let personal = with(&grouped, vec![link(43, Who::User(GUEST), Some(31))]);
        assert_eq!(of(&personal), Lasting::Until(Time(50)));
        let always = with(&grouped, vec![link(43, Who::User(GUEST), None)]);
        assert_eq!(of(&always), Lasting::Always);
    }

    #[test]
    fn gained_is_what_was_not_there_or_over_before_and_is_there_now() {
        let house = house();
        let given = with(&house, vec![link(43, Who::User(GUEST), None)]);
        assert_eq!(gained(&house, &given, NOW), [(GUEST, vec![DOOR])]);
        assert!(gained(&given, &given, NOW).is_empty());
        assert!(gained(&given, &house, NOW).is_empty());
        let over = with(&house, vec![until(31, NOW.0), link(43, Who::User(GUEST), Some(31))]);
        assert!(gained(&house, &over, NOW).is_empty(), "what is over is no access");
        assert_eq!(gained(&over, &given, NOW), [(GUEST, vec![DOOR])], "it is extended");
        let owner = with(&house, vec![link(44, Who::User(UserId(1)), None)]);
        assert!(gained(&house, &owner, NOW).is_empty(), "administrators open every door");
    }
}
