//! Firebase Cloud Messaging, which reaches phones of either kind: its HTTP v1 API (docs/standards.md).
//!
//! Whoever sends is a service account, whose file the operator has. With its key it signs what it wants, and is given a token for an hour,
//! which is kept until shortly before its end.

mod account;
mod answers;
#[cfg(test)]
mod tests;

use super::{Push, PushError, PushSender};
use crate::{address, client};
use account::ServiceAccount;
use answers::{Granted, retry_after};
use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, USER_AGENT};
use hyper::{HeaderMap, Request, StatusCode};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::RootCertStore;
use serde_json::json;
use std::time::Duration;
use tokio::sync::Mutex;
use url::Url;

/// Where messages are handed over, unless another place is named.
const USUAL: &str = "https://fcm.googleapis.com";
/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The largest answer that is read, in bytes.
const LARGEST_ANSWER: usize = 1 << 16;
/// How long before its end a token is used no more, in seconds.
const BEFORE_END: i64 = 60;

/// Why no messages can be sent.
#[derive(Debug, thiserror::Error)]
pub enum NoFcm {
    /// The file is none of a service account.
    #[error("not a service account: {0}")]
    File(String),
    /// An address that is not asked.
    #[error("{0} is no https:// address, or http:// on this machine")]
    Address(String),
    /// The key cannot sign.
    #[error("its private key cannot be used: {0}")]
    Key(String),
    /// TLS cannot be spoken.
    #[error("TLS: {0}")]
    Tls(#[from] rustls::Error),
}

/// The seconds since 1970.
pub type Now = Box<dyn Fn() -> i64 + Send + Sync>;

/// A token, and the second since 1970 from which on it is not used.
struct Token {
    bearer: HeaderValue,
    until: i64,
}

/// Hands messages over to Firebase.
pub struct Fcm {
    account: ServiceAccount,
    send: Url,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    now: Now,
    /// Locked while a token is asked for, so that of several messages one asks.
    token: Mutex<Option<Token>>,
}

impl Fcm {
    /// A sender by this file of a service account. `base` is where messages are handed over; empty: at Firebase.
    ///
    /// # Errors
    /// What is wrong with the file or the address.
    pub fn new(file: &str, base: &str, now: Now) -> Result<Fcm, NoFcm> {
        Fcm::with(file, base, client::public_roots(), now)
    }

    fn with(file: &str, base: &str, roots: RootCertStore, now: Now) -> Result<Fcm, NoFcm> {
        let account = ServiceAccount::parse(file)?;
        let base = if base.is_empty() { USUAL } else { base.trim_end_matches('/') };
        let send = format!("{base}/v1/projects/{}/messages:send", account.project_id());
        let send = send.parse().ok().filter(address::is_fit).ok_or_else(|| NoFcm::Address(base.to_owned()))?;
        let client = Client::builder(TokioExecutor::new()).build(client::connector(roots)?);
        Ok(Fcm { account, send, client, now, token: Mutex::default() })
    }

    /// Whose messages they are: the project of the service account.
    pub fn project(&self) -> &str {
        self.account.project_id()
    }

    /// Whether the service account is given tokens. No message is sent.
    ///
    /// # Errors
    /// Why not.
    pub async fn try_out(&self) -> Result<(), PushError> {
        self.bearer().await.map(drop)
    }

    /// The header that shows who sends.
    async fn bearer(&self) -> Result<HeaderValue, PushError> {
        let mut held = self.token.lock().await;
        let now = (self.now)();
        if let Some(token) = held.as_ref().filter(|token| now < token.until) {
            return Ok(token.bearer.clone());
        }
        *held = None;
        let assertion = self.account.assertion(now).map_err(|error| later(format!("no signature: {error}")))?;
        let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", grant)
            .append_pair("assertion", &assertion)
            .finish();
        let form_type = HeaderValue::from_static("application/x-www-form-urlencoded");
        let (status, headers, body) = self.post(self.account.token_uri(), form_type, None, form).await?;
        if status != StatusCode::OK {
            // The operator may give the account its rights back, so it is asked for again.
            let reason = format!("no token: {status} {}", answers::reason(&body));
            return Err(PushError::NotNow { reason, after: retry_after(&headers) });
        }
        let granted: Granted = serde_json::from_slice(&body).map_err(|_| later("no token in the answer".into()))?;
        let mut bearer = HeaderValue::from_str(&format!("Bearer {}", granted.access_token))
            .map_err(|_| later("no token in the answer".into()))?;
        bearer.set_sensitive(true);
        *held = Some(Token { bearer: bearer.clone(), until: now + granted.expires_in - BEFORE_END });
        Ok(bearer)
    }

    async fn post(
        &self,
        to: &Url,
        kind: HeaderValue,
        bearer: Option<HeaderValue>,
        body: String,
    ) -> Result<(StatusCode, HeaderMap, Bytes), PushError> {
        let mut request = Request::post(to.as_str())
            .header(USER_AGENT, concat!("cardea/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, kind);
        if let Some(bearer) = bearer {
            request = request.header(AUTHORIZATION, bearer);
        }
        let request = request.body(Full::from(body)).map_err(|error| PushError::Refused(error.to_string()))?;
        let answered = async {
            let answer = self.client.request(request).await.map_err(|error| later(innermost(&error)))?;
            let (head, body) = answer.into_parts();
            let body = Limited::new(body, LARGEST_ANSWER).collect().await;
            let body = body.map_err(|_| later("the answer broke off or is too large".into()))?.to_bytes();
            Ok((head.status, head.headers, body))
        };
        let in_time = tokio::time::timeout(PATIENCE, answered).await;
        in_time.unwrap_or_else(|_| Err(later(format!("no answer within {} s", PATIENCE.as_secs()))))
    }
}

/// What may go better at another time.
fn later(reason: String) -> PushError {
    PushError::NotNow { reason, after: None }
}

/// The innermost reason, which says most.
fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

#[async_trait]
impl PushSender for Fcm {
    async fn send(&self, registration: &str, push: &Push, key: &str) -> Result<(), PushError> {
        let bearer = self.bearer().await?;
        let message = json!({ "message": {
            "token": registration,
            "notification": { "title": push.title, "body": push.body },
            "data": push.data,
            // Two messages with one tag: the phone shows the second in place of the first.
            "android": { "notification": { "tag": key } },
            "apns": { "headers": { "apns-collapse-id": key } },
        }});
        let json_type = HeaderValue::from_static("application/json");
        let (status, headers, body) = self.post(&self.send, json_type, Some(bearer), message.to_string()).await?;
        let came = answers::came(status, &headers, &body);
        if status == StatusCode::UNAUTHORIZED {
            // The token may have been withdrawn before its end.
            *self.token.lock().await = None;
        }
        came
    }
}
