//! People in domains.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::ids::{DomainId, UserId};
use cardea_model::rows::{Profile, User};
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use std::sync::Arc;

/// One person in one domain.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// Their id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Who they are everywhere.
    pub account: i64,
    /// What they may do.
    pub role: String,
    /// The name this domain gives them.
    pub alias: String,
    /// An invited guest with an account of their own elsewhere.
    pub is_shadow_user: bool,
    /// Not to be edited from the console.
    pub readonly: bool,
    /// When they joined, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a person.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// Their account.
    #[sea_orm(belongs_to = "super::account::Entity", from = "Column::Account", to = "super::account::Column::Id")]
    Account,
    /// Their domain.
    #[sea_orm(belongs_to = "super::domain::Entity", from = "Column::Domain", to = "super::domain::Column::Id")]
    Domain,
}

impl Related<super::account::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Account.def()
    }
}

impl Related<super::domain::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Domain.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 6] =
    [Column::Account, Column::Role, Column::Alias, Column::IsShadowUser, Column::Readonly, Column::Created];

pub(crate) fn row(domain: DomainId, user: &User) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(user.id.0)),
        domain: Set(super::column(domain.0)),
        account: Set(super::column(user.profile.account.0)),
        role: Set(user.role.name().to_owned()),
        alias: Set(user.alias.clone()),
        is_shadow_user: Set(user.is_shadow_user),
        readonly: Set(user.readonly),
        created: Set(user.created.0),
    }
}

impl Model {
    /// The person, whose account tells this.
    pub(crate) fn user(self, profile: Arc<Profile>) -> Result<User, StoreError> {
        Ok(User {
            id: UserId(super::id(self.id)),
            profile,
            role: self.role.parse().map_err(|_| super::unreadable("role", self.role))?,
            alias: self.alias,
            is_shadow_user: self.is_shadow_user,
            readonly: self.readonly,
            created: Time(self.created),
        })
    }
}
