//! Cookies of the sign-in page.

use axum::http::{HeaderMap, HeaderValue, header};
use cardea_api::testing::Cookie;
use cardea_identity::Settings;
fn plainly() -> Settings {
    Settings::default()
}

fn securely() -> Settings {
    Settings { tls: true, ..Settings::default() }
}

#[test]
fn a_cookie_is_found_among_others() {
    let headers = HeaderMap::from_iter([
        (header::COOKIE, HeaderValue::from_static("a=1; cardea_session2=x")),
        (header::COOKIE, HeaderValue::from_static("cardea_session=abc; b")),
    ]);
    assert_eq!(Cookie::Session.read(&headers, &plainly()), Some("abc"));
    assert_eq!(Cookie::Form.read(&headers, &plainly()), None);
    assert_eq!(Cookie::Session.read(&headers, &securely()), None, "a planted one without the prefix");
}

#[test]
fn cookies_are_for_the_sign_in_page_alone() {
    let plain = Cookie::Session.write("abc", Some(60), &plainly());
    assert_eq!(plain, "cardea_session=abc; HttpOnly; SameSite=Lax; Path=/oauth2; Max-Age=60");
    let secure = Cookie::Form.write("x", None, &securely());
    assert_eq!(secure, "__Host-cardea_form=x; HttpOnly; SameSite=Lax; Secure; Path=/");
    let device = Cookie::Device.write("x", Some(1), &securely());
    assert_eq!(device, "__Host-cardea_device=x; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=1");
}
