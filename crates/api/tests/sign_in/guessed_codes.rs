//! What guessing codes costs whoever knows the password already, and whom it costs.

use crate::app::{App, STEP, login_with};
use crate::house::*;
use cardea_store::each_database;

/// Somebody who knows the password tries from many addresses: from each of these numbers.
async fn wrong_codes(house: &House, code: &str, from: std::ops::Range<u8>) {
    for n in from {
        house
            .token_from(&format!("198.51.100.{n}"), &[], &login_with(PASSWORD, code))
            .await
            .refused(400, "invalid_grant");
    }
}

each_database! {
    async fn ten_wrong_codes_are_compared_in_a_row_and_then_one_an_hour_from_however_many_addresses(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        wrong_codes(&house, &app.wrong(&test), 0..10).await;
        let closed = house.token_from("198.51.100.99", &[], &login_with(PASSWORD, &app.code(&test, 0))).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), Some("3600"));
        assert!(closed.body.contains("recovery code"), "{}", closed.body);
        test.clock.advance(3_600);
        wrong_codes(&house, &app.wrong(&test), 10..11).await;
        house.token_from("198.51.100.99", &[], &login_with(PASSWORD, &app.wrong(&test))).await.refused(429, "too_many_attempts");
    }

    async fn guesses_that_come_all_at_once_count_before_the_first_answer(test: TestStore) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let (addresses, wrong): (Vec<String>, _) = ((0..30).map(|n| format!("198.51.100.{n}")).collect(), app.wrong(&test));
        let form = login_with(PASSWORD, &wrong);
        let answers = futures::future::join_all(addresses.iter().map(|address| house.token_from(address, &[], &form))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 400).count(), 10);
    }

    async fn nobody_is_shut_out_of_where_they_signed_in_before_nor_with_a_recovery_code(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        wrong_codes(&house, &app.wrong(&test), 0..10).await;
        // The owner has been at 192.0.2.1, and is now somewhere else without the app.
        house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
        house.token_from("203.0.113.7", &[], &login_with(PASSWORD, &app.recovery_codes[0])).await.tokens();
        test.clock.advance(STEP);
        house.token_from("203.0.113.7", &[], &login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
    }

    async fn a_known_browser_has_codes_of_its_own_wherever_it_is(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        let app = App::enrolled(&test, &house).await;
        wrong_codes(&house, &app.wrong(&test), 0..10).await;
        let mut browser = browser.moved_to("203.0.113.7");
        let query = authorize_query(&[("prompt", "login")]);
        let page = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        let code = app.code(&test, 0);
        let fields = [("form_token", &*page.form_token()), ("ticket", &*page.ticket()), ("code", &*code)];
        assert!(browser.post(&house, &query, &fields).await.redirected().contains_key("code"));
    }

    async fn right_codes_and_what_no_code_looks_like_count_for_nothing(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        for _ in 0..15 {
            house.token_from("198.51.100.9", &[], &login_with(PASSWORD, "no code")).await.refused(400, "invalid_grant");
        }
        for n in 0..15 {
            test.clock.advance(STEP);
            house.token_from(&format!("198.51.100.{n}"), &[], &login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
        }
    }

    async fn made_up_recovery_codes_are_compared_so_often_from_one_address_and_shut_out_nobody_else(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let query = authorize_query(&[]);
        let mut browser = Browser::at("198.51.100.9");
        let page = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        let fields = |code| [("form_token", page.form_token()), ("ticket", page.ticket()), ("code", code)];
        let show = async |browser: &mut Browser, code: &str| {
            let fields = fields(code.to_owned());
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, &**value)).collect();
            browser.post(&house, &query, &fields).await
        };
        for _ in 0..60 {
            assert_eq!(show(&mut browser, "AAAA-AAAA-AAAA-AAAA").await.status, 400);
        }
        assert_eq!(show(&mut browser, &app.recovery_codes[0]).await.status, 429);
        house.token_from("203.0.113.7", &[], &login_with(PASSWORD, &app.recovery_codes[0])).await.tokens();
    }
}
