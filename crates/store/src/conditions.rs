//! The last known condition of each lock: where its bolt is, its battery, and when that was known.

use crate::StoreError;
use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId};
use sea_orm::entity::prelude::*;
use sea_orm::{DatabaseTransaction, Statement, Value};

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

// A reading that is older than what is known changes nothing; what it did not read stays.
const PUT: &str =
    "INSERT INTO conditions (lock_id, domain, state, battery, at) VALUES ($1, $2, COALESCE($3, 'Unknown'), $4, $5)
ON CONFLICT (lock_id) DO UPDATE SET domain = excluded.domain, state = COALESCE($3, conditions.state),
battery = COALESCE(excluded.battery, conditions.battery), at = excluded.at WHERE excluded.at >= conditions.at";

/// Writes a reading down. False when a later one is known already.
///
/// # Errors
/// The database's.
pub async fn put(tx: &DatabaseTransaction, reading: &Reading) -> Result<bool, StoreError> {
    let values: [Value; 5] = [
        column(reading.lock.0).into(),
        column(reading.domain.0).into(),
        reading.state.map(str::to_owned).into(),
        reading.battery.map(i64::from).into(),
        reading.at.0.into(),
    ];
    let put = Statement::from_sql_and_values(tx.get_database_backend(), PUT, values);
    Ok(tx.execute_raw(put).await?.rows_affected() > 0)
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
