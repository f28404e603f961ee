//! Sign-in: sessions of the sign-in page, authorisation codes, and families of tokens. Hashes only.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Ids are hashes of what the browser or client holds. An account takes everything of its sign-ins along when it goes; the
// indexes serve that, the end of a session, and the sweep of what has ended.
const SCHEMA: &str = r"
CREATE TABLE sessions (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created $INT NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE TABLE codes (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    session $BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    client $TEXT NOT NULL,
    redirect_uri $TEXT NOT NULL,
    challenge $BLOB NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX codes_account ON codes (account);
CREATE INDEX codes_session ON codes (session);
CREATE INDEX codes_expires ON codes (expires);
CREATE TABLE token_families (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    client $TEXT NOT NULL,
    generation $INT NOT NULL,
    issued $INT,
    session $BLOB,
    code $BLOB UNIQUE,
    created $INT NOT NULL,
    expires $INT NOT NULL
);
CREATE INDEX token_families_account ON token_families (account);
CREATE INDEX token_families_session ON token_families (session);
CREATE INDEX token_families_expires ON token_families (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
