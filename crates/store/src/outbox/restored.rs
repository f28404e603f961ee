//! What becomes of waiting work when a backup is restored: nobody may know whether it was done after the backup was made.
//!
//! Where the database that is replaced says that an entry still waits and nobody is at it, it goes on waiting. Everything else is given
//! up: a mail that is missed can be asked for again, one that comes twice cannot be taken back. What comes again and again goes on.

use super::steps::given_up;
use super::{Column, Entity};
use crate::StoreError;
use cardea_model::Time;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};
use sea_orm::{ConnectionTrait, Select};
use std::collections::HashSet;

/// Ids in one statement.
const AT_ONCE: usize = 500;
/// Why it is given up.
const REASON: &str = "a backup was restored, and nobody knows whether this was done since";

/// The ids of work that waits in the database about to be replaced and that nobody is at.
pub(crate) async fn untouched(tx: &DatabaseTransaction) -> Result<HashSet<Vec<u8>>, StoreError> {
    let ids: Vec<Vec<u8>> = once().filter(Column::Claim.is_null()).into_tuple().all(tx).await?;
    Ok(ids.into_iter().collect())
}

/// The ids of all work that waits and does not come again.
fn once() -> Select<Entity> {
    let waiting = Entity::find().filter(Column::Done.is_null()).filter(Column::Recurring.eq(false));
    waiting.select_only().column(Column::Id)
}

/// Gives up what waits in a restored database and may have been done since; the rest may be claimed.
pub(crate) async fn settle(
    tx: &DatabaseTransaction,
    untouched: &HashSet<Vec<u8>>,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute_unprepared("UPDATE outbox SET claim = NULL, next_attempt = due WHERE done IS NULL").await?;
    let mut unsure: Vec<Vec<u8>> = once().into_tuple().all(tx).await?;
    unsure.retain(|id| !untouched.contains(id));
    for ids in unsure.chunks(AT_ONCE) {
        let these = Entity::update_many().set(given_up(now, REASON)).filter(Column::Id.is_in(ids.to_vec()));
        these.exec(tx).await?;
    }
    if !unsure.is_empty() {
        tracing::warn!(entries = unsure.len(), "work that may have been done since the backup is given up");
    }
    Ok(())
}
