//! The log by age, so that entries can be forgotten in the order in which they were made.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Changes need no such index: within a domain their primary key is in the order of time.
const SCHEMA: &str = "CREATE INDEX log_time ON log (time)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
