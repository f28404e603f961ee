//! /user/v1/sessions: where the caller is signed in, the same in every domain.

use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::wire::answer::{Nothing, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::SignInEntry;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SignInIdText;
use axum::extract::State;
use cardea_model::ids::SignInId;

/// Where the caller is signed in: this one first, then those used last.
///
/// A browser or a program is one sign-in, with all that came of it. Personal access tokens are none.
#[utoipa::path(get, path = "/user/v1/sessions", tag = "user", params(Paging))]
pub async fn list_sessions(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Page<SignInEntry>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let sign_ins = app.identity().sign_ins(account.id, account.family).await?;
    Ok(window.of(sign_ins.into_iter().map(SignInEntry::of)))
}

/// Signs the caller out in one browser or program.
///
/// Its tokens are dead at once. It may be the one that asks.
#[utoipa::path(delete, path = "/user/v1/sessions/{session}", tag = "user", params(("session" = SignInIdText, Path)))]
pub async fn end_session(
    State(app): State<App>,
    account: Account,
    Path(id): Path<SignInId>,
) -> Result<Nothing, ApiError> {
    match app.identity().end_sign_in(account.id, account.family, id).await? {
        true => Ok(Nothing),
        false => Err(ApiError::not_found(id)),
    }
}

/// Signs the caller out everywhere else.
///
/// This sign-in goes on, and so do personal access tokens.
#[utoipa::path(delete, path = "/user/v1/sessions", tag = "user")]
pub async fn end_other_sessions(State(app): State<App>, account: Account) -> Result<Nothing, ApiError> {
    app.identity().end_other_sign_ins(account.id, account.family).await?;
    Ok(Nothing)
}
