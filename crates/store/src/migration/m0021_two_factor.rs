//! Two-factor sign-in: seeds of one-time codes, recovery codes, and when whoever is signed in last proved who they are.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `required` NULL: the seed was drawn, and no code of it was shown yet. `proven` NULL: signed in before it was kept, so nobody knows.
const SCHEMA: &str = r"
CREATE TABLE two_factor (
    account $INT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    seed $BLOB NOT NULL,
    required $INT,
    last_step $INT NOT NULL
);
CREATE TABLE recovery_codes (
    account $INT NOT NULL REFERENCES two_factor (account) ON DELETE CASCADE,
    code $BLOB NOT NULL,
    PRIMARY KEY (account, code)
);
ALTER TABLE token_families ADD COLUMN proven $INT;
ALTER TABLE sessions ADD COLUMN proven $INT;
ALTER TABLE codes ADD COLUMN proven $INT;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
