//! The log: one entry per moved bolt, whoever tells of it.

use crate::house::{BACK, FRONT, Home, House, KEYPAD, LOCK, PIN, Person, Truth, UNLOCK, eventually, server_key};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_devices::{Direction, Limits, Operation, Posted, PostedActivity};
use cardea_gateway_protocol::key::{Claims, Form, issue};
use cardea_model::Time;
use cardea_model::ids::Serial;
use cardea_model::key::key;
use cardea_store::log::Filter;
use cardea_store::testing::TestStore;
use serde_json::json;

/// The base64 of a key that this person may have to the front door.
async fn blob(test: &TestStore, home: &Home, person: Person) -> String {
    let facts = test.store.facts(home.domain).await.unwrap();
    // The simulated lock goes by the machine's clock.
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = Time(since.as_millis() as i64);
    let role = facts.user(person.user).unwrap().role;
    let key = key(&facts, person.user, home.front, now).unwrap();
    STANDARD.encode(issue(&Claims::of(key, Form::OneRuleSet, [1; 16], FRONT, person.user, role, now), &server_key()))
}

async fn operations(house: &House, lock: cardea_model::ids::LockId) -> Vec<(String, String)> {
    let mut log = house.cloud.log(lock).await;
    log.reverse();
    log.into_iter().map(|entry| (entry.operation.name().to_owned(), entry.username)).collect()
}

async fn entries(house: &House, count: usize) -> Vec<(String, String)> {
    let lock = house.home.front;
    eventually("the entries", async || Some(operations(house, lock).await).filter(|log| log.len() >= count)).await
}

fn pair(operation: &str, username: &str) -> (String, String) {
    (operation.to_owned(), username.to_owned())
}

cardea_store::each_database! {
    /// Jobs, hands, keys, PIN codes and posts; readings and what changed nothing leave no trace.
    async fn each_moved_bolt_is_one_entry_that_says_how_and_who(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { sim, cloud, home } = &house;
        let mut moment = 0;
        let mut next_minute = || {
            moment += 1;
            test.clock.advance(120);
            moment
        };
        assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
        cloud.have(home.guest, FRONT, UNLOCK).await;
        cloud.have(home.guest, FRONT, Operation::GetState).await;
        assert_eq!(entries(&house, 1).await.len(), 1);
        next_minute();
        sim.set(FRONT, json!({"turn": "lock"}));
        sim.set(FRONT, json!({"turn": "lock"}));
        assert_eq!(entries(&house, 2).await.len(), 2);
        next_minute();
        let opened = sim.set(FRONT, json!({"present": {"blob": blob(&test, home, home.visitor).await, "operation": "unlock"}}));
        assert_eq!((&opened["opened"], &opened["reason"]), (&json!(true), &json!(null)));
        assert_eq!(entries(&house, 3).await.len(), 3);
        next_minute();
        assert!(cloud.have(home.friend, FRONT, LOCK).await.is_successful());
        next_minute();
        assert_eq!(sim.set(KEYPAD, json!({"enter": "1111"}))["reason"], "unknown_pin");
        assert_eq!(sim.set(KEYPAD, json!({"enter": PIN}))["opened"], true);
        assert_eq!(
            entries(&house, 5).await,
            [
                pair("bridgeUnlocked", "guest@home"),
                pair("locked", ""),
                pair("unlocked", "visitor@home"),
                pair("bridgeLocked", "friend@home"),
                pair("unlocked", "PIN 3"),
            ]
        );
        assert_eq!(sim.moves(FRONT), 5);
    }

    /// A client that tells before the bridge does cannot say when the bolt moved.
    async fn of_a_movement_that_a_client_told_of_first_the_time_is_the_bridges(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { cloud, home, .. } = &house;
        let Person { sign_in, domain, user, .. } = home.guest;
        let (before, event) = (test.store.now().plus_seconds(-58), Posted::Unlocked);
        cloud.devices.post_to_log(PostedActivity { sign_in, domain, user, lock: home.front, event, at: before }, None).await.unwrap();
        assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
        assert_eq!(operations(&house, home.front).await, [pair("bridgeUnlocked", "guest@home")]);
        let filter = cardea_store::log::Filter { domain, locks: Some(vec![home.front]), users: None };
        let entries = cloud.devices.log(&filter, 0, 9).await.unwrap().entries;
        assert!(entries[0].timestamp > before.plus_seconds(50), "{entries:?}");
    }

    /// What clients of the old service post about their own operation is the entry that is there.
    async fn what_a_client_posts_of_its_own_operation_is_the_entry_that_is_there(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { cloud, home, .. } = &house;
        let post = async |person: Person, event, at| {
            let Person { sign_in, domain, user, .. } = person;
            cloud.devices.post_to_log(PostedActivity { sign_in, domain, user, lock: home.front, event, at }, None).await.unwrap();
        };
        let now = test.store.now();
        assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
        post(home.guest, Posted::Unlocked, now.plus_seconds(-59)).await;
        assert_eq!(operations(&house, home.front).await, [pair("bridgeUnlocked", "guest@home")]);
        // Once is enough: the next one is another movement, as is another person's, another direction, another minute.
        post(home.guest, Posted::Unlocked, now.plus_seconds(-2)).await;
        post(home.friend, Posted::Unlocked, now.plus_seconds(-1)).await;
        post(home.guest, Posted::Locked, now).await;
        assert_eq!(operations(&house, home.front).await.len(), 4);
        test.clock.advance(61);
        // Posted first, told by the job after.
        post(home.guest, Posted::Locked, now.plus_seconds(3_600)).await;
        assert!(cloud.have(home.guest, FRONT, LOCK).await.is_successful());
        let log = operations(&house, home.front).await;
        assert_eq!((log.len(), log.last()), (5, Some(&pair("bridgeLocked", "guest@home"))));
        post(home.guest, Posted::SettingsChanged, test.store.now()).await;
        assert_eq!(operations(&house, home.front).await.len(), 6);
    }

    /// Quick work at one door: every movement its own entry, though person and direction repeat within the minute.
    async fn two_movements_alike_within_a_minute_are_two_entries(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { sim, cloud, home } = &house;
        for _ in 0..3 {
            assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
            sim.set(FRONT, json!({"turn": "lock"}));
        }
        let log = entries(&house, 6).await;
        assert_eq!(log.iter().filter(|entry| **entry == pair("bridgeUnlocked", "guest@home")).count(), 3);
        assert_eq!(log.iter().filter(|entry| **entry == pair("locked", "")).count(), 3);
        assert_eq!((log.len() as u64, sim.moves(FRONT)), (6, 6));
    }

    /// Newest first, in pages, with the number of all.
    async fn the_log_is_read_in_pages_newest_first(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { cloud, home, .. } = &house;
        for n in 0..7 {
            test.clock.advance(100);
            let turn = if n % 2 == 0 { Direction::Unlock } else { Direction::Lock };
            assert!(cloud.have(home.guest, BACK, Operation::Operate(turn)).await.is_successful());
        }
        let filter = Filter { domain: home.domain, locks: Some(vec![home.back, home.front]), users: None };
        let page = async |skip| cloud.devices.log(&filter, skip, 3).await.unwrap();
        let (first, last) = (page(0).await, page(6).await);
        assert_eq!((first.total, first.entries.len(), last.entries.len()), (7, 3, 1));
        assert!(first.entries.is_sorted_by(|newer, older| newer.timestamp > older.timestamp));
        assert!(first.entries[2].timestamp > last.entries[0].timestamp);
        assert_eq!(page(7).await.entries, []);
    }

    /// A lock's clock decides about keys, and a bit changed is no key.
    async fn a_key_opens_within_its_time_by_the_locks_own_clock(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let House { sim, home, .. } = &house;
        let blob = blob(&test, home, home.guest).await;
        let present = |lock: Serial, blob: &str| sim.set(lock, json!({"present": {"blob": blob, "operation": "unlock"}}));
        assert_eq!(present(BACK, &blob)["reason"], "other_lock");
        sim.set(FRONT, json!({"clock_offset_s": 86_400 + 5}));
        assert_eq!(present(FRONT, &blob)["reason"], "expired");
        sim.set(FRONT, json!({"clock_offset_s": -3_600}));
        assert_eq!(present(FRONT, &blob)["reason"], "not_yet_valid");
        sim.set(FRONT, json!({"clock_offset_s": 0}));
        let mut bent = STANDARD.decode(&blob).unwrap();
        let middle = bent.len() / 2;
        bent[middle] ^= 1;
        assert_eq!(present(FRONT, &STANDARD.encode(bent))["reason"], "bad_signature");
        assert_eq!(sim.moves(FRONT), 0);
        assert_eq!(present(FRONT, &blob)["opened"], true);
        assert_eq!(sim.moves(FRONT), 1);
    }
}
