//! Forgetting what is older than it is to be kept.

use crate::domain::{domain, lock, put_lock, write};
use cardea_model::Revision;
use cardea_model::ids::{DomainId, LockId, UserId};
use cardea_store::log::LogOperation;
use cardea_store::testing::{self, Kind, TestStore};
use cardea_store::{Changes, Pruned, Retention, Store, StoreError, each_database, fresh_id, log};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

const DAY: i64 = 86_400;
const CHANGES: Retention = Retention { changes_days: 2, log_days: 0 };

async fn count(store: &Store, sql: &str) -> i64 {
    let row = store.read().query_one_raw(Statement::from_string(store.backend(), sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// A write of that many changes.
async fn put_doors(test: &TestStore, home: DomainId, doors: u64) {
    let edits = (0..doors).map(|_| put_lock(&lock("Door", fresh_id(), test.store.now()))).collect();
    write(&test.store, home, edits).await.unwrap();
}

async fn open_door(test: &TestStore) {
    let entry = log::NewEntry {
        reporter: log::Reporter::Job { id: rand_job(), begun: test.store.now() },
        domain: DomainId(1),
        time: test.store.now(),
        lock: LockId(fresh_id()),
        lock_name: "Street door".into(),
        user: Some(UserId(1)),
        username: "guest@example.org".into(),
        operation: LogOperation::BridgeUnlocked,
    };
    let written = test.store.write(move |tx| Box::pin(async move { log::record(tx, entry).await }));
    assert!(written.await.unwrap());
}

fn rand_job() -> [u8; 16] {
    let mut job = [0; 16];
    job[..8].copy_from_slice(&fresh_id().to_be_bytes());
    job
}

each_database! {
    async fn what_is_too_old_is_forgotten_and_the_rest_is_kept(test: TestStore) {
        let (home, other) = (domain(&test, "owner@example.org").await.domain, domain(&test, "other@example.org").await.domain);
        // One write of more changes than are forgotten at once.
        put_doors(&test, home, 1_100).await;
        open_door(&test).await;
        test.clock.advance(2 * DAY);
        put_doors(&test, home, 3).await;
        put_doors(&test, other, 1).await;
        open_door(&test).await;
        let for_ever = Retention { changes_days: 0, log_days: 0 };
        test.clock.advance(1);
        assert_eq!(test.store.prune(for_ever).await.unwrap(), Pruned::default());
        let both = Retention { log_days: 1, ..CHANGES };
        assert_eq!(test.store.prune(both).await.unwrap(), Pruned { changes: 1_102, log: 1 });
        assert_eq!(count(&test.store, "SELECT COUNT(*) FROM changes").await, 4);
        assert_eq!(count(&test.store, "SELECT COUNT(*) FROM log").await, 1);
        assert_eq!(test.store.prune(both).await.unwrap(), Pruned::default(), "once");
        assert_eq!(test.store.facts(home).await.unwrap().lock_count(), 1_103, "only the record of changes is forgotten");
    }

    async fn whoever_comes_from_before_what_is_kept_begins_anew(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let follower = Store::open_to_read(test.config()).await.unwrap();
        let known = follower.facts(home).await.unwrap().revision;
        put_doors(&test, home, 700).await;
        test.clock.advance(3 * DAY);
        put_doors(&test, home, 2).await;
        let Changes::List(all) = test.store.changes_since(home, known, 1_000).await.unwrap() else { panic!("reset") };
        assert_eq!(all.len(), 702);
        // Half of a write is forgotten: the rest of it does not count as a whole write.
        let cut = "DELETE FROM changes WHERE revision = 2 AND position < 500";
        let cut = test.store.write(move |tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared(cut).await?) }));
        cut.await.unwrap();
        assert_eq!(test.store.changes_since(home, known, 1_000).await.unwrap(), Changes::Reset);
        test.store.prune(CHANGES).await.unwrap();
        for (number, kept) in [(0, None), (1, None), (2, Some(2)), (3, Some(0))] {
            let since = Revision { number, ..known };
            let told = match test.store.changes_since(home, since, 1_000).await.unwrap() {
                Changes::List(list) => Some(list.len()),
                Changes::Reset => None,
            };
            assert_eq!(told, kept, "since {number}");
        }
        assert_eq!(*follower.facts(home).await.unwrap(), *test.store.facts(home).await.unwrap(), "facts from before are read anew");
        test.clock.advance(3 * DAY);
        test.store.prune(CHANGES).await.unwrap();
        assert_eq!(test.store.changes_since(home, Revision { number: 3, ..known }, 10).await.unwrap(), Changes::List(vec![]));
        assert_eq!(test.store.changes_since(home, Revision { number: 2, ..known }, 10).await.unwrap(), Changes::Reset);
    }

    async fn what_is_forgotten_goes_in_batches(test: TestStore) {
        let mut test = test;
        let statements = testing::record(&mut test.store);
        let home = domain(&test, "owner@example.org").await.domain;
        put_doors(&test, home, 1_700).await;
        test.clock.advance(3 * DAY);
        statements.take();
        test.store.prune(CHANGES).await.unwrap();
        let deletions = statements.take().into_iter().filter(|statement| statement.sql.starts_with("DELETE")).count();
        assert_eq!(deletions, 4, "500 at most in each of these writes");
    }
}

#[tokio::test]
async fn the_file_stays_as_large_as_what_is_kept() {
    let test = testing::fresh(Kind::Sqlite).await;
    let home = domain(&test, "owner@example.org").await.domain;
    let door = lock("Door", 1, test.store.now());
    let mut pages = Vec::new();
    for day in 0..30 {
        for hour in 0..100 {
            let name = format!("Door {day} {hour}");
            write(&test.store, home, vec![put_lock(&cardea_model::rows::Lock { name, ..door.clone() })]).await.unwrap();
        }
        test.clock.advance(DAY);
        test.store.prune(CHANGES).await.unwrap();
        let row = test.store.read().query_one_raw(Statement::from_string(DbBackend::Sqlite, "PRAGMA page_count"));
        pages.push(row.await.unwrap().unwrap().try_get_by_index::<i64>(0).unwrap());
    }
    assert_eq!(count(&test.store, "SELECT COUNT(*) FROM changes").await, 200, "two days of writes");
    let (early, late) = (pages[5], pages[29]);
    assert!(late <= early + 2, "{pages:?}");
}
