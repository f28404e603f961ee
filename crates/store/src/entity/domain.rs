//! Domains, and the number of their last write.

use sea_orm::entity::prelude::*;

/// One domain.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "domains")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The account that owns it.
    pub owner: i64,
    /// Which life of the database its revisions count in.
    pub epoch: i64,
    /// The number of its last write.
    pub revision: i64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The zone of new devices of which none is named, by its IANA name; none: they have none.
    pub timezone: Option<String>,
}

/// What belongs to a domain.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// Its owner.
    #[sea_orm(belongs_to = "super::account::Entity", from = "Column::Owner", to = "super::account::Column::Id")]
    Owner,
}

impl Related<super::account::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Owner.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}
