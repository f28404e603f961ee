//! Keys of the server, sealed.

use sea_orm::entity::prelude::*;

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "secrets")]
pub struct Model {
    /// What it is for.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Its bytes, sealed with the name as associated data.
    pub sealed: Vec<u8>,
    /// When it was drawn, in milliseconds since 1970.
    pub created: i64,
}

/// A key belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
