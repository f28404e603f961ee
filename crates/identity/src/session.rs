//! Sessions of the sign-in page, and the codes that it gives.

use crate::Identity;
use crate::authorize::Wanted;
use crate::cookies::{self, SESSION};
use crate::grants::hash;
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::{codes, sessions};

/// How long a code counts, in seconds (design: 60 s, once).
const CODE_SECONDS: i64 = 60;

/// 256 random bits as text.
pub fn draw_secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
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
        let Some(cookie) = cookies::read(headers, SESSION) else { return Ok(None) };
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

    /// Begins a session, in place of the one that the browser had, and gives a code in it. Answers the code and the cookie.
    pub async fn begin_session(
        &self,
        account: AccountId,
        headers: &HeaderMap,
        wanted: &Wanted,
    ) -> Result<(String, HeaderValue), StoreError> {
        let (secret, before) = (draw_secret(), cookies::read(headers, SESSION).map(hash));
        let seconds = self.settings().session_seconds;
        let (now, id) = (self.store().now(), hash(&secret));
        let (code, row) = new_code(Session { id: id.clone(), account }, wanted, now);
        self.store()
            .write(move |tx| {
                Box::pin(async move {
                    if let Some(before) = before {
                        sessions::end(tx, &before).await?;
                    }
                    sessions::begin(tx, &id, account, now, now.plus_seconds(seconds)).await?;
                    Ok::<_, StoreError>(codes::give(tx, row).await?)
                })
            })
            .await?;
        Ok((code, cookies::write(SESSION, &secret, Some(seconds), self.settings().is_secure(headers))))
    }

    /// Begins a session for somebody who proved themselves otherwise. Answers the cookie.
    pub async fn begin_bare_session(&self, account: AccountId, headers: &HeaderMap) -> Result<HeaderValue, StoreError> {
        let secret = draw_secret();
        let seconds = self.settings().session_seconds;
        let (now, id) = (self.store().now(), hash(&secret));
        self.store()
            .write(move |tx| {
                Box::pin(async move {
                    Ok::<_, StoreError>(sessions::begin(tx, &id, account, now, now.plus_seconds(seconds)).await?)
                })
            })
            .await?;
        Ok(cookies::write(SESSION, &secret, Some(seconds), self.settings().is_secure(headers)))
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
