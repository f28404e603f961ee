//! A server that dies in the middle of a job, and several servers on one database.

use crate::house::{BACK, BRIDGE, Cloud, FRONT, Home, House, LOCK, Truth, UNLOCK, eventually, world};
use cardea_devices::{JobView, Limits, LogEntry, Status};
use cardea_simulator::Simulator;
use cardea_store::testing::{Kind, TestStore, on};
use cardea_store::{Store, StoreConfig, StoreError};
use serde_json::json;
use std::sync::Arc;
use tokio::runtime::Runtime;

/// A server in a runtime of its own, so that it can die as a process does: at once, in the middle of anything.
struct Process {
    runtime: Option<Runtime>,
    cloud: Arc<Cloud>,
}

impl Process {
    async fn start(config: StoreConfig) -> Process {
        let runtime = Runtime::new().unwrap();
        let cloud = runtime.spawn(async move {
            let store = loop {
                match Store::open(config.clone()).await {
                    // The server that was killed has not released the folder yet.
                    Err(StoreError::InUse(_)) => tokio::task::yield_now().await,
                    opened => break opened.unwrap(),
                }
            };
            Arc::new(Cloud::serve(&store, Limits::default()).await)
        });
        let cloud = cloud.await.unwrap();
        Process { runtime: Some(runtime), cloud }
    }

    /// Runs something in the server.
    async fn within<T: Send>(&self, work: impl AsyncFnOnce(Arc<Cloud>) -> T + Send) -> T {
        let (cloud, handle) = (Arc::clone(&self.cloud), self.runtime.as_ref().unwrap().handle().clone());
        std::thread::scope(|scope| scope.spawn(move || handle.block_on(work(cloud))).join()).unwrap()
    }

    fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Kills the server while a job is under way, starts another on the same database, and answers how the job ended, how often the bolt
/// moved, and what the log has.
async fn killed(test: TestStore, turning: bool) -> (JobView, u64, Vec<LogEntry>) {
    let config = test.config();
    let home = Home::furnish(&test.store).await;
    // One process at a time has the data folder.
    let TestStore { store, .. } = test;
    store.close().await.unwrap();

    let first = Process::start(config.clone()).await;
    let sim = Simulator::start(world(300), &first.cloud.url());
    let (guest, at) = (home.guest, home.clone());
    let job = first
        .within(async move |cloud| {
            cloud.connected(&at).await;
            cloud.ask(guest, FRONT, UNLOCK).await.unwrap()
        })
        .await;
    if turning {
        eventually("the bolt turns", async || (sim.truth(FRONT, "turning") == "unlock").then_some(())).await;
    }
    first.kill();

    let second = Process::start(config).await;
    sim.move_bridge(BRIDGE, &second.cloud.url());
    let told = second
        .within(async move |cloud| {
            cloud.connected(&home).await;
            let job = cloud.over(guest, job).await;
            // What the bridge has to tell of the movement, it tells before it tells of the next.
            assert!(cloud.have(home.owner, BACK, UNLOCK).await.is_successful());
            eventually("the log", async || (cloud.log(home.back).await.len() == 1).then_some(())).await;
            (job, cloud.log(home.front).await)
        })
        .await;
    (told.0, sim.moves(FRONT), told.1)
}

cardea_store::each_database! {
    /// Killed with the bolt under way: the next server asks the bridge, and never sends the job again.
    async fn a_server_killed_while_the_bolt_turns_finds_the_job_done_once(test: TestStore) {
        let (job, moves, log) = killed(test, true).await;
        assert_eq!((job.status, moves), (Status::Succeeded, 1));
        assert_eq!((log.len(), log[0].username.as_str()), (1, "guest@home"));
    }

    /// Killed right after execute: whether the job was sent or not, the bolt moves at most once and ledger and log tell the truth.
    async fn a_server_killed_right_after_execute_tells_the_truth_about_the_bolt(test: TestStore) {
        let (job, moves, log) = killed(test, false).await;
        assert!(moves <= 1);
        assert_eq!((job.is_successful(), log.len() as u64), (moves == 1, moves), "{job:?}");
    }
}

/// Two servers on one PostgreSQL, the bridge connected to one of them.
struct Pair {
    sim: Simulator,
    home: Home,
    here: Cloud,
    there: Cloud,
}

impl Pair {
    async fn build(test: &TestStore, travel_ms: u64) -> Pair {
        let House { sim, cloud: here, home } = House::build(test, travel_ms, Limits::default()).await;
        let there = Cloud::serve(&test.second().await, Limits::default()).await;
        Pair { sim, home, here, there }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_asked_for_at_one_server_is_done_by_the_one_that_holds_the_bridge() {
    on(Kind::Postgres, async |test| {
        let Pair { sim, home, here, there } = Pair::build(&test, 0).await;
        assert_eq!(there.condition(&home, home.front).await.bridge_online, Some(true));
        let job = there.have(home.guest, FRONT, UNLOCK).await;
        assert!(job.is_successful());
        assert_eq!(here.job(home.guest, job.id).await.result, job.result);
        assert_eq!((sim.moves(FRONT), there.log(home.front).await.len()), (1, 1));
        drop(sim);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bridge_moves_from_one_server_to_the_other_and_both_reach_it() {
    on(Kind::Postgres, async |test| {
        let Pair { sim, home, here, there } = Pair::build(&test, 0).await;
        for (n, url) in [there.url(), here.url(), there.url()].into_iter().enumerate() {
            sim.move_bridge(BRIDGE, &url);
            eventually("the bridge is connected there", async || {
                let row = cardea_store::bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
                (row.online && row.epoch == n as i64 + 2).then_some(())
            })
            .await;
            assert!(here.have(home.guest, FRONT, UNLOCK).await.is_successful());
            assert!(there.have(home.guest, FRONT, LOCK).await.is_successful());
        }
        assert_eq!((sim.moves(FRONT), here.log(home.front).await.len()), (6, 6));
        drop(sim);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bridge_that_moves_in_the_middle_of_a_job_is_asked_by_its_new_server() {
    on(Kind::Postgres, async |test| {
        let Pair { sim, home, here, there } = Pair::build(&test, 400).await;
        let job = here.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt turns", async || (sim.truth(FRONT, "turning") == "unlock").then_some(())).await;
        sim.move_bridge(BRIDGE, &there.url());
        let job = here.over(home.guest, job).await;
        assert_eq!((job.status, sim.moves(FRONT)), (Status::Succeeded, 1));
        let entry = eventually("an entry", async || here.log(home.front).await.pop()).await;
        assert_eq!(entry.username, "guest@home");
        let row = cardea_store::jobs::find(test.store.read(), job.id.0.into_bytes()).await.unwrap().unwrap();
        assert_eq!(row.epoch, Some(2), "the new epoch ended it");
        assert_eq!(here.log(home.front).await.len(), 1);
        drop(sim);
    })
    .await;
}

/// A connection that one server still believes in does no harm when the bridge has connected to another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_missed_the_bridges_leaving_sends_nothing_and_finds_out() {
    on(Kind::Postgres, async |test| {
        let Pair { sim, home, here, there } = Pair::build(&test, 0).await;
        // A second bridge of the same identity, as after a cut line that only one side noticed.
        let twin = Simulator::start(world(0), &there.url());
        eventually("the twin counts", async || {
            let row = cardea_store::bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
            (row.epoch >= 2).then_some(())
        })
        .await;
        sim.merge(BRIDGE, &json!({"online": false})).unwrap();
        eventually("the twin is alone", async || (sim.truth(BRIDGE, "connected") == false).then_some(())).await;
        there.connected(&home).await;
        let job = here.have(home.guest, FRONT, UNLOCK).await;
        assert!(job.is_successful());
        assert_eq!((sim.moves(FRONT), twin.moves(FRONT)), (0, 1));
    })
    .await;
}
