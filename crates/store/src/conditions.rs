//! The last known condition of each lock: where its bolt is, its battery, and when that was known.

use crate::entity::{column, id};
use crate::{StoreError, entity};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, DbBackend, QueryTrait, Statement};

/// How many that belong to no lock one sweep forgets at most.
const SWEEP: u64 = 1_000;

/// What is known of one lock.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "conditions")]
pub struct Model {
    /// The lock.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lock_id: i64,
    /// Its domain.
    pub domain: i64,
    /// `Locked`, `Unlocked` or `Unknown`.
    pub state: String,
    /// Charge of the battery, 0 to 100; null: never told.
    pub battery: Option<i64>,
    /// When the bolt was there, in milliseconds since 1970; 0: nobody told yet where it is.
    pub at: i64,
    /// When the battery was read; null: never, or before this was kept.
    pub battery_at: Option<i64>,
}

/// A condition belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The lock.
    pub fn lock(&self) -> LockId {
        LockId(id(self.lock_id))
    }
    /// The charge of the battery, 0 to 100, if it was read after this time.
    pub fn battery_since(&self, time: Time) -> Option<u8> {
        self.battery_at.filter(|at| *at > time.0).and(self.battery).and_then(|level| u8::try_from(level).ok())
    }
}

/// A reading of a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The lock.
    pub lock: LockId,
    /// Its domain.
    pub domain: DomainId,
    /// `Locked`, `Unlocked` or `Unknown`; `None`: not read.
    pub state: Option<&'static str>,
    /// Charge of the battery, 0 to 100; `None`: not read.
    pub battery: Option<u8>,
    /// When it was taken.
    pub at: Time,
}

/// Writes down what of a reading is not known from a later one already; false when that is nothing.
///
/// # Errors
/// The database's.
pub async fn put(tx: &DatabaseTransaction, reading: &Reading) -> Result<bool, StoreError> {
    Ok(tx.execute_raw(put_statement(tx.get_database_backend(), reading)).await?.rows_affected() > 0)
}

/// Writes readings of as many locks down in one statement, each as [`put`] does.
///
/// # Errors
/// The database's.
pub async fn put_all(tx: &DatabaseTransaction, readings: &[Reading]) -> Result<(), StoreError> {
    if !readings.is_empty() {
        tx.execute_raw(statement(tx.get_database_backend(), readings)).await?;
    }
    Ok(())
}

/// What [`put`] runs.
pub(crate) fn put_statement(backend: DbBackend, reading: &Reading) -> Statement {
    statement(backend, [reading])
}

const STATE_IS_NEWER: &str = "excluded.at >= conditions.at";
const BATTERY_IS_NEWER: &str = "excluded.battery_at >= COALESCE(conditions.battery_at, 0)";

/// Readings of different locks. State and battery have a time each. A part that was not read, or is older than what is known, changes
/// nothing.
fn statement<'r>(backend: DbBackend, readings: impl IntoIterator<Item = &'r Reading>) -> Statement {
    let rows = readings.into_iter().map(|reading| ActiveModel {
        lock_id: Set(column(reading.lock.0)),
        domain: Set(column(reading.domain.0)),
        state: Set(reading.state.unwrap_or("Unknown").to_owned()),
        battery: Set(reading.battery.map(i64::from)),
        at: Set(reading.state.map_or(0, |_| reading.at.0)),
        battery_at: Set(reading.battery.map(|_| reading.at.0)),
    });
    let mut known = OnConflict::column(Column::LockId);
    known.update_column(Column::Domain);
    let newer =
        [([Column::State, Column::At], STATE_IS_NEWER), ([Column::Battery, Column::BatteryAt], BATTERY_IS_NEWER)];
    for (columns, is_newer) in newer {
        for column in columns {
            let name = column.as_str();
            let value = format!("CASE WHEN {is_newer} THEN excluded.{name} ELSE conditions.{name} END");
            known.value(column, Expr::cust(value));
        }
    }
    known.action_and_where(Expr::cust(format!("{STATE_IS_NEWER} OR {BATTERY_IS_NEWER}")));
    Entity::insert_many(rows).on_conflict(known).build(backend)
}

/// What is known of the locks of a domain.
///
/// # Errors
/// The database's.
pub async fn of_domain(connection: &impl ConnectionTrait, domain: DomainId) -> Result<Vec<Model>, StoreError> {
    Ok(Entity::find().filter(Column::Domain.eq(column(domain.0))).all(connection).await?)
}

/// What is known of one lock.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, lock: LockId) -> Result<Option<Model>, StoreError> {
    Ok(Entity::find_by_id(column(lock.0)).one(connection).await?)
}

/// Forgets what is known of a lock.
///
/// # Errors
/// The database's.
pub async fn forget(tx: &DatabaseTransaction, lock: LockId) -> Result<(), StoreError> {
    Entity::delete_by_id(column(lock.0)).exec(tx).await?;
    Ok(())
}

/// Forgets what is known of locks that are gone: a bridge may have told of a lock while it was removed. The number forgotten, 1,000 at
/// most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction) -> Result<u64, StoreError> {
    let there = Query::select().column(entity::lock::Column::Id).from(entity::lock::Entity).take();
    let gone = Query::select()
        .column(Column::LockId)
        .from(Entity)
        .and_where(Column::LockId.not_in_subquery(there))
        .limit(SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::LockId.in_subquery(gone)).exec(tx).await?.rows_affected)
}
