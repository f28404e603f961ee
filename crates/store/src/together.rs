//! Several statements in one trip. Each trip to SQLite's thread and back wakes two threads, which costs more than a statement does.

use crate::StoreError;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, Values};

/// Runs the statements one after the other, and answers how many rows they changed in all. On SQLite their placeholders are plain `?`, as
/// the query builder makes them.
pub(crate) async fn run(tx: &DatabaseTransaction, statements: Vec<Statement>) -> Result<u64, StoreError> {
    let backend = tx.get_database_backend();
    if backend == DbBackend::Sqlite {
        return Ok(tx.execute_raw(joined(statements)).await?.rows_affected());
    }
    let mut changed = 0;
    for statement in statements {
        changed += tx.execute_raw(statement).await?.rows_affected();
    }
    Ok(changed)
}

fn joined(statements: Vec<Statement>) -> Statement {
    let (mut sql, mut values) = (Vec::new(), Vec::new());
    for statement in statements {
        sql.push(statement.sql);
        values.extend(statement.values.into_iter().flat_map(|Values(values)| values));
    }
    Statement { sql: sql.join("; "), values: Some(Values(values)), db_backend: DbBackend::Sqlite }
}
