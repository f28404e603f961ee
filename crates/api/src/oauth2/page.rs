//! The sign-in page as an answer: HTML under a policy that allows its own style and font, and no script.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use cardea_identity::page::STYLE_SOURCE;

/// A page whose form may lead to `form_action` alone.
pub fn answer(status: StatusCode, html: String, form_action: &str) -> Response {
    let policy = format!(
        "default-src 'none'; style-src {}; img-src 'self'; font-src 'self'; form-action {form_action}; frame-ancestors 'none'; base-uri 'none'",
        *STYLE_SOURCE
    );
    let headers = HeaderMap::from_iter([
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'")),
        ),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]);
    (status, headers, Html(html)).into_response()
}
