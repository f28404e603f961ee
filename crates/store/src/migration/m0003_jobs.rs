//! Device operations: jobs, what the gateway knows of each bridge, and the last known condition of each lock.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A bridge does one job at a time: that is the unique index over those in progress (status 1). Waiting ones (status 0) are claimed by
// rank, then age. Finished ones go after an hour, found by their age. These rows outlive the devices they name, so nothing refers.
const SCHEMA: &str = r"
CREATE TABLE bridges (
    device $INT PRIMARY KEY,
    domain $INT NOT NULL,
    epoch $INT NOT NULL,
    online BOOLEAN NOT NULL,
    since $INT NOT NULL,
    replica $TEXT NOT NULL,
    seen $INT NOT NULL,
    firmware $TEXT NOT NULL,
    evt_upto $INT NOT NULL
);
CREATE INDEX bridges_domain ON bridges (domain);
CREATE INDEX bridges_online ON bridges (replica) WHERE online;
CREATE TABLE jobs (
    id $BLOB PRIMARY KEY,
    account $INT NOT NULL,
    domain $INT NOT NULL,
    user_id $INT NOT NULL,
    bridge $INT NOT NULL,
    lock_id $INT NOT NULL,
    serial $INT NOT NULL,
    operation $TEXT NOT NULL,
    arguments $TEXT NOT NULL,
    rank $INT NOT NULL,
    status $INT NOT NULL,
    created $INT NOT NULL,
    claimed $INT,
    epoch $INT,
    result $TEXT
);
CREATE UNIQUE INDEX jobs_in_progress ON jobs (bridge) WHERE status = 1;
CREATE INDEX jobs_waiting ON jobs (bridge, rank, created) WHERE status = 0;
CREATE INDEX jobs_created ON jobs (created);
CREATE TABLE conditions (
    lock_id $INT PRIMARY KEY,
    domain $INT NOT NULL,
    state $TEXT NOT NULL,
    battery $INT,
    at $INT NOT NULL
);
CREATE INDEX conditions_domain ON conditions (domain);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
