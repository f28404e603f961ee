//! POST and DELETE /oauth2/cookie: the browser's session, and signing out.

use crate::house::*;
use crate::refresh::create_user;
use axum::http::Method;
use cardea_store::each_database;

each_database! {
    async fn a_client_lets_the_sign_in_page_know_its_browser(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        let answer = house.cookie(Method::POST, Some(&tokens.access), None).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (204, Some("no-store")));
        let cookie = answer.header("set-cookie").expect("a cookie");
        assert!(cookie.contains("; HttpOnly; SameSite=Lax; Path=/oauth2; Max-Age=43200"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap();
        let silent = Browser::default().get(&house, &authorize_query(&[("prompt", "none")]), &[("cookie", cookie)]).await;
        let back = silent.redirected();
        let given = exchange(&house, &back["code"], &[]).await.tokens();
        assert_eq!(house.caller(&given.access).await.unwrap().account, house.owner);
    }

    /// Those that began first end, as if their time were over: what came of them stays.
    async fn an_account_has_a_hundred_sessions_at_a_time(test: OneByOne) {
        let house = house(&test).await;
        let silent = authorize_query(&[("prompt", "none")]);
        let (mut first, mut second) = (Browser::default(), Browser::default());
        let code = first.code(&house).await;
        let tab = exchange(&house, &code, &[]).await.tokens();
        let phone = house.sign_in().await;
        for number in 0..100 {
            test.clock.advance(1);
            assert!(number == 0 || first.get(&house, &silent, &[]).await.redirected().contains_key("code"), "{number}");
            let begun = house.cookie(Method::POST, Some(&phone.access), None).await;
            assert_eq!(begun.status, 204);
            if number == 0 {
                second.keep(&begun);
            }
        }
        assert_eq!(first.get(&house, &silent, &[]).await.redirected()["error"], "login_required");
        assert!(second.get(&house, &silent, &[]).await.redirected().contains_key("code"), "the second is the first now");
        assert!(house.is_alive(&tab.access).await && house.is_alive(&phone.access).await);
        house.cookie(Method::POST, Some(&phone.access), None).await;
        assert_eq!(second.get(&house, &silent, &[]).await.redirected()["error"], "login_required");
    }

    async fn the_session_cookie_authenticates_no_call(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        let session = browser.cookie("cardea_session").unwrap().to_owned();
        for method in [Method::POST, Method::DELETE] {
            let dead = "Bearer error=\"invalid_token\"";
            for (token, told) in [(None, "Bearer"), (Some(""), "Bearer"), (Some(&*session), dead)] {
                let answer = house.cookie(method.clone(), token, Some(&browser)).await;
                answer.refused(401, "unauthorized");
                assert_eq!(answer.header("www-authenticate"), Some(told));
            }
        }
        assert!(!house.is_alive(&session).await);
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert!(silent.redirected().contains_key("code"), "and the session lives on");
    }

    async fn signing_out_ends_session_and_tokens(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let code = browser.code(&house).await;
        let tab = exchange(&house, &code, &[]).await.tokens();
        let code = browser.get(&house, &authorize_query(&[]), &[]).await.redirected().remove("code").unwrap();
        let second_tab = exchange(&house, &code, &[]).await.tokens();
        let unused = browser.get(&house, &authorize_query(&[]), &[]).await.redirected().remove("code").unwrap();
        let phone = house.sign_in().await;
        assert!(house.is_alive(&second_tab.access).await);

        let answer = house.cookie(Method::DELETE, Some(&tab.access), Some(&browser)).await;
        assert_eq!(answer.status, 204);
        assert!(answer.header("set-cookie").unwrap().starts_with("cardea_session=; HttpOnly; SameSite=Lax; Path=/oauth2; Max-Age=0"));
        for dead in [&tab, &second_tab] {
            assert!(!house.is_alive(&dead.access).await);
            let refresh = [("grant_type", "refresh_token"), ("client_id", "cardea-web"), ("refresh_token", &*dead.refresh)];
            house.token(&refresh).await.refused(400, "invalid_grant");
        }
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert_eq!(silent.redirected()["error"], "login_required");
        exchange(&house, &unused, &[]).await.refused(400, "invalid_grant");
        assert!(house.is_alive(&phone.access).await, "the same person's phone stays signed in");
        house.cookie(Method::DELETE, Some(&tab.access), Some(&browser)).await.refused(401, "unauthorized");
    }

    async fn signing_out_without_a_cookie_ends_the_session_that_the_tokens_came_from(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let code = browser.code(&house).await;
        let tab = exchange(&house, &code, &[]).await.tokens();
        assert_eq!(house.cookie(Method::DELETE, Some(&tab.access), None).await.status, 204);
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert_eq!(silent.redirected()["error"], "login_required");
    }

    async fn the_authorization_header_is_read_as_clients_write_it(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        for (value, status) in [
            (format!("Bearer {}", tokens.access), 204),
            (format!("bearer {}", tokens.access), 204),
            (tokens.access.clone(), 401),
            (format!("Basic {}", tokens.access), 401),
            (format!("Bearer{}", tokens.access), 401),
            ("Bearer ".to_owned(), 401),
        ] {
            let request = axum::http::Request::post("/oauth2/cookie").header("host", HOST).header("authorization", &value);
            assert_eq!(house.send(request.body(axum::body::Body::empty()).unwrap()).await.status, status, "{value}");
        }
    }

    async fn a_session_made_from_a_token_ends_with_what_the_token_belongs_to(test: OneByOne) {
        let house = house(&test).await;
        let silent = authorize_query(&[("prompt", "none")]);
        for stolen in [false, true] {
            let (phone, bystander) = (house.sign_in().await, house.sign_in().await);
            let (mut browser, mut other) = (Browser::default(), Browser::default());
            browser.keep(&house.cookie(Method::POST, Some(&phone.access), None).await);
            other.keep(&house.cookie(Method::POST, Some(&bystander.access), None).await);
            let code = browser.get(&house, &silent, &[]).await.redirected().remove("code").unwrap();
            let tab = exchange(&house, &code, &[]).await.tokens();
            // From the tab's token another session, and from that another tab.
            let mut second = Browser::default();
            second.keep(&house.cookie(Method::POST, Some(&tab.access), None).await);
            let code = second.get(&house, &silent, &[]).await.redirected().remove("code").unwrap();
            let second_tab = exchange(&house, &code, &[]).await.tokens();
            assert!(house.is_alive(&tab.access).await && house.is_alive(&second_tab.access).await);

            if stolen {
                let next = house.refresh(&phone.refresh).await.tokens();
                assert!(house.is_alive(&next.access).await);
                house.refresh(&phone.refresh).await.refused(400, "invalid_grant");
            } else {
                assert_eq!(house.cookie(Method::DELETE, Some(&phone.access), None).await.status, 204);
            }
            for ended in [&mut browser, &mut second] {
                assert_eq!(ended.get(&house, &silent, &[]).await.redirected()["error"], "login_required", "{stolen}");
            }
            for dead in [&phone, &tab, &second_tab] {
                assert!(!house.is_alive(&dead.access).await, "{stolen}");
            }
            house.cookie(Method::POST, Some(&phone.access), None).await.refused(401, "unauthorized");
            assert!(house.is_alive(&bystander.access).await);
            assert!(other.get(&house, &silent, &[]).await.redirected().contains_key("code"), "another sign-in's session lives");
        }
    }

    async fn a_session_begun_while_its_family_ends_does_not_outlive_it(test: TestStore) {
        let house = house(&test).await;
        let silent = authorize_query(&[("prompt", "none")]);
        for _ in 0..10 {
            let phone = house.sign_in().await;
            let begin = house.cookie(Method::POST, Some(&phone.access), None);
            let end = house.cookie(Method::DELETE, Some(&phone.access), None);
            let (begun, ended) = futures::join!(begin, end);
            assert_eq!(ended.status, 204);
            if begun.status == 204 {
                let mut browser = Browser::default();
                browser.keep(&begun);
                assert_eq!(browser.get(&house, &silent, &[]).await.redirected()["error"], "login_required");
            } else {
                begun.refused(401, "unauthorized");
            }
        }
    }

    /// By sessions of the sign-in page, and by those that were made from tokens, from which others came.
    async fn two_who_sign_out_in_each_others_browser_do_not_wait_for_each_other(test: TestStore) {
        let house = house(&test).await;
        create_user(&house, &test.store, "ursula").await;
        let silent = authorize_query(&[("prompt", "none")]);
        for round in 0..24 {
            let mut browsers = [(); 2].map(|()| Browser::default());
            let mut tokens = Vec::new();
            for (browser, username) in browsers.iter_mut().zip([OWNER, "ursula"]) {
                let back = browser.sign_in(&house, &authorize_query(&[]), username, PASSWORD).await.redirected();
                let mut tab = exchange(&house, &back["code"], &[]).await.tokens().access;
                if round % 2 == 1 {
                    for _ in 0..2 {
                        browser.keep(&house.cookie(Method::POST, Some(&tab), None).await);
                        let code = browser.get(&house, &silent, &[]).await.redirected().remove("code").unwrap();
                        tab = exchange(&house, &code, &[]).await.tokens().access;
                    }
                    browser.keep(&house.cookie(Method::POST, Some(&tab), None).await);
                }
                tokens.push(tab);
            }
            let [first, second] = [(0, 1), (1, 0)]
                .map(|(own, other)| house.cookie(Method::DELETE, Some(&tokens[own]), Some(&browsers[other])));
            let (first, second) = futures::join!(first, second);
            let mut statuses = [first, second].map(|answer| answer.status.as_u16());
            statuses.sort_unstable();
            // Whoever comes second may find that the other has signed them out.
            assert!(matches!(statuses, [204, 204 | 401]), "round {round}: {statuses:?}");
            for token in &tokens {
                assert!(!house.is_alive(token).await);
            }
            for browser in &mut browsers {
                assert_eq!(browser.get(&house, &silent, &[]).await.redirected()["error"], "login_required", "{round}");
            }
        }
    }
}
