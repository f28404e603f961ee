//! The only place that begins and ends transactions.
//!
//! On PostgreSQL writers run at READ COMMITTED: every statement sees what was committed before it. What must not change meanwhile is locked
//! by row: a change's first statement updates the rows of its domains. So there are no serialization failures to retry. Readers that need
//! several statements to agree run in one snapshot (REPEATABLE READ, read only). Connections are opened with these settings (`connect.rs`),
//! so no transaction has to name them. On SQLite writers wait in a fair queue, so each finds the one write connection free. A
//! reader's transaction is a snapshot there anyway.

use crate::StoreError;
#[cfg(feature = "testing")]
use crate::faults::Step;
use crate::trust::Trust;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait, Values,
};
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Who writes, one after the other on SQLite alone, and whether what was written can be trusted. Clones are the same queue.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    sqlite: Arc<Mutex<()>>,
    pub(crate) trust: Trust,
}

/// A transaction that writes. Dropped, it rolls back before the next writer begins.
pub(crate) struct Writing {
    pub(crate) tx: DatabaseTransaction,
    trust: Trust,
    _held: Option<OwnedMutexGuard<()>>,
}

#[expect(clippy::disallowed_methods, reason = "this is the place whose use the lint sends everyone to")]
async fn begin(connection: &DatabaseConnection) -> Result<DatabaseTransaction, StoreError> {
    Ok(connection.begin().await?)
}

/// On SQLite this fails where the connection is in a transaction already: BEGIN IMMEDIATE cannot be nested, as a savepoint would be.
#[expect(clippy::disallowed_methods, reason = "this is the place whose use the lint sends everyone to")]
async fn begin_to_write(connection: &DatabaseConnection) -> Result<DatabaseTransaction, StoreError> {
    let immediate = Some(SqliteTransactionMode::Immediate);
    let options = TransactionOptions { sqlite_transaction_mode: immediate, ..TransactionOptions::default() };
    Ok(connection.begin_with_options(options).await?)
}

/// Waits until nobody else writes, which is asked on SQLite alone.
pub(crate) async fn queue_to_write(connection: &DatabaseConnection, queue: &Queue) -> Option<OwnedMutexGuard<()>> {
    match connection.get_database_backend() {
        DbBackend::Sqlite => Some(Arc::clone(&queue.sqlite).lock_owned().await),
        _ => None,
    }
}

/// Begins to write.
pub(crate) async fn write(connection: &DatabaseConnection, queue: &Queue) -> Result<Writing, StoreError> {
    let _held = queue_to_write(connection, queue).await;
    let trust = queue.trust.clone();
    let tx = match begin_to_write(connection).await {
        Err(error) if error.is_of_this_connection() => {
            match connection.get_database_backend() {
                // The connection may be inside a transaction that never ends; then nothing written on it since is stored.
                DbBackend::Sqlite => trust.failed(&error),
                _ => trust.refused(&error),
            }
            // Nothing was done yet, so it is tried once more, on another connection.
            begin_to_write(connection).await
        }
        begun => begun,
    };
    let writing = Writing { tx: tx.inspect_err(|error| trust.refused(error))?, trust, _held };
    #[cfg(feature = "testing")]
    if writing.trust.faults().lose(Step::Begun, &writing.tx).await {
        return Err(crate::faults::lost());
    }
    Ok(writing)
}

/// A whole transaction on SQLite in one trip to its thread; answers how many rows its statements returned. The queue has to be held, and
/// this must not be cancelled: what is begun here is ended here.
pub(crate) async fn in_one_trip(
    writing: &DatabaseConnection,
    queue: &Queue,
    statements: Vec<Statement>,
) -> Result<usize, StoreError> {
    let (mut sql, mut values) = (String::from("BEGIN IMMEDIATE; "), Vec::new());
    for statement in statements {
        sql += &statement.sql;
        sql += "; ";
        values.extend(statement.values.into_iter().flat_map(|Values(values)| values));
    }
    sql += "COMMIT";
    let all = Statement { sql, values: Some(Values(values)), db_backend: DbBackend::Sqlite };
    let done = async {
        match writing.query_all_raw(all).await {
            Ok(rows) => Ok(rows.len()),
            Err(error) => {
                // After some errors SQLite has rolled back by itself, and there is nothing to end.
                if let Err(nothing) = writing.execute_unprepared("ROLLBACK").await {
                    tracing::debug!(%nothing, "no transaction was left open");
                }
                Err(error.into())
            }
        }
    };
    alone(queue, |_: &StoreError| false, done).await
}

/// Whether the database answered that a constraint forbids it: then database and connection work.
pub(crate) fn is_answer(error: &(dyn std::error::Error + 'static)) -> bool {
    let said =
        std::iter::successors(Some(error), |error| error.source()).find_map(|error| error.downcast_ref::<DbErr>());
    said.and_then(DbErr::sql_err).is_some()
}

/// Runs work that is a transaction of its own, and remembers whether it ended well. `is_answer` tells an error that leaves the connection
/// usable and is no failure.
pub(crate) async fn alone<T, E: From<StoreError> + std::error::Error>(
    queue: &Queue,
    is_answer: impl FnOnce(&E) -> bool,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let trust = &queue.trust;
    #[cfg(feature = "testing")]
    let work = async {
        trust.faults().stop_at(Step::Begun)?;
        let done = work.await?;
        trust.faults().stop_at(Step::Ended)?;
        Ok(done)
    };
    let done = work.await;
    match &done {
        Ok(_) => trust.worked(),
        Err(error) if is_answer(error) => {}
        Err(error) => trust.failed(error),
    }
    done
}

/// Begins to read one snapshot.
pub(crate) async fn snapshot(connection: &DatabaseConnection) -> Result<DatabaseTransaction, StoreError> {
    begin(connection).await
}

impl Writing {
    /// Commits. After an error it is unknown whether it was committed.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        let Writing { tx, trust, _held } = self;
        #[cfg(feature = "testing")]
        trust.faults().lose(Step::Ending, &tx).await;
        let committed = tx.commit().await.map_err(StoreError::from);
        #[cfg(feature = "testing")]
        let committed = committed.and_then(|()| trust.faults().stop_at(Step::Ended));
        match &committed {
            Ok(()) => trust.worked(),
            Err(error) => trust.failed(error),
        }
        committed
    }

    /// Leaves everything as it was. Where the database cannot be told, the connection is closed, which has the same effect.
    pub(crate) async fn rollback(self) {
        let Writing { tx, trust, _held } = self;
        #[cfg(feature = "testing")]
        trust.faults().lose(Step::Ending, &tx).await;
        if let Err(error) = tx.rollback().await {
            trust.failed(&error);
        }
    }
}
