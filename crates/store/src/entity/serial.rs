//! Serial numbers, unique among all locks and devices of all domains.

use sea_orm::entity::prelude::*;

/// One serial number, of a lock or of another device.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "serials")]
pub struct Model {
    /// The number.
    #[sea_orm(primary_key, auto_increment = false)]
    pub serial: i64,
    /// The domain.
    pub domain: i64,
    /// The lock that has it.
    pub lock_id: Option<i64>,
    /// The device that has it.
    pub device_id: Option<i64>,
}

/// What belongs to a serial number.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
