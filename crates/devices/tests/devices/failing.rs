//! A database that fails: bolts move at most once all the same, no job that was taken on is lost, and bridges come back.

use crate::house::{BACK, BRIDGE, Cloud, FRONT, Home, House, LOCK, Truth, UNLOCK, eventually};
use crate::puppet::Puppet;
use cardea_devices::{JobView, Limits, Stage, Status};
use cardea_store::testing::{Step, faults};
use cardea_store::{bridges, jobs};
use serde_json::json;

/// How many seeds the random test runs on, and how many jobs on each.
const SEEDS: u64 = 10;
const JOBS: usize = 8;

/// Short enough to wait for, when a job is left to time.
fn short() -> Limits {
    Limits { done: 3_000, ..Limits::default() }
}

cardea_store::each_database! {
    async fn with_writes_failing_at_random_no_bolt_moves_twice_and_no_job_is_lost(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, short()).await;
        let faults = faults(&test.store);
        let mut jobs = Vec::new();
        // All that were asked for count, answered or not: a job that was written down unacknowledged is failed, but that may not work
        // either.
        let asks = std::cell::Cell::new(0);
        let ask = async |turn| {
            asks.set(asks.get() + 1);
            cloud.ask(home.guest, FRONT, turn).await.ok()
        };
        for seed in 0..SEEDS {
            faults.at_random(seed);
            for job in 0..JOBS {
                let Some(job) = ask(if job % 2 == 0 { UNLOCK } else { LOCK }).await else { continue };
                let over = async || cloud.devices.job(home.guest.account, job).await.ok()?.filter(JobView::is_completed);
                jobs.push(eventually("the job is over, though writes fail", over).await);
            }
            faults.stop();
            // The bridge is back, whatever it was disconnected for. A bolt that is there already moves in the other direction only, so both
            // are tried.
            let turns = std::cell::Cell::new(0);
            let works = async || {
                turns.set(turns.get() + 1);
                let turn = if turns.get() % 2 == 0 { LOCK } else { UNLOCK };
                let job = ask(turn).await?;
                Some(cloud.over(home.guest, job).await).filter(JobView::is_successful)
            };
            jobs.push(eventually("the bridge works", works).await);
        }
        let moves = sim.moves(FRONT);
        let succeeded = jobs.iter().filter(|job| job.is_successful()).count() as u64;
        assert!(faults.struck() > 5 && succeeded >= SEEDS, "{} failures, {succeeded} jobs done", faults.struck());
        // A job that was given up may have moved the bolt. The last job of each seed was repeated until it worked.
        let asks: u64 = asks.get();
        assert!((succeeded..=asks).contains(&moves), "{asks} jobs asked for, {succeeded} done, {moves} moves");
        eventually("an entry of each movement, and no more", async || {
            (cloud.log(home.front).await.len() as u64 == moves).then_some(())
        })
        .await;
        for job in &jobs {
            assert_eq!(cloud.job(home.guest, job.id).await, *job, "a job stays as it ended");
        }
    }

    /// The job was never sent. So it is ended, and the next one is not held up by it.
    async fn a_job_that_was_written_down_unacknowledged_does_not_keep_its_bridge(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let faults = faults(&test.store);
        faults.next(Step::Ended);
        cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap_err();
        assert_eq!(faults.unacknowledged(), 1);
        eventually("nothing is in progress", async || {
            let job = jobs::in_progress(test.store.read(), home.bridge).await.ok()?;
            job.is_none().then_some(())
        })
        .await;
        assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
        assert_eq!((sim.moves(FRONT), cloud.log(home.front).await.len()), (1, 1));
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        assert_eq!(row.epoch, 1, "the bridge was not sent away");
    }

    /// Whoever asked was told that it is not done.
    async fn a_job_that_came_to_wait_unacknowledged_is_not_done_when_its_turn_comes(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let first = cloud.ask(home.owner, BACK, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, first);
        let faults = faults(&test.store);
        faults.next(Step::Ended);
        cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap_err();
        assert_eq!(faults.unacknowledged(), 1);
        assert_eq!(jobs::waiting(test.store.read(), home.bridge, 9).await.unwrap(), []);
        puppet.done(first).await;
        cloud.over(home.owner, first).await;
        let next = cloud.ask(home.guest, FRONT, LOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, next);
    }

    /// Its leaving cannot be written down, and what it was at is left to time all the same.
    async fn a_bridge_whose_goodbye_fails_is_away(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 60_000, short()).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt moves", async || {
            (cloud.job(home.guest, job).await.stage == Stage::Moving).then_some(())
        })
        .await;
        let faults = faults(&test.store);
        faults.always(Step::Ending);
        sim.set(BRIDGE, json!({"online": false}));
        cloud.disconnected(&home).await;
        eventually("the goodbye fails", async || (faults.struck() > 0).then_some(())).await;
        faults.stop();
        assert!(bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap().online, "nobody wrote it down");
        let given_up = cloud.over(home.guest, job).await;
        assert_eq!(&*given_up.result.bridge_server_status_text, "JobTimeout");
        cloud.disconnected(&home).await;
    }

    /// The end of the job is in the ledger, and nobody was told that it is. The bolt is slow, so that it still moves when the fault is set, also
    /// on a machine that has much else to do.
    async fn a_job_whose_end_was_written_unacknowledged_is_over(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 4_000, Limits::default()).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        eventually("the bolt moves", async || {
            (cloud.job(home.guest, job).await.stage == Stage::Moving).then_some(())
        })
        .await;
        faults(&test.store).next(Step::Ended);
        let over = cloud.over(home.guest, job).await;
        assert_eq!((over.status, faults(&test.store).unacknowledged(), sim.moves(FRONT)), (Status::Succeeded, 1, 1));
        assert_eq!(cloud.log(home.front).await.len(), 1);
        // The bridge was sent away, and comes back.
        let works = async || Some(cloud.have(home.guest, FRONT, LOCK).await).filter(JobView::is_successful);
        eventually("the bridge works", works).await;
        assert_eq!((sim.moves(FRONT), cloud.log(home.front).await.len()), (2, 2));
    }
}
