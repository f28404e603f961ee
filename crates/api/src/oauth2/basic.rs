//! Clients that name themselves by HTTP Basic.

use super::error::OAuthError;
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The client id in an `Authorization: Basic` header, form-encoded as docs/standards.md says of RFC 6749; none without such a header.
///
/// # Errors
/// `invalid_client` for one that cannot be read, or that brings a secret: clients have none.
pub fn basic(headers: &HeaderMap) -> Result<Option<String>, OAuthError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, credentials) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
    if !scheme.eq_ignore_ascii_case("basic") {
        return Ok(None);
    }
    let refused = || OAuthError::client().basic();
    let pair = STANDARD.decode(credentials.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    match pair.as_deref().and_then(|pair| pair.split_once(':')) {
        Some((id, "")) => Ok(Some(decode(id).ok_or_else(refused)?)),
        _ => Err(refused()),
    }
}

fn decode(form_encoded: &str) -> Option<String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(&format!("id={form_encoded}")).ok()?;
    let [(_, id)] = <[_; 1]>::try_from(pairs).ok()?;
    Some(id)
}
