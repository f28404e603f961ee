//! Setting up the first owner by a one-time address, and the zone of a domain's new devices.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// At most one row, of id 1: a later address takes the place of the one before. The token stands in it as its SHA-256.
const SCHEMA: &str = r"
CREATE TABLE first_start (
    id $INT PRIMARY KEY CHECK (id = 1),
    token $BLOB NOT NULL,
    expires $INT NOT NULL
);
ALTER TABLE domains ADD COLUMN timezone $TEXT;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
