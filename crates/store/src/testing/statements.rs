//! What went through a store, and whether the database has an index for each.

use crate::Store;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::sync::{Arc, Mutex, PoisonError};

/// What went through a store. Clones are the same list.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<Statement>>>);

/// Records all statements that go through the store from now on. Only while nothing has cloned the store yet.
pub fn record(store: &mut Store) -> Statements {
    let statements = Statements::default();
    let inner = Arc::get_mut(&mut store.0).expect("nothing has cloned the store");
    for connection in [&mut inner.reading, &mut inner.writing] {
        let kept = statements.clone();
        connection.set_metric_callback(move |info| kept.keep(info.statement));
    }
    statements
}

impl Statements {
    fn keep(&self, statement: &Statement) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(statement.clone());
    }

    /// Takes what was recorded so far.
    pub fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the database how it runs each recorded statement, and demands that none reads a whole table. On SQLite that is no scan but
    /// along an index, on PostgreSQL no sequential scan where there is another way at all. Answers how many it asked for.
    pub async fn demand_indexes(&self, store: &Store) -> usize {
        let mut asked = 0;
        for statement in self.take().into_iter().flat_map(parts) {
            let verb = statement.sql.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            if !["SELECT", "INSERT", "UPDATE", "DELETE"].contains(&verb.as_str()) {
                continue;
            }
            let plan = explain(store, &statement).await;
            // Where the statement itself makes a table, that may be read whole.
            let made = |scan: &str| {
                let table = scan.split(' ').nth(1).unwrap_or_default();
                ["MATERIALIZE", "CO-ROUTINE"]
                    .iter()
                    .any(|how| plan.lines().any(|line| line == format!("{how} {table}")))
            };
            let scanned = plan.lines().find(|line| match store.backend() {
                DbBackend::Postgres => line.contains("Seq Scan"),
                _ => {
                    line.starts_with("SCAN")
                        && !["INDEX", "CONSTANT ROW", "VALUES"].iter().any(|word| line.contains(word))
                        && !made(line)
                }
            });
            assert_eq!(scanned, None, "{}\n{plan}", statement.sql);
            asked += 1;
        }
        asked
    }
}

/// The statements that went in one trip, each with its values; they hold no text but in values.
fn parts(statement: Statement) -> Vec<Statement> {
    if !statement.sql.contains("; ") {
        return vec![statement];
    }
    let mut values = statement.values.into_iter().flat_map(|values| values.0);
    let part = |sql: &str| {
        let values = values.by_ref().take(sql.matches('?').count()).collect();
        Statement { sql: sql.to_owned(), values: Some(sea_orm::Values(values)), db_backend: statement.db_backend }
    };
    statement.sql.split("; ").map(part).collect()
}

/// How the database runs this statement, a line for each step.
async fn explain(store: &Store, statement: &Statement) -> String {
    let backend = store.backend();
    let (prefix, column) = match backend {
        DbBackend::Postgres => ("EXPLAIN", "QUERY PLAN"),
        _ => ("EXPLAIN QUERY PLAN", "detail"),
    };
    let question = Statement { sql: format!("{prefix} {}", statement.sql), ..statement.clone() };
    let writing = store.begin().await.expect("the database answers");
    if backend == DbBackend::Postgres {
        writing.tx.execute_unprepared("SET LOCAL enable_seqscan = off").await.expect("the database answers");
    }
    let rows = writing.tx.query_all_raw(question).await.expect("the database explains");
    let lines: Vec<String> = rows.iter().map(|row| row.try_get("", column).expect("a line of the plan")).collect();
    writing.rollback().await;
    lines.join("\n")
}
