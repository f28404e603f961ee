//! By which provider somebody signed in, and the sign-in that a domain asks of its people.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// `issuer` NULL: no provider said who this is, or nobody wrote down which. Of whom a domain asks for it: `administrators` or `everyone`.
const SCHEMA: &str = r"
ALTER TABLE sessions ADD COLUMN issuer $TEXT;
ALTER TABLE codes ADD COLUMN issuer $TEXT;
ALTER TABLE token_families ADD COLUMN issuer $TEXT;
CREATE TABLE required_sign_ins (
    domain $INT PRIMARY KEY REFERENCES domains (id) ON DELETE CASCADE,
    issuer $TEXT NOT NULL,
    provider $TEXT NOT NULL,
    asked_of $TEXT NOT NULL
);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
