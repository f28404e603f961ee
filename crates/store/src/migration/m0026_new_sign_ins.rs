//! Letters of sign-ins from where nobody signed in before, and passwords that are to be replaced at the first sign-in.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A row for each account that has ever signed in, as far as anybody remembers. `rested` as in `password_resets`.
const SCHEMA: &str = r"
CREATE TABLE new_sign_ins (
    account $INT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    rested $INT NOT NULL
);
INSERT INTO new_sign_ins SELECT DISTINCT account, 0 FROM sign_in_places;
ALTER TABLE accounts ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
