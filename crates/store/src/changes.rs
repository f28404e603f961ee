//! The change feed: what changed in a domain since a revision.

use crate::change::Actor;
use crate::entity::{change, column, id};
use crate::facts::rows;
use crate::{Store, StoreError};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::RowKey;
use cardea_model::{Revision, Time};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// One changed row; what it is now stands in the facts, where it is missing once removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The write.
    pub revision: Revision,
    /// The row.
    pub key: RowKey,
    /// Who did it.
    pub actor: Actor,
    /// The act.
    pub act: String,
    /// When.
    pub time: Time,
}

/// What changed since a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// These, oldest first.
    List(Vec<Change>),
    /// That revision is not of this database's present life, or too long ago, or what came after it was forgotten: load everything again.
    Reset,
}

/// Whether a list of changes is complete since the write `since`. `first` is the write and position of the oldest change in the list, and
/// `last` the number of the last write. Each write has changes, counted from 0, and the oldest are forgotten first: what is missing is
/// missing at the beginning.
pub(crate) fn is_all_since(first: Option<(i64, i64)>, since: i64, last: i64) -> bool {
    match first {
        Some(first) => first == (since + 1, 0),
        None => since == last,
    }
}

impl Store {
    /// What changed in the domain after `since`; [`Changes::Reset`] when that is more than `limit` rows.
    ///
    /// # Errors
    /// [`StoreError::NoSuchDomain`], and what the database says.
    pub async fn changes_since(&self, domain: DomainId, since: Revision, limit: u64) -> Result<Changes, StoreError> {
        let head = rows::head(self.read(), domain).await?.ok_or(StoreError::NoSuchDomain(domain))?;
        if since.epoch != head.revision.epoch || since.number > head.revision.number || since.number < 0 {
            return Ok(Changes::Reset);
        }
        let rows = change::Entity::find()
            .filter(change::Column::Domain.eq(column(domain.0)))
            .filter(change::Column::Revision.gt(since.number))
            .order_by_asc(change::Column::Revision)
            .order_by_asc(change::Column::Position)
            .limit(limit.saturating_add(1))
            .into_partial_model::<change::Bare>()
            .all(self.read())
            .await?;
        let first = rows.first().map(|row| (row.revision, row.position));
        if rows.len() as u64 > limit || !is_all_since(first, since.number, head.revision.number) {
            return Ok(Changes::Reset);
        }
        let change = |row: change::Bare| {
            Ok(Change {
                revision: Revision { epoch: head.revision.epoch, number: row.revision },
                key: row.key()?,
                actor: row.actor.map_or(Actor::Program, |account| Actor::Account(AccountId(id(account)))),
                act: row.act,
                time: Time(row.time),
            })
        };
        Ok(Changes::List(rows.into_iter().map(change).collect::<Result<_, StoreError>>()?))
    }
}
