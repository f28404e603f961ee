//! Links, and how their sides are named.

use super::{LinkProfileName, named};
use crate::wire::schema::{CalendarIdText, GroupIdText, LinkIdText, LockIdText, UserIdText};
use crate::wire::text;
use cardea_model::ids::{CalendarId, GroupId, LinkId, LockId, UserId};
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Link, Target, Who};
use cardea_model::{FieldCode, Refusal, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may open what. Of group–lock and group–group links `group_id` is the user group; of group–user links it is the lock group.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Link)]
pub struct LinkEntry {
    /// Its id, which names its kind.
    #[serde(with = "text")]
    #[schema(value_type = LinkIdText)]
    pub id: LinkId,
    /// The lock, of lock–user and group–lock links.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<LockIdText>, required)]
    pub lock_id: Option<LockId>,
    /// The person, of lock–user and group–user links.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<UserIdText>, required)]
    pub user_id: Option<UserId>,
    /// The lock group of group–user links; else the user group.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<GroupIdText>, required)]
    pub group_id: Option<GroupId>,
    /// The lock group of group–group links.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<GroupIdText>, required)]
    pub other_group_id: Option<GroupId>,
    /// When; null is permanent.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<CalendarIdText>, required)]
    pub calendar_id: Option<CalendarId>,
    /// What it lets them do.
    #[serde(with = "named", default = "least_profile")]
    #[schema(value_type = LinkProfileName, required)]
    pub link_profile: LinkProfile,
    /// When it was made.
    #[serde(with = "text", default)]
    #[schema(value_type = String, format = DateTime, required)]
    pub created: Time,
}

fn least_profile() -> LinkProfile {
    LinkProfile::User
}

impl LinkEntry {
    /// The entry of this link.
    pub fn of(link: &Link) -> Self {
        let mut entry = LinkEntry {
            id: link.id,
            lock_id: None,
            user_id: None,
            group_id: None,
            other_group_id: None,
            calendar_id: link.calendar,
            link_profile: link.profile,
            created: link.created,
        };
        match (link.who, link.target) {
            (Who::User(user), Target::Lock(lock)) => (entry.user_id, entry.lock_id) = (Some(user), Some(lock)),
            (Who::User(user), Target::Group(group)) => (entry.user_id, entry.group_id) = (Some(user), Some(group)),
            (Who::Group(group), Target::Lock(lock)) => (entry.group_id, entry.lock_id) = (Some(group), Some(lock)),
            (Who::Group(group), Target::Group(other)) => {
                (entry.group_id, entry.other_group_id) = (Some(group), Some(other));
            }
        }
        entry
    }

    /// The row of this link.
    ///
    /// # Errors
    /// Sides that make no link, or another kind than the id says.
    pub fn row(&self) -> Result<Link, Refusal> {
        let (who, target) = sides(self.user_id, self.lock_id, self.group_id, self.other_group_id)?;
        if Link::kind(who, target) != self.id.kind() {
            return Err(Refusal::field("id", FieldCode::Invalid, format!("{} does not join these two sides", self.id)));
        }
        Ok(Link {
            id: self.id,
            who,
            target,
            calendar: self.calendar_id,
            profile: self.link_profile,
            created: self.created,
        })
    }
}

/// Who and what a link with these four fields joins. A single group beside a user is a lock group, beside a lock a user group.
///
/// # Errors
/// Too few or too many of them.
pub fn sides(
    user: Option<UserId>,
    lock: Option<LockId>,
    group: Option<GroupId>,
    other: Option<GroupId>,
) -> Result<(Who, Target), Refusal> {
    match (user, lock, group, other) {
        (Some(user), Some(lock), None, None) => Ok((Who::User(user), Target::Lock(lock))),
        (Some(user), None, Some(group), None) | (Some(user), None, None, Some(group)) => {
            Ok((Who::User(user), Target::Group(group)))
        }
        (None, Some(lock), Some(group), None) => Ok((Who::Group(group), Target::Lock(lock))),
        (None, None, Some(group), Some(other)) => Ok((Who::Group(group), Target::Group(other))),
        (None, _, None, _) => Err(Refusal::field(
            "user_id",
            FieldCode::Required,
            "a link needs one of user_id and group_id, and what it opens",
        )),
        (Some(_), None, None, None) | (None, None, Some(_), None) => {
            Err(Refusal::field("lock_id", FieldCode::Required, "a link needs what it opens: lock_id or a lock group"))
        }
        _ => Err(Refusal::field("group_id", FieldCode::Invalid, "a link joins exactly two sides")),
    }
}
