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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth2::OAuthErrorCode;

    #[test]
    fn a_basic_header_names_the_client_form_encoded() {
        let named = |value: &str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
            basic(&headers).map_err(|error| error.code())
        };
        let encoded = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        assert_eq!(named(&encoded("danalock-web:")), Ok(Some("danalock-web".into())));
        assert_eq!(named(&encoded("danalock%2Dweb:")), Ok(Some("danalock-web".into())));
        assert_eq!(named(&encoded("a+b%3Ac:")), Ok(Some("a b:c".into())));
        assert_eq!(named(&encoded("danalock-web:").replace("Basic", "basic")), Ok(Some("danalock-web".into())));
        assert_eq!(named("Bearer abc"), Ok(None));
        assert_eq!(basic(&HeaderMap::new()).map_err(|error| error.code()), Ok(None));
        for wrong in ["danalock-web:secret", "danalock-web", "a&b:", ""] {
            assert_eq!(named(&encoded(wrong)), Err(OAuthErrorCode::InvalidClient), "{wrong}");
        }
        assert_eq!(named("Basic ###"), Err(OAuthErrorCode::InvalidClient));
    }
}
