//! Lists of days, and which calendars use them.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `calendars.day_lists`: the ids in their order, which a table of pairs would need a column for; which calendars use a list is asked of facts.
const SCHEMA: &str = r"
CREATE TABLE day_lists (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    name $TEXT NOT NULL,
    country $TEXT,
    days $TEXT NOT NULL,
    created $INT NOT NULL
);
CREATE INDEX day_lists_domain ON day_lists (domain, created, id);
ALTER TABLE calendars ADD COLUMN day_lists $TEXT;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
