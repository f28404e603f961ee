//! The phones that people use, to which they are sent messages.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `registration` is sealed. A phone is known by what it calls itself, for each account alone.
const SCHEMA: &str = r"
CREATE TABLE client_devices (
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    identification $TEXT NOT NULL,
    platform_name $TEXT NOT NULL,
    platform_version $TEXT NOT NULL,
    platform_model $TEXT NOT NULL,
    application_identifier $TEXT NOT NULL,
    application_version $TEXT NOT NULL,
    release_state $TEXT NOT NULL,
    settings $TEXT,
    receives BOOLEAN NOT NULL,
    registration $BLOB,
    told $INT NOT NULL,
    expires $INT NOT NULL,
    PRIMARY KEY (account, identification)
);
CREATE INDEX client_devices_told ON client_devices (account, told, identification);
CREATE INDEX client_devices_expires ON client_devices (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
