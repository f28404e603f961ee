//! The link by which an owner who is locked out signs in, in a browser without JavaScript.

use crate::app::App;
use crate::house::*;
use crate::security::{LINES, logged, one};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use cardea_identity::{SIGN_IN_KEY, owner_link};
use cardea_store::each_database;
use cardea_store::testing::TestStore;
use futures::future::join_all;
use std::net::SocketAddr;
use std::sync::LazyLock;

/// A link for the owner, as the command makes it.
async fn link(test: &TestStore) -> String {
    let key = test.store.drawn_key(SIGN_IN_KEY).await.unwrap().expect("the server was started");
    let account = test.store.account_by_username(OWNER).await.unwrap().expect("the owner");
    let link = owner_link(&key, &account, test.store.now());
    link.strip_prefix("/oauth2/owner_link?token=").unwrap_or_else(|| panic!("{link}")).to_owned()
}

/// Opens the page of a link.
async fn open(browser: &mut Browser, house: &House, link: &str) -> Answer {
    let mut request = Request::get(format!("/oauth2/owner_link?token={link}")).header("host", HOST);
    if let Some(cookies) = browser.cookies() {
        request = request.header("cookie", cookies);
    }
    let answer = house.send(request.body(Body::empty()).unwrap()).await;
    browser.keep(&answer);
    answer
}

/// Presses the button of a page that was shown.
async fn press(browser: &mut Browser, house: &House, form_token: &str, link: &str) -> Answer {
    let mut request = Request::post("/oauth2/owner_link")
        .header("host", HOST)
        .header("origin", ORIGIN)
        .header("content-type", "application/x-www-form-urlencoded")
        .extension(ConnectInfo(SocketAddr::new([192, 0, 2, 7].into(), 40_000)));
    if let Some(cookies) = browser.cookies() {
        request = request.header("cookie", cookies);
    }
    let form = serde_urlencoded::to_string([("token", link), ("form_token", form_token)]).unwrap();
    let answer = house.send(request.body(form.into()).unwrap()).await;
    browser.keep(&answer);
    answer
}

async fn follow(browser: &mut Browser, house: &House, link: &str) -> Answer {
    let page = open(browser, house, link).await;
    assert_eq!(page.status, 200, "{}", page.body);
    press(browser, house, &page.form_token(), link).await
}

/// Whether the console gets a code for this browser without a page being shown.
async fn is_signed_in(browser: &mut Browser, house: &House) -> bool {
    browser.get(house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected().contains_key("code")
}

each_database! {
    async fn the_owner_signs_in_once_and_the_console_takes_it_over(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let (link, mut browser) = (link(&test).await, Browser::default());
        for _ in 0..3 {
            let page = open(&mut browser, &house, &link).await;
            assert_eq!(page.status, 200, "looking uses nothing up");
            assert!(page.body.contains(OWNER) && !page.body.contains("<script"), "{}", page.body);
            assert!(page.header("content-security-policy").unwrap().contains("form-action 'self'"));
        }
        assert!(!is_signed_in(&mut browser, &house).await);
        let signed_in = follow(&mut browser, &house, &link).await;
        assert_eq!((signed_in.status.as_u16(), signed_in.header("location")), (303, Some("/#/signed_in")));
        let mut back = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected();
        let tokens = exchange(&house, &back.remove("code").expect("a code"), &[]).await.tokens();
        assert_eq!(house.caller(&tokens.access).await.expect("a living token").account, house.owner);
        one("sign_in", &[&format!("account={}", house.owner), "way=\"owner_link\"", "peer=192.0.2.7"]);
        assert!(!logged().contains(&link));
        let again = open(&mut Browser::default(), &house, &link).await;
        assert!(again.status == 404 && again.body.contains("This link does not work"), "{}", again.body);
        test.clock.advance(15 * 60);
        assert!(house.identity.sweep().await.unwrap() >= 1, "what is over is forgotten");
    }

    async fn a_link_works_for_fifteen_minutes_and_until_another_password_is_set(test: OneByOne) {
        let house = house(&test).await;
        let (first, mut browser) = (link(&test).await, Browser::default());
        test.clock.advance(15 * 60 - 1);
        let page = open(&mut browser, &house, &first).await;
        assert_eq!(page.status, 200);
        test.clock.advance(1);
        assert_eq!(press(&mut browser, &house, &page.form_token(), &first).await.status, 404);
        let second = link(&test).await;
        house.identity.set_password(house.owner, "Something-Else-2026".into(), None).await.unwrap();
        assert_eq!(open(&mut browser, &house, &second).await.status, 404);
        assert!(!is_signed_in(&mut browser, &house).await);
    }

    async fn a_made_up_link_and_a_forged_form_sign_nobody_in(test: OneByOne) {
        let house = house(&test).await;
        let (link, mut browser) = (link(&test).await, Browser::default());
        let page = open(&mut browser, &house, &link).await;
        for at in [0, 12, 30, 50, 63] {
            let other = if &link[at..=at] == "A" { "B" } else { "A" };
            let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
            assert_eq!(open(&mut browser, &house, &changed).await.status, 404, "{at}");
            assert_eq!(press(&mut browser, &house, &page.form_token(), &changed).await.status, 404, "{at}");
        }
        for made_up in ["", "abc", &"A".repeat(64)] {
            assert_eq!(open(&mut browser, &house, made_up).await.status, 404);
        }
        // Another page can send the form, and has neither the cookie nor what belongs to it.
        for form_token in ["", "made up", &page.form_token()] {
            assert_eq!(press(&mut Browser::default(), &house, form_token, &link).await.status, 403);
        }
        assert_eq!(press(&mut browser, &house, &page.form_token(), &link).await.status, 303, "all of it used nothing up");
    }

    async fn of_twenty_who_press_the_button_one_is_signed_in(test: TestStore) {
        let house = house(&test).await;
        let link = link(&test).await;
        let store = if test.store.backend() == sea_orm::DbBackend::Postgres { test.second().await } else { test.store.clone() };
        let other = house.served_from(store).await;
        let pressing = (0..20).map(|number| {
            let (house, link) = (if number % 2 == 0 { &house } else { &other }, &link);
            async move {
                let mut browser = Browser::default();
                let page = open(&mut browser, house, link).await;
                if page.status == 404 {
                    return page.status;
                }
                press(&mut browser, house, &page.form_token(), link).await.status
            }
        });
        let answers = join_all(pressing).await;
        assert_eq!(answers.iter().filter(|status| **status == 303).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| *status == 303 || *status == 404), "{answers:?}");
    }

    async fn the_second_factor_is_not_asked_for_and_stays(test: OneByOne) {
        let house = house(&test).await;
        App::enrolled(&test, &house).await;
        let mut browser = Browser::default();
        assert_eq!(follow(&mut browser, &house, &link(&test).await).await.status, 303);
        assert!(is_signed_in(&mut browser, &house).await);
        assert!(house.identity.requires_two_factor(house.owner).await.unwrap());
    }

    async fn what_the_browser_was_signed_in_to_before_ends(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        let mut copied = browser.clone();
        assert!(is_signed_in(&mut copied, &house).await);
        follow(&mut browser, &house, &link(&test).await).await;
        assert!(is_signed_in(&mut browser, &house).await && !is_signed_in(&mut copied, &house).await);
    }

    async fn an_address_shows_so_many_links_and_no_more(test: OneByOne) {
        let house = house(&test).await;
        let (link, mut browser) = (link(&test).await, Browser::default());
        let page = open(&mut browser, &house, &link).await;
        for _ in 0..60 {
            press(&mut browser, &house, &page.form_token(), "made up").await;
        }
        let refused = press(&mut browser, &house, &page.form_token(), &link).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, Some("10")));
        assert!(refused.body.contains("Too many links"), "{}", refused.body);
        test.clock.advance(10);
        assert_eq!(press(&mut browser, &house, &page.form_token(), &link).await.status, 303);
    }

    async fn a_link_of_another_server_signs_nobody_in(test: OneByOne) {
        let house = house(&test).await;
        let account = test.store.account_by_username(OWNER).await.unwrap().unwrap();
        let other = owner_link(&[7; 32], &account, test.store.now());
        let (_, token) = other.split_once("token=").unwrap();
        assert_eq!(open(&mut Browser::default(), &house, token).await.status, 404);
        let wrong_method = house.send(Request::builder().method(Method::PUT).uri("/oauth2/owner_link").body(Body::empty()).unwrap()).await;
        assert_eq!(wrong_method.status, 405);
    }
}
