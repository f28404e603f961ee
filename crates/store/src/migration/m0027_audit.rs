//! Ways to find changes by who made them, by which act, and by what they are of.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// The audit lists writes, newest first. All changes of a write have one actor and one act, so the first stands for it. `changes_thing` also
// leads from a change to the next one of the same row, which tells what the row became.
const SCHEMA: &str = "
CREATE INDEX changes_actor ON changes (domain, actor, revision) WHERE position = 0;
CREATE INDEX changes_act ON changes (domain, act, revision) WHERE position = 0;
CREATE INDEX changes_kind ON changes (domain, kind, revision);
CREATE INDEX changes_thing ON changes (domain, id, kind, revision, position)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
