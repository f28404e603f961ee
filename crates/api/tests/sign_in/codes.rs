//! The codes that a browser's session gives without a question.

use crate::house::*;
use crate::refresh::create_user;
use axum::http::Method;
use cardea_store::each_database;
use cardea_store::sign_in::codes;
use futures::future::{join, join_all};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

/// How many tabs ask at once.
const TABS: usize = 6;

fn silent() -> String {
    authorize_query(&[("prompt", "none")])
}

/// What so many tabs of a browser are told that ask at the same time: a code or `login_required`, nothing else.
async fn tabs(house: &House, browser: &Browser) -> Vec<Option<String>> {
    let query = silent();
    let asked = join_all((0..TABS).map(|_| {
        let (mut tab, query) = (browser.clone(), &query);
        async move { tab.get(house, query, &[]).await.redirected() }
    }));
    let told = asked.await.into_iter().map(|mut back| {
        let code = back.remove("code");
        assert!(code.is_some() || back["error"] == "login_required", "{back:?}");
        code
    });
    told.collect()
}

each_database! {
    async fn a_session_has_ten_codes_and_the_latest_of_them_work(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let mut codes = vec![browser.code(&house).await];
        for _ in 0..10 {
            test.clock.advance(1);
            codes.push(browser.get(&house, &silent(), &[]).await.redirected().remove("code").expect("a code"));
        }
        exchange(&house, &codes[0], &[]).await.refused(400, "invalid_grant");
        for code in &codes[1..] {
            assert_eq!(exchange(&house, code, &[]).await.status, 200);
        }
    }

    async fn so_many_tabs_as_ask_at_once_get_no_more_than_ten(test: TestStore) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        for _ in 0..4 {
            let told = tabs(&house, &browser).await;
            assert!(told.iter().all(Option::is_some));
        }
        assert_eq!(codes::Entity::find().count(test.store.read()).await.unwrap(), codes::OF_A_SESSION);
    }

    /// Ending a session also ends the codes that its tabs are being given, and is never refused because of them.
    async fn whoever_ends_a_session_while_its_tabs_ask_has_ended_it(test: TestStore) {
        let house = house(&test).await;
        create_user(&house, &test.store, "ursula").await;
        for round in 0..12 {
            let mut browser = Browser::default();
            let tokens = exchange(&house, &browser.code(&house).await, &[]).await.tokens();
            for _ in 0..codes::OF_A_SESSION {
                browser.get(&house, &silent(), &[]).await;
            }
            let end = async {
                match round % 4 {
                    0 => assert_eq!(house.cookie(Method::DELETE, Some(&tokens.access), Some(&browser)).await.status, 204),
                    1 => house.identity.set_password(house.owner, PASSWORD.into(), None).await.expect("a new password"),
                    2 => {
                        let page = house.token(&login(OWNER, PASSWORD)).await.tokens();
                        let caller = house.caller(&page.access).await.expect("a living token");
                        house.identity.end_other_sign_ins(caller.account, caller.family).await.expect("ended");
                    }
                    _ => {
                        let signed_in = browser.clone().sign_in_again(&house, "ursula", PASSWORD).await;
                        assert!(signed_in.redirected().contains_key("code"), "somebody else in the same browser");
                    }
                }
            };
            let (told, ()) = join(tabs(&house, &browser), end).await;
            for code in told.into_iter().flatten() {
                exchange(&house, &code, &[]).await.refused(400, "invalid_grant");
            }
            assert_eq!(browser.get(&house, &silent(), &[]).await.redirected()["error"], "login_required", "round {round}");
        }
        let owners = codes::Entity::find().filter(codes::Column::Account.eq(house.owner.0 as i64));
        assert_eq!(owners.count(test.store.read()).await.unwrap(), 0);
    }
}
