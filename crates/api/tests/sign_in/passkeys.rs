//! Signing in with a passkey on the page, and what is none.

use crate::app::App;
use crate::authenticator::Authenticator;
use crate::house::*;
use crate::security::{LINES, one};
use axum::body::Body;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_identity::{PasskeyError, Settings, TokenHolder};
use cardea_model::ids::AccountId;
use cardea_store::each_database;
use cardea_store::testing::{Kind, TestStore};
use futures::future::join_all;
use sea_orm::{ConnectionTrait, Statement};
use std::sync::LazyLock;

const FORM: [(&str, &str); 1] = [("origin", ORIGIN)];

async fn signed_in(house: &House) -> TokenHolder {
    house.caller(&house.sign_in().await.access).await.expect("a living token")
}

/// A device with a passkey of the owner's.
async fn added(house: &House) -> Authenticator {
    let TokenHolder { account, family, .. } = signed_in(house).await;
    let asked = house.identity.begin_passkey(account, family).await.expect("a passkey is asked for");
    let mut device = Authenticator::at(ORIGIN);
    let made = device.make(&asked.challenge, &asked.relying_party, &asked.user_handle);
    house.identity.finish_passkey(account, family, "Phone", made).await.expect("it is added");
    device
}

/// Asks for a challenge in a browser that was shown this page.
async fn challenge(browser: &mut Browser, house: &House, page: &Answer) -> String {
    let asked = browser.post_to(house, "/oauth2/passkey", &[("form_token", &page.form_token())], &FORM).await;
    assert_eq!((asked.status.as_u16(), asked.header("cache-control")), (200, Some("no-store")), "{}", asked.body);
    assert_eq!((&asked.json()["rpId"], &asked.json()["userVerification"]), (&"localhost".into(), &"required".into()));
    asked.json()["challenge"].as_str().expect("a challenge").into()
}

/// Sends what a device showed.
async fn send(browser: &mut Browser, house: &House, page: &Answer, shown: &str) -> Answer {
    browser.post(house, &authorize_query(&[]), &[("form_token", &page.form_token()), ("passkey", shown)]).await
}

/// Shows a passkey on the page, as its script does.
async fn show(browser: &mut Browser, house: &House, device: &mut Authenticator) -> Answer {
    let page = browser.get(house, &authorize_query(&[("prompt", "login")]), &[]).await;
    let challenge = challenge(browser, house, &page).await;
    send(browser, house, &page, &device.show(&challenge)).await
}

#[track_caller]
fn signs_nobody_in(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.header("location")), (400, None), "{}", answer.body);
    assert!(answer.body.contains("This passkey does not sign anybody in here."), "{}", answer.body);
}

async fn count(test: &TestStore, table: &str) -> i64 {
    let store = &test.store;
    let counted = Statement::from_string(store.backend(), format!("SELECT COUNT(*) FROM {table}"));
    store.read().query_one_raw(counted).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

each_database! {
    async fn a_passkey_signs_in_without_username_password_and_one_time_code(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let mut device = added(&house).await;
        App::enrolled(&test, &house).await;
        let address = if test.kind == Kind::Sqlite { "198.18.2.1" } else { "198.18.2.2" };
        let mut browser = Browser::at(address);
        let back = show(&mut browser, &house, &mut device).await.redirected();
        let tokens = exchange(&house, &back["code"], &[]).await.tokens();
        let caller = house.caller(&tokens.access).await.expect("a living token");
        assert_eq!((caller.account, &*caller.client), (house.owner, "cardea-web"));
        one("sign_in", &[&format!("peer={address}"), OWNER, "way=\"passkey\""]);
        one("passkey_added", &[&format!("account={}", house.owner)]);

        let used = house.identity.passkeys(house.owner).await.unwrap();
        assert_eq!((used.len(), used[0].used), (1, Some(test.store.now())));
        assert!(browser.cookie("cardea_device").is_some(), "the browser is known from now on");
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected();
        assert!(silent.contains_key("code"), "and signed in");
        // Whoever shows a passkey has proven who they are, so that they may change how they sign in.
        house.identity.begin_passkey(caller.account, caller.family).await.expect("the sign-in is fresh");
        assert!(show(&mut browser, &house, &mut device).await.redirected().contains_key("code"), "as often as one likes");
    }

    async fn of_twenty_who_show_one_answer_one_is_let_in(test: TestStore) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let other = match test.kind {
            Kind::Postgres => house.served_from(test.second().await).await,
            Kind::Sqlite => house.served_from(test.store.clone()).await,
        };
        let mut browser = Browser::default();
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        let shown = device.show(&challenge(&mut browser, &house, &page).await);
        let answers = join_all((0..20).map(|n| {
            let (mut browser, at) = (browser.clone(), if n % 2 == 0 { &house } else { &other });
            let (page, shown) = (&page, &shown);
            async move { send(&mut browser, at, page, shown).await }
        }))
        .await;
        let (let_in, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 303);
        assert_eq!(let_in.len(), 1);
        refused.iter().for_each(signs_nobody_in);
        signs_nobody_in(&send(&mut browser, &house, &page, &shown).await);
        assert_eq!(count(&test, "passkey_ceremonies").await, 0);
    }

    async fn a_challenge_is_one_browsers_for_five_minutes(test: OneByOne) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let (mut browser, mut other) = (Browser::default(), Browser::default());
        let query = authorize_query(&[]);
        let (page, others) = (browser.get(&house, &query, &[]).await, other.get(&house, &query, &[]).await);
        let first = challenge(&mut browser, &house, &page).await;
        signs_nobody_in(&send(&mut other, &house, &others, &device.show(&first)).await);
        challenge(&mut other, &house, &others).await;
        signs_nobody_in(&send(&mut other, &house, &others, &device.show(&first)).await);
        // A later one takes its place.
        let second = challenge(&mut browser, &house, &page).await;
        signs_nobody_in(&send(&mut browser, &house, &page, &device.show(&first)).await);
        test.clock.advance(299);
        assert!(send(&mut browser, &house, &page, &device.show(&second)).await.redirected().contains_key("code"));
        let third = challenge(&mut browser, &house, &page).await;
        test.clock.advance(300);
        signs_nobody_in(&send(&mut browser, &house, &page, &device.show(&third)).await);
        house.identity.sweep().await.unwrap();
        assert_eq!(count(&test, "passkey_ceremonies").await, 0);

        // Nobody but our page, in this browser, asks for one.
        let asks = async |fields: &[(&str, &str)], headers: &[(&str, &str)]| {
            browser.clone().post_to(&house, "/oauth2/passkey", fields, headers).await.refused(400, "invalid_request")
        };
        let token = page.form_token();
        asks(&[("form_token", &others.form_token())], &FORM).await;
        asks(&[("form_token", &token)], &[("origin", "https://evil.example")]).await;
        asks(&[], &FORM).await;
        assert_eq!(count(&test, "passkey_ceremonies").await, 0);
    }

    async fn what_was_signed_elsewhere_or_for_something_else_signs_nobody_in(test: OneByOne) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let mut browser = Browser::default();
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        let asked = challenge(&mut browser, &house, &page).await;
        let mut shown = Vec::new();
        for origin in ["http://evil.example", "http://localhost.evil.example", "http://127.0.0.1:8080", "http://a.localhost:8080"] {
            device.origin = origin.into();
            shown.push(device.show(&asked));
        }
        device.origin = ORIGIN.into();
        for name in ["evil.example", "127.0.0.1", ""] {
            device.relying_party = name.into();
            shown.push(device.show(&asked));
        }
        device.relying_party = "localhost".into();
        device.verifies = false;
        shown.push(device.show(&asked));
        device.verifies = true;
        device.framed = true;
        shown.push(device.show(&asked));
        device.framed = false;
        shown.push(device.show_as("webauthn.create", &asked));
        shown.push(device.show("q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k"));
        let right = device.show(&asked);
        let altered = right.replacen("\"signature\":\"ME", "\"signature\":\"MF", 1);
        assert_ne!(altered, right);
        shown.extend([altered, "{}".into(), "no JSON".into()]);
        for shown in shown {
            signs_nobody_in(&send(&mut browser, &house, &page, &shown).await);
        }
        assert!(send(&mut browser, &house, &page, &right).await.redirected().contains_key("code"), "what is right holds all the same");
    }

    async fn a_passkey_is_its_owners_alone(test: OneByOne) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let somebody = profile("somebody@example.org");
        let AccountId(other) = somebody.account;
        test.store.create_domain(somebody, None, cardea_store::Actor::Program).await.unwrap();
        let own = std::mem::take(&mut device.user_handle);
        // The passkey says that it belongs to another account, or to none.
        for handle in [URL_SAFE_NO_PAD.encode(u128::from(other).to_be_bytes()), URL_SAFE_NO_PAD.encode(7u128.to_be_bytes()), String::new()] {
            device.user_handle = handle;
            signs_nobody_in(&show(&mut Browser::default(), &house, &mut device).await);
        }
        // Another device does not know the key.
        let mut another = Authenticator::at(ORIGIN);
        (another.id, another.counter, another.relying_party) = (device.id, 100, device.relying_party.clone());
        another.user_handle = own.clone();
        signs_nobody_in(&show(&mut Browser::default(), &house, &mut another).await);
        // And no account has a passkey of this id.
        another.id = [7; 20];
        signs_nobody_in(&show(&mut Browser::default(), &house, &mut another).await);
        device.user_handle = own;
        assert!(show(&mut Browser::default(), &house, &mut device).await.redirected().contains_key("code"));
    }

    async fn a_passkey_that_counts_less_than_before_may_have_been_copied(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let mut device = added(&house).await;
        let address = if test.kind == Kind::Sqlite { "198.18.3.1" } else { "198.18.3.2" };
        let mut browser = Browser::at(address);
        assert!(show(&mut browser, &house, &mut device).await.redirected().contains_key("code"));
        device.counter -= 1;
        signs_nobody_in(&show(&mut browser, &house, &mut device).await);
        one("sign_in_failed", &[&format!("peer={address}"), OWNER, "reason=\"cloned_passkey\""]);
        assert!(show(&mut browser, &house, &mut device).await.redirected().contains_key("code"), "who counts on goes on");
    }

    async fn a_passkey_that_was_removed_signs_nobody_in_not_even_with_a_challenge_from_before(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let mut device = added(&house).await;
        let mut browser = Browser::default();
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        let asked = challenge(&mut browser, &house, &page).await;
        let TokenHolder { account, family, .. } = signed_in(&house).await;
        let id = house.identity.passkeys(account).await.unwrap().remove(0).id;
        house.identity.remove_passkey(account, family, &id).await.unwrap();
        one("passkey_removed", &[&format!("account={account}")]);
        signs_nobody_in(&send(&mut browser, &house, &page, &device.show(&asked)).await);
        let again = house.identity.remove_passkey(account, family, &id).await;
        assert!(matches!(again, Err(PasskeyError::Unknown)));
    }

    async fn a_new_password_leaves_passkeys_and_an_operator_takes_them_away(test: OneByOne) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let mut browser = Browser::default();
        let back = show(&mut browser, &house, &mut device).await.redirected();
        let tokens = exchange(&house, &back["code"], &[]).await.tokens();
        house.identity.set_password(house.owner, "Another-Password-2026".into(), None).await.unwrap();
        assert!(!house.is_alive(&tokens.access).await, "what was signed in ends all the same");
        assert!(show(&mut browser, &house, &mut device).await.redirected().contains_key("code"));
        house.identity.set_password_alone(house.owner, PASSWORD.into()).await.unwrap();
        signs_nobody_in(&show(&mut browser, &house, &mut device).await);
        assert_eq!(count(&test, "passkeys").await, 0);
    }

    async fn an_address_that_shows_too_many_wrong_passkeys_has_to_wait(test: OneByOne) {
        let house = house(&test).await;
        let mut device = added(&house).await;
        let mut browser = Browser::at("192.0.2.60");
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        for _ in 0..60 {
            signs_nobody_in(&send(&mut browser, &house, &page, "{}").await);
        }
        let closed = send(&mut browser, &house, &page, "{}").await;
        assert_eq!((closed.status.as_u16(), closed.header("retry-after")), (429, Some("1")));
        assert!(closed.body.contains("Too many attempts with passkeys. Try again in 1 second."), "{}", closed.body);
        let mut elsewhere = Browser::at("192.0.2.61");
        assert!(show(&mut elsewhere, &house, &mut device).await.redirected().contains_key("code"), "others are not shut out");
        test.clock.advance(1);
        assert!(show(&mut browser, &house, &mut device).await.redirected().contains_key("code"));

        // So has one that asks for too many challenges, each of which is written down.
        let token = page.form_token();
        let mut asker = browser.moved_to("192.0.2.62");
        for _ in 0..60 {
            challenge(&mut asker, &house, &page).await;
        }
        let closed = asker.post_to(&house, "/oauth2/passkey", &[("form_token", &token)], &FORM).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), Some("1"));
    }

    async fn passkeys_are_offered_where_browsers_let_have_them(test: OneByOne) {
        let house = house(&test).await;
        let query = authorize_query(&[]);
        let offered = Browser::default().get(&house, &query, &[]).await;
        assert!(offered.body.contains("<form id=\"passkey\"") && offered.body.contains("Sign in with a passkey"), "{}", offered.body);
        assert!(offered.header("content-security-policy").unwrap().contains("script-src 'self'; connect-src 'self';"));
        let query = authorize_query(&[("redirect_uri", "http://127.0.0.1:8080/oauth")]);
        let at_a_number = Request::get(format!("/oauth2/authorize?{query}")).header("host", "127.0.0.1:8080");
        let at_a_number = house.send(at_a_number.body(Body::empty()).unwrap()).await;
        assert_eq!(at_a_number.status, 200);
        assert!(!at_a_number.body.contains("id=\"passkey\"") && !at_a_number.body.contains("<script"), "{}", at_a_number.body);
        assert!(!at_a_number.header("content-security-policy").unwrap().contains("script-src"));
        let script = house.send(Request::get("/oauth2/passkey.js").body(Body::empty()).unwrap()).await;
        assert_eq!((script.status.as_u16(), script.header("content-type")), (200, Some("text/javascript")));
        assert!(script.body.contains("navigator.credentials.get"));
    }

    async fn a_server_without_a_name_has_no_passkeys(test: OneByOne) {
        let public_origins = vec!["https://192.0.2.1:8443".to_owned()];
        let house = house_with(&test, Settings { public_origins, ..Settings::default() }).await;
        let TokenHolder { account, family, .. } = signed_in(&house).await;
        assert_eq!(house.identity.relying_party(), None);
        assert!(matches!(house.identity.begin_passkey(account, family).await, Err(PasskeyError::NotOffered)));
        let mut browser = Browser::default();
        let page = browser.get(&house, &authorize_query(&[]), &[]).await;
        assert!(!page.body.contains("id=\"passkey\""), "{}", page.body);
        let asked = browser.post_to(&house, "/oauth2/passkey", &[("form_token", &page.form_token())], &FORM).await;
        asked.refused(400, "invalid_request");
        signs_nobody_in(&send(&mut browser, &house, &page, "{}").await);
    }
}
