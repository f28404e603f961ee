//! The schema, one migration per file, in order. A migration that was released never changes.

mod m0001_facts;
mod m0002_sign_in;
mod m0003_jobs;
mod m0004_log;
mod m0005_issued_keys;
mod m0006_session_family;
mod m0007_battery_read;
mod m0008_retention;
mod m0009_sign_ins_at_once;
mod m0010_history;
mod m0011_outbox;
mod m0012_device_kind;
mod m0013_log_totals;
mod m0014_enrollments;
mod m0015_token_scopes;
mod m0016_discoveries;
mod m0017_device_firmware;
mod m0018_answers;
mod m0019_log_times;
mod m0020_invitations;
mod m0021_two_factor;
mod m0022_password_resets;
mod m0023_first_start;
mod m0024_sign_ups;
mod m0025_sign_ins;
mod m0026_new_sign_ins;
mod m0027_audit;
mod m0028_notices;
mod m0029_passkeys;
mod m0030_providers;
mod m0031_addressees;
mod m0032_account_letters;
mod m0033_required_sign_in;
mod m0034_hours;
mod m0035_day_lists;
mod m0036_taken_over;

use crate::StoreError;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager};

/// All migrations.
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_facts::Migration),
            Box::new(m0002_sign_in::Migration),
            Box::new(m0003_jobs::Migration),
            Box::new(m0004_log::Migration),
            Box::new(m0005_issued_keys::Migration),
            Box::new(m0006_session_family::Migration),
            Box::new(m0007_battery_read::Migration),
            Box::new(m0008_retention::Migration),
            Box::new(m0009_sign_ins_at_once::Migration),
            Box::new(m0010_history::Migration),
            Box::new(m0011_outbox::Migration),
            Box::new(m0012_device_kind::Migration),
            Box::new(m0013_log_totals::Migration),
            Box::new(m0014_enrollments::Migration),
            Box::new(m0015_token_scopes::Migration),
            Box::new(m0016_discoveries::Migration),
            Box::new(m0017_device_firmware::Migration),
            Box::new(m0018_answers::Migration),
            Box::new(m0019_log_times::Migration),
            Box::new(m0020_invitations::Migration),
            Box::new(m0021_two_factor::Migration),
            Box::new(m0022_password_resets::Migration),
            Box::new(m0023_first_start::Migration),
            Box::new(m0024_sign_ups::Migration),
            Box::new(m0025_sign_ins::Migration),
            Box::new(m0026_new_sign_ins::Migration),
            Box::new(m0027_audit::Migration),
            Box::new(m0028_notices::Migration),
            Box::new(m0029_passkeys::Migration),
            Box::new(m0030_providers::Migration),
            Box::new(m0031_addressees::Migration),
            Box::new(m0032_account_letters::Migration),
            Box::new(m0033_required_sign_in::Migration),
            Box::new(m0034_hours::Migration),
            Box::new(m0035_day_lists::Migration),
            Box::new(m0036_taken_over::Migration),
        ]
    }
}

/// Runs statements separated by `;` that are the same on both databases, except for four words that are replaced. These are `$TEXT` (text
/// compared by its bytes), `$BLOB`, `$INT` (64 bits) and `$LATER` (a foreign key checked at commit, so that edits need no order among
/// tables).
///
/// # Errors
/// Whatever the database says of a statement.
pub async fn run(manager: &SchemaManager<'_>, sql: &str) -> Result<(), DbErr> {
    let backend = manager.get_database_backend();
    let (text, blob) = match backend {
        DbBackend::Postgres => ("TEXT COLLATE \"C\"", "BYTEA"),
        _ => ("TEXT", "BLOB"),
    };
    let sql = sql
        .replace("$TEXT", text)
        .replace("$BLOB", blob)
        .replace("$INT", "BIGINT")
        .replace("$LATER", "DEFERRABLE INITIALLY DEFERRED");
    for statement in sql.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

/// Brings the schema up to date, one process at a time.
pub(crate) async fn migrate(tx: &DatabaseTransaction) -> Result<(), StoreError> {
    lock(tx).await?;
    Migrator::up(tx, None).await?;
    Ok(())
}

/// The names of the migrations that this database has, in order; none where it is empty. Makes nothing.
pub(crate) async fn applied(connection: &impl ConnectionTrait) -> Result<Vec<String>, StoreError> {
    let backend = connection.get_database_backend();
    let there = match backend {
        DbBackend::Postgres => "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL",
        _ => "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'seaql_migrations'",
    };
    if connection.query_one_raw(Statement::from_string(backend, there)).await?.is_none() {
        return Ok(Vec::new());
    }
    let names = Statement::from_string(backend, "SELECT version FROM seaql_migrations ORDER BY version");
    let rows = connection.query_all_raw(names).await?;
    rows.iter().map(|row| Ok(row.try_get("", "version")?)).collect()
}

/// The names of all migrations, in order.
pub(crate) fn names() -> Vec<String> {
    Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect()
}

/// The name of the last migration, which names the schema.
pub fn latest() -> String {
    names().pop().unwrap_or_default()
}

/// "cardea" in ASCII: the number of the advisory lock that migrations and restores hold.
const LOCK: i64 = 0x6361_7264_6561;

/// Waits until no other process migrates or restores; the end of the transaction releases it. SQLite has one process anyway.
pub(crate) async fn lock(tx: &DatabaseTransaction) -> Result<(), DbErr> {
    if tx.get_database_backend() == DbBackend::Postgres {
        let lock =
            Statement::from_sql_and_values(DbBackend::Postgres, "SELECT pg_advisory_xact_lock($1)", [LOCK.into()]);
        tx.query_one_raw(lock).await?;
    }
    Ok(())
}
