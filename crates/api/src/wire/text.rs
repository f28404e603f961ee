//! Ids, serial numbers and instants as text, written without allocating: lists hold hundreds of them.

use cardea_devices::JobId;
use cardea_model::Time;
use cardea_model::ids::{
    AccountId, CalendarId, DayListId, DomainId, GroupId, InvitationId, LinkId, LockId, PersonalTokenId, Serial,
    SignInId, UserId,
};
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// The longest text of all: an instant with milliseconds.
const LONGEST: usize = 40;

/// A few bytes of ASCII on the stack.
pub struct Short {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Short {
    /// A text of known length.
    fn of<const LEN: usize>(text: [u8; LEN]) -> Self {
        let mut bytes = [0; LONGEST];
        bytes[..LEN].copy_from_slice(&text);
        Short { bytes, len: LEN }
    }
    /// Some text.
    fn from(text: &[u8]) -> Self {
        let mut bytes = [0; LONGEST];
        bytes[..text.len()].copy_from_slice(text);
        Short { bytes, len: text.len() }
    }
    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

/// The last six bytes of a number, the first before the others, as two digits each.
fn pairs(number: u64) -> [[u8; 2]; 6] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let [_, _, bytes @ ..] = number.to_be_bytes();
    bytes.map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
}

/// A number below 100 as two digits.
fn two(number: u64) -> [u8; 2] {
    [b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8]
}

/// What has a short text on the wire; the same text as its `Display`.
pub trait Text: FromStr {
    /// What the text looks like, for error messages.
    const EXPECTED: &'static str;
    /// The text.
    fn text(&self) -> Short;
}

fn id(prefix: &str, number: u64) -> Short {
    let mut bytes = [0; LONGEST];
    let dash = prefix.len();
    bytes[..dash].copy_from_slice(prefix.as_bytes());
    bytes[dash] = b'-';
    bytes[dash + 1..dash + 13].copy_from_slice(pairs(number).as_flattened());
    Short { bytes, len: dash + 13 }
}

macro_rules! ids {
    ($($name:ident $prefix:literal),*) => {$(
        impl Text for $name {
            const EXPECTED: &'static str = concat!("an id like ", $prefix, "-0366ba845fb5");
            fn text(&self) -> Short {
                id($prefix, self.0)
            }
        }
    )*};
}

ids!(UserId "user", LockId "lock", GroupId "group", CalendarId "calendar", DayListId "day_list", InvitationId "invitation", AccountId "account", DomainId "domain",
    SignInId "session", PersonalTokenId "token");

impl Text for LinkId {
    const EXPECTED: &'static str = "an id like lock_user-0366ba845fb5";
    fn text(&self) -> Short {
        id(self.kind().prefix(), self.number())
    }
}

impl Text for Serial {
    const EXPECTED: &'static str = "a serial number like 00:1b:ac:0f:e2:99";
    fn text(&self) -> Short {
        let [[a, b], [c, d], [e, f], [g, h], [i, j], [k, l]] = pairs(self.0);
        Short::of([a, b, b':', c, d, b':', e, f, b':', g, h, b':', i, j, b':', k, l])
    }
}

impl Text for JobId {
    const EXPECTED: &'static str = "the id of an operation, like 0f8fad5b-d9cb-469f-a165-70867728950e";
    fn text(&self) -> Short {
        Short::from(self.0.hyphenated().encode_lower(&mut uuid::Uuid::encode_buffer()).as_bytes())
    }
}

impl Text for Time {
    const EXPECTED: &'static str = "an ISO 8601 instant with an offset, like 2020-10-18T18:22:24+00:00";
    fn text(&self) -> Short {
        let (days, millis) = (self.0.div_euclid(86_400_000), self.0.rem_euclid(86_400_000) as u64);
        // Days since 0000-03-01 in eras of 400 years; the year begins in March so that leap days come last.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        if !(1..=9_998).contains(&year) {
            return Short::from(self.to_string().as_bytes());
        }
        let [[y, e], [a, r], [m, o], [d, q]] = [year as u64 / 100, year as u64, month as u64, day as u64].map(two);
        let [[h, i], [n, u], [s, t]] = [millis / 3_600_000, millis / 60_000 % 60, millis / 1_000 % 60].map(two);
        let mut bytes = *b"0000-00-00T00:00:00.000+00:00";
        bytes[..19].copy_from_slice(&[y, e, a, r, b'-', m, o, b'-', d, q, b'T', h, i, b':', n, u, b':', s, t]);
        if millis.is_multiple_of(1_000) {
            bytes.copy_within(23.., 19);
            return Short::from(&bytes[..25]);
        }
        let [c, x] = two(millis % 1_000 / 10);
        bytes[20..23].copy_from_slice(&[c, x, b'0' + (millis % 10) as u8]);
        Short::of(bytes)
    }
}

/// Text that is read as a `T` while it is deserialised.
struct Read<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr> Visitor<'_> for Read<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Reads what its text tells, which looks as `expected` says.
///
/// # Errors
/// Text that is no `T`.
pub fn read<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D, expected: &'static str) -> Result<T, D::Error> {
    deserializer.deserialize_str(Read { expected, read: PhantomData })
}
