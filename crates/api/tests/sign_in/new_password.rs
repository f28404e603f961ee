//! A password that somebody was given, and replaces before it signs them in.

use crate::app::{App, login_with};
use crate::house::*;
use cardea_store::each_database;
use cardea_store::testing::TestStore;

const OWN: &str = "Doors-And-Windows-17";

/// A house whose owner was given [`PASSWORD`] and is to replace it.
async fn given(test: &TestStore, house: &House) {
    let given = house.identity.password_change(house.owner, PASSWORD_HASH.into(), None).temporary(true);
    let set = test.store.write(move |tx| Box::pin(async move { given.within(tx).await.map(drop) }));
    set.await.expect("a password");
}

/// Types a password of one's own on the page that asks for it.
async fn choose(browser: &mut Browser, house: &House, page: &Answer, new: &str, repeated: &str, code: &str) -> Answer {
    let fields = [
        ("form_token", &*page.form_token()),
        ("ticket", &*page.ticket()),
        ("new_password", new),
        ("repeated_password", repeated),
        ("code", code),
    ];
    browser.post(house, &authorize_query(&[]), &fields).await
}

each_database! {
    async fn the_page_asks_for_a_password_of_ones_own_and_signs_in_with_it(test: OneByOne) {
        let house = house(&test).await;
        given(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        assert_eq!((asked.status.as_u16(), asked.header("location")), (200, None));
        assert!(asked.body.contains("Choose a new password") && !asked.body.contains(PASSWORD), "{}", asked.body);
        assert!(browser.cookie("cardea_session").is_none() && !asked.body.contains("one-time-code"), "nobody is signed in yet");
        for (new, repeated, said) in [
            ("", "", "Enter the password twice, alike."),
            (OWN, "Doors-And-Windows-18", "Enter the password twice, alike."),
            ("short", "short", "This password is too easy to guess, or many people have it."),
            (PASSWORD, PASSWORD, "This is the password that you were given."),
        ] {
            let again = choose(&mut browser, &house, &asked, new, repeated, "").await;
            assert_eq!(again.status, 400, "{new}");
            assert!(again.body.contains(said) && again.body.contains("aria-invalid=\"true\""), "{new}: {}", again.body);
            assert!(again.ticket() == asked.ticket() && (new.is_empty() || !again.body.contains(new)));
        }
        let back = choose(&mut browser, &house, &asked, OWN, OWN, "").await.redirected();
        let tokens = exchange(&house, &back["code"], &[]).await.tokens();
        assert_eq!(house.caller(&tokens.access).await.expect("a living token").account, house.owner);
        assert!(browser.cookie("cardea_session").is_some());
        house.token(&login(OWNER, PASSWORD)).await.refused(400, "invalid_grant");
        house.token(&login(OWNER, OWN)).await.tokens();
        let stale = choose(&mut browser, &house, &asked, "Windows-And-Doors-18", "Windows-And-Doors-18", "").await;
        assert!(stale.status == 400 && stale.body.contains("open for too long"), "what was asked once is answered once");
        assert!(browser.sign_in_again(&house, OWNER, OWN).await.redirected().contains_key("code"));
    }

    async fn programs_are_told_by_a_hint_once_the_password_is_right(test: OneByOne) {
        let house = house(&test).await;
        given(&test, &house).await;
        assert_eq!(house.token(&login(OWNER, PASSWORD)).await.refused(400, "invalid_grant").as_deref(), Some("new password"));
        assert_eq!(house.token(&login(OWNER, "guess")).await.refused(400, "invalid_grant"), None);
        house.identity.set_password(house.owner, OWN.into(), None).await.expect("a password");
        house.token(&login(OWNER, OWN)).await.tokens();
    }

    async fn a_ticket_is_worth_nothing_in_another_browser_nor_for_who_need_not_choose(test: OneByOne) {
        let house = house(&test).await;
        given(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        let mut thief = Browser::default();
        let page = thief.get(&house, &authorize_query(&[]), &[]).await;
        let fields = [("form_token", &*page.form_token()), ("ticket", &*asked.ticket()), ("new_password", OWN), ("repeated_password", OWN)];
        assert_eq!(thief.post(&house, &authorize_query(&[]), &fields).await.status, 400);
        test.clock.advance(300);
        assert_eq!(choose(&mut browser, &house, &asked, OWN, OWN, "").await.status, 400, "five minutes are over");
        assert_eq!(house.token(&login(OWNER, PASSWORD)).await.refused(400, "invalid_grant").as_deref(), Some("new password"));

        // A ticket of the second step cannot be used to choose a password.
        house.identity.set_password(house.owner, PASSWORD.into(), None).await.expect("a password");
        let app = App::enrolled(&test, &house).await;
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        let answer = choose(&mut browser, &house, &asked, OWN, OWN, &app.code(&test, 0)).await;
        assert!(answer.status == 400 && answer.body.contains("open for too long"), "{}", answer.body);
        house.token(&login_with(PASSWORD, &app.code(&test, 0))).await.tokens();
    }

    async fn who_takes_a_second_factor_shows_a_code_beside_the_new_password(test: OneByOne) {
        let house = house(&test).await;
        let app = App::enrolled(&test, &house).await;
        given(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        assert!(asked.body.contains("one-time-code"), "{}", asked.body);
        for code in ["", &app.wrong(&test)] {
            assert_eq!(choose(&mut browser, &house, &asked, OWN, OWN, code).await.status, 400);
        }
        let back = choose(&mut browser, &house, &asked, OWN, OWN, &app.code(&test, 0)).await.redirected();
        exchange(&house, &back["code"], &[]).await.tokens();
        house.token(&login_with(OWN, &app.recovery_codes[0])).await.tokens();
    }

    async fn the_page_changes_its_language_on_the_way(test: OneByOne) {
        let house = house(&test).await;
        given(&test, &house).await;
        let mut browser = Browser::default();
        let asked = browser.sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        let fields = [
            ("form_token", &*asked.form_token()),
            ("ticket", &*asked.ticket()),
            ("new_password", ""),
            ("language", "de"),
        ];
        let german = browser.post(&house, &authorize_query(&[("ui_locales", "de")]), &fields).await;
        assert!(german.status == 200 && german.body.contains("Neues Passwort wählen"), "{}", german.body);
        assert_eq!(german.ticket(), asked.ticket());
    }
}
