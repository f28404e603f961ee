//! Calendars.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::calendar::{Calendar, Weekdays};
use cardea_model::ids::{CalendarId, DomainId};
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
}

/// What belongs to a calendar.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 8] = [
    Column::StartTime,
    Column::RefreshInterval,
    Column::EndTime,
    Column::NumberOfWeeks,
    Column::WeekDays,
    Column::DailyStart,
    Column::DailyEnd,
    Column::Created,
];

pub(crate) fn row(domain: DomainId, calendar: &Calendar) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(calendar.id.0)),
        domain: Set(super::column(domain.0)),
        start_time: Set(calendar.start_time.map(|time| time.0)),
        refresh_interval: Set(i64::from(calendar.refresh_interval)),
        end_time: Set(calendar.end_time.map(|time| time.0)),
        number_of_weeks: Set(calendar.number_of_weeks.map(i64::from)),
        week_days: Set(calendar.week_days.map(|days| i64::from(days.0))),
        daily_start: Set(calendar.daily_start.map(i64::from)),
        daily_end: Set(calendar.daily_end.map(i64::from)),
        created: Set(calendar.created.0),
    }
}

impl Model {
    /// The calendar.
    pub(crate) fn calendar(self) -> Result<Calendar, StoreError> {
        let days = self.week_days.map(|days| super::small("week days", days)).transpose()?;
        Ok(Calendar {
            id: CalendarId(super::id(self.id)),
            start_time: self.start_time.map(Time),
            refresh_interval: super::small("refresh interval", self.refresh_interval)?,
            end_time: self.end_time.map(Time),
            number_of_weeks: self.number_of_weeks.map(|weeks| super::small("weeks", weeks)).transpose()?,
            week_days: days.map(Weekdays),
            daily_start: self.daily_start.map(|second| super::small("daily start", second)).transpose()?,
            daily_end: self.daily_end.map(|second| super::small("daily end", second)).transpose()?,
            created: Time(self.created),
        })
    }
}
