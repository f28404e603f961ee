//! What a browser gets in which somebody signed in before, whatever others do meanwhile.

use crate::house::*;
use crate::refresh::create_user;
use cardea_api::limits::SIGN_IN;
use cardea_identity::Settings;
use cardea_store::each_database;
use futures::future::join_all;
use std::sync::atomic::{AtomicU32, Ordering};

const DEVICE: &str = "cardea_device";
const HOME: &str = "192.0.2.7";
const ELSEWHERE: &str = "198.51.100.9";
const AWAY: &str = "203.0.113.5";

async fn sign_in_five_times(house: &House, browser: &mut Browser) {
    for n in 0..5 {
        let answer = browser.sign_in_again(house, OWNER, PASSWORD).await;
        assert_eq!(answer.status, 303, "{n}: {}", answer.body);
    }
}

each_database! {
    async fn a_known_device_gets_in_while_many_guess_at_the_same_address(test: TestStore) {
        let house = house(&test).await;
        let mut browser = Browser::at(HOME);
        browser.code(&house).await;
        let guess = async |_| drop(house.token_from(HOME, &[], &login(OWNER, "guess")).await);
        while_asked(24, guess, sign_in_five_times(&house, &mut browser)).await;
    }

    async fn a_known_device_gets_in_while_strangers_fill_the_queue_from_many_addresses(test: TestStore) {
        // Eight places, two of which are for known devices.
        let house = house_with(&test, Settings { password_hashes: 1, password_queue: 7, ..Settings::default() }).await;
        let mut browser = Browser::at(HOME);
        browser.code(&house).await;
        let (asked, busy) = (AtomicU32::new(0), AtomicU32::new(0));
        let guess = async |_| {
            let n = asked.fetch_add(1, Ordering::SeqCst);
            let from = format!("10.{}.{}.{}", n >> 16 & 255, n >> 8 & 255, n & 255);
            let answer = house.token_from(&from, &[], &login(&format!("name{n}"), "guess")).await;
            busy.fetch_add(u32::from(answer.status == 503), Ordering::SeqCst);
        };
        while_asked(24, guess, sign_in_five_times(&house, &mut browser)).await;
        assert!(busy.load(Ordering::SeqCst) > 20, "the queue was full");
    }

    async fn a_device_of_somebody_else_or_a_made_up_one_gives_nothing(test: OneByOne) {
        let house = house(&test).await;
        create_user(&house, &test.store, "guest@example.org").await;
        let mut guests = Browser::at(HOME);
        assert_eq!(guests.sign_in_again(&house, "guest@example.org", PASSWORD).await.status, 303);
        let mut made_up = Browser::at(ELSEWHERE);
        made_up.plant(DEVICE, &"A".repeat(43));
        for _ in 0..5 {
            house.token_from(ELSEWHERE, &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
        }
        for mut browser in [guests.moved_to(ELSEWHERE), made_up] {
            assert_eq!(browser.sign_in_again(&house, OWNER, PASSWORD).await.status, 429);
        }
        test.clock.advance(1);
        let mut owners = Browser::at(ELSEWHERE);
        assert_eq!(owners.sign_in_again(&house, OWNER, PASSWORD).await.status, 303);
        for _ in 0..5 {
            house.token_from(HOME, &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
        }
        assert_eq!(owners.moved_to(HOME).sign_in_again(&house, OWNER, PASSWORD).await.status, 303, "the owner's own");
    }

    async fn whoever_stole_a_device_is_closed_out_and_closes_nobody_elses(test: OneByOne) {
        let house = house(&test).await;
        create_user(&house, &test.store, "guest@example.org").await;
        let (mut first, mut second) = (Browser::at(HOME), Browser::at("192.0.2.8"));
        first.code(&house).await;
        second.code(&house).await;
        let mut thief = first.clone().moved_to(ELSEWHERE);
        // Five with the device, and five as anybody at an address where the owner never was.
        for _ in 0..10 {
            assert_eq!(thief.sign_in_again(&house, OWNER, "guess").await.status, 400);
        }
        for wait in ["1", "2", "4", "8"] {
            let closed = thief.sign_in_again(&house, OWNER, "guess").await;
            assert_eq!((closed.status.as_u16(), closed.header("retry-after")), (429, Some(wait)));
            test.clock.advance(wait.parse().unwrap());
            for _ in 0..2 {
                assert_eq!(thief.sign_in_again(&house, OWNER, "guess").await.status, 400);
            }
        }
        assert_eq!(thief.sign_in_again(&house, OWNER, PASSWORD).await.status, 429);
        let mut travelling = first.clone().moved_to(AWAY);
        assert_eq!(travelling.sign_in_again(&house, OWNER, PASSWORD).await.status, 303, "the owner with the very cookie, far from home");
        assert_eq!(second.sign_in_again(&house, OWNER, PASSWORD).await.status, 303, "another device is open");
        assert_eq!(first.sign_in_again(&house, OWNER, PASSWORD).await.status, 303, "nobody is shut out where they were before");
        for (name, place) in [(OWNER, AWAY), ("guest@example.org", ELSEWHERE)] {
            house.token_from(place, &[], &login(name, PASSWORD)).await.tokens();
        }
    }

    async fn guesses_at_one_device_count_before_the_first_answer(test: TestStore) {
        let house = house(&test).await;
        let mut browser = Browser::at(HOME);
        browser.code(&house).await;
        let thief = browser.moved_to(ELSEWHERE);
        let guesses = (0..40).map(|_| {
            let (house, mut thief) = (&house, thief.clone());
            async move { thief.sign_in_again(house, OWNER, "guess").await.status.as_u16() }
        });
        let answers = join_all(guesses).await;
        let compared = answers.iter().filter(|status| **status == 400).count();
        // Five with the device, and five as anybody there.
        assert!(compared == 10 && answers.iter().all(|status| [400, 429].contains(status)), "{answers:?}");
    }

    async fn the_device_is_drawn_once_and_stays_over_sign_outs(test: OneByOne) {
        let house = house(&test).await;
        create_user(&house, &test.store, "guest@example.org").await;
        let mut browser = Browser::default();
        assert_eq!(browser.sign_in_again(&house, OWNER, "wrong").await.status, 400);
        assert_eq!(browser.cookie(DEVICE), None, "not for trying");
        let answer = browser.sign_in_again(&house, OWNER, PASSWORD).await;
        let set: Vec<&str> = answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
        let device = set.iter().find(|cookie| cookie.starts_with("cardea_device=")).expect("a device");
        assert!(device.ends_with("; HttpOnly; SameSite=Lax; Path=/oauth2; Max-Age=34560000"), "{device}");
        let drawn = browser.cookie(DEVICE).unwrap().to_owned();
        assert_eq!(drawn.len(), 43, "256 bits");
        let tokens = house.sign_in().await;
        browser.keep(&house.cookie(axum::http::Method::DELETE, Some(&tokens.access), Some(&browser)).await);
        assert_eq!((browser.cookie("cardea_session"), browser.cookie(DEVICE)), (None, Some(&*drawn)));
        for name in [OWNER, "guest@example.org"] {
            let answer = browser.sign_in_again(&house, name, PASSWORD).await;
            assert!(answer.headers.get_all("set-cookie").iter().all(|cookie| !cookie.to_str().unwrap().contains(DEVICE)));
        }
        for unfit in ["", "short", &"A".repeat(44)] {
            browser.plant(DEVICE, unfit);
            assert_eq!(browser.sign_in_again(&house, OWNER, PASSWORD).await.status, 303);
            assert_eq!(browser.cookie(DEVICE).map(str::len), Some(43), "{unfit:?} is none");
        }
        let public_origins = vec!["https://doors.example".to_owned()];
        let https = Settings { public_origins, ..Settings::default() };
        let identity = cardea_identity::Identity::new(test.store.clone(), https, SIGN_IN).await.unwrap();
        let secure = House { router: cardea_api::oauth2::router(identity.clone()), identity, ..house };
        let mut browser = Browser::default();
        browser.code(&secure).await;
        assert!(browser.cookie("__Host-cardea_device").is_some() && browser.cookie(DEVICE).is_none());
    }

    async fn a_new_password_forgets_places_and_devices(test: OneByOne) {
        let house = house(&test).await;
        let new = "Another-Secret-2026";
        let mut browser = Browser::at(HOME);
        browser.code(&house).await;
        house.identity.set_password(house.owner, new.into(), None).await.expect("a new password");
        for address in [HOME, ELSEWHERE] {
            for _ in 0..5 {
                house.token_from(address, &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
            }
            let shut_out = browser.clone().moved_to(address).sign_in_again(&house, OWNER, new).await;
            assert_eq!(shut_out.status, 429, "{address} is like any other, and so is the browser");
        }
        test.clock.advance(1);
        assert_eq!(browser.sign_in_again(&house, OWNER, new).await.status, 303);
        house.token_from(ELSEWHERE, &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
        assert_eq!(browser.moved_to(ELSEWHERE).sign_in_again(&house, OWNER, new).await.status, 303, "learned anew");
    }
}
