//! /passkeys/v1: the passkeys that the caller signs in with, the same in every domain.

use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::{Body, Path};
use crate::wire::entries::{NewPasskeyEntry, PasskeyEntry, PasskeysEntry};
use crate::wire::example::Example;
use crate::wire::field::Required;
use axum::extract::State;
use cardea_identity::MadePasskey;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A passkey that a browser made.
#[derive(Deserialize, ToSchema)]
pub struct FinishedPasskey {
    /// What its owner calls it: 1 to 255 characters.
    name: Required<String>,
    /// What `navigator.credentials.create` answered, as its `toJSON` writes it.
    credential: CreatedCredential,
}

/// A credential as browsers write it; what else they write is not read.
#[derive(Deserialize, ToSchema)]
pub struct CreatedCredential {
    /// Its id, in base64url.
    id: Required<String>,
    /// What the authenticator said.
    response: CreatedResponse,
}

/// What an authenticator said of a credential that it made.
#[derive(Deserialize, ToSchema)]
pub struct CreatedResponse {
    /// What was signed for, in base64url.
    #[serde(rename = "clientDataJSON")]
    client_data_json: Required<String>,
    /// The public key and what vouches for it, in base64url.
    #[serde(rename = "attestationObject")]
    attestation_object: Required<String>,
}

impl Example for FinishedPasskey {
    fn example() -> Value {
        json!({
            "name": "Phone",
            "credential": {
                "id": "q83vASNFZ4mrze8BI0VniQ",
                "response": {
                    "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
                    "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oA",
                },
            },
        })
    }
}

/// Another name of a passkey.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyName {
    /// What its owner calls it: 1 to 255 characters.
    name: Required<String>,
}

impl Example for PasskeyName {
    fn example() -> Value {
        json!({ "name": "Laptop" })
    }
}

/// The caller's passkeys, the oldest first, and whom they are for.
#[utoipa::path(get, path = "/passkeys/v1", tag = "passkeys")]
pub async fn list_passkeys(State(app): State<App>, account: Account) -> Result<Entry<PasskeysEntry>, ApiError> {
    let passkeys = app.identity().passkeys(account.id).await?;
    Ok(Entry::of(PasskeysEntry::of(app.identity().relying_party(), passkeys)))
}

/// Asks for a new passkey.
///
/// The answer is what `navigator.credentials.create` takes as `publicKey`, once its `challenge`, `user.id` and ids are read from base64url.
/// What the browser makes of it within 5 minutes goes to `finish`; asking again takes the place of what was asked before.
#[utoipa::path(
    post,
    path = "/passkeys/v1/begin",
    tag = "passkeys",
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 409, description = "`passkeys_not_offered`: no origin of this server has a name. `conflict`: the account has 20 passkeys."),
    )
)]
pub async fn begin_passkey(State(app): State<App>, account: Account) -> Result<Entry<NewPasskeyEntry>, ApiError> {
    let asked = app.identity().begin_passkey(account.id, account.family).await?;
    Ok(Entry::of(NewPasskeyEntry::of(asked)))
}

/// Adds the passkey that was asked for.
///
/// From then on its owner signs in with it on the page, without username, password and one-time code.
#[utoipa::path(
    post,
    path = "/passkeys/v1/finish",
    tag = "passkeys",
    request_body = Body<FinishedPasskey>,
    responses(
        (status = 409, description = "`passkeys_not_offered`: no origin of this server has a name. `conflict`: none was asked for in this sign-in within 5 minutes, it is there already, or the account has 20."),
    )
)]
pub async fn finish_passkey(
    State(app): State<App>,
    account: Account,
    Body(FinishedPasskey { name, credential }): Body<FinishedPasskey>,
) -> Result<Entry<PasskeyEntry>, ApiError> {
    let CreatedCredential { id, response } = credential;
    let (client_data, attestation) = (response.client_data_json.0, response.attestation_object.0);
    let made = MadePasskey { id: id.0, client_data, attestation };
    let added = app.identity().finish_passkey(account.id, account.family, &name.0, made).await?;
    Ok(Entry::of(PasskeyEntry::of(added)))
}

/// Gives a passkey another name.
#[utoipa::path(
    patch,
    path = "/passkeys/v1/{passkey}",
    tag = "passkeys",
    params(("passkey" = String, Path, description = "The passkey's id.")),
    request_body = Body<PasskeyName>
)]
pub async fn rename_passkey(
    State(app): State<App>,
    account: Account,
    Path(id): Path<String>,
    Body(PasskeyName { name }): Body<PasskeyName>,
) -> Result<Entry<PasskeyEntry>, ApiError> {
    let renamed = app.identity().rename_passkey(account.id, account.family, &id, &name.0).await?;
    Ok(Entry::of(PasskeyEntry::of(renamed)))
}

/// Takes a passkey away: nobody signs in with it any more.
///
/// Who did stays signed in.
#[utoipa::path(
    delete,
    path = "/passkeys/v1/{passkey}",
    tag = "passkeys",
    params(("passkey" = String, Path, description = "The passkey's id.")),
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 409, description = "`conflict`: there is no other way into the account."),
    )
)]
pub async fn remove_passkey(
    State(app): State<App>,
    account: Account,
    Path(id): Path<String>,
) -> Result<Nothing, ApiError> {
    app.identity().remove_passkey(account.id, account.family, &id).await?;
    Ok(Nothing)
}
