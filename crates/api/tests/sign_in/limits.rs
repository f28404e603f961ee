//! What guessing costs, and whom it costs.

use crate::house::*;
use cardea_api::limits::SIGN_IN;
use cardea_api::oauth2::router;
use cardea_identity::{Growth, Identity, Rate, Rates, Settings};
use cardea_model::ids::{AccountId, DomainId};
use cardea_store::each_database;
use cardea_store::testing::Permits;

const ELSEWHERE: &str = "198.51.100.9";

fn login(password: &str) -> [(&str, &str); 4] {
    [("grant_type", "password"), ("client_id", "cardea-android"), ("username", OWNER), ("password", password)]
}

each_database! {
    async fn passwords_are_compared_as_often_as_the_permission_table_says(test: OneByOne) {
        let few = Rate { in_a_row: 2, then: Growth { shortest: 30_000, longest: 60_000 } };
        for (rates, compared) in [(SIGN_IN, 5), (Rates { per_account_and_address: few, ..SIGN_IN }, 2)] {
            assert_eq!(rates.per_account_and_address.in_a_row, compared);
            let identity = Identity::new(test.store.clone(), settings(), rates).await.unwrap();
            let stranger = House { router: router(identity.clone()), identity, owner: AccountId(0), domain: DomainId(0), permits: Permits::of(&test) };
            for _ in 0..compared {
                stranger.token(&login("guess")).await.refused(400, "invalid_grant");
            }
            let closed = stranger.token(&login("guess")).await;
            closed.refused(429, "too_many_attempts");
            let seconds = (rates.per_account_and_address.then.shortest / 1_000).to_string();
            assert_eq!(closed.header("retry-after"), Some(&*seconds));
        }
    }

    async fn guessing_slows_down_and_the_owner_gets_in_from_elsewhere(test: OneByOne) {
        let house = house(&test).await;
        for _ in 0..5 {
            house.token(&login("guess")).await.refused(400, "invalid_grant");
        }
        let closed = house.token(&login(PASSWORD)).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), Some("1"));
        house.token_from(ELSEWHERE, &[], &login(PASSWORD)).await.tokens();
        test.clock.advance(1);
        house.token(&login("guess")).await.refused(400, "invalid_grant");
        assert_eq!(house.token(&login("guess")).await.header("retry-after"), Some("2"), "each further one closes twice as long");
        test.clock.advance(2);
        house.token(&login(PASSWORD)).await.tokens();
        for _ in 0..5 {
            house.token(&login("guess")).await.refused(400, "invalid_grant");
        }
    }

    async fn names_that_do_not_exist_are_limited_alike(test: OneByOne) {
        let house = house(&test).await;
        let unknown = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", "unknown"), ("password", "guess")];
        for _ in 0..5 {
            house.token(&unknown).await.refused(400, "invalid_grant");
        }
        house.token(&unknown).await.refused(429, "too_many_attempts");
        house.token(&login(PASSWORD)).await.tokens();
    }

    async fn the_page_and_the_password_grant_share_the_limit(test: OneByOne) {
        let house = house(&test).await;
        let (query, mut browser) = (authorize_query(&[]), Browser::default());
        for _ in 0..5 {
            // Another spelling of the name is the same account; the browser's address is 192.0.2.7.
            assert_eq!(browser.sign_in(&house, &query, "OWNER@example.org", "guess").await.status, 400);
        }
        house.token_from("192.0.2.7", &[], &login(PASSWORD)).await.refused(429, "too_many_attempts");
        let closed = browser.sign_in(&house, &query, OWNER, PASSWORD).await;
        assert_eq!((closed.status.as_u16(), closed.header("retry-after")), (429, Some("1")));
        assert!(closed.body.contains("Too many wrong passwords. Try again in 1 second."));
        assert_eq!(browser.cookie("cardea_session"), None);
    }

    async fn forwarded_addresses_count_from_configured_proxies_alone(test: OneByOne) {
        let behind = Settings { trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()], ..settings() };
        let house = house_with(&test, behind).await;
        for n in 0..5 {
            let forged = format!("203.0.113.{n}");
            house.token_from(ELSEWHERE, &[("x-forwarded-for", &forged)], &login("guess")).await.refused(400, "invalid_grant");
        }
        let forged = [("x-forwarded-for", "203.0.113.99")];
        house.token_from(ELSEWHERE, &forged, &login(PASSWORD)).await.refused(429, "too_many_attempts");
        house.token_from("10.1.1.1", &[("x-forwarded-for", ELSEWHERE)], &login(PASSWORD)).await.refused(429, "too_many_attempts");
        house.token_from("10.1.1.1", &forged, &login(PASSWORD)).await.tokens();
    }

    async fn a_line_with_many_networks_of_ipv6_guesses_no_more_than_a_few(test: OneByOne) {
        let behind = Settings { trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()], ..settings() };
        let house = house_with(&test, behind).await;
        let token = async |address: String, password| {
            house.token_from("10.1.1.1", &[("x-forwarded-for", &address)], &login(password)).await
        };
        for n in 0..40 {
            for _ in 0..5 {
                let guess = token(format!("2001:db8:1:{n:x}::1"), "guess").await;
                if n < 4 {
                    guess.refused(400, "invalid_grant");
                } else {
                    guess.refused(429, "too_many_attempts");
                    assert_eq!(guess.header("retry-after"), Some("1"));
                }
            }
        }
        token("2001:db8:1:ff::1".into(), PASSWORD).await.refused(429, "too_many_attempts");
        token("2001:db8:2::1".into(), PASSWORD).await.tokens();
        token("2001:db8:1:100::1".into(), PASSWORD).await.tokens();
        test.clock.advance(1);
        token("2001:db8:1:ff::1".into(), PASSWORD).await.tokens();
    }

    async fn a_flood_of_sign_ins_is_told_to_come_back(test: TestStore) {
        let narrow = Settings { password_hashes: 1, password_queue: 2, ..Settings::default() };
        let house = house_with(&test, narrow).await;
        // Hashed in earnest, so that there is a queue.
        house.identity.set_password(house.owner, PASSWORD.into(), None).await.expect("a password");
        let fields = login(PASSWORD);
        let peers: Vec<String> = (0..40).map(|n| format!("198.51.100.{n}")).collect();
        let answers = futures::future::join_all(peers.iter().map(|peer| house.token_from(peer, &[], &fields))).await;
        let (busy, signed_in): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 503);
        assert!(!busy.is_empty() && !signed_in.is_empty());
        for answer in busy {
            answer.refused(503, "temporarily_unavailable");
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
        signed_in.iter().for_each(|answer| { answer.tokens(); });
        house.sign_in().await;
    }

    async fn guesses_that_come_all_at_once_count_before_the_first_answer(test: TestStore) {
        let house = house_with(&test, Settings { password_queue: 1_000, ..Settings::default() }).await;
        let fields = login("guess");
        let answers = futures::future::join_all((0..40).map(|_| house.token(&fields))).await;
        let (wrong, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 400);
        assert_eq!((wrong.len(), refused.len()), (5, 35));
        for answer in refused {
            answer.refused(429, "too_many_attempts");
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
    }

    async fn one_address_leaves_places_for_others(test: TestStore) {
        // Eight places, of which an address may have two.
        let house = house_with(&test, Settings { password_hashes: 1, password_queue: 7, ..Settings::default() }).await;
        let names: Vec<String> = (0..15).map(|n| format!("name{n}")).collect();
        let forms: Vec<_> = names.iter().map(|name| {
            [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", &**name), ("password", "guess")]
        }).collect();
        let flood = futures::future::join_all(forms.iter().map(|form| house.token(form)));
        let owner_login = login(PASSWORD);
        let (flood, owner) = futures::join!(flood, house.token_from(ELSEWHERE, &[], &owner_login));
        owner.tokens();
        let compared = flood.iter().filter(|answer| answer.status == 400).count();
        assert!((1..=13).contains(&compared), "{compared}");
        flood.iter().filter(|answer| answer.status != 400).for_each(|answer| _ = answer.refused(503, "temporarily_unavailable"));
    }

    async fn many_names_from_one_address_get_slower_and_others_do_not(test: OneByOne) {
        let house = house(&test).await;
        for n in 0..20 {
            let name = format!("name{n}");
            let form = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", &*name), ("password", "Summer2026")];
            house.token(&form).await.refused(400, "invalid_grant");
        }
        let closed = house.token(&login(PASSWORD)).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), Some("1"));
        house.token_from(ELSEWHERE, &[], &login(PASSWORD)).await.tokens();
        test.clock.advance(1);
        house.token(&login(PASSWORD)).await.tokens();
    }

    async fn nobody_is_shut_out_of_an_address_that_they_signed_in_from_before(test: OneByOne) {
        let house = house(&test).await;
        house.token(&login(PASSWORD)).await.tokens();
        // A restart forgets the windows, but not where somebody was.
        let house = house.served_from(test.store.clone()).await;
        for _ in 0..5 {
            house.token(&login("guess")).await.refused(400, "invalid_grant");
        }
        for n in 0..20 {
            let name = format!("name{n}");
            let form = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", &*name), ("password", "guess")];
            house.token(&form).await;
        }
        let guess = house.token(&login("guess")).await;
        guess.refused(429, "too_many_attempts");
        let unknown = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", "guest"), ("password", "guess")];
        house.token(&unknown).await.refused(429, "too_many_attempts");
        house.token(&login(PASSWORD)).await.tokens();

        for _ in 0..5 {
            house.token_from(ELSEWHERE, &[], &login("guess")).await.refused(400, "invalid_grant");
        }
        house.token_from(ELSEWHERE, &[], &login(PASSWORD)).await.refused(429, "too_many_attempts");
        test.clock.advance(91 * 86_400);
        house.identity.sweep().await.unwrap();
        for _ in 0..5 {
            house.token(&login("guess")).await.refused(400, "invalid_grant");
        }
        house.token(&login(PASSWORD)).await.refused(429, "too_many_attempts");
    }

    async fn retry_after_survives_a_clock_that_steps_back(test: OneByOne) {
        let house = house(&test).await;
        for _ in 0..5 {
            house.token(&login("guess")).await.refused(400, "invalid_grant");
        }
        test.clock.advance(-86_400);
        let closed = house.token(&login(PASSWORD)).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), Some("1"));
        test.clock.advance(1);
        house.token(&login(PASSWORD)).await.tokens();
    }
}
