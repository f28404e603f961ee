//! Who may connect as a bridge, and what a connected one may say.

use crate::house::{
    BACK, BRIDGE, Cloud, FRONT, GARAGE, Home, House, LOCK, Truth, UNLOCK, bridge_key, eventually, hinted, world, write,
};
use crate::puppet::{Puppet, hello};
use cardea_devices::{Limits, Status};
use cardea_gateway_protocol::message::{Close, DownMessage, Evt, EvtKind, Hello, Kind, Source, State};
use cardea_gateway_protocol::{BoltState, JobId, MAX_FRAME_BYTES, PROTO, UpMessage, proof};
use cardea_model::ids::Serial;
use cardea_model::rows::{Edit, Pairing, RowKey};
use cardea_simulator::Simulator;
use cardea_store::{HintKind, StoreError, bridges};
use ed25519_dalek::SigningKey;
use serde_json::json;

fn state(serial: Serial, state: BoltState) -> UpMessage {
    UpMessage::State(State { serial, state, battery: Some(50), clock_offset: None, rev: 0 })
}

/// The frame of an answer: the bolt was turned, and this was found.
fn answer(job: JobId, result: &serde_json::Value) -> String {
    json!({"type": "res", "uptime": 9, "job": job, "phase": "done", "status": "succeeded", "result": result})
        .to_string()
}

fn evt(eid: u64, device: Serial) -> UpMessage {
    let (kind, source) = (EvtKind::Unlocked, Source::Hand);
    UpMessage::Evt(Evt { eid, device, kind, source, slot: None, user: None, job: None, ts: None })
}

cardea_store::each_database! {
    /// A newer hello of the bridge is written down, and its connection is not there yet. Jobs wait for that, whether the older connection
    /// has noticed it or has ended.
    async fn a_job_asked_for_while_its_bridge_connects_anew_is_done_by_the_newer_connection(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut older = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        // After the bridge has done a job, its turn is free.
        let first = cloud.ask(home.owner, FRONT, UNLOCK).await.unwrap();
        assert_eq!(older.request().await.job, first);
        older.done(first).await;
        cloud.over(home.owner, first).await;
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        let (device, domain, now) = (home.bridge, home.domain, test.store.now());
        let again = bridges::Hello { device, domain, replica: row.replica, firmware: row.firmware, now };
        let newer = test.store.write(move |tx| Box::pin(bridges::hello(tx, again)));
        let newer: Result<_, StoreError> = newer.await;
        assert_eq!(newer.unwrap().epoch, row.epoch + 1);
        let job = cloud.ask(home.guest, FRONT, LOCK).await.unwrap();
        assert_eq!(cloud.job(home.guest, job).await.status, Status::Created);
        assert_eq!(older.receive().await, Err(Close::Replaced.code()));
        let later = cloud.ask(home.friend, FRONT, UNLOCK).await.unwrap();
        assert_eq!(cloud.job(home.friend, later).await.status, Status::Created, "the older connection has ended");
        let mut newest = Puppet::accepted(&cloud).await;
        for (person, job) in [(home.guest, job), (home.friend, later)] {
            assert_eq!(newest.request().await.job, job);
            newest.done(job).await;
            assert!(cloud.over(person, job).await.is_successful());
        }
    }

    /// The hello was written down long ago, and no connection followed: a job does not wait for one.
    async fn a_job_for_a_bridge_whose_connection_never_came_to_hand_fails_at_once(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut older = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        older.close(1000, "").await;
        cloud.disconnected(&home).await;
        let (device, domain, now) = (home.bridge, home.domain, test.store.now());
        let again = bridges::Hello { device, domain, replica: row.replica, firmware: row.firmware, now };
        let newer: Result<_, StoreError> = test.store.write(move |tx| Box::pin(bridges::hello(tx, again))).await;
        newer.unwrap();
        test.clock.advance(10);
        let job = cloud.ask(home.guest, FRONT, LOCK).await.unwrap();
        let job = cloud.job(home.guest, job).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "BridgeNotAttached"));
    }

    /// Only the key of the enrollment, on this connection's nonce, for a bridge.
    async fn who_cannot_prove_to_be_an_enrolled_bridge_is_sent_away(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let greeting = async |make: &dyn Fn(&proof::Nonce) -> Hello| {
            let (mut puppet, nonce) = Puppet::connect(&cloud).await;
            puppet.send(UpMessage::Hello(make(&nonce))).await;
            puppet.receive().await
        };
        let not_proven = Err(Close::NotProven.code());
        let foreign = SigningKey::from_bytes(&[99; 32]);
        assert_eq!(greeting(&|nonce| hello(&foreign, nonce, BRIDGE)).await, not_proven);
        assert_eq!(greeting(&|_| hello(&bridge_key(), &[0; 32], BRIDGE)).await, not_proven);
        assert_eq!(greeting(&|nonce| hello(&bridge_key(), nonce, Serial(77))).await, not_proven);
        assert_eq!(greeting(&|nonce| hello(&bridge_key(), nonce, FRONT)).await, not_proven);
        let newer = |nonce: &proof::Nonce| Hello { proto: PROTO + 1, ..hello(&bridge_key(), nonce, BRIDGE) };
        assert_eq!(greeting(&newer).await, Err(Close::WrongProto.code()));
        let (mut puppet, _) = Puppet::connect(&cloud).await;
        puppet.raw(json!({"type": "hello", "proto": PROTO + 1, "certificate": "…"}).to_string()).await;
        assert_eq!(puppet.receive().await, Err(Close::WrongProto.code()), "whatever else that version says");
        assert_eq!(puppet.reason, "unknown protocol version: this server speaks 1");
        assert_eq!(cloud.condition(&home, home.front).await.bridge_online, Some(false));
        assert!(matches!(greeting(&|nonce| hello(&bridge_key(), nonce, BRIDGE)).await, Ok(DownMessage::Cfg(_))));
    }

    /// Nonsense ends the connection, before hello and after.
    async fn a_frame_that_is_no_message_ends_the_connection(test: TestStore) {
        Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let malformed = Err(Close::Malformed.code());
        let (mut puppet, _) = Puppet::connect(&cloud).await;
        puppet.send(state(FRONT, BoltState::Locked)).await;
        assert_eq!(puppet.receive().await, malformed, "hello comes first");
        assert_eq!(puppet.reason, "malformed message: type: hello comes first");
        let (mut puppet, _) = Puppet::connect(&cloud).await;
        puppet.raw(json!({"type": "hello", "uptime": 1, "bridge": "00:1b:ac:00:00:01", "proto": 1}).to_string()).await;
        assert_eq!(puppet.receive().await, malformed);
        assert_eq!(puppet.reason, "malformed message: firmware: it is missing");
        let mut puppet = Puppet::accepted(&cloud).await;
        puppet.raw("{\"type\":\"later_version\",\"uptime\":1,\"x\":[1]}".into()).await;
        puppet.raw("nonsense".into()).await;
        assert_eq!(puppet.receive().await, malformed, "what a later version says is skipped, nonsense is not");
        assert!(puppet.reason.starts_with("malformed message: frame: not JSON"), "{}", puppet.reason);
        let mut puppet = Puppet::accepted(&cloud).await;
        puppet.raw(format!("{{\"type\":\"{}\"}}", "x".repeat(MAX_FRAME_BYTES))).await;
        assert_eq!(puppet.receive().await, malformed);
        assert_eq!(puppet.reason, "malformed message: frame: longer than 65536 bytes");
        let mut puppet = Puppet::accepted(&cloud).await;
        puppet.raw("x".repeat(5 * MAX_FRAME_BYTES)).await;
        assert!(puppet.receive().await.is_err(), "and what is too long to be read at all just ends it");
    }

    /// The job fails and says why; the bridge hears which field it was, and works on.
    async fn a_malformed_answer_fails_its_job_and_leaves_the_bridge_connected(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        puppet.raw(answer(job, &json!({"state": "Unlocked", "battery_level": 101}))).await;
        let fault = puppet.fault().await;
        assert_eq!((fault.of, fault.job, fault.field.as_str()), (Kind::Res, Some(job), "result.battery_level"));
        let failed = cloud.over(home.guest, job).await;
        assert_eq!((failed.status, failed.result.bridge_server_status), (Status::Failed, 37));
        for text in [&failed.result.bridge_server_status_text, &failed.result.afi_status_text, &failed.result.dmi_status_text] {
            assert_eq!(text, "MalformedAnswer");
        }
        let next = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, next, "on the same connection");
        // The bolt may have moved: when the bridge sends a readable answer later, condition and log get it.
        puppet.raw(answer(job, &json!({"state": "Unlocked", "battery_level": 100}))).await;
        eventually("an entry", async || (cloud.log(home.front).await.len() == 1).then_some(())).await;
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Unlocked);
        assert_eq!(cloud.job(home.guest, job).await, failed, "the job stays as it ended");
    }

    /// The bridge sends the same stored answer each time it is asked, and must not be asked for ever.
    async fn a_malformed_answer_to_ask_fails_the_job_and_names_the_field(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        drop(puppet);
        let mut puppet = Puppet::accepted(&cloud).await;
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ask { job }));
        puppet.raw(json!({"type": "res", "uptime": 9, "job": job, "phase": "finished"}).to_string()).await;
        assert_eq!(puppet.fault().await.field, "phase");
        let failed = cloud.over(home.guest, job).await;
        assert_eq!(&*failed.result.afi_status_text, "MalformedAnswer");
        let next = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, next);
    }

    /// Of an event counts what can be read; one that cannot be placed is acknowledged, so that those after it get through.
    async fn a_malformed_event_loses_no_movement_and_holds_up_none(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let evt = |eid: u64, change: serde_json::Value| {
            let mut evt = json!({"type": "evt", "uptime": 9, "eid": eid, "device": FRONT.to_string(), "kind": "unlocked", "source": "keypad"});
            evt.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            evt.to_string()
        };
        for (eid, change, field, entries) in [
            (1, json!({"slot": 21}), "slot", 1),
            (2, json!({"device": "the front door"}), "device", 1),
            (3, json!({"kind": 1.5}), "kind", 1),
            (4, json!({"ts": 1_000}), "ts", 2),
            (5, json!({"ts": test.store.now().0 + 2 * 86_400_000}), "ts", 3),
        ] {
            test.clock.advance(120);
            puppet.raw(evt(eid, change)).await;
            let fault = puppet.fault().await;
            assert_eq!((fault.of, fault.eid, fault.field.as_str()), (Kind::Evt, Some(eid), field));
            assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: eid }));
            let log = cloud.log(home.front).await;
            assert_eq!(log.len(), entries, "{field}");
            assert!(field == "device" || field == "kind" || log[0].timestamp == test.store.now(), "the time of arrival");
        }
        puppet.raw(json!({"type": "state", "uptime": 9, "serial": FRONT.to_string(), "state": "Ajar", "rev": 0}).to_string()).await;
        assert_eq!(puppet.fault().await.field, "state");
        // A number that was not counted but damaged does not have the true ones taken for old.
        for eid in [0, 1 << 40, 1 << 53, u64::MAX] {
            puppet.raw(evt(eid, json!({}))).await;
            assert_eq!(puppet.fault().await.field, "eid");
        }
        test.clock.advance(120);
        puppet.raw(evt(6, json!({}))).await;
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: 6 }));
        assert_eq!(cloud.log(home.front).await.len(), 4);
    }

    /// A lock that locks itself again, and a bridge that names the job for it; another door of the same moment.
    async fn an_event_that_names_a_job_for_another_movement_is_an_entry_of_its_own(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        puppet.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
        let movements = [(FRONT, "unlocked", "bridge"), (FRONT, "locked", "bridge"), (BACK, "unlocked", "bridge"), (FRONT, "locked", "hand")];
        for ((device, kind, source), eid) in movements.into_iter().zip(1_u64..) {
            test.clock.advance(1);
            let evt = json!({"type": "evt", "uptime": 9, "eid": eid, "device": device.to_string(), "kind": kind, "source": source, "job": job});
            puppet.raw(evt.to_string()).await;
            assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: eid }));
        }
        let log = async |lock| cloud.log(lock).await.into_iter().rev().map(|entry| entry.operation.name()).collect::<Vec<_>>();
        assert_eq!(log(home.front).await, ["bridgeUnlocked", "bridgeLocked", "locked"]);
        assert_eq!(log(home.back).await, ["bridgeUnlocked"]);
    }

    /// Two bridges with one key: after a few rounds one of them stays, and the other is told why it may not come in.
    async fn two_bridges_with_one_key_do_not_replace_each_other_for_ever(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut there = Puppet::accepted(&cloud).await;
        for _ in 0..4 {
            let newer = Puppet::accepted(&cloud).await;
            assert_eq!(there.receive().await, Err(Close::Replaced.code()));
            there = newer;
        }
        for _ in 0..3 {
            let mut other = Puppet::greeting(&cloud).await;
            assert_eq!(other.receive().await, Err(Close::Contested.code()));
            assert!(other.reason.starts_with("another connection holds this key: try again in "), "{}", other.reason);
        }
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(there.request().await.job, job, "the one that is there works on");
        there.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
        // When it goes, whoever comes is welcome.
        drop(there);
        cloud.disconnected(&home).await;
        Puppet::accepted(&cloud).await;
    }

    /// The server believes in each of its connections when the next one comes.
    async fn a_bridge_that_has_not_started_anew_is_let_in_however_often_its_line_breaks(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut broken = Vec::new();
        for _ in 0..20 {
            let mut puppet = Puppet::greeting_since(&cloud, "9f0c7d31").await;
            assert!(matches!(puppet.receive().await, Ok(DownMessage::Cfg(_))), "{}", puppet.reason);
            broken.push(puppet);
        }
        let mut last = broken.pop().unwrap();
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(last.request().await.job, job);
        last.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
    }

    /// The other connection may be dead, and then the one that asks is let in once that is known.
    async fn who_is_refused_is_asked_to_come_again_when_a_dead_connection_would_be_over(test: TestStore) {
        Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { silence: 8_000, ..Limits::default() }).await;
        let mut there = Puppet::accepted(&cloud).await;
        for _ in 0..4 {
            let newer = Puppet::accepted(&cloud).await;
            assert_eq!(there.receive().await, Err(Close::Replaced.code()));
            there = newer;
        }
        let mut other = Puppet::greeting(&cloud).await;
        assert_eq!(other.receive().await, Err(Close::Contested.code()));
        let seconds = other.reason.strip_prefix("another connection holds this key: try again in ").unwrap();
        let seconds: i64 = seconds.strip_suffix(" s").unwrap().parse().unwrap();
        assert!((1..=9).contains(&seconds), "{seconds}");
    }

    /// A bridge sets its clock by it.
    async fn a_cfg_that_is_sent_again_tells_the_time_of_then(test: TestStore) {
        Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let (mut puppet, first) = Puppet::configured(&cloud).await;
        // It asks for no cfg, but knows only an older one.
        test.clock.advance(3_600);
        puppet.send(state(FRONT, BoltState::Locked)).await;
        match puppet.receive().await.unwrap() {
            DownMessage::Cfg(again) => assert_eq!((again.rev, again.now), (first.rev, first.now + 3_600_000)),
            other => panic!("not a cfg: {other:?}"),
        }
    }

    /// The first cfg says which events the server has; a bridge that lost its memory numbers on from there, and none of its events is lost.
    async fn a_bridge_that_lost_its_memory_loses_no_events(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        for turn in ["unlock", "lock", "unlock"] {
            sim.set(FRONT, json!({"turn": turn}));
        }
        eventually("three entries", async || (cloud.log(home.front).await.len() == 3).then_some(())).await;
        drop(sim);
        cloud.disconnected(&home).await;
        let (puppet, cfg) = Puppet::configured(&cloud).await;
        assert_eq!(cfg.evt_upto, Some(3));
        drop(puppet);
        cloud.disconnected(&home).await;
        test.clock.advance(120);
        let forgetful = Simulator::start(world(0), &cloud.url());
        forgetful.set(FRONT, json!({"turn": "unlock"}));
        forgetful.set(FRONT, json!({"turn": "lock"}));
        eventually("five entries", async || (cloud.log(home.front).await.len() == 5).then_some(())).await;
    }

    /// The newer connection counts.
    async fn a_newer_connection_replaces_the_older(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut older = Puppet::accepted(&cloud).await;
        let mut newer = Puppet::accepted(&cloud).await;
        assert_eq!(older.receive().await, Err(Close::Replaced.code()));
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        let req = newer.request().await;
        assert_eq!((req.job, req.device, &req.boot), (job, FRONT, &newer.boot));
        assert_eq!(cloud.condition(&home, home.front).await.bridge_online, Some(true));
        newer.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
    }

    /// A bridge speaks for the locks paired with it, and answers for its own jobs.
    async fn a_bridge_speaks_for_no_lock_but_its_own(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        puppet.send(evt(1, GARAGE)).await;
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: 1 }), "heard, so that it is not sent for ever");
        puppet.send(state(GARAGE, BoltState::Unlocked)).await;
        puppet.send(evt(2, FRONT)).await;
        loop {
            if puppet.receive().await.unwrap() == (DownMessage::Ack { evt_upto: 2 }) {
                break;
            }
        }
        assert_eq!(cloud.log(home.garage).await, []);
        assert_eq!(cloud.log(home.front).await.len(), 1);
        let facts = test.store.facts(home.domain).await.unwrap();
        assert_eq!(cloud.devices.condition(&facts, home.garage).await.unwrap(), None);
        // An event that was acknowledged is acknowledged again, and enters nothing twice.
        puppet.send(evt(2, FRONT)).await;
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: 2 }));
        assert_eq!(cloud.log(home.front).await.len(), 1);
    }

    /// Unpairing reaches the bridge, and ends what it may do.
    async fn the_bridge_is_told_what_it_reaches_as_that_changes(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let pairing = RowKey::Pairing(Pairing { lock: home.back, device: home.bridge });
        write(&test.store, home.domain, vec![Edit::Remove(pairing)]).await;
        match puppet.receive().await.unwrap() {
            DownMessage::Cfg(cfg) => {
                assert_eq!(cfg.evt_upto, None, "only the first says it");
                assert_eq!(cfg.devices.iter().map(|device| device.serial).collect::<Vec<_>>(), [FRONT]);
            }
            other => panic!("not a cfg: {other:?}"),
        }
        let front = RowKey::Pairing(Pairing { lock: home.front, device: home.bridge });
        write(&test.store, home.domain, vec![Edit::Remove(front), Edit::Remove(RowKey::Device(home.bridge))]).await;
        let closed = loop {
            if let Err(code) = puppet.receive().await {
                break code;
            }
        };
        assert_eq!(closed, Close::NotProven.code(), "a bridge that is no longer of the domain is sent away");
    }

    /// Coming and going is told to those who watch, with since when.
    async fn presence_is_known_with_since_when(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        let arrived = house.cloud.condition(&house.home, house.home.front).await;
        assert_eq!((arrived.bridge_online, arrived.bridge_since), (Some(true), Some(test.store.now())));
        let mut hints = test.store.hints();
        test.clock.advance(60);
        house.bridge_away().await;
        hinted(&mut hints, HintKind::Condition(house.home.front)).await;
        let away = house.cloud.condition(&house.home, house.home.front).await;
        assert_eq!((away.bridge_online, away.bridge_since), (Some(false), Some(test.store.now())));
        assert_eq!((away.state, away.at), (BoltState::Locked, arrived.at), "what was known last, and when");
        let facts = test.store.facts(house.home.domain).await.unwrap();
        let all = house.cloud.devices.conditions(&facts).await.unwrap();
        assert_eq!(all.iter().map(|condition| condition.lock).collect::<Vec<_>>().len(), 2, "the garage has no bridge");
        assert!(all.contains(&away));
    }

    /// An orderly stop ends jobs under way in writing, and the next start finds bridges and jobs as they are.
    async fn a_stop_sends_the_bridges_away_and_a_start_takes_them_back(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let sim = Simulator::start(world(300), &cloud.url());
        cloud.connected(&home).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt turns", async || (sim.truth(FRONT, "turning") == "unlock").then_some(())).await;
        cloud.devices.stop().await;
        assert_eq!(cloud.condition(&home, home.front).await.bridge_online, Some(false));
        assert_eq!(cloud.job(home.guest, job).await.status, Status::InProgress);
        let next = Cloud::serve(&test.store, Limits::default()).await;
        sim.move_bridge(BRIDGE, &next.url());
        assert!(next.over(home.guest, job).await.is_successful());
        assert_eq!((sim.moves(FRONT), next.log(home.front).await.len()), (1, 1));
        assert_eq!(sim.set(BRIDGE, json!({}))["connected"], true);
    }
}
