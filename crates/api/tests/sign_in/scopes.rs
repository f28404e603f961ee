//! What tokens may be used for: asked for, told, kept, narrowed, and never widened.

use crate::house::*;
use axum::http::Method;
use cardea_identity::TokenScopes;
use cardea_store::each_database;
use cardea_store::sign_in::{codes, sessions, tokens};
use sea_orm::EntityTrait;

fn scopes(names: &str) -> TokenScopes {
    TokenScopes::parse(names).unwrap().unwrap_or(TokenScopes::ALL)
}

/// What the answer says of its scope; what the token may be used for is the same.
async fn told(house: &House, answer: &Answer) -> Option<String> {
    let access = answer.tokens().access;
    let told = answer.json()["scope"].as_str().map(str::to_owned);
    let holder = house.caller(&access).await.expect("a living token");
    assert_eq!(holder.scopes, scopes(told.as_deref().unwrap_or_default()));
    told
}

async fn sign_in_for(house: &House, scope: &str) -> Answer {
    house.token(&[&login(OWNER, PASSWORD)[..], &[("scope", scope)]].concat()).await
}

async fn refresh_for(house: &House, client: &str, refresh_token: &str, scope: &str) -> Answer {
    let fields =
        [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", refresh_token), ("scope", scope)];
    house.token(&fields).await
}

/// The console's tokens for this code.
async fn exchanged(house: &House, answer: &Answer, scope: &str) -> Answer {
    exchange(house, &answer.redirected()["code"], &[("scope", scope)]).await
}

each_database! {
    async fn who_asks_for_nothing_in_particular_gets_everything_and_is_told_of_no_scope(test: OneByOne) {
        let house = house(&test).await;
        assert_eq!(told(&house, &house.token(&login(OWNER, PASSWORD)).await).await, None);
        for nothing in ["", " "] {
            let answer = sign_in_for(&house, nothing).await;
            assert_eq!(told(&house, &answer).await, None);
            let refreshed = refresh_for(&house, "cardea-android", &answer.tokens().refresh, nothing).await;
            assert_eq!(told(&house, &refreshed).await, None);
        }
        let kept = tokens::Entity::find().all(test.store.read()).await.unwrap();
        assert!(kept.iter().all(|family| family.scopes.is_none()), "as the rows of before scopes are");
    }

    async fn a_name_that_no_scope_has_is_refused_and_costs_nothing(test: OneByOne) {
        let house = house(&test).await;
        let first = sign_in_for(&house, "read log").await.tokens();
        for unknown in ["everything", "read everything", "READ", "read,log"] {
            let hint = sign_in_for(&house, unknown).await.refused(400, "invalid_scope");
            assert!(hint.is_some_and(|hint| hint.contains("`scope`")));
            refresh_for(&house, "cardea-android", &first.refresh, unknown).await.refused(400, "invalid_scope");
            let query = authorize_query(&[("scope", unknown), ("prompt", "none")]);
            let back = Browser::default().get(&house, &query, &[]).await.redirected();
            assert_eq!((&*back["error"], &*back["state"]), ("invalid_scope", "some state"));
        }
        refresh_for(&house, "cardea-android", &first.refresh, "").await.tokens();
    }

    async fn scopes_outlive_refreshes_and_the_process(test: OneByOne) {
        let house = house(&test).await;
        let answer = sign_in_for(&house, "log read").await;
        assert_eq!(told(&house, &answer).await.as_deref(), Some("read log"));
        let refreshed = house.refresh(&answer.tokens().refresh).await;
        assert_eq!(told(&house, &refreshed).await.as_deref(), Some("read log"));
        house.identity.flush().await.unwrap();
        let later = house.served_from(test.store.clone()).await;
        assert_eq!(later.caller(&refreshed.tokens().access).await.unwrap().scopes, scopes("read log"));
        let refreshed = later.refresh(&refreshed.tokens().refresh).await;
        assert_eq!(told(&later, &refreshed).await.as_deref(), Some("read log"));
    }

    async fn a_refresh_may_narrow_one_access_token_and_never_widens(test: OneByOne) {
        let house = house(&test).await;
        let first = sign_in_for(&house, "read operate log").await.tokens();
        for more in ["access", "read access", "profile read operate access devices log"] {
            refresh_for(&house, "cardea-android", &first.refresh, more).await.refused(400, "invalid_scope");
        }
        let narrow = refresh_for(&house, "cardea-android", &first.refresh, "log").await;
        assert_eq!(told(&house, &narrow).await.as_deref(), Some("log"));
        assert_eq!(house.caller(&first.access).await.unwrap().scopes, scopes("read operate log"), "the one before is as it was");
        // The refresh token is as good as the sign-in (RFC 6749; docs/standards.md).
        let whole = house.refresh(&narrow.tokens().refresh).await;
        assert_eq!(told(&house, &whole).await.as_deref(), Some("read operate log"));
        let everything = house.sign_in().await;
        let narrow = refresh_for(&house, "cardea-android", &everything.refresh, "read").await;
        assert_eq!(told(&house, &narrow).await.as_deref(), Some("read"));
    }

    async fn the_page_gives_what_was_asked_for_on_it(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let query = |scope, prompt| authorize_query(&[("scope", scope), ("prompt", prompt)]);
        let signed_in = browser.sign_in(&house, &query("read operate", ""), OWNER, PASSWORD).await;
        let given = exchanged(&house, &signed_in, "").await;
        assert_eq!(told(&house, &given).await.as_deref(), Some("read operate"));
        let refreshed = refresh_for(&house, "cardea-web", &given.tokens().refresh, "").await;
        assert_eq!(told(&house, &refreshed).await.as_deref(), Some("read operate"));
        // Who typed the password may do everything: the session of the page is not bound by what the first client wanted.
        let code = browser.get(&house, &query("", "none"), &[]).await;
        assert_eq!(told(&house, &exchanged(&house, &code, "").await).await, None);
        // With the code less may be taken, and more not.
        let code = browser.get(&house, &query("read log", "none"), &[]).await;
        assert_eq!(told(&house, &exchanged(&house, &code, "log").await).await.as_deref(), Some("log"));
        let code = browser.get(&house, &query("read log", "none"), &[]).await;
        exchanged(&house, &code, "operate").await.refused(400, "invalid_scope");
        exchanged(&house, &code, "").await.refused(400, "invalid_grant");
    }

    /// By no way round does a token give more than it has.
    async fn a_session_made_from_a_token_carries_no_more_than_the_token(test: OneByOne) {
        let house = house(&test).await;
        let silent = |scope| authorize_query(&[("scope", scope), ("prompt", "none")]);
        let by_sign_in = sign_in_for(&house, "profile read").await.tokens();
        let by_refresh = refresh_for(&house, "cardea-android", &house.sign_in().await.refresh, "profile read").await.tokens();
        for narrow in [by_sign_in, by_refresh] {
            let mut browser = Browser::default();
            browser.keep(&house.cookie(Method::POST, Some(&narrow.access), None).await);
            for (wanted, expected) in [("", "profile read"), ("read log", "read"), ("profile read", "profile read")] {
                let given = exchanged(&house, &browser.get(&house, &silent(wanted), &[]).await, "").await;
                assert_eq!(told(&house, &given).await.as_deref(), Some(expected), "{wanted}");
            }
            let back = browser.get(&house, &silent("operate"), &[]).await.redirected();
            assert_eq!(back["error"], "login_required", "it has nothing of that");
            assert!(browser.get(&house, &authorize_query(&[("scope", "operate")]), &[]).await.body.contains("form_token"));
            // Nor does the session of a token of that session.
            let tab = exchanged(&house, &browser.get(&house, &silent("profile"), &[]).await, "").await.tokens();
            let mut second = Browser::default();
            second.keep(&house.cookie(Method::POST, Some(&tab.access), None).await);
            let given = exchanged(&house, &second.get(&house, &silent(""), &[]).await, "").await;
            assert_eq!(told(&house, &given).await.as_deref(), Some("profile"));
        }
        let kept = sessions::Entity::find().all(test.store.read()).await.unwrap();
        assert!(kept.len() == 4 && kept.iter().all(|session| session.scopes.is_some()));
        assert!(codes::Entity::find().all(test.store.read()).await.unwrap().is_empty());
    }

    /// A token without `profile` begins no session: it could outlive itself by that.
    async fn a_session_is_made_from_tokens_that_may_tell_who_is_signed_in(test: OneByOne) {
        let house = house(&test).await;
        let narrow = sign_in_for(&house, "operate").await.tokens();
        let refused = house.cookie(Method::POST, Some(&narrow.access), None).await;
        assert_eq!(refused.refused(403, "insufficient_scope").as_deref(), Some("profile"));
        assert_eq!(refused.header("www-authenticate"), Some("Bearer error=\"insufficient_scope\", scope=\"profile\""));
        assert_eq!(house.cookie(Method::DELETE, Some(&narrow.access), None).await.status, 204);
        assert!(!house.is_alive(&narrow.access).await);
    }
}
