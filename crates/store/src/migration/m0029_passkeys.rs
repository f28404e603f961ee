//! Passkeys, and the ceremonies by which they are added and shown.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `passkeys.id`: the SHA-256 of the id that the authenticator gave it. `used` NULL: nobody has signed in with it yet. A ceremony is named by
// what it is tied to, the browser or the sign-in that began it, so that each has one at a time.
const SCHEMA: &str = r"
CREATE TABLE passkeys (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name $TEXT NOT NULL,
    credential $TEXT NOT NULL,
    created $INT NOT NULL,
    used $INT
);
CREATE INDEX passkeys_account ON passkeys (account, created);
CREATE TABLE passkey_ceremonies (
    id $BLOB PRIMARY KEY,
    state $TEXT NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX passkey_ceremonies_expires ON passkey_ceremonies (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
