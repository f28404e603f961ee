//! Sign-in by other people's providers: what is linked to an account, and who is under way to one.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `provider_links.id`: the SHA-256 of issuer and subject, so that whoever a provider names has one account. `used` NULL: nobody has signed in
// by it yet. `provider_visits.id`: the SHA-256 of the state; `kept` is sealed for it.
const SCHEMA: &str = r"
CREATE TABLE provider_links (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    issuer $TEXT NOT NULL,
    subject $TEXT NOT NULL,
    shown $TEXT NOT NULL,
    created $INT NOT NULL,
    used $INT
);
CREATE UNIQUE INDEX provider_links_account ON provider_links (account, issuer);
CREATE TABLE provider_visits (
    id $BLOB PRIMARY KEY,
    browser $BLOB NOT NULL,
    kept $BLOB NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX provider_visits_expires ON provider_visits (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
