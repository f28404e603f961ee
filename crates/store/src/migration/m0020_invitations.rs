//! Invitations that have been sent and not yet taken up.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A token is made of the id and a key of the server, so none is stored. Whoever is invited stands in `account` (by username) or in `addressee` (by
// mail, in the form in which addresses are compared), once in a domain; both are null where a link is handed on, of which there may be many.
// `person` is who of the domain has no account, and gets the one of whoever takes it up.
const SCHEMA: &str = r"
CREATE TABLE invitations (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL,
    method $TEXT NOT NULL,
    account $INT,
    addressee $TEXT,
    sent_to $TEXT NOT NULL,
    alias $TEXT NOT NULL,
    person $INT,
    sent_by $INT NOT NULL,
    offers $TEXT NOT NULL,
    created $INT NOT NULL,
    expires $INT NOT NULL
);
CREATE UNIQUE INDEX invitations_account ON invitations (account, domain);
CREATE UNIQUE INDEX invitations_addressee ON invitations (domain, addressee);
CREATE INDEX invitations_of_domain ON invitations (domain, created, id);
CREATE INDEX invitations_expires ON invitations (expires);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
