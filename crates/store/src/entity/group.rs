//! Groups of locks and of users.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::ids::{DomainId, GroupId};
use cardea_model::rows::{Group, GroupType};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One group.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "groups")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Its name.
    pub name: String,
    /// What it holds: `locks` or `users`.
    #[sea_orm(column_name = "type")]
    pub group_type: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a group.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 3] = [Column::Name, Column::GroupType, Column::Created];

pub(crate) fn row(domain: DomainId, group: &Group) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(group.id.0)),
        domain: Set(super::column(domain.0)),
        name: Set(group.name.clone()),
        group_type: Set(group.group_type.name().to_owned()),
        created: Set(group.created.0),
    }
}

impl Model {
    /// The group.
    pub(crate) fn group(self) -> Result<Group, StoreError> {
        let types = [GroupType::Locks, GroupType::Users];
        let group_type = types.into_iter().find(|group_type| group_type.name() == self.group_type);
        Ok(Group {
            id: GroupId(super::id(self.id)),
            group_type: group_type.ok_or_else(|| super::unreadable("group type", self.group_type))?,
            name: self.name,
            created: Time(self.created),
        })
    }
}
