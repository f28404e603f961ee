//! Discoveries: devices that somebody's phone or a bridge hears, and that may be brought in.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Anybody may hear a device, so its row says nothing of whose it is, and refers to nothing: who heard it may leave before it is forgotten.
const SCHEMA: &str = r"
CREATE TABLE discoveries (
    domain $INT NOT NULL,
    serial $INT NOT NULL,
    display_name $TEXT NOT NULL,
    device_type $TEXT NOT NULL,
    firmware $TEXT NOT NULL,
    version $TEXT NOT NULL,
    enrolled BOOLEAN,
    user_id $INT,
    bridge $INT,
    discovered $INT NOT NULL,
    PRIMARY KEY (domain, serial)
);
CREATE INDEX discoveries_of_domain ON discoveries (domain, discovered);
CREATE INDEX discoveries_discovered ON discoveries (discovered);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
