//! Who may do what: one table, operation × role × scope of the token, and how often for those who need none. A request for which no row
//! says yes does not reach its handler. docs/security.md has the same table for people; a test compares the two.

mod sets;

pub use sets::{BY_FACTS, CHANGES_RIGHTS, OF_ACCOUNT, ONCE, SIGNED_IN};

use crate::limits::{
    EXPENSIVE, FIRST_STARTS, OWNER_LINKS, RESET_REQUESTS, RESETS, SIGN_IN, SIGN_UP_CONFIRMATIONS, SIGN_UP_REQUESTS,
};
use cardea_identity::{Rates, TokenScope};
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

/// Anyone, as often as they like: nothing can be guessed by it.
const FREELY: Access = Access::Anonymous(None);

use Access::{Account, Anonymous};
use Reach::{All, No, Own};

const PROFILE: Option<TokenScope> = Some(TokenScope::Profile);
const READ: Option<TokenScope> = Some(TokenScope::Read);
const OPERATE: Option<TokenScope> = Some(TokenScope::Operate);
const ACCESS: Option<TokenScope> = Some(TokenScope::Access);
const DEVICES: Option<TokenScope> = Some(TokenScope::Devices);
const LOG: Option<TokenScope> = Some(TokenScope::Log);
/// No token is needed, or any will do.
const NONE: Option<TokenScope> = None;

/// Every operation by its operationId: the scope that a token needs for it, and who may call it.
pub const OPERATIONS: &[(&str, Option<TokenScope>, Access)] = &[
    // Sign-in
    ("authorize", NONE, FREELY),
    ("authorize_sign_in", NONE, Anonymous(Some(SIGN_IN))),
    ("challenge_passkey", NONE, Anonymous(Some(SIGN_IN))),
    // Signing in at other people's providers; what comes back counts once, in the browser that was sent there
    ("list_providers", NONE, FREELY),
    ("begin_provider_sign_in", NONE, Anonymous(Some(SIGN_IN))),
    ("return_from_provider", NONE, Anonymous(Some(SIGN_IN))),
    ("list_provider_links", PROFILE, Account),
    ("link_provider", ACCESS, Account),
    ("unlink_provider", ACCESS, Account),
    ("create_token", NONE, Anonymous(Some(SIGN_IN))),
    // Opening a link shows to whom it belongs
    ("show_owner_link", NONE, FREELY),
    ("use_owner_link", NONE, Anonymous(Some(OWNER_LINKS))),
    ("create_cookie", PROFILE, Account),
    // Any token may end what it belongs to
    ("delete_cookie", NONE, Account),
    // Choosing a new password by mail
    ("request_password_reset", NONE, Anonymous(Some(RESET_REQUESTS))),
    ("request_v3_password_reset", NONE, Anonymous(Some(RESET_REQUESTS))),
    ("reset_password", NONE, Anonymous(Some(RESETS))),
    // Getting an account
    ("set_up_owner", NONE, Anonymous(Some(FIRST_STARTS))),
    ("check_first_start", NONE, Anonymous(Some(FIRST_STARTS))),
    ("show_sign_up", NONE, FREELY),
    ("request_sign_up", NONE, Anonymous(Some(SIGN_UP_REQUESTS))),
    ("register_v3_user", NONE, Anonymous(Some(SIGN_UP_REQUESTS))),
    ("register_v2_user", NONE, Anonymous(Some(SIGN_UP_REQUESTS))),
    ("show_sign_up_confirmation", NONE, FREELY),
    ("confirm_sign_up", NONE, Anonymous(Some(SIGN_UP_CONFIRMATIONS))),
    // The caller themself. A new password opens everything, so it takes the scope for changing people
    ("get_current_user", PROFILE, roles(Own, Own, Own)),
    ("update_current_user", ACCESS, roles(Own, Own, Own)),
    ("list_identities", PROFILE, Account),
    // Where one is signed in, and the tokens of one's own programs, whatever the domain; any token may end itself
    ("list_sessions", PROFILE, Account),
    ("end_session", ACCESS, Account),
    ("end_other_sessions", ACCESS, Account),
    ("create_personal_token", ACCESS, Account),
    ("list_personal_tokens", PROFILE, Account),
    ("remove_personal_token", ACCESS, Account),
    ("remove_personal_tokens", ACCESS, Account),
    ("get_token_info", PROFILE, roles(Own, Own, Own)),
    ("end_token", NONE, Account),
    // Leaving
    ("export_account", ACCESS, Account),
    ("erase_account", ACCESS, Account),
    // How one signs in, whatever the domain: like a new password, for whoever may change people
    ("generate_two_factor", ACCESS, Account),
    ("enroll_two_factor", ACCESS, Account),
    ("remove_two_factor", ACCESS, Account),
    // The phones of the caller, whatever the domain; messages go to these alone
    ("list_client_devices", PROFILE, Account),
    ("get_client_device", PROFILE, Account),
    ("create_client_device", ACCESS, Account),
    ("put_client_device", ACCESS, Account),
    ("remove_client_device", ACCESS, Account),
    ("remove_client_devices", ACCESS, Account),
    ("notify_client_device", ACCESS, Account),
    ("list_passkeys", PROFILE, Account),
    ("begin_passkey", ACCESS, Account),
    ("finish_passkey", ACCESS, Account),
    ("rename_passkey", ACCESS, Account),
    ("remove_passkey", ACCESS, Account),
    // The same in every domain
    ("list_scopes", NONE, FREELY),
    ("list_permissions", NONE, FREELY),
    ("list_domain_rights", NONE, FREELY),
    ("list_time_zones", NONE, FREELY),
    // Locks
    ("list_locks", READ, roles(All, All, Own)),
    ("get_lock", READ, roles(All, All, Own)),
    ("remote_lock", OPERATE, roles(Own, Own, Own)),
    ("remote_unlock", OPERATE, roles(Own, Own, Own)),
    ("get_lock_operation", OPERATE, Account),
    // Devices and keys
    ("list_devices", READ, roles(All, All, Own)),
    ("list_linked_devices", READ, roles(All, Own, Own)),
    ("get_device", READ, roles(All, All, Own)),
    ("update_device", DEVICES, roles(All, All, No)),
    ("list_paired_devices", READ, roles(All, All, Own)),
    ("pair_device", DEVICES, roles(All, All, No)),
    ("unpair_device", DEVICES, roles(All, All, No)),
    // Bringing devices in; a key in place of another takes an administrator
    ("put_device", DEVICES, roles(All, All, No)),
    ("remove_device", DEVICES, roles(All, No, No)),
    ("create_enrollment_token", DEVICES, roles(All, All, No)),
    ("confirm_enrollment", DEVICES, roles(All, All, No)),
    // What is nearby and may be brought in is for those who do so
    ("list_discoveries", READ, roles(All, All, No)),
    ("create_discoveries", DEVICES, roles(All, All, No)),
    ("get_timezone_information", READ, roles(All, All, Own)),
    ("list_broadcast_keys", OPERATE, roles(All, All, Own)),
    ("list_login_tokens", OPERATE, roles(Own, Own, Own)),
    ("create_login_tokens", OPERATE, roles(Own, Own, Own)),
    ("get_login_token", OPERATE, roles(Own, Own, Own)),
    ("create_login_token", OPERATE, roles(Own, Own, Own)),
    ("get_latest_firmware", NONE, FREELY),
    ("download_firmware", NONE, FREELY),
    // What a device was found to run decides what it is offered, so guests do not tell it
    ("get_tracked_firmware", READ, roles(All, All, Own)),
    ("put_tracked_firmware", DEVICES, roles(All, All, No)),
    // People
    ("list_users", READ, roles(All, Own, Own)),
    ("get_user", READ, roles(All, Own, Own)),
    ("list_effective_links", READ, roles(All, Own, Own)),
    ("create_user", ACCESS, roles(All, No, No)),
    ("create_person", ACCESS, roles(All, No, No)),
    ("update_user", ACCESS, roles(All, No, No)),
    ("remove_user", ACCESS, roles(All, No, No)),
    // Invitations. Their tokens let somebody in, so listing them takes the scope for changing people
    ("list_invitations", ACCESS, roles(All, No, No)),
    ("list_sent_invitations", ACCESS, roles(All, No, No)),
    ("invite_user", ACCESS, roles(All, No, No)),
    ("invite_by_mail", ACCESS, roles(All, No, No)),
    ("invite_by_token", ACCESS, roles(All, No, No)),
    ("bulk_invite_users", ACCESS, roles(All, No, No)),
    ("delete_invitation", ACCESS, roles(All, No, No)),
    ("delete_sent_invitation", ACCESS, roles(All, No, No)),
    // Whoever is invited need not be in any domain
    ("list_received_invitations", ACCESS, Account),
    ("accept_received_invitation", ACCESS, Account),
    ("decline_received_invitation", ACCESS, Account),
    ("get_invitation_by_token", ACCESS, Account),
    ("accept_invitation_by_token", ACCESS, Account),
    ("decline_invitation_by_token", ACCESS, Account),
    // Groups
    ("list_groups", READ, roles(All, Own, Own)),
    ("get_group", READ, roles(All, Own, Own)),
    ("create_group", ACCESS, roles(All, No, No)),
    ("update_group", ACCESS, roles(All, No, No)),
    ("remove_group", ACCESS, roles(All, No, No)),
    ("add_lock_to_group", ACCESS, roles(All, No, No)),
    ("remove_lock_from_group", ACCESS, roles(All, No, No)),
    ("add_user_to_group", ACCESS, roles(All, No, No)),
    ("remove_user_from_group", ACCESS, roles(All, No, No)),
    // Links and calendars
    ("list_lock_user_links", READ, roles(All, Own, Own)),
    ("list_group_user_links", READ, roles(All, Own, Own)),
    ("list_group_lock_links", READ, roles(All, Own, Own)),
    ("list_group_group_links", READ, roles(All, Own, Own)),
    ("create_link", ACCESS, roles(All, No, No)),
    ("update_link", ACCESS, roles(All, No, No)),
    ("remove_link", ACCESS, roles(All, No, No)),
    ("list_calendars", READ, roles(All, Own, Own)),
    ("get_calendar", READ, roles(All, Own, Own)),
    ("create_calendar", ACCESS, roles(All, No, No)),
    ("replace_calendar", ACCESS, roles(All, No, No)),
    ("remove_calendar", ACCESS, roles(All, No, No)),
    ("list_day_lists", READ, roles(All, Own, Own)),
    ("get_day_list", READ, roles(All, Own, Own)),
    ("create_day_list", ACCESS, roles(All, No, No)),
    ("replace_day_list", ACCESS, roles(All, No, No)),
    ("remove_day_list", ACCESS, roles(All, No, No)),
    // The log: who came when is nothing that an installer needs
    ("list_lock_log", LOG, roles(All, No, No)),
    ("download_lock_log", LOG, roles(All, No, No)),
    ("list_lock_group_log", LOG, roles(All, No, No)),
    ("download_lock_group_log", LOG, roles(All, No, No)),
    ("list_user_log", LOG, roles(All, No, No)),
    ("download_user_log", LOG, roles(All, No, No)),
    ("list_user_lock_log", LOG, roles(All, No, No)),
    ("download_user_lock_log", LOG, roles(All, No, No)),
    ("list_user_lock_group_log", LOG, roles(All, No, No)),
    ("download_user_lock_group_log", LOG, roles(All, No, No)),
    ("list_user_group_log", LOG, roles(All, No, No)),
    ("download_user_group_log", LOG, roles(All, No, No)),
    ("list_user_group_lock_log", LOG, roles(All, No, No)),
    ("download_user_group_lock_log", LOG, roles(All, No, No)),
    ("list_user_group_lock_group_log", LOG, roles(All, No, No)),
    ("download_user_group_lock_group_log", LOG, roles(All, No, No)),
    // The bridge
    ("execute_operation", OPERATE, roles(Own, Own, Own)),
    ("poll_operation", OPERATE, Account),
    // Earlier APIs to the same, version 3. What a key is shared with is access; who has one is told as people are
    ("list_v3_devices", READ, roles(All, All, Own)),
    ("list_v3_device_types", READ, roles(All, All, All)),
    ("list_v3_types_of_device", READ, roles(All, All, Own)),
    ("get_v3_key", OPERATE, roles(Own, Own, Own)),
    ("list_v3_device_log", LOG, roles(All, No, No)),
    ("create_v3_activity", OPERATE, roles(All, Own, Own)),
    ("list_v3_lock_users", READ, roles(All, Own, Own)),
    ("share_v3_lock", ACCESS, roles(All, No, No)),
    ("share_v3_lock_with_user", ACCESS, roles(All, No, No)),
    ("unshare_v3_lock_with_user", ACCESS, roles(All, No, No)),
    ("list_v3_lock_groups", READ, roles(All, Own, Own)),
    ("share_v3_lock_with_group", ACCESS, roles(All, No, No)),
    ("unshare_v3_lock_with_group", ACCESS, roles(All, No, No)),
    ("list_v3_lock_log", LOG, roles(All, No, No)),
    ("remote_v3_lock", OPERATE, roles(Own, Own, Own)),
    ("remote_v3_unlock", OPERATE, roles(Own, Own, Own)),
    ("create_v3_user", ACCESS, roles(All, No, No)),
    ("get_v3_user", READ, roles(All, Own, Own)),
    ("list_v3_keys", OPERATE, roles(All, Own, Own)),
    ("share_v3_key", ACCESS, roles(All, No, No)),
    ("share_v3_keys", ACCESS, roles(All, No, No)),
    ("list_v3_nodes", READ, roles(All, All, Own)),
    ("list_v3_advertisements", OPERATE, roles(Own, Own, Own)),
    ("resolve_v3_advertisement", OPERATE, roles(Own, Own, Own)),
    // Version 2
    ("list_v2_locks", READ, roles(All, All, Own)),
    ("get_v2_lock", READ, roles(All, All, Own)),
    ("create_v2_lock", DEVICES, roles(All, All, No)),
    ("update_v2_lock", DEVICES, roles(All, All, No)),
    ("remove_v2_lock", DEVICES, roles(All, No, No)),
    ("list_v2_lock_users", READ, roles(All, Own, Own)),
    ("share_v2_lock", ACCESS, roles(All, No, No)),
    ("unshare_v2_lock", ACCESS, roles(All, No, No)),
    ("list_v2_users", READ, roles(All, Own, Own)),
    ("get_v2_user", READ, roles(All, Own, Own)),
    ("create_v2_user", ACCESS, roles(All, No, No)),
    ("update_v2_user", ACCESS, roles(All, No, No)),
    ("remove_v2_user", ACCESS, roles(All, No, No)),
    ("share_v2_key", ACCESS, roles(All, No, No)),
    ("create_v2_group", ACCESS, roles(All, No, No)),
    ("get_v2_group", READ, roles(All, Own, Own)),
    ("remove_v2_group", ACCESS, roles(All, No, No)),
    ("add_v2_group_members", ACCESS, roles(All, No, No)),
    ("remove_v2_group_members", ACCESS, roles(All, No, No)),
    // The whole domain. It is its owner's to delete and to hand over
    ("delete_domain", ACCESS, roles(All, No, No)),
    ("hand_over_domain", ACCESS, roles(All, No, No)),
    ("stream_domain", READ, roles(All, Own, Own)),
    ("stream_changes", READ, roles(All, Own, Own)),
    ("list_audit", LOG, roles(All, No, No)),
    ("get_domain_settings", READ, roles(All, No, No)),
    ("update_domain_settings", ACCESS, roles(All, No, No)),
    ("list_roles", READ, roles(All, All, All)),
    ("list_link_profiles", READ, roles(All, All, All)),
];

/// A row of the table: what it takes to call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permission {
    /// The scope that a token needs, if it takes one.
    pub scope: Option<TokenScope>,
    /// Who may.
    pub access: Access,
    /// Whether it is carried out once by each `Idempotency-Key`.
    pub once: bool,
    /// Its place in [`EXPENSIVE`].
    pub expense: Option<usize>,
    /// Whether it is told by the facts alone.
    pub by_facts: bool,
    /// Whether it takes somebody who signed in, so that a personal access token does not do.
    pub signed_in: bool,
    /// Whether it is about the caller's account alone.
    pub of_account: bool,
}

/// What it takes to call this operation.
pub fn permission(operation: &str) -> Option<Permission> {
    let row = OPERATIONS.iter().find(|(name, _, _)| *name == operation);
    row.map(|(_, scope, access)| Permission {
        scope: *scope,
        access: *access,
        once: ONCE.contains(&operation),
        expense: EXPENSIVE.iter().position(|(name, _)| *name == operation),
        by_facts: BY_FACTS.contains(&operation),
        signed_in: SIGNED_IN.contains(&operation),
        of_account: OF_ACCOUNT.contains(&operation),
    })
}

/// Who may call this operation.
pub fn access(operation: &str) -> Option<Access> {
    permission(operation).map(|permission| permission.access)
}
