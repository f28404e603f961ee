//! Doing it once: a request that creates may carry an `Idempotency-Key`, and then be sent again (docs/api.md, Doing it once).

use crate::app::App;
use crate::caller::X_ASSUME_USER;
use crate::error::ApiError;
use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use cardea_model::FieldCode;
use cardea_model::ids::AccountId;
use cardea_store::answers::{Known, Once};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// The header with the key.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// What an answer carries that was given before.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The longest key, in characters.
const LONGEST: usize = 255;

/// What is kept of an answer.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// An answer in a form that can be kept.
pub trait Answer: IntoResponse + Send + 'static {
    /// Its status, its headers and its body.
    fn parts(&self) -> (StatusCode, Vec<(HeaderName, HeaderValue)>, &[u8]);

    /// What is kept of it.
    fn kept(&self) -> Vec<u8> {
        let (status, headers, body) = self.parts();
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers = headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        let body = String::from_utf8_lossy(body).into_owned();
        serde_json::to_vec(&Kept { status: status.as_u16(), headers, body }).expect("an answer is plain text")
    }
}

/// One request of a key at a time in this process: the others wait, also for what the operation does before it writes.
#[derive(Default)]
pub struct KeyedMutex(Mutex<HashMap<Once, Arc<AsyncMutex<()>>>>);

/// While this lives, other requests of the key wait.
pub struct KeyedMutexGuard<'a> {
    mutex: &'a KeyedMutex,
    once: Once,
    held: Option<OwnedMutexGuard<()>>,
}

impl KeyedMutex {
    /// Waits until no other request of this key is carried out.
    pub async fn lock(&self, once: &Once) -> KeyedMutexGuard<'_> {
        let mutex = Arc::clone(self.all().entry(once.clone()).or_default());
        let held = mutex.lock_owned().await;
        KeyedMutexGuard { mutex: self, once: once.clone(), held: Some(held) }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Once, Arc<AsyncMutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyedMutexGuard<'_> {
    fn drop(&mut self) {
        self.held = None;
        let mut all = self.mutex.all();
        // Every request that waits for this mutex has taken it from the map already, so the count tells whether any does.
        if all.get(&self.once).is_some_and(|mutex| Arc::strong_count(mutex) == 1) {
            all.remove(&self.once);
        }
    }
}

/// Marks the refusal of a request that was carried out already; its first answer is sent in its place.
#[derive(Debug, Clone, Copy)]
pub struct Repeated;

/// By what a request is recognised when it comes again. A body may hold a password. It is a keyed hash, with a secret of the server, so
/// that a reader of the database cannot find the password by trying many.
fn mark(secret: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(b"request that is carried out once ");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// The request that these headers say is to be carried out once; `None` where they do not.
///
/// # Errors
/// 422 `validation_failed` of `idempotency-key`.
pub fn once(
    secret: &[u8; 32],
    account: AccountId,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &Bytes,
) -> Result<Option<Once>, ApiError> {
    let mut told = headers.get_all(IDEMPOTENCY_KEY).iter();
    let Some(first) = told.next() else { return Ok(None) };
    let invalid = |message: &str| ApiError::field(IDEMPOTENCY_KEY, FieldCode::Invalid, message);
    if told.next().is_some() {
        return Err(invalid("there is one key"));
    }
    let text = first.to_str().map_err(|_| invalid("a key is ASCII text"))?.trim();
    // The key may come as a string of structured fields, in quotes, or without.
    let key = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    if key.is_empty() || !key.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Err(invalid("a key has 1 to 255 characters of ASCII that can be seen"));
    }
    if key.len() > LONGEST {
        return Err(ApiError::field(IDEMPOTENCY_KEY, FieldCode::TooLong, "a key has at most 255 characters"));
    }
    let header = |name: &str| headers.get(name).map_or(&b""[..], HeaderValue::as_bytes);
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    let parts =
        [method.as_str().as_bytes(), path.as_bytes(), header(X_ASSUME_USER), header(CONTENT_TYPE.as_str()), body];
    Ok(Some(Once::new(account, key, &[mark(secret, &parts).as_slice()])))
}

/// The answer that was given to this request before; `None` where it was not carried out yet.
///
/// # Errors
/// 422 `idempotency_key_reused` where another one was.
pub async fn first_answer(app: &App, once: &Once) -> Result<Option<Response>, ApiError> {
    let kept = match app.store().known_answer(once).await? {
        Known::Nothing => return Ok(None),
        Known::Another => return Err(ApiError::key_reused()),
        Known::Answered(kept) => serde_json::from_slice::<Kept>(&kept).map_err(ApiError::internal)?,
    };
    let mut response = Body::from(kept.body).into_response();
    *response.status_mut() = StatusCode::from_u16(kept.status).map_err(ApiError::internal)?;
    for (name, value) in kept.headers {
        let name = HeaderName::try_from(name).map_err(ApiError::internal)?;
        response.headers_mut().insert(name, HeaderValue::try_from(value).map_err(ApiError::internal)?);
    }
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    Ok(Some(response))
}
