//! What one account may take, with its right password: sign-ins in a row, and sign-ins that live at a time.

use crate::house::*;
use crate::refresh::create_user;
use crate::security::{LINES, one};
use axum::http::Method;
use cardea_identity::Settings;
use cardea_store::sign_in::tokens;
use cardea_store::testing::TestStore;
use cardea_store::{StoreError, each_database};
use futures::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

const ELSEWHERE: &str = "198.51.100.9";

/// So many sign-ins of the owner, which were refreshed so many days ago.
async fn fill(test: &TestStore, house: &House, count: u8, days: i64) {
    let (account, now) = (house.owner.0 as i64, test.store.now());
    let filled = test.store.write(move |tx| {
        Box::pin(async move {
            for n in 0..count {
                let family = tokens::Model {
                    id: vec![n; 16],
                    account,
                    client: "cardea-ios".into(),
                    generation: 1,
                    issued: None,
                    session: None,
                    code: None,
                    created: now.0,
                    expires: now.plus_seconds((30 - days) * 86_400 + i64::from(n)).0,
                    scopes: None,
                    proven: None,
                    sign_in: 1,
                    seen: None,
                    used: None,
                    name: None,
                    issuer: None,
                };
                tokens::begin(tx, family).await?;
            }
            Ok::<_, StoreError>(())
        })
    });
    filled.await.expect("families");
}

async fn living(test: &TestStore) -> u64 {
    tokens::Entity::find().count(test.store.read()).await.expect("a number")
}

each_database! {
    async fn one_account_signs_in_so_often_and_then_once_a_second(test: OneByOne) {
        let house = house(&test).await;
        create_user(&house, &test.store, "guest@example.org").await;
        let mut browser = Browser::default();
        browser.code(&house).await;
        for n in 1..60 {
            house.token_from(&format!("198.51.100.{}", n % 8), &[], &login(OWNER, PASSWORD)).await.tokens();
        }
        // No password is compared now, right or wrong, from any address.
        for (from, password) in [(ELSEWHERE, PASSWORD), ("192.0.2.77", "guess")] {
            let refused = house.token_from(from, &[], &login(OWNER, password)).await;
            refused.refused(429, "too_many_attempts");
            assert_eq!(refused.header("retry-after"), Some("1"));
        }
        let page = browser.sign_in_again(&house, OWNER, PASSWORD).await;
        assert_eq!((page.status.as_u16(), page.header("retry-after")), (429, Some("1")));
        assert!(page.body.contains("Too many sign-ins with this account. Try again in 1 second."), "{}", page.body);
        house.token(&login("guest@example.org", PASSWORD)).await.tokens();
        test.clock.advance(1);
        assert_eq!(browser.sign_in_again(&house, OWNER, PASSWORD).await.status, 303);
        house.token(&login(OWNER, PASSWORD)).await.refused(429, "too_many_attempts");
        test.clock.advance(-86_400);
        assert_eq!(house.token(&login(OWNER, PASSWORD)).await.header("retry-after").map(|seconds| seconds.len() <= 2), Some(true));
        test.clock.advance(120);
        house.token(&login(OWNER, PASSWORD)).await.tokens();
    }

    async fn strangers_use_up_none_of_an_accounts_sign_ins(test: OneByOne) {
        let house = house(&test).await;
        for n in 0..100 {
            house.token_from(&format!("203.0.113.{n}"), &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
        }
        for n in 0..60 {
            house.token_from(&format!("198.51.100.{n}"), &[], &login(OWNER, PASSWORD)).await.tokens();
        }
    }

    async fn one_account_at_many_addresses_keeps_nobody_else_out(test: TestStore) {
        // Eight places, of which an address may have two.
        let house = house_with(&test, Settings { password_hashes: 1, password_queue: 7, ..Settings::default() }).await;
        let others: Vec<String> = (0..14).map(|n| format!("guest{n}@example.org")).collect();
        for name in &others {
            create_user(&house, &test.store, name).await;
        }
        for _ in 0..60 {
            house.token(&login(OWNER, PASSWORD)).await.tokens();
        }
        let (refused, mut signed_in) = (AtomicU32::new(0), 0);
        let flood = async |n| {
            house.token_from(&format!("198.51.100.{}", n % 8), &[], &login(OWNER, PASSWORD)).await.refused(429, "too_many_attempts");
            refused.fetch_add(1, Ordering::SeqCst);
        };
        while_asked(24, flood, async {
            for (n, name) in others.iter().enumerate() {
                house.token_from(&format!("203.0.113.{n}"), &[], &login(name, PASSWORD)).await.tokens();
                signed_in += 1;
            }
        })
        .await;
        assert!(signed_in == 14 && refused.load(Ordering::SeqCst) > 14);
    }

    async fn of_too_many_sign_ins_the_one_least_recently_refreshed_ends(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let refreshed = house.sign_in().await;
        let idle = house.sign_in().await;
        let mut browser = Browser::default();
        browser.keep(&house.cookie(Method::POST, Some(&idle.access), None).await);
        let silent = authorize_query(&[("prompt", "none")]);
        let code = browser.get(&house, &silent, &[]).await.redirected().remove("code").expect("a code");
        let tab = exchange(&house, &code, &[]).await.tokens();
        fill(&test, &house, 197, 0).await;
        test.clock.advance(60);
        let refreshed = house.refresh(&refreshed.refresh).await.tokens();
        let tab = house.token(&[("grant_type", "refresh_token"), ("client_id", "cardea-web"), ("refresh_token", &tab.refresh)]).await.tokens();
        house.identity.flush().await.unwrap();
        assert!(living(&test).await == 200 && house.is_alive(&idle.access).await);

        let newest = house.sign_in().await;
        assert!(!house.is_alive(&idle.access).await);
        house.refresh(&idle.refresh).await.refused(400, "invalid_grant");
        assert_eq!(browser.get(&house, &silent, &[]).await.redirected()["error"], "login_required", "its session too");
        assert!(!house.is_alive(&tab.access).await, "and what came of that");
        for alive in [&refreshed, &newest] {
            assert!(house.is_alive(&alive.access).await);
        }
        one("sign_in_ended", &[&format!("account={}", house.owner), "reason=\"too_many_sign_ins\"", "sign_ins=2"]);
        assert_eq!(living(&test).await, 199);

        let mut page = Browser::default();
        for _ in 0..3 {
            let code = page.code(&house).await;
            let tokens = exchange(&house, &code, &[]).await.tokens();
            assert!(house.is_alive(&tokens.access).await);
            page = Browser::default();
        }
        assert_eq!(living(&test).await, 200, "by whatever way they sign in");
    }

    async fn sign_ins_at_once_where_there_are_too_many_all_succeed(test: TestStore) {
        let house = house(&test).await;
        fill(&test, &house, 200, 1).await;
        let addresses: Vec<String> = (0..8).map(|n| format!("198.51.100.{n}")).collect();
        let form = login(OWNER, PASSWORD);
        let answers = join_all(addresses.iter().map(|address| house.token_from(address, &[], &form))).await;
        for answer in answers {
            assert!(house.is_alive(&answer.tokens().access).await);
        }
        assert_eq!(living(&test).await, 200);
    }

    async fn signing_in_leaves_so_many_places_of_an_account(test: OneByOne) {
        use cardea_store::sign_in::places;
        let house = house(&test).await;
        for n in 0..202_u8 {
            test.clock.advance(1);
            let (owner, now) = (house.owner, test.store.now());
            let remembered = test.store.write(move |tx| Box::pin(async move {
                Ok::<_, StoreError>(places::remember(tx, owner, &[[n; 32]], now).await?)
            }));
            remembered.await.unwrap();
        }
        assert_eq!(places::Entity::find().count(test.store.read()).await.unwrap(), 200);
        let since = cardea_model::Time(0);
        for (n, known) in [(0, false), (1, false), (2, true), (201, true)] {
            assert_eq!(places::is_known(test.store.read(), OWNER, &[n; 32], since).await.unwrap(), known, "{n}");
        }
    }
}
