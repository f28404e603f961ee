//! When a lock's battery was read, which may be long before its bolt was last seen.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// For readings made before, the time is not known.
const SCHEMA: &str = "ALTER TABLE conditions ADD COLUMN battery_at $INT";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
