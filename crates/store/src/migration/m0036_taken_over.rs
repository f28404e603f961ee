//! Accounts that were created in a domain and own it now.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

const SCHEMA: &str = r"
ALTER TABLE accounts ADD COLUMN was_created BOOLEAN NOT NULL DEFAULT FALSE
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
