//! Offline keys that were issued.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// One row for each person and lock, so the table cannot outgrow the domain. A key outlives the access, the person and the lock that it was
// issued for, so no column is a foreign key.
const SCHEMA: &str = r"
CREATE TABLE issued_keys (
    user_id $INT NOT NULL,
    lock_id $INT NOT NULL,
    domain $INT NOT NULL,
    last $BLOB NOT NULL,
    issued_at $INT NOT NULL,
    valid_to $INT NOT NULL,
    PRIMARY KEY (user_id, lock_id)
);
CREATE INDEX issued_keys_lock ON issued_keys (lock_id, valid_to);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
