//! Keys: what a phone carries to open a lock without the cloud. The lock evaluates it by its own trusted clock, so a
//! key holds rules and not an answer (docs/access-rules.md, Keys).

use crate::calendar::{Calendar, DEFAULT_REFRESH_INTERVAL, MOST_OTHER_DAYS, OtherDay, OtherDays, RuleSet, RuleSets};
use crate::facts::Facts;
use crate::ids::{CalendarId, LockId, UserId};
use crate::priority::Pair;
use crate::role::Role;
use crate::time::Time;
use crate::zone::Zone;

/// How much earlier than `valid_from` a lock takes a key, in seconds: its clock may be behind the server's.
pub const LEEWAY: i64 = 300;

/// What the holder of a key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permissions {
    /// Operate from afar, when open.
    pub can_remote: bool,
    /// Give others access: administrators.
    pub can_share: bool,
    /// Remove the lock: administrators.
    pub can_delete: bool,
}

impl Permissions {
    /// Those of somebody with this role, whom a link lets operate from afar or not: administrators always may.
    pub fn of(role: Role, by_link: bool) -> Permissions {
        let administrator = role == Role::Administrator;
        Permissions { can_remote: administrator || by_link, can_share: administrator, can_delete: administrator }
    }
}

/// A key to one lock for one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Not valid before: now, or the first start when all is still to come.
    pub valid_from: Time,
    /// Not valid from this instant on: the earlier of now + refresh interval and the end, of the deciding calendar that lasts longest.
    pub valid_to: Time,
    /// The zone of the lock's clock; UTC where it has none.
    pub zone: Zone,
    /// The deciding calendars, open together as a union. Each rule set ends at its calendar's own now + refresh interval at the latest.
    /// Days otherwise outside the key's time are left out, and the days of lists are written as the calendar's own. A permanent link is
    /// carried as a calendar of id 0 with that end alone.
    pub calendars: Vec<Calendar>,
    /// What the holder may do.
    pub permissions: Permissions,
}

impl Key {
    /// Whether the key opens at this instant, by a clock that can be trusted.
    pub fn opens(&self, at: Time) -> bool {
        self.valid_from <= at && at < self.valid_to && self.calendars.iter().any(|rule| rule.is_open(at, &self.zone))
    }
}

/// The key that this person may have to this lock now; `None` without a link, or when every deciding link has ended or starts only after
/// the key would have to be renewed.
pub fn key(facts: &Facts, user: UserId, lock: LockId, now: Time) -> Option<Key> {
    let pair = Pair::find(facts, user, lock)?;
    let role = pair.person.user.as_ref()?.role;
    pair.node.lock.as_ref()?;
    let zone = pair.node.zone.clone();
    let (mut calendars, mut can_remote) = (Vec::new(), false);
    pair.deciding(&mut |link, terms| {
        let calendar = match link.calendar {
            Some(_) => terms.calendar().map(|calendar| Calendar::clone(calendar)),
            None => Some(permanent(link.created)),
        };
        if let Some(carried) = calendar.and_then(|calendar| carried(calendar, now, &zone)) {
            can_remote |= link.profile.allows_remote();
            calendars.push(carried);
        }
    });
    let starts = calendars.iter().map(|rule| rule.start_time.map_or(now, |start| start.max(now)));
    let ends = calendars.iter().filter_map(Calendar::end_time);
    Some(Key {
        valid_from: starts.min()?,
        valid_to: ends.max()?,
        zone,
        calendars,
        permissions: Permissions::of(role, can_remote),
    })
}

/// The calendar as a key made now carries it; `None` when no rule set has any time between now and the renewal.
fn carried(calendar: Calendar, now: Time, zone: &Zone) -> Option<Calendar> {
    let renewal = now.plus_seconds(i64::from(calendar.refresh_interval));
    let end_time = calendar.end_time().map_or(renewal, |end| end.min(renewal));
    let starts = calendar.start_time.map_or(now, |start| start.max(now));
    let day = |day: &OtherDay| zone.day(i64::from(day.date.0));
    let lies_within = |other: &&OtherDay| {
        day(other).is_some_and(|(begins, ends)| begins < end_time && starts.plus_seconds(-LEEWAY) < ends)
    };
    let mut days: Vec<OtherDay> = calendar.other_days.iter().filter(lies_within).cloned().collect();
    // Lists may name more days than a calendar in a key can hold. Then it ends before the first day that it leaves out.
    let untold = days.get(MOST_OTHER_DAYS).and_then(day).map(|(begins, _)| begins);
    days.truncate(MOST_OTHER_DAYS);
    let until = untold.map_or(renewal, |begins| begins.min(renewal));
    let drawn_in = calendar.rule_sets.iter().map(|set| {
        let end = set.end_time.map_or(until, |end| end.min(until));
        RuleSet { end_time: Some(end), ..*set }
    });
    let sets: Vec<RuleSet> = drawn_in.filter(|set| set.end_time.is_some_and(|end| starts < end)).collect();
    if sets.is_empty() {
        return None;
    }
    Some(Calendar { rule_sets: RuleSets::of(sets).ok()?, other_days: OtherDays::of(days).ok()?, ..calendar })
}

fn permanent(created: Time) -> Calendar {
    Calendar {
        id: CalendarId(0),
        start_time: None,
        refresh_interval: DEFAULT_REFRESH_INTERVAL,
        rule_sets: RuleSets::default(),
        other_days: OtherDays::default(),
        created,
    }
}
