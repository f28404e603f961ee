//! Calendars: when a link is open (docs/access-rules.md, Calendars).

mod pattern;

use crate::code::{FieldCode, Refusal};
use crate::ids::CalendarId;
use crate::time::Time;
use crate::zone::Zone;
use pattern::Pattern;

/// The weekdays of a rule, one bit each: Monday 1 … Sunday 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Weekdays(pub u8);

impl Weekdays {
    /// The seven of them.
    pub const ALL: Weekdays = Weekdays(0b111_1111);

    /// The set of these days, 0 for Monday to 6 for Sunday.
    ///
    /// # Errors
    /// `week_days`, `out_of_range`, for any other number.
    pub fn of(days: impl IntoIterator<Item = i64>) -> Result<Weekdays, Refusal> {
        let mut set = 0;
        for day in days {
            match day {
                0..=6 => set |= 1 << day,
                _ => return Err(out_of_range("week_days", "Weekdays are numbers from 0 (Monday) to 6 (Sunday)")),
            }
        }
        Ok(Weekdays(set))
    }

    /// The days of the set, 0 for Monday to 6 for Sunday.
    pub fn days(self) -> impl Iterator<Item = u8> {
        (0..7).filter(move |day| self.0 >> day & 1 == 1)
    }
}

/// When access is open. All bounds of `None` mean always.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Calendar {
    /// Its id.
    pub id: CalendarId,
    /// Open from this instant on; `None`: always.
    pub start_time: Option<Time>,
    /// How long a key that this calendar gives stays valid without renewal, in seconds.
    pub refresh_interval: u32,
    /// Open before this instant; `None`: without end.
    pub end_time: Option<Time>,
    /// Open every n-th week counted from the week of `start_time`; 1 to 52.
    pub number_of_weeks: Option<u8>,
    /// Open on these weekdays by the door's clock; `None` or none of them: every day.
    pub week_days: Option<Weekdays>,
    /// Open from this second of the door's day on, 0 to 86,399.
    pub daily_start: Option<u32>,
    /// Open before this second of the door's day, 1 to 86,400.
    pub daily_end: Option<u32>,
    /// When it was made.
    pub created: Time,
}

/// The three kinds of access, told by what a calendar has (docs/access-rules.md, Types of access).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CalendarType {
    /// Without end, every hour of every day.
    Permanent,
    /// For a time.
    Temporary,
    /// On some hours, days or weeks.
    Recurring,
}

impl CalendarType {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            CalendarType::Permanent => "permanent",
            CalendarType::Temporary => "temporary",
            CalendarType::Recurring => "recurring",
        }
    }
}

/// The refresh interval of a link without a calendar, in seconds: a day.
pub const DEFAULT_REFRESH_INTERVAL: u32 = 86_400;

/// The longest refresh interval, in seconds: a year of 365 days.
pub const LONGEST_REFRESH_INTERVAL: u32 = 31_536_000;

/// How far ahead changes are looked for: ten years, counted as 3,653 days.
pub const HORIZON_SECONDS: i64 = 3_653 * 86_400;

/// The type of access that a link's calendar gives; a link without one is permanent.
pub fn calendar_type(calendar: Option<&Calendar>, now: Time) -> CalendarType {
    let Some(calendar) = calendar else { return CalendarType::Permanent };
    if calendar.is_recurring() {
        CalendarType::Recurring
    } else if calendar.end_time.is_some() || calendar.start_time.is_some_and(|start| start > now) {
        CalendarType::Temporary
    } else {
        CalendarType::Permanent
    }
}

impl Calendar {
    /// Whether its end is past: nothing but a new end opens it again.
    pub fn is_expired(&self, now: Time) -> bool {
        self.end_time.is_some_and(|end| end <= now)
    }

    /// Whether it goes by weeks, weekdays or hours, so by the clock at the door.
    pub fn is_recurring(&self) -> bool {
        self.number_of_weeks.is_some()
            || self.week_days.is_some_and(|days| days.0 != 0)
            || self.daily_start.is_some()
            || self.daily_end.is_some()
    }

    /// Whether it is open at this instant for a door with the clock of `zone` (a door without one: [`Zone::utc`]).
    #[inline]
    pub fn is_open(&self, at: Time, zone: &Zone) -> bool {
        self.start_time.is_none_or(|start| start <= at)
            && self.end_time.is_none_or(|end| at < end)
            && Pattern::of(self, zone).is_none_or(|pattern| pattern.is_open(at, zone))
    }

    /// Whether it is open only when `other` is, for a door with the clock of `zone`: it begins and ends within the other's time, and its
    /// hours, weekdays and weeks are among the other's.
    pub fn is_within(&self, other: &Calendar, zone: &Zone) -> bool {
        let begins = other.start_time.is_none_or(|start| self.start_time.is_some_and(|own| start <= own));
        let ends = other.end_time.is_none_or(|end| self.end_time.is_some_and(|own| own <= end));
        let hours = Pattern::of(other, zone)
            .is_none_or(|other| Pattern::of(self, zone).unwrap_or(Pattern::ALWAYS).is_within(&other));
        begins && ends && hours
    }

    /// The next instant after this one at which it opens or closes for a door with the clock of `zone`; `None` when it stays as it is
    /// for the next ten years.
    pub fn next_change(&self, after: Time, zone: &Zone) -> Option<Time> {
        let pattern = Pattern::of(self, zone);
        let limit = after.plus_seconds(HORIZON_SECONDS);
        let change = if self.is_open(after, zone) {
            let closes = pattern.and_then(|pattern| pattern.next(false, after, limit, zone));
            earliest(closes, self.end_time)
        } else {
            let from = self.start_time.map_or(after, |start| start.max(after));
            let opens = match pattern {
                Some(pattern) => pattern.next(true, from, limit, zone),
                None => Some(from),
            };
            opens.filter(|opens| *opens > after && self.end_time.is_none_or(|end| *opens < end))
        };
        change.filter(|change| *change <= limit)
    }

    /// Whether what was asked for makes sense. Call it on every calendar that comes from outside.
    ///
    /// # Errors
    /// A refusal that names the field as it is called on the wire.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=LONGEST_REFRESH_INTERVAL).contains(&self.refresh_interval) {
            return Err(out_of_range("refresh_interval", "The refresh interval is from 1 second to a year"));
        }
        if self.week_days.is_some_and(|days| days.0 > Weekdays::ALL.0) {
            return Err(out_of_range("week_days", "Weekdays are numbers from 0 (Monday) to 6 (Sunday)"));
        }
        if self.daily_start.is_some_and(|start| start >= 86_400) {
            return Err(out_of_range("daily_start", "The daily start is from 0 to 86399 seconds after midnight"));
        }
        if self.daily_end.is_some_and(|end| !(1..=86_400).contains(&end)) {
            return Err(out_of_range("daily_end", "The daily end is from 1 to 86400 seconds after midnight"));
        }
        if self.daily_end.unwrap_or(86_400) <= self.daily_start.unwrap_or(0) {
            return Err(Refusal::field(
                "daily_end",
                FieldCode::NotAfterStart,
                "The daily end must be after the daily start",
            ));
        }
        match self.number_of_weeks {
            Some(0 | 53..) => {
                return Err(out_of_range("number_of_weeks", "The number of weeks is from 1 to 52"));
            }
            Some(2..) if self.start_time.is_none() => {
                let message = "A number of weeks above 1 is counted from a start, and there is none";
                return Err(Refusal::field("number_of_weeks", FieldCode::StartMissing, message));
            }
            _ => {}
        }
        match (self.start_time, self.end_time) {
            (Some(start), Some(end)) if end <= start => {
                Err(Refusal::field("end_time", FieldCode::NotAfterStart, "The end must be after the start"))
            }
            _ => Ok(()),
        }
    }
}

fn out_of_range(field: &'static str, message: &'static str) -> Refusal {
    Refusal::field(field, FieldCode::OutOfRange, message)
}

fn earliest(one: Option<Time>, other: Option<Time>) -> Option<Time> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}

#[cfg(test)]
mod tests;
