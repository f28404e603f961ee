//! Accounts, domains and their facts, the changes of these, and the settings of the database itself.

use super::run;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

// Every index serves a query. A domain is loaded page by page in order of creation (…_domain). Accounts are found by name and address, an
// account's users and domain by the account, and references to a row when it is removed. Ids are random, so on SQLite they are BIGINT and
// not INTEGER, and are not the place of a row. Rows then lie in order of creation, and a domain is read from one place.
const SCHEMA: &str = r"
CREATE TABLE meta (
    name $TEXT PRIMARY KEY,
    value $TEXT NOT NULL
);
CREATE TABLE secrets (
    name $TEXT PRIMARY KEY,
    sealed $BLOB NOT NULL,
    created $INT NOT NULL
);
CREATE TABLE accounts (
    id $INT PRIMARY KEY,
    username $TEXT NOT NULL,
    username_key $TEXT NOT NULL UNIQUE,
    password_hash $TEXT,
    display_name $TEXT NOT NULL,
    firstname $TEXT NOT NULL,
    lastname $TEXT NOT NULL,
    email_address $TEXT NOT NULL,
    email_key $TEXT NOT NULL,
    address $TEXT NOT NULL,
    phone $TEXT NOT NULL,
    language $TEXT NOT NULL,
    eula BOOLEAN NOT NULL,
    created $INT NOT NULL
);
CREATE INDEX accounts_email_key ON accounts (email_key);
CREATE TABLE domains (
    id $INT PRIMARY KEY,
    owner $INT NOT NULL UNIQUE REFERENCES accounts (id) $LATER,
    epoch $INT NOT NULL,
    revision $INT NOT NULL,
    created $INT NOT NULL
);
CREATE INDEX domains_created ON domains (created, id);
CREATE TABLE users (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    account $INT NOT NULL REFERENCES accounts (id) $LATER,
    role $TEXT NOT NULL,
    alias $TEXT NOT NULL,
    is_shadow_user BOOLEAN NOT NULL,
    readonly BOOLEAN NOT NULL,
    created $INT NOT NULL,
    UNIQUE (account, domain)
);
CREATE INDEX users_domain ON users (domain, created, id);
CREATE TABLE locks (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    name $TEXT NOT NULL,
    type $TEXT NOT NULL,
    serial $INT,
    device_type $TEXT,
    mac_address $INT,
    mcu_firmware $TEXT,
    rf_firmware $TEXT,
    design_id $INT,
    address $TEXT NOT NULL,
    timezone $TEXT,
    end_to_end_mode BOOLEAN NOT NULL,
    created $INT NOT NULL
);
CREATE INDEX locks_domain ON locks (domain, created, id);
CREATE TABLE devices (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    serial $INT NOT NULL,
    device_type $TEXT NOT NULL,
    name $TEXT NOT NULL,
    timezone $TEXT,
    public_key $BLOB,
    created $INT NOT NULL
);
CREATE INDEX devices_domain ON devices (domain, created, id);
CREATE TABLE serials (
    serial $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    lock_id $INT UNIQUE REFERENCES locks (id) $LATER,
    device_id $INT UNIQUE REFERENCES devices (id) $LATER,
    CHECK ((lock_id IS NULL) <> (device_id IS NULL))
);
CREATE INDEX serials_domain ON serials (domain);
CREATE TABLE pairings (
    lock_id $INT NOT NULL REFERENCES locks (id) $LATER,
    device_id $INT NOT NULL REFERENCES devices (id) $LATER,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    PRIMARY KEY (lock_id, device_id)
);
CREATE INDEX pairings_domain ON pairings (domain, lock_id, device_id);
CREATE INDEX pairings_device ON pairings (device_id);
CREATE TABLE groups (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    name $TEXT NOT NULL,
    type $TEXT NOT NULL,
    created $INT NOT NULL
);
CREATE INDEX groups_domain ON groups (domain, created, id);
CREATE TABLE user_memberships (
    group_id $INT NOT NULL REFERENCES groups (id) $LATER,
    user_id $INT NOT NULL REFERENCES users (id) $LATER,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    PRIMARY KEY (group_id, user_id)
);
CREATE INDEX user_memberships_domain ON user_memberships (domain, group_id, user_id);
CREATE INDEX user_memberships_user ON user_memberships (user_id);
CREATE TABLE lock_memberships (
    group_id $INT NOT NULL REFERENCES groups (id) $LATER,
    lock_id $INT NOT NULL REFERENCES locks (id) $LATER,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    PRIMARY KEY (group_id, lock_id)
);
CREATE INDEX lock_memberships_domain ON lock_memberships (domain, group_id, lock_id);
CREATE INDEX lock_memberships_lock ON lock_memberships (lock_id);
CREATE TABLE calendars (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    start_time $INT,
    refresh_interval $INT NOT NULL,
    end_time $INT,
    number_of_weeks $INT,
    week_days $INT,
    daily_start $INT,
    daily_end $INT,
    created $INT NOT NULL
);
CREATE INDEX calendars_domain ON calendars (domain, created, id);
CREATE TABLE links (
    id $INT PRIMARY KEY,
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    user_id $INT REFERENCES users (id) $LATER,
    user_group_id $INT REFERENCES groups (id) $LATER,
    lock_id $INT REFERENCES locks (id) $LATER,
    lock_group_id $INT REFERENCES groups (id) $LATER,
    calendar_id $INT REFERENCES calendars (id) $LATER,
    profile $TEXT NOT NULL,
    created $INT NOT NULL,
    CHECK ((user_id IS NULL) <> (user_group_id IS NULL)),
    CHECK ((lock_id IS NULL) <> (lock_group_id IS NULL))
);
CREATE INDEX links_domain ON links (domain, created, id);
CREATE INDEX links_user ON links (user_id);
CREATE INDEX links_user_group ON links (user_group_id);
CREATE INDEX links_lock ON links (lock_id);
CREATE INDEX links_lock_group ON links (lock_group_id);
CREATE INDEX links_calendar ON links (calendar_id);
CREATE TABLE changes (
    domain $INT NOT NULL REFERENCES domains (id) $LATER,
    revision $INT NOT NULL,
    position $INT NOT NULL,
    kind $TEXT NOT NULL,
    id $INT NOT NULL,
    other $INT NOT NULL,
    actor $INT,
    act $TEXT NOT NULL,
    time $INT NOT NULL,
    PRIMARY KEY (domain, revision, position)
);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, SCHEMA).await
    }
}
