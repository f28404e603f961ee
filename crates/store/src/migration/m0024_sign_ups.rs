//! Accounts that people ask for, and the links by which owners signed in.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// One sign-up for each address, in the form in which addresses are compared. The token stands in it as its SHA-256; null: no link counts, and the
// row only remembers how many letters were sent. What was told beside the address is sealed.
const SCHEMA: &str = r"
CREATE TABLE sign_ups (
    address_key $TEXT PRIMARY KEY,
    token $BLOB UNIQUE,
    told $BLOB,
    expires $INT NOT NULL,
    rested $INT NOT NULL
);
CREATE INDEX sign_ups_expires ON sign_ups (expires);
CREATE INDEX invitations_of_addressee ON invitations (addressee);
CREATE TABLE used_links (
    id $BLOB PRIMARY KEY,
    expires $INT NOT NULL
);
CREATE INDEX used_links_expires ON used_links (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
