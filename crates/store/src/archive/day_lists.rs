//! Calendars name the lists of days that they use in one column, which no foreign key checks. Without a list, a calendar would open on days
//! on which it must not.

use crate::StoreError;
use crate::entity::{calendar, column, day_list};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use std::collections::HashSet;

/// Refuses what has a calendar that uses a list which its domain does not have.
pub(super) async fn all_there(connection: &impl ConnectionTrait) -> Result<(), StoreError> {
    let there = day_list::Entity::find().select_only().columns([day_list::Column::Domain, day_list::Column::Id]);
    let there: HashSet<(i64, i64)> = there.into_tuple().all(connection).await?.into_iter().collect();
    let used = calendar::Entity::find()
        .select_only()
        .columns([calendar::Column::Domain, calendar::Column::DayLists])
        .distinct()
        .filter(calendar::Column::DayLists.is_not_null());
    let used: Vec<(i64, String)> = used.into_tuple().all(connection).await?;
    for (domain, lists) in used {
        let lists = calendar::lists(&lists)?;
        if let Some(missing) = lists.iter().find(|list| !there.contains(&(domain, column(list.0)))) {
            return Err(StoreError::Archive(format!("a calendar uses {missing}, which is missing")));
        }
    }
    Ok(())
}
