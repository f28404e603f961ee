//! How many entries the log has of whom at which lock, so that nobody counts them; and indexes for every way to read it.

use super::run;
use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A row for each lock (`user_id` 0: by whomever) and for each person at each lock. `newest` is the time of the latest of its entries.
//
// `log_lock` is in the order of a lock's entries, `log_pair` in that of a person's at a lock, and `log_domain` in that of the whole
// domain, with all that a filter asks for. A person's entries at all locks are put together of those at each. The domain stands at the end
// of the first two: an id that came to another domain with a document must show nothing of where it was before.
const SCHEMA: &str = r"
DROP INDEX log_user;
DROP INDEX log_lock;
CREATE INDEX log_lock ON log (lock_id, time, id, domain);
CREATE INDEX log_pair ON log (user_id, lock_id, time, id, domain);
CREATE INDEX log_domain ON log (domain, time, id, lock_id, user_id);
CREATE TABLE log_totals (
    domain $INT NOT NULL,
    user_id $INT NOT NULL,
    lock_id $INT NOT NULL,
    entries $INT NOT NULL,
    newest $INT NOT NULL,
    PRIMARY KEY (domain, user_id, lock_id)
);
INSERT INTO log_totals SELECT domain, 0, lock_id, COUNT(*), MAX(time) FROM log GROUP BY domain, lock_id;
INSERT INTO log_totals SELECT domain, user_id, lock_id, COUNT(*), MAX(time) FROM log
    WHERE user_id IS NOT NULL GROUP BY domain, user_id, lock_id;
";

// The database itself counts, in the transaction that writes, whoever writes: a movement, retention, a restore. An entry gets its
// person later at most once; nothing else of it that counts ever changes.
const SQLITE: &str = r"
CREATE TRIGGER log_added AFTER INSERT ON log BEGIN
    INSERT INTO log_totals VALUES (NEW.domain, 0, NEW.lock_id, 1, NEW.time)
        ON CONFLICT (domain, user_id, lock_id) DO UPDATE SET entries = entries + 1, newest = MAX(newest, excluded.newest);
    INSERT INTO log_totals SELECT NEW.domain, NEW.user_id, NEW.lock_id, 1, NEW.time WHERE NEW.user_id IS NOT NULL
        ON CONFLICT (domain, user_id, lock_id) DO UPDATE SET entries = entries + 1, newest = MAX(newest, excluded.newest);
END;
CREATE TRIGGER log_known AFTER UPDATE OF user_id ON log WHEN OLD.user_id IS NULL AND NEW.user_id IS NOT NULL BEGIN
    INSERT INTO log_totals VALUES (NEW.domain, NEW.user_id, NEW.lock_id, 1, NEW.time)
        ON CONFLICT (domain, user_id, lock_id) DO UPDATE SET entries = entries + 1, newest = MAX(newest, excluded.newest);
END;
CREATE TRIGGER log_removed AFTER DELETE ON log BEGIN
    UPDATE log_totals SET entries = entries - 1
        WHERE domain = OLD.domain AND user_id IN (0, OLD.user_id) AND lock_id = OLD.lock_id;
    DELETE FROM log_totals
        WHERE domain = OLD.domain AND user_id IN (0, OLD.user_id) AND lock_id = OLD.lock_id AND entries <= 0;
END;
";

const POSTGRES: &str = r"
CREATE FUNCTION log_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO log_totals AS known
        SELECT domain, who, lock_id, COUNT(*), MAX(time) FROM added CROSS JOIN LATERAL (VALUES (0::bigint), (user_id)) AS whom (who)
        WHERE who IS NOT NULL GROUP BY domain, who, lock_id
        ON CONFLICT (domain, user_id, lock_id)
        DO UPDATE SET entries = known.entries + excluded.entries, newest = GREATEST(known.newest, excluded.newest);
    RETURN NULL;
END $$;
CREATE FUNCTION log_known() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO log_totals AS known VALUES (NEW.domain, NEW.user_id, NEW.lock_id, 1, NEW.time)
        ON CONFLICT (domain, user_id, lock_id)
        DO UPDATE SET entries = known.entries + 1, newest = GREATEST(known.newest, excluded.newest);
    RETURN NULL;
END $$;
CREATE FUNCTION log_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WITH gone AS (
        SELECT domain, who, lock_id, COUNT(*) AS entries FROM removed CROSS JOIN LATERAL (VALUES (0::bigint), (user_id)) AS whom (who)
        WHERE who IS NOT NULL GROUP BY domain, who, lock_id
    )
    UPDATE log_totals SET entries = log_totals.entries - gone.entries FROM gone
        WHERE log_totals.domain = gone.domain AND log_totals.user_id = gone.who AND log_totals.lock_id = gone.lock_id;
    DELETE FROM log_totals USING removed
        WHERE log_totals.domain = removed.domain AND log_totals.user_id IN (0, removed.user_id)
        AND log_totals.lock_id = removed.lock_id AND log_totals.entries <= 0;
    RETURN NULL;
END $$;
CREATE TRIGGER log_added AFTER INSERT ON log
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added();
CREATE TRIGGER log_known AFTER UPDATE OF user_id ON log
    FOR EACH ROW WHEN (OLD.user_id IS NULL AND NEW.user_id IS NOT NULL) EXECUTE FUNCTION log_known();
CREATE TRIGGER log_removed AFTER DELETE ON log
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_removed();
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await?;
        let triggers = match manager.get_database_backend() {
            DbBackend::Postgres => POSTGRES,
            _ => SQLITE,
        };
        manager.get_connection().execute_unprepared(triggers).await?;
        Ok(())
    }
}
