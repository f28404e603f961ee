//! The rules a second time: slow, written down as the sentences of docs/access-rules.md read, on plain lists and jiff's
//! civil dates. It shares nothing with the product's implementation, not even its types.

mod calendar;

pub use calendar::{Calendar, DayList, OtherDay, RuleSet};

use jiff::civil::{DateTime, Time as Clock};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Span, Timestamp, ToSpan};

/// Milliseconds since 1970.
pub type Instant = i64;

/// Seconds.
const DAY: i64 = 24 * 3600;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    User(usize),
    Group(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Lock(usize),
    Group(usize),
}

#[derive(Debug, Clone)]
pub struct Link {
    pub who: Who,
    pub target: Target,
    pub calendar: Option<usize>,
    pub profile: &'static str,
}

/// A domain as plain lists: people, locks and groups are their places in them.
#[derive(Debug, Clone, Default)]
pub struct Domain {
    /// The role of each user.
    pub users: Vec<&'static str>,
    /// The zone of each lock.
    pub locks: Vec<Option<&'static str>>,
    /// The users of each user group.
    pub user_groups: Vec<Vec<usize>>,
    /// The locks of each lock group.
    pub lock_groups: Vec<Vec<usize>>,
    pub day_lists: Vec<DayList>,
    pub calendars: Vec<Calendar>,
    pub links: Vec<Link>,
}

pub fn zone(name: Option<&str>) -> TimeZone {
    TimeZone::get(name.unwrap_or("UTC")).expect("a zone of the tests")
}

/// open, remote, priority.
pub type Answer = (bool, bool, Option<u8>);

impl Domain {
    fn is_user(&self, who: Who, user: usize) -> bool {
        match who {
            Who::User(one) => one == user,
            Who::Group(group) => self.user_groups[group].contains(&user),
        }
    }

    fn is_lock(&self, target: Target, lock: usize) -> bool {
        match target {
            Target::Lock(one) => one == lock,
            Target::Group(group) => self.lock_groups[group].contains(&lock),
        }
    }

    /// The links that join the two.
    pub fn joining(&self, user: usize, lock: usize) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |link| self.is_user(link.who, user) && self.is_lock(link.target, lock))
    }

    /// The links that decide, and their priority.
    fn deciding(&self, user: usize, lock: usize) -> (Vec<&Link>, Option<u8>) {
        let priority = |link: &Link| match (link.who, link.target) {
            (Who::User(_), Target::Lock(_)) => 1,
            (Who::User(_), Target::Group(_)) => 2,
            (Who::Group(_), Target::Lock(_)) => 3,
            (Who::Group(_), Target::Group(_)) => 4,
        };
        let joining: Vec<&Link> = self.joining(user, lock).collect();
        let smallest = joining.iter().map(|link| priority(link)).min();
        (joining.into_iter().filter(|link| Some(priority(link)) == smallest).collect(), smallest)
    }

    fn link_is_open(&self, link: &Link, at: Instant, zone: &TimeZone) -> bool {
        link.calendar.is_none_or(|calendar| self.calendars[calendar].is_open(at, zone, &self.day_lists))
    }

    pub fn answer(&self, user: usize, lock: usize, at: Instant, zone: &TimeZone) -> Answer {
        let (deciding, priority) = self.deciding(user, lock);
        let open: Vec<&&Link> = deciding.iter().filter(|link| self.link_is_open(link, at, zone)).collect();
        let remote = !open.is_empty()
            && (self.users[user] == "administrator"
                || open.iter().any(|link| link.profile == "administrator" || link.profile == "user_allow_remote"));
        (!open.is_empty(), remote, priority)
    }

    /// The next instant, up to so many days ahead, at which `open` changes. Access changes only where a calendar starts, a rule set ends,
    /// the clock changes, or a named day or one of its hours begins or ends. It also changes where the wall clock reaches midnight or the
    /// daily times of some rule set. Each of these instants is tried.
    pub fn until(&self, user: usize, lock: usize, at: Instant, zone: &TimeZone, days: i64) -> Option<Instant> {
        let (deciding, _) = self.deciding(user, lock);
        if deciding.iter().any(|link| link.calendar.is_none()) {
            return None;
        }
        let calendars: Vec<&Calendar> =
            deciding.iter().filter_map(|link| link.calendar.map(|calendar| &self.calendars[calendar])).collect();
        let is_open = |at: Instant| calendars.iter().any(|calendar| calendar.is_open(at, zone, &self.day_lists));
        let now = is_open(at);
        let horizon = at + days * DAY * 1000;
        // After the last end all are closed for good.
        let last_end = calendars.iter().map(|calendar| calendar.last_end().unwrap_or(horizon)).max();
        let limit = horizon.min(last_end.unwrap_or(at));
        let mut fixed: Vec<Instant> =
            calendars.iter().flat_map(|calendar| calendar.edges(zone, &self.day_lists)).collect();
        if !calendars.iter().any(|calendar| calendar.recurs()) {
            fixed.sort();
            return fixed.into_iter().find(|change| *change > at && *change <= limit && is_open(*change) != now);
        }
        let stamp = Timestamp::from_millisecond(at).expect("an instant of the tests");
        let changes = zone.following(stamp).map(|change| change.timestamp().as_millisecond());
        fixed.extend(changes.take_while(|change| *change <= limit));
        let mut clock: Vec<i64> = calendars.iter().flat_map(|calendar| calendar.times_of_day()).collect();
        clock.push(0);
        clock.sort();
        clock.dedup();
        let today = stamp.to_zoned(zone.clone()).date();
        for number in -1.. {
            // One day of UTC at a time: a wall clock is at most a day away from it.
            let day = today + Span::new().days(number);
            let midnight = utc(day);
            if midnight > limit {
                break;
            }
            let is_next = |change: &Instant| (midnight..midnight + DAY * 1000).contains(change) && *change > at;
            let near = [day - 1.day(), day, day + 1.day()];
            let by_clock = near.iter().flat_map(|day| clock.iter().flat_map(|seconds| instants(*day, *seconds, zone)));
            let mut tries: Vec<Instant> = by_clock.chain(fixed.iter().copied()).filter(is_next).collect();
            tries.sort();
            if let Some(change) = tries.into_iter().find(|change| is_open(*change) != now) {
                return Some(change).filter(|change| *change <= limit);
            }
        }
        None
    }
}

fn utc(day: jiff::civil::Date) -> Instant {
    day.to_zoned(TimeZone::UTC).expect("a day of the tests").timestamp().as_millisecond()
}

/// The instants at which the wall clock reads this: one, two where an hour comes twice, none where it is missing.
fn instants(day: jiff::civil::Date, seconds: i64, zone: &TimeZone) -> Vec<Instant> {
    let wall: DateTime = if seconds == DAY {
        (day + 1.day()).to_datetime(Clock::midnight())
    } else {
        day.to_datetime(Clock::midnight() + seconds.seconds())
    };
    let offsets = match zone.to_ambiguous_timestamp(wall).offset() {
        AmbiguousOffset::Unambiguous { offset } => vec![offset],
        AmbiguousOffset::Fold { before, after } => vec![before, after],
        AmbiguousOffset::Gap { .. } => vec![],
    };
    offsets.iter().map(|offset| offset.to_timestamp(wall).expect("an instant").as_millisecond()).collect()
}
