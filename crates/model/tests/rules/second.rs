//! The rules a second time: slow, written down as the sentences of docs/access-rules.md read, on plain lists and jiff's
//! civil dates. It shares nothing with the product's implementation, not even its types.

use jiff::civil::{DateTime, Time as Clock};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Span, Timestamp, ToSpan, Unit, Zoned};

/// Milliseconds since 1970.
pub type Instant = i64;

#[derive(Debug, Clone, Default)]
pub struct Calendar {
    pub start_time: Option<Instant>,
    pub end_time: Option<Instant>,
    pub number_of_weeks: Option<i64>,
    /// 0 is Monday.
    pub week_days: Option<Vec<i8>>,
    /// Seconds.
    pub daily_start: Option<i64>,
    pub daily_end: Option<i64>,
}

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
    pub calendars: Vec<Calendar>,
    pub links: Vec<Link>,
}

pub fn zone(name: Option<&str>) -> TimeZone {
    TimeZone::get(name.unwrap_or("UTC")).expect("a zone of the tests")
}

fn local(at: Instant, zone: &TimeZone) -> Zoned {
    Timestamp::from_millisecond(at).expect("an instant of the tests").to_zoned(zone.clone())
}

fn monday(at: &Zoned) -> jiff::civil::Date {
    at.date() - Span::new().days(at.weekday().to_monday_zero_offset())
}

impl Calendar {
    pub fn is_open(&self, at: Instant, zone: &TimeZone) -> bool {
        if self.start_time.is_some_and(|start| at < start) || self.end_time.is_some_and(|end| at >= end) {
            return false;
        }
        if !self.recurs() {
            return true;
        }
        let wall = local(at, zone);
        if let Some(days) = &self.week_days
            && !days.is_empty()
            && !days.contains(&wall.weekday().to_monday_zero_offset())
        {
            return false;
        }
        let seconds = i64::from(wall.hour()) * 3600 + i64::from(wall.minute()) * 60 + i64::from(wall.second());
        if seconds < self.daily_start.unwrap_or(0) || seconds >= self.daily_end.unwrap_or(24 * 3600) {
            return false;
        }
        if let (Some(weeks), Some(start)) = (self.number_of_weeks, self.start_time)
            && weeks > 1
        {
            let apart = monday(&local(start, zone)).until((Unit::Day, monday(&wall))).expect("dates of the tests");
            return (apart.get_days() / 7) as i64 % weeks == 0;
        }
        true
    }

    fn recurs(&self) -> bool {
        self.number_of_weeks.is_some()
            || self.week_days.is_some()
            || self.daily_start.is_some()
            || self.daily_end.is_some()
    }
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
        link.calendar.is_none_or(|calendar| self.calendars[calendar].is_open(at, zone))
    }

    pub fn answer(&self, user: usize, lock: usize, at: Instant, zone: &TimeZone) -> Answer {
        let (deciding, priority) = self.deciding(user, lock);
        let open: Vec<&&Link> = deciding.iter().filter(|link| self.link_is_open(link, at, zone)).collect();
        let remote = !open.is_empty()
            && (self.users[user] == "administrator"
                || open.iter().any(|link| link.profile == "administrator" || link.profile == "user_allow_remote"));
        (!open.is_empty(), remote, priority)
    }

    /// The next instant, up to so many days ahead, at which `open` changes. Access changes only at a start, an end, a change of the clock, or where the wall clock
    /// reaches midnight or the daily times of some calendar: each of these is tried in turn.
    pub fn until(&self, user: usize, lock: usize, at: Instant, zone: &TimeZone, days: i64) -> Option<Instant> {
        let (deciding, _) = self.deciding(user, lock);
        let calendars: Vec<&Calendar> =
            deciding.iter().filter_map(|link| link.calendar.map(|calendar| &self.calendars[calendar])).collect();
        let is_open = |at: Instant| deciding.iter().any(|link| self.link_is_open(link, at, zone));
        let now = is_open(at);
        if deciding.iter().any(|link| link.calendar.is_none()) {
            return None;
        }
        let horizon = at + days * 24 * 3_600_000;
        // After the last end all are closed for good.
        let last_end = calendars.iter().map(|calendar| calendar.end_time.unwrap_or(horizon)).max();
        let limit = horizon.min(last_end.unwrap_or(at));
        let mut fixed: Vec<Instant> =
            calendars.iter().flat_map(|calendar| [calendar.start_time, calendar.end_time]).flatten().collect();
        if !calendars.iter().any(|calendar| calendar.recurs()) {
            fixed.sort();
            return fixed.into_iter().find(|change| *change > at && *change <= limit && is_open(*change) != now);
        }
        let stamp = Timestamp::from_millisecond(at).expect("an instant of the tests");
        let changes = zone.following(stamp).map(|change| change.timestamp().as_millisecond());
        fixed.extend(changes.take_while(|change| *change <= limit));
        let mut clock: Vec<i64> = calendars.iter().flat_map(|c| [c.daily_start, c.daily_end]).flatten().collect();
        clock.push(0);
        clock.sort();
        clock.dedup();
        let today = local(at, zone).date();
        for number in -1.. {
            // One day of UTC at a time: a wall clock is at most a day away from it.
            let day = today + Span::new().days(number);
            let near = [day - 1.day(), day, day + 1.day()];
            let mut tries = fixed.clone();
            for day in near {
                tries.extend(clock.iter().flat_map(|seconds| instants(day, *seconds, zone)));
            }
            let midnight = utc(day);
            if midnight > limit {
                break;
            }
            tries.retain(|change| (midnight..midnight + 24 * 3_600_000).contains(change) && *change > at);
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
    let wall: DateTime = if seconds == 24 * 3600 {
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
