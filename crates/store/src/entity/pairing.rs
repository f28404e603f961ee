//! Which devices work with which locks.

use sea_orm::entity::prelude::*;

/// One pairing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "pairings")]
pub struct Model {
    /// The lock.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lock_id: i64,
    /// The device.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device_id: i64,
    /// The domain.
    pub domain: i64,
}

/// What belongs to a pairing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
