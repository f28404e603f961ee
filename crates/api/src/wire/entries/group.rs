//! Groups of locks and of users.

use super::{GroupTypeName, named, or_empty};
use crate::wire::schema::{GroupIdText, LockIdText, UserIdText};
use crate::wire::text;
use cardea_model::Time;
use cardea_model::facts::Facts;
use cardea_model::ids::{GroupId, LockId, UserId};
use cardea_model::rows::{Group, GroupType, Member};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A group of locks or of users, with the ids of what it holds.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Group)]
pub struct GroupEntry<'a> {
    /// Its id.
    #[serde(with = "text")]
    #[schema(value_type = GroupIdText)]
    pub id: GroupId,
    /// Its name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub name: Cow<'a, str>,
    /// What it holds: `locks` or `users`.
    #[serde(rename = "type", with = "named")]
    #[schema(value_type = GroupTypeName)]
    pub group_type: GroupType,
    /// When it was made.
    #[serde(with = "text", default)]
    #[schema(value_type = String, format = DateTime, required)]
    pub created: Time,
    /// The locks of a lock group; absent from others.
    #[serde(with = "text::list::optional", default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<LockIdText>)]
    pub locks: Option<Cow<'a, [LockId]>>,
    /// The users of a user group; absent from others.
    #[serde(with = "text::list::optional", default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<UserIdText>)]
    pub users: Option<Cow<'a, [UserId]>>,
}

impl<'a> GroupEntry<'a> {
    /// The entry of this group.
    pub fn of(facts: &Facts, group: &'a Group) -> Self {
        let members = facts.members(group.id);
        let users = || members.iter().filter_map(|member| if let Member::User(id) = member { Some(*id) } else { None });
        let locks = || members.iter().filter_map(|member| if let Member::Lock(id) = member { Some(*id) } else { None });
        GroupEntry {
            id: group.id,
            name: Cow::Borrowed(&group.name),
            group_type: group.group_type,
            created: group.created,
            locks: (group.group_type == GroupType::Locks).then(|| locks().collect()),
            users: (group.group_type == GroupType::Users).then(|| users().collect()),
        }
    }

    /// The row of this group, and what belongs to it.
    pub fn row(self) -> (Group, Vec<Member>) {
        let members = match self.group_type {
            GroupType::Locks => self.locks.unwrap_or_default().iter().copied().map(Member::Lock).collect(),
            GroupType::Users => self.users.unwrap_or_default().iter().copied().map(Member::User).collect(),
        };
        let group =
            Group { id: self.id, name: self.name.into_owned(), group_type: self.group_type, created: self.created };
        (group, members)
    }
}
