//! Access tokens as requests carry them, and how one is told what it lacks (RFC 6750).

use axum::http::{HeaderMap, HeaderValue, header};
use cardea_identity::TokenScope;

/// The `WWW-Authenticate` of a refusal to a token that is made up, over, or was ended (RFC 6750).
pub const INVALID_TOKEN: &str = "Bearer error=\"invalid_token\"";

/// The access token in an Authorization header: `Bearer`, in any case, and the token. `None` where there is none.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

/// The `WWW-Authenticate` of a refusal to a token that lacks this scope.
pub fn insufficient_scope(scope: TokenScope) -> HeaderValue {
    HeaderValue::from_str(&format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\""))
        .unwrap_or_else(|_| unreachable!("names of scopes are words"))
}
