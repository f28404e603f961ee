//! Inviting: by username, by mail, by a link that is handed on, and many at once.

use super::bodies::{ADD_LINK, InviteByMail, InviteByToken, InviteUser, LINK, offers};
use super::sending::{Sender, page};
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::invitation_token::{Purpose, token};
use crate::origin;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::SentInvitationEntry;
use crate::wire::example::Example;
use crate::wire::field::Optional;
use axum::extract::State;
use axum::http::HeaderMap;
use cardea_model::act::invitations::{Invitee, check_invitation, check_offers};
use cardea_model::ids::{AccountId, InvitationId, UserId};
use cardea_model::invitation::{INVITATION_LIVES, InvitationMethod, Offer};
use cardea_model::{Facts, FieldCode, Refusal, Time, names};
use cardea_store::invitations::Invitation;
use cardea_store::{Drafts, fresh_id};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// An invitation that is handed on as a link.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationLink<'a> {
    /// The invitation.
    #[serde(flatten)]
    invitation: SentInvitationEntry<'a>,
    /// The address to hand on: whoever opens it may accept, once.
    invitation_link: String,
    /// What accepting does: `add_link`.
    post_action: &'static str,
}

impl Example for InvitationLink<'_> {
    fn example() -> Value {
        let mut link = SentInvitationEntry::example();
        link["method"] = json!("token");
        link["sent_to"] = json!("");
        let secret = &[7; 32];
        let token = token(secret, Purpose::TakeUp, InvitationId(0x3c9b_e05a_17d4));
        link["invitation_link"] = json!(format!("https://doors.example.com/#/i/{token}"));
        link["token"] = json!(token);
        link["post_action"] = json!(ADD_LINK);
        link
    }
}

/// Whom an invitation is to.
pub enum To {
    /// An account, and its username.
    Account(AccountId, String),
    /// An e-mail address.
    Address(String),
    /// Whoever has the link.
    Anybody,
}

/// What an invitation is made of, before it is.
pub struct New {
    /// Whom it is to.
    pub to: To,
    /// The name that the domain will give them, or empty.
    pub alias: String,
    /// Who of the domain is to have their account.
    pub person: Option<UserId>,
    /// What it offers.
    pub offers: Vec<Offer>,
}

impl New {
    /// The invitation that this caller sends now.
    pub fn invitation(self, caller: &Caller, id: InvitationId, now: Time) -> Invitation {
        let (method, account, sent_to) = match self.to {
            To::Account(account, username) => (InvitationMethod::Username, Some(account), username),
            To::Address(address) => (InvitationMethod::Email, None, address),
            To::Anybody => (InvitationMethod::Token, None, String::new()),
        };
        Invitation {
            id,
            domain: caller.domain(),
            method,
            account,
            sent_to,
            alias: self.alias,
            person: self.person,
            sent_by: caller.user.id,
            offers: self.offers,
            created: now,
            expires: now.plus_seconds(INVITATION_LIVES),
        }
    }
}

/// Invites somebody who has an account, by its username.
///
/// They find it among the invitations that they received; where their username is an e-mail address, a letter tells them, unless it was sent too many of
/// late. 404 for a username that nobody has: `invite_by_mail` is the way then. An e-mail address that merely stands in somebody's profile finds nobody.
#[utoipa::path(
    post,
    path = "/invitations/v1/invite_user",
    tag = "invitations",
    request_body = Body<InviteUser>,
    responses(
        (status = 404, description = "`entity_not_found`: nobody has this username."),
        (status = 409, description = "`conflict`: they are in the domain already, or invited already (`username`: `already_there`)."),
        (status = 429, description = "`too_many_attempts`: the domain has invited or created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn invite_user(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<InviteUser>,
) -> Result<Entry<SentInvitationEntry<'static>>, ApiError> {
    let username = names::username("username", &new.username.0)?;
    check_offers(&caller.facts, &offers(&new.links), app.store().now())?;
    // Before it is told whether anybody has the name.
    app.creations().take(&caller.domain(), app.store().now())?;
    let found = app.store().account_by_username(&username).await?.ok_or_else(|| ApiError::not_found(&username))?;
    let to = To::Account(found.profile.account, found.profile.username);
    let alias = names::text("alias", &new.alias.0.unwrap_or_default())?;
    let new = New { to, alias, person: new.user_id.0.map(|id| id.0), offers: offers(&new.links) };
    invite(&app, &caller, "invite_user", new, |facts, invitation, secret| {
        Entry::of(SentInvitationEntry::of(facts, invitation, secret))
    })
    .await
}

/// Invites somebody by a letter to their e-mail address.
///
/// They may have an account or not. Whoever reads the letter may accept, by any account. Whether anybody has an account of this address is not
/// told, nor whether the letter is sent: an address that was sent too many of late gets none, and the invitation stands.
#[utoipa::path(
    post,
    path = "/invitations/v1/invite_by_mail",
    tag = "invitations",
    request_body = Body<InviteByMail>,
    responses(
        (status = 409, description = "`conflict`: this address is invited already, or is the username of somebody in the domain (`email_address`: `already_there`)."),
        (status = 429, description = "`too_many_attempts`: the domain has invited or created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn invite_by_mail(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<InviteByMail>,
) -> Result<Entry<SentInvitationEntry<'static>>, ApiError> {
    let address = names::email_address("email_address", &new.email_address.0)?;
    let alias = names::text("alias", &new.alias.0.unwrap_or_default())?;
    let person = new.user_id.0.map(|id| id.0);
    let new = New { to: To::Address(address), alias, person, offers: offers(&new.links) };
    check_offers(&caller.facts, &new.offers, app.store().now())?;
    app.creations().take(&caller.domain(), app.store().now())?;
    invite(&app, &caller, "invite_by_mail", new, |facts, invitation, secret| {
        Entry::of(SentInvitationEntry::of(facts, invitation, secret))
    })
    .await
}

/// Makes an invitation as a link to hand on.
///
/// Whoever has the link may accept, once.
#[utoipa::path(
    post,
    path = "/invitations/v1/invite_by_token",
    tag = "invitations",
    request_body = Body<InviteByToken>,
    responses(
        (status = 429, description = "`too_many_attempts`: the domain has invited or created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn invite_by_token(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(new): Body<InviteByToken>,
) -> Result<Entry<InvitationLink<'static>>, ApiError> {
    only("method", &new.method, LINK)?;
    only("post_action", &new.post_action, ADD_LINK)?;
    let alias = names::text("alias", &new.alias.0.unwrap_or_default())?;
    let person = new.user_id.0.map(|id| id.0);
    let new = New { to: To::Anybody, alias, person, offers: offers(&new.links) };
    check_offers(&caller.facts, &new.offers, app.store().now())?;
    app.creations().take(&caller.domain(), app.store().now())?;
    let base = origin::base(&app, &headers);
    invite(&app, &caller, "invite_by_token", new, move |facts, invitation, secret| {
        let entry = SentInvitationEntry::of(facts, invitation, secret);
        let invitation_link = format!("{base}/#{}", page(secret, invitation.id));
        Entry::of(InvitationLink { invitation: entry, invitation_link, post_action: ADD_LINK })
    })
    .await
}

fn only(field: &'static str, told: &Optional<String>, wanted: &str) -> Result<(), ApiError> {
    match told.0.as_deref() {
        None => Ok(()),
        Some(told) if told == wanted => Ok(()),
        Some(_) => Err(ApiError::field(field, FieldCode::Invalid, format!("only {wanted}"))),
    }
}

/// Writes an invitation down.
async fn invite<A, F>(app: &App, caller: &Caller, act: &'static str, new: New, answer: F) -> Result<A, ApiError>
where
    A: crate::once::Answer,
    F: FnOnce(&Facts, &Invitation, &[u8; 32]) -> A + Send + 'static,
{
    let invitation = new.invitation(caller, InvitationId(fresh_id()), app.store().now());
    let (secret, sender, writing) = (*app.secret(), Sender::new(app, caller), invitation.clone());
    let decide = move |drafts: &mut Drafts, now: Time| {
        let facts = drafts.facts().ok_or_else(|| Refusal::not_found(writing.domain))?;
        check(facts, &writing, now)?;
        sender.send(drafts, vec![writing]);
        Ok(())
    };
    let entry = move |facts: &Facts, (), _| Some(answer(facts, &invitation, &secret));
    let invited = caller.change(app, act).answer(decide, entry).await?;
    app.store().hint_work();
    Ok(invited)
}

/// Makes sure that an invitation may be sent now.
///
/// # Errors
/// As [`check_invitation`].
pub fn check(facts: &Facts, invitation: &Invitation, now: Time) -> Result<(), Refusal> {
    let to = match (invitation.account, invitation.method) {
        (Some(account), _) => Invitee::Account(account),
        (None, InvitationMethod::Email) => Invitee::Address(&invitation.sent_to),
        (None, _) => Invitee::Anybody,
    };
    check_invitation(facts, to, invitation.person, &invitation.offers, now)
}
