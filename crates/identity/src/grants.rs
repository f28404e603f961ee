//! The three grants: each makes tokens of something that the client has, or refuses.

use crate::clients::Client;
use crate::error::NotGranted;
use crate::family::{Family, Issue};
use crate::live::{self, NoRefresh, end_with_sessions};
use crate::peer::Peer;
use crate::scopes::TokenScopes;
use crate::security::Event;
use crate::session::may_be_drawn;
use crate::sign_in::Proven;
use crate::sign_ins::seen;
use crate::token::Handle;
use crate::{Identity, pkce};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{codes, hold, hold_of_code, tokens};
use cardea_store::{StoreError, fresh_id};
use sha2::{Digest, Sha256};

/// What a client has, and wants tokens for.
pub enum Grant<'a> {
    /// A code of the sign-in page.
    Code {
        /// The code.
        code: &'a str,
        /// The address that it came to.
        redirect_uri: &'a str,
        /// The verifier of its challenge.
        verifier: &'a str,
    },
    /// A person's username and password.
    Password {
        /// What they sign in with.
        username: &'a str,
        /// Their password.
        password: &'a str,
        /// What they typed as their code, where they typed something.
        code: Option<&'a str>,
    },
    /// A refresh token.
    RefreshToken(&'a str),
}

/// The tokens of one generation.
#[derive(Debug)]
pub struct Tokens {
    /// What every call shows.
    pub access_token: String,
    /// What the next refresh shows.
    pub refresh_token: String,
    /// Whole seconds until the access token ends.
    pub expires_in: i64,
    /// When that is.
    pub expires: Time,
    /// What it may be used for.
    pub scopes: TokenScopes,
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
    proven: Option<i64>,
    sign_in: i64,
}

impl Origin {
    /// The password that was shown at this instant: a sign-in of its own begins.
    fn password(now: Time) -> Self {
        Origin { proven: Some(now.0), sign_in: fresh_id() as i64, ..Origin::default() }
    }
}

/// What came of a code that was shown.
enum Shown {
    /// A family; so many older ones ended for it.
    Given(Family, usize),
    /// It had given something before, and so many sign-ins of this account ended.
    Again(AccountId, usize),
    /// It holds, but not for the scopes that are wanted.
    Scope,
    /// It does not hold.
    Nothing,
}

impl Identity {
    /// Makes tokens of what a client has, for the scopes that it wants or for all that there are to give.
    ///
    /// # Errors
    /// [`NotGranted`].
    pub async fn grant(
        &self,
        client: Client<'_>,
        grant: Grant<'_>,
        wanted: Option<TokenScopes>,
        peer: Peer,
    ) -> Result<Tokens, NotGranted> {
        match grant {
            Grant::Code { code, redirect_uri, verifier } => {
                self.grant_code(code, redirect_uri, verifier, client, wanted, peer).await
            }
            Grant::Password { username, password, code } => {
                let proven = self.sign_in(username, password, peer, None).await?.showing(code);
                self.grant_password(proven, client, wanted.unwrap_or(TokenScopes::ALL), peer).await
            }
            Grant::RefreshToken(shown) => self.grant_refresh(shown, client, wanted, peer).await,
        }
    }

    /// A code counts once, for a minute, for the client, address and verifier it was asked with. Whoever shows it takes it out,
    /// rightly or not; whoever shows it again ends what it gave (RFC 6749; docs/standards.md).
    async fn grant_code(
        &self,
        shown: &str,
        redirect_uri: &str,
        verifier: &str,
        client: Client<'_>,
        wanted: Option<TokenScopes>,
        peer: Peer,
    ) -> Result<Tokens, NotGranted> {
        let code = hash(shown);
        let (redirect_uri, verifier) = (redirect_uri.to_owned(), verifier.to_owned());
        // One writes after the other, and a write that has begun is not cancelled. So made-up codes must not get so far.
        if !may_be_drawn(shown) || !self.gave(&code).await? {
            return Err(NotGranted::Code);
        }
        let (id, now) = (client.id.to_owned(), self.store().now());
        let handle = Handle::draw();
        let (lifetime, lasting) = (self.settings().refresh_token_seconds, self.settings().lasting());
        let seal = self.store().seal().clone();
        let given = self
            .live()
            .ending(move |tx| {
                Box::pin(async move {
                    // Ending an account's sign-ins locks the account before its codes, so this does, too.
                    hold_of_code(tx, &code).await?;
                    let Some(found) = codes::take(tx, &code).await? else {
                        let Some(gave) = tokens::of_code(tx, &code).await? else {
                            return Ok((Shown::Nothing, Vec::new()));
                        };
                        let account = AccountId(gave.account as u64);
                        hold(tx, account).await?;
                        let ended = end_with_sessions(tx, vec![gave.id]).await?;
                        return Ok((Shown::Again(account, ended.len()), ended));
                    };
                    let challenge = found.challenge.as_slice().try_into().map(pkce::Challenge);
                    let holds = now.0 < found.expires
                        && found.client == id
                        && found.redirect_uri == redirect_uri
                        && challenge.is_ok_and(|challenge| challenge.kept_by(&verifier));
                    if !holds {
                        return Ok((Shown::Nothing, Vec::new()));
                    }
                    let Some(scopes) = TokenScopes::read(found.scopes).granted(wanted) else {
                        return Ok((Shown::Scope, Vec::new()));
                    };
                    let ends = lasting.end(found.proven.map_or(now, Time));
                    let family = Family {
                        issuer: found.issuer.map(Into::into),
                        ..first(AccountId(found.account as u64), &id, scopes, (now, lifetime, ends))
                    };
                    let seen = seen(&seal, found.sign_in, peer);
                    let (session, code) = (Some(found.session), Some(code));
                    let origin = Origin { session, code, proven: found.proven, sign_in: found.sign_in };
                    let ended = live::begin(tx, row(handle, &family, origin, seen, now), now).await?;
                    // The family's session may have come from one of the families that just ended.
                    let stands = !ended.iter().any(|ended| *ended == handle.family().0);
                    Ok((if stands { Shown::Given(family, ended.len()) } else { Shown::Nothing }, ended))
                })
            })
            .await?;
        let (family, ended) = match given {
            Shown::Given(family, ended) => (family, ended),
            Shown::Again(account, sign_ins) => {
                Event::SignInEnded { account, reason: "code_replayed", sign_ins }.log_from(Some(peer));
                return Err(NotGranted::Code);
            }
            Shown::Scope => return Err(NotGranted::Scope),
            Shown::Nothing => return Err(NotGranted::Code),
        };
        Event::SignIn { account: family.account, username: None, client: client.id, way: "code" }.log_from(Some(peer));
        Event::too_many_sign_ins(family.account, ended, peer);
        Ok(self.write_tokens(handle, family.begun(now), client, now))
    }

    /// Whether this is a code that was given, and not used or used for tokens that live.
    async fn gave(&self, code: &[u8]) -> Result<bool, StoreError> {
        let read = self.store().read();
        Ok(codes::is_given(read, code).await? || tokens::of_code(read, code).await?.is_some())
    }

    async fn grant_password(
        &self,
        proven: Proven,
        client: Client<'_>,
        scopes: TokenScopes,
        peer: Peer,
    ) -> Result<Tokens, NotGranted> {
        let (handle, now) = (Handle::draw(), self.store().now());
        let (lifetime, ends) = (self.settings().refresh_token_seconds, self.settings().lasting().end(now));
        let family = first(proven.account, client.id, scopes, (now, lifetime, ends));
        let origin = Origin::password(now);
        let seen = seen(self.store().seal(), origin.sign_in, peer);
        let row = row(handle, &family, origin, seen, now);
        self.begin(proven, client.id, "password", peer, move |tx| Box::pin(live::begin(tx, row, now))).await?;
        Ok(self.write_tokens(handle, family.begun(now), client, now))
    }

    async fn grant_refresh(
        &self,
        shown: &str,
        client: Client<'_>,
        wanted: Option<TokenScopes>,
        peer: Peer,
    ) -> Result<Tokens, NotGranted> {
        let token = self.keys().read_refresh(shown).ok_or(NotGranted::RefreshToken)?;
        let lifetime_ms = self.settings().refresh_token_seconds * 1_000;
        match self.live().refresh(token.handle.family(), token.generation, client.id, lifetime_ms, wanted).await {
            Ok(issue) => Ok(self.write_tokens(token.handle, issue, client, self.store().now())),
            Err(NoRefresh::Refused) => Err(NotGranted::RefreshToken),
            Err(NoRefresh::Scope) => Err(NotGranted::Scope),
            Err(NoRefresh::Replayed(account, sign_ins)) => {
                Event::SignInEnded { account, reason: "refresh_token_replayed", sign_ins }.log_from(Some(peer));
                Err(NotGranted::RefreshToken)
            }
            Err(NoRefresh::Store(error)) => Err(error.into()),
        }
    }

    fn write_tokens(&self, handle: Handle, issue: Issue, client: Client<'_>, now: Time) -> Tokens {
        let end = issue.since.plus_seconds(client.access_seconds).min(issue.ends) + 999;
        let expires = Time::from_seconds(end.seconds());
        Tokens {
            access_token: self.keys().write_access(handle, issue.generation, expires, issue.scopes),
            refresh_token: self.keys().write_refresh(handle, issue.generation),
            expires_in: (expires - now) / 1_000,
            expires,
            scopes: issue.scopes,
        }
    }
}

/// A family of whom no provider said who this is, at its beginning, with how long it lasts without a refresh, in seconds, and when it ends
/// for good.
fn first(account: AccountId, client: &str, scopes: TokenScopes, (now, lifetime, ends): (Time, i64, Time)) -> Family {
    let expires = now.plus_seconds(lifetime).min(ends);
    Family {
        account,
        client: client.into(),
        generation: 1,
        issued: None,
        expires,
        ends,
        used: Some(now),
        scopes,
        personal: false,
        issuer: None,
    }
}

fn row(handle: Handle, family: &Family, origin: Origin, seen: Vec<u8>, now: Time) -> tokens::Model {
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
        scopes: family.scopes.stored(),
        proven: origin.proven,
        sign_in: origin.sign_in,
        seen: Some(seen),
        used: family.used.map(|used| used.0),
        name: None,
        issuer: family.issuer.as_deref().map(str::to_owned),
    }
}
