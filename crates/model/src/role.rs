//! What a person is in a domain, and what a link lets its holder do.

use crate::ids::NotAnId;
use std::str::FromStr;

/// A person's role in one domain. What each may do: docs/security.md, Rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A guest: operates the locks that links reach.
    User,
    /// Adds and configures devices; sees no users.
    Installer,
    /// Manages devices and users; may always operate remotely.
    Administrator,
}

impl Role {
    /// Every role, highest first.
    pub const ALL: [Role; 3] = [Role::Administrator, Role::Installer, Role::User];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Installer => "installer",
            Role::Administrator => "administrator",
        }
    }
    /// The link profile of this role's own links: it has the name of the role.
    pub const fn profile(self) -> LinkProfile {
        match self {
            Role::User => LinkProfile::User,
            Role::Installer => LinkProfile::Installer,
            Role::Administrator => LinkProfile::Administrator,
        }
    }
}

/// What people may do in a domain by their role, as rights that clients know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DomainRight {
    /// Configure locks and other devices.
    ManageDevices,
    /// See and manage people, groups and access.
    ManageUsers,
    /// Operate every open lock from afar, whatever the link says.
    OperateRemotely,
}

impl DomainRight {
    /// Every right.
    pub const ALL: [DomainRight; 3] =
        [DomainRight::ManageDevices, DomainRight::ManageUsers, DomainRight::OperateRemotely];

    /// The rights of a role.
    pub const fn of(role: Role) -> &'static [DomainRight] {
        match role {
            Role::Administrator => &DomainRight::ALL,
            Role::Installer => &[DomainRight::ManageDevices],
            Role::User => &[],
        }
    }
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            DomainRight::ManageDevices => "manage_devices",
            DomainRight::ManageUsers => "manage_users",
            DomainRight::OperateRemotely => "operate_remotely",
        }
    }
    /// What it lets somebody do, for people.
    pub const fn description(self) -> &'static str {
        match self {
            DomainRight::ManageDevices => "Configure the locks and other devices of the domain",
            DomainRight::ManageUsers => "See and manage the people, groups and access of the domain",
            DomainRight::OperateRemotely => "Operate locks from afar whenever the own access to them is open",
        }
    }
}

impl FromStr for Role {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        Role::ALL.into_iter().find(|role| role.name() == text).ok_or(NotAnId)
    }
}

/// What a link lets its holder do (docs/access-rules.md, Remote access).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkProfile {
    /// Operate at the door.
    User,
    /// Operate at the door and from afar.
    UserAllowRemote,
    /// As an installer.
    Installer,
    /// As an administrator: always from afar too.
    Administrator,
}

impl LinkProfile {
    /// Every profile, in the order GET /domain/v1/link_profiles lists them.
    pub const ALL: [LinkProfile; 4] =
        [LinkProfile::Administrator, LinkProfile::User, LinkProfile::Installer, LinkProfile::UserAllowRemote];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            LinkProfile::User => "user",
            LinkProfile::UserAllowRemote => "user_allow_remote",
            LinkProfile::Installer => "installer",
            LinkProfile::Administrator => "administrator",
        }
    }
    /// Whether an open link of this profile may be used from afar.
    pub const fn allows_remote(self) -> bool {
        matches!(self, LinkProfile::UserAllowRemote | LinkProfile::Administrator)
    }
    /// The lowest role that may hold it: nobody is granted a profile above the person's role.
    pub const fn least_role(self) -> Role {
        match self {
            LinkProfile::User | LinkProfile::UserAllowRemote => Role::User,
            LinkProfile::Installer => Role::Installer,
            LinkProfile::Administrator => Role::Administrator,
        }
    }
}

impl FromStr for LinkProfile {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        LinkProfile::ALL.into_iter().find(|profile| profile.name() == text).ok_or(NotAnId)
    }
}
