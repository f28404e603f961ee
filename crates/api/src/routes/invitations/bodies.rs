//! What inviting takes.

use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::names::LinkProfileName;
use crate::wire::schema::{CalendarIdText, LockIdText, UserIdText};
use cardea_model::invitation::Offer;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How an invitation is handed on.
pub(super) const LINK: &str = "invitation_link";
/// What accepting it does.
pub(super) const ADD_LINK: &str = "add_link";

/// Access to a lock that is offered.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewOffer {
    /// The lock.
    lock_id: Required<LockIdText>,
    /// When; absent or null: permanent.
    #[serde(default)]
    calendar_id: Optional<CalendarIdText>,
    /// What it lets them do: `user` or `user_allow_remote`; absent or null: `user`.
    #[serde(default)]
    link_profile: Optional<LinkProfileName>,
}

impl NewOffer {
    fn offer(&self) -> Offer {
        Offer {
            lock: self.lock_id.0.0,
            calendar: self.calendar_id.0.map(|id| id.0),
            profile: self.link_profile.0.map(|profile| profile.0),
        }
    }

    /// One of the examples.
    pub fn example() -> Value {
        json!({ "lock_id": example::lock().id.to_string(), "calendar_id": example::calendar().id.to_string() })
    }
}

/// What is offered.
pub fn offers(links: &Option<Vec<NewOffer>>) -> Vec<Offer> {
    links.iter().flatten().map(NewOffer::offer).collect()
}

/// Somebody to be invited who has an account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InviteUser {
    /// Their username.
    pub(super) username: Required<String>,
    /// The access that is offered; absent or null: none yet.
    pub(super) links: Option<Vec<NewOffer>>,
    /// The name that the domain will give them; else none.
    #[serde(default)]
    pub(super) alias: Optional<String>,
    /// Who of the domain has no account, and is to have theirs, staying who they are here; else they become somebody new.
    #[serde(default)]
    pub(super) user_id: Optional<UserIdText>,
}

/// Somebody to be invited by a letter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InviteByMail {
    /// Their e-mail address.
    pub(super) email_address: Required<String>,
    /// The access that is offered; absent or null: none yet.
    pub(super) links: Option<Vec<NewOffer>>,
    /// The name that the domain will give them; else none.
    #[serde(default)]
    pub(super) alias: Optional<String>,
    /// Who of the domain has no account, and is to have theirs, staying who they are here; else they become somebody new.
    #[serde(default)]
    pub(super) user_id: Optional<UserIdText>,
}

/// An invitation to be handed on.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InviteByToken {
    /// The access that is offered; absent or null: none yet.
    pub(super) links: Option<Vec<NewOffer>>,
    /// The name that the domain will give whoever accepts; else none.
    #[serde(default)]
    pub(super) alias: Optional<String>,
    /// Who of the domain has no account, and is to have the one of whoever accepts, staying who they are here; else they become somebody new.
    #[serde(default)]
    pub(super) user_id: Optional<UserIdText>,
    /// How it is handed on: `invitation_link`, the only way there is.
    #[serde(default)]
    pub(super) method: Optional<String>,
    /// What accepting does: `add_link`, the only thing there is.
    #[serde(default)]
    pub(super) post_action: Optional<String>,
}

impl Example for InviteUser {
    fn example() -> Value {
        json!({ "username": "carl@example.com", "links": [NewOffer::example()], "alias": "Carl, second floor" })
    }
}

impl Example for InviteByMail {
    fn example() -> Value {
        json!({ "email_address": "carl@example.com", "links": [NewOffer::example()], "alias": "Carl, second floor" })
    }
}

impl Example for InviteByToken {
    fn example() -> Value {
        json!({ "links": [NewOffer::example()], "method": LINK, "post_action": ADD_LINK })
    }
}
