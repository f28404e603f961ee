//! /oauth/v2/user: the token that asks, and the caller's personal access tokens, the same in every domain.

use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{CreatedPersonalToken, PersonalTokenEntry, TokenInfo};
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{Instant, Wire};
use axum::extract::State;
use cardea_identity::{NewPersonalToken, TokenScopes, UnknownScope};
use cardea_model::ids::PersonalTokenId;
use cardea_model::{FieldCode, Time, names};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How long one lives at most, in seconds: a year.
const LONGEST: i64 = 365 * 86_400;
/// How long it lives where nothing is said, in seconds.
const USUAL: i64 = 90 * 86_400;

/// A personal access token to be made.
#[derive(Deserialize, ToSchema)]
pub struct NewToken {
    /// What it is called, so that one knows which to end one day; not empty.
    name: Required<String>,
    /// What it may be used for: names of `/.meta/v1/scopes` with spaces between them, nothing that the token that asks may not. Absent or
    /// empty: all that this one may.
    #[serde(default)]
    scope: Optional<String>,
    /// When it ends, at most a year from now; else 90 days from now.
    #[serde(default)]
    expires_at: Optional<Instant>,
    /// The same, as whole seconds from now; one of the two.
    #[schema(minimum = 1, maximum = 31_536_000)]
    expires_in: Option<u32>,
}

impl Example for NewToken {
    fn example() -> Value {
        json!({ "name": "Nightly report", "scope": "read log", "expires_at": Wire(example::now().plus_seconds(USUAL)) })
    }
}

impl NewToken {
    /// What is asked for, by whoever may as much as this.
    fn wanted(self, own: TokenScopes, now: Time) -> Result<NewPersonalToken, ApiError> {
        let name = names::name("name", &self.name.0)?;
        let scopes = TokenScopes::parse(self.scope.0.as_deref().unwrap_or_default()).map_err(|UnknownScope| {
            ApiError::field("scope", FieldCode::Unknown, "a scope is unknown: /.meta/v1/scopes has all of them")
        })?;
        let beyond = || ApiError::field("scope", FieldCode::AboveRole, "more than the token may that asks for it");
        let scopes = own.granted(scopes).ok_or_else(beyond)?;
        let (field, expires) = match (self.expires_at.0, self.expires_in) {
            (Some(_), Some(_)) => {
                let message = "expires_at or expires_in, not both";
                return Err(ApiError::field("expires_in", FieldCode::Invalid, message));
            }
            (Some(Wire(at)), None) => ("expires_at", at),
            (None, seconds) => ("expires_in", now.plus_seconds(seconds.map_or(USUAL, i64::from))),
        };
        if !(now.plus_seconds(1)..=now.plus_seconds(LONGEST)).contains(&expires) {
            return Err(ApiError::field(field, FieldCode::OutOfRange, "between a second and a year from now"));
        }
        Ok(NewPersonalToken { name, scopes, expires })
    }
}

/// Makes a personal access token, for scripts and integrations.
///
/// It is told this once, and is shown as a bearer token like any access token. It ends at its time, when it is removed, and with every new
/// password. It makes no other token and changes nothing about how its person signs in. An account has 50 at most.
#[utoipa::path(
    post,
    path = "/oauth/v2/user/token",
    tag = "user",
    request_body = Body<NewToken>,
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 409, description = "`conflict`: there are as many as there may be."),
    )
)]
pub async fn create_personal_token(
    State(app): State<App>,
    account: Account,
    Body(new): Body<NewToken>,
) -> Result<Entry<CreatedPersonalToken>, ApiError> {
    let now = app.store().now();
    let new = new.wanted(account.token.scopes, now)?;
    let (made, text) = app.identity().create_personal_token(account.id, account.family, new).await?;
    Ok(Entry::of(CreatedPersonalToken::of(made, text, now)))
}

/// Ends the very token that asks.
///
/// Of a sign-in that is all of its tokens, as by signing out.
#[utoipa::path(delete, path = "/oauth/v2/user/token", tag = "user")]
pub async fn end_token(State(app): State<App>, account: Account) -> Result<Nothing, ApiError> {
    app.identity().end_family(account.id, account.family).await?;
    Ok(Nothing)
}

/// The caller's personal access tokens, oldest first.
///
/// The tokens themselves are not told again.
#[utoipa::path(get, path = "/oauth/v2/user/tokens", tag = "user", params(Paging))]
pub async fn list_personal_tokens(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Page<PersonalTokenEntry>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let tokens = app.identity().personal_tokens(account.id).await?;
    Ok(window.of(tokens.into_iter().map(PersonalTokenEntry::of)))
}

/// Removes all of the caller's personal access tokens.
#[utoipa::path(delete, path = "/oauth/v2/user/tokens", tag = "user")]
pub async fn remove_personal_tokens(State(app): State<App>, account: Account) -> Result<Nothing, ApiError> {
    app.identity().end_personal_tokens(account.id, account.family).await?;
    Ok(Nothing)
}

/// Removes one of the caller's personal access tokens.
#[utoipa::path(
    delete,
    path = "/oauth/v2/user/tokens/{access_token}",
    tag = "user",
    params(("access_token" = String, Path, description = "Its id, or the token itself.", example = "token-91f0c3d57ab2"))
)]
pub async fn remove_personal_token(
    State(app): State<App>,
    account: Account,
    Path(named): Path<String>,
) -> Result<Nothing, ApiError> {
    let identity = app.identity();
    // The path may hold a secret, so the refusal does not repeat it.
    let none = || ApiError::not_found("this token");
    let id = match named.parse::<PersonalTokenId>() {
        Ok(id) => id,
        Err(_) => identity.personal_token_of(account.id, &named).await?.ok_or_else(none)?,
    };
    match identity.end_personal_token(account.id, account.family, id).await? {
        true => Ok(Nothing),
        false => Err(none()),
    }
}

/// Who asks, by which token.
///
/// The person is the one that they are in the domain they act in.
#[utoipa::path(get, path = "/oauth/v2/user/info", tag = "user")]
pub async fn get_token_info(caller: Caller) -> Result<Entry<TokenInfo<'static>>, ApiError> {
    Ok(Entry::of(TokenInfo::of(&caller.facts, &caller.user, &caller.token)))
}
