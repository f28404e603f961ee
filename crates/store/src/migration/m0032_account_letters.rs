//! How many letters accounts were sent about how one signs in to them.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A row for each account and each thing that it was told of lately. `rested` as in `password_resets`.
const SCHEMA: &str = r"
CREATE TABLE account_letters (
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    about $TEXT NOT NULL,
    rested $INT NOT NULL,
    PRIMARY KEY (account, about)
);
CREATE INDEX account_letters_rested ON account_letters (rested)
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
