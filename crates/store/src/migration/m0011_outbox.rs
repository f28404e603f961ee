//! Work to be done outside the transaction that asks for it.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `due` stays what was asked for and tells how long the work has waited; `next_attempt` moves with each attempt, and while somebody is at
// it (`claim`) it is when their lease ends.
const SCHEMA: &str = r"
CREATE TABLE outbox (
    id $BLOB PRIMARY KEY,
    kind $TEXT NOT NULL,
    payload $BLOB NOT NULL,
    sealed BOOLEAN NOT NULL,
    recurring BOOLEAN NOT NULL,
    created $INT NOT NULL,
    due $INT NOT NULL,
    next_attempt $INT NOT NULL,
    attempts $INT NOT NULL,
    claim $BLOB,
    last_error $TEXT,
    done $INT,
    given_up BOOLEAN NOT NULL
);
CREATE INDEX outbox_next ON outbox (kind, next_attempt) WHERE done IS NULL;
CREATE INDEX outbox_due ON outbox (kind, due) WHERE done IS NULL;
CREATE INDEX outbox_done ON outbox (done) WHERE done IS NOT NULL;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
