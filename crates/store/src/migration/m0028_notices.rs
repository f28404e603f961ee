//! The phones that people use, to which they are sent messages, and which letters the people of a domain get.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `registration` is sealed. A phone is known by what it calls itself, for each account alone. Of a link and an end people are told once; calendars
// are looked for by their end.
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
CREATE TABLE domain_settings (
    domain $INT PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
    letters_access_given BOOLEAN NOT NULL,
    letters_access_ending BOOLEAN NOT NULL
);
CREATE TABLE told_endings (
    link $INT NOT NULL,
    ends $INT NOT NULL,
    PRIMARY KEY (link, ends)
);
CREATE INDEX told_endings_ends ON told_endings (ends);
CREATE INDEX calendars_end ON calendars (end_time);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
