//! Several statements as one transaction in one trip. Each trip to SQLite's thread and back wakes two threads, which costs more than a
//! statement does; PostgreSQL takes them one by one.

use crate::store::uncancelled;
use crate::{Store, StoreError, transaction};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

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
            let _held = transaction::queue_to_write(&store.0.writing, &store.0.queue).await;
            transaction::in_one_trip(&store.0.writing, &store.0.queue, statements).await
        })
        .await
    }
}
