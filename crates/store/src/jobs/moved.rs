//! The end of a job that moved a bolt, which is what most jobs are for.

use super::steps::{From, finish, finish_update};
use super::{Column, Entity, Status, find};
use crate::conditions::{self, Reading};
use crate::log::{self, NewEntry};
use crate::{Store, StoreError};
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Statement,
};

/// A job that moved a bolt, and what that brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The job.
    pub id: [u8; 16],
    /// The epoch of its bridge that may end it.
    pub epoch: i64,
    /// What came of it, a JSON object.
    pub result: String,
    /// How the lock is now, where that is news.
    pub reading: Option<Reading>,
    /// What the log says of it.
    pub entry: NewEntry,
}

/// Ends a job that moved a bolt; false when it is over already, or another epoch has it. The lock's condition and the log get the movement
/// in any case.
///
/// # Errors
/// The database's.
pub async fn finish_moved(store: &Store, moved: Moved) -> Result<bool, StoreError> {
    if store.write_together(statements(store.backend(), &moved)?).await? == rows(store.backend()) {
        return Ok(true);
    }
    // The movement is in the log already, or the job cannot be ended from here.
    store.write(move |tx| Box::pin(finish_step_by_step(tx, moved))).await
}

/// The usual case: the movement is not in the log yet, and this epoch has the job in progress. Then the first two statements return a row
/// each. Otherwise neither does anything; the condition is right in both cases.
fn statements(backend: DbBackend, moved: &Moved) -> Result<Vec<Statement>, StoreError> {
    let Moved { id, epoch, result, reading, entry } = moved;
    let running = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.eq(id.to_vec()))
        .filter(Column::Status.eq(Status::InProgress as i64))
        .filter(Column::Epoch.eq(*epoch));
    let mut insert = log::insert_untold(entry, Expr::exists(running.into_query()))?;
    insert.returning(Query::returning().column(log::Column::Id));
    let told = log::Entity::find().select_only().column(log::Column::Id).filter(log::Column::Job.eq(id.to_vec()));
    let finish = finish_update(*id, From::InProgress { epoch: *epoch }, true, result.clone());
    let mut finish = finish.filter(Expr::exists(told.into_query())).into_query();
    finish.returning(Query::returning().column(Column::Id));
    let mut all: Vec<Statement> = log::hold(backend, entry.lock).into_iter().collect();
    all.extend([backend.build(&insert), backend.build(&finish)]);
    all.extend(reading.iter().map(|reading| conditions::put_statement(backend, reading)));
    Ok(all)
}

/// How many rows [`statements`] return in the usual case.
fn rows(backend: DbBackend) -> usize {
    match backend {
        // Holding the log returns a row, too.
        DbBackend::Postgres => 3,
        _ => 2,
    }
}

async fn finish_step_by_step(tx: &DatabaseTransaction, moved: Moved) -> Result<bool, StoreError> {
    let Moved { id, epoch, result, reading, entry } = moved;
    log::hold_all(tx, [entry.lock]).await?;
    let finished = finish(tx, id, From::InProgress { epoch }, true, result.clone()).await?;
    if let Some(reading) = &reading {
        conditions::put(tx, reading).await?;
    }
    log::record(tx, entry).await?;
    if finished {
        return Ok(true);
    }
    let row = find(tx, id).await?;
    Ok(row.is_some_and(|row| row.status() == Status::Succeeded && row.result.as_ref() == Some(&result)))
}
