//! Inviting many at once: one answer for each, and all that can be invited in one transaction.

use super::inviting::{New, NewOffer, To, check, offers};
use super::sending::Sender;
use crate::app::App;
use crate::caller::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::SentInvitationEntry;
use crate::wire::example::Example;
use axum::extract::State;
use cardea_model::act::invitations::check_offers;
use cardea_model::ids::InvitationId;
use cardea_model::{Code, Facts, FieldCode, Refusal, Time, names};
use cardea_store::invitations::{Invitation, already_invited};
use cardea_store::{Account, Drafts, fresh_id};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use utoipa::ToSchema;

/// How many are invited at once at most.
const MOST: usize = 50;

/// People to be invited, all to the same access.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BulkInvite {
    /// Their usernames or e-mail addresses, 1 to 50.
    #[schema(min_items = 1, max_items = 50)]
    users: Vec<String>,
    /// The access that is offered; absent or null: none yet.
    links: Option<Vec<NewOffer>>,
    /// The names that the domain will give them, by what stands in `users`; absent or null: none.
    aliases: Option<BTreeMap<String, String>>,
}

/// What came of inviting one of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkInvited<'a> {
    /// Who, as the request has it.
    user: &'a str,
    /// `invited_via_user`, `invited_via_email` or `failed`.
    status: &'static str,
    /// The invitation; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invitation: Option<SentInvitationEntry<'a>>,
    /// Why there is none, as a refusal of `invite_user` or `invite_by_mail` would say it; absent when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    failure: Option<ErrorBody<'a>>,
}

/// What came of inviting many.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkInvitations<'a> {
    /// One for each, in their order.
    invitations: Vec<BulkInvited<'a>>,
}

impl Example for BulkInvite {
    fn example() -> Value {
        let alias = json!({ "carl@example.com": "Carl, second floor" });
        json!({ "users": ["carl@example.com"], "links": [NewOffer::example()], "aliases": alias })
    }
}

impl Example for BulkInvitations<'_> {
    fn example() -> Value {
        let invitation = SentInvitationEntry::example();
        json!({ "invitations": [{ "user": "carl@example.com", "status": "invited_via_email", "invitation": invitation }] })
    }
}

type Tried = (String, Result<Invitation, Refusal>);

fn invited<'a>(facts: &'a Facts, tried: &'a Tried, secret: &[u8; 32]) -> BulkInvited<'a> {
    let (user, made) = tried;
    match made {
        Ok(invitation) => BulkInvited {
            user,
            status: if invitation.account.is_some() { "invited_via_user" } else { "invited_via_email" },
            invitation: Some(SentInvitationEntry::of(facts, invitation, secret)),
            failure: None,
        },
        Err(refusal) => {
            let fault = refusal.field.zip(refusal.detail);
            let failure = ErrorBody::of(refusal.code.into(), &refusal.message, fault);
            BulkInvited { user, status: "failed", invitation: None, failure: Some(failure) }
        }
    }
}

/// Invites many at once.
///
/// Each is invited by username where somebody has it, else by mail where it is an e-mail address, and has an answer of its own. All who can be invited are, in one step; one who cannot keeps nobody else from it.
#[utoipa::path(
    post,
    path = "/invitations/v1/bulk_invite_users",
    tag = "invitations",
    request_body = Body<BulkInvite>,
    responses(
        (status = 429, description = "`too_many_attempts`: the domain has invited or created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn bulk_invite_users(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<BulkInvite>,
) -> Result<Entry<BulkInvitations<'static>>, ApiError> {
    let (count, offers) = (new.users.len(), offers(&new.links));
    if !(1..=MOST).contains(&count) {
        return Err(ApiError::field("users", FieldCode::OutOfRange, format!("1 to {MOST} at once")));
    }
    let now = app.store().now();
    check_offers(&caller.facts, &offers, now)?;
    for _ in 0..count {
        app.creations().take(&caller.domain(), now)?;
    }
    let found = app.store().accounts_by_usernames(&new.users).await?;
    let mut aliases = new.aliases.unwrap_or_default();
    let mut tried = Vec::with_capacity(count);
    for user in new.users {
        let alias = aliases.remove(&user).unwrap_or_default();
        let made = to(&user, &found).and_then(|to| {
            let new = New { to, alias: names::text("aliases", &alias)?, person: None, offers: offers.clone() };
            Ok(new.invitation(&caller, InvitationId(fresh_id()), now))
        });
        tried.push((user, made));
    }
    refuse_known(&app, &caller, &mut tried).await?;
    let (secret, sender) = (*app.secret(), Sender::new(&app, &caller));
    let decide = move |drafts: &mut Drafts, now: Time| {
        let mut decided = Vec::with_capacity(count);
        for (user, made) in tried {
            let facts = drafts.facts().ok_or_else(|| Refusal::new(Code::EntityNotFound, "the domain has ended"))?;
            let made = made.and_then(|invitation| check(facts, &invitation, now).map(|()| invitation));
            decided.push((user, made));
        }
        sender.send(drafts, decided.iter().filter_map(|(_, made)| made.clone().ok()).collect());
        Ok(decided)
    };
    let entry = move |facts: &Facts, decided: Vec<Tried>, _| {
        let invitations = decided.iter().map(|tried| invited(facts, tried, &secret)).collect();
        Some(Entry::of(BulkInvitations { invitations }))
    };
    let invited = caller.change(&app, "bulk_invite_users").answer(decide, entry).await?;
    app.store().hint_work();
    Ok(invited)
}

/// Whom a name means: the account that has it as its username, else the e-mail address that it is.
fn to(user: &str, found: &HashMap<String, Account>) -> Result<To, Refusal> {
    if let Some(account) = found.get(&names::key(user)) {
        return Ok(To::Account(account.profile.account, account.profile.username.clone()));
    }
    match names::email_address("users", user) {
        Ok(address) => Ok(To::Address(address)),
        Err(_) if names::username("users", user).is_ok() => Err(Refusal::not_found(user)),
        Err(refusal) => Err(refusal),
    }
}

/// Refuses those who stand twice, and those whom the domain has invited already.
async fn refuse_known(app: &App, caller: &Caller, tried: &mut [Tried]) -> Result<(), ApiError> {
    let made = || tried.iter().filter_map(|(_, made)| made.as_ref().ok());
    let accounts: Vec<_> = made().filter_map(|invitation| invitation.account).collect();
    let by_mail = made().filter(|invitation| invitation.account.is_none());
    let addresses: Vec<_> = by_mail.map(|invitation| invitation.sent_to.clone()).collect();
    let (accounts, addresses) = app.store().invited(caller.domain(), &accounts, &addresses).await?;
    let mut seen = HashSet::new();
    for (user, made) in tried {
        let Ok(invitation) = &made else { continue };
        let key = names::key(&invitation.sent_to);
        let known = match invitation.account {
            Some(account) => accounts.contains(&account),
            None => addresses.contains(&key),
        };
        if known || !seen.insert(key) {
            *made = Err(already_invited("users", user));
        }
    }
    Ok(())
}
