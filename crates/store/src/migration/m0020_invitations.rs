//! Invitations that have been sent and not yet taken up.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// A token is made of the id and a key of the server, so none is stored. Somebody who is invited by username stands in `account`. Somebody
// invited by mail stands in `addressee`, in the form in which addresses are compared. Each may stand once in a domain. Both are null for a
// link that is handed on, of which there may be many. `person` is a person of the domain without an account, who gets the one that takes it
// up.
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
