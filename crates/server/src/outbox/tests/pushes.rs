//! Messages to phones: handed over while they are worth it, and no more to a phone that nothing reaches.

use super::*;
use cardea_model::ids::AccountId;
use cardea_outbound::push::{Addressed, InMemory, Push, PushError};
use cardea_store::client_devices::{self, ClientDevice, Platform, ReleaseState};
use cardea_store::{Actor, fresh_id};
use std::collections::BTreeMap;

async fn outbox_with(store: &Store, phones: &Arc<InMemory>) -> Outbox {
    let (post, _reaches) = Post::new(Mood::Takes);
    let mut outbox = outbox_of(store, &post).await;
    outbox.hands.pushes = Some(Arc::<InMemory>::clone(phones));
    outbox
}

async fn owner(test: &TestStore) -> AccountId {
    let profile = cardea_model::testing::profile(AccountId(fresh_id()), "anna@example.org");
    let account = profile.account;
    test.store.create_domain(profile, None, Actor::Program).await.unwrap();
    account
}

async fn tell(store: &Store, account: AccountId, registration: &str) {
    let device = ClientDevice {
        identification: "phone".into(),
        platform: Platform::Iphone,
        platform_version: String::new(),
        platform_model: String::new(),
        application_identifier: String::new(),
        application_version: String::new(),
        release_state: ReleaseState::Production,
        settings: None,
        receives: true,
        registration: Some(registration.into()),
        told: store.now(),
        expires: store.now().plus_seconds(86_400),
    };
    let seal = store.seal().clone();
    let told = store.write(move |tx| Box::pin(async move { client_devices::put(tx, &seal, account, &device).await }));
    told.await.unwrap();
}

async fn say(store: &Store, account: AccountId, title: &str) -> [u8; 16] {
    let push = Push { title: title.into(), body: String::new(), data: BTreeMap::new() };
    let payload = Addressed { account, device: "phone".into(), push }.to_payload();
    let work = Work { kind: Addressed::KIND, payload, sealed: true, due: None };
    let (seal, now) = (store.seal().clone(), store.now());
    store.write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await })).await.unwrap()
}

fn titles(phones: &InMemory) -> Vec<String> {
    phones.sent().into_iter().map(|(registration, push, _)| format!("{registration}: {}", push.title)).collect()
}

each_database! {
    async fn a_message_reaches_the_registration_that_the_phone_has_by_then(test: TestStore) {
        let (phones, account) = (Arc::<InMemory>::default(), owner(&test).await);
        let outbox = outbox_with(&test.store, &phones).await;
        tell(&test.store, account, "old").await;
        let id = say(&test.store, account, "Hello").await;
        tell(&test.store, account, "new").await;
        outbox.round(Kind::Push).await.unwrap();
        assert_eq!(titles(&phones), ["new: Hello"]);
        let entry = find(&test.store, id).await;
        assert!(entry.done.is_some() && !entry.given_up && entry.payload.is_empty());
        assert_eq!(phones.sent()[0].2, entry.key());
        test.store.write(move |tx| Box::pin(async move { client_devices::remove_all(tx, account).await })).await.unwrap();
        let id = say(&test.store, account, "Gone").await;
        outbox.round(Kind::Push).await.unwrap();
        assert!(phones.sent().len() == 1 && find(&test.store, id).await.done.is_some(), "there is nobody to tell");
    }

    async fn a_dead_registration_is_forgotten_and_one_told_since_is_not(test: TestStore) {
        let (phones, account) = (Arc::<InMemory>::default(), owner(&test).await);
        let outbox = outbox_with(&test.store, &phones).await;
        tell(&test.store, account, "dead").await;
        phones.refuse(PushError::Unregistered);
        say(&test.store, account, "Hello").await;
        outbox.round(Kind::Push).await.unwrap();
        let phone = test.store.client_device(account, "phone").await.unwrap().expect("the phone stays");
        assert_eq!(phone.registration, None);
        tell(&test.store, account, "new").await;
        let (seal, store) = (test.store.seal().clone(), test.store.clone());
        store.write(move |tx| Box::pin(async move {
            client_devices::forget_registration(tx, &seal, account, "phone", "dead").await
        })).await.unwrap();
        let phone = test.store.client_device(account, "phone").await.unwrap().expect("the phone stays");
        assert_eq!(phone.registration.as_deref(), Some("new"));
    }

    async fn a_message_waits_as_long_as_whoever_refuses_it_wants_and_is_given_up_after_an_hour(test: TestStore) {
        let (phones, account) = (Arc::<InMemory>::default(), owner(&test).await);
        let outbox = outbox_with(&test.store, &phones).await;
        tell(&test.store, account, "phone-1").await;
        let refuse = |after| phones.refuse(PushError::NotNow { reason: "503".into(), after });
        let id = say(&test.store, account, "Hello").await;
        refuse(Some(Duration::from_secs(600)));
        outbox.round(Kind::Push).await.unwrap();
        let waits = find(&test.store, id).await;
        assert_eq!((waits.next_attempt - test.store.now().0, waits.last_error.as_deref()), (600_000, Some("503")));
        test.clock.advance(600);
        refuse(Some(Duration::from_secs(1)));
        outbox.round(Kind::Push).await.unwrap();
        assert_eq!(find(&test.store, id).await.next_attempt - test.store.now().0, 60_000, "never sooner than after other failures");
        test.clock.advance(3_001);
        outbox.round(Kind::Push).await.unwrap();
        let over = find(&test.store, id).await;
        assert!(over.given_up && phones.sent().is_empty());
        phones.refuse(PushError::Refused("400".into()));
        let id = say(&test.store, account, "Bad").await;
        outbox.round(Kind::Push).await.unwrap();
        assert!(find(&test.store, id).await.given_up);
    }
}
