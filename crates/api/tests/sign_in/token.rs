//! POST /oauth2/token: bodies, clients, codes and passwords.

use crate::house::*;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_store::each_database;
use cardea_store::sign_in::{codes, sessions, tokens};
use sea_orm::EntityTrait;
use serde_json::json;

async fn post(house: &House, content_type: &str, body: String) -> Answer {
    let request = Request::post("/oauth2/token").header("content-type", content_type);
    house.send(request.body(body.into()).unwrap()).await
}

each_database! {
    async fn bodies_may_be_forms_or_json(test: OneByOne) {
        let house = house(&test).await;
        let fields = [
            ("grant_type", "password"), ("client_id", "danalock-web"), ("client_secret", ""), ("scope", ""),
            ("username", OWNER), ("password", PASSWORD),
        ];
        let form = serde_urlencoded::to_string(fields).unwrap();
        let json = serde_json::Value::Object(fields.iter().map(|(name, value)| (name.to_string(), json!(value))).collect());
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", form.clone()),
            ("application/x-www-form-urlencoded; charset=utf-8", form.clone()),
            ("", form),
            ("application/json", json.to_string()),
            ("Application/JSON; charset=UTF-8", json.to_string()),
        ] {
            let tokens = post(&house, content_type, body).await.tokens();
            assert_eq!(house.caller(&tokens.access).await.unwrap().account, house.owner, "{content_type}");
        }
        let nulls = json!({
            "grant_type": "password", "client_id": "cardea-ios", "username": OWNER, "password": PASSWORD,
            "client_secret": null, "code": null, "something_else": [1],
        });
        post(&house, "application/json", nulls.to_string()).await.tokens();
    }

    async fn json_is_read_with_another_type_or_none(test: OneByOne) {
        let house = house(&test).await;
        let body = json!({"grant_type": "password", "client_id": "cardea-ios", "username": OWNER, "password": PASSWORD}).to_string();
        for content_type in [None, Some(""), Some("application/vnd.api+json"), Some("Application/Problem+JSON; charset=utf-8"), Some("text/plain;charset=UTF-8")] {
            let mut request = Request::post("/oauth2/token");
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            house.send(request.body(format!(" \n{body}").into()).unwrap()).await.tokens();
        }
        let mislabelled = post(&house, "application/x-www-form-urlencoded", body).await;
        mislabelled.refused(400, "invalid_request");
        let in_order = json!(["password", "cardea-ios", null, null, null, null, null, OWNER, PASSWORD, null]).to_string();
        post(&house, "application/json", in_order).await.refused(400, "invalid_request");
    }

    async fn a_client_may_name_itself_by_http_basic(test: OneByOne) {
        let house = house(&test).await;
        let basic = |pair: &str| format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair));
        let login = [("grant_type", "password"), ("username", OWNER), ("password", PASSWORD)];
        let by = |pair: &str| [("authorization", basic(pair))];
        let send = async |authorization: &[(&str, String); 1], fields: &[(&str, &str)]| {
            let headers: Vec<(&str, &str)> = authorization.iter().map(|(name, value)| (*name, &**value)).collect();
            house.token_from("192.0.2.1", &headers, fields).await
        };
        let tokens = send(&by("danalock%2Dweb:"), &login).await.tokens();
        let same = [&login[..], &[("client_id", "danalock-web"), ("client_secret", ""), ("scope", "")]].concat();
        send(&by("danalock-web:"), &same).await.tokens();
        let refresh = [("grant_type", "refresh_token"), ("refresh_token", &*tokens.refresh)];
        let next = send(&by("danalock-web:"), &refresh).await.tokens();
        assert_eq!(house.caller(&next.access).await.unwrap().account, house.owner);

        let other = [&login[..], &[("client_id", "cardea-ios")]].concat();
        let secret = [&login[..], &[("client_secret", "guess")]].concat();
        for (pair, fields) in [
            ("danalock-web:secret", &login[..]),
            ("danalock-web", &login),
            ("nobody:", &login),
            (":", &login),
            ("danalock-web:", &other),
            ("danalock-web:", &secret),
        ] {
            let refused = send(&by(pair), fields).await;
            if pair == ":" {
                refused.refused(400, "invalid_request");
            } else {
                refused.refused(401, "invalid_client");
                assert!(refused.header("www-authenticate").unwrap().starts_with("Basic"), "{pair}");
            }
        }
        let unreadable = house.token_from("192.0.2.1", &[("authorization", "Basic ###")], &login).await;
        unreadable.refused(401, "invalid_client");
        // An Authorization header of another kind, left by a client, is ignored here.
        let form = [&login[..], &[("client_id", "cardea-ios")]].concat();
        house.token_from("192.0.2.1", &[("authorization", "Bearer stale")], &form).await.tokens();
    }

    async fn answers_say_when_the_access_token_ends(test: OneByOne) {
        let house = house(&test).await;
        let login = [("grant_type", "password"), ("username", OWNER), ("password", PASSWORD)];
        for (client, seconds) in [("cardea-android", 900), ("danalock-web", 7_200), ("danalock-android", 7_200)] {
            let answer = house.token(&[&login[..], &[("client_id", client)]].concat()).await;
            let tokens = answer.tokens();
            let ends = answer.json()["token_expires_at"].as_i64().unwrap();
            assert_eq!((tokens.expires_in, ends), (seconds, test.store.now().seconds() + seconds), "{client}");
            test.clock.advance(seconds - 1);
            assert!(house.is_alive(&tokens.access).await);
            test.clock.advance(1);
            assert!(!house.is_alive(&tokens.access).await, "{client}");
            let refresh = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", &*tokens.refresh)];
            assert_eq!(house.token(&refresh).await.tokens().expires_in, seconds, "{client}");
        }
    }

    async fn other_methods_are_refused_with_a_body(test: OneByOne) {
        let house = house(&test).await;
        for (method, path, allowed) in [
            ("GET", "/oauth2/token", "POST"),
            ("DELETE", "/oauth2/token", "POST"),
            ("GET", "/oauth2/cookie", "POST,DELETE"),
            ("PUT", "/oauth2/authorize", "GET,HEAD,POST"),
        ] {
            let request = Request::builder().method(method).uri(path).body(axum::body::Body::empty()).unwrap();
            let answer = house.send(request).await;
            answer.refused(405, "method_not_allowed");
            assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
        }
    }

    async fn unreadable_bodies_are_invalid_requests(test: OneByOne) {
        let house = house(&test).await;
        for (content_type, body) in [
            ("application/json", "{".to_owned()),
            ("application/json", "[]".to_owned()),
            ("application/json", json!({"grant_type": 1, "client_id": "cardea-ios"}).to_string()),
            ("application/json", "{\"client_id\":\"cardea-ios\",\"client_id\":\"cardea-web\"}".to_owned()),
            ("application/x-www-form-urlencoded", "client_id=cardea-ios&client_id=cardea-web&grant_type=password".to_owned()),
        ] {
            assert!(post(&house, content_type, body.clone()).await.refused(400, "invalid_request").is_some(), "{body}");
        }
        let large = format!("grant_type=password&client_id=cardea-ios&username={}", "a".repeat(70_000));
        post(&house, "application/x-www-form-urlencoded", large).await.refused(413, "invalid_request");
    }

    async fn a_missing_field_is_named(test: OneByOne) {
        let house = house(&test).await;
        let password = ("grant_type", "password");
        let code = ("grant_type", "authorization_code");
        let web = ("client_id", "cardea-web");
        for (fields, named) in [
            (vec![], "client_id"),
            (vec![password, ("client_id", "")], "client_id"),
            (vec![web], "grant_type"),
            (vec![web, password], "username"),
            (vec![web, password, ("username", OWNER)], "password"),
            (vec![web, ("grant_type", "refresh_token")], "refresh_token"),
            (vec![web, code], "code"),
            (vec![web, code, ("code", "x")], "redirect_uri"),
            (vec![web, code, ("code", "x"), ("redirect_uri", "x")], "code_verifier"),
        ] {
            let hint = house.token(&fields).await.refused(400, "invalid_request");
            assert_eq!(hint, Some(format!("Check the `{named}` parameter")), "{fields:?}");
        }
    }

    async fn only_registered_clients_without_a_secret_and_known_grants(test: OneByOne) {
        let house = house(&test).await;
        let login = [("grant_type", "password"), ("username", OWNER), ("password", PASSWORD)];
        for client in ["cardea-web", "cardea-android", "cardea-ios", "danalock-web", "danalock-android"] {
            house.token(&[&login[..], &[("client_id", client)]].concat()).await.tokens();
        }
        for client in ["cardea", "CARDEA-WEB", "cardea-web ", "danalock-other", "evil"] {
            house.token(&[&login[..], &[("client_id", client)]].concat()).await.refused(400, "invalid_client");
        }
        let secret = [&login[..], &[("client_id", "cardea-ios"), ("client_secret", "guess")]].concat();
        house.token(&secret).await.refused(400, "invalid_client");
        for grant in ["client_credentials", "implicit", "PASSWORD"] {
            house.token(&[("grant_type", grant), ("client_id", "cardea-web")]).await.refused(400, "unsupported_grant_type");
        }
        house.token(&[("grant_type", "authorization_code"), ("client_id", "cardea-ios")]).await.refused(400, "unsupported_grant_type");
    }

    async fn wrong_credentials_and_unknown_accounts_look_alike(test: OneByOne) {
        let house = house(&test).await;
        let nameless = profile("created@example.org");
        test.store.create_account(nameless, None).await.expect("an account without a password");
        let mut bodies = Vec::new();
        let long = "x".repeat(2_000);
        for (username, password) in [
            (OWNER, "wrong"),
            ("unknown@example.org", PASSWORD),
            ("created@example.org", PASSWORD),
            (OWNER, &*long),
            (&*long, PASSWORD),
            ("' OR 1=1 --", PASSWORD),
        ] {
            let fields = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", username), ("password", password)];
            let answer = house.token(&fields).await;
            answer.refused(400, "invalid_grant");
            bodies.push(answer.body);
        }
        bodies.dedup();
        assert_eq!(bodies.len(), 1, "{bodies:?}");
        for username in ["owner@example.org", "OWNER@EXAMPLE.ORG", " Owner@Example.org "] {
            let fields = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", username), ("password", PASSWORD)];
            house.token(&fields).await.tokens();
        }
    }

    async fn a_code_needs_its_own_verifier_address_and_client(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        for changes in [
            ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"),
            ("code_verifier", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            ("code_verifier", "short"),
            ("redirect_uri", "http://localhost:8080/oauth/"),
            ("redirect_uri", "https://evil.example/oauth"),
            ("code", "made-up"),
        ] {
            let code = browser.clone().code(&house).await;
            exchange(&house, &code, &[changes]).await.refused(400, "invalid_grant");
            if changes.0 != "code" {
                exchange(&house, &code, &[]).await.refused(400, "invalid_grant");
            }
        }
        let code = browser.code(&house).await;
        exchange(&house, &code, &[]).await.tokens();
    }

    async fn a_code_counts_for_a_minute(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let (early, late) = (browser.code(&house).await, browser.clone().code_again(&house).await);
        test.clock.advance(59);
        exchange(&house, &early, &[]).await.tokens();
        test.clock.advance(1);
        exchange(&house, &late, &[]).await.refused(400, "invalid_grant");
    }

    /// Whoever shows a code a second time may be a thief, and so may whoever showed it first.
    async fn a_code_used_twice_ends_what_it_gave(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let code = browser.code(&house).await;
        let tokens = exchange(&house, &code, &[]).await.tokens();
        let other = { let code = browser.code_again(&house).await; exchange(&house, &code, &[]).await.tokens() };
        assert!(house.is_alive(&tokens.access).await);
        test.clock.advance(300);
        exchange(&house, &code, &[]).await.refused(400, "invalid_grant");
        assert!(!house.is_alive(&tokens.access).await);
        let refresh = [("grant_type", "refresh_token"), ("client_id", "cardea-web"), ("refresh_token", &*tokens.refresh)];
        house.token(&refresh).await.refused(400, "invalid_grant");
        assert!(house.is_alive(&other.access).await, "what other codes gave lives on");
    }

    async fn of_two_who_show_a_code_at_once_one_at_most_keeps_tokens(test: TestStore) {
        let house = house(&test).await;
        let code = Browser::default().code(&house).await;
        let answers = futures::future::join_all((0..8).map(|_| exchange(&house, &code, &[]))).await;
        let given: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
        assert_eq!(given.len(), 1);
        assert!(!house.is_alive(&given[0].tokens().access).await, "the others showed it again");
    }

    async fn nothing_that_the_database_holds_signs_anybody_in(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let code = browser.code(&house).await;
        let tokens = exchange(&house, &code, &[]).await.tokens();
        let unused = browser.code_again(&house).await;
        house.identity.flush().await.unwrap();

        let db = test.store.read();
        let (sessions, codes) = (sessions::Entity::find().all(db).await.unwrap(), codes::Entity::find().all(db).await.unwrap());
        let families = tokens::Entity::find().all(db).await.unwrap();
        let held = format!("{sessions:?} {codes:?} {families:?}");
        for secret in [&*tokens.access, &*tokens.refresh, &*unused, &*code, browser.cookie("cardea_session").unwrap(), PASSWORD] {
            assert!(!held.contains(secret), "{secret}");
        }
        let families = families.into_iter().flat_map(|row| [Some(row.id), row.session, row.code]).flatten();
        let hashes: Vec<Vec<u8>> = sessions.into_iter().map(|row| row.id).chain(codes.into_iter().map(|row| row.id)).chain(families).collect();
        assert_eq!(hashes.len(), 5);
        for hash in hashes {
            let text = URL_SAFE_NO_PAD.encode(hash);
            assert!(!house.is_alive(&text).await);
            house.refresh(&text).await.refused(400, "invalid_grant");
            exchange(&house, &text, &[]).await.refused(400, "invalid_grant");
            let cookie = format!("cardea_session={text}");
            let silent = Browser::default().get(&house, &authorize_query(&[("prompt", "none")]), &[("cookie", &cookie)]).await;
            assert_eq!(silent.redirected()["error"], "login_required");
        }
        exchange(&house, &unused, &[]).await.tokens();
    }
}

impl Browser {
    /// Another code for the same session.
    pub async fn code_again(&mut self, house: &House) -> String {
        self.get(house, &authorize_query(&[]), &[]).await.redirected().remove("code").expect("a code")
    }
}
