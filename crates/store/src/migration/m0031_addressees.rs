//! How many letters addresses were sent that people have sent to an address of their choice.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A row for each mailbox that was written to lately, and each kind of letter. `rested` as in `password_resets`.
const SCHEMA: &str = r"
CREATE TABLE addressees (
    mailbox $TEXT NOT NULL,
    kind $TEXT NOT NULL,
    rested $INT NOT NULL,
    PRIMARY KEY (mailbox, kind)
);
CREATE INDEX addressees_rested ON addressees (rested)
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
