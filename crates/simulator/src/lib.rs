//! Bridges, locks and keypads in software, faults included. They know the server only as real ones do: through the gateway's
//! WebSocket. What makes them bridges is `cardea-bridge`; here is what is attached to it, and what can go wrong.

mod attached;
mod bridge;
mod lock;
mod orders;
mod transport;
mod true_condition;
mod world;

pub use true_condition::MergeError;
pub use world::{BridgeSpec, KeypadSpec, LockSpec, World};

use cardea_model::Time;
use cardea_model::ids::Serial;
use ed25519_dalek::VerifyingKey;
use lock::Lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A running world. Clones are the same world; it stops when the last one is dropped.
#[derive(Clone)]
pub struct Simulator {
    shared: Arc<Shared>,
    _running: Arc<Running>,
}

/// What the tasks of the bridges share with the doors.
struct Shared {
    things: Mutex<Things>,
    /// Per bridge: something changed that it should look at.
    wakes: HashMap<Serial, watch::Sender<()>>,
    server_key: VerifyingKey,
    travel: Duration,
    read: Duration,
}

/// Everything that is there, as it truly is.
struct Things {
    locks: HashMap<Serial, Lock>,
    bridges: HashMap<Serial, bridge::Condition>,
    keypads: HashMap<Serial, KeypadSpec>,
}

struct Running(Vec<AbortHandle>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.iter().for_each(AbortHandle::abort);
    }
}

impl Shared {
    fn things(&self) -> MutexGuard<'_, Things> {
        self.things.lock().expect("nothing panics while it holds the world")
    }

    /// Lets the bridges that hear this lock look at it.
    fn wake_bridges_of(&self, things: &Things, lock: Serial) {
        for (serial, bridge) in &things.bridges {
            if bridge.in_reach.contains(&lock) {
                self.wake(*serial);
            }
        }
    }

    fn wake(&self, bridge: Serial) {
        if let Some(wake) = self.wakes.get(&bridge) {
            wake.send_replace(());
        }
    }

    /// Hears of what changes from now on.
    fn changes(&self, bridge: Serial) -> watch::Receiver<()> {
        self.wakes[&bridge].subscribe()
    }

    /// Looks at how a bridge of this world is.
    fn bridge<T>(&self, bridge: Serial, look: impl FnOnce(&mut bridge::Condition) -> T) -> T {
        look(self.things().bridges.get_mut(&bridge).expect("a bridge of this world"))
    }
}

/// The machine's clock, which the simulated devices trust as theirs, each with its offset.
fn clock() -> Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Time(since.map_or(0, |elapsed| elapsed.as_millis() as i64))
}

impl Simulator {
    /// Starts this world on the current runtime; its bridges connect to `url` (`ws://127.0.0.1:8080/gateway/v1`) and stay
    /// connected, whatever becomes of the server.
    pub fn start(world: World, url: &str) -> Simulator {
        let bridges = world.bridges.iter().map(|spec| (spec.serial, bridge::Condition::of(spec, url))).collect();
        let shared = Arc::new(Shared {
            things: Mutex::new(Things {
                locks: world.locks.into_iter().map(|spec| (spec.serial, Lock::of(spec))).collect(),
                bridges,
                keypads: world.keypads.into_iter().map(|spec| (spec.serial, spec)).collect(),
            }),
            wakes: world.bridges.iter().map(|spec| (spec.serial, watch::Sender::new(()))).collect(),
            server_key: world.server_key,
            travel: world.travel,
            read: world.read,
        });
        let run = |spec| tokio::spawn(bridge::run(Arc::clone(&shared), spec)).abort_handle();
        let running = Running(world.bridges.into_iter().map(run).collect());
        Simulator { shared, _running: Arc::new(running) }
    }

    /// Sends a bridge to another server: it drops its connection and connects there.
    pub fn move_bridge(&self, bridge: Serial, url: &str) {
        if let Some(condition) = self.shared.things().bridges.get_mut(&bridge) {
            condition.url = url.to_owned();
        }
        self.shared.wake(bridge);
    }
}
