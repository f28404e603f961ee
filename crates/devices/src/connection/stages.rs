//! How far a job is, is forgotten once it is over here.

use super::{BridgeConnection, news, turn};
use crate::drivers::{Received, Transport};
use crate::hub::{Handle, Hub};
use cardea_gateway_protocol::message::{Cfg, Close, DownMessage};
use cardea_gateway_protocol::result::Failure;
use cardea_gateway_protocol::server::{Limits, Outcome, Stage};
use cardea_gateway_protocol::{JobId, Operation, UptimeEstimate};
use cardea_model::ids::{DeviceId, DomainId};
use cardea_store::jobs::Model;
use cardea_store::testing::{Kind, TestStore, on};
use std::sync::Arc;

/// A line on which nothing is ever said.
struct Mute;

impl Transport for Mute {
    fn proved(&self) {}
    async fn receive(&mut self) -> Received {
        std::future::pending().await
    }
    async fn send(&mut self, _: DownMessage) -> bool {
        true
    }
    async fn close(self, _: Close, _: &str) {}
}

/// A connection whose bridge is at a reading that another connection ends, and the reading.
fn at_a_reading(test: &TestStore) -> (BridgeConnection<Mute>, JobId) {
    // Given up as soon as the connection is gone.
    let hub = Arc::new(Hub::new(test.store.clone(), Limits { done: 0, ..Limits::default() }));
    let (handle, orders) = Handle::new(DeviceId(1), DomainId(2), 3, [0; 32], String::new());
    let row = Model {
        id: vec![5; 16],
        account: 6,
        domain: 2,
        user_id: 7,
        bridge: 1,
        lock_id: 8,
        serial: 9,
        operation: Operation::GetState.name().to_owned(),
        arguments: "[]".to_owned(),
        rank: 0,
        status: 1,
        created: test.store.now().0,
        claimed: Some(test.store.now().0),
        epoch: Some(4),
        result: None,
    };
    let job = turn::job_id(&row);
    hub.set_stage(job, Some(Stage::AtBridge));
    let connection = BridgeConnection {
        current: Some(turn::Current::interrupted(&hub, row)),
        news: news::News::after(0),
        served: turn::Served::default(),
        uptime: UptimeEstimate::first(0, hub.monotonic()),
        quiet_until: i64::MAX,
        lingering: None,
        hub,
        transport: Mute,
        handle: Arc::new(handle),
        orders,
        cfg: Cfg { rev: 0, now: 0, devices: Vec::new(), evt_upto: None },
        discovered: Vec::new(),
    };
    (connection, job)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stage_of_a_job_that_went_to_another_server_is_forgotten() {
    on(Kind::Sqlite, async |test| {
        let (mut connection, job) = at_a_reading(&test);
        connection.leave_current_to_time();
        let forgotten = async {
            while connection.hub.stage(job).is_some() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), forgotten).await.expect("forgotten");
    })
    .await;
}

/// As when a bridge whose line broke while the bolt moved is asked, and begins with what it said first.
#[tokio::test(flavor = "multi_thread")]
async fn the_stage_of_a_job_never_goes_back() {
    on(Kind::Sqlite, async |test| {
        let (connection, job) = at_a_reading(&test);
        connection.hub.set_stage(job, Some(Stage::Moving));
        connection.hub.set_stage(job, Some(Stage::AtBridge));
        assert_eq!(connection.hub.stage(job), Some(Stage::Moving));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stage_of_a_job_whose_end_could_not_be_written_is_forgotten() {
    on(Kind::Sqlite, async |test| {
        let (mut connection, job) = at_a_reading(&test);
        test.store.close().await.unwrap();
        let ended = connection.fail_current(job, Outcome::failed(Failure::MalformedAnswer)).await;
        assert!(ended.is_err());
        assert_eq!(connection.hub.stage(job), None);
    })
    .await;
}
