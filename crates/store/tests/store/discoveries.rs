//! What a domain hears nearby.

use crate::domain::domain;
use cardea_model::ids::{DeviceId, DomainId, Serial, UserId};
use cardea_store::discoveries::{self, By, Discovered, LIVES, MOST, Model};
use cardea_store::testing::TestStore;
use cardea_store::{StoreError, each_database};
use std::collections::BTreeSet;

const PHONE: By = By::User(UserId(7));

fn discovered(serial: u64) -> Discovered {
    let [display_name, device_type, firmware, version] = Default::default();
    Discovered { serial: Serial(serial), display_name, device_type, firmware, version, enrolled: None }
}

async fn put(test: &TestStore, domain: DomainId, by: By, discovered: Vec<Discovered>) {
    let now = test.store.now();
    let put = test.store.write(move |tx| Box::pin(discoveries::put(tx, domain, by, discovered, now)));
    put.await.map_err(|error: StoreError| error).unwrap();
}

async fn told(test: &TestStore, domain: DomainId) -> Vec<Model> {
    discoveries::of_domain(test.store.read(), domain, test.store.now()).await.unwrap()
}

async fn serials(test: &TestStore, domain: DomainId) -> Vec<u64> {
    told(test, domain).await.iter().map(|row| row.serial().0).collect()
}

async fn swept(test: &TestStore) -> u64 {
    let now = test.store.now();
    let swept: Result<u64, StoreError> = test.store.write(move |tx| Box::pin(discoveries::sweep(tx, now))).await;
    swept.unwrap()
}

each_database! {
    async fn each_domain_has_its_own_and_the_last_heard_comes_first(test: TestStore) {
        let here = domain(&test, "owner@example.org").await.domain;
        let there = domain(&test, "other@example.org").await.domain;
        put(&test, here, PHONE, vec![discovered(2), discovered(4)]).await;
        test.clock.advance(1);
        put(&test, there, PHONE, vec![discovered(4), discovered(6)]).await;
        put(&test, here, PHONE, vec![discovered(8)]).await;
        put(&test, here, PHONE, vec![]).await;
        put(&test, DomainId(1), PHONE, vec![discovered(10)]).await;
        assert_eq!(serials(&test, here).await, [8, 2, 4]);
        assert_eq!(serials(&test, there).await, [4, 6]);
        assert_eq!(serials(&test, DomainId(1)).await, [0; 0], "there is no such domain");
    }

    async fn who_hears_a_device_again_keeps_what_they_do_not_say(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let phones = Discovered {
            display_name: "Lock".into(),
            version: "3".into(),
            firmware: "1.0.0".into(),
            enrolled: Some(false),
            ..discovered(2)
        };
        put(&test, home, PHONE, vec![discovered(2), phones]).await;
        test.clock.advance(5);
        let bridges = Discovered { device_type: "danalockv3".into(), firmware: "1.1.0".into(), ..discovered(2) };
        put(&test, home, By::Bridge(DeviceId(9)), vec![bridges]).await;
        let [row] = &told(&test, home).await[..] else { panic!("one row a device") };
        assert_eq!((&*row.display_name, &*row.device_type, &*row.firmware, &*row.version), ("Lock", "danalockv3", "1.1.0", "3"));
        assert_eq!((row.enrolled, row.user(), row.bridge()), (Some(false), None, Some(DeviceId(9))));
        assert_eq!(row.discovered(), test.store.now());
        put(&test, home, PHONE, vec![Discovered { enrolled: Some(true), ..discovered(2) }]).await;
        let [row] = &told(&test, home).await[..] else { panic!("one row a device") };
        assert_eq!((row.enrolled, row.user(), row.bridge()), (Some(true), Some(UserId(7)), None));
    }

    async fn a_domain_keeps_those_heard_last(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let other = domain(&test, "other@example.org").await.domain;
        put(&test, other, PHONE, vec![discovered(2)]).await;
        let most = MOST as u64;
        put(&test, home, PHONE, (1..=most).map(discovered).collect()).await;
        test.clock.advance(1);
        let (again, new) = (5, most + 50);
        put(&test, home, PHONE, (1..=again).chain(most + 1..=new).map(discovered).collect()).await;
        let kept: BTreeSet<u64> = serials(&test, home).await.into_iter().collect();
        assert_eq!(kept.len(), MOST);
        assert!((1..=again).chain(most + 1..=new).all(|serial| kept.contains(&serial)), "{kept:?}");
        assert_eq!(serials(&test, other).await, [2], "not another domain's");
    }

    async fn what_nobody_hears_for_a_day_is_forgotten(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        put(&test, home, PHONE, vec![discovered(2), discovered(4)]).await;
        test.clock.advance(LIVES / 1_000 - 1);
        put(&test, home, PHONE, vec![discovered(4)]).await;
        assert_eq!((serials(&test, home).await, swept(&test).await), (vec![4, 2], 0));
        test.clock.advance(1);
        assert_eq!(serials(&test, home).await, [4], "also before it is swept");
        assert_eq!((swept(&test).await, swept(&test).await), (1, 0));
        assert_eq!(serials(&test, home).await, [4]);
    }

    /// Each forgets the oldest while the other hears them again.
    async fn those_who_write_at_once_do_not_wait_for_each_other_for_ever(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let rounds = (0..20_u64).map(|round| {
            let forwards: Vec<Discovered> = (1..=MOST as u64).map(|n| discovered(n + round % 3 * 70)).collect();
            let backwards = forwards.iter().rev().cloned().collect();
            put(&test, home, PHONE, if round % 2 == 0 { forwards } else { backwards })
        });
        futures::future::join_all(rounds).await;
        assert_eq!(serials(&test, home).await.len(), MOST);
    }
}
