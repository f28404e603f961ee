//! The cookies of the sign-in page: the session, what its form is tied to, and the device by which a browser is known again. All are
//! unreadable to scripts, and none says anything to an API call.
//!
//! Where anything is served over https they are Secure and their names begin with `__Host-`: no other host, and nobody on an
//! unencrypted line, can plant one. Such names demand the path `/`; on a plain loopback address they are sent to /oauth2 alone.

use crate::wire::answer::Responses;
use crate::wire::keep::{text, with_header};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use cardea_identity::{Settings, may_be_drawn};
use cookie::SameSite;
use cookie::time::Duration;
use utoipa::IntoResponses;

/// How long a browser keeps its device's secret, in seconds: 400 days, which is as long as browsers keep any cookie.
pub const DEVICE_SECONDS: i64 = 400 * 86_400;

/// The secret that a browser shows of itself, if it can be one that it was given.
pub fn device<'a>(headers: &'a HeaderMap, settings: &Settings) -> Option<&'a str> {
    Cookie::Device.read(headers, settings).filter(|secret| may_be_drawn(secret))
}

/// An answer of kind `A`, with a cookie.
pub struct WithCookie<A>(pub HeaderValue, pub A);

impl<A: IntoResponse> IntoResponse for WithCookie<A> {
    fn into_response(self) -> Response {
        ([(header::SET_COOKIE, self.0)], self.1).into_response()
    }
}

impl<A: IntoResponses> IntoResponses for WithCookie<A> {
    fn responses() -> Responses {
        with_header(A::responses(), "Set-Cookie", text("What the browser is known by, or the end of that."))
    }
}

/// A cookie of the sign-in page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cookie {
    /// The session of the sign-in page.
    Session,
    /// What ties a form to the browser that it was shown to.
    Form,
    /// A secret of the browser in which somebody has signed in; it stays when they sign out.
    Device,
}

impl Cookie {
    const fn name(self, secure: bool) -> &'static str {
        match (self, secure) {
            (Cookie::Session, false) => "cardea_session",
            (Cookie::Session, true) => "__Host-cardea_session",
            (Cookie::Form, false) => "cardea_form",
            (Cookie::Form, true) => "__Host-cardea_form",
            (Cookie::Device, false) => "cardea_device",
            (Cookie::Device, true) => "__Host-cardea_device",
        }
    }

    /// Its value, under the name that it has here.
    pub fn read<'a>(self, headers: &'a HeaderMap, settings: &Settings) -> Option<&'a str> {
        let name = self.name(settings.is_secure());
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = cookies.flat_map(cookie::Cookie::split_parse).filter_map(Result::ok);
        cookies.find(|cookie| cookie.name() == name)?.value_raw()
    }

    /// A Set-Cookie header. It ends after `seconds`; 0 takes the cookie away, `None` leaves it until the browser is closed.
    pub fn write(self, value: &str, seconds: Option<i64>, settings: &Settings) -> HeaderValue {
        let secure = settings.is_secure();
        let mut cookie = cookie::Cookie::new(self.name(secure), value);
        cookie.set_path(if secure { "/" } else { "/oauth2" });
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(secure);
        cookie.set_max_age(seconds.map(Duration::seconds));
        HeaderValue::from_str(&cookie.to_string())
            .unwrap_or_else(|_| unreachable!("names, base64url and digits are legal in a header"))
    }
}
