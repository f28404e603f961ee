//! The two cookies of the sign-in page: the session, and what its form is tied to. Both are sent to /oauth2 alone and unreadable
//! to scripts, and neither says anything to an API call.

use axum::http::{HeaderMap, HeaderValue, header};

/// The session of the sign-in page.
pub const SESSION: &str = "cardea_session";
/// What ties a form to the browser that it was shown to.
pub const FORM: &str = "cardea_form";

/// The value of a cookie.
pub fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// A Set-Cookie header. It ends after `seconds`; 0 takes the cookie away, `None` leaves it until the browser is closed.
pub fn write(name: &str, value: &str, seconds: Option<i64>, secure: bool) -> HeaderValue {
    let age = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/oauth2; HttpOnly; SameSite=Lax{age}{secure}");
    HeaderValue::from_str(&cookie).unwrap_or_else(|_| unreachable!("names, base64url and digits are legal in a header"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let headers = HeaderMap::from_iter([
            (header::COOKIE, HeaderValue::from_static("a=1; cardea_session2=x")),
            (header::COOKIE, HeaderValue::from_static("cardea_session=abc; b")),
        ]);
        assert_eq!(read(&headers, SESSION), Some("abc"));
        assert_eq!(read(&headers, FORM), None);
    }

    #[test]
    fn cookies_are_for_the_sign_in_page_alone() {
        let plain = write(SESSION, "abc", Some(60), false);
        assert_eq!(plain, "cardea_session=abc; Path=/oauth2; HttpOnly; SameSite=Lax; Max-Age=60");
        assert_eq!(write(FORM, "x", None, true), "cardea_form=x; Path=/oauth2; HttpOnly; SameSite=Lax; Secure");
    }
}
