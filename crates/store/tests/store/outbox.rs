//! Work that is written down with what causes it, and done afterwards.

use crate::domain::{domain, lock, put_lock};
use cardea_model::ids::DomainId;
use cardea_model::{Code, Refusal, Time};
use cardea_store::outbox::{self, Model, Waiting, Work};
use cardea_store::testing::{self, Kind, Step, faults};
use cardea_store::{Actor, ChangeError, HintKind, Store, StoreError, each_database, fresh_id};
use sea_orm::{ConnectionTrait, Statement};
use std::collections::BTreeSet;
use std::time::Duration;

const KIND: &str = "letter";
/// How long a lease is, in seconds.
const LEASE: i64 = 60;

fn letter(text: &str) -> Work {
    Work { kind: KIND, payload: text.into(), sealed: false, due: None }
}

async fn add(store: &Store, work: Work) -> [u8; 16] {
    let (seal, now) = (store.seal().clone(), store.now());
    let added = store.write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await }));
    added.await.expect("the database answers")
}

async fn claim(store: &Store, count: u32) -> Vec<Model> {
    let now = store.now();
    let claimed = store.write_one(move |database| {
        Box::pin(async move { outbox::claim(database, KIND, now, now.plus_seconds(LEASE), count).await })
    });
    claimed.await.expect("the database answers")
}

async fn finish(store: &Store, entry: &Model) -> bool {
    let (entry, now) = (entry.clone(), store.now());
    let finished =
        store.write_one(move |database| Box::pin(async move { outbox::finish(database, &entry, now).await }));
    finished.await.expect("the database answers")
}

async fn find(store: &Store, id: [u8; 16]) -> Model {
    outbox::find(store.read(), id).await.expect("the database answers").expect("the entry is there")
}

async fn count(store: &Store) -> i64 {
    let question = Statement::from_string(store.backend(), "SELECT COUNT(*) FROM outbox");
    store.read().query_one_raw(question).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

/// A new door and a letter about it, in one change.
async fn put_door_and_tell(store: &Store, home: DomainId) -> Result<(), ChangeError> {
    let door = put_lock(&lock("Door", fresh_id(), store.now()));
    let changed = store.change(home, Actor::Program, "test").decide(move |drafts, _| {
        drafts.work(letter("There is a new door."));
        drafts.act(|_| Ok((vec![door], ())))
    });
    changed.await.map(drop)
}

each_database! {
    async fn work_is_written_with_the_change_that_causes_it_or_not_at_all(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let faults = faults(&test.store);
        let doors = async || test.store.facts(home).await.unwrap().lock_count() as i64;
        put_door_and_tell(&test.store, home).await.unwrap();
        assert_eq!((doors().await, count(&test.store).await), (1, 1));
        for (step, after) in [(Step::Begun, 1), (Step::Ending, 1), (Step::Ended, 2)] {
            faults.next(step);
            assert!(put_door_and_tell(&test.store, home).await.is_err(), "{step:?}");
            assert_eq!((doors().await, count(&test.store).await), (after, after), "{step:?}");
        }
        let refused = test.store.change(home, Actor::Program, "test").decide(|drafts, _| {
            drafts.work(letter("There is no new door."));
            Err::<(), _>(Refusal::new(Code::Forbidden, "no"))
        });
        assert!(matches!(refused.await, Err(ChangeError::Refused(_))));
        assert_eq!((doors().await, count(&test.store).await), (2, 2));
    }

    async fn a_change_of_nothing_but_work_writes_it_and_keeps_its_revision(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let before = test.store.facts(home).await.unwrap().revision;
        let mut hints = test.store.hints();
        let changed = test.store.change(home, Actor::Program, "test").decide(|drafts, _| {
            drafts.work(letter("Nothing is new."));
            Ok(())
        });
        changed.await.unwrap();
        assert_eq!(test.store.facts(home).await.unwrap().revision, before);
        assert_eq!(claim(&test.store, 10).await.len(), 1);
        assert_eq!(hints.recv().await.unwrap().kind, HintKind::Outbox, "whoever does it is told");
    }

    async fn of_a_thousand_entries_two_who_claim_at_once_get_none_twice(test: TestStore) {
        let other = if test.kind == Kind::Postgres { test.second().await } else { test.store.clone() };
        let (seal, now) = (test.store.seal().clone(), test.store.now());
        let added = test.store.write(move |tx| Box::pin(async move {
            for _ in 0..1_000 {
                outbox::add(tx, &seal, letter("Hello"), now).await?;
            }
            Ok::<_, StoreError>(())
        }));
        added.await.unwrap();
        let all = async |store: &Store| {
            let mut claimed = Vec::new();
            loop {
                let entries = claim(store, 7).await;
                assert!(entries.len() <= 7, "no more than asked for");
                if entries.is_empty() {
                    return claimed;
                }
                for entry in &entries {
                    assert!(finish(store, entry).await);
                }
                claimed.extend(entries.into_iter().map(|entry| entry.id));
            }
        };
        let (here, there) = tokio::join!(all(&test.store), all(&other));
        assert!(!here.is_empty() && !there.is_empty(), "both worked: {} and {}", here.len(), there.len());
        let claimed: BTreeSet<_> = here.iter().chain(&there).collect();
        assert_eq!((here.len() + there.len(), claimed.len()), (1_000, 1_000));
        assert_eq!(outbox::waiting(test.store.read(), KIND, test.store.now()).await.unwrap(), Waiting::default());
    }

    async fn when_a_lease_ends_another_takes_over_and_the_first_has_no_say(test: TestStore) {
        let id = add(&test.store, letter("Hello")).await;
        let first = claim(&test.store, 10).await.remove(0);
        assert!(claim(&test.store, 10).await.is_empty(), "somebody is at it");
        test.clock.advance(LEASE);
        let second = claim(&test.store, 10).await.remove(0);
        assert_eq!((second.id.as_slice(), second.attempts), (id.as_slice(), 2));
        assert_eq!(second.key(), first.key(), "its name stays");
        assert!(!finish(&test.store, &first).await);
        assert!(find(&test.store, id).await.done.is_none());
        assert!(finish(&test.store, &second).await);
        assert!(!finish(&test.store, &second).await, "once");
    }

    async fn an_attempt_that_failed_is_made_again_when_it_is_time_and_given_up_with_its_reason(test: TestStore) {
        let id = add(&test.store, letter("Hello")).await;
        let started = test.store.now();
        let (entry, at) = (claim(&test.store, 1).await.remove(0), started.plus_seconds(30));
        let retried = test.store.write_one(move |database| Box::pin(async move {
            outbox::retry(database, &entry, at, "the server is away").await
        }));
        assert!(retried.await.unwrap());
        assert!(claim(&test.store, 1).await.is_empty());
        assert_eq!(outbox::next_attempt(test.store.read(), KIND).await.unwrap(), Some(at));
        test.clock.advance(29);
        assert!(claim(&test.store, 1).await.is_empty());
        let waiting = outbox::waiting(test.store.read(), KIND, test.store.now()).await.unwrap();
        assert_eq!(waiting, Waiting { count: 1, oldest: Some(started) }, "it has waited since it was due");
        test.clock.advance(1);
        let entry = claim(&test.store, 1).await.remove(0);
        assert_eq!((entry.attempts, entry.last_error.as_deref()), (2, Some("the server is away")));
        let now = test.store.now();
        let reason = "nobody lives there".repeat(100);
        let given_up = test.store.write_one(move |database| Box::pin(async move {
            outbox::give_up(database, &entry, now, &reason).await
        }));
        assert!(given_up.await.unwrap());
        let entry = find(&test.store, id).await;
        assert!(entry.given_up && entry.done == Some(now.0) && entry.payload.is_empty());
        assert!(entry.last_error.is_some_and(|reason| reason.starts_with("nobody lives there") && reason.len() == 500));
        assert_eq!(outbox::next_attempt(test.store.read(), KIND).await.unwrap(), None);
    }

    async fn work_that_is_due_later_does_not_wait_before(test: TestStore) {
        let due = test.store.now().plus_seconds(3_600);
        add(&test.store, Work { due: Some(due), ..letter("Later") }).await;
        assert!(claim(&test.store, 1).await.is_empty());
        assert_eq!(outbox::waiting(test.store.read(), KIND, test.store.now()).await.unwrap().count, 0);
        assert_eq!(outbox::next_attempt(test.store.read(), KIND).await.unwrap(), Some(due));
        test.clock.advance(3_600);
        assert_eq!(claim(&test.store, 1).await.len(), 1);
    }

    async fn a_sealed_payload_is_read_with_the_key_alone_and_is_gone_when_the_work_is_done(test: TestStore) {
        let id = add(&test.store, Work { sealed: true, ..letter("the secret link") }).await;
        let other = add(&test.store, Work { sealed: true, ..letter("another") }).await;
        let stored = find(&test.store, id).await;
        assert!(!stored.payload.windows(6).any(|part| part == b"secret"));
        assert_eq!(stored.open(test.store.seal()).unwrap(), b"the secret link");
        let moved = Model { payload: stored.payload.clone(), ..find(&test.store, other).await };
        assert!(matches!(moved.open(test.store.seal()), Err(StoreError::BrokenSeal)), "it opens for its own entry alone");
        for entry in claim(&test.store, 2).await {
            finish(&test.store, &entry).await;
        }
        assert!(find(&test.store, id).await.payload.is_empty());
    }

    async fn what_recurs_is_there_once_and_plans_its_next_run_as_it_ends(test: TestStore) {
        let other = if test.kind == Kind::Postgres { test.second().await } else { test.store.clone() };
        for _ in 0..3 {
            let (here, there) = tokio::join!(outbox::plan(&test.store, &[KIND]), outbox::plan(&other, &[KIND, "other"]));
            here.and(there).unwrap();
        }
        assert_eq!(count(&test.store).await, 2);
        let entry = claim(&test.store, 10).await.remove(0);
        let next = test.store.now().plus_seconds(3_600);
        let (run, reason) = (entry.clone(), Some("the disk was full"));
        let again = test.store.write_one(move |database| Box::pin(async move {
            outbox::again(database, &run, next, reason).await
        }));
        assert!(again.await.unwrap());
        outbox::plan(&test.store, &[KIND]).await.unwrap();
        assert!(claim(&test.store, 10).await.is_empty(), "not before its time");
        test.clock.advance(3_600);
        let run = claim(&other, 10).await.remove(0);
        assert_eq!((run.id, run.attempts, run.last_error.as_deref()), (entry.id, 1, Some("the disk was full")));
    }

    async fn what_was_done_long_ago_is_swept_away_and_what_waits_stays(test: TestStore) {
        let done = add(&test.store, letter("done")).await;
        finish(&test.store, &claim(&test.store, 1).await[0]).await;
        let waiting = add(&test.store, letter("waiting")).await;
        let sweep = async |before: Time| {
            let swept = test.store.write_one(move |database| Box::pin(async move { outbox::sweep(database, before).await }));
            swept.await.unwrap()
        };
        assert_eq!(sweep(test.store.now()).await, 0);
        assert_eq!(sweep(test.store.now().plus_seconds(1)).await, 1);
        assert!(outbox::find(test.store.read(), done).await.unwrap().is_none());
        assert!(find(&test.store, waiting).await.done.is_none());
    }

    async fn a_restored_backup_does_nothing_twice(test: TestStore) {
        let done = add(&test.store, letter("done before the backup")).await;
        finish(&test.store, &claim(&test.store, 1).await[0]).await;
        let sent = add(&test.store, letter("done after the backup")).await;
        let file = test.folder().join("backup.jsonl");
        let still = add(&test.store, Work { due: Some(test.store.now().plus_seconds(9)), ..letter("waits still") }).await;
        let begun = add(&test.store, Work { due: Some(test.store.now().plus_seconds(8)), ..letter("under way") }).await;
        outbox::plan(&test.store, &["upkeep"]).await.unwrap();
        test.store.backup(&file).await.unwrap();
        assert!(finish(&test.store, &claim(&test.store, 1).await[0]).await);
        test.clock.advance(8);
        assert_eq!(claim(&test.store, 1).await[0].id, begun);
        test.store.restore(&file, true).await.unwrap();
        assert!(find(&test.store, done).await.done.is_some());
        for id in [sent, begun] {
            let entry = find(&test.store, id).await;
            assert!(entry.given_up && entry.last_error.is_some_and(|reason| reason.contains("backup was restored")));
        }
        test.clock.advance(1);
        let claimed = claim(&test.store, 10).await;
        assert_eq!(claimed.iter().map(|entry| entry.id.as_slice()).collect::<Vec<_>>(), [still.as_slice()]);
        assert!(outbox::next_attempt(test.store.read(), "upkeep").await.unwrap().is_some(), "what recurs goes on");
        // In another database it is unknown what was done after the backup.
        testing::on(Kind::Sqlite, async |empty| {
            empty.store.restore(&file, false).await.unwrap();
            empty.clock.advance(100);
            assert!(claim(&empty.store, 10).await.is_empty());
            assert!(find(&empty.store, still).await.given_up);
        })
        .await;
    }
}

#[tokio::test]
async fn work_of_one_process_wakes_the_others() {
    testing::on(Kind::Postgres, async |a| {
        let b = a.second().await;
        let home = domain(&a, "owner@example.org").await.domain;
        let mut hints = b.hints();
        put_door_and_tell(&a.store, home).await.unwrap();
        let told = async { while hints.recv().await.unwrap().kind != HintKind::Outbox {} };
        tokio::time::timeout(Duration::from_secs(10), told).await.expect("the other process is told");
        assert_eq!(claim(&b, 10).await.len(), 1);
    })
    .await;
}
