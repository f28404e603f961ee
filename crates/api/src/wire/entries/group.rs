//! Groups of locks and of users.

use super::or_empty;
use crate::wire::example::{self, Example};
use crate::wire::names::GroupTypeName;
use crate::wire::schema::{GroupIdText, Instant, LockIds, UserIds, Wire};
use cardea_model::facts::Facts;
use cardea_model::rows::{Group, GroupType, Member};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A group of locks or of users, with the ids of what it holds.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Group)]
pub struct GroupEntry<'a> {
    /// Its id.
    pub id: GroupIdText,
    /// Its name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub name: Cow<'a, str>,
    /// What it holds: `locks` or `users`.
    #[serde(rename = "type")]
    pub group_type: GroupTypeName,
    /// When it was made.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
    /// The locks of a lock group; absent from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub locks: Option<LockIds<'a>>,
    /// The users of a user group; absent from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub users: Option<UserIds<'a>>,
}

impl<'a> GroupEntry<'a> {
    /// The entry of this group.
    pub fn of(facts: &Facts, group: &'a Group) -> Self {
        let members = facts.members(group.id);
        let users = || members.iter().filter_map(|member| if let Member::User(id) = member { Some(*id) } else { None });
        let locks = || members.iter().filter_map(|member| if let Member::Lock(id) = member { Some(*id) } else { None });
        GroupEntry {
            id: Wire(group.id),
            name: Cow::Borrowed(&group.name),
            group_type: Wire(group.group_type),
            created: Wire(group.created),
            locks: (group.group_type == GroupType::Locks).then(|| locks().collect()),
            users: (group.group_type == GroupType::Users).then(|| users().collect()),
        }
    }

    /// The row of this group, and what belongs to it.
    pub fn row(self) -> (Group, Vec<Member>) {
        let members = match self.group_type.0 {
            GroupType::Locks => self.locks.unwrap_or_default().0.iter().copied().map(Member::Lock).collect(),
            GroupType::Users => self.users.unwrap_or_default().0.iter().copied().map(Member::User).collect(),
        };
        let group = Group {
            id: self.id.0,
            name: self.name.into_owned(),
            group_type: self.group_type.0,
            created: self.created.0,
        };
        (group, members)
    }
}

impl Example for GroupEntry<'_> {
    fn example() -> Value {
        json!(GroupEntry::of(example::facts(), example::people()))
    }
}

/// A group of locks, for examples: a [`GroupEntry`] like others.
pub struct LockGroup;

impl Example for LockGroup {
    fn example() -> Value {
        json!(GroupEntry::of(example::facts(), example::lock_group()))
    }
}
