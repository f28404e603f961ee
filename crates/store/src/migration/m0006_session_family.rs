//! Sessions made from an access token end with its family; the places that people signed in from.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A place is a keyed hash of an address: whoever reads the database learns no addresses.
const SCHEMA: &str = r"
ALTER TABLE sessions ADD COLUMN family $BLOB REFERENCES token_families (id) ON DELETE CASCADE;
CREATE INDEX sessions_family ON sessions (family);
CREATE TABLE sign_in_places (
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    place $BLOB NOT NULL,
    last $INT NOT NULL,
    PRIMARY KEY (account, place)
);
CREATE INDEX sign_in_places_last ON sign_in_places (last);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
