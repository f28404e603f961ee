//! Lists of days.

use super::hours;
use crate::StoreError;
use cardea_model::Time;
use cardea_model::calendar::DayList;
use cardea_model::ids::{DayListId, DomainId};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One list.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "day_lists")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Its name.
    pub name: String,
    /// Whose holidays these are; null: a list of one's own.
    pub country: Option<String>,
    /// Its days with their names, as JSON.
    pub days: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a list.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 4] = [Column::Name, Column::Country, Column::Days, Column::Created];

pub(crate) fn row(domain: DomainId, list: &DayList) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(list.id.0)),
        domain: Set(super::column(domain.0)),
        name: Set(list.name.clone()),
        country: Set(list.country.clone()),
        days: Set(hours::written_listed(&list.days)),
        created: Set(list.created.0),
    }
}

impl Model {
    /// The list.
    pub(crate) fn day_list(self) -> Result<DayList, StoreError> {
        Ok(DayList {
            id: DayListId(super::id(self.id)),
            name: self.name,
            country: self.country,
            days: hours::read_listed(&self.days)?,
            created: Time(self.created),
        })
    }
}
