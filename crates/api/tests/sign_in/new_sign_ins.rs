//! Letters of sign-ins from where nobody of the account signed in before.

use crate::house::*;
use crate::refresh::create_user;
use cardea_outbound::mail::Mail;
use cardea_store::each_database;
use cardea_store::outbox;
use cardea_store::testing::{Kind, TestStore};
use futures::future::join_all;

const HOME: &str = "192.0.2.7";
const AWAY: &str = "203.0.113.5";
const SAFARI: &str = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.1 Safari/605.1.15";

/// The letters that wait, which are taken.
pub async fn letters(test: &TestStore) -> Vec<Mail> {
    let (store, now, mut letters) = (&test.store, test.store.now(), Vec::new());
    let claimed = store.write_one(move |database| {
        Box::pin(async move { outbox::claim(database, Mail::KIND, now, now.plus_seconds(60), 100).await })
    });
    for entry in claimed.await.expect("the database answers") {
        letters.push(Mail::of_payload(&entry.open(store.seal()).expect("sealed")).expect("a letter"));
        let taken =
            store.write_one(move |database| Box::pin(async move { outbox::finish(database, &entry, now).await }));
        assert!(taken.await.expect("the database answers"));
    }
    letters
}

async fn program(house: &House, address: &str) {
    house.token_from(address, &[], &login(OWNER, PASSWORD)).await.tokens();
}

each_database! {
    async fn whoever_signs_in_by_a_new_browser_is_told_and_by_a_known_one_is_not(test: OneByOne) {
        let house = house(&test).await;
        let mut browser = Browser::at(HOME);
        browser.code(&house).await;
        assert!(letters(&test).await.is_empty(), "not of the very first sign-in");
        let mut known = browser.moved_to(AWAY);
        assert_eq!(known.sign_in_again(&house, OWNER, PASSWORD).await.status, 303);
        assert!(letters(&test).await.is_empty(), "it is the same browser, wherever it is");

        let mut other = Browser::at(HOME);
        let query = authorize_query(&[]);
        let form_token = other.get(&house, &query, &[]).await.form_token();
        let form = [("form_token", &*form_token), ("username", OWNER), ("password", PASSWORD)];
        assert_eq!(other.post_with(&house, &query, &form, &[("origin", ORIGIN), ("user-agent", SAFARI)]).await.status, 303);
        let told = letters(&test).await;
        assert_eq!((told.len(), told[0].to.as_str(), told[0].subject.as_str()), (1, OWNER, "New sign-in to your account at Cardea"));
        for said in ["2026-03-02 12:00 UTC", HOME, "Safari, macOS", "If it was you, there is nothing to do."] {
            assert!(told[0].text.contains(said) && told[0].html.contains(said), "{said}: {}", told[0].text);
        }
        assert!(!told[0].text.contains(PASSWORD));
        assert_eq!(other.sign_in_again(&house, OWNER, PASSWORD).await.status, 303);
        assert!(letters(&test).await.is_empty());
    }

    async fn of_programs_the_address_is_what_is_known(test: OneByOne) {
        let house = house(&test).await;
        program(&house, HOME).await;
        program(&house, HOME).await;
        assert!(letters(&test).await.is_empty());
        program(&house, AWAY).await;
        assert_eq!(letters(&test).await.len(), 1);
        program(&house, AWAY).await;
        assert!(letters(&test).await.is_empty());
    }

    async fn what_signs_nobody_in_is_told_to_nobody(test: OneByOne) {
        let house = house(&test).await;
        program(&house, HOME).await;
        house.token_from(AWAY, &[], &login(OWNER, "guess")).await.refused(400, "invalid_grant");
        assert!(letters(&test).await.is_empty());
    }

    async fn a_mailbox_is_not_filled_and_is_written_to_by_address_alone(test: OneByOne) {
        let house = house(&test).await;
        program(&house, HOME).await;
        for n in 0..8 {
            program(&house, &format!("203.0.113.{n}")).await;
        }
        assert_eq!(letters(&test).await.len(), 5, "five in a row");
        test.clock.advance(3_600);
        program(&house, "203.0.113.100").await;
        program(&house, "203.0.113.101").await;
        assert_eq!(letters(&test).await.len(), 1, "and then one an hour");

        create_user(&house, &test.store, "No Address").await;
        for address in [HOME, AWAY] {
            house.token_from(address, &[], &login("No Address", PASSWORD)).await.tokens();
        }
        assert!(letters(&test).await.is_empty());
    }

    async fn a_new_password_makes_every_place_a_new_one(test: OneByOne) {
        let house = house(&test).await;
        program(&house, HOME).await;
        house.identity.set_password(house.owner, "Another-Password-2026".into(), None).await.expect("a password");
        assert_eq!(letters(&test).await.len(), 1, "of the password");
        house.token_from(HOME, &[], &login(OWNER, "Another-Password-2026")).await.tokens();
        assert_eq!(letters(&test).await.len(), 1, "whoever chose it may not have been the owner");
    }

    async fn of_many_who_sign_in_at_once_from_one_place_one_is_told(test: TestStore) {
        let house = house(&test).await;
        program(&house, HOME).await;
        let other = match test.kind {
            Kind::Postgres => house.served_from(test.second().await).await,
            Kind::Sqlite => house.served_from(test.store.clone()).await,
        };
        let houses = [&house, &other];
        join_all((0..6).map(|n| program(houses[n % 2], AWAY))).await;
        assert_eq!(letters(&test).await.len(), 1);
    }
}
