//! Sign-ins as their person knows them: what belongs together, what ending one ends, and when one ends by itself.

use crate::house::*;
use crate::refresh::create_user;
use axum::http::Method;
use cardea_identity::{Agent, LivingSignIn, NewPersonalToken, NotFresh, Settings, TokenScopes};
use cardea_store::each_database;
use cardea_store::testing::Kind;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// What the holder of this token is told.
async fn told(house: &House, access: &str) -> Vec<LivingSignIn> {
    let caller = house.caller(access).await.expect("a living token");
    house.identity.sign_ins(caller.account, caller.family).await.expect("the database answers")
}

/// Tokens of the browser's session, without a question.
async fn silently(house: &House, browser: &mut Browser) -> Tokens {
    let answer = browser.get(house, &authorize_query(&[("prompt", "none")]), &[]).await;
    exchange(house, &answer.redirected()["code"], &[]).await.tokens()
}

each_database! {
    async fn a_browser_or_a_program_is_one_sign_in_with_all_that_came_of_it(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::at("192.0.2.7");
        let page = browser.get(&house, &authorize_query(&[]), &[]).await.form_token();
        let form = [("form_token", &*page), ("username", OWNER), ("password", PASSWORD)];
        let headers = [("origin", ORIGIN), ("user-agent", FIREFOX)];
        let signed_in = browser.post_with(&house, &authorize_query(&[]), &form, &headers).await.redirected();
        let first = exchange(&house, &signed_in["code"], &[]).await.tokens();
        let second = silently(&house, &mut browser).await;
        test.clock.advance(60);
        let phone = house.token_from("198.51.100.9", &[], &login(OWNER, PASSWORD)).await.tokens();
        let mut view = Browser::default();
        view.keep(&house.cookie(Method::POST, Some(&phone.access), None).await);
        let in_view = silently(&house, &mut view).await;

        let by_phone = told(&house, &phone.access).await;
        assert_eq!(by_phone.iter().map(|one| one.current).collect::<Vec<_>>(), [true, false]);
        let [own, other] = &by_phone[..] else { panic!("{by_phone:?}") };
        assert_eq!((own.began, own.last_used), (test.store.now(), test.store.now()));
        let seen = own.seen.clone().expect("where it began");
        assert_eq!((seen.address.as_str(), seen.agent), ("198.51.100.9", Agent::default()));
        let seen = other.seen.clone().expect("where it began");
        assert_eq!((seen.address.as_str(), seen.agent), ("192.0.2.7", Agent { browser: "Firefox", system: "Linux" }));
        assert_eq!(other.client.as_deref(), Some("cardea-web"));
        for (tokens, id) in [(&first, other.id), (&second, other.id), (&in_view, own.id)] {
            let told = told(&house, &tokens.access).await;
            assert_eq!((told.len(), told[0].id, told[0].current), (2, id, true));
        }
        // Signing in once more in the same browser goes on with the same sign-in.
        let again = browser.sign_in_again(&house, OWNER, PASSWORD).await.redirected();
        let again = exchange(&house, &again["code"], &[]).await.tokens();
        assert_eq!(told(&house, &again.access).await[0].id, other.id);
        // And an address is not to be read in the database.
        let file = test.folder().join("backup.jsonl");
        test.store.backup(&file).await.unwrap();
        let kept = std::fs::read_to_string(file).unwrap();
        let hex: String = "198.51.100.9".bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!kept.contains("198.51.100.9") && !kept.contains(&hex));
    }

    async fn what_is_ended_is_over_at_once_and_everywhere_with_all_that_came_of_it(test: TestStore) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let page = exchange(&house, &browser.code(&house).await, &[]).await.tokens();
        let phone = house.sign_in().await;
        let other = match test.kind {
            Kind::Postgres => house.served_from(test.second().await).await,
            Kind::Sqlite => house.served_from(test.store.clone()).await,
        };
        if test.kind == Kind::Postgres {
            assert!(other.is_alive(&page.access).await);
        }
        let browsers = told(&house, &page.access).await[0].id;
        create_user(&house, &test.store, "ursula").await;
        let ursula = house.caller(&house.token(&login("ursula", PASSWORD)).await.tokens().access).await.unwrap();
        let ended = house.identity.end_sign_in(ursula.account, ursula.family, browsers).await.unwrap();
        assert!(!ended, "it is somebody else's");
        assert!(house.is_alive(&page.access).await);
        let by = house.caller(&phone.access).await.unwrap().family;
        assert!(house.identity.end_sign_in(house.owner, by, browsers).await.unwrap());
        assert!(!house.is_alive(&page.access).await && house.is_alive(&phone.access).await);
        if test.kind == Kind::Postgres {
            assert!(!other.is_alive(&page.access).await);
        }
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert_eq!(silent.redirected()["error"], "login_required");
        assert!(!house.identity.end_sign_in(house.owner, by, browsers).await.unwrap(), "it was ended already");
        assert_eq!(told(&house, &phone.access).await.len(), 1);
    }

    async fn all_others_end_and_neither_this_one_nor_personal_tokens(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let page = exchange(&house, &browser.code(&house).await, &[]).await.tokens();
        let (phone, tablet) = (house.sign_in().await, house.sign_in().await);
        let caller = house.caller(&phone.access).await.unwrap();
        let expires = test.store.now().plus_seconds(3_600);
        let new = NewPersonalToken { name: "Report".into(), scopes: TokenScopes::ALL, expires };
        let (_, personal) = house.identity.create_personal_token(caller.account, caller.family, new).await.unwrap();
        assert_eq!(told(&house, &phone.access).await.len(), 3, "a personal token is no sign-in");
        house.identity.end_other_sign_ins(caller.account, caller.family).await.unwrap();
        for (token, alive) in [(&phone.access, true), (&personal, true), (&page.access, false), (&tablet.access, false)] {
            assert_eq!(house.is_alive(token).await, alive);
        }
        assert_eq!(told(&house, &phone.access).await.len(), 1);
    }

    /// A sign-in may be ended while its request waits. Then it ends no others, and must not be told that it did.
    async fn who_was_signed_out_meanwhile_ends_no_others_and_is_not_told_so(test: OneByOne) {
        let house = house(&test).await;
        let (phone, tablet) = (house.sign_in().await, house.sign_in().await);
        let caller = house.caller(&phone.access).await.unwrap();
        let tablets = told(&house, &tablet.access).await[0].id;
        let expires = test.store.now().plus_seconds(3_600);
        let new = NewPersonalToken { name: "Report".into(), scopes: TokenScopes::ALL, expires };
        let (made, personal) = house.identity.create_personal_token(caller.account, caller.family, new).await.unwrap();
        house.identity.sign_out(&caller, None).await.unwrap();
        let (account, by) = (caller.account, caller.family);
        let refused = [
            house.identity.end_other_sign_ins(account, by).await.unwrap_err(),
            house.identity.end_sign_in(account, by, tablets).await.unwrap_err(),
            house.identity.end_personal_token(account, by, made.id).await.unwrap_err(),
            house.identity.end_personal_tokens(account, by).await.unwrap_err(),
        ];
        assert!(refused.iter().all(|refused| matches!(refused, NotFresh::SignInEnded)), "{refused:?}");
        assert!(house.is_alive(&tablet.access).await && house.is_alive(&personal).await);
    }

    async fn a_sign_in_ends_for_good_however_often_it_is_refreshed(test: OneByOne) {
        const DAY: i64 = 86_400;
        let settings = Settings { sign_in_max_seconds: 3 * DAY, ..settings() };
        let house = house_with(&test, settings).await;
        let mut tokens = house.sign_in().await;
        for _ in 0..2 {
            test.clock.advance(DAY);
            tokens = house.refresh(&tokens.refresh).await.tokens();
            assert!(house.is_alive(&tokens.access).await);
        }
        test.clock.advance(DAY - 60);
        let last = house.refresh(&tokens.refresh).await.tokens();
        assert_eq!(last.expires_in, 60, "no token outlives its sign-in");
        test.clock.advance(60);
        assert!(!house.is_alive(&last.access).await);
        house.refresh(&last.refresh).await.refused(400, "invalid_grant");
        assert!(house.is_alive(&house.sign_in().await.access).await);
    }

    async fn what_comes_of_a_session_lasts_no_longer_than_the_sign_in(test: OneByOne) {
        let house = house_with(&test, Settings { sign_in_max_seconds: 3_600, ..settings() }).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        test.clock.advance(3_000);
        let tokens = silently(&house, &mut browser).await;
        let mut view = Browser::default();
        view.keep(&house.cookie(Method::POST, Some(&tokens.access), None).await);
        assert_eq!(silently(&house, &mut view).await.expires_in, 600);
        test.clock.advance(600);
        assert!(!house.is_alive(&tokens.access).await);
        for browser in [&mut browser, &mut view] {
            let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
            assert_eq!(silent.redirected()["error"], "login_required");
        }
    }
}
