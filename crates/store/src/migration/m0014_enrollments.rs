//! Enrollments that were begun: bridges whose key is still to be proven.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// One for each device, so that the table cannot outgrow the domain. The token stands in it as its SHA-256. A row may outlive the device by an
// hour, so nothing refers.
const SCHEMA: &str = r"
CREATE TABLE enrollments (
    device $INT PRIMARY KEY,
    domain $INT NOT NULL,
    user_id $INT NOT NULL,
    token $BLOB NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX enrollments_expires ON enrollments (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
