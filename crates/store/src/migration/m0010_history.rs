//! What a row was before each change, so that the facts of any revision can be told.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Of changes made before, nobody knows. A change of a person carries their account in `other`, so that what is told of them can be
// found and erased.
const SCHEMA: &str = "
ALTER TABLE changes ADD COLUMN before $TEXT;
CREATE INDEX changes_person ON changes (other) WHERE kind = 'user' AND other <> 0";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
