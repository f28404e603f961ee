//! What tokens may be used for: of families, of the codes that give them, and of the sessions that give codes.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// NULL: for everything, as all that were given before.
const SCHEMA: &str = r"
ALTER TABLE token_families ADD COLUMN scopes $INT;
ALTER TABLE sessions ADD COLUMN scopes $INT;
ALTER TABLE codes ADD COLUMN scopes $INT;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
