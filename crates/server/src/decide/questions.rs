//! A question line: `{"user_id": …, "lock_id": …, "at": …}`. The usual form is read by hand; any other legal JSON by serde.

use cardea_model::Time;
use cardea_model::ids::{LockId, UserId};
use serde::Deserialize;
use std::borrow::Cow;

/// A question: may this person open this lock at this instant?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The person; `None` for text that is the id of nobody.
    pub user: Option<UserId>,
    /// The lock; `None` for text that is the id of no lock.
    pub lock: Option<LockId>,
    /// The instant.
    pub at: Time,
}

/// The question of a line.
///
/// # Errors
/// Why the line is none.
pub fn read(line: &[u8]) -> Result<Question, String> {
    match usual(line) {
        Some(question) => Ok(question),
        None => any(line),
    }
}

/// Any legal JSON object with the three fields.
fn any(line: &[u8]) -> Result<Question, String> {
    #[derive(Deserialize)]
    struct AnyQuestion<'a> {
        #[serde(borrow)]
        user_id: Cow<'a, str>,
        #[serde(borrow)]
        lock_id: Cow<'a, str>,
        #[serde(borrow)]
        at: Cow<'a, str>,
    }
    if !space(line).starts_with(b"{") {
        return Err("a question is a JSON object".to_owned());
    }
    let line: AnyQuestion = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let at = line.at.parse().map_err(|error| format!("at: {error}"))?;
    Ok(Question { user: line.user_id.parse().ok(), lock: line.lock_id.parse().ok(), at })
}

/// The three fields in any order, each once, without escapes; `None` for every other line.
fn usual(line: &[u8]) -> Option<Question> {
    let mut rest = token(line, b'{')?;
    let (mut user, mut lock, mut at) = (None, None, None);
    loop {
        let (key, after) = text(rest)?;
        let (value, after) = text(token(after, b':')?)?;
        let field = match key {
            b"user_id" => &mut user,
            b"lock_id" => &mut lock,
            b"at" => &mut at,
            _ => return None,
        };
        if field.replace(value).is_some() {
            return None;
        }
        match token(after, b',') {
            Some(after) => rest = after,
            None => {
                rest = token(after, b'}')?;
                break;
            }
        }
    }
    if !space(rest).is_empty() {
        return None;
    }
    Some(Question { user: id(user?, b"user-").map(UserId), lock: id(lock?, b"lock-").map(LockId), at: time(at?)? })
}

fn space(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    &text[first.unwrap_or(text.len())..]
}

fn token(text: &[u8], token: u8) -> Option<&[u8]> {
    space(text).strip_prefix(&[token])
}

/// A JSON string of printable ASCII without escapes, and what follows.
fn text(from: &[u8]) -> Option<(&[u8], &[u8])> {
    let from = token(from, b'"')?;
    let end = from.iter().position(|byte| !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\'))?;
    (from[end] == b'"').then(|| (&from[..end], &from[end + 1..]))
}

fn id(text: &[u8], kind: &[u8]) -> Option<u64> {
    let digits = text.strip_prefix(kind).filter(|digits| digits.len() == 12)?;
    digits.iter().try_fold(0, |number, digit| {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        Some(number << 4 | u64::from(digit))
    })
}

/// `2020-10-18T18:22:24+00:00`, with `Z` or another offset, with or without milliseconds; `None` for every other form of an instant.
fn time(text: &[u8]) -> Option<Time> {
    let (stamp, offset) = text.split_at_checked(19)?;
    for (place, mark) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
        if stamp[place] != mark {
            return None;
        }
    }
    let year = decimal(&stamp[..4])?;
    let month = decimal(&stamp[5..7])?;
    let day = decimal(&stamp[8..10])?;
    let (hour, minute, second) = (decimal(&stamp[11..13])?, decimal(&stamp[14..16])?, decimal(&stamp[17..])?);
    // Rare cases are left to the careful reader: days that only some months have, leap seconds, and years at the ends of what an instant
    // holds.
    if !(1000..9000).contains(&year)
        || !(1..=12).contains(&month)
        || !(1..=28).contains(&day)
        || hour > 23
        || minute > 59
        || second > 59
    {
        return None;
    }
    let (millis, offset) = match offset {
        [b'.', fraction @ ..] => (decimal(fraction.get(..3)?)?, &fraction[3..]),
        _ => (0, offset),
    };
    let ahead = match offset {
        b"Z" | b"+00:00" => 0,
        [sign @ (b'+' | b'-'), hours_and_minutes @ ..] if hours_and_minutes.len() == 5 && offset[3] == b':' => {
            let (hours, minutes) = (decimal(&offset[1..3])?, decimal(&offset[4..])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let minutes = hours * 60 + minutes;
            if *sign == b'+' { minutes } else { -minutes }
        }
        _ => return None,
    };
    // Years begin in March, so that leap days come last; day 0 is then the first of March of year 0.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(Time((((days * 24 + hour) * 60 + minute - ahead) * 60 + second) * 1000 + millis))
}

fn decimal(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0')))
}
