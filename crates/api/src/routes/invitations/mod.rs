//! /invitations/v1: bringing in people who have an account of their own, or will have one.

pub mod accepting;
mod bodies;
pub mod bulk;
pub mod inviting;
mod sending;

use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::answer::{Nothing, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{ReceivedInvitationEntry, SentInvitationEntry};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::InvitationIdText;
use axum::extract::State;
use cardea_model::ids::InvitationId;
use cardea_model::{Refusal, Time};
use cardea_store::invitations::{self, Invitation, Of};
use cardea_store::{Drafts, StoreError};
use std::collections::HashMap;

/// The invitations into the domain that are neither accepted nor over.
#[utoipa::path(get, path = "/invitations/v1", tag = "invitations", params(Paging))]
pub async fn list_invitations(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<SentInvitationEntry<'static>>, ApiError> {
    sent(&app, &caller, &paging).await
}

/// The same, by another name.
#[utoipa::path(get, path = "/invitations/v1/sent", tag = "invitations", params(Paging))]
pub async fn list_sent_invitations(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<SentInvitationEntry<'static>>, ApiError> {
    sent(&app, &caller, &paging).await
}

async fn sent(app: &App, caller: &Caller, paging: &Paging) -> Result<Page<SentInvitationEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let (skip, take) = (window.skip() as u64, window.take() as u64);
    let (total, page) = app.store().invitations(Of::Domain(caller.domain()), skip, take).await?;
    let entries = page.iter().map(|invitation| SentInvitationEntry::of(&caller.facts, invitation, app.secret()));
    Ok(window.answer(total as usize, entries))
}

/// The invitations to the caller's account by its username.
///
/// What came by mail or as a link is known by its token alone: `get_invitation_by_token`.
#[utoipa::path(get, path = "/invitations/v1/received", tag = "invitations", params(Paging))]
pub async fn list_received_invitations(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Page<ReceivedInvitationEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let (skip, take) = (window.skip() as u64, window.take() as u64);
    let (total, page) = app.store().invitations(Of::Account(account.id), skip, take).await?;
    let mut domains = HashMap::new();
    for domain in page.iter().map(|invitation| invitation.domain) {
        match app.store().facts(domain).await {
            Ok(facts) => drop(domains.insert(domain, facts)),
            // It has ended since.
            Err(StoreError::NoSuchDomain(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let entries = page.iter().filter_map(|invitation| {
        let facts = domains.get(&invitation.domain)?;
        Some(ReceivedInvitationEntry::of(facts, invitation, app.secret()))
    });
    Ok(window.answer(total as usize, entries))
}

/// Withdraws an invitation by its id.
#[utoipa::path(
    delete,
    path = "/invitations/v1/{invitation}",
    tag = "invitations",
    params(("invitation" = InvitationIdText, Path))
)]
pub async fn delete_invitation(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<InvitationId>,
) -> Result<Nothing, ApiError> {
    let found = app.store().invitation(id).await?.ok_or_else(|| ApiError::not_found(id))?;
    withdraw(&app, &caller, "delete_invitation", &found).await
}

/// Withdraws an invitation by the token that its sender knows it by.
#[utoipa::path(
    delete,
    path = "/invitations/v1/sent/{token}",
    tag = "invitations",
    params(("token" = String, Path, description = "The token that the list of sent invitations has."))
)]
pub async fn delete_sent_invitation(
    State(app): State<App>,
    caller: Caller,
    Path(token): Path<String>,
) -> Result<Nothing, ApiError> {
    let found = app.invitation_sent(&token).await?;
    withdraw(&app, &caller, "delete_sent_invitation", &found).await
}

async fn withdraw(app: &App, caller: &Caller, act: &'static str, invitation: &Invitation) -> Result<Nothing, ApiError> {
    let (id, domain) = (invitation.id, invitation.domain);
    if domain != caller.domain() {
        return Err(ApiError::not_found(id));
    }
    caller
        .change(app, act)
        .decide(move |drafts, _| {
            take(drafts, id);
            Ok(())
        })
        .await?;
    Ok(Nothing)
}

/// Takes an invitation away in the same transaction: of two who try, the other is refused.
fn take(drafts: &mut Drafts, id: InvitationId) {
    drafts.along(move |tx, now: Time| {
        Box::pin(async move {
            match invitations::take(tx, id, now).await? {
                true => Ok(()),
                false => Err(Refusal::not_found(id).into()),
            }
        })
    });
}
