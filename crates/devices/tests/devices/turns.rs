//! Whose turn it is: one job at a time, people before readings, everyone in turn, and rights as they are when the turn comes.

use crate::house::{BACK, Cloud, FRONT, Home, House, LOCK, Person, Truth, UNLOCK};
use crate::puppet::Puppet;
use cardea_devices::{JobId, Limits, Operation, Status};
use cardea_gateway_protocol::UpMessage;
use cardea_gateway_protocol::message::{DownMessage, Evt, EvtKind, Source};
use cardea_model::Code;
use cardea_model::calendar::{Calendar, OtherDays, RuleSet};
use cardea_model::ids::{CalendarId, Serial};
use cardea_store::testing::{Kind, TestStore, somebody_waits};
use cardea_store::{ChangeError, StoreError, bridges};
use tokio::sync::oneshot;

/// Long enough to do something meanwhile, in milliseconds.
const TRAVEL: u64 = 1_500;

/// Has the bridge turn a bolt, and comes back while it is busy with that.
async fn busy(cloud: &Cloud, person: Person, lock: Serial) -> JobId {
    let job = cloud.ask(person, lock, UNLOCK).await.unwrap();
    assert_eq!(cloud.job(person, job).await.status, Status::InProgress);
    job
}

/// A bridge that the test leads, at a job of the owner's.
struct Occupied {
    puppet: Puppet,
    first: JobId,
}

impl Occupied {
    async fn done_with_first(&mut self) {
        let first = self.first;
        self.puppet.done(first).await;
    }

    /// Gets the next job, and is done with it.
    async fn next(&mut self) -> JobId {
        let job = self.puppet.request().await.job;
        self.puppet.done(job).await;
        job
    }
}

async fn occupied(test: &TestStore) -> (Occupied, Cloud, Home) {
    let home = Home::furnish(&test.store).await;
    let cloud = Cloud::serve(&test.store, Limits::default()).await;
    let mut puppet = Puppet::accepted(&cloud).await;
    cloud.present(&home).await;
    let first = cloud.ask(home.owner, BACK, UNLOCK).await.unwrap();
    assert_eq!(puppet.request().await.job, first);
    (Occupied { puppet, first }, cloud, home)
}

cardea_store::each_database! {
    /// The grant goes between execute and claim.
    async fn a_right_that_is_gone_when_the_turn_comes_is_gone(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, TRAVEL, Limits::default()).await;
        let first = busy(&cloud, home.owner, BACK).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(cloud.job(home.guest, job).await.status, Status::Created);
        home.revoke(&test.store, home.guest, home.front).await;
        let job = cloud.over(home.guest, job).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "NotPermitted"));
        assert!(cloud.over(home.owner, first).await.is_successful());
        assert_eq!((sim.moves(FRONT), sim.moves(BACK)), (0, 1));
        assert_eq!(cloud.log(home.front).await, []);
    }

    /// The access ends by its calendar between execute and claim.
    async fn access_that_has_ended_when_the_turn_comes_has_ended(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, TRAVEL, Limits::default()).await;
        let now = test.store.now();
        let until = Calendar {
            id: CalendarId(7),
            start_time: None,
            refresh_interval: 86_400,
            rule_sets: RuleSet { end_time: Some(now.plus_seconds(5)), ..RuleSet::default() }.into(),
            other_days: OtherDays::default(),
            created: now,
        };
        home.restrict(&test.store, home.guest, home.front, until).await;
        busy(&cloud, home.owner, BACK).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        test.clock.advance(6);
        let job = cloud.over(home.guest, job).await;
        assert_eq!(&*job.result.bridge_server_status_text, "NotPermitted");
        assert_eq!(sim.moves(FRONT), 0);
    }

    /// Fifty readings asked for by one client, then another's unlock.
    async fn fifty_readings_of_one_client_do_not_starve_anothers_unlock(test: TestStore) {
        let (mut bridge, cloud, home) = occupied(&test).await;
        let mut waiting = Vec::new();
        for n in 0..50 {
            let lock = if n % 2 == 0 { FRONT } else { BACK };
            let read = if n % 4 < 2 { Operation::GetState } else { Operation::GetPowerSource };
            waiting.push(cloud.ask(home.owner, lock, read).await.unwrap());
        }
        waiting.sort_unstable();
        waiting.dedup();
        assert_eq!(waiting.len(), 4, "the very same reading is asked for once");
        let unlock = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        bridge.done_with_first().await;
        assert_eq!(bridge.next().await, unlock, "a person at a door comes before readings");
        for _ in 0..4 {
            assert!(waiting.contains(&bridge.next().await));
        }
    }

    /// Among equals, whoever has had no turn for longest is next.
    async fn accounts_take_turns(test: TestStore) {
        let (mut bridge, cloud, home) = occupied(&test).await;
        let owners = [cloud.ask(home.owner, FRONT, UNLOCK).await.unwrap(), cloud.ask(home.owner, FRONT, LOCK).await.unwrap()];
        let guests = [cloud.ask(home.guest, BACK, LOCK).await.unwrap(), cloud.ask(home.guest, FRONT, LOCK).await.unwrap()];
        bridge.done_with_first().await;
        // The first was the owner's, and the owner asked before the guest.
        let mut order = Vec::new();
        for _ in 0..4 {
            order.push(bridge.next().await);
        }
        assert_eq!(order.iter().map(|job| owners.contains(job)).collect::<Vec<_>>(), [false, true, false, true]);
        assert!(guests.contains(&order[0]));
    }

    /// Two waiting jobs per account and bridge.
    async fn a_third_waiting_job_of_an_account_is_refused_as_busy(test: TestStore) {
        let (_bridge, cloud, home) = occupied(&test).await;
        cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        cloud.ask(home.guest, FRONT, LOCK).await.unwrap();
        let third = cloud.ask(home.guest, FRONT, UNLOCK).await;
        assert!(matches!(third, Err(ChangeError::Refused(refusal)) if refusal.code == Code::BridgeBusy));
        assert!(cloud.ask(home.friend, FRONT, UNLOCK).await.is_ok(), "another account has room of its own");
    }

    /// A job that has waited too long and is not failed yet takes no place and answers no reading.
    async fn what_has_waited_too_long_takes_no_room_and_answers_nothing(test: TestStore) {
        let (_bridge, cloud, home) = occupied(&test).await;
        cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        cloud.ask(home.guest, FRONT, LOCK).await.unwrap();
        let read = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        test.clock.advance(10);
        cloud.ask(home.guest, FRONT, UNLOCK).await.expect("room");
        assert_eq!(cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap(), read, "readings wait longer");
        test.clock.advance(65);
        assert_ne!(cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap(), read);
    }

    /// The same reading asked for by others is answered by one look at the lock.
    async fn identical_readings_are_answered_together(test: TestStore) {
        let (mut bridge, cloud, home) = occupied(&test).await;
        let mine = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        let again = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        assert_eq!(mine, again, "the same account's is the same job");
        let theirs = cloud.ask(home.friend, FRONT, Operation::GetState).await.unwrap();
        assert_ne!(mine, theirs);
        let other = cloud.ask(home.installer, FRONT, Operation::GetPowerSource).await.unwrap();
        bridge.done_with_first().await;
        let sent = bridge.next().await;
        assert!([mine, theirs].contains(&sent));
        assert!(cloud.over(home.guest, mine).await.is_successful());
        assert!(cloud.over(home.friend, theirs).await.is_successful());
        assert_eq!(bridge.next().await, other, "the other of the two needed no turn");
    }

    /// A right to read that is gone is not served by another's reading.
    async fn anothers_reading_serves_nobody_whose_right_is_gone(test: TestStore) {
        let (mut bridge, cloud, home) = occupied(&test).await;
        let kept = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        let lost = cloud.ask(home.friend, FRONT, Operation::GetState).await.unwrap();
        home.revoke(&test.store, home.friend, home.front).await;
        bridge.done_with_first().await;
        assert_eq!(bridge.next().await, kept);
        assert!(cloud.over(home.guest, kept).await.is_successful());
        let lost = cloud.over(home.friend, lost).await;
        assert_eq!(&*lost.result.bridge_server_status_text, "NotPermitted");
    }

    /// Ten seconds of waiting are enough, and a job as old as that is never begun.
    async fn a_job_that_waited_ten_seconds_fails_as_busy_and_is_never_begun(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, TRAVEL, Limits::default()).await;
        let first = busy(&cloud, home.owner, BACK).await;
        let unread = cloud.ask(home.friend, FRONT, UNLOCK).await.unwrap();
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        test.clock.advance(10);
        let job = cloud.job(home.guest, job).await;
        assert_eq!((job.status, job.result.bridge_server_status), (Status::Failed, 4));
        assert_eq!(&*job.result.bridge_server_status_text, "BridgeBusy");
        assert!(cloud.over(home.owner, first).await.is_successful());
        // When the next turn is given, the job that nobody asked for is found too old.
        let next = cloud.have(home.owner, BACK, LOCK).await;
        assert!(next.is_successful());
        assert_eq!(cloud.job(home.friend, unread).await.status, Status::Failed);
        assert_eq!(sim.moves(FRONT), 0);
    }

    /// The claim took so long that the client may have been answered by now that the job failed.
    async fn a_job_that_was_claimed_too_long_ago_is_never_sent(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let (kind, source) = (EvtKind::Unlocked, Source::Hand);
        // Each event is acknowledged after all that came before it was done.
        for eid in 1..=8 {
            puppet.send(UpMessage::Evt(Evt { eid, device: FRONT, kind, source, slot: None, user: None, job: None, ts: None })).await;
            assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: eid }), "it has settled, and is idle");
        }
        let ((holds, held), (release, released)) = (oneshot::channel(), oneshot::channel());
        let (store, bridge) = (test.store.clone(), home.bridge);
        let holding = tokio::spawn(async move {
            let hold: Result<(), StoreError> = store
                .write(move |tx| {
                    Box::pin(async move {
                        bridges::hold(tx, bridge).await?;
                        holds.send(()).unwrap();
                        released.await.unwrap();
                        Ok(())
                    })
                })
                .await;
            hold.unwrap();
        });
        held.await.unwrap();
        // On SQLite the claim waits for the only writer from the first moment.
        let mut ask = Box::pin(cloud.ask(home.guest, FRONT, UNLOCK));
        loop {
            assert!(futures::poll!(ask.as_mut()).is_pending());
            if test.kind == Kind::Sqlite || somebody_waits(&test.store).await {
                break;
            }
        }
        test.clock.advance(6);
        release.send(()).unwrap();
        let job = ask.await.unwrap();
        holding.await.unwrap();
        let over = cloud.over(home.guest, job).await;
        assert_eq!((over.status, &*over.result.bridge_server_status_text), (Status::Failed, "JobTimeout"));
        let next = cloud.ask(home.guest, BACK, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, next, "the first that the bridge hears of");
    }

    /// Many at once: every job ends, every bolt movement is one entry.
    async fn many_clients_at_once_end_well(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 1, Limits::default()).await;
        let one = async |person: Person, lock: Serial, n: usize| {
            let mut moved = 0;
            for round in 0..10 {
                let turn = if (n + round).is_multiple_of(2) { UNLOCK } else { LOCK };
                moved += u64::from(cloud.have(person, lock, turn).await.is_successful());
            }
            moved
        };
        let counts = futures::join!(
            one(home.owner, FRONT, 0),
            one(home.guest, FRONT, 1),
            one(home.friend, FRONT, 0),
            one(home.owner, BACK, 1),
            one(home.guest, BACK, 0),
        );
        let moved = counts.0 + counts.1 + counts.2 + counts.3 + counts.4;
        assert_eq!(moved, sim.moves(FRONT) + sim.moves(BACK));
        let entries = cloud.log(home.front).await.len() + cloud.log(home.back).await.len();
        assert_eq!(entries as u64, moved);
    }
}
