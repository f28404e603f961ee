//! Access tokens as requests carry them.

use axum::http::{HeaderMap, header};

/// The access token in an Authorization header: `Bearer`, in any case, and the token.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
