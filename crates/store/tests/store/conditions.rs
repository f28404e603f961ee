//! What is known of locks and bridges.

use crate::domain::domain;
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, LockId};
use cardea_store::conditions::{self, Reading};
use cardea_store::{StoreError, bridges, each_database};

fn reading(domain: DomainId, lock: u64, state: Option<&'static str>, battery: Option<u8>, at: i64) -> Reading {
    Reading { lock: LockId(lock), domain, state, battery, at: Time(at) }
}

each_database! {
    /// Each lock of a batch gets the condition that it would get alone.
    async fn readings_written_together_are_as_if_they_came_one_by_one(test: TestStore) {
        let (store, domain) = (test.store.clone(), domain(&test, "owner@example.org").await.domain);
        let known = [None, Some((Some("Locked"), Some(70), 100)), Some((Some("Locked"), None, 100)), Some((None, Some(70), 100))];
        let told = [(Some("Unlocked"), Some(80)), (Some("Unlocked"), None), (None, Some(80)), (None, None)];
        let (mut before, mut alone, mut together) = (Vec::new(), Vec::new(), Vec::new());
        for known in known {
            for (state, battery) in told {
                for at in [99, 100, 101] {
                    let lock = 1 + alone.len() as u64;
                    before.extend(known.into_iter().flat_map(|(state, battery, at)| {
                        [lock, 1_000 + lock].map(|lock| reading(domain, lock, state, battery, at))
                    }));
                    alone.push(reading(domain, lock, state, battery, at));
                    together.push(reading(domain, 1_000 + lock, state, battery, at));
                }
            }
        }
        let written: Result<(), StoreError> = store
            .write(move |tx| {
                Box::pin(async move {
                    for reading in before.iter().chain(&alone) {
                        conditions::put(tx, reading).await?;
                    }
                    conditions::put_all(tx, &together).await?;
                    conditions::put_all(tx, &[]).await
                })
            })
            .await;
        written.unwrap();
        let rows = conditions::of_domain(store.read(), domain).await.unwrap();
        assert_eq!(rows.len(), 2 * 4 * 4 * 3);
        for row in rows.iter().filter(|row| row.lock_id < 1_000) {
            let other = rows.iter().find(|other| other.lock_id == row.lock_id + 1_000).unwrap();
            assert_eq!(&conditions::Model { lock_id: row.lock_id, ..other.clone() }, row);
        }
    }

    /// The time of the battery says nothing of the time of the bolt, nor the other way round.
    async fn state_and_battery_are_each_as_old_as_their_own_reading(test: TestStore) {
        let (store, domain) = (test.store.clone(), domain(&test, "owner@example.org").await.domain);
        let told = [
            (1, Some("Locked"), None, 100),
            (1, None, Some(70), 300),
            (1, Some("Unlocked"), None, 200),
            (1, Some("Locked"), Some(60), 150),
            (2, None, Some(70), 300),
            (2, Some("Locked"), Some(60), 200),
            (3, Some("Locked"), None, 300),
            (3, Some("Unlocked"), Some(60), 200),
        ];
        for (lock, state, battery, at) in told {
            let reading = reading(domain, lock, state, battery, at);
            store.write(move |tx| Box::pin(async move { conditions::put(tx, &reading).await })).await.unwrap();
        }
        let rows = conditions::of_domain(store.read(), domain).await.unwrap();
        let mut rows: Vec<_> =
            rows.iter().map(|row| (row.lock_id, row.state.as_str(), row.at, row.battery, row.battery_at)).collect();
        rows.sort_unstable();
        let known = [
            (1, "Unlocked", 200, Some(70), Some(300)),
            (2, "Locked", 200, Some(70), Some(300)),
            (3, "Locked", 300, Some(60), Some(200)),
        ];
        assert_eq!(rows, known);
    }

    /// A server that shows life does not show it for a bridge that has left.
    async fn a_replica_that_lives_holds_the_bridges_whose_connections_it_has_and_no_others(test: TestStore) {
        let (store, domain) = (test.store.clone(), domain(&test, "owner@example.org").await.domain);
        let began = store.now();
        for device in [DeviceId(1), DeviceId(2)] {
            let hello = bridges::Hello { device, domain, replica: "here".into(), firmware: String::new(), now: began };
            store.write(move |tx| Box::pin(bridges::hello(tx, hello))).await.unwrap();
        }
        test.clock.advance(15);
        let now = store.now();
        let shown: Result<(), StoreError> =
            store.write(move |tx| Box::pin(async move { bridges::alive(tx, "here", &[DeviceId(1)], now).await })).await;
        shown.unwrap();
        let seen = async |device| bridges::find(store.read(), DeviceId(device)).await.unwrap().unwrap().seen;
        assert_eq!((seen(1).await, seen(2).await), (now.0, began.0));
    }
}
