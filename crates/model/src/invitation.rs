//! Invitations: access that somebody is offered and has yet to take up.

use crate::ids::{CalendarId, LockId};
use crate::role::LinkProfile;

/// How an invitation reaches somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvitationMethod {
    /// By a letter to an e-mail address, whoever reads it.
    Email,
    /// By a link that is handed on, to whoever has it.
    Token,
    /// To the account of a username.
    Username,
}

impl InvitationMethod {
    /// All of them.
    pub const ALL: [InvitationMethod; 3] =
        [InvitationMethod::Email, InvitationMethod::Token, InvitationMethod::Username];

    /// Its name, on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            InvitationMethod::Email => "email",
            InvitationMethod::Token => "token",
            InvitationMethod::Username => "username",
        }
    }
}

/// Access to one lock that an invitation offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Offer {
    /// The lock.
    pub lock: LockId,
    /// When; `None` is permanent.
    pub calendar: Option<CalendarId>,
    /// What it lets them do; `None`: what guests may.
    pub profile: Option<LinkProfile>,
}

/// How many locks one invitation offers at most.
pub const OFFERS_MAX: usize = 200;

/// How long an invitation may be taken up, in seconds: 30 days.
pub const INVITATION_LIVES: i64 = 30 * 86_400;
