//! What devices and locks can do, where they say more than their type's name does.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// NULL: as the type says.
const SCHEMA: &str = r"
ALTER TABLE devices ADD COLUMN kind $TEXT;
ALTER TABLE locks ADD COLUMN kind $TEXT;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
