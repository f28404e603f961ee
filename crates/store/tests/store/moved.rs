//! The end of a job that moved a bolt: ledger, condition and log together, whoever told of the movement before.

use crate::domain::domain;
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, LockId, Serial, UserId};
use cardea_store::conditions::{self, Reading};
use cardea_store::jobs::{self, Moved, NewJob, Status};
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::testing::{Kind, TestStore, sign_in};
use cardea_store::{Store, StoreError, bridges, each_database};
use sea_orm::ConnectionTrait;

const BRIDGE: DeviceId = DeviceId(5);
const LOCK: LockId = LockId(6);
const GUEST: UserId = UserId(7);
const JOB: [u8; 16] = [8; 16];

/// A bridge that is at a job which unlocks a door.
struct Door {
    store: Store,
    domain: DomainId,
    epoch: i64,
    /// When the job's turn came.
    begun: Time,
}

impl Door {
    async fn of(test: &TestStore) -> Door {
        let (store, now) = (test.store.clone(), test.store.now());
        let domain = domain(test, "owner@example.org").await.domain;
        let hello = bridges::Hello { device: BRIDGE, domain, replica: "here".into(), firmware: "1".into(), now };
        let row = store.write(move |tx| Box::pin(bridges::hello(tx, hello))).await.unwrap();
        let owner = store.facts(domain).await.unwrap().owner;
        let sign_in = sign_in(&store, owner).await;
        let job = NewJob {
            id: JOB,
            account: owner,
            domain,
            user: GUEST,
            bridge: BRIDGE,
            lock: LOCK,
            serial: Serial(9),
            operation: "afi.lock.operate".into(),
            arguments: "[\"unlock\"]".into(),
            rank: 0,
            created: now,
        };
        let begun =
            store.write_one(move |database| Box::pin(jobs::insert_claimed(database, job, row.epoch, sign_in))).await;
        assert!(begun.unwrap().is_some());
        Door { store, domain, epoch: row.epoch, begun: now }
    }

    fn entry(&self, reporter: Reporter, user: Option<UserId>) -> NewEntry {
        NewEntry {
            reporter,
            domain: self.domain,
            time: self.store.now(),
            lock: LOCK,
            lock_name: "It's a \"door\"; --".into(),
            user,
            username: user.map_or("", |_| "guest@example.org").into(),
            operation: LogOperation::BridgeUnlocked,
        }
    }

    async fn finish(&self, epoch: i64) -> Result<bool, StoreError> {
        let reading = Reading {
            lock: LOCK,
            domain: self.domain,
            state: Some("Unlocked"),
            battery: Some(13),
            at: self.store.now(),
        };
        let entry = self.entry(Reporter::Job { id: JOB, begun: self.begun }, Some(GUEST));
        let moved = Moved { id: JOB, epoch, result: "{\"state\":\"?\"}".into(), reading: Some(reading), entry };
        jobs::finish_moved(&self.store, moved).await
    }

    /// The bridge tells of a movement so many seconds after the job's turn, and names no job.
    async fn tell(&self, eid: i64, operation: LogOperation, seconds: i64) {
        let reporter = Reporter::Evt { bridge: BRIDGE, eid, job: None, by_bridge: operation.is_by_bridge() };
        let entry = NewEntry { operation, time: self.begun.plus_seconds(seconds), ..self.entry(reporter, None) };
        self.store.write(move |tx| Box::pin(log::record(tx, entry))).await.unwrap();
    }

    /// When the entries of the log were, in seconds after the job's turn, and whose they are.
    async fn told(&self) -> Vec<(i64, Option<UserId>)> {
        self.log().await.iter().map(|entry| ((entry.time - self.begun.0) / 1000, entry.user())).collect()
    }

    async fn status(&self) -> Status {
        jobs::find(self.store.read(), JOB).await.unwrap().unwrap().status()
    }

    async fn log(&self) -> Vec<log::Model> {
        log::page(&self.store, &log::Filter { domain: self.domain, locks: Some(vec![LOCK]), users: None }, 0, 9)
            .await
            .unwrap()
            .entries
    }

    async fn state(&self) -> Option<String> {
        conditions::find(self.store.read(), LOCK).await.unwrap().map(|known| known.state)
    }

    async fn run(&self, sql: &'static str) {
        let run =
            self.store.write(move |tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared(sql).await?) }));
        run.await.unwrap();
    }
}

each_database! {
    async fn a_moved_bolt_ends_its_job_and_is_known_and_logged_at_once(test: TestStore) {
        let door = Door::of(&test).await;
        assert!(door.finish(door.epoch).await.unwrap());
        assert_eq!((door.status().await, door.state().await.as_deref()), (Status::Succeeded, Some("Unlocked")));
        let log = door.log().await;
        assert_eq!((log.len(), log[0].user(), log[0].job.as_deref()), (1, Some(GUEST), Some(&JOB[..])));
        assert_eq!(log[0].lock_name, "It's a \"door\"; --");
        assert!(door.finish(door.epoch).await.unwrap(), "told again, it is so already");
        assert_eq!(door.log().await, log);
    }

    async fn a_movement_that_the_bridge_told_of_before_stays_one_entry_and_gets_its_person(test: TestStore) {
        let door = Door::of(&test).await;
        let told = door.entry(Reporter::Evt { bridge: BRIDGE, eid: 1, job: None, by_bridge: true }, None);
        door.store.write(move |tx| Box::pin(log::record(tx, told))).await.unwrap();
        assert!(door.finish(door.epoch).await.unwrap());
        let log = door.log().await;
        assert_eq!((log.len(), log[0].user(), log[0].bridge.is_some(), log[0].job.is_some()), (1, Some(GUEST), true, true));
        assert_eq!(door.status().await, Status::Succeeded);
    }

    /// A bridge tells of two movements within seconds, and names no job: the one of before the job's turn was somebody else's.
    async fn a_movement_of_before_the_job_is_not_its_own_and_its_own_is_logged(test: TestStore) {
        let door = Door::of(&test).await;
        door.tell(1, LogOperation::BridgeUnlocked, -3).await;
        assert!(door.finish(door.epoch).await.unwrap());
        assert_eq!(door.told().await, [(0, Some(GUEST)), (-3, None)]);
        assert_eq!(door.status().await, Status::Succeeded);
    }

    async fn a_movement_of_before_the_job_that_is_told_late_is_not_its_own_either(test: TestStore) {
        let door = Door::of(&test).await;
        assert!(door.finish(door.epoch).await.unwrap());
        door.tell(1, LogOperation::BridgeUnlocked, -3).await;
        assert_eq!(door.told().await, [(0, Some(GUEST)), (-3, None)]);
    }

    async fn a_movement_that_is_told_late_is_the_jobs(test: TestStore) {
        let door = Door::of(&test).await;
        assert!(door.finish(door.epoch).await.unwrap());
        door.tell(1, LogOperation::BridgeUnlocked, 1).await;
        assert_eq!(door.told().await, [(0, Some(GUEST))]);
    }

    async fn a_movement_after_the_bolt_has_moved_back_is_no_more_of_the_job(test: TestStore) {
        let door = Door::of(&test).await;
        assert!(door.finish(door.epoch).await.unwrap());
        door.tell(1, LogOperation::AutoLocked, 5).await;
        door.tell(2, LogOperation::BridgeUnlocked, 9).await;
        assert_eq!(door.told().await, [(9, None), (5, None), (0, Some(GUEST))]);
    }

    async fn what_another_epoch_has_is_not_ended_but_the_movement_is_logged(test: TestStore) {
        let door = Door::of(&test).await;
        assert!(!door.finish(door.epoch + 1).await.unwrap());
        assert_eq!((door.status().await, door.log().await.len()), (Status::InProgress, 1));
    }

    async fn what_fails_halfway_leaves_nothing_and_lets_the_next_writer_in(test: TestStore) {
        let door = Door::of(&test).await;
        let (forbid, allow) = match test.kind {
            Kind::Sqlite => (
                "CREATE TRIGGER no BEFORE INSERT ON conditions BEGIN SELECT RAISE(ABORT, 'no'); END",
                "DROP TRIGGER no",
            ),
            Kind::Postgres => (
                "ALTER TABLE conditions ADD CONSTRAINT no CHECK (battery <> 13)",
                "ALTER TABLE conditions DROP CONSTRAINT no",
            ),
        };
        door.run(forbid).await;
        assert!(door.finish(door.epoch).await.is_err());
        assert_eq!((door.status().await, door.log().await, door.state().await), (Status::InProgress, vec![], None));
        door.run(allow).await;
        assert!(door.finish(door.epoch).await.unwrap());
        assert_eq!((door.status().await, door.log().await.len()), (Status::Succeeded, 1));
    }
}
