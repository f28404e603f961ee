//! Forgetting what is older than it is to be kept: changes and log entries.
//!
//! A batch is one short write, found along an index; other writers may write between two batches. The pages that it frees are used
//! again by what comes next, so the file of a SQLite database grows to what is kept and stays there. It is never made smaller: moving
//! pages about (`auto_vacuum`) would make each commit write more, for space that the next days need again.

use crate::entity::{change, column, domain, id};
use crate::{Store, StoreError, log};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement};

/// Rows in one batch.
const BATCH: u64 = 500;
/// Domains that are looked at in one statement.
const DOMAINS: u64 = 500;
/// Milliseconds in a day.
const DAY: i64 = 86_400_000;

/// How long what is kept, in days; 0: for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Changes. Whoever asks for changes since a revision before them loads everything again.
    pub changes_days: u32,
    /// Entries of the access log.
    pub log_days: u32,
}

/// How much was forgotten.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Changes.
    pub changes: u64,
    /// Entries of the access log.
    pub log: u64,
}

impl Store {
    /// Forgets what is older than it is to be kept, batch by batch. Stopped at any point, it has lost nothing but more of the oldest.
    ///
    /// # Errors
    /// What the database says.
    pub async fn prune(&self, retention: Retention) -> Result<Pruned, StoreError> {
        let before = |days: u32| (days > 0).then(|| self.now() + -i64::from(days) * DAY);
        let mut pruned = Pruned::default();
        if let Some(before) = before(retention.changes_days) {
            pruned.changes = self.prune_changes(before).await?;
        }
        if let Some(before) = before(retention.log_days) {
            pruned.log = self.prune_log(before).await?;
        }
        Ok(pruned)
    }

    async fn prune_changes(&self, before: Time) -> Result<u64, StoreError> {
        let (mut pruned, mut after) = (0, 0);
        loop {
            let page = domain::Entity::find()
                .select_only()
                .column(domain::Column::Id)
                .filter(domain::Column::Id.gt(after))
                .order_by_asc(domain::Column::Id)
                .limit(DOMAINS);
            let page: Vec<i64> = page.into_tuple().all(self.read()).await?;
            let Some(last) = page.last().copied() else { return Ok(pruned) };
            for domain in self.with_old_changes(after, last, before).await? {
                loop {
                    let forgotten = self.prune_changes_of(domain, before).await?;
                    pruned += forgotten;
                    if forgotten < BATCH {
                        break;
                    }
                }
            }
            after = last;
        }
    }

    /// The domains after one id and up to another whose oldest change is older than this.
    async fn with_old_changes(&self, after: i64, last: i64, before: Time) -> Result<Vec<DomainId>, StoreError> {
        let sql = "SELECT id FROM domains WHERE id > $1 AND id <= $2 AND \
                   (SELECT time FROM changes WHERE domain = domains.id ORDER BY revision, position LIMIT 1) < $3";
        let values = [after.into(), last.into(), before.0.into()];
        let rows = self.read().query_all_raw(Statement::from_sql_and_values(self.backend(), sql, values)).await?;
        rows.iter().map(|row| Ok(DomainId(id(row.try_get::<i64>("", "id")?)))).collect()
    }

    /// Forgets the oldest changes of a domain, at most one batch. They go in the order in which they came, so that what is left tells where
    /// it begins (see `changes`).
    async fn prune_changes_of(&self, domain: DomainId, before: Time) -> Result<u64, StoreError> {
        use change::Column;
        let here = Column::Domain.eq(column(domain.0));
        let oldest = change::Entity::find()
            .filter(here.clone())
            .order_by_asc(Column::Revision)
            .order_by_asc(Column::Position)
            .limit(BATCH);
        let oldest = oldest.all(self.read()).await?;
        let Some(last) = oldest.iter().take_while(|change| change.time < before.0).last() else { return Ok(0) };
        let key = Expr::tuple([Column::Revision, Column::Position].map(|part| Expr::col((change::Entity, part))));
        let upto = key.lte(Expr::tuple([Expr::value(last.revision), Expr::value(last.position)]));
        let delete = change::Entity::delete_many().filter(here).filter(upto);
        self.write_one(move |database| {
            Box::pin(async move { Ok::<_, StoreError>(delete.exec(database).await?.rows_affected) })
        })
        .await
    }

    async fn prune_log(&self, before: Time) -> Result<u64, StoreError> {
        let mut pruned = 0;
        loop {
            let oldest = log::Entity::find().select_only().column(log::Column::Id).column(log::Column::LockId);
            let oldest = oldest.filter(log::Column::Time.lt(before.0)).order_by_asc(log::Column::Time).limit(BATCH);
            let oldest: Vec<(i64, i64)> = oldest.into_tuple().all(self.read()).await?;
            if oldest.is_empty() {
                return Ok(pruned);
            }
            let full = oldest.len() as u64 == BATCH;
            let forgotten: Result<u64, StoreError> = self
                .write(move |tx| {
                    Box::pin(async move {
                        // The logs of the locks come first. Otherwise this transaction and another that writes of several locks could wait
                        // for each other's totals.
                        log::hold_all(tx, oldest.iter().map(|(_, lock)| LockId(id(*lock)))).await?;
                        let these = log::Column::Id.is_in(oldest.iter().map(|(entry, _)| *entry));
                        Ok(log::Entity::delete_many().filter(these).exec(tx).await?.rows_affected)
                    })
                })
                .await;
            pruned += forgotten?;
            if !full {
                return Ok(pruned);
            }
        }
    }
}
