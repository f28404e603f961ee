//! The end of a job that moved a bolt, which is what most jobs are for.

use super::steps::{From, finish_statement};
use super::{Status, find};
use crate::conditions::{self, Reading};
use crate::log::{self, NewEntry};
use crate::{StoreError, together};
use sea_orm::{ConnectionTrait, DatabaseTransaction};

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

/// Ends a job that moved a bolt; false when it is over already, or another epoch has it. The lock's condition and the log hear of the
/// movement in any case.
///
/// # Errors
/// The database's.
pub async fn finish_moved(tx: &DatabaseTransaction, moved: Moved) -> Result<bool, StoreError> {
    let Moved { id, epoch, result, reading, entry } = moved;
    let backend = tx.get_database_backend();
    log::take_turn(tx, entry.lock).await?;
    let mut statements = vec![
        finish_statement(backend, id, From::InProgress { epoch }, true, result.clone()),
        log::insert_untold(backend, &entry)?,
    ];
    statements.extend(reading.iter().map(|reading| conditions::put_statement(backend, reading)));
    let all = statements.len() as u64;
    if together::run(tx, statements).await? == all {
        return Ok(true);
    }
    // Somebody told of the movement before, a later reading is known, or the job is not to be ended from here.
    log::record(tx, entry).await?;
    let row = find(tx, id).await?;
    Ok(row.is_some_and(|row| row.status() == Status::Succeeded && row.result.as_ref() == Some(&result)))
}
