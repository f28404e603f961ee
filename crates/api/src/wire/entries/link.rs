//! Links, and how their sides are named.

use crate::wire::example::{self, Example};
use crate::wire::names::LinkProfileName;
use crate::wire::schema::{CalendarIdText, GroupIdText, Instant, LinkIdText, LockIdText, UserIdText, Wire};
use cardea_model::access::{EffectiveLink, effective_links};
use cardea_model::ids::{GroupId, LinkKind, LockId, UserId};
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Link, Target, Who};
use cardea_model::{FieldCode, Refusal, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Who may open what. Of group–lock and group–group links `group_id` is the user group; of group–user links it is the lock group.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Link)]
pub struct LinkEntry {
    /// Its id, which names its kind.
    pub id: LinkIdText,
    /// The lock, of lock–user and group–lock links.
    #[serde(default)]
    #[schema(required)]
    pub lock_id: Option<LockIdText>,
    /// The person, of lock–user and group–user links.
    #[serde(default)]
    #[schema(required)]
    pub user_id: Option<UserIdText>,
    /// The lock group of group–user links; else the user group.
    #[serde(default)]
    #[schema(required)]
    pub group_id: Option<GroupIdText>,
    /// The lock group of group–group links.
    #[serde(default)]
    #[schema(required)]
    pub other_group_id: Option<GroupIdText>,
    /// When; null is permanent.
    #[serde(default)]
    #[schema(required)]
    pub calendar_id: Option<CalendarIdText>,
    /// What it lets them do.
    #[serde(default = "least_profile")]
    #[schema(required)]
    pub link_profile: LinkProfileName,
    /// When it was made.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
}

fn least_profile() -> LinkProfileName {
    Wire(LinkProfile::User)
}

impl LinkEntry {
    /// The entry of this link.
    pub fn of(link: &Link) -> Self {
        let mut entry = LinkEntry {
            id: Wire(link.id),
            lock_id: None,
            user_id: None,
            group_id: None,
            other_group_id: None,
            calendar_id: link.calendar.map(Wire),
            link_profile: Wire(link.profile),
            created: Wire(link.created),
        };
        match (link.who, link.target) {
            (Who::User(user), Target::Lock(lock)) => {
                (entry.user_id, entry.lock_id) = (Some(Wire(user)), Some(Wire(lock)));
            }
            (Who::User(user), Target::Group(group)) => {
                (entry.user_id, entry.group_id) = (Some(Wire(user)), Some(Wire(group)));
            }
            (Who::Group(group), Target::Lock(lock)) => {
                (entry.group_id, entry.lock_id) = (Some(Wire(group)), Some(Wire(lock)));
            }
            (Who::Group(group), Target::Group(other)) => {
                (entry.group_id, entry.other_group_id) = (Some(Wire(group)), Some(Wire(other)));
            }
        }
        entry
    }

    /// The row of this link.
    ///
    /// # Errors
    /// Sides that make no link, or another kind than the id says.
    pub fn row(&self) -> Result<Link, Refusal> {
        let (who, target) = sides(
            self.user_id.map(|id| id.0),
            self.lock_id.map(|id| id.0),
            self.group_id.map(|id| id.0),
            self.other_group_id.map(|id| id.0),
        )?;
        let id = self.id.0;
        if Link::kind(who, target) != id.kind() {
            return Err(Refusal::field("id", FieldCode::Invalid, format!("{id} does not join these two sides")));
        }
        Ok(Link {
            id,
            who,
            target,
            calendar: self.calendar_id.map(|id| id.0),
            profile: self.link_profile.0,
            created: self.created.0,
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
        _ => {
            let third = if other.is_some() { "other_group_id" } else { "group_id" };
            Err(Refusal::field(third, FieldCode::Invalid, "a link joins exactly two sides"))
        }
    }
}

/// A link by which a person reaches a lock.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = EffectiveLink)]
pub struct EffectiveLinkEntry {
    /// The lock. The link may name a group that it is in.
    lock_id: LockIdText,
    /// The link.
    link: LinkEntry,
    /// Its priority, by its kind: 1 (highest) to 4.
    #[schema(minimum = 1, maximum = 4)]
    priority: u8,
    /// Whether it decides: the links of the smallest priority number do, even when they are closed, and override the others.
    decides: bool,
    /// Whether its calendar is open at the instant asked about, by the clock of the door.
    open: bool,
}

impl EffectiveLinkEntry {
    /// The entry of this one, as it is at an instant.
    pub fn of(effective: &EffectiveLink<'_>, at: Time) -> Self {
        EffectiveLinkEntry {
            lock_id: Wire(effective.lock.id),
            link: LinkEntry::of(effective.link),
            priority: effective.priority(),
            decides: effective.decides,
            open: effective.is_open(at),
        }
    }
}

impl Example for EffectiveLinkEntry {
    fn example() -> Value {
        let links = effective_links(example::facts(), example::guest().id);
        json!(links.first().map(|link| EffectiveLinkEntry::of(link, example::now())))
    }
}

impl Example for LinkEntry {
    fn example() -> Value {
        LockUserLink::example()
    }
}

macro_rules! links {
    ($($name:ident $kind:ident $between:literal;)*) => {$(
        #[doc = concat!("A link between ", $between, ", for examples: a [`LinkEntry`] like others.")]
        pub struct $name;

        impl Example for $name {
            fn example() -> Value {
                json!(LinkEntry::of(example::link(LinkKind::$kind)))
            }
        }
    )*};
}

links! {
    LockUserLink LockUser "a person and a lock";
    GroupUserLink GroupUser "a person and a lock group";
    GroupLockLink GroupLock "a user group and a lock";
    GroupGroupLink GroupGroup "a user group and a lock group";
}
