//! An instant, as every crate, the database and the gateway hold it.

use jiff::fmt::StdFmtWrite;
use jiff::fmt::temporal::{DateTimePrinter, Pieces};
use jiff::tz::Offset;
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// Milliseconds since 1970-01-01T00:00:00Z. Text is ISO 8601 with an offset (`2020-10-18T18:22:24+00:00`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub i64);

/// Text that is not an instant: ISO 8601 with date, time and offset, years 0001 to 9998.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ISO 8601 instant with an offset")]
pub struct NotATime;

impl Time {
    /// The instant `seconds` after 1970, never beyond what the number holds.
    pub const fn from_seconds(seconds: i64) -> Self {
        Time(seconds.saturating_mul(1000))
    }
    /// Whole seconds since 1970, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
    /// This instant `seconds` later (earlier when negative), never beyond what the number holds.
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Time(self.0.saturating_add(seconds.saturating_mul(1000)))
    }
}

impl Add<i64> for Time {
    type Output = Time;
    /// `millis` later.
    fn add(self, millis: i64) -> Time {
        Time(self.0.saturating_add(millis))
    }
}
impl Sub for Time {
    type Output = i64;
    /// Milliseconds from `other` to this.
    fn sub(self, other: Time) -> i64 {
        self.0.saturating_sub(other.0)
    }
}

static SECONDS: DateTimePrinter = DateTimePrinter::new().precision(Some(0));
static MILLISECONDS: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// In seconds.
const DAY: i32 = 86_400;
const EARLIEST: i64 = -62_135_596_800_000;
const LATEST: i64 = 253_370_764_800_000;

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = jiff::Timestamp::from_millisecond(self.0.clamp(EARLIEST, LATEST - 1)).map_err(|_| fmt::Error)?;
        let printer = if self.0.rem_euclid(1000) == 0 { &SECONDS } else { &MILLISECONDS };
        printer.print_timestamp_with_offset(&shown, Offset::UTC, StdFmtWrite(f)).map_err(|_| fmt::Error)
    }
}
impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Time {
    type Err = NotATime;
    fn from_str(text: &str) -> Result<Self, NotATime> {
        let stamp: jiff::Timestamp = text.parse().map_err(|_| NotATime)?;
        // jiff knows offsets of up to 25:59:59; ISO 8601 has none of a day or more.
        let offset = Pieces::parse(text).ok().and_then(|pieces| pieces.to_numeric_offset()).ok_or(NotATime)?;
        let millis = stamp.as_millisecond();
        if offset.seconds().abs() < DAY && (EARLIEST..LATEST).contains(&millis) {
            Ok(Time(millis))
        } else {
            Err(NotATime)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_iso_8601_with_an_offset() {
        let time: Time = "2020-10-18T20:22:24+02:00".parse().unwrap();
        assert_eq!(time.to_string(), "2020-10-18T18:22:24+00:00");
        assert_eq!("2020-10-18T18:22:24Z".parse(), Ok(time));
        assert_eq!("2020-10-18T18:22:24.5Z".parse::<Time>().unwrap().to_string(), "2020-10-18T18:22:24.500+00:00");
        let same = ["2020-10-19T18:21:24+23:59", "2020-10-17T18:23:24-23:59", "2020-10-18T18:22:24+00"];
        assert_eq!(same.map(str::parse), [Ok(time); 3]);
        let no_instants =
            ["2020-10-18", "2020-10-18T18:22:24", "soon", "", "2020-13-18T18:22:24Z", "-000001-01-01T00:00:00Z"];
        let no_offsets =
            ["2020-10-18T18:22:24+24:00", "2020-10-18T18:22:24-25:59:59", "2020-10-18T18:22:24[Europe/Berlin]"];
        for wrong in no_instants.into_iter().chain(no_offsets) {
            assert_eq!(wrong.parse::<Time>(), Err(NotATime), "{wrong}");
        }
    }
}
