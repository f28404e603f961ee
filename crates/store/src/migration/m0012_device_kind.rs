//! What devices and locks can do, where they say more than their type's name does.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// NULL: as the type says. Until now every type that begins with danabridge was a bridge, and every one with danapad a keypad.
const SCHEMA: &str = r#"
ALTER TABLE devices ADD COLUMN kind $TEXT;
ALTER TABLE locks ADD COLUMN kind $TEXT;
UPDATE devices SET kind = '{"capabilities":["bridge"]}'
    WHERE device_type LIKE 'danabridge%' AND device_type NOT IN ('danabridgev1', 'danabridgev2', 'danabridgev3');
UPDATE devices SET kind = '{"capabilities":["keypad"]}' WHERE device_type LIKE 'danapad%' AND device_type <> 'danapadv3';
"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
