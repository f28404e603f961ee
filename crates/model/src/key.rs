//! Keys: what a phone carries to open a lock without the cloud. The lock evaluates it by its own trusted clock, so a
//! key holds rules and not an answer (docs/access-rules.md, Keys).

use crate::calendar::{Calendar, DEFAULT_REFRESH_INTERVAL};
use crate::facts::Facts;
use crate::ids::{CalendarId, LockId, UserId};
use crate::priority::Pair;
use crate::role::Role;
use crate::time::Time;
use crate::zone::Zone;

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

/// A key to one lock for one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Not valid before: now, or the first start when all is still to come.
    pub valid_from: Time,
    /// Not valid from this instant on: the earlier of now + refresh interval and the end, of the deciding calendar that lasts longest.
    pub valid_to: Time,
    /// The zone of the lock's clock; UTC where it has none.
    pub zone: Zone,
    /// The deciding calendars, open together as a union. Each one's end is drawn in to its own now + refresh interval; a permanent link
    /// is carried as one without bounds but that, of id 0.
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
    let administrator = pair.person.user.as_ref()?.role == Role::Administrator;
    let zone = pair.door.lock.as_ref()?.timezone.clone().unwrap_or_else(Zone::utc);
    let (mut calendars, mut can_remote) = (Vec::new(), administrator);
    pair.deciding(&mut |link, terms| {
        let calendar = match link.calendar {
            Some(_) => terms.calendar().map(|calendar| Calendar::clone(calendar)),
            None => Some(permanent(link.created)),
        };
        if let Some(carried) = calendar.and_then(|calendar| carried(calendar, now)) {
            can_remote |= link.profile.allows_remote();
            calendars.push(carried);
        }
    });
    let starts = calendars.iter().map(|rule| rule.start_time.map_or(now, |start| start.max(now)));
    let ends = calendars.iter().filter_map(|rule| rule.end_time);
    Some(Key {
        valid_from: starts.min()?,
        valid_to: ends.max()?,
        zone,
        calendars,
        permissions: Permissions { can_remote, can_share: administrator, can_delete: administrator },
    })
}

/// The calendar as a key of now carries it; `None` when it has nothing to give until the key is renewed.
fn carried(calendar: Calendar, now: Time) -> Option<Calendar> {
    let renewal = now.plus_seconds(i64::from(calendar.refresh_interval));
    let end = calendar.end_time.map_or(renewal, |end| end.min(renewal));
    let starts = calendar.start_time.map_or(now, |start| start.max(now));
    (starts < end).then_some(Calendar { end_time: Some(end), ..calendar })
}

fn permanent(created: Time) -> Calendar {
    Calendar {
        id: CalendarId(0),
        start_time: None,
        refresh_interval: DEFAULT_REFRESH_INTERVAL,
        end_time: None,
        number_of_weeks: None,
        week_days: None,
        daily_start: None,
        daily_end: None,
        created,
    }
}
