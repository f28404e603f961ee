//! The access log: one entry per moved bolt.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Entries outlive the locks and people they name, and carry their names. Pages and counts are served by the two first indexes. The
// third finds what a job's answer may already be told by, among the many that other jobs told. The last two let a job or a bridge's event
// enter once.
const SCHEMA: &str = r"
CREATE TABLE log (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL,
    time $INT NOT NULL,
    lock_id $INT NOT NULL,
    lock_name $TEXT NOT NULL,
    user_id $INT,
    username $TEXT NOT NULL,
    operation $TEXT NOT NULL,
    event $TEXT NOT NULL,
    job $BLOB,
    bridge $INT,
    eid $INT,
    posted BOOLEAN NOT NULL
);
CREATE INDEX log_lock ON log (lock_id, time, id);
CREATE INDEX log_user ON log (user_id, time, id);
CREATE INDEX log_no_job ON log (lock_id, time) WHERE job IS NULL;
CREATE UNIQUE INDEX log_job ON log (job) WHERE job IS NOT NULL;
CREATE UNIQUE INDEX log_evt ON log (bridge, eid) WHERE bridge IS NOT NULL;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
