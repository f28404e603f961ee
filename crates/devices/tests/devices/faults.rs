//! What can go wrong on the way, and that a bolt never moves twice, late, or unknown to the log.

use crate::house::{BACK, BRIDGE, FRONT, House, LOCK, Truth, UNLOCK, eventually};
use cardea_devices::{Limits, LogOperation, Operation, Stage, Status};
use cardea_gateway_protocol::BoltState;
use serde_json::json;

/// Limits short enough to wait for.
fn short() -> Limits {
    Limits { done: 600, not_after: 250, travel: 0, ..Limits::default() }
}

cardea_store::each_database! {
    /// Every message comes twice, both ways.
    async fn a_job_delivered_twice_moves_the_bolt_once(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 50, Limits::default()).await;
        sim.set(BRIDGE, json!({"duplicate": true}));
        for (turn, moves) in [(UNLOCK, 1), (LOCK, 2), (UNLOCK, 3)] {
            let job = cloud.have(home.guest, FRONT, turn).await;
            assert_eq!(job.status, Status::Succeeded);
            assert_eq!(sim.moves(FRONT), moves);
        }
        let read = cloud.have(home.guest, FRONT, Operation::GetState).await;
        assert_eq!(read.result.state, Some(BoltState::Unlocked));
        assert_eq!(cloud.log(home.front).await.len(), 3);
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Unlocked);
    }

    /// A bridge that is away: the job fails at once, and nothing happens when the bridge is back.
    async fn a_bridge_that_is_offline_does_nothing_now_or_later(test: TestStore) {
        let house = House::build(&test, 0, Limits::default()).await;
        house.bridge_away().await;
        let House { sim, cloud, home } = house;
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, job.result.bridge_server_status), (Status::Failed, 5));
        assert_eq!(&*job.result.bridge_server_status_text, "BridgeNotAttached");
        sim.set(BRIDGE, json!({"online": true}));
        cloud.connected(&home).await;
        assert!(cloud.have(home.guest, BACK, UNLOCK).await.is_successful());
        assert_eq!((sim.moves(FRONT), sim.moves(BACK)), (0, 1));
        assert_eq!(cloud.log(home.front).await, []);
    }

    /// Nothing that is sent arrives.
    async fn a_lost_job_times_out_and_never_moves_the_bolt(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, short()).await;
        sim.set(BRIDGE, json!({"lose": true}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "JobTimeout"));
        sim.set(BRIDGE, json!({"lose": false}));
        assert!(cloud.have(home.guest, BACK, UNLOCK).await.is_successful());
        assert_eq!((sim.moves(FRONT), sim.moves(BACK)), (0, 1));
    }

    /// The answers are lost, but the bolt moved: the job times out, and the bridge's event tells condition and log.
    async fn a_bolt_that_moved_unanswered_still_gets_its_log_entry(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 200, Limits { done: 400, ..Limits::default() }).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt turns", async || (sim.truth(FRONT, "turning") == "unlock").then_some(())).await;
        sim.set(BRIDGE, json!({"lose": true}));
        let job = cloud.over(home.guest, job).await;
        assert_eq!(&*job.result.bridge_server_status_text, "JobTimeout");
        assert_eq!(sim.moves(FRONT), 1);
        // The event is sent until it is acknowledged, on this connection or the next.
        sim.set(BRIDGE, json!({"lose": false, "online": false}));
        cloud.disconnected(&home).await;
        sim.set(BRIDGE, json!({"online": true}));
        let log = eventually("an entry", async || Some(cloud.log(home.front).await).filter(|log| !log.is_empty())).await;
        assert_eq!((log.len(), log[0].username.as_str(), log[0].operation), (1, "guest@home", LogOperation::BridgeUnlocked));
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Unlocked);
        let after = cloud.job(home.guest, job.id).await;
        assert_eq!(after, job, "the job stays as it ended");
    }

    /// Slower than the time after which nothing may move.
    async fn a_job_that_arrives_after_its_time_moves_nothing(test: TestStore) {
        let limits = Limits { not_after: 100, ..Limits::default() };
        let House { sim, cloud, home } = House::build(&test, 0, limits).await;
        sim.set(BRIDGE, json!({"latency_ms": 300}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "JobTimeout"));
        assert_eq!(sim.moves(FRONT), 0);
        assert_eq!(cloud.log(home.front).await, []);
        // Once the bridge was heard without delay, the server knows its uptime well enough again.
        sim.set(BRIDGE, json!({"latency_ms": 0}));
        sim.set(BACK, json!({"turn": "unlock"}));
        eventually("the bridge is heard", async || (cloud.log(home.back).await.len() == 1).then_some(())).await;
        eventually("a turn in time", async || Some(cloud.have(home.guest, FRONT, UNLOCK).await).filter(|job| job.is_successful())).await;
        assert_eq!(sim.moves(FRONT), 1);
    }

    /// The answer comes after the job was given up: lock and log hear of it, the job stays as it ended.
    async fn a_late_answer_tells_condition_and_log_but_not_the_job(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 500, Limits { done: 250, ..Limits::default() }).await;
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!(&*job.result.bridge_server_status_text, "JobTimeout");
        let log = eventually("an entry", async || Some(cloud.log(home.front).await).filter(|log| !log.is_empty())).await;
        assert_eq!((log.len(), log[0].username.as_str()), (1, "guest@home"));
        eventually("the condition", async || {
            (cloud.condition(&home, home.front).await.state == BoltState::Unlocked).then_some(())
        })
        .await;
        assert_eq!(cloud.job(home.guest, job.id).await, job);
        assert_eq!(sim.moves(FRONT), 1);
    }

    /// The bridge crashes once the lock was told: nobody can say that the job was done, but the bolt moved once and the log knows.
    async fn a_bridge_that_crashes_after_accepting_leaves_one_move_and_one_entry(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 100, Limits::default()).await;
        sim.set(BRIDGE, json!({"crash_after_accept": true}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, &*job.result.bridge_server_status_text), (Status::Failed, "OutcomeUnknown"));
        assert_eq!(job.result.state, Some(BoltState::Unlocked), "the fresh reading");
        assert_eq!((sim.moves(FRONT), sim.truth(BRIDGE, "crashes").as_u64()), (1, Some(1)));
        let log = eventually("an entry", async || Some(cloud.log(home.front).await).filter(|log| !log.is_empty())).await;
        assert_eq!((log.len(), log[0].username.as_str(), log[0].operation), (1, "guest@home", LogOperation::BridgeUnlocked));
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Unlocked);
        assert!(cloud.have(home.guest, FRONT, LOCK).await.is_successful());
        assert_eq!((sim.moves(FRONT), cloud.log(home.front).await.len()), (2, 2));
    }

    /// The line breaks in the middle of a job: the next connection asks how it went, and the answer counts.
    async fn after_a_broken_line_the_server_asks_and_never_sends_again(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 400, Limits::default()).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt turns", async || {
            (cloud.job(home.guest, job).await.stage == Stage::Moving).then_some(())
        })
        .await;
        sim.set(BRIDGE, json!({"online": false}));
        cloud.disconnected(&home).await;
        sim.set(BRIDGE, json!({"online": true}));
        assert!(cloud.over(home.guest, job).await.is_successful());
        assert_eq!((sim.moves(FRONT), cloud.log(home.front).await.len()), (1, 1));
    }

    /// Events are told once, though they come again and again, out of order and with some lost.
    async fn a_bad_line_loses_and_doubles_no_entry(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        sim.set(BRIDGE, json!({"duplicate": 0.5, "lose": 0.3}));
        for n in 0..10 {
            sim.set(FRONT, json!({"turn": if n % 2 == 0 { "unlock" } else { "lock" }}));
        }
        sim.set(BRIDGE, json!({"lose": 0.0}));
        eventually("ten entries", async || (cloud.log(home.front).await.len() == 10).then_some(())).await;
        // Whatever is repeated comes before this.
        sim.set(BACK, json!({"turn": "unlock"}));
        eventually("one more", async || (cloud.log(home.back).await.len() == 1).then_some(())).await;
        let log = cloud.log(home.front).await;
        assert_eq!(log.len(), 10);
        assert_eq!(log.iter().filter(|entry| entry.operation == LogOperation::Unlocked).count(), 5);
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Locked);
    }
}
