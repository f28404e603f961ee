//! Several statements as one transaction in one trip. Each trip to SQLite's thread and back wakes two threads, which costs more than a
//! statement does; PostgreSQL takes them one by one.

use crate::store::uncancelled;
use crate::{Store, StoreError, transaction};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, Values};

impl Store {
    /// Runs the statements one after the other, all of them or none, and answers how many rows they returned. On SQLite their placeholders
    /// are plain `?`, as the query builder makes them.
    pub(crate) async fn write_together(&self, statements: Vec<Statement>) -> Result<usize, StoreError> {
        if self.backend() != DbBackend::Sqlite {
            return self
                .write(move |tx| {
                    Box::pin(async move {
                        let mut rows = 0;
                        for statement in statements {
                            rows += tx.query_all_raw(statement).await?.len();
                        }
                        Ok(rows)
                    })
                })
                .await;
        }
        let store = self.clone();
        uncancelled(async move {
            let _turn = transaction::turn(&store.0.writing, &store.0.queue).await;
            in_one_trip(&store.0.writing, statements).await
        })
        .await
    }
}

/// The caller has the turn to write, and is not cancelled: what is begun here is ended here.
async fn in_one_trip(writing: &DatabaseConnection, statements: Vec<Statement>) -> Result<usize, StoreError> {
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
