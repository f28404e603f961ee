//! Several rule sets of a calendar, and days that are otherwise.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// The columns of the rule that there was are the first rule set. `ends`: the end of the one that lasts longest, by which people are told.
const SCHEMA: &str = r"
ALTER TABLE calendars ADD COLUMN further_rule_sets $TEXT;
ALTER TABLE calendars ADD COLUMN other_days $TEXT;
ALTER TABLE calendars ADD COLUMN ends $INT;
UPDATE calendars SET ends = end_time WHERE end_time IS NOT NULL;
DROP INDEX calendars_end;
CREATE INDEX calendars_ends ON calendars (ends);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
