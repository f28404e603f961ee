//! Who may do what: one table, operation × role, and how often for those who need none. A request for which no row says yes does not reach its handler.

use cardea_identity::{Growth, Rate, Rates};
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
    /// Anyone, without credentials: as often as this says, or as they like.
    Anonymous(Option<Rates>),
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
    /// Whether nobody needs to be signed in.
    pub const fn is_anonymous(self) -> bool {
        matches!(self, Access::Anonymous(_))
    }
    /// What this role may do.
    pub const fn reach(self, role: Role) -> Reach {
        match self {
            Access::Anonymous(_) | Access::Account => Reach::Own,
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

const fn rate(in_a_row: u32, shortest: i64, longest: i64) -> Rate {
    Rate { in_a_row, then: Growth { shortest, longest } }
}

/// How often passwords are compared, on the page and for programs together; waits in milliseconds. Of an address names count that were
/// tried in vain within ten minutes, of an account at an address its wrong passwords, and of an account wherever it signs in the right
/// ones. Who is known from before has more: docs/security.md, Limits on sign-in.
pub const SIGN_IN: Rates = Rates {
    per_address: rate(20, 1_000, 15 * 60_000),
    per_account_and_address: rate(5, 1_000, 15 * 60_000),
    per_account: rate(60, 1_000, 1_000),
};

/// Anyone, as often as they like: nothing can be guessed by it.
const FREELY: Access = Access::Anonymous(None);

use Access::{Account, Anonymous};
use Reach::{All, No, Own};

/// Every operation by its operationId, and who may call it. What a device operation needs beyond the role stands in [`RIGHTS`].
pub const OPERATIONS: &[(&str, Access)] = &[
    // Sign-in
    ("authorize", FREELY),
    ("authorize_sign_in", Anonymous(Some(SIGN_IN))),
    ("create_token", Anonymous(Some(SIGN_IN))),
    ("create_cookie", Account),
    ("delete_cookie", Account),
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
    ("get_latest_firmware", FREELY),
    ("download_firmware", FREELY),
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
