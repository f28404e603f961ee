//! Which locks belong to which lock groups.

use sea_orm::entity::prelude::*;

/// One membership.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lock_memberships")]
pub struct Model {
    /// The group.
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: i64,
    /// The lock.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lock_id: i64,
    /// The domain.
    pub domain: i64,
}

/// What belongs to a membership.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
