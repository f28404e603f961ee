//! A bridge: connects, proves itself, does what it is asked once, and tells what it hears. Its flash outlives a crash.

use crate::line::Faults;
use crate::session::{self, Ended};
use crate::world::BridgeSpec;
use crate::{Shared, lock};
use cardea_gateway_protocol::bridge::{Bridge, Ledger};
use cardea_gateway_protocol::message::Evt;
use cardea_gateway_protocol::{Failure, JobId, Operation, Turn};
use cardea_model::ids::Serial;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;

/// How long a bridge takes to start again after a crash.
const REBOOT: Duration = Duration::from_millis(200);
/// Pauses between attempts to connect: the first, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// A bridge as it truly is, where the doors of the simulator can reach it.
pub struct Condition {
    pub url: String,
    pub firmware: String,
    pub hears: Vec<Serial>,
    pub online: bool,
    pub connected: bool,
    pub faults: Faults,
    pub crash_after_accept: bool,
    pub crashes: u64,
}

impl Condition {
    pub fn of(spec: &BridgeSpec, url: &str) -> Condition {
        Condition {
            url: url.to_owned(),
            firmware: spec.firmware.clone(),
            hears: spec.hears.clone(),
            online: true,
            connected: false,
            faults: Faults::default(),
            crash_after_accept: false,
            crashes: 0,
        }
    }
}

/// What outlives a crash, beside the ledger of jobs.
#[derive(Default)]
pub struct Flash {
    /// Events that the server has not acknowledged.
    pub outbox: VecDeque<Evt>,
    /// The number of the last event.
    pub last_eid: u64,
}

impl Flash {
    /// The server has events up to this one. A flash that has told fewer was lost: what it holds is new, and is numbered on from there.
    pub fn server_has(&mut self, evt_upto: u64) {
        if self.last_eid >= evt_upto {
            self.outbox.retain(|evt| evt.eid > evt_upto);
            return;
        }
        self.last_eid = evt_upto;
        for evt in &mut self.outbox {
            self.last_eid += 1;
            evt.eid = self.last_eid;
        }
    }
}

/// A bolt arrived, a lock was reached to be read, or it refused.
pub struct Reached {
    pub job: JobId,
    pub lock: Serial,
    pub operation: Operation,
    pub outcome: Result<(), Failure>,
}

/// A bridge that is switched on, until it crashes.
pub struct Powered {
    pub shared: Arc<Shared>,
    pub spec: Arc<BridgeSpec>,
    pub machine: Bridge,
    pub boot: String,
    started: Instant,
    /// Where the lock's answers arrive; a crash drops it and they are lost.
    pub reached: UnboundedReceiver<Reached>,
    answers: UnboundedSender<Reached>,
}

impl Powered {
    fn on(shared: &Arc<Shared>, spec: &Arc<BridgeSpec>, ledger: Ledger) -> Powered {
        let boot = uuid::Uuid::new_v4().to_string();
        let (answers, reached) = mpsc::unbounded_channel();
        Powered {
            shared: Arc::clone(shared),
            spec: Arc::clone(spec),
            machine: Bridge::start(ledger, boot.clone()),
            boot,
            started: Instant::now(),
            reached,
            answers,
        }
    }

    /// Milliseconds since it was switched on.
    pub fn uptime(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Tells the lock to turn its bolt. The lock goes on by itself; its answer arrives in `reached`.
    pub fn tell_lock(&self, lock: Serial, turn: Turn, job: JobId) {
        let (shared, answers) = (Arc::clone(&self.shared), self.answers.clone());
        tokio::spawn(async move {
            let outcome = lock::turn_for_job(shared, lock, turn, job).await;
            // Nobody listens any more after a crash.
            let _ = answers.send(Reached { job, lock, operation: Operation::Operate(turn), outcome });
        });
    }

    /// Reaches the lock to read it, which takes a while.
    pub fn reach_lock(&self, lock: Serial, operation: Operation, job: JobId) {
        let (read, answers) = (self.shared.read, self.answers.clone());
        let reached = Reached { job, lock, operation, outcome: Ok(()) };
        tokio::spawn(async move {
            if !read.is_zero() {
                tokio::time::sleep(read).await;
            }
            let _ = answers.send(reached);
        });
    }

    /// Looks at how it is.
    pub fn condition<T>(&self, look: impl FnOnce(&mut Condition) -> T) -> T {
        let mut things = self.shared.things();
        look(things.bridges.get_mut(&self.spec.serial).expect("a bridge of this world"))
    }

    /// Waits until something changed, or for so long.
    async fn woken_or(&self, pause: Duration) {
        let wake = &self.shared.wakes[&self.spec.serial];
        let _ = tokio::time::timeout(pause, wake.notified()).await;
    }
}

/// Runs a bridge for ever.
pub async fn run(shared: Arc<Shared>, spec: BridgeSpec) {
    let spec = Arc::new(spec);
    let mut flash = Flash::default();
    let mut ledger = Ledger::default();
    loop {
        let mut powered = Powered::on(&shared, &spec, ledger);
        until_crash(&mut powered, &mut flash).await;
        powered.condition(|condition| {
            condition.crash_after_accept = false;
            condition.crashes += 1;
        });
        ledger = powered.machine.ledger().clone();
        drop(powered);
        tokio::time::sleep(REBOOT).await;
    }
}

async fn until_crash(powered: &mut Powered, flash: &mut Flash) {
    let mut pause = PAUSE.0;
    loop {
        let (online, url) = powered.condition(|condition| (condition.online, condition.url.clone()));
        if !online {
            powered.woken_or(PAUSE.1).await;
            continue;
        }
        match session::run(powered, flash, &url).await {
            Ok(Ended::Crashed) => return,
            Ok(Ended::Moved) => pause = PAUSE.0,
            Ok(Ended::Broken { after_hello }) => {
                if after_hello {
                    pause = PAUSE.0;
                }
                powered.woken_or(pause).await;
                pause = (pause * 2).min(PAUSE.1);
            }
            Err(error) => {
                tracing::debug!(bridge = %powered.spec.serial, %error, "could not connect");
                powered.woken_or(pause).await;
                pause = (pause * 2).min(PAUSE.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_gateway_protocol::message::{EvtKind, Source};

    fn flash(eids: impl IntoIterator<Item = u64>, last_eid: u64) -> Flash {
        let evt = |eid| Evt {
            eid,
            device: Serial(1),
            kind: EvtKind::Locked,
            source: Source::Hand,
            slot: None,
            user: None,
            job: None,
            ts: None,
        };
        Flash { outbox: eids.into_iter().map(evt).collect(), last_eid }
    }

    fn after(mut flash: Flash, evt_upto: u64) -> (Vec<u64>, u64) {
        flash.server_has(evt_upto);
        (flash.outbox.iter().map(|evt| evt.eid).collect(), flash.last_eid)
    }

    #[test]
    fn a_bridge_that_lost_its_memory_numbers_on_from_what_the_server_has() {
        assert_eq!(after(flash([], 0), 0), (vec![], 0));
        assert_eq!(after(flash([41, 42], 42), 40), (vec![41, 42], 42), "nothing was lost");
        assert_eq!(after(flash([41, 42], 42), 41), (vec![42], 42), "only an acknowledgement was");
        assert_eq!(after(flash([1, 2], 2), 40), (vec![41, 42], 42), "the memory was, and these two are new");
    }
}
