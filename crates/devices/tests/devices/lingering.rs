//! A job that was given up may still be the bridge's: what waits goes on waiting until it is over there, or until its own time is.

use crate::house::{BACK, BRIDGE, Cloud, FRONT, Home, House, Truth, UNLOCK, eventually};
use crate::puppet::Puppet;
use cardea_devices::{JobId, Limits, Operation, Status};
use cardea_gateway_protocol::message::{self, DownMessage, Phase, Res};
use cardea_gateway_protocol::{Failure, UpMessage};
use cardea_store::testing::TestStore;
use serde_json::json;

/// Jobs are given up soon.
fn short() -> Limits {
    Limits { done: 300, ..Limits::default() }
}

/// A bridge that the test leads, and that was given up on at a job of the owner's.
struct GivenUp {
    puppet: Puppet,
    cloud: Cloud,
    home: Home,
    job: JobId,
}

impl GivenUp {
    /// The bridge has said that it has the job, or has said nothing.
    async fn at_a_job(test: &TestStore, limits: Limits, said: Option<Phase>) -> GivenUp {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, limits).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let job = cloud.ask(home.owner, BACK, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        if let Some(phase) = said {
            puppet.send(UpMessage::Res(Res::under_way(job, phase))).await;
        }
        assert_eq!(&*cloud.over(home.owner, job).await.result.afi_status_text, "JobTimeout");
        GivenUp { puppet, cloud, home, job }
    }

    /// The bridge is asked whether it still has the job.
    async fn asked(&mut self) {
        assert_eq!(self.puppet.receive().await, Ok(DownMessage::Ask { job: self.job }));
    }

    /// The next job that the bridge gets, after any number of such questions.
    async fn next(&mut self) -> JobId {
        loop {
            match self.puppet.receive().await {
                Ok(DownMessage::Ask { job }) => assert_eq!(job, self.job),
                Ok(DownMessage::Req(req)) => return req.job,
                other => panic!("neither asked nor given a job: {other:?}"),
            }
        }
    }
}

async fn still_at_it(test: TestStore, said: Option<Phase>) {
    let limits = Limits { not_after: 1_000, travel: 0, ..short() };
    let mut given_up = GivenUp::at_a_job(&test, limits, said).await;
    let read = given_up.cloud.ask(given_up.home.guest, FRONT, Operation::GetState).await.unwrap();
    for _ in 0..2 {
        given_up.asked().await;
        given_up.puppet.send(UpMessage::Res(Res::under_way(given_up.job, Phase::Moving))).await;
    }
    assert_eq!(given_up.cloud.job(given_up.home.guest, read).await.status, Status::Created);
    given_up.puppet.done(given_up.job).await;
    assert_eq!(given_up.next().await, read);
}

async fn says_nothing(test: TestStore, said: Option<Phase>) {
    let limits = Limits { not_after: 200, travel: 0, waiting_read: 1_000, ..short() };
    let mut given_up = GivenUp::at_a_job(&test, limits, said).await;
    let next = given_up.cloud.ask(given_up.home.guest, FRONT, UNLOCK).await.unwrap();
    assert_eq!(given_up.next().await, next);
}

cardea_store::each_database! {
    /// The bolt is under way for longer than a job may take.
    async fn a_reading_waits_until_a_bridge_is_done_with_what_was_given_up(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 1_500, short()).await;
        let turn = cloud.ask(home.owner, BACK, UNLOCK).await.unwrap();
        let read = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        assert_eq!(&*cloud.over(home.owner, turn).await.result.afi_status_text, "JobTimeout");
        assert_eq!((cloud.job(home.guest, read).await.status, sim.moves(BACK)), (Status::Created, 0));
        assert_eq!(cloud.over(home.guest, read).await.status, Status::Succeeded);
        assert_eq!(sim.moves(BACK), 1);
    }

    async fn a_bridge_that_took_a_job_and_is_still_at_it_gets_nothing_else(test: TestStore) {
        still_at_it(test, Some(Phase::Accepted)).await;
    }

    async fn a_bridge_that_says_late_that_it_has_a_job_gets_nothing_else(test: TestStore) {
        still_at_it(test, None).await;
    }

    async fn a_bridge_that_never_got_it_gets_the_next_at_once(test: TestStore) {
        let limits = Limits { not_after: 100, travel: 0, waiting_read: 3_600_000, ..Limits::default() };
        let mut given_up = GivenUp::at_a_job(&test, limits, None).await;
        let read = given_up.cloud.ask(given_up.home.guest, FRONT, Operation::GetState).await.unwrap();
        given_up.asked().await;
        let not_received = Res::done(given_up.job, message::Status::Failed, Failure::NotReceived.result());
        given_up.puppet.send(UpMessage::Res(not_received)).await;
        assert_eq!(given_up.puppet.request().await.job, read);
    }

    async fn a_bridge_that_took_a_job_and_says_nothing_is_not_waited_for_for_ever(test: TestStore) {
        says_nothing(test, Some(Phase::Accepted)).await;
    }

    async fn a_bridge_that_says_nothing_at_all_is_not_waited_for_for_ever(test: TestStore) {
        says_nothing(test, None).await;
    }

    /// The uptime that it told is known the less well the longer ago that was.
    async fn a_bridge_that_says_nothing_for_long_is_told_its_locks_again(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { quiet: 50, ..Limits::default() }).await;
        let (mut puppet, first) = Puppet::configured(&cloud).await;
        cloud.present(&home).await;
        for _ in 0..2 {
            match puppet.receive().await {
                Ok(DownMessage::Cfg(cfg)) => assert_eq!((cfg.rev, cfg.devices, cfg.evt_upto), (first.rev, first.devices.clone(), None)),
                other => panic!("not a cfg: {other:?}"),
            }
        }
    }

    /// The outsider's way: a line that holds answers up for a while, and is quick again.
    async fn answers_that_were_late_cost_no_later_turn(test: TestStore) {
        let limits = Limits { not_after: 300, ..Limits::default() };
        let House { sim, cloud, home } = House::build(&test, 0, limits).await;
        sim.set(BRIDGE, json!({"answer_latency_ms": 1_000}));
        assert_eq!(cloud.have(home.guest, FRONT, UNLOCK).await.status, Status::Succeeded);
        eventually("the event", async || (cloud.log(home.front).await.len() == 1).then_some(())).await;
        sim.set(BRIDGE, json!({"answer_latency_ms": 0}));
        assert_eq!(cloud.have(home.guest, BACK, UNLOCK).await.status, Status::Succeeded);
        assert_eq!((sim.moves(FRONT), sim.moves(BACK)), (1, 1));
    }
}
