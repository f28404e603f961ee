//! State and battery of many locks behind one slow bridge: everybody gets their readings in time, and nobody at a door waits for them. A
//! bridge's operation takes as long as the test's clock says.

use crate::house::{BACK, Cloud, FRONT, Home, Person, UNLOCK, eventually, lock, write};
use crate::puppet::Puppet;
use cardea_devices::{JobId, Limits, Operation, OperationResult, Status};
use cardea_gateway_protocol::message::{Evt, EvtKind, Req, Source, State};
use cardea_gateway_protocol::{BoltState, UpMessage};
use cardea_model::ids::{LinkId, LinkKind, Serial};
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Edit, Link, Pairing, Row, Target, Who};
use cardea_store::fresh_id;
use cardea_store::testing::TestStore;
use std::sync::Arc;

/// How long a bridge takes for one operation, in seconds.
const OPERATION: i64 = 6;
/// How long a client waits for its readings, in milliseconds.
const PATIENCE: i64 = 75_000;

/// Ten locks behind one bridge, which the owner and the guest may work from afar.
struct Street {
    puppet: Puppet,
    cloud: Cloud,
    home: Home,
    locks: Vec<Serial>,
}

impl Street {
    async fn build(test: &TestStore) -> Street {
        let home = Home::furnish(&test.store).await;
        let now = test.store.now();
        let mut locks = vec![FRONT, BACK];
        let mut edits = Vec::new();
        for n in 2..10 {
            let door = lock(&format!("Door {n}"), Serial(100 + n), now);
            locks.extend(door.serial());
            edits.push(Edit::Put(Row::Pairing(Pairing { lock: door.id, device: home.bridge })));
            for person in [home.owner, home.guest] {
                edits.push(Edit::Put(Row::Link(Link {
                    id: LinkId::new(LinkKind::LockUser, fresh_id()),
                    who: Who::User(person.user),
                    target: Target::Lock(door.id),
                    calendar: None,
                    profile: LinkProfile::UserAllowRemote,
                    created: now,
                })));
            }
            edits.push(Edit::Put(Row::Lock(Arc::new(door))));
        }
        write(&test.store, home.domain, edits).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let (puppet, cfg) = Puppet::configured(&cloud).await;
        assert_eq!(cfg.devices.len(), locks.len());
        cloud.present(&home).await;
        Street { puppet, cloud, home, locks }
    }

    /// Asks for state and battery of all of them at once, as home automation does.
    async fn ask_for_everything(&self, person: Person) -> Vec<JobId> {
        let mut jobs = Vec::new();
        for lock in &self.locks {
            for read in [Operation::GetState, Operation::GetPowerSource] {
                jobs.push(self.cloud.ask(person, *lock, read).await.unwrap());
            }
        }
        jobs
    }

    /// The bridge has done this, in the time that it takes. With a state it tells the battery, if it is one of those that do.
    async fn does(&mut self, test: &TestStore, req: &Req, tells_battery: bool) {
        test.clock.advance(OPERATION);
        let state = Some(BoltState::Locked).filter(|_| req.operation == Operation::GetState.name());
        let tells = tells_battery || req.operation == Operation::GetPowerSource.name();
        let result = OperationResult { state, battery_level: tells.then_some(77), ..OperationResult::default() };
        self.puppet.found(req.job, result).await;
    }
}

fn state(serial: Serial, battery: u8) -> UpMessage {
    UpMessage::State(State { serial, state: BoltState::Locked, battery: Some(battery), clock_offset: None, rev: 0 })
}

cardea_store::each_database! {
    async fn ten_locks_behind_one_slow_bridge_all_tell_state_and_battery_in_time_while_a_person_waits_for_one_operation(test: TestStore) {
        let mut street = Street::build(&test).await;
        let (owner, guest) = (street.home.owner, street.home.guest);
        let begun = test.store.now();
        let jobs = street.ask_for_everything(owner).await;
        let mut unlock = None;
        let mut requests = 0;
        while requests < 12 {
            let req = street.puppet.request().await;
            if let Some(unlock) = unlock.take() {
                assert_eq!(req.job, unlock, "a person at a door waits for what the bridge is at, and for nothing else");
            }
            unlock = match requests {
                3 => Some(street.cloud.ask(guest, FRONT, UNLOCK).await.unwrap()),
                // The account that all these readings are for.
                6 => Some(street.cloud.ask(owner, BACK, UNLOCK).await.unwrap()),
                _ => None,
            };
            street.does(&test, &req, true).await;
            requests += 1;
        }
        for job in jobs {
            let job = street.cloud.over(owner, job).await;
            assert_eq!(job.status, Status::Succeeded, "{} of {}", job.operation, job.device);
            let read = (job.result.state, job.result.battery_level);
            let state = job.operation == Operation::GetState.name();
            assert_eq!(read, (state.then_some(BoltState::Locked), Some(77)));
        }
        assert!(test.store.now() - begun <= PATIENCE, "{} ms", test.store.now() - begun);
    }

    /// A bridge that does not tell the battery with the state is asked for it, once all states are told.
    async fn of_each_client_the_state_goes_before_the_battery(test: TestStore) {
        let mut street = Street::build(&test).await;
        street.locks.truncate(6);
        let owner = street.home.owner;
        let jobs = street.ask_for_everything(owner).await;
        let mut asked = Vec::new();
        for _ in 0..12 {
            let req = street.puppet.request().await;
            street.does(&test, &req, false).await;
            asked.push(req.operation);
        }
        assert!(asked[..6].iter().all(|operation| operation == Operation::GetState.name()), "{asked:?}");
        assert!(asked[6..].iter().all(|operation| operation == Operation::GetPowerSource.name()), "{asked:?}");
        for job in jobs {
            assert!(street.cloud.over(owner, job).await.is_successful());
        }
    }

    async fn one_clients_readings_never_push_out_anothers(test: TestStore) {
        let mut street = Street::build(&test).await;
        street.ask_for_everything(street.home.owner).await;
        let others = street.cloud.ask(street.home.guest, BACK, Operation::GetPowerSource).await.unwrap();
        let first = street.puppet.request().await;
        street.does(&test, &first, false).await;
        assert_eq!(street.puppet.request().await.job, others, "accounts take turns");
    }

    async fn a_reading_waits_75_seconds_and_then_fails_as_busy(test: TestStore) {
        let mut street = Street::build(&test).await;
        let (owner, guest) = (street.home.owner, street.home.guest);
        let unlock = street.cloud.ask(owner, FRONT, UNLOCK).await.unwrap();
        assert_eq!(street.puppet.request().await.job, unlock);
        let job = street.cloud.ask(guest, FRONT, Operation::GetState).await.unwrap();
        test.clock.advance(74);
        assert_eq!(street.cloud.job(guest, job).await.status, Status::Created);
        test.clock.advance(1);
        let job = street.cloud.job(guest, job).await;
        assert_eq!((job.status, &*job.result.afi_status_text), (Status::Failed, "BridgeBusy"));
    }

    async fn the_battery_is_told_from_a_reading_under_ten_minutes_old(test: TestStore) {
        let Street { mut puppet, cloud, home, .. } = Street::build(&test).await;
        let (guest, front) = (home.guest, home.front);
        puppet.send(state(FRONT, 44)).await;
        eventually("the reading", async || {
            (cloud.condition(&home, front).await.battery_level == Some(44)).then_some(())
        })
        .await;
        let rev = puppet.receive().await;
        assert!(rev.is_ok(), "the cfg once more, since the state was of another");
        test.clock.advance(500);
        let evt = Evt { eid: 1, device: FRONT, kind: EvtKind::Unlocked, source: Source::Hand, slot: None, user: None, job: None, ts: None };
        puppet.send(UpMessage::Evt(evt)).await;
        assert!(puppet.receive().await.is_ok(), "the acknowledgement");
        test.clock.advance(99);
        let known = cloud.have(guest, FRONT, Operation::GetPowerSource).await;
        assert_eq!((known.status, known.result.battery_level), (Status::Succeeded, Some(44)));
        assert_eq!(known.result.state, None);
        let waits = cloud.ask(guest, BACK, Operation::GetPowerSource).await.unwrap();
        assert_eq!(puppet.request().await.job, waits, "of this one nobody told");
        puppet.done(waits).await;
        test.clock.advance(1);
        let old = cloud.ask(guest, FRONT, Operation::GetPowerSource).await.unwrap();
        assert_eq!(puppet.request().await.job, old, "that the bolt was seen since says nothing about the battery");
        puppet.found(old, OperationResult::of_battery(43)).await;
        assert!(cloud.over(guest, old).await.is_successful());
        // Whether the lock can be reached is not told from memory.
        drop(puppet);
        cloud.disconnected(&home).await;
        let away = cloud.have(guest, FRONT, Operation::GetPowerSource).await;
        assert_eq!(&*away.result.dmi_status_text, "BridgeNotAttached");
    }

    async fn one_answer_for_many_asks_once_what_holds_now(test: TestStore) {
        let mut test = test;
        let statements = cardea_store::testing::record(&mut test.store);
        let mut street = Street::build(&test).await;
        let Home { owner, guest, friend, installer, .. } = street.home;
        let unlock = street.cloud.ask(owner, BACK, UNLOCK).await.unwrap();
        assert_eq!(street.puppet.request().await.job, unlock);
        let mut waiting = Vec::new();
        for person in [owner, guest, friend, installer] {
            waiting.push((person, street.cloud.ask(person, FRONT, Operation::GetPowerSource).await.unwrap()));
        }
        statements.take();
        street.puppet.send(state(FRONT, 44)).await;
        for (person, job) in waiting {
            assert_eq!(street.cloud.over(person, job).await.result.battery_level, Some(44));
        }
        let asked = statements.take().into_iter();
        let looks = asked.filter(|statement| statement.sql.starts_with("SELECT \"domains\".")).count();
        // One to know whose lock it is that was told of, and one for all who wait.
        assert_eq!(looks, if test.kind == cardea_store::testing::Kind::Sqlite { 0 } else { 2 });
    }

    async fn whoever_waits_for_the_battery_hears_it_from_a_state_or_from_anothers_job(test: TestStore) {
        let mut street = Street::build(&test).await;
        let (owner, guest) = (street.home.owner, street.home.guest);
        let unlock = street.cloud.ask(owner, BACK, UNLOCK).await.unwrap();
        assert_eq!(street.puppet.request().await.job, unlock);
        let front = street.cloud.ask(guest, FRONT, Operation::GetPowerSource).await.unwrap();
        let back = street.cloud.ask(guest, BACK, Operation::GetPowerSource).await.unwrap();
        street.puppet.send(state(FRONT, 44)).await;
        assert_eq!(street.cloud.over(guest, front).await.result.battery_level, Some(44));
        assert_eq!(street.cloud.job(guest, back).await.status, Status::Created);
        street.puppet.found(unlock, OperationResult::of_battery(55)).await;
        assert_eq!(street.cloud.over(guest, back).await.result.battery_level, Some(55));
    }

    /// A right to read that is gone is not served from what the bridge told.
    async fn a_battery_is_told_to_nobody_whose_right_is_gone(test: TestStore) {
        let mut street = Street::build(&test).await;
        let (owner, friend) = (street.home.owner, street.home.friend);
        let unlock = street.cloud.ask(owner, BACK, UNLOCK).await.unwrap();
        assert_eq!(street.puppet.request().await.job, unlock);
        let lost = street.cloud.ask(friend, FRONT, Operation::GetPowerSource).await.unwrap();
        street.home.revoke(&test.store, friend, street.home.front).await;
        street.puppet.send(state(FRONT, 44)).await;
        street.puppet.done(unlock).await;
        let lost = street.cloud.over(friend, lost).await;
        assert_eq!(&*lost.result.bridge_server_status_text, "NotPermitted");
        assert_eq!(lost.result.battery_level, None);
    }
}
