//! Databases that fail: what was acknowledged is there afterwards, what was refused is not, and nobody has to start anything anew.

use crate::domain::{domain, lock, profile, put_lock, put_user, user, write};
use crate::random::Random;
use cardea_model::ids::{DeviceId, DomainId, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{RowKey, User};
use cardea_model::{Code, Refusal};
use cardea_store::jobs::{self, NewJob, Status};
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::testing::{self, Faults, Kind, Step, TestStore, faults, sign_in};
use cardea_store::{Actor, ChangeError, SignIn, Store, StoreError, bridges, each_database};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::collections::BTreeSet;
use std::future::Future;

/// How many seeds the random test runs on, and how many writes of each kind on each.
const SEEDS: u64 = 10;
const WRITES: usize = 15;
const BRIDGE: DeviceId = DeviceId(5);

/// Lets SQLite's file grow by this many pages and no further, as on a disk that is almost full. The limit holds for one connection, as long
/// as it is open.
async fn room(store: &Store, pages: i64) {
    let told: Result<(), StoreError> = store
        .write_one(move |database| {
            Box::pin(async move {
                let question = Statement::from_string(DbBackend::Sqlite, "PRAGMA page_count");
                let row = database.query_one_raw(question).await?.expect("a count");
                let most = row.try_get_by_index::<i64>(0)? + pages;
                database.execute_unprepared(&format!("PRAGMA max_page_count = {most}")).await?;
                Ok(())
            })
        })
        .await;
    told.expect("the database answers");
}

/// How many of as many readers as there are connections, all at once, get no answer.
async fn unanswered(store: &Store) -> usize {
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        readers.spawn(async move { store.ping().await.is_err() });
    }
    readers.join_all().await.into_iter().filter(|unanswered| *unanswered).count()
}

/// What the test was answered about its locks and jobs.
#[derive(Default)]
struct Told {
    acknowledged: BTreeSet<LockId>,
    refused: BTreeSet<LockId>,
    jobs: BTreeSet<[u8; 16]>,
    refused_jobs: BTreeSet<[u8; 16]>,
    succeeded: BTreeSet<[u8; 16]>,
    /// Jobs of which the test cannot know whether they were ended.
    open: BTreeSet<[u8; 16]>,
    latest: Option<LockId>,
}

/// Runs the work; answers whether it was acknowledged or refused. `None`: the test cannot know.
async fn heard<T, E>(faults: &Faults, from_outside: bool, work: impl Future<Output = Result<T, E>>) -> Option<bool> {
    let before = faults.unacknowledged();
    match work.await {
        Ok(_) => Some(true),
        Err(_) if from_outside || faults.unacknowledged() > before => None,
        Err(_) => Some(false),
    }
}

impl Told {
    /// Puts a lock with a long name; answers whether that was acknowledged.
    async fn put(&mut self, store: &Store, home: DomainId) -> bool {
        let door = lock(&"long ".repeat(200), cardea_store::fresh_id(), store.now());
        let written = write(store, home, vec![put_lock(&door)]).await;
        let told = if written.is_ok() { &mut self.acknowledged } else { &mut self.refused };
        told.insert(door.id);
        self.latest = Some(door.id);
        written.is_ok()
    }

    /// Facts in memory, and facts of the database after it was opened anew, agree with the answers that the test got.
    async fn holds(&self, test: TestStore, homes: &[DomainId]) {
        let mut in_memory = Vec::new();
        for home in homes {
            in_memory.push(test.store.facts(*home).await.expect("the database answers"));
        }
        let test = test.restart().await;
        let mut there = BTreeSet::new();
        for (home, memory) in homes.iter().zip(in_memory) {
            let facts = test.store.facts(*home).await.expect("the database answers");
            assert!(*memory == *facts, "memory at {:?} and database at {:?}", memory.revision, facts.revision);
            there.extend(facts.locks(0).map(|lock| lock.id));
        }
        let lost: Vec<_> = self.acknowledged.difference(&there).collect();
        assert!(lost.is_empty(), "{} of {} acknowledged writes are lost", lost.len(), self.acknowledged.len());
        assert_eq!(self.refused.intersection(&there).count(), 0, "refused, and there");
        for job in &self.jobs {
            let row = jobs::find(test.store.read(), *job).await.unwrap().expect("an acknowledged job is there");
            let filter =
                log::Filter { domain: DomainId(row.domain as u64), locks: Some(vec![row.lock()]), users: None };
            let logged = log::page(&test.store, &filter, 0, 9).await.unwrap().entries.len();
            let succeeded = row.status() == Status::Succeeded;
            assert_eq!(logged, usize::from(succeeded), "the log says what the ledger says");
            assert!(self.open.contains(job) || succeeded == self.succeeded.contains(job), "an end that was told");
        }
        for job in &self.refused_jobs {
            assert!(jobs::find(test.store.read(), *job).await.unwrap().is_none(), "refused, and there");
        }
    }

    /// Begins a job in a statement of its own, and ends it in one trip.
    async fn operate(
        &mut self,
        store: &Store,
        home: DomainId,
        (by, epoch): (SignIn, i64),
        faults: &Faults,
        from_outside: bool,
    ) {
        let (id, door) = (rand::random::<[u8; 16]>(), LockId(cardea_store::fresh_id()));
        let job = NewJob {
            id,
            account: by.account,
            domain: home,
            user: UserId(7),
            bridge: BRIDGE,
            lock: door,
            serial: Serial(9),
            operation: "afi.lock.operate".into(),
            arguments: "[\"unlock\"]".into(),
            rank: 0,
            created: store.now(),
        };
        let begin = store.write_one(move |database| Box::pin(jobs::insert_claimed(database, job, epoch, by)));
        let begun = async { begin.await?.ok_or(StoreError::Stopped) };
        match heard(faults, from_outside, begun).await {
            Some(true) => self.jobs.insert(id),
            Some(false) => {
                self.refused_jobs.insert(id);
                return;
            }
            None => return,
        };
        let entry = NewEntry {
            reporter: Reporter::Job { id, begun: store.now() },
            domain: home,
            time: store.now(),
            lock: door,
            lock_name: "Door".into(),
            user: None,
            username: String::new(),
            operation: LogOperation::BridgeUnlocked,
        };
        let moved = jobs::Moved { id, epoch, result: "{}".into(), reading: None, entry };
        match heard(faults, from_outside, jobs::finish_moved(store, moved)).await {
            Some(true) => self.succeeded.insert(id),
            Some(false) => false,
            None => self.open.insert(id),
        };
    }
}

/// Says hello for the bridge, which ends what it was at; answers the epoch.
async fn hello(store: &Store, domain: DomainId) -> Result<i64, StoreError> {
    let hello =
        bridges::Hello { device: BRIDGE, domain, replica: "here".into(), firmware: "1".into(), now: store.now() };
    store
        .write(move |tx| {
            Box::pin(async move {
                let row = bridges::hello(tx, hello).await?;
                if let Some(job) = jobs::adopt(tx, BRIDGE, row.epoch).await? {
                    jobs::finish(tx, job.id(), jobs::From::InProgress { epoch: row.epoch }, false, "{}".into()).await?;
                }
                Ok(row.epoch)
            })
        })
        .await
}

async fn refuse(store: &Store, home: DomainId) {
    let refusal = |_: &_, _| Err::<(Vec<_>, ()), _>(Refusal::new(Code::Forbidden, "no"));
    let refused = store
        .change(home, Actor::Program, "test")
        .decide(move |drafts, now| drafts.act(|facts| refusal(facts, now)))
        .await;
    assert!(matches!(&refused, Err(ChangeError::Refused(why)) if why.code == Code::Forbidden), "{refused:?}");
}

/// The disk is full in the middle of a write, again and again, each time at another statement of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_full_disk_what_was_acknowledged_is_stored() {
    let test = testing::fresh(Kind::Sqlite).await;
    let home = domain(&test, "owner@example.org").await.domain;
    let mut told = Told::default();
    for pages in 0..12 {
        room(&test.store, pages % 4).await;
        while told.put(&test.store, home).await {}
        // There is room again.
        room(&test.store, 1_000_000).await;
        refuse(&test.store, home).await;
        assert!(told.put(&test.store, home).await, "there is room again");
        refuse(&test.store, home).await;
        assert!(told.put(&test.store, home).await);
    }
    assert!(told.acknowledged.len() > 24 && told.refused.len() == 12);
    told.holds(test, &[home]).await;
}

/// SQLite's connection is inside a transaction that the driver knows nothing of.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_write_becomes_a_part_of_a_transaction_that_nobody_commits() {
    let test = testing::fresh(Kind::Sqlite).await;
    let home = domain(&test, "owner@example.org").await.domain;
    let mut told = Told::default();
    let left: Result<_, StoreError> = test
        .store
        .write_one(|database| Box::pin(async move { Ok(database.execute_unprepared("BEGIN IMMEDIATE").await?) }))
        .await;
    left.unwrap();
    for _ in 0..3 {
        assert!(told.put(&test.store, home).await);
    }
    told.holds(test, &[home]).await;
}

#[test]
fn connections_that_were_laid_aside_in_the_second_after_a_failure_are_tried_too() {
    for (idle, failed, expected) in
        [(5_000, 4_000, true), (4_000, 4_000, true), (3_001, 4_000, true), (2_999, 4_000, false), (0, 4_000, false)]
    {
        let [idle, failed] = [idle, failed].map(std::time::Duration::from_millis);
        assert_eq!(testing::is_tried(idle, failed), expected, "idle for {idle:?}, a write failed {failed:?} ago");
    }
}

each_database! {
    async fn a_write_that_fails_at_any_step_leaves_what_was_told(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let by = sign_in(&test.store, test.store.facts(home).await.unwrap().owner).await;
        let faults = faults(&test.store);
        let mut told = Told::default();
        for step in [Step::Begun, Step::Statement, Step::Ending, Step::Ended] {
            if (test.kind, step) == (Kind::Postgres, Step::Statement) {
                continue;
            }
            let (struck, unacknowledged) = (faults.struck(), faults.unacknowledged());
            faults.next(step);
            assert!(!told.put(&test.store, home).await, "{step:?}");
            if step == Step::Ended {
                // The write is stored, and was reported as failed.
                let unacknowledged = told.latest.filter(|lock| told.refused.remove(lock)).expect("refused");
                assert!(test.store.facts(home).await.unwrap().lock(unacknowledged).is_some());
            }
            assert!(told.put(&test.store, home).await, "after {step:?}");
            // A statement of its own, and a transaction in one trip.
            let epoch = hello(&test.store, home).await.unwrap();
            faults.next(step);
            told.operate(&test.store, home, (by, epoch), &faults, false).await;
            faults.stop();
            hello(&test.store, home).await.unwrap();
            let alone = u64::from(step != Step::Ending || test.kind == Kind::Postgres);
            assert_eq!(faults.struck() - struck, 1 + alone, "{step:?}");
            assert_eq!(faults.unacknowledged() > unacknowledged, step == Step::Ended);
            assert!(told.put(&test.store, home).await, "after {step:?}");
        }
        told.holds(test, &[home]).await;
    }

    async fn a_refusal_stays_a_refusal_when_its_rollback_fails(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let mut told = Told::default();
        for _ in 0..3 {
            faults(&test.store).next(Step::Ending);
            refuse(&test.store, home).await;
            refuse(&test.store, home).await;
            assert!(told.put(&test.store, home).await);
        }
        told.holds(test, &[home]).await;
    }

    async fn after_a_failed_write_the_server_is_ready_when_one_has_worked(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let mut told = Told::default();
        test.store.ping().await.unwrap();
        let failures = test.store.failures();
        faults(&test.store).always(Step::Ending);
        test.store.ping().await.expect("nobody knows yet");
        assert!(!told.put(&test.store, home).await);
        assert!(test.store.failures() > failures);
        for _ in 0..3 {
            test.store.ping().await.expect_err("nothing can be stored");
        }
        faults(&test.store).stop();
        test.store.ping().await.unwrap();
        assert!(told.put(&test.store, home).await);
        told.holds(test, &[home]).await;
    }

    async fn a_constraint_that_speaks_against_a_statement_is_an_answer_and_no_failure(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        test.store.facts(home).await.unwrap();
        let (failures, held) = (test.store.failures(), test.store.facts_in_memory());
        let twice = || {
            test.store.write_one(|database| {
                let sql = "INSERT INTO meta (name, value) VALUES ('twice', '')";
                Box::pin(async move { Ok::<_, StoreError>(database.execute_unprepared(sql).await?) })
            })
        };
        twice().await.unwrap();
        twice().await.unwrap_err();
        assert_eq!((test.store.failures(), test.store.facts_in_memory()), (failures, held));
        test.store.write_one(|database| {
            Box::pin(async move { Ok::<_, StoreError>(database.execute_unprepared("nonsense").await?) })
        }).await.unwrap_err();
        assert!(test.store.failures() > failures, "whatever is not known to be an answer is a failure");
    }

    async fn what_was_committed_unacknowledged_is_known_to_memory(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let guest = user(&profile("guest@example.org"), Role::User, test.store.now());
        let id = guest.id;
        write(&test.store, home, vec![put_user(&guest)]).await.unwrap();
        let invalidations = test.store.invalidations();
        faults(&test.store).next(Step::Ended);
        let administrator = User { role: Role::Administrator, ..guest };
        write(&test.store, home, vec![put_user(&administrator)]).await.unwrap_err();
        let facts = test.store.facts(home).await.unwrap();
        assert_eq!((facts.user(id).unwrap().role, facts.revision.number), (Role::Administrator, 3));
        assert!(test.store.invalidations() > invalidations, "sign-ins are asked for anew");
    }

    /// Many connections are idle when the database goes away. After the first is found dead, all of them are tried before use.
    async fn a_database_that_came_back_answers_every_reader_as_soon_as_it_is_ready(test: TestStore) {
        let Some(url) = test.url() else { return };
        assert_eq!(unanswered(&test.store).await, 0);
        testing::shut(url).await;
        test.store.ping().await.expect_err("nobody is let in");
        testing::unshut(url).await;
        test.store.ping().await.expect("it is ready again");
        assert_eq!(unanswered(&test.store).await, 0);
    }

    /// Writes of every kind, with failures at random; on PostgreSQL connections are ended from outside, too.
    async fn whatever_fails_at_random_nothing_acknowledged_is_lost(test: TestStore) {
        let homes = [domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain];
        let (store, faults) = (test.store.clone(), faults(&test.store));
        let by = sign_in(&store, store.facts(homes[0]).await.unwrap().owner).await;
        let mut told = Told::default();
        let (mut failed, mut worked) = (0, 0);
        for seed in 0..SEEDS {
            let mut random = Random::new(seed);
            // Beside the failures that are known, some nobody told of.
            let outside = test.url().filter(|_| seed % 2 == 1);
            let from_outside = outside.is_some();
            faults.at_random(seed);
            for turn in 0..WRITES {
                test.clock.advance(1);
                if let Some(url) = outside.filter(|_| turn % 5 == 0) {
                    testing::end_one(url).await;
                }
                let door = lock("Street door", cardea_store::fresh_id(), store.now());
                let id = door.id;
                match heard(&faults, from_outside, write(&store, homes[0], vec![put_lock(&door)])).await {
                    Some(true) => told.acknowledged.insert(id),
                    Some(false) => told.refused.insert(id),
                    None => false,
                };
                // The bridge may be at an earlier job yet.
                if let Ok(epoch) = hello(&store, homes[0]).await {
                    told.operate(&store, homes[0], (by, epoch), &faults, from_outside).await;
                }
                let Ok(facts) = store.facts(homes[1]).await else { continue };
                let size = random.size();
                let edits = random.edits(&facts, store.now(), size);
                if edits.iter().any(|edit| matches!(edit.key(), RowKey::Profile(_))) {
                    continue;
                }
                match write(&store, homes[1], edits).await {
                    Ok(()) => worked += 1,
                    Err(_) => failed += 1,
                }
            }
            faults.stop();
            // Those that were ended from outside are found out.
            while from_outside && store.ping().await.is_err() {}
        }
        assert!(failed > 5 && worked > 30 && faults.struck() > 40, "{failed} failed, {worked} worked");
        assert!(told.acknowledged.len() > 30 && told.refused.len() > 3 && told.succeeded.len() > 15);
        drop(store);
        told.holds(test, &homes).await;
    }
}

/// PostgreSQL is away for a while: nothing is acknowledged, everybody is told that it may pass, and it does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_away_is_found_again() {
    let test = testing::fresh(Kind::Postgres).await;
    let home = domain(&test, "owner@example.org").await.domain;
    let mut told = Told::default();
    assert!(told.put(&test.store, home).await);
    let (failures, held) = (test.store.failures(), test.store.facts_in_memory());
    let url = test.url().expect("PostgreSQL").to_owned();
    testing::shut(&url).await;
    assert!(test.store.facts(home).await.unwrap_err().is_unavailable());
    let away = write(&test.store, home, vec![]).await;
    assert!(matches!(&away, Err(ChangeError::Store(error)) if error.is_unavailable()), "{away:?}");
    assert!(!told.put(&test.store, home).await);
    test.store.ping().await.unwrap_err();
    // No write has begun, so no outcome is unknown.
    assert_eq!((test.store.failures(), test.store.facts_in_memory()), (failures, held));
    assert_eq!(held.0, 1);
    testing::unshut(&url).await;
    test.store.ping().await.unwrap();
    assert!(told.put(&test.store, home).await);
    told.holds(test, &[home]).await;
}
