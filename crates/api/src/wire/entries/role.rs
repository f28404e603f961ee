//! Roles and link profiles.

use super::{LinkProfileName, RoleName, named};
use cardea_model::role::{LinkProfile, Role};
use serde::Serialize;
use utoipa::ToSchema;

/// A role that people may have in a domain.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Role)]
pub struct RoleEntry {
    /// Its name, as users have it.
    #[serde(with = "named")]
    #[schema(value_type = RoleName)]
    name: Role,
    /// The profile of links that people of this role are given where none is named.
    #[serde(with = "named")]
    #[schema(value_type = LinkProfileName)]
    link_profile: LinkProfile,
}

impl RoleEntry {
    /// The entry of this role.
    pub fn of(role: Role) -> Self {
        RoleEntry { name: role, link_profile: role.profile() }
    }
}

/// What a link may let its holder do.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = LinkProfile)]
pub struct LinkProfileEntry {
    /// Its name, as links have it.
    #[serde(with = "named")]
    #[schema(value_type = LinkProfileName)]
    name: LinkProfile,
    /// The lowest role that may hold such a link.
    #[serde(with = "named")]
    #[schema(value_type = RoleName)]
    least_role: Role,
    /// Whether an open link of it may be used from afar.
    allows_remote: bool,
}

impl LinkProfileEntry {
    /// The entry of this profile.
    pub fn of(profile: LinkProfile) -> Self {
        let (least_role, allows_remote) = (profile.least_role(), profile.allows_remote());
        LinkProfileEntry { name: profile, least_role, allows_remote }
    }
}
