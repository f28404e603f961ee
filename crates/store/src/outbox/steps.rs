//! The steps of an entry: planned, claimed, tried again, over, swept away. Each is one statement.

use super::{ActiveModel, Column, Entity, Model, Waiting, fresh};
use crate::{Store, StoreError};
use cardea_model::Time;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QuerySelect, Statement,
};
use sha2::{Digest, Sha256};

/// How many old entries one sweep removes at most.
const SWEEP: u64 = 1_000;
/// The longest reason that is kept, in characters.
const REASON: usize = 500;

/// Sees to it that there is one recurring entry of each of these kinds, due at once where it is new.
///
/// # Errors
/// The database's.
pub async fn plan(store: &Store, kinds: &[&'static str]) -> Result<(), StoreError> {
    let ids: Vec<[u8; 16]> = kinds.iter().map(|kind| of_kind(kind)).collect();
    let there =
        Entity::find().select_only().column(Column::Id).filter(Column::Id.is_in(ids.iter().map(|id| id.to_vec())));
    let there: Vec<Vec<u8>> = there.into_tuple().all(store.read()).await?;
    let now = store.now();
    let missing = kinds.iter().zip(&ids).filter(|(_, id)| !there.contains(&id.to_vec()));
    let missing: Vec<Model> =
        missing.map(|(kind, id)| Model { recurring: true, ..fresh(id, kind, now, now) }).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let keep = OnConflict::column(Column::Id).do_nothing().to_owned();
    let rows = missing.into_iter().map(IntoActiveModel::into_active_model);
    let insert = Entity::insert_many(rows).on_conflict(keep).try_insert();
    store
        .write_one(move |database| {
            Box::pin(async move {
                insert.exec_without_returning(database).await?;
                Ok::<_, StoreError>(())
            })
        })
        .await
}

/// The id of the one recurring entry of this kind.
fn of_kind(kind: &str) -> [u8; 16] {
    let digest = Sha256::digest(format!("recurring {kind}"));
    std::array::from_fn(|at| digest[at])
}

/// Claims entries of this kind that are due, `count` at most: until the lease ends at `until`, no other claim gets them. The attempt counts
/// from now on, even if the process ends before it is made.
///
/// # Errors
/// The database's.
pub async fn claim(
    database: &impl ConnectionTrait,
    kind: &str,
    now: Time,
    until: Time,
    count: u32,
) -> Result<Vec<Model>, StoreError> {
    let backend = database.get_database_backend();
    let due = "SELECT id FROM outbox WHERE kind = $1 AND done IS NULL AND next_attempt <= $2 \
               ORDER BY next_attempt LIMIT $3";
    // The ids are an array, so that the inner query runs once: otherwise more rows could be locked and claimed than asked for.
    let these = match backend {
        DbBackend::Postgres => format!("= ANY(ARRAY({due} FOR UPDATE SKIP LOCKED))"),
        _ => format!("IN ({due})"),
    };
    let sql = format!(
        "UPDATE outbox SET claim = $4, next_attempt = $5, attempts = attempts + 1 WHERE id {these} RETURNING *"
    );
    let claim: [u8; 16] = rand::random();
    let values: [sea_orm::Value; 5] =
        [kind.into(), now.0.into(), i64::from(count).into(), claim.to_vec().into(), until.0.into()];
    let rows = database.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    rows.iter().map(|row| Ok(Model::from_query_result(row, "")?)).collect()
}

/// Changes an entry that this claim still holds; false when it does not.
async fn end(database: &impl ConnectionTrait, entry: &Model, to: ActiveModel) -> Result<bool, StoreError> {
    let held = Entity::update_many()
        .set(ActiveModel { claim: Set(None), ..to })
        .filter(Column::Id.eq(entry.id.clone()))
        .filter(Column::Claim.eq(entry.claim.clone()));
    Ok(held.exec(database).await?.rows_affected > 0)
}

/// It is done. False when the lease ended and another has claimed it.
///
/// # Errors
/// The database's.
pub async fn finish(database: &impl ConnectionTrait, entry: &Model, now: Time) -> Result<bool, StoreError> {
    let done =
        ActiveModel { done: Set(Some(now.0)), payload: Set(Vec::new()), last_error: Set(None), ..Default::default() };
    end(database, entry, done).await
}

/// It was not done, for this reason, and is tried again at `at`. False when the lease ended and another has claimed it.
///
/// # Errors
/// The database's.
pub async fn retry(database: &impl ConnectionTrait, entry: &Model, at: Time, reason: &str) -> Result<bool, StoreError> {
    let later = ActiveModel { next_attempt: Set(at.0), last_error: Set(Some(short(reason))), ..Default::default() };
    end(database, entry, later).await
}

/// It was not done, for this reason, and will not be. False when the lease ended and another has claimed it.
///
/// # Errors
/// The database's.
pub async fn give_up(
    database: &impl ConnectionTrait,
    entry: &Model,
    now: Time,
    reason: &str,
) -> Result<bool, StoreError> {
    end(database, entry, given_up(now, reason)).await
}

/// An entry that is given up.
pub(super) fn given_up(now: Time, reason: &str) -> ActiveModel {
    ActiveModel {
        done: Set(Some(now.0)),
        given_up: Set(true),
        payload: Set(Vec::new()),
        claim: Set(None),
        last_error: Set(Some(short(reason))),
        ..Default::default()
    }
}

/// This run of a recurring entry is over, well or (with a reason) not, and the next one is due at `due`. False when the lease ended and
/// another has claimed it.
///
/// # Errors
/// The database's.
pub async fn again(
    database: &impl ConnectionTrait,
    entry: &Model,
    due: Time,
    reason: Option<&str>,
) -> Result<bool, StoreError> {
    let next = ActiveModel {
        due: Set(due.0),
        next_attempt: Set(due.0),
        attempts: Set(0),
        last_error: Set(reason.map(short)),
        ..Default::default()
    };
    end(database, entry, next).await
}

fn short(reason: &str) -> String {
    reason.chars().take(REASON).collect()
}

/// When the next entry of this kind may be tried, if one waits.
///
/// # Errors
/// The database's.
pub async fn next_attempt(connection: &impl ConnectionTrait, kind: &str) -> Result<Option<Time>, StoreError> {
    let next = "SELECT next_attempt FROM outbox WHERE kind = $1 AND done IS NULL ORDER BY next_attempt LIMIT 1";
    let next = Statement::from_sql_and_values(connection.get_database_backend(), next, [kind.into()]);
    let row = connection.query_one_raw(next).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.map(Time))
}

/// How much of this kind waits.
///
/// # Errors
/// The database's.
pub async fn waiting(connection: &impl ConnectionTrait, kind: &str, now: Time) -> Result<Waiting, StoreError> {
    let question = "SELECT COUNT(*), MIN(due) FROM outbox WHERE kind = $1 AND done IS NULL AND due <= $2";
    let values = [kind.into(), now.0.into()];
    let question = Statement::from_sql_and_values(connection.get_database_backend(), question, values);
    let Some(row) = connection.query_one_raw(question).await? else { return Ok(Waiting::default()) };
    let count: i64 = row.try_get_by_index(0)?;
    let oldest: Option<i64> = row.try_get_by_index(1)?;
    Ok(Waiting { count: u64::try_from(count).unwrap_or_default(), oldest: oldest.map(Time) })
}

/// Removes entries that were over before this time; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(database: &impl ConnectionTrait, before: Time) -> Result<u64, StoreError> {
    let old = Query::select().column(Column::Id).from(Entity).and_where(Column::Done.lt(before.0)).limit(SWEEP).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(database).await?.rows_affected)
}
