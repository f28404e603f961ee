//! The offline keys that were issued, one row for each person and lock: until when somebody may still open a lock after their access
//! was taken away.

use crate::StoreError;
use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, QueryOrder, QuerySelect};

/// A row: the last of a person's keys to a lock, and the latest end of all of them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issued_keys")]
pub struct Model {
    /// The person, in the lock's domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// The lock.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lock_id: i64,
    /// The domain.
    pub domain: i64,
    /// The number in the last key, 16 bytes.
    pub last: Vec<u8>,
    /// When that was issued, in milliseconds since 1970.
    pub issued_at: i64,
    /// From when on none of them opens anything.
    pub valid_to: i64,
}

/// A key belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Keys that were issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedKey {
    /// The person, in the lock's domain.
    pub user: UserId,
    /// The lock.
    pub lock: LockId,
    /// The domain.
    pub domain: DomainId,
    /// The number in the key; of several, in the last.
    pub id: [u8; 16],
    /// When it was issued; of several, the last.
    pub issued_at: Time,
    /// From when on it opens nothing; of several, the latest.
    pub valid_to: Time,
}

impl From<Model> for IssuedKey {
    fn from(row: Model) -> Self {
        IssuedKey {
            user: UserId(id(row.user_id)),
            lock: LockId(id(row.lock_id)),
            domain: DomainId(id(row.domain)),
            id: row.last.as_slice().try_into().unwrap_or_default(),
            issued_at: Time(row.issued_at),
            valid_to: Time(row.valid_to),
        }
    }
}

/// Keys written at once, so that a statement stays below the databases' limits of parameters.
const AT_ONCE: usize = 500;

/// Writes down keys. No person and lock may be named twice.
///
/// # Errors
/// The database's.
pub async fn record(tx: &DatabaseTransaction, keys: Vec<IssuedKey>) -> Result<(), StoreError> {
    let latest =
        "CASE WHEN excluded.valid_to > issued_keys.valid_to THEN excluded.valid_to ELSE issued_keys.valid_to END";
    let again = OnConflict::columns([Column::UserId, Column::LockId])
        .update_columns([Column::Domain, Column::Last, Column::IssuedAt])
        .value(Column::ValidTo, Expr::cust(latest))
        .to_owned();
    for keys in keys.chunks(AT_ONCE) {
        let rows = keys.iter().map(|key| ActiveModel {
            user_id: Set(column(key.user.0)),
            lock_id: Set(column(key.lock.0)),
            domain: Set(column(key.domain.0)),
            last: Set(key.id.to_vec()),
            issued_at: Set(key.issued_at.0),
            valid_to: Set(key.valid_to.0),
        });
        Entity::insert_many(rows).on_conflict(again.clone()).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Whose keys may still open a lock, those that last longest first, `count` at most.
///
/// # Errors
/// The database's.
pub async fn living(
    connection: &impl ConnectionTrait,
    lock: LockId,
    now: Time,
    count: u64,
) -> Result<Vec<IssuedKey>, StoreError> {
    let living = Entity::find()
        .filter(Column::LockId.eq(column(lock.0)))
        .filter(Column::ValidTo.gt(now.0))
        .order_by_desc(Column::ValidTo)
        .limit(count);
    Ok(living.all(connection).await?.into_iter().map(IssuedKey::from).collect())
}

/// Forgets the keys to a lock that is in no domain any more.
///
/// # Errors
/// The database's.
pub async fn forget(tx: &DatabaseTransaction, lock: LockId) -> Result<(), StoreError> {
    Entity::delete_many().filter(Column::LockId.eq(column(lock.0))).exec(tx).await?;
    Ok(())
}
