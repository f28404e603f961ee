//! What a client asks for when it sends a browser to sign in.

use axum::http::HeaderMap;
use axum::http::header;
use cardea_api::testing::{STATE_MAX, Unwanted, Wanted};
use cardea_identity::Settings;

const GOOD: [(&str, &str); 6] = [
    ("response_type", "code"),
    ("client_id", "cardea-web"),
    ("redirect_uri", "http://localhost:8080/oauth"),
    ("state", "a b&c=d?æ/+%"),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    ("code_challenge_method", "S256"),
];

fn read(pairs: &[(&str, &str)]) -> Result<Wanted, Unwanted> {
    let headers = HeaderMap::from_iter([(header::HOST, "localhost:8080".parse().unwrap())]);
    Wanted::read(&serde_urlencoded::to_string(pairs).unwrap(), &Settings::default(), &headers)
}

/// The good request with one parameter changed, or left out.
fn with(name: &str, value: Option<&str>) -> Result<Wanted, Unwanted> {
    let mut pairs: Vec<(&str, &str)> = GOOD.into_iter().filter(|(found, _)| *found != name).collect();
    pairs.extend(value.map(|value| (name, value)));
    read(&pairs)
}

#[test]
fn state_comes_back_exactly() {
    let back = read(&GOOD).unwrap().success("code");
    let query = back.strip_prefix("http://localhost:8080/oauth?").unwrap();
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap();
    assert_eq!(pairs, [("code".into(), "code".into()), ("state".into(), GOOD[3].1.to_owned())]);
    assert_eq!(with("state", None).unwrap().success("c"), "http://localhost:8080/oauth?code=c");
}

#[test]
fn the_language_of_the_page_comes_back_with_the_code() {
    let back = with("ui_locales", Some("da-DK")).unwrap().success("c");
    assert!(back.starts_with("http://localhost:8080/oauth?code=c&ui_locales=da-DK&state="), "{back}");
}

#[test]
fn nothing_is_sent_to_an_address_that_is_not_ours_to_the_letter() {
    for foreign in [
        "https://evil.example/oauth",
        "http://localhost:8080/oauth/",
        "http://localhost:8080/oauth?next=x",
        "http://localhost:8080/oauth#x",
        "http://localhost:8080/",
        "http://localhost:8081/oauth",
        "https://localhost:8080/oauth",
        "http://localhost:8080@evil.example/oauth",
        "HTTP://localhost:8080/oauth",
        "/oauth",
        "",
    ] {
        assert_eq!(with("redirect_uri", Some(foreign)), Err(Unwanted::Unregistered), "{foreign}");
    }
    assert_eq!(with("redirect_uri", None), Err(Unwanted::Unregistered));
    for client in [Some("cardea-android"), Some("danalock-web"), Some("other"), Some(""), None] {
        assert_eq!(with("client_id", client), Err(Unwanted::Unregistered), "{client:?}");
    }
    let twice: Vec<(&str, &str)> = GOOD.into_iter().chain([("client_id", "cardea-web")]).collect();
    assert_eq!(read(&twice), Err(Unwanted::Unregistered));
}

#[test]
fn a_client_of_ours_is_told_of_its_mistakes() {
    for (name, value, error) in [
        ("response_type", Some("token"), "unsupported_response_type"),
        ("response_type", None, "invalid_request"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("code_challenge_method", None, "invalid_request"),
        ("code_challenge", Some("short"), "invalid_request"),
        ("code_challenge", None, "invalid_request"),
        ("prompt", Some("consent"), "invalid_request"),
        ("scope", Some("read everything"), "invalid_scope"),
    ] {
        let Err(Unwanted::Mistaken(address)) = with(name, value) else { panic!("{name} {value:?} was accepted") };
        assert!(
            address.starts_with(&format!("http://localhost:8080/oauth?error={error}&error_description=")),
            "{address}"
        );
        assert!(address.contains("&state="), "{address}");
    }
    let long = "a".repeat(STATE_MAX + 1);
    let Err(Unwanted::Mistaken(address)) = with("state", Some(&long)) else { panic!("a long state was accepted") };
    assert!(!address.contains("aaaa"));
}
