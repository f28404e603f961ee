//! A bridge: what it is told from outside, its way to the server, and its crashes. Its flash outlives those.

use crate::Shared;
use crate::attached::Locks;
use crate::transport::{Faults, FaultyTransport};
use crate::world::BridgeSpec;
use cardea_bridge::{Connect, Gone, Identity, Socket, Volatile};
use cardea_model::ids::Serial;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// How long a bridge takes to start again after a crash.
const REBOOT: Duration = Duration::from_millis(200);
/// Pauses between attempts to connect: the first, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// A bridge as it truly is, where the doors of the simulator can reach it.
pub struct Condition {
    pub url: String,
    pub firmware: String,
    pub in_reach: Vec<Serial>,
    pub online: bool,
    pub connected: bool,
    pub faults: Faults,
    pub crash_after_accept: bool,
    /// Its answer to the next operation cannot be read.
    pub malformed_answer: bool,
    pub crashes: u64,
}

impl Condition {
    pub fn of(spec: &BridgeSpec, url: &str) -> Condition {
        Condition {
            url: url.to_owned(),
            firmware: spec.firmware.clone(),
            in_reach: spec.in_reach.clone(),
            online: true,
            connected: false,
            faults: Faults::default(),
            crash_after_accept: false,
            malformed_answer: false,
            crashes: 0,
        }
    }
}

/// The way to the server, while the bridge is to be online.
struct Way {
    shared: Arc<Shared>,
    serial: Serial,
    changes: watch::Receiver<()>,
    pause: Duration,
}

impl Connect for Way {
    type Transport = FaultyTransport;

    async fn connect(&mut self) -> Result<FaultyTransport, Gone> {
        let url = loop {
            let online = self.shared.bridge(self.serial, |condition| condition.online.then(|| condition.url.clone()));
            match online {
                Some(url) => break url,
                // The world has the sender, so this does not fail.
                None => drop(self.changes.changed().await),
            }
        };
        let socket = Socket::connect(&url).await?;
        Ok(FaultyTransport::new(Arc::clone(&self.shared), self.serial, url, socket))
    }

    /// The pauses are shorter than those of real bridges, and end at once when something changes.
    async fn pause(&mut self, _: &Gone, accepted: bool) {
        if accepted {
            self.pause = PAUSE.0;
        }
        let _ = tokio::time::timeout(self.pause, self.changes.changed()).await;
        self.pause = (self.pause * 2).min(PAUSE.1);
    }
}

/// Runs a bridge for ever.
pub async fn run(shared: Arc<Shared>, spec: BridgeSpec) {
    let BridgeSpec { serial, key, firmware, in_reach } = spec;
    let (flash, in_reach) = (Volatile::default(), Arc::<[Serial]>::from(in_reach));
    loop {
        let (crash, changes) = (Arc::new(Notify::new()), shared.changes(serial));
        let way = Way { shared: Arc::clone(&shared), serial, changes, pause: PAUSE.0 };
        let attached = Locks::of(&shared, serial, Arc::clone(&in_reach), &crash);
        let identity = Identity { serial, key: key.clone(), firmware: firmware.clone() };
        tokio::select! {
            biased;
            error = cardea_bridge::run(identity, way, attached, flash.clone()) => unreachable!("memory fails: {error}"),
            () = crash.notified() => {}
        }
        shared.bridge(serial, |condition| {
            condition.crash_after_accept = false;
            condition.crashes += 1;
        });
        tokio::time::sleep(REBOOT).await;
    }
}
