//! The database stays the record: facts in memory equal what it holds, however they came about.

use crate::domain::{domain, lock, put_lock, write};
use crate::random::Random;
use cardea_model::calendar::{Date, DayList, ListedDay, ListedDays, OtherDay};
use cardea_model::ids::DayListId;
use cardea_model::rows::{Edit, Row, RowKey};
use cardea_store::{Store, StoreConfig, each_database};
use std::sync::Arc;

const WRITES: usize = 10_000;

each_database! {
    async fn after_ten_thousand_random_writes_applied_refreshed_and_rebuilt_facts_are_equal(test: TestStore) {
        let homes = [domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain];
        let mut random = Random::new(7);
        // Reads what changed since it last looked, now and then, as a second process would.
        let follower = Store::open_to_read(test.config()).await.unwrap();
        let mut written = 0;
        let mut turn = 0;
        while written < WRITES {
            turn += 1;
            let home = homes[turn % 2];
            test.clock.advance(1);
            let facts = test.store.facts(home).await.unwrap();
            let size = random.size();
            let edits = random.edits(&facts, test.store.now(), size);
            written += edits.len();
            let account = edits.iter().find_map(|edit| match edit.key() {
                RowKey::Profile(account) => Some(account),
                _ => None,
            });
            match account {
                // A profile concerns every domain that holds the account.
                Some(_) => {
                    let all = homes.to_vec();
                    let change = test.store.change_domains(all, cardea_store::Actor::Program, "test").within(home);
                    change.decide(move |drafts, _| drafts.act(|_| Ok((edits, ())))).await.unwrap();
                }
                None => write(&test.store, home, edits).await.unwrap(),
            }
            if turn % 25 == 0 {
                for home in homes {
                    assert_eq!(*follower.facts(home).await.unwrap(), *test.store.facts(home).await.unwrap());
                }
            }
        }
        let fresh = Store::open_to_read(test.config()).await.unwrap();
        for home in homes {
            let applied = test.store.facts(home).await.unwrap();
            assert!(applied.user_count() > 20 && applied.lock_count() > 20, "a domain worth comparing");
            assert_eq!(*follower.facts(home).await.unwrap(), *applied);
            assert_eq!(*fresh.facts(home).await.unwrap(), *applied);
        }
    }

    async fn facts_beyond_the_budget_leave_memory_and_come_back_the_same(test: TestStore) {
        let mut homes = Vec::new();
        for owner in 0..5 {
            homes.push(domain(&test, &format!("{owner}@example.org")).await.domain);
        }
        let door = lock("Street door", 1, test.store.now());
        write(&test.store, homes[0], vec![put_lock(&door)]).await.unwrap();
        let one = test.store.facts_in_memory().1;
        let small = StoreConfig { facts_budget_bytes: one * 2, ..test.config() };
        let store = Store::open_to_read(small).await.unwrap();
        for home in &homes {
            assert_eq!(store.facts(*home).await.unwrap().domain, *home);
        }
        let (domains, bytes) = store.facts_in_memory();
        assert!(domains == 2 && bytes <= one * 2, "{domains} domains with {bytes} bytes");
        assert_eq!(*store.facts(homes[0]).await.unwrap(), *test.store.facts(homes[0]).await.unwrap());
    }

    async fn many_who_ask_at_once_get_the_same_facts_built_once(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let test = test.restart().await;
        let readers: Vec<_> = (0..50)
            .map(|_| {
                let store = test.store.clone();
                tokio::spawn(async move { store.facts(home).await.unwrap() })
            })
            .collect();
        let first = test.store.facts(home).await.unwrap();
        for reader in readers {
            assert!(std::sync::Arc::ptr_eq(&reader.await.unwrap(), &first));
        }
    }

    async fn a_list_of_days_counts_for_what_it_holds(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let before = test.store.facts_in_memory().1;
        let of_a_year = |day| ListedDay { name: "n".repeat(250), day: OtherDay { date: Date(day), hours: Vec::new() } };
        let days = ListedDays::of((0..366).map(of_a_year).collect()).unwrap();
        let list = DayList { id: DayListId(7), name: "Days".into(), country: None, days, created: test.store.now() };
        write(&test.store, home, vec![Edit::Put(Row::DayList(Arc::new(list)))]).await.unwrap();
        let taken = test.store.facts_in_memory().1 - before;
        assert!((366 * 250..366 * 500).contains(&taken), "{taken}");
    }
}
