//! The client that a Basic header names.

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_api::oauth2::OAuthErrorCode;
use cardea_api::testing::basic;

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
