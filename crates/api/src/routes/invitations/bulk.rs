//! Inviting many at once: one answer for each, and all that can be invited in one transaction.

use super::bodies::{NewOffer, offers};
use super::inviting::{New, To, check};
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
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use utoipa::ToSchema;

/// How many are invited at once at most.
const MOST: u32 = 50;

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

/// How somebody was invited, if they were.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkInvitedStatus {
    /// By their username.
    InvitedViaUser,
    /// By mail.
    InvitedViaEmail,
    /// They were not.
    Failed,
}

/// What came of inviting one of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkInvited<'a> {
    /// Who, as the request has it.
    user: &'a str,
    /// How they were invited.
    status: BulkInvitedStatus,
    /// The invitation; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invitation: Option<SentInvitationEntry<'a>>,
    /// Why there is none, as a refusal of `invite_user` or `invite_by_mail` would say it, of the field `users` or `aliases`; absent when there is one.
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
            status: match invitation.account {
                Some(_) => BulkInvitedStatus::InvitedViaUser,
                None => BulkInvitedStatus::InvitedViaEmail,
            },
            invitation: Some(SentInvitationEntry::of(facts, invitation, secret)),
            failure: None,
        },
        Err(refusal) => {
            let fault = refusal.field.zip(refusal.detail);
            let failure = ErrorBody::of(refusal.code.into(), &refusal.message, fault);
            BulkInvited { user, status: BulkInvitedStatus::Failed, invitation: None, failure: Some(failure) }
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
    let count = u32::try_from(new.users.len()).unwrap_or(u32::MAX);
    if !(1..=MOST).contains(&count) {
        return Err(ApiError::field("users", FieldCode::OutOfRange, format!("1 to {MOST} at once")));
    }
    let (now, domain) = (app.store().now(), caller.domain());
    check_offers(&caller.facts, &offers(&new.links), now)?;
    // Before it is told whether anybody has the names.
    app.creations().take_many(&domain, count, now)?;
    let counts = Arc::<AtomicU32>::default();
    let mut invited = invite_all(&app, &caller, &new, Arc::clone(&counts)).await;
    // Somebody else was quicker to invite one of them. By now that is known, so it is that one's answer and keeps nobody else from being invited.
    for _ in 0..count {
        if !invited.as_ref().is_err_and(is_quicker) {
            break;
        }
        invited = invite_all(&app, &caller, &new, Arc::clone(&counts)).await;
    }
    let counts = if invited.is_ok() { counts.load(Ordering::SeqCst) } else { 0 };
    app.creations().give_back_many(&domain, count - counts);
    app.store().hint_work();
    invited
}

/// Whether [`cardea_store::invitations::add`] refused somebody whom the domain has invited since they were looked for.
fn is_quicker(refused: &ApiError) -> bool {
    refused.is_about("username") || refused.is_about("email_address")
}

/// Invites those who can be; `counts` is how many the domain has done or found out by that ([`is_counted`]).
async fn invite_all(
    app: &App,
    caller: &Caller,
    new: &BulkInvite,
    counts: Arc<AtomicU32>,
) -> Result<Entry<BulkInvitations<'static>>, ApiError> {
    let offers = offers(&new.links);
    let found = app.store().accounts_by_usernames(&new.users).await?;
    let aliases = new.aliases.as_ref();
    let mut tried = Vec::with_capacity(new.users.len());
    for user in &new.users {
        let alias = aliases.and_then(|aliases| aliases.get(user)).map_or("", String::as_str);
        // The name comes after the alias, so that nobody learns by a wrong alias whether there is such a name.
        let made = names::text("aliases", alias).and_then(|alias| {
            let new = New { to: to(user, &found)?, alias, person: None, offers: offers.clone() };
            Ok(new.invitation(caller, InvitationId(fresh_id()), app.store().now()))
        });
        tried.push((user.clone(), made));
    }
    refuse_known(app, caller, &mut tried).await?;
    let (secret, sender) = (*app.secret(), Sender::new(app, caller));
    let decide = move |drafts: &mut Drafts, now: Time| {
        let mut decided = Vec::with_capacity(tried.len());
        counts.store(0, Ordering::SeqCst);
        for (user, made) in tried {
            let facts = drafts.facts().ok_or_else(|| Refusal::new(Code::EntityNotFound, "the domain has ended"))?;
            let made = made.and_then(|invitation| {
                check(facts, &invitation, now).map_err(of_list)?;
                Ok(invitation)
            });
            counts.fetch_add(u32::from(is_counted(&made)), Ordering::SeqCst);
            decided.push((user, made));
        }
        sender.send(drafts, decided.iter().filter_map(|(_, made)| made.clone().ok()).collect());
        Ok(decided)
    };
    let entry = move |facts: &Facts, decided: Vec<Tried>, _| {
        let invitations = decided.iter().map(|tried| invited(facts, tried, &secret)).collect();
        Some(Entry::of(BulkInvitations { invitations }))
    };
    caller.change(app, "bulk_invite_users").answer(decide, entry).await
}

/// Whether this counts against how often the domain invites: somebody is invited, or it is told that nobody has a name. Other refusals do
/// nothing, and tell what whoever asks knows.
fn is_counted(made: &Result<Invitation, Refusal>) -> bool {
    made.as_ref().map_or_else(|refusal| refusal.code == Code::EntityNotFound, |_| true)
}

/// A refusal of who is invited, by the field of this request that they stand in.
fn of_list(refusal: Refusal) -> Refusal {
    match refusal.field {
        Some("username" | "email_address") => Refusal { field: Some("users"), ..refusal },
        _ => refusal,
    }
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
