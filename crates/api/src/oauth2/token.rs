//! POST /oauth2/token: tokens for a code, for username and password, or for a refresh token.

use super::SignIn;
use super::basic::basic;
use super::codes::OAuthErrorCode;
use super::error::OAuthError;
use crate::wire::answer::Entry;
use crate::wire::example::Example;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, header};
use cardea_identity::{Grant, Identity, Peer, TokenScopes, Tokens, UnknownScope};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The body of POST /oauth2/token, JSON or form. Empty is missing.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TokenRequest {
    /// `authorization_code`, `password` or `refresh_token`.
    #[schema(required = true, nullable = false)]
    pub grant_type: Option<String>,
    /// The client, as registered; or the user name of HTTP Basic with an empty password.
    pub client_id: Option<String>,
    /// Empty or missing: clients have none.
    pub client_secret: Option<String>,
    /// What the access token should be good for: names of `/.meta/v1/scopes` with spaces between them. Empty or missing: all that there is to
    /// give. A refresh may ask for less than there was at sign-in, for this access token, and never for more.
    pub scope: Option<String>,
    /// The code, for authorization_code.
    pub code: Option<String>,
    /// The address that the code came to, for authorization_code.
    pub redirect_uri: Option<String>,
    /// The verifier of the code's challenge, for authorization_code.
    pub code_verifier: Option<String>,
    /// The username, for password.
    pub username: Option<String>,
    /// The password, for password.
    pub password: Option<String>,
    /// For password, where the account takes a second factor: the six digits of the app, or a recovery code. Without it the answer is 400
    /// `invalid_grant` with the hint `one time password`, once the password is right.
    pub totp: Option<String>,
    /// The refresh token, for refresh_token.
    pub refresh_token: Option<String>,
}

/// The tokens of one generation.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenAnswer {
    /// Goes into `Authorization: Bearer …`.
    pub access_token: String,
    /// Goes into the next refresh. Until the answer to that has been used, it may be shown again and gets the same answer.
    pub refresh_token: String,
    /// `Bearer`.
    pub token_type: &'static str,
    /// Whole seconds until the access token ends.
    pub expires_in: i64,
    /// When that is, in seconds since 1970.
    pub token_expires_at: i64,
    /// What the access token is good for, where that is not everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
}

impl Example for TokenAnswer {
    fn example() -> Value {
        json!(TokenAnswer {
            access_token: "cat_7f3kQ0sVYx2bN8mT4pRzLwCdEfGhIjKlMnOpQrStUvW".to_owned(),
            refresh_token: "crt_9aBcD3eFgH5iJkL7mNoP1qRsT2uVwX4yZ6aBcDeFgHi".to_owned(),
            token_type: "Bearer",
            expires_in: 900,
            token_expires_at: 1_790_000_900,
            scope: None,
        })
    }
}

impl From<Tokens> for TokenAnswer {
    fn from(tokens: Tokens) -> Self {
        let Tokens { access_token, refresh_token, expires_in, expires, scopes } = tokens;
        let token_expires_at = expires.seconds();
        // OAuth libraries show a warning for a scope in the answer that they did not ask for.
        let scope = (scopes != TokenScopes::ALL).then(|| scopes.to_string());
        TokenAnswer { access_token, refresh_token, token_type: "Bearer", expires_in, token_expires_at, scope }
    }
}

fn required<'a>(value: &'a Option<String>, name: &str) -> Result<&'a str, OAuthError> {
    value.as_deref().filter(|value| !value.is_empty()).ok_or_else(|| OAuthError::parameter(name))
}

/// Tokens for a code, for username and password, or for a refresh token.
#[utoipa::path(
    post,
    path = "/oauth2/token",
    operation_id = "create_token",
    tag = "oauth2",
    request_body(
        content = TokenRequest,
        content_type = "application/json",
        description = "`client_id` may stand in `Authorization: Basic` instead, with an empty password.",
        example = json!({
            "grant_type": "refresh_token", "client_id": "cardea-android",
            "refresh_token": "crt_2Y9wq1cJ7k0mRrTt3vXz5A8bCdEfGhIjKlMnOpQrStU"
        })
    ),
    responses(
        (status = 400, description = "`invalid_request`: the body cannot be read, or a parameter is missing or malformed. `invalid_client`: the client is not registered, or brought a secret. `unsupported_grant_type`: it is unknown, or not this client's. `invalid_scope`: a scope is unknown, or more than there is to give. `invalid_grant`: username, password, code or refresh token do not hold. With the hint `one time password`: the password is right, and `totp` is missing, not right, or was used before. With the hint `new password`: the password is right, and is to be replaced first, on the sign-in page."),
        (status = 401, description = "`invalid_client`: the client named itself by HTTP Basic, and is not registered or brought a secret."),
        (status = 413, description = "`invalid_request`: the body is over 16 KiB."),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords from this address, wrong one-time codes, or sign-ins with this account; Retry-After says when."),
        (status = 503, description = "`temporarily_unavailable`: too many sign-ins at once, or the database is away; Retry-After says when to try again."),
    )
)]
pub async fn create_token(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Entry<TokenAnswer>, OAuthError> {
    let body = body.map_err(|error| OAuthError::body(error.status()))?;
    let mut request = read(&headers, &body)?;
    let by_basic = basic(&headers)?;
    if let Some(id) = &by_basic {
        let named = request.client_id.replace(id.clone());
        if named.is_some_and(|named| !named.is_empty() && named != *id) {
            return Err(OAuthError::client().basic());
        }
    }
    let tokens = request.granted_by(&identity, peer).await.map_err(|refused| match refused.code() {
        OAuthErrorCode::InvalidClient if by_basic.is_some() => refused.basic(),
        _ => refused,
    })?;
    Ok(Entry::of(TokenAnswer::from(tokens)))
}

impl TokenRequest {
    async fn granted_by(&self, identity: &Identity, peer: Peer) -> Result<Tokens, OAuthError> {
        let client =
            identity.settings().client(required(&self.client_id, "client_id")?).ok_or_else(OAuthError::client)?;
        if self.client_secret.as_deref().is_some_and(|secret| !secret.is_empty()) {
            return Err(OAuthError::client());
        }
        let grant_type = match required(&self.grant_type, "grant_type")? {
            "authorization_code" if client.is_console => "authorization_code",
            "password" => "password",
            "refresh_token" => "refresh_token",
            _ => return Err(OAuthError::grant_type()),
        };
        let asked = self.grant(grant_type).and_then(|grant| Ok((grant, self.scopes()?)));
        let answer = match asked {
            Ok((grant, wanted)) => identity.grant(client, grant, wanted, peer).await.map_err(OAuthError::from),
            Err(refused) => Err(refused),
        };
        let outcome = answer.as_ref().map_or_else(|refused| refused.code().name(), |_| "granted");
        metrics::counter!("cardea_grants_total", "grant" => grant_type, "outcome" => outcome).increment(1);
        answer
    }

    /// What is wanted, where anything in particular is.
    fn scopes(&self) -> Result<Option<TokenScopes>, OAuthError> {
        TokenScopes::parse(self.scope.as_deref().unwrap_or_default()).map_err(|UnknownScope| OAuthError::scope())
    }

    /// What is shown for this type of grant.
    fn grant(&self, grant_type: &str) -> Result<Grant<'_>, OAuthError> {
        Ok(match grant_type {
            "authorization_code" => Grant::Code {
                code: required(&self.code, "code")?,
                redirect_uri: required(&self.redirect_uri, "redirect_uri")?,
                verifier: required(&self.code_verifier, "code_verifier")?,
            },
            "password" => Grant::Password {
                username: required(&self.username, "username")?,
                password: required(&self.password, "password")?,
                code: self.totp.as_deref(),
            },
            _ => Grant::RefreshToken(required(&self.refresh_token, "refresh_token")?),
        })
    }
}

/// A body in the form that its content type names. Where it names neither form, a body that begins like a JSON object is read as JSON: no
/// form begins so.
fn read(headers: &HeaderMap, body: &[u8]) -> Result<TokenRequest, OAuthError> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let is_json = match &*essence {
        "application/x-www-form-urlencoded" => false,
        "application/json" => true,
        other => other.ends_with("+json") || body.trim_ascii_start().first() == Some(&b'{'),
    };
    if is_json {
        // A list would be read as the fields in their order.
        let object = body.trim_ascii_start().first() == Some(&b'{');
        let body = if object { body } else { b"" };
        serde_json::from_slice(body).map_err(|_| OAuthError::unreadable("The body is not a JSON object of texts"))
    } else {
        serde_urlencoded::from_bytes(body)
            .map_err(|_| OAuthError::unreadable("The body is not a form with each field once"))
    }
}
