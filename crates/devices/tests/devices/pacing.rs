//! How much of what a bridge tells by itself is written down at a time, and how often it may connect.

use crate::house::{BRIDGE, Cloud, FRONT, Home, UNLOCK};
use crate::puppet::{Puppet, hello};
use cardea_devices::Limits;
use cardea_gateway_protocol::UpMessage;
use cardea_gateway_protocol::message::{Close, DownMessage, Evt, EvtKind, Source};
use cardea_gateway_protocol::server::Pace;
use cardea_store::bridges;
use ed25519_dalek::SigningKey;

/// So many are written down in a row, and in these tests no more within their time.
fn few() -> Limits {
    Limits { news: Pace { in_a_row: 20, every: 3_600_000 }, ..Limits::default() }
}

/// The bridge tells these events; every other one says that the bolt went back.
async fn tell(puppet: &mut Puppet, eids: impl Iterator<Item = u64>) {
    for eid in eids {
        let kind = if eid % 2 == 0 { EvtKind::Locked } else { EvtKind::Unlocked };
        let evt = Evt { eid, device: FRONT, kind, source: Source::Hand, slot: None, user: None, job: None, ts: None };
        puppet.send(UpMessage::Evt(evt)).await;
    }
}

/// Waits until the server has acknowledged events up to this one, and demands that it acknowledges no further.
async fn acknowledged(puppet: &mut Puppet, upto: u64) {
    loop {
        match puppet.receive().await.unwrap() {
            DownMessage::Ack { evt_upto } if evt_upto == upto => return,
            DownMessage::Ack { evt_upto } => assert!(evt_upto < upto, "{evt_upto}"),
            other => panic!("not an acknowledgement: {other:?}"),
        }
    }
}

cardea_store::each_database! {
    /// Nothing of it is acknowledged, so nothing is lost; jobs are done meanwhile, and connecting anew gains nothing.
    async fn a_bridge_that_tells_too_much_has_no_more_of_it_written_down_and_goes_on_working(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, few()).await;
        let (mut puppet, cfg) = Puppet::configured(&cloud).await;
        assert_eq!(cfg.evt_upto, Some(0));
        tell(&mut puppet, 1..=50).await;
        acknowledged(&mut puppet, 20).await;
        for connection in 1..=2 {
            let job = cloud.ask(home.owner, FRONT, UNLOCK).await.unwrap();
            assert_eq!(puppet.request().await.job, job, "no acknowledgement comes before it");
            puppet.done(job).await;
            assert!(cloud.over(home.owner, job).await.is_successful());
            assert_eq!(cloud.log(home.front).await.len(), 20 + connection, "of events and jobs");
            let (again, cfg) = Puppet::configured(&cloud).await;
            assert_eq!(cfg.evt_upto, Some(20), "it sends from there on");
            puppet = again;
            tell(&mut puppet, 21..=50).await;
        }
    }

    async fn what_a_bridge_tells_too_fast_is_written_down_by_and_by(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { news: Pace { in_a_row: 20, every: 20 }, ..Limits::default() }).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        tell(&mut puppet, 1..=60).await;
        acknowledged(&mut puppet, 60).await;
        assert_eq!(cloud.log(home.front).await.len(), 60);
    }

    /// Its line breaks each time, so it is the same bridge, and no two are at odds about one key. A stranger without the key counts for nothing.
    async fn a_bridge_that_connects_too_often_is_told_when_to_come_back(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let limits = Limits { hellos: Pace { in_a_row: 5, every: 3_600_000 }, ..Limits::default() };
        let cloud = Cloud::serve(&test.store, limits).await;
        for _ in 0..10 {
            let (mut stranger, nonce) = Puppet::connect(&cloud).await;
            stranger.send(UpMessage::Hello(hello(&SigningKey::from_bytes(&[9; 32]), &nonce, BRIDGE))).await;
            assert_eq!(stranger.receive().await, Err(Close::NotProven.code()));
        }
        let mut last = None;
        for _ in 0..5 {
            let mut puppet = Puppet::greeting_since(&cloud, "morning").await;
            assert!(matches!(puppet.receive().await, Ok(DownMessage::Cfg(_))));
            last = Some(puppet);
        }
        let mut refused = Puppet::greeting_since(&cloud, "morning").await;
        assert_eq!(refused.receive().await, Err(Close::TooSoon.code()));
        let seconds = refused.reason.strip_prefix("connected too often: try again in ").and_then(|rest| rest.strip_suffix(" s"));
        assert!(matches!(seconds.map(str::parse), Some(Ok(3_590..=3_601))), "{}", refused.reason);
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        assert_eq!((row.online, row.epoch), (true, 5), "who was refused has left no trace");
        let job = cloud.ask(home.owner, FRONT, UNLOCK).await.unwrap();
        let mut last = last.unwrap();
        assert_eq!(last.request().await.job, job, "the connection that counts goes on");
    }

    async fn a_bridge_is_received_again_once_it_has_waited(test: TestStore) {
        Home::furnish(&test.store).await;
        let limits = Limits { hellos: Pace { in_a_row: 1, every: 20 }, ..Limits::default() };
        let cloud = Cloud::serve(&test.store, limits).await;
        Puppet::accepted(&cloud).await;
        loop {
            match Puppet::greeting_since(&cloud, "morning").await.receive().await {
                Err(code) => assert_eq!(code, Close::TooSoon.code()),
                Ok(answer) => return assert!(matches!(answer, DownMessage::Cfg(_)), "{answer:?}"),
            }
        }
    }
}
