//! Accepting and declining invitations: those to one's account, and those that somebody has the token of.

use super::take;
use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::invitation_token::not_found;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::Path;
use crate::wire::entries::{ReceivedInvitationEntry, owner_username};
use crate::wire::example::{self, Example};
use crate::wire::schema::{LinkIdText, LockIdText, UserIdText, Wire};
use axum::extract::State;
use cardea_model::act::invitations::{Entered, Joining, enter, take_up};
use cardea_model::ids::{LinkId, LockId, UserId};
use cardea_model::invitation::Offer;
use cardea_model::{Code, Facts, FieldCode, Refusal, Time};
use cardea_store::invitations::Invitation;
use cardea_store::{Drafts, Store, StoreError, fresh_id};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use utoipa::ToSchema;

/// Why access that was offered is not given: `inviter_may_not` where whoever sent the invitation may not give it any more, `already_there` where
/// they have it, `not_suited` for anything else that the domain refuses of it now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// Whoever sent the invitation may not give it any more.
    InviterMayNot,
    /// The lock is not there any more.
    LockGone,
    /// The calendar is not there any more.
    CalendarGone,
    /// The calendar is over.
    CalendarOver,
    /// They have this access already.
    AlreadyThere,
    /// Anything else that the domain refuses of it now.
    NotSuited,
}

impl LeftOutReason {
    /// What its act refused it for.
    fn of(refusal: &Refusal) -> Self {
        match (refusal.code, refusal.field, refusal.detail) {
            (Code::Forbidden, ..) => LeftOutReason::InviterMayNot,
            (Code::Conflict, ..) => LeftOutReason::AlreadyThere,
            (_, Some("lock_id"), _) => LeftOutReason::LockGone,
            (_, Some("calendar_id"), Some(FieldCode::Unknown)) => LeftOutReason::CalendarGone,
            (_, Some("calendar_id"), Some(FieldCode::Ended)) => LeftOutReason::CalendarOver,
            _ => LeftOutReason::NotSuited,
        }
    }
}

/// Access that was offered and is not given.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOut {
    /// The lock.
    lock_id: LockIdText,
    /// Why.
    reason: LeftOutReason,
    /// The same as a sentence for people.
    message: String,
}

/// What came of accepting an invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedInvitation {
    /// Who the caller is in that domain, which X-Assume-User takes.
    user_id: UserIdText,
    /// The domain.
    #[schema(example = "anna@example.com's domain")]
    domain: String,
    /// Whether they were in it already.
    already_member: bool,
    /// The links that were made.
    links: Vec<LinkIdText>,
    /// What was offered and is not given, each with its reason.
    left_out: Vec<LeftOut>,
}

impl Example for AcceptedInvitation {
    fn example() -> Value {
        let link = example::facts().links_of_user(example::guest().id).iter().map(|link| Wire(link.id));
        json!(AcceptedInvitation {
            user_id: Wire(example::guest().id),
            domain: format!("{}'s domain", example::owner().profile.username),
            already_member: false,
            links: link.take(1).collect(),
            left_out: Vec::new(),
        })
    }
}

struct Accepted {
    user: UserId,
    already_member: bool,
    links: Vec<LinkId>,
    left_out: Vec<(LockId, Refusal)>,
}

impl AcceptedInvitation {
    fn of(facts: &Facts, accepted: &Accepted) -> Self {
        let left_out = |(lock, refusal): &(LockId, Refusal)| LeftOut {
            lock_id: Wire(*lock),
            reason: LeftOutReason::of(refusal),
            message: refusal.message.clone(),
        };
        AcceptedInvitation {
            user_id: Wire(accepted.user),
            domain: format!("{}'s domain", owner_username(facts)),
            already_member: accepted.already_member,
            links: accepted.links.iter().copied().map(Wire).collect(),
            left_out: accepted.left_out.iter().map(left_out).collect(),
        }
    }
}

/// Accepts an invitation to the caller's account.
///
/// In one step they are in the domain, with the links that were offered, and the invitation is gone. What was offered is looked at once more:
/// where whoever sent it is no administrator any more, a lock or calendar is gone or over, that part is left out, and the answer says so.
#[utoipa::path(
    post,
    path = "/invitations/v1/received/{token}/accept",
    tag = "invitations",
    params(("token" = String, Path, description = "The token of the invitation; that of a letter or link does as well.")),
    responses((status = 409, description = "`conflict`: the account was created in another domain, and belongs to that one alone (`username`: `created_elsewhere`)."))
)]
pub async fn accept_received_invitation(
    State(app): State<App>,
    account: Account,
    Path(token): Path<String>,
) -> Result<Entry<AcceptedInvitation>, ApiError> {
    accept(&app, account, "accept_received_invitation", &token).await
}

/// Accepts the invitation that the caller has a token of.
///
/// As `accept_received_invitation`. Whoever reads a letter, or was handed the link, may accept, by any account; one that is to an account can
/// be accepted by that one alone.
#[utoipa::path(
    post,
    path = "/user/v1/invitations/{token}/accept",
    tag = "invitations",
    params(("token" = String, Path, description = "The token of the letter or link.")),
    responses((status = 409, description = "`conflict`: the account was created in another domain, and belongs to that one alone (`username`: `created_elsewhere`)."))
)]
pub async fn accept_invitation_by_token(
    State(app): State<App>,
    account: Account,
    Path(token): Path<String>,
) -> Result<Entry<AcceptedInvitation>, ApiError> {
    accept(&app, account, "accept_invitation_by_token", &token).await
}

/// Declines an invitation to the caller's account.
#[utoipa::path(
    post,
    path = "/invitations/v1/received/{token}/decline",
    tag = "invitations",
    params(("token" = String, Path, description = "The token of the invitation; that of a letter or link does as well."))
)]
pub async fn decline_received_invitation(
    State(app): State<App>,
    account: Account,
    Path(token): Path<String>,
) -> Result<Nothing, ApiError> {
    decline(&app, account, "decline_received_invitation", &token).await
}

/// Declines the invitation that the caller has a token of.
#[utoipa::path(
    delete,
    path = "/user/v1/invitations/{token}",
    tag = "invitations",
    params(("token" = String, Path, description = "The token of the letter or link."))
)]
pub async fn decline_invitation_by_token(
    State(app): State<App>,
    account: Account,
    Path(token): Path<String>,
) -> Result<Nothing, ApiError> {
    decline(&app, account, "decline_invitation_by_token", &token).await
}

/// The invitation that the caller has a token of.
#[utoipa::path(
    get,
    path = "/user/v1/invitations/{token}",
    tag = "invitations",
    params(("token" = String, Path, description = "The token of the letter or link."))
)]
pub async fn get_invitation_by_token(
    State(app): State<App>,
    account: Account,
    Path(token): Path<String>,
) -> Result<Entry<ReceivedInvitationEntry<'static>>, ApiError> {
    let invitation = received(&app, &account, &token).await?;
    let facts = app.store().facts(invitation.domain).await.map_err(|error| match error {
        StoreError::NoSuchDomain(_) => not_found(),
        error => error.into(),
    })?;
    Ok(Entry::of(ReceivedInvitationEntry::of(&facts, &invitation, app.secret())))
}

/// The invitation of a token, if this account may take it up.
async fn received(app: &App, account: &Account, token: &str) -> Result<Invitation, ApiError> {
    let invitation = app.invitation_to_take_up(token).await?;
    let is_theirs = invitation.account.is_none_or(|invited| invited == account.id);
    if is_theirs { Ok(invitation) } else { Err(not_found()) }
}

async fn decline(app: &App, account: Account, act: &'static str, token: &str) -> Result<Nothing, ApiError> {
    let Invitation { id, domain, .. } = received(app, &account, token).await?;
    let decline = move |drafts: &mut Drafts, _| {
        take(drafts, id);
        Ok(())
    };
    account.change(app, (domain, act), decline, |_, ()| Nothing).await
}

async fn accept(
    app: &App,
    account: Account,
    act: &'static str,
    token: &str,
) -> Result<Entry<AcceptedInvitation>, ApiError> {
    let Invitation { id, domain, offers, sent_by, alias, person, .. } = received(app, &account, token).await?;
    let profile = app.store().account(account.id).await?.ok_or_else(ApiError::unauthenticated)?.profile;
    let joining = Joining { id: UserId(fresh_id()), profile: Arc::new(profile), alias };
    let offers: Vec<(Offer, u64)> = offers.into_iter().map(|offer| (offer, fresh_id())).collect();
    let accept = move |drafts: &mut Drafts, now: Time| {
        let Entered { user, already_member, replaced } =
            drafts.act(|facts| enter(facts, sent_by, person, joining, now))?;
        if let Some(account) = replaced {
            drafts.along(move |tx, _| Box::pin(async move { Ok(Store::remove_account(tx, account).await?) }));
        }
        let mut accepted = Accepted { user, already_member, links: Vec::new(), left_out: Vec::new() };
        for (offer, number) in offers {
            match drafts.act(|facts| take_up(facts, sent_by, user, offer, number, now)) {
                Ok(link) => accepted.links.push(link),
                Err(refusal) => accepted.left_out.push((offer.lock, refusal)),
            }
        }
        take(drafts, id);
        Ok(accepted)
    };
    account
        .change(app, (domain, act), accept, |facts, accepted| Entry::of(AcceptedInvitation::of(facts, &accepted)))
        .await
}
