//! Sessions of the sign-in page, and the codes that it gives.

use crate::error::{AuthError, NotSignedIn};
use crate::grants::hash;
use crate::peer::Peer;
use crate::pkce::Challenge;
use crate::scopes::TokenScopes;
use crate::security::Event;
use crate::sign_in::Proven;
use crate::sign_ins::seen;
use crate::{Identity, TokenHolder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::{AccountId, SignInId};
use cardea_store::sign_in::{codes, hold, places, sessions, tokens};
use cardea_store::{StoreError, fresh_id};
use sea_orm::DatabaseTransaction;

/// How long a code counts, in seconds. It counts once.
const CODE_SECONDS: i64 = 60;

/// 256 random bits as text.
pub fn draw_secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Whether it has the form of what [`draw_secret`] answers.
pub fn may_be_drawn(secret: &str) -> bool {
    secret.len() == 43 && URL_SAFE_NO_PAD.decode(secret).is_ok()
}

/// A session as the database knows it.
pub struct Session {
    /// The hash of its cookie.
    pub id: Vec<u8>,
    /// Who signed in.
    pub account: AccountId,
    /// What tokens that come of it may be used for at most: what the token may that it was made from.
    pub scopes: TokenScopes,
    /// When they proved who they are, in milliseconds since 1970; `None` where that was not kept.
    pub proven: Option<i64>,
    /// The sign-in that it belongs to.
    pub sign_in: SignInId,
    /// The address of the provider that said who this is; `None`: none did.
    pub issuer: Option<String>,
}

/// A code that a client wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRequest {
    /// The client.
    pub client: String,
    /// Where the code is sent.
    pub redirect_uri: String,
    /// What the client will have to prove.
    pub challenge: Challenge,
    /// What its tokens should be good for.
    pub scopes: TokenScopes,
}

/// What a browser shows of what it was given before.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown<'a> {
    /// The secret of its session.
    pub session: Option<&'a str>,
    /// The secret of the device that it is.
    pub device: Option<&'a str>,
}

/// What began for a browser.
pub struct Begun {
    /// The code for the client.
    pub code: String,
    /// The secret of its session.
    pub session: String,
    /// The secret of the device that it is, where it had none.
    pub device: Option<String>,
}

/// What a browser is given whose person signed in without a client having sent it: clients get their codes afterwards as ever.
pub struct Opened {
    /// The secret of its session.
    pub session: String,
    /// The secret of the device that it is, where it had none.
    pub device: Option<String>,
}

/// A session without a client on its way into the database.
pub(crate) struct Opening {
    account: AccountId,
    /// What the browser had before.
    before: Option<Vec<u8>>,
    row: sessions::Model,
    places: Vec<[u8; 32]>,
    now: Time,
}

impl Opening {
    /// The same of somebody who proved at this time who they are.
    pub(crate) fn proven(mut self, at: Time) -> Self {
        self.row.proven = Some(at.0);
        self
    }

    /// Begins it. The account is held, or is new.
    ///
    /// # Errors
    /// What the database says.
    pub(crate) async fn within(self, tx: &DatabaseTransaction) -> Result<(), StoreError> {
        if let Some(before) = self.before {
            sessions::end(tx, &before).await?;
        }
        sessions::begin(tx, self.row).await?;
        Ok(places::remember(tx, self.account, &self.places, self.now).await?)
    }
}

impl Identity {
    /// A session for somebody who proved otherwise than by a password who they are, in place of the one that the browser had; where a provider
    /// said so, by its address.
    pub(crate) fn open_session(
        &self,
        account: AccountId,
        issuer: Option<&str>,
        shown: Shown<'_>,
        peer: Peer,
    ) -> (Opening, Opened) {
        let (session, now) = (draw_secret(), self.store().now());
        let device = shown.device.is_none().then(draw_secret);
        let (seconds, sign_in) = (self.settings().session_seconds, fresh_id() as i64);
        let row = sessions::Model {
            sign_in,
            seen: Some(seen(self.store().seal(), sign_in, peer)),
            issuer: issuer.map(str::to_owned),
            ..session_row(hash(&session), account, (now, seconds, self.settings().lasting().end(now)))
        };
        let known = shown.device.or(device.as_deref()).map(|secret| self.keys().device_place(secret));
        let places = [self.keys().place(peer)].into_iter().chain(known).collect();
        let before = shown.session.map(hash);
        (Opening { account, before, row, places, now }, Opened { session, device })
    }

    /// The session that a browser shows, if it lives and has anything of what a client wants.
    ///
    /// # Errors
    /// What the database says.
    pub async fn session(&self, shown: &str, wanted: &CodeRequest) -> Result<Option<Session>, StoreError> {
        let found = sessions::living(self.store().read(), &hash(shown), self.store().now()).await?;
        let session = found.map(|row| Session {
            account: AccountId(row.account as u64),
            scopes: TokenScopes::read(row.scopes),
            proven: row.proven,
            sign_in: SignInId(row.sign_in as u64),
            issuer: row.issuer,
            id: row.id,
        });
        Ok(session.filter(|session| !session.scopes.and(wanted.scopes).is_empty()))
    }

    /// A code for what a client wants, as far as this session goes, in which it is given; none where the session has ended meanwhile.
    ///
    /// # Errors
    /// What the database says.
    pub async fn give_code(&self, session: Session, wanted: &CodeRequest) -> Result<Option<String>, StoreError> {
        let (account, id, now) = (session.account, session.id.clone(), self.store().now());
        let (code, row) = new_code(session, wanted, now);
        let given = self.store().write(move |tx| {
            Box::pin(async move {
                // Ending sign-ins locks the account, then its sessions, and with these their codes.
                hold(tx, account).await?;
                let living = sessions::hold(tx, &id, now).await?;
                if living {
                    codes::give(tx, row).await?;
                }
                Ok::<_, StoreError>(living)
            })
        });
        Ok(given.await?.then_some(code))
    }

    /// Begins a session for whoever proved themselves, in place of the one that the browser had, and gives a code in it.
    ///
    /// # Errors
    /// As [`Identity::begin`].
    pub async fn begin_session(
        &self,
        mut proven: Proven,
        shown: Shown<'_>,
        wanted: &CodeRequest,
        peer: Peer,
    ) -> Result<Begun, NotSignedIn> {
        let (session, before) = (draw_secret(), shown.session.map(hash));
        let device = shown.device.is_none().then(draw_secret);
        proven.device = shown.device.or(device.as_deref()).map(|secret| self.keys().device_place(secret));
        let seconds = self.settings().session_seconds;
        let (account, now, id) = (proven.account, self.store().now(), hash(&session));
        let sign_in = SignInId(fresh_id());
        let issuer = proven.by.issuer().map(str::to_owned);
        let at = Some(proven.by.proven(now).0);
        let began =
            Session { id: id.clone(), account, scopes: TokenScopes::ALL, proven: at, sign_in, issuer: issuer.clone() };
        let (code, mut code_row) = new_code(began, wanted, now);
        let row = session_row(id, account, (now, seconds, self.settings().lasting().end(now)));
        let mut row = sessions::Model { issuer, proven: at, ..row };
        let seal = self.store().seal().clone();
        let way = proven.by.way();
        self.begin(proven, &wanted.client, way, peer, move |tx| {
            Box::pin(async move {
                let before = match before {
                    Some(before) => sessions::take(tx, &before).await?,
                    None => None,
                };
                // Somebody who signs in once more in their browser keeps the same sign-in.
                let same = before.filter(|before| before.account == row.account);
                row.sign_in = same.map_or(code_row.sign_in, |before| before.sign_in);
                row.seen = Some(seen(&seal, row.sign_in, peer));
                code_row.sign_in = row.sign_in;
                sessions::begin(tx, row).await?;
                codes::give(tx, code_row).await?;
                Ok(Vec::new())
            })
        })
        .await?;
        Ok(Begun { code, session, device })
    }

    /// Begins a session for whoever showed a living access token; it ends with that token's family, and goes as far as that token does.
    /// Answers its secret.
    ///
    /// # Errors
    /// [`AuthError::Dead`] when the family has ended meanwhile.
    pub async fn begin_bare_session(&self, holder: &TokenHolder, peer: Peer) -> Result<String, AuthError> {
        let secret = draw_secret();
        let seconds = self.settings().session_seconds;
        let now = self.store().now();
        let (account, family) = (holder.account, holder.family);
        let (lasting, seal) = (self.settings().lasting(), self.store().seal().clone());
        let mut row = sessions::Model {
            family: Some(family.0.to_vec()),
            scopes: holder.scopes.stored(),
            ..session_row(hash(&secret), account, (now, seconds, lasting.end(now)))
        };
        let begun = self.store().write(move |tx| {
            Box::pin(async move {
                // Removing an account locks it before its families, so this does, too.
                hold(tx, account).await.map_err(StoreError::from)?;
                let living = tokens::find_locked(tx, &family.0).await.map_err(StoreError::from)?;
                let living = living.ok_or(AuthError::Dead)?;
                row.expires = row.expires.min(lasting.end(Time(living.proven.unwrap_or(living.created))).0);
                (row.proven, row.sign_in, row.issuer) = (living.proven, living.sign_in, living.issuer);
                row.seen = Some(seen(&seal, row.sign_in, peer));
                let begun = sessions::begin(tx, row).await;
                Ok::<_, AuthError>(begun.map_err(StoreError::from)?)
            })
        });
        let ended = begun.await?;
        Event::SignIn { account, username: None, client: &holder.client, way: "cookie" }.log_from(Some(peer));
        Event::too_many_sign_ins(account, usize::try_from(ended).unwrap_or(usize::MAX), peer);
        Ok(secret)
    }

    /// What the form must carry that is shown to a browser with this secret.
    pub fn form_token(&self, secret: &str) -> String {
        self.keys().form_token(secret)
    }

    /// Whether a form that carries this was shown to the browser with this secret.
    pub fn form_token_holds(&self, secret: &str, token: &str) -> bool {
        self.keys().form_token_holds(secret, token)
    }
}

/// A session of somebody who signed in on the page, for so many seconds and no longer than their sign-in lasts.
fn session_row(id: Vec<u8>, account: AccountId, (now, seconds, ends): (Time, i64, Time)) -> sessions::Model {
    let expires = now.plus_seconds(seconds).min(ends).0;
    sessions::Model {
        id,
        account: account.0 as i64,
        created: now.0,
        expires,
        family: None,
        scopes: None,
        proven: Some(now.0),
        sign_in: 0,
        seen: None,
        issuer: None,
    }
}

fn new_code(session: Session, wanted: &CodeRequest, now: Time) -> (String, codes::Model) {
    let code = draw_secret();
    let row = codes::Model {
        id: hash(&code),
        account: session.account.0 as i64,
        session: session.id,
        client: wanted.client.clone(),
        redirect_uri: wanted.redirect_uri.clone(),
        challenge: wanted.challenge.0.to_vec(),
        expires: now.plus_seconds(CODE_SECONDS).0,
        scopes: session.scopes.and(wanted.scopes).stored(),
        proven: session.proven,
        sign_in: session.sign_in.0 as i64,
        issuer: session.issuer,
    };
    (code, row)
}
