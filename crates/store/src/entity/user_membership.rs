//! Which users belong to which user groups.

use sea_orm::entity::prelude::*;

/// One membership.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "user_memberships")]
pub struct Model {
    /// The group.
    #[sea_orm(primary_key, auto_increment = false)]
    pub group_id: i64,
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// The domain.
    pub domain: i64,
}

/// What belongs to a membership.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
