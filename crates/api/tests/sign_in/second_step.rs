//! The second step of the sign-in page, in a browser without JavaScript.

use crate::app::{App, STEP};
use crate::house::*;
use crate::security::{LINES, one};
use axum::http::Method;
use cardea_store::each_database;
use cardea_store::testing::Kind;
use std::sync::LazyLock;

/// Shows a code on the page that asks for it.
async fn show(browser: &mut Browser, house: &House, page: &Answer, code: &str) -> Answer {
    let fields = [("form_token", &*page.form_token()), ("ticket", &*page.ticket()), ("code", code)];
    browser.post(house, &authorize_query(&[]), &fields).await
}

each_database! {
    async fn the_page_asks_for_the_code_after_the_password_and_the_console_gets_tokens(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let (mut browser, query) = (Browser::default(), authorize_query(&[]));
        let asked = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        assert_eq!((asked.status.as_u16(), asked.header("location")), (200, None));
        assert!(asked.body.contains("One-time code") && asked.body.contains("autocomplete=\"one-time-code\""), "{}", asked.body);
        assert!(!asked.body.contains("<script") && !asked.body.contains(PASSWORD) && !asked.body.contains(OWNER));
        assert_eq!(browser.cookie("cardea_session"), None, "nobody is signed in yet");
        assert_eq!(browser.cookie("cardea_device"), None);

        for (typed, said) in [
            ("", "Enter the code of your app"),
            ("1234", "This code is not right, or was used already."),
            (&*app.wrong(&test), "This code is not right, or was used already."),
        ] {
            let again = show(&mut browser, &house, &asked, typed).await;
            assert_eq!(again.status, 400);
            assert!(again.body.contains(said) && again.body.contains("aria-invalid=\"true\""), "{}", again.body);
            assert_eq!(again.ticket(), asked.ticket());
        }
        let code = app.code(&test, 0);
        let mut back = show(&mut browser, &house, &asked, &code).await.redirected();
        let tokens = exchange(&house, &back.remove("code").expect("a code"), &[]).await.tokens();
        assert_eq!(house.caller(&tokens.access).await.expect("a living token").account, house.owner);
        assert!(browser.cookie("cardea_session").is_some() && browser.cookie("cardea_device").is_some());
        assert_eq!(show(&mut browser, &house, &asked, &code).await.status, 400, "each code once");

        // The session has proven both.
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected();
        assert!(silent.contains_key("code"));
        let mut bare = Browser::default();
        bare.keep(&house.cookie(Method::POST, Some(&tokens.access), None).await);
        assert!(bare.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected().contains_key("code"));
    }

    async fn the_second_step_takes_a_recovery_code(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        assert!(show(&mut browser, &house, &asked, &app.recovery_codes[3]).await.redirected().contains_key("code"));
        assert_eq!(show(&mut browser, &house, &asked, &app.recovery_codes[3]).await.status, 400);
        one("recovery_code_used", &[&format!("account={}", house.owner), "left=9", "peer=192.0.2.7"]);
    }

    async fn the_second_step_speaks_the_language_that_is_chosen_on_it(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        for (language, said) in [("da-DK", "Engangskode"), ("de", "Einmalcode"), ("en-GB", "One-time code")] {
            let query = authorize_query(&[("ui_locales", language)]);
            let fields = [("form_token", &*asked.form_token()), ("ticket", &*asked.ticket()), ("code", ""), ("language", language)];
            let page = browser.post(&house, &query, &fields).await;
            assert_eq!(page.status, 200);
            assert!(page.body.contains(&format!("<html lang=\"{language}\">")) && page.body.contains(said), "{}", page.body);
            assert!(!page.body.contains("role=\"alert\""));
            assert_eq!(page.ticket(), asked.ticket());
        }
        assert!(show(&mut browser, &house, &asked, &app.code(&test, 0)).await.redirected().contains_key("code"));
    }

    async fn a_ticket_is_worth_nothing_elsewhere_later_or_after_a_new_password(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let mut browser = Browser::default();
        let query = authorize_query(&[]);
        let asked = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        let begins_anew = |answer: Answer| {
            assert_eq!((answer.status.as_u16(), answer.header("location")), (400, None));
            assert!(answer.body.contains("This page had been open for too long") && answer.body.contains("name=\"password\""), "{}", answer.body);
        };
        // In another browser, with a form of its own.
        let mut other = Browser::default();
        let form_token = other.get(&house, &query, &[]).await.form_token();
        let code = app.code(&test, 0);
        let stolen = [("form_token", &*form_token), ("ticket", &*asked.ticket()), ("code", &*code)];
        begins_anew(other.post(&house, &query, &stolen).await);
        let forged = browser.post_with(&house, &query, &stolen, &[("origin", "https://evil.example")]).await;
        assert_eq!(forged.status, 403);
        // Made up, or changed in one place.
        let mut changed = asked.ticket().into_bytes();
        changed[5] = if changed[5] == b'A' { b'B' } else { b'A' };
        for made_up in ["x", &String::from_utf8(changed).unwrap(), &"A".repeat(43)] {
            let fields = [("form_token", &*asked.form_token()), ("ticket", made_up), ("code", &*code)];
            begins_anew(browser.post(&house, &query, &fields).await);
        }
        test.clock.advance(300);
        begins_anew(show(&mut browser, &house, &asked, &app.code(&test, 0)).await);

        let asked = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        house.identity.set_password(house.owner, "Another-Password-2026".into(), None).await.unwrap();
        begins_anew(show(&mut browser, &house, &asked, &app.code(&test, 0)).await);
        let asked = browser.sign_in(&house, &query, OWNER, "Another-Password-2026").await;
        assert!(show(&mut browser, &house, &asked, &app.code(&test, 0)).await.redirected().contains_key("code"));
    }

    async fn after_too_many_wrong_codes_the_page_says_when_to_try_again(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        for _ in 0..10 {
            assert_eq!(show(&mut browser, &house, &asked, &app.wrong(&test)).await.status, 400);
        }
        let closed = show(&mut browser, &house, &asked, &app.code(&test, 0)).await;
        assert_eq!((closed.status.as_u16(), closed.header("retry-after")), (429, Some("3600")));
        assert!(closed.body.contains("Too many wrong codes. Try again in 60 minutes, or use a recovery code."), "{}", closed.body);
        assert!(show(&mut browser, &house, &asked, &app.recovery_codes[0]).await.redirected().contains_key("code"));
    }

    async fn what_happens_to_second_factors_is_logged_without_secrets(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let (account, address) = (format!("account={}", house.owner), if test.kind == Kind::Sqlite { "198.18.1.1" } else { "198.18.1.2" });
        let app = App::enrolled(&test, &house).await;
        one("two_factor_set", &[&account]);
        let (wrong, peer) = (app.wrong(&test), format!("peer={address}"));
        let with = |code| crate::app::login_with(PASSWORD, code);
        house.token_from(address, &[], &crate::house::login(OWNER, PASSWORD)).await.refused(400, "invalid_grant");
        house.token_from(address, &[], &with(&wrong)).await.refused(400, "invalid_grant");
        one("sign_in_failed", &[&peer, OWNER, "reason=\"wrong_code\"", &format!("sign-in failed from {address}")]);
        for _ in 0..10 {
            house.token_from(address, &[], &with(&wrong)).await;
        }
        one("sign_in_failed", &[&peer, OWNER, "reason=\"too_many_codes\""]);
        house.token_from(address, &[], &with(&app.recovery_codes[0])).await.tokens();
        one("recovery_code_used", &[&account, &peer, "left=9"]);
        test.clock.advance(STEP);
        let code = app.code(&test, 0);
        let tokens = house.token_from(address, &[], &with(&code)).await.tokens();
        let owner = house.caller(&tokens.access).await.unwrap();
        house.identity.remove_two_factor(owner.account, owner.family).await.unwrap();
        one("two_factor_removed", &[&account]);
        house.identity.remove_two_factor(owner.account, owner.family).await.unwrap();
        one("two_factor_removed", &[&account]);

        let logged = crate::security::logged();
        let secrets = app.recovery_codes.iter().flat_map(|code| [code.clone(), code.replace('-', "")]);
        for secret in secrets.chain([app.seed.base32(), tokens.access]) {
            assert!(!logged.contains(&secret), "{secret} was logged");
        }
    }
}
