//! Calendars.

use super::hours;
use crate::StoreError;
use cardea_model::Time;
use cardea_model::calendar::{Calendar, RuleSet, Weekdays};
use cardea_model::ids::{CalendarId, DayListId, DomainId};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One calendar; nulls mean always.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "calendars")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// From this instant on, in milliseconds since 1970.
    pub start_time: Option<i64>,
    /// Seconds that a key stays valid without renewal.
    pub refresh_interval: i64,
    /// Before this instant, in milliseconds since 1970.
    pub end_time: Option<i64>,
    /// Every n-th week.
    pub number_of_weeks: Option<i64>,
    /// Weekdays, one bit each, Monday lowest.
    pub week_days: Option<i64>,
    /// From this second of the day on.
    pub daily_start: Option<i64>,
    /// Before this second of the day.
    pub daily_end: Option<i64>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The rule sets after the first, as JSON; null where there are none. The columns above are the first.
    pub further_rule_sets: Option<String>,
    /// Its own days otherwise, as JSON; null where there are none.
    pub other_days: Option<String>,
    /// The ids of the lists of days that it uses, as JSON in their order; null where there are none.
    pub day_lists: Option<String>,
    /// When the rule set that lasts longest ends, in milliseconds since 1970; null where one has no end.
    pub ends: Option<i64>,
}

/// What belongs to a calendar.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 12] = [
    Column::StartTime,
    Column::RefreshInterval,
    Column::EndTime,
    Column::NumberOfWeeks,
    Column::WeekDays,
    Column::DailyStart,
    Column::DailyEnd,
    Column::Created,
    Column::FurtherRuleSets,
    Column::OtherDays,
    Column::DayLists,
    Column::Ends,
];

pub(crate) fn row(domain: DomainId, calendar: &Calendar) -> ActiveModel {
    let first = calendar.rule_sets.first();
    ActiveModel {
        id: Set(super::column(calendar.id.0)),
        domain: Set(super::column(domain.0)),
        start_time: Set(calendar.start_time.map(|time| time.0)),
        refresh_interval: Set(i64::from(calendar.refresh_interval)),
        end_time: Set(first.end_time.map(|time| time.0)),
        number_of_weeks: Set(first.number_of_weeks.map(i64::from)),
        week_days: Set(first.week_days.map(|days| i64::from(days.0))),
        daily_start: Set(first.daily_start.map(i64::from)),
        daily_end: Set(first.daily_end.map(i64::from)),
        created: Set(calendar.created.0),
        further_rule_sets: Set(hours::written_rule_sets(calendar.rule_sets.further())),
        other_days: Set(hours::written_days(calendar.other_days.own())),
        day_lists: Set(hours::written_lists(calendar.other_days.lists())),
        ends: Set(calendar.end_time().map(|time| time.0)),
    }
}

/// The lists that this column names.
pub(crate) fn lists(written: &str) -> Result<Vec<DayListId>, StoreError> {
    Ok(hours::read_other_days(None, Some(written))?.lists().to_vec())
}

impl Model {
    /// The calendar.
    pub(crate) fn calendar(self) -> Result<Calendar, StoreError> {
        let days = self.week_days.map(|days| super::small("week days", days)).transpose()?;
        let first = RuleSet {
            end_time: self.end_time.map(Time),
            number_of_weeks: self.number_of_weeks.map(|weeks| super::small("weeks", weeks)).transpose()?,
            week_days: days.map(Weekdays),
            daily_start: self.daily_start.map(|second| super::small("daily start", second)).transpose()?,
            daily_end: self.daily_end.map(|second| super::small("daily end", second)).transpose()?,
        };
        Ok(Calendar {
            id: CalendarId(super::id(self.id)),
            start_time: self.start_time.map(Time),
            refresh_interval: super::small("refresh interval", self.refresh_interval)?,
            rule_sets: hours::read_rule_sets(first, self.further_rule_sets.as_deref())?,
            other_days: hours::read_other_days(self.other_days.as_deref(), self.day_lists.as_deref())?,
            created: Time(self.created),
        })
    }
}
