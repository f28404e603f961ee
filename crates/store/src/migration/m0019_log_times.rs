//! An entry that a client told of gets the time of the bridge that tells of it too: the newest of its streams may be later by that.

use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

const SQLITE: &str = r"
CREATE TRIGGER log_moved AFTER UPDATE OF time ON log WHEN NEW.time > OLD.time BEGIN
    UPDATE log_totals SET newest = MAX(newest, NEW.time)
        WHERE domain = NEW.domain AND user_id IN (0, NEW.user_id) AND lock_id = NEW.lock_id;
END;
";

const POSTGRES: &str = r"
CREATE FUNCTION log_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE log_totals SET newest = GREATEST(newest, NEW.time)
        WHERE domain = NEW.domain AND user_id IN (0, NEW.user_id) AND lock_id = NEW.lock_id;
    RETURN NULL;
END $$;
CREATE TRIGGER log_moved AFTER UPDATE OF time ON log
    FOR EACH ROW WHEN (NEW.time > OLD.time) EXECUTE FUNCTION log_moved();
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let triggers = match manager.get_database_backend() {
            DbBackend::Postgres => POSTGRES,
            _ => SQLITE,
        };
        manager.get_connection().execute_unprepared(triggers).await?;
        Ok(())
    }
}
