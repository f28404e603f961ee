//! Links: who may open what.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::ids::{CalendarId, DomainId, GroupId, LinkId, LockId, UserId};
use cardea_model::rows::{Link, Target, Who};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One link; of each side one column is null.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "links")]
pub struct Model {
    /// Its id, packed with its kind.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Who: one person.
    pub user_id: Option<i64>,
    /// Who: a user group.
    pub user_group_id: Option<i64>,
    /// What: one lock.
    pub lock_id: Option<i64>,
    /// What: a lock group.
    pub lock_group_id: Option<i64>,
    /// When; null is permanent.
    pub calendar_id: Option<i64>,
    /// What it lets them do.
    pub profile: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a link.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 7] = [
    Column::UserId,
    Column::UserGroupId,
    Column::LockId,
    Column::LockGroupId,
    Column::CalendarId,
    Column::Profile,
    Column::Created,
];

pub(crate) fn row(domain: DomainId, link: &Link) -> ActiveModel {
    let (user, user_group) = match link.who {
        Who::User(id) => (Some(super::column(id.0)), None),
        Who::Group(id) => (None, Some(super::column(id.0))),
    };
    let (lock, lock_group) = match link.target {
        Target::Lock(id) => (Some(super::column(id.0)), None),
        Target::Group(id) => (None, Some(super::column(id.0))),
    };
    ActiveModel {
        id: Set(super::column(link.id.packed())),
        domain: Set(super::column(domain.0)),
        user_id: Set(user),
        user_group_id: Set(user_group),
        lock_id: Set(lock),
        lock_group_id: Set(lock_group),
        calendar_id: Set(link.calendar.map(|id| super::column(id.0))),
        profile: Set(link.profile.name().to_owned()),
        created: Set(link.created.0),
    }
}

impl Model {
    /// The link.
    pub(crate) fn link(self) -> Result<Link, StoreError> {
        let who = match (self.user_id, self.user_group_id) {
            (Some(user), None) => Who::User(UserId(super::id(user))),
            (None, Some(group)) => Who::Group(GroupId(super::id(group))),
            _ => return Err(super::unreadable("link", self.id)),
        };
        let target = match (self.lock_id, self.lock_group_id) {
            (Some(lock), None) => Target::Lock(LockId(super::id(lock))),
            (None, Some(group)) => Target::Group(GroupId(super::id(group))),
            _ => return Err(super::unreadable("link", self.id)),
        };
        Ok(Link {
            id: LinkId::from_packed(super::id(self.id)).ok_or_else(|| super::unreadable("link", self.id))?,
            who,
            target,
            calendar: self.calendar_id.map(|id| CalendarId(super::id(id))),
            profile: self.profile.parse().map_err(|_| super::unreadable("link profile", self.profile))?,
            created: Time(self.created),
        })
    }
}
