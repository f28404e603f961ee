//! Lists of days otherwise, which the calendars of a domain share (docs/access-rules.md, Lists of days).

use super::other_days::{OtherDay, in_order};
use crate::code::{FieldCode, Refusal};
use crate::ids::DayListId;
use crate::names;
use crate::time::Time;
use std::sync::Arc;

/// The most days of a list: those of a leap year.
pub const MOST_LISTED_DAYS: usize = 366;

/// A day of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDay {
    /// What people call it ("Good Friday"), or empty.
    pub name: String,
    /// The date and its hours.
    pub day: OtherDay,
}

/// The days of a list, by date.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedDays {
    days: Arc<[OtherDay]>,
    names: Box<[String]>,
}

/// Days otherwise with a name, for any calendar of the domain to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayList {
    /// Its id.
    pub id: DayListId,
    /// What people call it.
    pub name: String,
    /// The country whose holidays these are, or the part of one: ISO 3166-1 (`DK`) or 3166-2 (`DE-BY`). `None`: a list of one's own. It
    /// decides nothing.
    pub country: Option<String>,
    /// Its days.
    pub days: ListedDays,
    /// When it was made.
    pub created: Time,
}

impl ListedDays {
    /// These days.
    ///
    /// # Errors
    /// `days` or `hours`, `too_many`; `date`, `invalid` or `already_there`; `name`; and what hours may be wrong in.
    pub fn of(mut listed: Vec<ListedDay>) -> Result<ListedDays, Refusal> {
        if listed.len() > MOST_LISTED_DAYS {
            let message = format!("A list has at most {MOST_LISTED_DAYS} days");
            return Err(Refusal::field("days", FieldCode::TooMany, message));
        }
        listed.sort_by_key(|listed| listed.day.date);
        let mut names = Vec::with_capacity(listed.len());
        let mut days = Vec::with_capacity(listed.len());
        for ListedDay { name, day } in listed {
            names.push(names::text("name", &name)?);
            days.push(day);
        }
        Ok(ListedDays { days: in_order(days)?.into(), names: names.into() })
    }

    /// The days by date, each with its name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OtherDay)> {
        self.names.iter().map(String::as_str).zip(self.days.iter())
    }

    /// The days alone, by date.
    pub(super) fn days(&self) -> &Arc<[OtherDay]> {
        &self.days
    }
}

impl DayList {
    /// The list with its name as it is kept.
    ///
    /// # Errors
    /// `name`; `country`, `invalid`.
    pub fn checked(self) -> Result<DayList, Refusal> {
        if self.country.as_ref().is_some_and(|country| !is_country(country)) {
            let message = "A country is two capital letters (DK), and a part of one has its code after them (DE-BY)";
            return Err(Refusal::field("country", FieldCode::Invalid, message));
        }
        Ok(DayList { name: names::name("name", &self.name)?, ..self })
    }
}

/// Two capital letters, and after them up to two parts of 1 to 8 capital letters and digits: countries have parts, and these have some.
fn is_country(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    parts.next().is_some_and(|country| country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase()))
        && parts.clone().count() <= 2
        && parts.all(is_part)
}

#[cfg(test)]
mod tests {
    use super::is_country;

    #[test]
    fn a_country_is_written_as_iso_3166_has_it() {
        for text in ["DK", "DE-BY", "GB-SCT", "US-LA-NO", "ES-CT", "FR-57"] {
            assert!(is_country(text), "{text}");
        }
        for text in ["", "dk", "D", "DNK", "DE-", "-BY", "DE-by", "DE-BY-A-B", "DE BY", "DE-ABCDEFGHI", "ÖÄ"] {
            assert!(!is_country(text), "{text}");
        }
    }
}
