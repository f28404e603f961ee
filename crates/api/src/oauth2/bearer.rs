//! Access tokens as requests carry them, and how one is told what it lacks (RFC 6750).

use axum::http::{HeaderMap, HeaderValue, header};
use cardea_identity::TokenScope;

/// The access token in an Authorization header: `Bearer`, in any case, and the token.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The `WWW-Authenticate` of a refusal to a token that lacks this scope.
pub fn insufficient_scope(scope: TokenScope) -> HeaderValue {
    HeaderValue::from_str(&format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\""))
        .unwrap_or_else(|_| unreachable!("names of scopes are words"))
}
