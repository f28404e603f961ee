//! Dates by the clock at a door.

use jiff::civil;
use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, as days since 1970-01-01. Text is ISO 8601 (`2026-12-24`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Date(pub i32);

/// Text that is not a date of the years 1970 to 2999, written with four, two and two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ISO 8601 date of the years 1970 to 2999")]
pub struct NotADate;

impl Date {
    /// The last day that is one.
    pub const LAST: Date = Date(376_199);

    /// Whether it lies in the years 1970 to 2999.
    pub fn is_possible(self) -> bool {
        (0..=Date::LAST.0).contains(&self.0)
    }
}

const EPOCH: civil::Date = civil::date(1970, 1, 1);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = EPOCH.checked_add(jiff::Span::new().days(self.0)).map_err(|_| fmt::Error)?;
        fmt::Display::fmt(&shown, f)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Date {
    type Err = NotADate;
    fn from_str(text: &str) -> Result<Self, NotADate> {
        let shape = text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        let date: civil::Date = text.parse().ok().filter(|_| shape && text.len() == 10).ok_or(NotADate)?;
        let days = (date - EPOCH).get_days();
        Some(Date(days)).filter(|date| date.is_possible()).ok_or(NotADate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_iso_8601_and_nothing_else() {
        for (text, days) in
            [("1970-01-01", 0), ("2026-12-24", 20_811), ("2024-02-29", 19_782), ("2999-12-31", Date::LAST.0)]
        {
            assert_eq!(text.parse(), Ok(Date(days)), "{text}");
            assert_eq!(Date(days).to_string(), text);
        }
        let wrong = [
            "",
            "2026-2-29",
            "2026-02-29",
            "20261224",
            "2026-12-24T00:00",
            "1969-12-31",
            "3000-01-01",
            "+002026-12-24",
            "24.12.2026",
        ];
        for text in wrong {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
    }
}
