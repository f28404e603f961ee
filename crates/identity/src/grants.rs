//! The three grants of POST /oauth2/token: each turns something the client has into tokens, or refuses.

use crate::clients::Client;
use crate::error::OAuthError;
use crate::family::{Family, Issue};
use crate::live::{self, NoRefresh, end_with_sessions};
use crate::origin::Peer;
use crate::security::Event;
use crate::session::may_be_drawn;
use crate::token::Handle;
use crate::{Identity, pkce};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::{codes, hold, hold_of_code, tokens};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// The body of POST /oauth2/token, JSON or form. Empty is missing.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct TokenRequest {
    /// `authorization_code`, `password` or `refresh_token`.
    #[schema(required = true)]
    pub grant_type: Option<String>,
    /// The client, as registered; or the user name of HTTP Basic with an empty password.
    #[schema(required = true)]
    pub client_id: Option<String>,
    /// Empty or missing: clients have none.
    pub client_secret: Option<String>,
    /// Empty or missing: every token may do what its person may.
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
}

fn required<'a>(value: &'a Option<String>, name: &str) -> Result<&'a str, OAuthError> {
    value.as_deref().filter(|value| !value.is_empty()).ok_or_else(|| OAuthError::parameter(name))
}

/// The id under which a code, and what came of it, is kept.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Where a family came from.
#[derive(Default)]
struct Origin {
    session: Option<Vec<u8>>,
    code: Option<Vec<u8>>,
}

impl Identity {
    /// Answers POST /oauth2/token.
    pub async fn grant(&self, request: TokenRequest, peer: Peer) -> Result<TokenAnswer, OAuthError> {
        let client =
            self.settings().client(required(&request.client_id, "client_id")?).ok_or_else(OAuthError::client)?;
        if request.client_secret.as_deref().is_some_and(|secret| !secret.is_empty()) {
            return Err(OAuthError::client());
        }
        let (grant, answer) = match required(&request.grant_type, "grant_type")? {
            "authorization_code" if client.is_console => {
                ("authorization_code", self.authorization_code(&request, client, peer).await)
            }
            "password" => ("password", self.password(&request, client, peer).await),
            "refresh_token" => ("refresh_token", self.refresh_token(&request, client, peer).await),
            _ => return Err(OAuthError::grant_type()),
        };
        let outcome = answer.as_ref().map_or_else(|error| error.code(), |_| "granted");
        metrics::counter!("cardea_grants_total", "grant" => grant, "outcome" => outcome).increment(1);
        answer
    }

    /// A code counts once, for a minute, for the client, address and verifier it was asked with. Whoever shows it takes it out,
    /// rightly or not; whoever shows it again ends what it gave (RFC 6749 section 4.1.2).
    async fn authorization_code(
        &self,
        request: &TokenRequest,
        client: Client<'_>,
        peer: Peer,
    ) -> Result<TokenAnswer, OAuthError> {
        const REFUSED: &str = "The authorisation code is not valid, was used, or is over.";
        let shown = required(&request.code, "code")?;
        let code = hash(shown);
        let redirect_uri = required(&request.redirect_uri, "redirect_uri")?.to_owned();
        let verifier = required(&request.code_verifier, "code_verifier")?.to_owned();
        // Writers take turns, and what has begun to write is not cancelled: nobody gets there by what they made up.
        if !may_be_drawn(shown) || !self.gave(&code).await? {
            return Err(OAuthError::grant(REFUSED));
        }
        let (id, now) = (client.id.to_owned(), self.store().now());
        let handle = Handle::draw();
        let lifetime = self.settings().refresh_token_seconds;
        let given = self
            .live()
            .ending(move |tx| {
                Box::pin(async move {
                    // Whoever ends an account's sign-ins holds the account before its codes.
                    hold_of_code(tx, &code).await?;
                    let Some(found) = codes::take(tx, &code).await? else {
                        let Some(gave) = tokens::of_code(tx, &code).await? else { return Ok((None, Vec::new())) };
                        let account = AccountId(gave.account as u64);
                        hold(tx, account).await?;
                        let ended = end_with_sessions(tx, vec![gave.id]).await?;
                        return Ok((Some(Err((account, ended.len()))), ended));
                    };
                    let challenge = found.challenge.as_slice().try_into().map(pkce::Challenge);
                    let holds = now.0 < found.expires
                        && found.client == id
                        && found.redirect_uri == redirect_uri
                        && challenge.is_ok_and(|challenge| challenge.kept_by(&verifier));
                    if !holds {
                        return Ok((None, Vec::new()));
                    }
                    let origin = Origin { session: Some(found.session), code: Some(code) };
                    let family = first(AccountId(found.account as u64), &id, now, lifetime);
                    let ended = live::begin(tx, row(handle, &family, origin, now), now).await?;
                    // Its own session may have come from one of those that ended.
                    let stands = !ended.iter().any(|ended| *ended == handle.family().0);
                    Ok((stands.then_some(Ok((family, ended.len()))), ended))
                })
            })
            .await?;
        let (family, ended) = match given {
            Some(Ok(given)) => given,
            Some(Err((account, sign_ins))) => {
                Event::SignInEnded { account, reason: "code_replayed", sign_ins }.log_from(Some(peer));
                return Err(OAuthError::grant(REFUSED));
            }
            None => return Err(OAuthError::grant(REFUSED)),
        };
        Event::SignIn { account: family.account, username: None, client: client.id, way: "code" }.log_from(Some(peer));
        Event::too_many_sign_ins(family.account, ended, peer);
        Ok(self.write_tokens(handle, Issue { generation: family.generation, since: now }, client, now))
    }

    /// Whether this is a code that was given, and not used or used for tokens that live.
    async fn gave(&self, code: &[u8]) -> Result<bool, StoreError> {
        let read = self.store().read();
        Ok(codes::is_given(read, code).await? || tokens::of_code(read, code).await?.is_some())
    }

    async fn password(
        &self,
        request: &TokenRequest,
        client: Client<'_>,
        peer: Peer,
    ) -> Result<TokenAnswer, OAuthError> {
        let username = required(&request.username, "username")?;
        let password = required(&request.password, "password")?;
        let proven = self.sign_in(username, password, peer, None).await?;
        let (handle, now) = (Handle::draw(), self.store().now());
        let family = first(proven.account, client.id, now, self.settings().refresh_token_seconds);
        let row = row(handle, &family, Origin::default(), now);
        self.begin(proven, client.id, "password", peer, move |tx| Box::pin(live::begin(tx, row, now))).await?;
        Ok(self.write_tokens(handle, Issue { generation: family.generation, since: now }, client, now))
    }

    async fn refresh_token(
        &self,
        request: &TokenRequest,
        client: Client<'_>,
        peer: Peer,
    ) -> Result<TokenAnswer, OAuthError> {
        const REFUSED: &str = "The refresh token is not valid, was ended, or is over.";
        let shown = required(&request.refresh_token, "refresh_token")?;
        let token = self.keys().read_refresh(shown).ok_or_else(|| OAuthError::grant(REFUSED))?;
        let lifetime_ms = self.settings().refresh_token_seconds * 1_000;
        match self.live().refresh(token.handle.family(), token.generation, client.id, lifetime_ms).await {
            Ok(issue) => Ok(self.write_tokens(token.handle, issue, client, self.store().now())),
            Err(NoRefresh::Refused) => Err(OAuthError::grant(REFUSED)),
            Err(NoRefresh::Replayed(account, sign_ins)) => {
                Event::SignInEnded { account, reason: "refresh_token_replayed", sign_ins }.log_from(Some(peer));
                Err(OAuthError::grant(REFUSED))
            }
            Err(NoRefresh::Store(error)) => Err(error.into()),
        }
    }

    fn write_tokens(&self, handle: Handle, issue: Issue, client: Client<'_>, now: Time) -> TokenAnswer {
        let end = issue.since.plus_seconds(client.access_seconds) + 999;
        let expires = Time::from_seconds(end.seconds());
        TokenAnswer {
            access_token: self.keys().write_access(handle, issue.generation, expires),
            refresh_token: self.keys().write_refresh(handle, issue.generation),
            token_type: "Bearer",
            expires_in: (expires - now) / 1_000,
            token_expires_at: expires.seconds(),
        }
    }
}

/// A family at its beginning.
fn first(account: AccountId, client: &str, now: Time, lifetime_seconds: i64) -> Family {
    Family { account, client: client.into(), generation: 1, issued: None, expires: now.plus_seconds(lifetime_seconds) }
}

fn row(handle: Handle, family: &Family, origin: Origin, now: Time) -> tokens::Model {
    tokens::Model {
        id: handle.family().0.to_vec(),
        account: family.account.0 as i64,
        client: family.client.to_string(),
        generation: i64::from(family.generation),
        issued: None,
        session: origin.session,
        code: origin.code,
        created: now.0,
        expires: family.expires.0,
    }
}
