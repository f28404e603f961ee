//! The only place that begins transactions.
//!
//! On PostgreSQL writers run at READ COMMITTED: every statement sees what was committed before it, and what must not move is locked by row
//! (a change's first statement updates its domains' rows), so there are no serialization failures to retry. Readers that need several
//! statements to agree run in one snapshot (REPEATABLE READ, read only). The connections are opened so (`connect.rs`), which saves each
//! transaction from saying it. On SQLite writers take turns in a fair queue, so each finds the one write connection free, and a
//! reader's transaction is a snapshot anyway.

use crate::StoreError;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, Statement, TransactionTrait, Values,
};
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Whose turn it is to write; used on SQLite alone.
pub(crate) type Queue = Arc<Mutex<()>>;

/// A transaction that writes. Dropped, it rolls back before the next writer's turn.
pub(crate) struct Writing {
    pub(crate) tx: DatabaseTransaction,
    _turn: Option<OwnedMutexGuard<()>>,
}

#[expect(clippy::disallowed_methods, reason = "this is the place whose use the lint sends everyone to")]
async fn begin(connection: &DatabaseConnection) -> Result<DatabaseTransaction, StoreError> {
    Ok(connection.begin().await?)
}

/// Waits for the turn to write.
pub(crate) async fn turn(connection: &DatabaseConnection, queue: &Queue) -> Option<OwnedMutexGuard<()>> {
    match connection.get_database_backend() {
        DbBackend::Sqlite => Some(Arc::clone(queue).lock_owned().await),
        _ => None,
    }
}

/// Begins to write.
pub(crate) async fn write(connection: &DatabaseConnection, queue: &Queue) -> Result<Writing, StoreError> {
    let turn = turn(connection, queue).await;
    Ok(Writing { tx: begin(connection).await?, _turn: turn })
}

/// A whole transaction on SQLite in one trip to its thread; answers the rows that its statements returned. The caller has the turn to write,
/// and is not cancelled: what is begun here is ended here.
pub(crate) async fn in_one_trip(writing: &DatabaseConnection, statements: Vec<Statement>) -> Result<usize, StoreError> {
    let (mut sql, mut values) = (String::from("BEGIN IMMEDIATE; "), Vec::new());
    for statement in statements {
        sql += &statement.sql;
        sql += "; ";
        values.extend(statement.values.into_iter().flat_map(|Values(values)| values));
    }
    sql += "COMMIT";
    let all = Statement { sql, values: Some(Values(values)), db_backend: DbBackend::Sqlite };
    match writing.query_all_raw(all).await {
        Ok(rows) => Ok(rows.len()),
        Err(error) => {
            // Some errors have rolled back by themselves, and then there is nothing to end.
            if let Err(nothing) = writing.execute_unprepared("ROLLBACK").await {
                tracing::debug!(%nothing, "no transaction was left open");
            }
            Err(error.into())
        }
    }
}

/// Begins to read one snapshot.
pub(crate) async fn snapshot(connection: &DatabaseConnection) -> Result<DatabaseTransaction, StoreError> {
    begin(connection).await
}

impl Writing {
    /// Makes it so.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.tx.commit().await?)
    }
    /// Leaves everything as it was.
    pub(crate) async fn rollback(self) -> Result<(), StoreError> {
        Ok(self.tx.rollback().await?)
    }
}
