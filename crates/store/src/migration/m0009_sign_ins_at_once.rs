//! An account's sign-ins by when they end, so that the one least recently refreshed is found where there are too many.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// It serves whatever the index on the account alone did.
const SCHEMA: &str = r"
CREATE INDEX token_families_account_expires ON token_families (account, expires);
DROP INDEX token_families_account;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
