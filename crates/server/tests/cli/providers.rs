//! Other people's sign-in, as the settings say it.

use crate::place::{Place, text};
use crate::wire::get;
use cardea_outbound::testing::openid::{OpenIdServer, SECRET};
use cardea_store::testing::Kind;
use jiff::Timestamp;
use serde_json::json;
use std::process::Output;
use tokio::runtime::{Builder, Runtime};

const BACK: &str = "http://localhost:8080/oauth2/providers/company/return";

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// What `config check` says of these providers, and its exit code.
fn check(place: &Place, providers: &str) -> (Option<i32>, String) {
    let Output { stdout, stderr, status } = place.run_with(&["config", "check"], &[("CARDEA_PROVIDERS", providers)]);
    let said = String::from_utf8([stdout, stderr].concat()).expect("text");
    assert!(!said.contains(SECRET), "{said}");
    (status.code(), said)
}

#[test]
fn config_check_asks_providers_and_says_what_is_wrong() {
    let (runtime, place) = (runtime(), Place::new(Kind::Sqlite));
    let server = runtime.block_on(OpenIdServer::start(BACK, Timestamp::now().as_millisecond()));
    let provider = json!({ "id": "company", "name": "Company", "issuer": server.issuer(), "client_id": "cardea" });
    let with = |name: &str, value: &str| {
        let mut provider = provider.clone();
        provider[name] = value.into();
        json!([provider]).to_string()
    };
    let (code, said) = check(&place, &with("client_secret", SECRET));
    assert!(code == Some(0) && said.contains(&format!("provider: company at {} answers", server.issuer())), "{said}");
    let file = place.file("company-secret");
    let (code, said) = check(&place, &with("client_secret_file", text(&file)));
    assert!(code == Some(2) && said.contains("company-secret"), "{said}");
    std::fs::write(&file, format!("{SECRET}\n")).expect("a file");
    assert_eq!(check(&place, &with("client_secret_file", text(&file))).0, Some(0));
    for (name, value, words) in [
        ("issuer", "http://login.example", "its issuer"),
        ("id", "The company", "its id"),
        ("secret", SECRET, "no such JSON of providers"),
        ("issuer", &format!("{}/", server.issuer()), "wrong: company at"),
    ] {
        let (code, said) = check(&place, &with(name, value));
        assert!(code == Some(2) && said.contains(words), "{said}");
    }
    runtime.block_on(server.is_away(true));
    let (code, said) = check(&place, &with("client_secret", SECRET));
    assert!(code == Some(2) && said.contains("wrong: company at"), "{said}");
}

#[test]
fn a_provider_that_is_away_keeps_no_server_from_starting() {
    let place = Place::new(Kind::Sqlite);
    let file = place.file("cardea.toml");
    let provider = "[[providers]]\nid = \"company\"\nname = \"Company\"\nissuer = \"http://127.0.0.1:1\"\nclient_id = \"cardea\"\n";
    std::fs::write(&file, provider).expect("a file");
    let server = place.serve(&[]);
    let (status, listed) = get(&server, "/oauth2/providers", "");
    assert_eq!((status, &*listed), (200, r#"[{"id":"company","name":"Company"}]"#));
}
