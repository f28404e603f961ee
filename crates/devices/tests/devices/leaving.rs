//! How connections end and who hears of it, and what is not to be lost on the way.

use crate::house::{BACK, BRIDGE, Cloud, FRONT, Home, UNLOCK, bridge_key, eventually, hinted, write};
use crate::puppet::{Puppet, hello};
use cardea_devices::{Limits, Status};
use cardea_gateway_protocol::message::{Close, DownMessage, Evt, EvtKind, Source};
use cardea_gateway_protocol::{OperationResult, UpMessage};
use cardea_model::ids::{DeviceId, Serial};
use cardea_model::rows::{Device, Edit, Row};
use cardea_store::testing::{Kind, Step, TestStore, faults, on};
use cardea_store::{HintKind, Store, bridges, fresh_id};
use ed25519_dalek::SigningKey;
use std::sync::Arc;

fn evt(eid: u64) -> UpMessage {
    let (kind, source) = (EvtKind::Unlocked, Source::Hand);
    UpMessage::Evt(Evt { eid, device: FRONT, kind, source, slot: None, user: None, job: None, ts: None })
}

/// Another process on the same database, where that may be.
async fn elsewhere(test: &TestStore) -> Store {
    match test.kind {
        Kind::Postgres => test.second().await,
        Kind::Sqlite => test.store.clone(),
    }
}

/// Gives the home another bridge, with the key of the first.
async fn enroll(store: &Store, home: &Home, serial: Serial) -> DeviceId {
    let facts = store.facts(home.domain).await.unwrap();
    let device = Device { id: DeviceId(fresh_id()), serial, ..Device::clone(facts.device(home.bridge).unwrap()) };
    let id = device.id;
    write(store, home.domain, vec![Edit::Put(Row::Device(Arc::new(device)))]).await;
    id
}

/// Gives the bridge another key, as `cardea bridge add … --replace` does.
async fn replace_key(store: &Store, home: &Home, key: &SigningKey) {
    let facts = store.facts(home.domain).await.unwrap();
    let public_key = Some(key.verifying_key().to_bytes());
    let device = Device { public_key, ..Device::clone(facts.device(home.bridge).unwrap()) };
    write(store, home.domain, vec![Edit::Put(Row::Device(Arc::new(device)))]).await;
}

cardea_store::each_database! {
    /// RFC 6455 (docs/standards.md): a close frame is answered with one, which repeats its code.
    async fn a_close_frame_is_answered_with_its_code(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut accepted = Puppet::accepted(&cloud).await;
        accepted.close(1000, "restart").await;
        assert_eq!((accepted.receive().await, accepted.reason.as_str()), (Err(1000), "restart"));
        cloud.disconnected(&home).await;
        let (mut early, _) = Puppet::connect(&cloud).await;
        early.close(4321, "").await;
        assert_eq!(early.receive().await, Err(4321), "before hello too");
    }

    /// Whoever holds the old key is out, wherever the key was replaced; what they say after it counts no more.
    async fn a_replaced_key_ends_the_connection_that_was_proven_with_the_old_one(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let other = elsewhere(&test).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let newer = SigningKey::from_bytes(&[33; 32]);
        replace_key(&other, &home, &newer).await;
        assert_eq!(puppet.receive().await, Err(Close::NotProven.code()));
        assert_eq!(puppet.reason, "not proven: its key was replaced");
        cloud.disconnected(&home).await;
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "BridgeNotAttached"));
        assert_eq!(Puppet::greeting(&cloud).await.receive().await, Err(Close::NotProven.code()));
        let (mut newcomer, nonce) = Puppet::connect(&cloud).await;
        newcomer.send(UpMessage::Hello(hello(&newer, &nonce, BRIDGE))).await;
        assert!(matches!(newcomer.receive().await, Ok(DownMessage::Cfg(_))));
    }

    /// No hint is needed for it: what the bridge says and what it is to do ask the facts of that moment.
    async fn whoever_holds_a_replaced_key_writes_nothing_and_gets_no_job(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let other = elsewhere(&test).await;
        let (newer, older) = (SigningKey::from_bytes(&[33; 32]), bridge_key());
        for _ in 0..20 {
            let mut puppet = Puppet::accepted(&cloud).await;
            replace_key(&other, &home, &newer).await;
            let (asked, ()) = tokio::join!(cloud.ask(home.guest, FRONT, UNLOCK), puppet.try_say(evt(1)));
            let over = cloud.over(home.guest, asked.unwrap()).await;
            assert_eq!(&*over.result.bridge_server_status_text, "BridgeNotAttached");
            loop {
                match puppet.receive().await {
                    Ok(heard) => assert!(matches!(heard, DownMessage::Cfg(_)), "told to the holder of an old key: {heard:?}"),
                    Err(code) => break assert!([Close::NotProven.code(), 0].contains(&code), "{code}"),
                }
            }
            cloud.disconnected(&home).await;
            assert_eq!(cloud.log(home.front).await, []);
            replace_key(&other, &home, &older).await;
        }
    }

    /// The answer of a bridge that began at the very last moment is on its way when that moment is over.
    async fn an_answer_of_the_last_moment_is_waited_for_while_it_is_on_the_line(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { not_after: 0, ..Limits::default() }).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        puppet.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
    }

    /// A text that a screen would obey costs neither the job nor the movement.
    async fn an_answer_whose_text_holds_control_characters_is_still_an_answer(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        let text = "Ok\u{1b}[2J".into();
        puppet.found(job, OperationResult { afi_status_text: text, ..OperationResult::default() }).await;
        let over = cloud.over(home.guest, job).await;
        assert_eq!((over.status, &*over.result.afi_status_text), (Status::Succeeded, "Ok\u{fffd}[2J"));
        assert_eq!(cloud.log(home.front).await.len(), 1);
    }

    /// What a bridge tells of many locks at once is one statement.
    async fn the_conditions_that_come_together_are_written_in_one_statement(test: TestStore) {
        let mut test = test;
        let statements = cardea_store::testing::record(&mut test.store);
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        statements.take();
        // The second waits for the first, and is then taken with it.
        for (eid, device) in [(2, BACK), (1, FRONT)] {
            let UpMessage::Evt(evt) = evt(eid) else { panic!("an event") };
            puppet.send(UpMessage::Evt(Evt { device, ..evt })).await;
        }
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: 2 }));
        let taken = statements.take();
        let written = taken.iter().filter(|statement| statement.sql.contains("INSERT INTO \"conditions\"")).count();
        assert_eq!(written, 1, "{taken:?}");
        for lock in [home.front, home.back] {
            assert_eq!(cloud.condition(&home, lock).await.state, cardea_gateway_protocol::BoltState::Unlocked);
        }
    }

    /// What is sent to the bridge is never read, and the server must not wait for that for ever.
    async fn a_bridge_that_hears_nothing_is_away_and_does_not_hold_up_the_servers_end(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { silence: 500, ..Limits::default() }).await;
        let mut puppet = Puppet::narrow(&cloud).await;
        cloud.present(&home).await;
        let talk = r#"{"type":"state","uptime":9,"serial":"00:00:00:00:00:01","state":"Stuck"}"#;
        let talking = tokio::spawn(async move { puppet.chatter(talk).await });
        cloud.disconnected(&home).await;
        let stopped = tokio::time::timeout(std::time::Duration::from_secs(20), cloud.devices.stop()).await;
        assert!(stopped.is_ok(), "the server's end");
        talking.abort();
    }

    /// The database is away when the bridge goes: once it is back, its heartbeat brings what was not written, with its true time.
    async fn a_goodbye_that_could_not_be_written_is_written_with_a_heartbeat(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { heartbeat: 20, ..Limits::default() }).await;
        let puppet = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let faults = faults(&test.store);
        faults.always(Step::Ending);
        let left = test.store.now();
        drop(puppet);
        cloud.disconnected(&home).await;
        eventually("the goodbye fails", async || (faults.struck() > 0).then_some(())).await;
        let row = async || bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        assert!(row().await.online, "nobody wrote it down");
        test.clock.advance(30);
        let mut hints = test.store.hints();
        faults.stop();
        hinted(&mut hints, HintKind::Condition(home.front)).await;
        let row = row().await;
        assert_eq!((row.online, row.since), (false, left.0));
    }
}

/// The bridge's own server holds no connection of it, and does not show life for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bridge_whose_hello_was_written_unacknowledged_is_away_for_other_servers_after_forty_five_seconds_at_most() {
    on(Kind::Postgres, async |test| {
        let home = Home::furnish(&test.store).await;
        let neighbour = Serial(BRIDGE.0 + 1);
        let id = enroll(&test.store, &home, neighbour).await;
        let here = Cloud::serve(&test.store, Limits { heartbeat: 200, ..Limits::default() }).await;
        let there = Cloud::serve(&test.second().await, Limits::default()).await;
        // The write that fails may be that of a heartbeat. Then the hello is tried again.
        loop {
            faults(&test.store).next(Step::Ended);
            let mut unacknowledged = Puppet::greeting(&here).await;
            if unacknowledged.receive().await.is_err() {
                break;
            }
            drop(unacknowledged);
            here.disconnected(&home).await;
        }
        assert_eq!(there.condition(&home, home.front).await.bridge_online, Some(true), "it is written so");
        // Another bridge's row shows when a heartbeat was written. That bridge connects only now, so that its hello cannot be the write
        // that failed.
        let (mut puppet, nonce) = Puppet::connect(&here).await;
        puppet.send(UpMessage::Hello(hello(&bridge_key(), &nonce, neighbour))).await;
        assert!(matches!(puppet.receive().await, Ok(DownMessage::Cfg(_))));
        test.clock.advance(46);
        let now = test.store.now();
        eventually("a heartbeat", async || {
            let row = bridges::find(test.store.read(), id).await.unwrap().unwrap();
            (row.seen == now.0).then_some(())
        })
        .await;
        assert_eq!(there.condition(&home, home.front).await.bridge_online, Some(false));
    })
    .await;
}

/// The bridge's own server shows life, but not for a bridge that has left, though it could not write down that it left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bridge_whose_goodbye_failed_is_away_for_other_servers_after_forty_five_seconds_at_most() {
    on(Kind::Postgres, async |test| {
        let home = Home::furnish(&test.store).await;
        let here = Cloud::serve(&test.store, Limits { heartbeat: 20, ..Limits::default() }).await;
        let there = Cloud::serve(&test.second().await, Limits::default()).await;
        let puppet = Puppet::accepted(&here).await;
        there.present(&home).await;
        let faults = faults(&test.store);
        faults.always(Step::Ending);
        drop(puppet);
        here.disconnected(&home).await;
        assert_eq!(there.condition(&home, home.front).await.bridge_online, Some(true), "nobody told it");
        test.clock.advance(44);
        assert_eq!(there.condition(&home, home.front).await.bridge_online, Some(true));
        test.clock.advance(2);
        assert_eq!(
            there.condition(&home, home.front).await.bridge_online,
            Some(false),
            "while its server cannot write"
        );
        let job = there.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!(&*job.result.bridge_server_status_text, "BridgeNotAttached");
        faults.stop();
        let written = async || {
            let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
            (!row.online).then_some(())
        };
        eventually("it is written down", written).await;
    })
    .await;
}
