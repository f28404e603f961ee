//! Sign-ins as people know them, and personal access tokens.

use super::run;
use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `sign_in` says what belongs together: a session of the sign-in page, the families that came from it, the sessions that were made from
// these, and so on. It is drawn at random and no secret. `seen`, sealed: the address and the browser that it began with. `used`: when a
// token of the family was used last, about. `name`: the family is a personal access token, which its person calls so.
const SCHEMA: &str = r"
ALTER TABLE sessions ADD COLUMN sign_in $INT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seen $BLOB;
ALTER TABLE codes ADD COLUMN sign_in $INT NOT NULL DEFAULT 0;
ALTER TABLE token_families ADD COLUMN sign_in $INT NOT NULL DEFAULT 0;
ALTER TABLE token_families ADD COLUMN seen $BLOB;
ALTER TABLE token_families ADD COLUMN used $INT;
ALTER TABLE token_families ADD COLUMN name $TEXT
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await?;
        // 48 bits, as any id. Where one came from another over several steps, only the last step is known.
        let drawn = match manager.get_database_backend() {
            DbBackend::Postgres => "FLOOR(RANDOM() * 281474976710655)::BIGINT + 1",
            _ => "ABS(RANDOM() % 281474976710655) + 1",
        };
        for statement in [
            format!("UPDATE sessions SET sign_in = {drawn}"),
            format!("UPDATE token_families SET sign_in = {drawn}"),
            "UPDATE token_families SET sign_in = (SELECT sign_in FROM sessions WHERE sessions.id = token_families.session) \
             WHERE session IN (SELECT id FROM sessions)"
                .to_owned(),
            "UPDATE codes SET sign_in = (SELECT sign_in FROM sessions WHERE sessions.id = codes.session)".to_owned(),
        ] {
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}
