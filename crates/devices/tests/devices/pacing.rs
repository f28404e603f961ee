//! How much of what a bridge tells by itself is written down at a time.

use crate::house::{Cloud, FRONT, Home, UNLOCK};
use crate::puppet::Puppet;
use cardea_devices::Limits;
use cardea_gateway_protocol::UpMessage;
use cardea_gateway_protocol::message::{DownMessage, Evt, EvtKind, Source};

/// So many are written down in a row, and in these tests no more within their time.
fn few() -> Limits {
    Limits { news: 20, news_every: 3_600_000, ..Limits::default() }
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
        let cloud = Cloud::serve(&test.store, Limits { news: 20, news_every: 20, ..Limits::default() }).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        tell(&mut puppet, 1..=60).await;
        acknowledged(&mut puppet, 60).await;
        assert_eq!(cloud.log(home.front).await.len(), 60);
    }
}
