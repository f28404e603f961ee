//! /user/v1: the caller themself.

use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::body::{Body, Query, text};
use crate::wire::entries::{CurrentUser, IdentityEntry};
use crate::wire::page::{PERPAGE, Paging};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use cardea_model::Refusal;
use cardea_model::act::users::{self, ProfileChange, UserChange};
use cardea_model::password::password;
use cardea_model::role::Role;
use serde::Deserialize;
use utoipa::ToSchema;

/// What callers change of themselves. What is absent or null stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CurrentUserUpdate {
    /// The name shown to others; not empty.
    #[serde(default, deserialize_with = "text")]
    display_name: Option<String>,
    /// Given name.
    #[serde(default, deserialize_with = "text")]
    firstname: Option<String>,
    /// Family name.
    #[serde(default, deserialize_with = "text")]
    lastname: Option<String>,
    /// E-mail address, or empty.
    #[serde(default, deserialize_with = "text")]
    email_address: Option<String>,
    /// The e-mail address, as some clients name it.
    #[serde(default, deserialize_with = "text")]
    mail: Option<String>,
    /// Postal address.
    #[serde(default, deserialize_with = "text")]
    address: Option<String>,
    /// Telephone number.
    #[serde(default, deserialize_with = "text")]
    phone: Option<String>,
    /// Preferred language.
    #[serde(default, deserialize_with = "text")]
    language: Option<String>,
    /// Whether the terms of use are accepted.
    eula: Option<bool>,
    /// The name this domain gives the caller; administrators only.
    #[serde(default, deserialize_with = "text")]
    alias: Option<String>,
    /// A new password; other sign-ins end.
    #[serde(default, deserialize_with = "text")]
    password: Option<String>,
}

/// The caller, as they are in the domain they act in.
#[utoipa::path(get, path = "/user/v1", tag = "user", responses((status = 200, body = CurrentUser)))]
pub async fn get_current_user(caller: Caller) -> Response {
    Json(CurrentUser::of(&caller.facts, &caller.user)).into_response()
}

/// Changes what the caller tells of themself.
///
/// It changes in every domain at once; the alias only in the domain they act in.
#[utoipa::path(
    patch,
    path = "/user/v1/update",
    tag = "user",
    request_body = CurrentUserUpdate,
    responses((status = 200, body = CurrentUser))
)]
pub async fn update_current_user(
    State(app): State<App>,
    caller: Caller,
    Body(update): Body<CurrentUserUpdate>,
) -> Result<Response, ApiError> {
    let (account, domain, id) = (caller.account, caller.domain(), caller.user.id);
    let alias = update.alias.filter(|alias| *alias != caller.user.alias);
    if alias.is_some() && caller.user.role != Role::Administrator {
        return Err(Refusal::field("alias", "administrators_only", "only administrators change their alias").into());
    }
    if let Some(new) = &update.password {
        password("password", new)?;
    }
    let change = ProfileChange {
        display_name: update.display_name,
        firstname: update.firstname,
        lastname: update.lastname,
        email_address: update.email_address.or(update.mail),
        address: update.address,
        phone: update.phone,
        language: update.language,
        eula: update.eula,
    };
    app.store()
        .change_account(account, caller.actor(), "update_current_user", move |domains, _now| {
            let here = domains.iter().find(|facts| facts.domain == domain).filter(|facts| facts.user(id).is_some());
            let (Some(facts), Some(user)) = (here, here.and_then(|facts| facts.user(id))) else {
                return Err(Refusal::not_found(id));
            };
            let mut edits = Vec::new();
            if alias.is_some() {
                edits.extend(users::update_user(facts, id, UserChange { alias, role: None })?.0);
            }
            edits.extend(users::update_profile(&user.profile, change)?.0);
            Ok((vec![(domain, edits)], ()))
        })
        .await?;
    if let Some(new) = update.password {
        app.identity().set_password(account, new, Some(caller.family)).await?;
    }
    let facts = app.store().facts(domain).await?;
    let user = facts.user(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Json(CurrentUser::of(&facts, user)).into_response())
}

/// Who the caller is in each domain: the primary one first.
#[utoipa::path(
    get,
    path = "/user/v1/identities",
    tag = "user",
    params(Paging),
    responses((status = 200, body = Vec<IdentityEntry>))
)]
pub async fn list_identities(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Response, ApiError> {
    let window = paging.window(PERPAGE)?;
    let identities = app.store().identities(account.id).await?;
    Ok(window.of(identities.iter().map(IdentityEntry::of)))
}
