//! The steps of a job through the ledger: made, claimed, ended, swept away.

use super::{ActiveModel, Column, Entity, Model, NewJob, Status, all_waiting, in_progress};
use crate::entity::column;
use crate::{SignIn, StoreError, bridges};
use cardea_model::Time;
use cardea_model::ids::{DeviceId, LockId};
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, IntoActiveModel,
    QueryFilter, QuerySelect, QueryTrait, Statement, UpdateMany,
};

/// How many old jobs one sweep removes at most.
const SWEEP: u64 = 10_000;

/// Writes down a job that waits for its turn.
///
/// # Errors
/// The database's.
pub async fn insert_waiting(tx: &DatabaseTransaction, job: NewJob) -> Result<Model, StoreError> {
    let row = job.row(Status::Created);
    Entity::insert(row.clone().into_active_model()).exec_without_returning(tx).await?;
    Ok(row)
}

/// Writes down a job that is over at once, since nothing is to be done for its answer. One statement.
///
/// # Errors
/// The database's.
pub async fn insert_over(
    database: &impl ConnectionTrait,
    job: NewJob,
    succeeded: bool,
    result: String,
) -> Result<(), StoreError> {
    let status = if succeeded { Status::Succeeded } else { Status::Failed };
    let row = Model { result: Some(result), ..job.row(status) };
    Entity::insert(row.into_active_model()).exec_without_returning(database).await?;
    Ok(())
}

// The bridge's row is locked in shared mode, so that no hello raises the epoch before it can see this job and take it over. So is the
// family of tokens: whoever ends that waits.
const INSERT_CLAIMED: &str = "INSERT INTO jobs (id, account, domain, user_id, bridge, lock_id, serial, operation, arguments, rank, status, created, claimed, epoch)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11, bridges.epoch FROM bridges, token_families
WHERE bridges.device = $5 AND bridges.epoch = $12 AND token_families.id = $13 AND token_families.account = $2";

/// Writes down a job whose turn it is at once, in one statement: the bridge is idle, and this process holds its connection in this epoch.
/// `None` when a newer epoch counts, or the sign-in by which it is asked for has been ended.
///
/// # Errors
/// The database's; that the bridge has a job in progress among them.
pub async fn insert_claimed(
    database: &impl ConnectionTrait,
    job: NewJob,
    epoch: i64,
    sign_in: SignIn,
) -> Result<Option<Model>, StoreError> {
    let backend = database.get_database_backend();
    let row = Model { claimed: Some(job.created.0), epoch: Some(epoch), ..job.row(Status::InProgress) };
    let values: [sea_orm::Value; 13] = [
        row.id.clone().into(),
        row.account.into(),
        row.domain.into(),
        row.user_id.into(),
        row.bridge.into(),
        row.lock_id.into(),
        row.serial.into(),
        row.operation.clone().into(),
        row.arguments.clone().into(),
        row.rank.into(),
        row.created.into(),
        epoch.into(),
        sign_in.family.to_vec().into(),
    ];
    let sql = match backend {
        DbBackend::Postgres => format!("{INSERT_CLAIMED} FOR SHARE"),
        _ => INSERT_CLAIMED.to_owned(),
    };
    let inserted = database.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok((inserted.rows_affected() > 0).then_some(row))
}

/// It is this job's turn, if it still waits; false when it does not.
///
/// # Errors
/// The database's; that the bridge has a job in progress among them.
pub async fn claim(tx: &DatabaseTransaction, id: [u8; 16], epoch: i64, now: Time) -> Result<bool, StoreError> {
    let claimed = Entity::update_many()
        .set(ActiveModel {
            status: Set(Status::InProgress.column()),
            claimed: Set(Some(now.0)),
            epoch: Set(Some(epoch)),
            ..Default::default()
        })
        .filter(Column::Id.eq(id.to_vec()))
        .filter(Column::Status.eq(Status::Created.column()))
        .exec(tx)
        .await?;
    Ok(claimed.rows_affected > 0)
}

/// Who may end a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Anybody, while the job still waits.
    Waiting,
    /// The epoch that has it in progress.
    InProgress {
        /// Of the bridge.
        epoch: i64,
    },
}

/// Ends a job, in one statement; false when it is over already, or another epoch has it.
///
/// # Errors
/// The database's.
pub async fn finish(
    database: &impl ConnectionTrait,
    id: [u8; 16],
    from: From,
    succeeded: bool,
    result: String,
) -> Result<bool, StoreError> {
    Ok(finish_update(id, from, succeeded, result).exec(database).await?.rows_affected > 0)
}

/// What [`finish`] runs.
pub(super) fn finish_update(id: [u8; 16], from: From, succeeded: bool, result: String) -> UpdateMany<Entity> {
    let status = if succeeded { Status::Succeeded } else { Status::Failed };
    let this = Entity::update_many()
        .set(ActiveModel { status: Set(status.column()), result: Set(Some(result)), ..Default::default() })
        .filter(Column::Id.eq(id.to_vec()));
    match from {
        From::Waiting => this.filter(Column::Status.eq(Status::Created.column())),
        From::InProgress { epoch } => {
            this.filter(Column::Status.eq(Status::InProgress.column())).filter(Column::Epoch.eq(epoch))
        }
    }
}

/// Ends all jobs that wait for this bridge.
///
/// # Errors
/// The database's.
pub async fn fail_waiting(tx: &DatabaseTransaction, bridge: DeviceId, result: String) -> Result<(), StoreError> {
    waiting_to_fail(bridge, result).exec(tx).await?;
    Ok(())
}

fn waiting_to_fail(bridge: DeviceId, result: String) -> UpdateMany<Entity> {
    Entity::update_many()
        .set(ActiveModel { status: Set(Status::Failed.column()), result: Set(Some(result)), ..Default::default() })
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 0"))
}

/// Ends all jobs that wait for this bridge, or for it to do something at one lock. Answers whether the bridge is at such a job now. Until
/// the transaction ends the bridge gets no other job.
///
/// # Errors
/// The database's.
pub async fn end_at(
    tx: &DatabaseTransaction,
    bridge: DeviceId,
    lock: Option<LockId>,
    result: String,
) -> Result<bool, StoreError> {
    bridges::hold(tx, bridge).await?;
    let at = lock.map(|lock| Column::LockId.eq(column(lock.0)));
    // The rows are locked in the order of their turns, as another process does that ends several at once: so the two never wait for each
    // other.
    let waiting =
        all_waiting(bridge).apply_if(at.clone(), |waiting, at| waiting.filter(at)).lock_exclusive().all(tx).await?;
    if !waiting.is_empty() {
        waiting_to_fail(bridge, result).apply_if(at, |waiting, at| waiting.filter(at)).exec(tx).await?;
    }
    let running = in_progress(tx, bridge).await?;
    Ok(running.is_some_and(|row| lock.is_none_or(|lock| row.lock() == lock)))
}

/// Ends the job that the ledger has in progress for this epoch, while the caller has the bridge's turn and knows that the bridge is at no
/// job. Such a job was committed unacknowledged, so this process did not know of it and never sent it.
///
/// # Errors
/// The database's.
pub async fn fail_unacknowledged(
    tx: &DatabaseTransaction,
    bridge: DeviceId,
    epoch: i64,
    result: String,
) -> Result<(), StoreError> {
    Entity::update_many()
        .set(ActiveModel { status: Set(Status::Failed.column()), result: Set(Some(result)), ..Default::default() })
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Column::Epoch.eq(epoch))
        .filter(Expr::cust("status = 1"))
        .exec(tx)
        .await?;
    Ok(())
}

/// Hands the job that this bridge is at over to a new epoch, and answers it.
///
/// # Errors
/// The database's.
pub async fn adopt(tx: &DatabaseTransaction, bridge: DeviceId, epoch: i64) -> Result<Option<Model>, StoreError> {
    Entity::update_many()
        .set(ActiveModel { epoch: Set(Some(epoch)), ..Default::default() })
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 1"))
        .exec(tx)
        .await?;
    in_progress(tx, bridge).await
}

/// Removes jobs that were asked for before this time; the number removed.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction, before: Time) -> Result<u64, StoreError> {
    let old =
        Query::select().column(Column::Id).from(Entity).and_where(Column::Created.lt(before.0)).limit(SWEEP).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(tx).await?.rows_affected)
}
