//! /twofactorauth/v1: the caller's second factor, the same in every domain.

use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::Body;
use crate::wire::entries::{TwoFactorEnrolledEntry, TwoFactorSeedEntry};
use crate::wire::example::Example;
use crate::wire::field::Required;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The first code of a seed.
#[derive(Deserialize, ToSchema)]
pub struct FirstCode {
    /// The six digits that the app shows now.
    totp: Required<String>,
}

impl Example for FirstCode {
    fn example() -> Value {
        json!({ "totp": "287082" })
    }
}

/// Draws the seed of a second factor.
///
/// It takes the place of one that was drawn before, and is not required until a code of it is shown to `enroll`. It is told this once: as a
/// QR code, in base32, and as an address.
#[utoipa::path(
    post,
    path = "/twofactorauth/v1/generate",
    tag = "two_factor",
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 409, description = "`conflict`: a second factor is required already."),
    )
)]
pub async fn generate_two_factor(
    State(app): State<App>,
    account: Account,
) -> Result<Entry<TwoFactorSeedEntry>, ApiError> {
    let identity = app.identity();
    let seed = identity.generate_two_factor(account.id, account.family).await?;
    // The account exists: its seed was just written.
    let person = app.store().account(account.id).await?.ok_or_else(ApiError::unauthenticated)?;
    Ok(Entry::of(TwoFactorSeedEntry::of(&seed, &identity.settings().product_name, &person.profile.username)))
}

/// Makes the second factor required, by a code of the seed drawn last.
///
/// From then on signing in takes a code, each once. Who is signed in stays so. The recovery codes are told this once.
#[utoipa::path(
    post,
    path = "/twofactorauth/v1/enroll",
    tag = "two_factor",
    request_body = Body<FirstCode>,
    responses(
        (status = 409, description = "`conflict`: a second factor is required already, or no seed was drawn."),
        (status = 429, description = "`too_many_attempts`: too many wrong codes; Retry-After says when to try again."),
    )
)]
pub async fn enroll_two_factor(
    State(app): State<App>,
    account: Account,
    Body(FirstCode { totp }): Body<FirstCode>,
) -> Result<Entry<TwoFactorEnrolledEntry>, ApiError> {
    let codes = app.identity().enroll_two_factor(account.id, account.family, &totp.0).await?;
    Ok(Entry::of(TwoFactorEnrolledEntry::of(codes)))
}

/// Takes the second factor away, and its recovery codes.
///
/// Where there is none, nothing happens.
#[utoipa::path(
    delete,
    path = "/twofactorauth/v1/remove",
    tag = "two_factor",
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
    )
)]
pub async fn remove_two_factor(State(app): State<App>, account: Account) -> Result<Nothing, ApiError> {
    app.identity().remove_two_factor(account.id, account.family).await?;
    Ok(Nothing)
}
