//! The sign-in page as an answer: HTML under a policy that allows its own style and font, and where passkeys are offered one script of ours.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use cardea_identity::page::STYLE_SOURCE;

/// What a page adds to its policy that has the script for passkeys: files of ours, and nothing inline.
const SCRIPT: &str = "script-src 'self'; connect-src 'self'; ";

/// A page whose form may lead to `form_action` alone, with our script or without any.
pub fn answer(status: StatusCode, html: String, form_action: &str, has_script: bool) -> Response {
    let script = if has_script { SCRIPT } else { "" };
    let policy = format!(
        "default-src 'none'; {script}style-src {}; img-src 'self'; font-src 'self'; form-action {form_action}; frame-ancestors 'none'; base-uri 'none'",
        *STYLE_SOURCE
    );
    let headers = HeaderMap::from_iter([
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'")),
        ),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]);
    (status, headers, Html(html)).into_response()
}
