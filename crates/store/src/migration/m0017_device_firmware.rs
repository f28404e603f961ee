//! Which firmware somebody who stood at a device found it to run.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Whoever told it may leave before it is forgotten, so it refers to nobody.
const SCHEMA: &str = r"
CREATE TABLE device_firmware (
    domain $INT NOT NULL,
    serial $INT NOT NULL,
    identifier $TEXT NOT NULL,
    version $TEXT NOT NULL,
    pcb $TEXT NOT NULL,
    product $TEXT NOT NULL,
    user_id $INT NOT NULL,
    told $INT NOT NULL,
    PRIMARY KEY (domain, serial)
);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
