//! Who may do what: one table, operation × role. A request for which no row says yes does not reach its handler.

use cardea_model::role::Role;

/// What a role may do with an operation, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Nothing.
    No,
    /// It, as far as it concerns what they see: see [`crate::scope`].
    Own,
    /// It, on everything in the domain.
    All,
}

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone, without credentials.
    Anyone,
    /// Whoever is signed in, in whatever domain.
    Account,
    /// People of the domain, by their role.
    Roles {
        /// Administrators.
        administrator: Reach,
        /// Installers.
        installer: Reach,
        /// Guests.
        user: Reach,
    },
}

impl Access {
    /// What this role may do.
    pub const fn reach(self, role: Role) -> Reach {
        match self {
            Access::Anyone | Access::Account => Reach::Own,
            Access::Roles { administrator, installer, user } => match role {
                Role::Administrator => administrator,
                Role::Installer => installer,
                Role::User => user,
            },
        }
    }
}

const fn roles(administrator: Reach, installer: Reach, user: Reach) -> Access {
    Access::Roles { administrator, installer, user }
}

use Access::{Account, Anyone};
use Reach::{All, No, Own};

/// Every operation by its operationId, and who may call it. What a device operation needs beyond the role stands in [`RIGHTS`].
pub const OPERATIONS: &[(&str, Access)] = &[
    // The caller themself
    ("get_current_user", roles(Own, Own, Own)),
    ("update_current_user", roles(Own, Own, Own)),
    ("list_identities", Account),
    // Locks
    ("list_locks", roles(All, All, Own)),
    ("get_lock", roles(All, All, Own)),
    ("remote_lock", roles(Own, Own, Own)),
    ("remote_unlock", roles(Own, Own, Own)),
    ("get_lock_operation", Account),
    // Devices and keys
    ("list_devices", roles(All, All, Own)),
    ("get_device", roles(All, All, Own)),
    ("update_device", roles(All, All, No)),
    ("list_paired_devices", roles(All, All, Own)),
    ("list_login_tokens", roles(Own, Own, Own)),
    ("get_login_token", roles(Own, Own, Own)),
    ("get_latest_firmware", Anyone),
    ("download_firmware", Anyone),
    // People
    ("list_users", roles(All, Own, Own)),
    ("get_user", roles(All, Own, Own)),
    ("update_user", roles(All, No, No)),
    ("remove_user", roles(All, No, No)),
    // Groups
    ("list_groups", roles(All, Own, Own)),
    ("get_group", roles(All, Own, Own)),
    ("create_group", roles(All, No, No)),
    ("update_group", roles(All, No, No)),
    ("remove_group", roles(All, No, No)),
    ("add_lock_to_group", roles(All, No, No)),
    ("remove_lock_from_group", roles(All, No, No)),
    ("add_user_to_group", roles(All, No, No)),
    ("remove_user_from_group", roles(All, No, No)),
    // Links and calendars
    ("list_lock_user_links", roles(All, Own, Own)),
    ("list_group_user_links", roles(All, Own, Own)),
    ("list_group_lock_links", roles(All, Own, Own)),
    ("list_group_group_links", roles(All, Own, Own)),
    ("create_link", roles(All, No, No)),
    ("update_link", roles(All, No, No)),
    ("remove_link", roles(All, No, No)),
    ("list_calendars", roles(All, Own, Own)),
    ("get_calendar", roles(All, Own, Own)),
    ("create_calendar", roles(All, No, No)),
    ("replace_calendar", roles(All, No, No)),
    ("remove_calendar", roles(All, No, No)),
    // The log: who came when is nothing that an installer needs
    ("list_lock_log", roles(All, No, No)),
    // The bridge
    ("execute_operation", roles(Own, Own, Own)),
    ("poll_operation", Account),
    // The whole domain
    ("stream_domain", roles(All, Own, Own)),
    ("stream_changes", roles(All, Own, Own)),
    ("list_roles", roles(All, All, All)),
    ("list_link_profiles", roles(All, All, All)),
];

/// The operations by which rights change, which are logged as such with whoever called them.
pub const CHANGES_RIGHTS: &[&str] = &[
    "update_device",
    "update_user",
    "remove_user",
    "remove_group",
    "add_lock_to_group",
    "remove_lock_from_group",
    "add_user_to_group",
    "remove_user_from_group",
    "create_link",
    "update_link",
    "remove_link",
    "replace_calendar",
];

/// Who may call this operation.
pub fn access(operation: &str) -> Option<Access> {
    OPERATIONS.iter().find(|(name, _)| *name == operation).map(|(_, access)| *access)
}
