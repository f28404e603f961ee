//! First answers: what was answered to requests that carry a key by which they may be sent again.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

const SCHEMA: &str = r"
CREATE TABLE answers (
    id $BLOB NOT NULL PRIMARY KEY,
    account $INT NOT NULL,
    fingerprint $BLOB NOT NULL,
    created $INT NOT NULL,
    answer $BLOB NOT NULL
);
CREATE INDEX answers_created ON answers (created);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
