//! The sign-in page.

use crate::house::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_api::limits::SIGN_IN;
use cardea_api::oauth2::router;
use cardea_identity::{Identity, Settings};
use cardea_model::ids::{AccountId, DomainId};
use cardea_store::testing::Permits;
use cardea_store::{Actor, each_database};
use sha2::{Digest, Sha256};

each_database! {
    /// The whole way of the first journey, in a browser without JavaScript.
    async fn a_person_signs_in_and_the_console_gets_tokens(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let query = authorize_query(&[]);
        let page = browser.get(&house, &query, &[]).await;
        assert_eq!(page.status, 200);
        assert_eq!(page.body.matches("<script").count(), 1, "the one for passkeys, which nothing else here needs");
        let form = format!("<form id=\"sign-in\" method=\"post\" action=\"/oauth2/authorize?{}\">", query.replace('&', "&#38;"));
        assert!(page.body.contains(&form), "{}", page.body);
        assert!(page.body.contains("autocomplete=\"username\"") && page.body.contains("autocomplete=\"current-password\""));

        let fields = [("form_token", &*page.form_token()), ("username", OWNER), ("password", PASSWORD)];
        let mut back = browser.post(&house, &query, &fields).await.redirected();
        assert_eq!(back.remove("state").as_deref(), Some("some state"));
        let code = back.remove("code").expect("a code");
        assert!(back.is_empty(), "{back:?}");

        let tokens = exchange(&house, &code, &[]).await.tokens();
        assert_eq!(tokens.expires_in, 900);
        let caller = house.caller(&tokens.access).await.expect("a living token");
        assert_eq!((caller.account, &*caller.client), (house.owner, "cardea-web"));
    }

    async fn the_page_of_a_server_that_nobody_has_set_up_says_so_until_somebody_does(test: OneByOne) {
        let identity = Identity::new(test.store.clone(), Settings::default(), SIGN_IN).await.unwrap();
        let nobody = House { router: router(identity.clone()), identity, owner: AccountId(0), domain: DomainId(0), permits: Permits::of(&test) };
        let note = "Nobody has set this server up yet.";
        let page = Browser::default().get(&nobody, &authorize_query(&[]), &[]).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains(note), "{}", page.body);
        let profile = profile(OWNER);
        test.store.create_domain(profile, Some(PASSWORD_HASH.into()), Actor::Program).await.unwrap();
        let page = Browser::default().get(&nobody, &authorize_query(&[]), &[]).await;
        assert!(!page.body.contains(note) && page.body.contains("<form"), "{}", page.body);
    }

    async fn state_comes_back_to_the_letter(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        for state in ["plain", "a b+c%20&code=forged#x?\"'<æ>\r\nLocation: x", &"s".repeat(2_048)] {
            let query = authorize_query(&[("state", state), ("prompt", "login")]);
            let back = browser.sign_in(&house, &query, OWNER, PASSWORD).await.redirected();
            assert_eq!(back["state"], state);
        }
        let without = browser.get(&house, &authorize_query(&[("state", "")]), &[]).await.redirected();
        assert_eq!(without.keys().collect::<Vec<_>>(), ["code"]);
    }

    async fn a_browser_that_is_signed_in_gets_its_code_at_once(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        for query in [authorize_query(&[]), authorize_query(&[("prompt", "none")])] {
            let back = browser.get(&house, &query, &[]).await.redirected();
            let tokens = exchange(&house, &back["code"], &[]).await.tokens();
            assert_eq!(house.caller(&tokens.access).await.expect("a living token").account, house.owner);
        }
        let asked = browser.get(&house, &authorize_query(&[("prompt", "login")]), &[]).await;
        assert!(asked.body.contains("<form"), "prompt=login asks all the same");
    }

    async fn without_a_session_prompt_none_answers_login_required(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let query = authorize_query(&[("prompt", "none")]);
        let back = browser.get(&house, &query, &[]).await.redirected();
        assert_eq!((&*back["error"], &*back["state"]), ("login_required", "some state"));
        assert!(!back.contains_key("code"));

        browser.code(&house).await;
        test.clock.advance(12 * 3_600);
        let later = browser.get(&house, &query, &[]).await.redirected();
        assert_eq!(later["error"], "login_required", "sessions end after twelve hours");
        assert!(Browser::default().get(&house, &query, &[("cookie", "cardea_session=made-up")]).await.redirected().contains_key("error"));
    }

    async fn nobody_is_sent_to_a_foreign_address(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        for changes in [
            ("redirect_uri", "https://evil.example/oauth"),
            ("redirect_uri", "http://localhost:8080/oauth/../elsewhere"),
            ("redirect_uri", "http://localhost:8080.evil.example/oauth"),
            ("redirect_uri", ""),
            ("client_id", "cardea-ios"),
            ("client_id", "unknown"),
            ("client_id", ""),
        ] {
            let query = authorize_query(&[changes]);
            let fields = [("username", OWNER), ("password", PASSWORD)];
            for answer in [browser.get(&house, &query, &[]).await, browser.post(&house, &query, &fields).await] {
                assert_eq!((answer.status.as_u16(), answer.header("location")), (400, None), "{changes:?}");
                assert!(answer.body.contains("leads nowhere") && !answer.body.contains("<form"), "{}", answer.body);
                assert!(answer.header("content-security-policy").unwrap().contains("form-action 'none'"));
            }
        }
        let elsewhere = browser.get(&house, &authorize_query(&[]), &[("host", "evil.example")]).await;
        assert_eq!(elsewhere.header("location").map(|to| to.starts_with(ORIGIN)), Some(true), "the first Host header counts");
    }

    async fn a_challenge_that_is_missing_or_plain_gets_no_code(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        for changes in [
            [("code_challenge_method", "plain"), ("code_challenge", VERIFIER)],
            [("code_challenge_method", ""), ("code_challenge", VERIFIER)],
            [("code_challenge_method", ""), ("code_challenge", "")],
            [("code_challenge_method", "S256"), ("code_challenge", "")],
            [("code_challenge_method", "S256"), ("code_challenge", "too-short")],
        ] {
            let back = browser.get(&house, &authorize_query(&changes), &[]).await.redirected();
            assert_eq!((&*back["error"], &*back["state"]), ("invalid_request", "some state"), "{changes:?}");
            assert!(!back.contains_key("code"));
        }
        let implicit = browser.get(&house, &authorize_query(&[("response_type", "token")]), &[]).await.redirected();
        assert_eq!(implicit["error"], "unsupported_response_type");
    }

    async fn a_forged_form_signs_nobody_in(test: OneByOne) {
        let house = house(&test).await;
        let query = authorize_query(&[]);
        let mut browser = Browser::default();
        let token = browser.get(&house, &query, &[]).await.form_token();
        let foreign = Browser::default().get(&house, &query, &[]).await.form_token();
        let own = [("origin", ORIGIN)];
        let attempts: [(&str, &[(&str, &str)]); 8] = [
            ("", &own),
            ("forged", &own),
            (&foreign, &own),
            (&token, &[("origin", "https://evil.example")]),
            (&token, &[("origin", "http://localhost:8081")]),
            (&token, &[("origin", "null"), ("sec-fetch-site", "cross-site")]),
            (&token, &[("origin", "null")]),
            (&token, &[]),
        ];
        for (token, headers) in attempts {
            let fields = [("form_token", token), ("username", OWNER), ("password", PASSWORD)];
            let answer = browser.clone().post_with(&house, &query, &fields, headers).await;
            assert_eq!((answer.status.as_u16(), answer.header("location")), (403, None), "{token} {headers:?}");
            assert!(!answer.header("set-cookie").unwrap_or_default().contains("cardea_session"));
            assert!(answer.body.contains("sign in once more") && answer.body.contains(&format!("value=\"{OWNER}\"")));
        }
        let without_cookie = [("form_token", &*token), ("username", OWNER), ("password", PASSWORD)];
        assert_eq!(Browser::default().post(&house, &query, &without_cookie).await.status, 403);
        // What browsers send under the page's own Referrer-Policy.
        let headers = [("origin", "null"), ("sec-fetch-site", "same-origin")];
        assert_eq!(browser.post_with(&house, &query, &without_cookie, &headers).await.status, 303);
    }

    async fn who_forgot_their_password_is_led_to_the_console_that_asked_in_the_language_of_the_page(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let german = authorize_query(&[("ui_locales", "de")]);
        let link = format!("<a href=\"{ORIGIN}/#/forgot_password?ui_locales=de\">Passwort vergessen?</a>");
        let page = browser.get(&house, &german, &[]).await;
        assert!(page.body.contains(&link), "{}", page.body);
        let again = browser.sign_in(&house, &german, OWNER, "wrong password").await;
        assert!(again.status == 400 && again.body.contains(&link));
    }

    async fn two_pages_open_in_one_browser_both_work(test: OneByOne) {
        let house = house(&test).await;
        let query = authorize_query(&[]);
        let mut browser = Browser::default();
        let first = browser.get(&house, &query, &[]).await.form_token();
        browser.get(&house, &query, &[]).await;
        let fields = [("form_token", &*first), ("username", OWNER), ("password", PASSWORD)];
        assert_eq!(browser.post(&house, &query, &fields).await.status, 303);
    }

    async fn a_mistake_is_said_in_words_and_the_username_is_kept(test: OneByOne) {
        let house = house(&test).await;
        let query = authorize_query(&[]);
        let mut browser = Browser::default();
        let wrong = browser.sign_in(&house, &query, OWNER, "wrong password").await;
        let unknown = browser.sign_in(&house, &query, "nobody\"><b>", PASSWORD).await;
        for (answer, username) in [(&wrong, "Owner@Example.org"), (&unknown, "nobody&#34;&#62;&#60;b&#62;")] {
            assert_eq!(answer.status, 400);
            assert!(answer.body.contains("role=\"alert\"") && answer.body.contains("The username or the password is not right."));
            assert!(answer.body.contains(&format!("value=\"{username}\"")), "{}", answer.body);
            assert!(answer.body.contains("<title>Error: Sign in – Cardea</title>"));
            assert!(!answer.body.contains("wrong password") && !answer.body.contains(PASSWORD));
        }
        for (username, password) in [("", PASSWORD), (OWNER, ""), ("", "")] {
            let answer = browser.sign_in(&house, &query, username, password).await;
            assert!(answer.status == 400 && answer.body.contains("Enter both your username and your password."));
        }
        assert_eq!(browser.cookie("cardea_session"), None);
        assert_eq!(browser.sign_in(&house, &query, OWNER, PASSWORD).await.status, 303, "and then it works");
    }

    async fn another_language_keeps_the_username_that_was_typed_and_signs_nobody_in(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        assert!(page.body.contains("<h1>Username and password</h1>"));
        let token = page.form_token();
        let fields = [("form_token", &*token), ("username", OWNER), ("password", PASSWORD), ("language", "de")];
        let german = authorize_query(&[("ui_locales", "de")]);
        let answer = browser.post(&house, &german, &fields).await;
        assert_eq!(answer.status, 200);
        assert!(answer.body.contains("<html lang=\"de\">") && answer.body.contains("<h1>Benutzername und Passwort</h1>"));
        assert!(answer.body.contains(&format!("value=\"{OWNER}\"")) && !answer.body.contains(PASSWORD));
        assert!(!answer.body.contains("role=\"alert\""));
        assert_eq!(browser.cookie("cardea_session"), None);
        let foreign = [("origin", "https://evil.example")];
        let answer = browser.clone().post_with(&house, &german, &fields, &foreign).await;
        assert!(answer.status == 200 && !answer.body.contains(OWNER), "nobody else fills in the page");
        assert_eq!(browser.sign_in(&house, &german, OWNER, PASSWORD).await.status, 303, "and then it works");
    }

    async fn the_page_is_neither_framed_nor_kept_and_runs_nothing_inline(test: OneByOne) {
        let house = house(&test).await;
        let page = Browser::default().get(&house, &authorize_query(&[]), &[]).await;
        let style = page.body.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).expect("a style").0;
        let hash = STANDARD.encode(Sha256::digest(style));
        assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(
            page.header("content-security-policy").unwrap(),
            format!(
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-{hash}'; img-src 'self'; font-src 'self'; form-action 'self' {ORIGIN}; \
                 frame-ancestors 'none'; base-uri 'none'"
            )
        );
        assert_eq!(page.header("x-frame-options"), Some("DENY"));
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert!(page.body.contains(r#"<link rel="icon" href="/favicon.svg" type="image/svg+xml">"#));
        assert!(!page.body.contains(" style=") && !page.body.contains(" on"), "nothing inline beside the one style");
    }

    async fn the_page_speaks_the_persons_language(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let danish = browser.get(&house, &authorize_query(&[("ui_locales", "da-DK")]), &[("accept-language", "de")]).await;
        assert!(danish.body.contains("<html lang=\"da-DK\">") && danish.body.contains("Adgangskode"));
        let german = browser.get(&house, &authorize_query(&[]), &[("accept-language", "fr, de-AT;q=0.8, en;q=0.5")]).await;
        assert!(german.body.contains("<html lang=\"de\">") && german.body.contains("Passwort"));
        let fallback = browser.get(&house, &authorize_query(&[]), &[("accept-language", "fr")]).await;
        assert!(fallback.body.contains("<html lang=\"en-GB\">") && fallback.body.contains("ui_locales=da-DK"));
        let error = browser.get(&house, "ui_locales=de", &[]).await;
        assert!(error.status == 400 && error.body.contains("Diese Adresse führt nirgendwohin"));
    }

    async fn cookies_are_out_of_reach_and_secure_where_https_is_spoken(test: OneByOne) {
        let plain = house(&test).await;
        let answer = Browser::default().sign_in(&plain, &authorize_query(&[]), OWNER, PASSWORD).await;
        let session = answer.header("set-cookie").unwrap();
        assert!(session.starts_with("cardea_session="), "{session}");
        assert!(session.ends_with("; HttpOnly; SameSite=Lax; Path=/oauth2; Max-Age=43200"), "{session}");

        let public_origins = vec!["http://192.168.1.9:8080".into(), "https://doors.example".into()];
        let https = Settings { public_origins, ..Settings::default() };
        let identity = cardea_identity::Identity::new(test.store.clone(), https, SIGN_IN).await.unwrap();
        let house = House { router: cardea_api::oauth2::router(identity.clone()), identity, ..plain };
        // Whatever the browser calls us: nothing of it travels unencrypted.
        let mut browser = Browser::default();
        let answer = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        let session = answer.header("set-cookie").unwrap();
        assert!(session.starts_with("__Host-cardea_session="), "{session}");
        assert!(session.ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=43200"), "{session}");
        let silent = authorize_query(&[("prompt", "none")]);
        assert!(browser.get(&house, &silent, &[]).await.redirected().contains_key("code"));
        let value = browser.cookie("__Host-cardea_session").unwrap();
        let planted = format!("cardea_session={value}");
        let planted = Browser::default().get(&house, &silent, &[("cookie", &planted)]).await;
        assert_eq!(planted.redirected()["error"], "login_required", "a name that another host could plant");

        let query = authorize_query(&[("redirect_uri", "https://doors.example/oauth")]);
        let request = axum::http::Request::get(format!("/oauth2/authorize?{query}")).header("host", "doors.example");
        let page = house.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(page.status, 200);
        let form = page.header("set-cookie").unwrap();
        assert!(form.starts_with("__Host-cardea_form=") && form.ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/"), "{form}");
    }

    async fn signing_in_again_replaces_the_browsers_session(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        let before = browser.clone();
        let query = authorize_query(&[("prompt", "login")]);
        assert_eq!(browser.sign_in(&house, &query, OWNER, PASSWORD).await.status, 303);
        assert_ne!(browser.cookie("cardea_session"), before.cookie("cardea_session"));
        let silent = authorize_query(&[("prompt", "none")]);
        assert!(browser.get(&house, &silent, &[]).await.redirected().contains_key("code"));
        assert_eq!(before.clone().get(&house, &silent, &[]).await.redirected()["error"], "login_required");
    }
}
