//! A second factor beside the password, for programs: which codes count, and how often.

use crate::app::{App, STEP, login_with};
use crate::house::*;
use axum::http::Method;
use cardea_identity::TwoFactorError;
use cardea_store::each_database;
use cardea_store::testing::Kind;
use futures::future::join_all;

const HINT: &str = "one time password";

/// How many of so many sign-ins at once, with this code and spread over these houses, are let in; the others are told that a code is wanted.
async fn let_in(houses: &[&House], code: &str, at_once: usize) -> usize {
    let form = login_with(PASSWORD, code);
    let answers = join_all((0..at_once).map(|n| houses[n % houses.len()].token(&form))).await;
    let (signed_in, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    for answer in refused.iter().filter(|answer| answer.status != 429) {
        assert_eq!(answer.refused(400, "invalid_grant").as_deref(), Some(HINT));
    }
    signed_in.len()
}

each_database! {
    async fn without_a_code_the_hint_says_that_one_is_wanted_once_the_password_is_right(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        for without in [&login(OWNER, PASSWORD)[..], &login_with(PASSWORD, ""), &login_with(PASSWORD, " ")] {
            let refused = house.token(without).await;
            assert_eq!(refused.refused(400, "invalid_grant").as_deref(), Some(HINT));
            assert!(refused.json()["message"].as_str().unwrap().contains("two-factor"), "{}", refused.body);
        }
        for wrong in [&login(OWNER, "guess")[..], &login_with("guess", &app.code(&test, 0))] {
            assert_eq!(house.token(wrong).await.refused(400, "invalid_grant"), None, "nothing is told before");
        }
        house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
    }

    async fn an_account_without_a_second_factor_needs_no_code_and_minds_none(test: OneByOne) {
        let house = house(&test).await;
        house.token(&login_with(PASSWORD, "123456")).await.tokens();
        let owner = house.caller(&house.sign_in().await.access).await.unwrap();
        house.identity.generate_two_factor(owner.account, owner.family).await.unwrap();
        house.sign_in().await;
    }

    async fn a_code_counts_once_and_a_step_before_and_after_its_own(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let enrolled_with = app.code(&test, -1);
        assert_eq!(house.token(&login_with(PASSWORD, &enrolled_with)).await.refused(400, "invalid_grant").as_deref(), Some(HINT));
        test.clock.advance(10 * STEP);
        for (steps, counts) in [(-2, false), (2, false), (-1, true), (-1, false), (0, true), (0, false), (1, true), (1, false), (0, false)] {
            let answer = house.token(&login_with(PASSWORD, &app.code(&test, steps))).await;
            assert_eq!(answer.status == 200, counts, "{steps}: {}", answer.body);
        }
        test.clock.advance(STEP);
        house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.refused(400, "invalid_grant");
        let spaced = app.code(&test, 1);
        house.token(&login_with(PASSWORD, &format!(" {} {} ", &spaced[..3], &spaced[3..]))).await.tokens();
    }

    async fn of_twenty_who_show_one_code_at_once_one_is_let_in(test: TestStore) {
        let one = house(&test).await;
        let app = App::enrolled(&test, &one).await;
        assert_eq!(let_in(&[&one], &app.code(&test, 0), 20).await, 1);
        assert_eq!(let_in(&[&one], &app.recovery_codes[0], 20).await, 1);
        if test.kind == Kind::Postgres {
            // Replicas count for themselves, and yet a code is used once.
            let other = one.served_from(test.second().await).await;
            test.clock.advance(STEP);
            assert_eq!(let_in(&[&one, &other], &app.code(&test, 0), 20).await, 1);
            assert_eq!(let_in(&[&one, &other], &app.recovery_codes[1], 20).await, 1);
        }
    }

    async fn each_recovery_code_signs_in_once_in_place_of_the_app(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        assert_eq!(app.recovery_codes.len(), 10);
        for code in &app.recovery_codes {
            house.token(&login_with(PASSWORD, &code.to_lowercase())).await.tokens();
            assert_eq!(house.token(&login_with(PASSWORD, code)).await.refused(400, "invalid_grant").as_deref(), Some(HINT));
        }
        house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
    }

    async fn refreshing_takes_no_code_and_what_was_signed_in_before_stays(test: OneByOne) {
        let house = house(&test).await;
        let before = house.sign_in().await;
        let app = App::enrolled(&test, &house).await;
        let next = house.refresh(&before.refresh).await.tokens();
        assert!(house.is_alive(&next.access).await);
        let with_code = house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
        house.refresh(&with_code.refresh).await.tokens();
    }

    async fn a_new_password_leaves_the_second_factor_and_an_operator_can_take_it_away_with_it(test: OneByOne) {
        const NEW: &str = "Another-Password-2026";
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        house.identity.set_password(house.owner, NEW.into(), None).await.unwrap();
        assert_eq!(house.token(&login(OWNER, NEW)).await.refused(400, "invalid_grant").as_deref(), Some(HINT));
        house.token(&login_with(NEW, &app.code(&test, 0))).await.tokens();
        house.identity.set_password_alone(house.owner, PASSWORD.into()).await.unwrap();
        house.sign_in().await;
        assert!(!house.identity.requires_two_factor(house.owner).await.unwrap());
    }

    async fn how_one_signs_in_is_changed_by_those_who_signed_in_within_ten_minutes(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::default();
        let code = browser.code(&house).await;
        let page = exchange(&house, &code, &[]).await.tokens();
        let phone = house.sign_in().await;
        let generated = async |access: &str| {
            let caller = house.caller(access).await.expect("a living token");
            house.identity.generate_two_factor(caller.account, caller.family).await
        };
        test.clock.advance(599);
        generated(&page.access).await.unwrap();
        generated(&phone.access).await.unwrap();
        test.clock.advance(1);
        // A sign-in does not become fresh by a refresh, by a code of the browser's session, or by a session made from a token.
        let refreshed = house.refresh(&phone.refresh).await.tokens();
        let silent = authorize_query(&[("prompt", "none")]);
        let again = exchange(&house, &browser.get(&house, &silent, &[]).await.redirected()["code"], &[]).await.tokens();
        let mut bare = Browser::default();
        bare.keep(&house.cookie(Method::POST, Some(&phone.access), None).await);
        let by_cookie = exchange(&house, &bare.get(&house, &silent, &[]).await.redirected()["code"], &[]).await.tokens();
        for old in [&page, &phone, &refreshed, &again, &by_cookie] {
            assert!(matches!(generated(&old.access).await, Err(TwoFactorError::SignInTooOld)));
            let caller = house.caller(&old.access).await.unwrap();
            let removed = house.identity.remove_two_factor(caller.account, caller.family).await;
            assert!(matches!(removed, Err(TwoFactorError::SignInTooOld)));
        }
        generated(&house.sign_in().await.access).await.unwrap();
        let typed = browser.sign_in_again(&house, OWNER, PASSWORD).await.redirected();
        generated(&exchange(&house, &typed["code"], &[]).await.tokens().access).await.unwrap();
    }

    async fn who_has_been_signed_out_changes_nothing(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        let caller = house.caller(&tokens.access).await.unwrap();
        house.identity.sign_out(&caller, None).await.unwrap();
        assert!(matches!(house.identity.generate_two_factor(caller.account, caller.family).await, Err(TwoFactorError::SignInEnded)));
        assert!(matches!(house.identity.remove_two_factor(caller.account, caller.family).await, Err(TwoFactorError::SignInEnded)));
        assert!(matches!(house.identity.enroll_two_factor(caller.account, caller.family, "123456").await, Err(TwoFactorError::SignInEnded)));
    }
}
