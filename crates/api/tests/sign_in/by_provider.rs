//! That a provider said who somebody is travels with all that comes of their sign-in, and with nothing else.

use crate::app::App;
use crate::elsewhere::*;
use crate::house::*;
use crate::new_sign_ins::letters;
use axum::http::Method;
use cardea_identity::{NewPersonalToken, SignUp, TokenScopes};
use cardea_store::each_database;
use cardea_store::testing::Kind;

/// The provider that said who has this token.
async fn issuer(house: &House, token: &str) -> Option<String> {
    house.caller(token).await.expect("a living token").issuer.map(|issuer| issuer.to_string())
}

async fn tokens(house: &House, answer: &Answer) -> Tokens {
    exchange(house, &answer.redirected()["code"], &[]).await.tokens()
}

/// What the session of this browser gives without asking anybody.
async fn silently(house: &House, browser: &mut Browser) -> Tokens {
    let answer = browser.get(house, &authorize_query(&[("prompt", "none")]), &[]).await;
    tokens(house, &answer).await
}

/// A refresh of tokens of the console.
async fn refreshed(house: &House, refresh: &str) -> Tokens {
    let fields = [("grant_type", "refresh_token"), ("client_id", "cardea-web"), ("refresh_token", refresh)];
    house.token(&fields).await.tokens()
}

/// A personal access token of whoever has this one.
async fn personal(house: &House, token: &str) -> String {
    let caller = house.caller(token).await.expect("a living token");
    let expires = caller.expires.plus_seconds(86_400);
    let new = NewPersonalToken { name: "Report".into(), scopes: TokenScopes::ALL, expires };
    house.identity.create_personal_token(caller.account, caller.family, new).await.expect("a token").1
}

/// A session of the sign-in page that is made from this token.
async fn session_of(house: &House, token: &str) -> Browser {
    let mut browser = Browser::default();
    browser.keep(&house.cookie(Method::POST, Some(token), None).await);
    browser
}

each_database! {
    async fn what_names_no_provider_is_answered_as_an_unknown_one(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let (owner, mut browser) = (elsewhere.house.sign_in().await.access, Browser::default());
        for unknown in ["other", "%FF", "%00"] {
            let begin = format!("/oauth2/providers/{unknown}/begin?{}", authorize_query(&[]));
            assert_eq!(elsewhere.get(&mut browser, &begin).await.status, 404, "{unknown}");
            let back = format!("/oauth2/providers/{unknown}/return?state=made%20up");
            assert_eq!(elsewhere.get(&mut browser, &back).await.status, 400, "{unknown}");
            let link = format!("/oauth2/providers/{unknown}/link");
            for method in [Method::GET, Method::DELETE] {
                let refused = elsewhere.call(&mut browser, &owner, method, &link).await;
                refused.refused(404, "entity_not_found");
            }
        }
    }

    async fn what_comes_of_a_sign_in_by_a_provider_is_by_that_provider(test: TestStore) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let (house, by_it) = (&elsewhere.house, Some(elsewhere.server.issuer().to_owned()));
        elsewhere.linked().await;
        let mut browser = Browser::default();
        let signed_in = tokens(house, &elsewhere.sign_in(&mut browser).await).await;
        assert_eq!(issuer(house, &signed_in.access).await, by_it);
        let refreshed = refreshed(house, &signed_in.refresh).await;
        assert_eq!(issuer(house, &refreshed.access).await, by_it);
        assert_eq!(issuer(house, &silently(house, &mut browser).await.access).await, by_it);
        assert_eq!(issuer(house, &personal(house, &signed_in.access).await).await, by_it);
        let mut second = session_of(house, &signed_in.access).await;
        let third = silently(house, &mut second).await;
        assert_eq!(issuer(house, &third.access).await, by_it);
        // As another process knows it, or this one after a restart.
        house.identity.flush().await.unwrap();
        let store = if test.kind == Kind::Postgres { test.second().await } else { test.store.clone() };
        assert_eq!(issuer(&house.served_from(store).await, &refreshed.access).await, by_it);
    }

    async fn what_comes_of_a_password_is_by_no_provider_though_one_is_linked(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        let before = house.sign_in().await;
        elsewhere.linked().await;
        assert_eq!(issuer(house, &before.access).await, None, "what was there before the link is as it was");
        let mut browser = Browser::default();
        elsewhere.sign_in(&mut browser).await.redirected();
        // The same browser, by the password this time: what it has from then on is by that.
        let typed = browser.sign_in_again(house, OWNER, PASSWORD).await;
        let typed = tokens(house, &typed).await;
        assert_eq!(issuer(house, &typed.access).await, None);
        assert_eq!(issuer(house, &silently(house, &mut browser).await.access).await, None);
        assert_eq!(issuer(house, &personal(house, &typed.access).await).await, None);
        let mut second = session_of(house, &typed.access).await;
        assert_eq!(issuer(house, &silently(house, &mut second).await.access).await, None);
    }

    async fn whoever_shows_a_code_after_a_provider_is_by_that_provider(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        elsewhere.linked().await;
        let app = App::enrolled(&test, house).await;
        let mut browser = Browser::default();
        let page = elsewhere.sign_in(&mut browser).await;
        let (form_token, ticket, code) = (page.form_token(), page.ticket(), app.code(&test, 0));
        let fields = [("form_token", &*form_token), ("ticket", &*ticket), ("code", &*code)];
        let signed_in = browser.post(house, &authorize_query(&[("prompt", "login")]), &fields).await;
        let signed_in = tokens(house, &signed_in).await;
        assert_eq!(issuer(house, &signed_in.access).await.as_deref(), Some(elsewhere.server.issuer()));
    }

    async fn an_account_that_a_provider_made_is_by_that_provider(test: OneByOne) {
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        elsewhere.signs_in("anna", "anna@example.org", true).await;
        let mut browser = Browser::default();
        assert_eq!(elsewhere.sign_in(&mut browser).await.status, 303);
        let made = silently(&elsewhere.house, &mut browser).await;
        assert_eq!(issuer(&elsewhere.house, &made.access).await.as_deref(), Some(elsewhere.server.issuer()));
    }

    async fn whoever_is_linked_or_unlinked_is_told_so_by_letter(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        let told = async || {
            let letters = letters(&test).await.into_iter().filter(|letter| letter.subject.contains("another sign-in"));
            letters.map(|letter| (letter.to, letter.subject, letter.text)).collect::<Vec<_>>()
        };
        elsewhere.signs_in("anna", "anna@company.example", true).await;
        elsewhere.linked().await;
        let letter = told().await.remove(0);
        assert_eq!((&*letter.0, &*letter.1), (OWNER, "Your account at Cardea is linked to another sign-in"));
        for said in ["Doors & Sons", "anna@company", "2026-03-02 12:00 UTC"] {
            assert!(letter.2.contains(said), "{said}: {}", letter.2);
        }
        elsewhere.linked().await;
        assert!(told().await.is_empty(), "it was linked already");
        let caller = house.caller(&house.sign_in().await.access).await.unwrap();
        house.identity.unlink_provider(caller.account, caller.family, ID).await.unwrap();
        let letter = told().await.remove(0);
        assert_eq!((&*letter.0, &*letter.1), (OWNER, "Your account at Cardea was unlinked from another sign-in"));
        assert!(letter.2.contains("Doors & Sons"), "{}", letter.2);
        house.identity.unlink_provider(caller.account, caller.family, ID).await.unwrap_err();
        elsewhere.linked().await;
        told().await;
        house.identity.set_password_alone(house.owner, PASSWORD.into()).await.unwrap();
        assert_eq!(told().await.len(), 1, "a password that is to be the only way in unlinks too");
    }
}
