//! Lists of days.

use super::calendar::{DayHours, OtherDay, none_for_null};
use crate::wire::example::{self, Example};
use crate::wire::schema::{DayListIdText, Instant, Wire};
use cardea_model::Refusal;
use cardea_model::calendar::{self, DayList, ListedDays};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Days otherwise with a name, which any calendar of the domain uses.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = DayList)]
pub struct DayListEntry {
    /// Its id.
    pub id: DayListIdText,
    /// What people call it.
    #[serde(default)]
    #[schema(required)]
    pub name: String,
    /// The country whose holidays these are (ISO 3166-1, `DK`), or the part of one (`DE-BY`); null: a list of one's own.
    #[serde(default)]
    #[schema(required, example = "DK")]
    pub country: Option<String>,
    /// Its days, by date.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, max_items = 366)]
    pub days: Vec<ListedDay>,
    /// When it was made.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
}

/// A date of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedDay {
    /// By the door's clock, 1970-01-01 to 2999-12-31.
    #[serde(default)]
    #[schema(example = "2026-12-25", format = "date", required)]
    pub date: String,
    /// What people call the day, or empty.
    #[serde(default)]
    #[schema(example = "Christmas Day", required)]
    pub name: String,
    /// Open at these; none, or null: closed.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, max_items = 8)]
    pub hours: Vec<DayHours>,
}

impl DayListEntry {
    /// The entry of this list.
    pub fn of(list: &DayList) -> Self {
        DayListEntry {
            id: Wire(list.id),
            name: list.name.clone(),
            country: list.country.clone(),
            days: list.days.iter().map(|(name, day)| ListedDay::of(name, day)).collect(),
            created: Wire(list.created),
        }
    }

    /// The row of this list.
    ///
    /// # Errors
    /// More days than a list has, days that are none, hours that are none; what [`DayList::checked`] says.
    pub fn row(&self) -> Result<DayList, Refusal> {
        let days = self.days.iter().map(ListedDay::row).collect::<Result<_, _>>()?;
        let list = DayList {
            id: self.id.0,
            name: self.name.clone(),
            country: self.country.clone(),
            days: ListedDays::of(days)?,
            created: self.created.0,
        };
        list.checked()
    }
}

impl ListedDay {
    pub(super) fn of(name: &str, day: &calendar::OtherDay) -> Self {
        let OtherDay { date, hours } = OtherDay::of(day);
        ListedDay { date, name: name.to_owned(), hours }
    }

    fn row(&self) -> Result<calendar::ListedDay, Refusal> {
        let day = OtherDay { date: self.date.clone(), hours: self.hours.clone() }.row()?;
        Ok(calendar::ListedDay { name: self.name.clone(), day })
    }
}

impl Example for DayListEntry {
    fn example() -> Value {
        json!(DayListEntry::of(example::day_list()))
    }
}
