//! Whether a domain asks its people to sign in at a provider, and whom of them.

use crate::facts::Facts;
use crate::ids::NotAnId;
use crate::role::{DomainRight, Role};
use crate::rows::User;
use std::str::FromStr;
use std::sync::Arc;

/// The sign-in that a domain asks for. There is one of a domain at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredSignIn {
    /// The provider's address, which is what it is known by.
    pub issuer: String,
    /// What it was called in addresses here when this was decided: what it goes by where the settings name it no more.
    pub provider: String,
    /// Of whom it is asked.
    pub of: RequiredOf,
}

/// Of whom a domain asks a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredOf {
    /// Those who may change something: everybody whose role has a right of the domain.
    Administrators,
    /// Everybody.
    Everyone,
}

impl RequiredOf {
    /// Both.
    pub const ALL: [RequiredOf; 2] = [RequiredOf::Administrators, RequiredOf::Everyone];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            RequiredOf::Administrators => "administrators",
            RequiredOf::Everyone => "everyone",
        }
    }

    /// Whether it is asked of this role.
    pub const fn is_asked_of(self, role: Role) -> bool {
        match self {
            RequiredOf::Administrators => !DomainRight::of(role).is_empty(),
            RequiredOf::Everyone => true,
        }
    }
}

impl FromStr for RequiredOf {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        RequiredOf::ALL.into_iter().find(|of| of.name() == text).ok_or(NotAnId)
    }
}

impl RequiredSignIn {
    /// Whether it keeps out somebody of this role whom the provider of this address said who they are; `None`: no provider did. An owner is
    /// never kept out, so that nobody is for good.
    pub fn keeps_out(&self, is_owner: bool, role: Role, signed_in_by: Option<&str>) -> bool {
        !is_owner && self.of.is_asked_of(role) && signed_in_by != Some(self.issuer.as_str())
    }
}

/// What keeps this person of the domain out whom the provider of this address said who they are (`None`: no provider did), if anything does.
pub fn keeps_out<'f>(facts: &'f Facts, user: &User, signed_in_by: Option<&str>) -> Option<&'f Arc<RequiredSignIn>> {
    let is_owner = user.profile.account == facts.owner;
    facts.required_sign_in().filter(|required| required.keeps_out(is_owner, user.role, signed_in_by))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ISSUER: &str = "https://id.example";

    #[test]
    fn a_required_sign_in_keeps_out_of_whom_it_is_asked_and_who_signed_in_otherwise() {
        use RequiredOf::{Administrators, Everyone};
        let other = Some("https://id.example/");
        for (of, is_owner, role, by, kept_out) in [
            (Administrators, false, Role::Administrator, None, true),
            (Administrators, false, Role::Administrator, other, true),
            (Administrators, false, Role::Administrator, Some(ISSUER), false),
            (Administrators, false, Role::Installer, None, true),
            (Administrators, false, Role::Installer, Some(ISSUER), false),
            (Administrators, false, Role::User, None, false),
            (Administrators, true, Role::Administrator, None, false),
            (Everyone, false, Role::Administrator, None, true),
            (Everyone, false, Role::Installer, other, true),
            (Everyone, false, Role::User, None, true),
            (Everyone, false, Role::User, Some(ISSUER), false),
            (Everyone, true, Role::Administrator, None, false),
            (Everyone, true, Role::Administrator, other, false),
        ] {
            let required = RequiredSignIn { issuer: ISSUER.into(), provider: "company".into(), of };
            assert_eq!(required.keeps_out(is_owner, role, by), kept_out, "{of:?} {is_owner} {role:?} {by:?}");
        }
    }
}
