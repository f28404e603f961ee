//! Roles, the rights that they give, and link profiles.

use crate::wire::example::Example;
use crate::wire::names::{DomainRightName, LinkProfileName, RoleName};
use crate::wire::schema::Wire;
use cardea_model::role::{DomainRight, LinkProfile, Role};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A role that people may have in a domain.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Role)]
pub struct RoleEntry {
    /// Its name, as users have it.
    name: RoleName,
    /// The profile of links that people of this role are given where none is named.
    link_profile: LinkProfileName,
}

impl RoleEntry {
    /// The entry of this role.
    pub fn of(role: Role) -> Self {
        RoleEntry { name: Wire(role), link_profile: Wire(role.profile()) }
    }
}

/// What a link may let its holder do.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = LinkProfile)]
pub struct LinkProfileEntry {
    /// Its name, as links have it.
    name: LinkProfileName,
    /// The lowest role that may hold such a link.
    least_role: RoleName,
    /// Whether an open link of it may be used from afar.
    allows_remote: bool,
}

impl LinkProfileEntry {
    /// The entry of this profile.
    pub fn of(profile: LinkProfile) -> Self {
        let least_role = Wire(profile.least_role());
        LinkProfileEntry { name: Wire(profile), least_role, allows_remote: profile.allows_remote() }
    }
}

/// What people may do in a domain by their role.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DomainRight)]
pub struct DomainRightEntry {
    /// Its name, as identities have it.
    name: DomainRightName,
    /// What it is, for people.
    description: &'static str,
    /// The roles that give it, highest first.
    roles: Vec<RoleName>,
}

impl DomainRightEntry {
    /// The entry of this right.
    pub fn of(right: DomainRight) -> Self {
        let roles = Role::ALL.into_iter().filter(|role| DomainRight::of(*role).contains(&right));
        DomainRightEntry { name: Wire(right), description: right.description(), roles: roles.map(Wire).collect() }
    }
}

impl Example for DomainRightEntry {
    fn example() -> Value {
        json!(DomainRightEntry::of(DomainRight::ManageDevices))
    }
}

impl Example for RoleEntry {
    fn example() -> Value {
        json!(RoleEntry::of(Role::Administrator))
    }
}

impl Example for LinkProfileEntry {
    fn example() -> Value {
        json!(LinkProfileEntry::of(LinkProfile::UserAllowRemote))
    }
}
