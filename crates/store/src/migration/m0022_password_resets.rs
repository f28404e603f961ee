//! Links by which people choose a new password.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// One for each account, so that the table cannot outgrow the people. The token stands in it as its SHA-256; null: it was used, or another
// password was set, and the row only remembers how many letters were sent.
const SCHEMA: &str = r"
CREATE TABLE password_resets (
    account $INT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    token $BLOB UNIQUE,
    expires $INT NOT NULL,
    rested $INT NOT NULL
);
CREATE INDEX password_resets_expires ON password_resets (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
