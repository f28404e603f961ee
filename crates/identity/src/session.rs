//! Sessions of the sign-in page, and the codes that it gives.

use crate::authorize::Wanted;
use crate::cookies::Cookie;
use crate::error::{AuthError, NotSignedIn};
use crate::grants::hash;
use crate::origin::Peer;
use crate::security::Event;
use crate::sign_in::Proven;
use crate::{Identity, TokenHolder};
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::{codes, hold, sessions, tokens};

/// How long a code counts, in seconds. It counts once.
const CODE_SECONDS: i64 = 60;
/// How long a browser keeps its device's secret, in seconds: 400 days, which is as long as browsers keep any cookie.
const DEVICE_SECONDS: i64 = 400 * 86_400;

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
}

impl Identity {
    /// The session that a browser's cookie names, if it lives.
    pub async fn session(&self, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
        let Some(cookie) = self.cookie(headers, Cookie::Session) else { return Ok(None) };
        let id = hash(cookie);
        let account = sessions::account(self.store().read(), &id, self.store().now()).await?;
        Ok(account.map(|account| Session { id, account }))
    }

    /// A code for what a client wants, given in this session.
    pub async fn give_code(&self, session: Session, wanted: &Wanted) -> Result<String, StoreError> {
        let (code, row) = new_code(session, wanted, self.store().now());
        self.store().write(move |tx| Box::pin(async move { Ok::<_, StoreError>(codes::give(tx, row).await?) })).await?;
        Ok(code)
    }

    /// Begins a session for whoever proved themselves, in place of the one that the browser had, and gives a code in it. Answers the code
    /// and the cookies: the session's, and the device's where the browser has none.
    pub async fn begin_session(
        &self,
        mut proven: Proven,
        headers: &HeaderMap,
        wanted: &Wanted,
        peer: Peer,
    ) -> Result<(String, Vec<HeaderValue>), NotSignedIn> {
        let (secret, before) = (draw_secret(), self.cookie(headers, Cookie::Session).map(hash));
        let drawn = self.device(headers).is_none().then(draw_secret);
        proven.device = self.device(headers).or(drawn.as_deref()).map(|secret| self.keys().device_place(secret));
        let seconds = self.settings().session_seconds;
        let (account, now, id) = (proven.account, self.store().now(), hash(&secret));
        let (code, row) = new_code(Session { id: id.clone(), account }, wanted, now);
        self.begin(proven, &wanted.client, "page", peer, move |tx| {
            Box::pin(async move {
                if let Some(before) = before {
                    sessions::end(tx, &before).await?;
                }
                sessions::begin(tx, &id, account, None, now, now.plus_seconds(seconds)).await?;
                codes::give(tx, row).await?;
                Ok(Vec::new())
            })
        })
        .await?;
        let mut cookies = vec![self.set_cookie(Cookie::Session, &secret, Some(seconds))];
        cookies.extend(drawn.map(|drawn| self.set_cookie(Cookie::Device, &drawn, Some(DEVICE_SECONDS))));
        Ok((code, cookies))
    }

    /// Begins a session for whoever showed a living access token; it ends with that token's family. Answers the cookie.
    ///
    /// # Errors
    /// [`AuthError::Dead`] when the family has ended meanwhile.
    pub async fn begin_bare_session(&self, caller: &TokenHolder, peer: Peer) -> Result<HeaderValue, AuthError> {
        let secret = draw_secret();
        let seconds = self.settings().session_seconds;
        let (now, id) = (self.store().now(), hash(&secret));
        let (account, family) = (caller.account, caller.family);
        let begun = self.store().write(move |tx| {
            Box::pin(async move {
                // Who removes the account takes it before its families.
                hold(tx, account).await.map_err(StoreError::from)?;
                let living = tokens::find_locked(tx, &family.0).await.map_err(StoreError::from)?;
                living.ok_or(AuthError::Dead)?;
                let end = now.plus_seconds(seconds);
                let begun = sessions::begin(tx, &id, account, Some(&family.0), now, end).await;
                Ok::<_, AuthError>(begun.map_err(StoreError::from)?)
            })
        });
        begun.await?;
        Event::SignIn { account, username: None, client: &caller.client, way: "cookie" }.log_from(Some(peer));
        Ok(self.set_cookie(Cookie::Session, &secret, Some(seconds)))
    }

    /// The value of a cookie that a browser sent.
    pub fn cookie<'a>(&self, headers: &'a HeaderMap, cookie: Cookie) -> Option<&'a str> {
        cookie.read(headers, self.settings().is_secure())
    }

    /// The secret that a browser shows of itself, if it can be one that it was given.
    pub fn device<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let fits = |secret: &&str| URL_SAFE_NO_PAD.decode(secret).is_ok_and(|bytes| bytes.len() == 32);
        self.cookie(headers, Cookie::Device).filter(fits)
    }

    /// A Set-Cookie header; see [`Cookie::write`].
    pub fn set_cookie(&self, cookie: Cookie, value: &str, seconds: Option<i64>) -> HeaderValue {
        cookie.write(value, seconds, self.settings().is_secure())
    }
}

fn new_code(session: Session, wanted: &Wanted, now: Time) -> (String, codes::Model) {
    let code = draw_secret();
    let row = codes::Model {
        id: hash(&code),
        account: session.account.0 as i64,
        session: session.id,
        client: wanted.client.clone(),
        redirect_uri: wanted.redirect_uri.clone(),
        challenge: wanted.challenge.0.to_vec(),
        expires: now.plus_seconds(CODE_SECONDS).0,
    };
    (code, row)
}
