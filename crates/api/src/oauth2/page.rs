//! What browsers are answered: HTML under a policy that allows its own style and font, and where passkeys are offered one script of ours; or
//! where to go on.

use crate::wire::answer::{Responses, content, only};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use cardea_identity::page::STYLE_SOURCE;
use utoipa::IntoResponses;
use utoipa::openapi::schema::{Object, Type};

/// What a page adds to its policy that has the script for passkeys: files of ours, and nothing inline.
const SCRIPT: &str = "script-src 'self'; connect-src 'self'; ";

/// The response that says of all answers with a body that they are pages, until the document says it of each.
pub const PAGE: &str = "default";

/// An answer to a browser: a page, or where to go on. With which status, and when, stands with its operation.
pub struct Html(Response);

impl Html {
    /// A page whose form may lead to `form_action` alone, with our script or without any.
    pub fn of(status: StatusCode, html: String, form_action: &str, has_script: bool) -> Self {
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
        Html((status, headers, axum::response::Html(html)).into_response())
    }

    /// Where to go on.
    pub fn redirect(address: &str) -> Self {
        let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
        Html((headers, Redirect::to(address)).into_response())
    }

    /// Nothing but a status.
    pub fn empty(status: StatusCode) -> Self {
        Html(status.into_response())
    }

    /// The same with these cookies.
    pub fn with_cookies(mut self, cookies: impl IntoIterator<Item = HeaderValue>) -> Self {
        self.0.headers_mut().extend(cookies.into_iter().map(|cookie| (header::SET_COOKIE, cookie)));
        self
    }

    /// The same, and when to try again where that is known, in seconds.
    pub fn retry_after(mut self, seconds: Option<i64>) -> Self {
        self.0.headers_mut().extend(seconds.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds))));
        self
    }
}

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponses for Html {
    fn responses() -> Responses {
        only(PAGE, content("text/html", Object::with_type(Type::String), None))
    }
}
