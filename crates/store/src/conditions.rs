//! The last known condition of each lock: where its bolt is, its battery, and when that was known.

use crate::StoreError;
use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, DatabaseTransaction, DbBackend, QueryTrait, Statement};

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
    /// When this was so, in milliseconds since 1970.
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

/// Writes a reading down. False when a later one is known already.
///
/// # Errors
/// The database's.
pub async fn put(tx: &DatabaseTransaction, reading: &Reading) -> Result<bool, StoreError> {
    Ok(tx.execute_raw(put_statement(tx.get_database_backend(), reading)).await?.rows_affected() > 0)
}

/// Writes readings of as many locks down: those that tell where the bolt is in one statement, the rest in another. Of each
/// lock as [`put`] does: a reading that is older than what is known changes nothing of it.
///
/// # Errors
/// The database's.
pub async fn put_all(tx: &DatabaseTransaction, readings: &[Reading]) -> Result<(), StoreError> {
    let (told, untold): (Vec<&Reading>, Vec<&Reading>) = readings.iter().partition(|reading| reading.state.is_some());
    for (alike, has_state) in [(told, true), (untold, false)] {
        if !alike.is_empty() {
            tx.execute_raw(statement(tx.get_database_backend(), alike, has_state)).await?;
        }
    }
    Ok(())
}

/// What [`put`] runs: a reading that is older than what is known changes nothing; what it did not read stays.
pub(crate) fn put_statement(backend: DbBackend, reading: &Reading) -> Statement {
    statement(backend, [reading], reading.state.is_some())
}

/// Readings of different locks, all with a state or all without.
fn statement<'r>(backend: DbBackend, readings: impl IntoIterator<Item = &'r Reading>, has_state: bool) -> Statement {
    let rows = readings.into_iter().map(|reading| ActiveModel {
        lock_id: Set(column(reading.lock.0)),
        domain: Set(column(reading.domain.0)),
        state: Set(reading.state.unwrap_or("Unknown").to_owned()),
        battery: Set(reading.battery.map(i64::from)),
        at: Set(reading.at.0),
        battery_at: Set(reading.battery.map(|_| reading.at.0)),
    });
    let mut known = OnConflict::column(Column::LockId);
    known.update_columns([Column::Domain, Column::At]);
    if has_state {
        known.update_column(Column::State);
    }
    known.value(Column::Battery, Expr::cust("COALESCE(excluded.battery, conditions.battery)"));
    known.value(Column::BatteryAt, Expr::cust("COALESCE(excluded.battery_at, conditions.battery_at)"));
    known.action_and_where(Expr::cust("excluded.at >= conditions.at"));
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
