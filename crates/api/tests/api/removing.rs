//! Taking devices out: all that belongs to them ends in one change, and what a bridge is doing ends first.

use crate::world::{As, BRIDGE, BRIDGE_ID, FRONT, FRONT_ID, KEYPAD, SIDE, SIDE_ID, SideBySide, WEEK, World};
use axum::http::Method;
use cardea_gateway_protocol::OperationResult;
use cardea_model::ids::{LockId, Serial};
use cardea_store::conditions::{self, Reading};
use cardea_store::jobs::{self, From, NewJob, Status};
use cardea_store::{StoreError, bridges, issued_keys};
use std::time::Duration;

/// A job that waits for the bridge; its id is this number.
async fn waiting(world: &World, number: u8, lock: LockId, serial: Serial) -> [u8; 16] {
    let facts = world.facts().await;
    let job = NewJob {
        id: [number; 16],
        account: facts.owner,
        domain: world.domain,
        user: world.users[&As::Owner],
        bridge: BRIDGE_ID,
        lock,
        serial,
        operation: "afi.lock.get-state".into(),
        arguments: "[]".into(),
        rank: 1,
        created: world.test.clock.now(),
    };
    let written = world.test.store.write(move |tx| Box::pin(jobs::insert_waiting(tx, job)));
    written.await.unwrap().id()
}

/// The bridge is at this job.
async fn begun(world: &World, job: [u8; 16]) -> i64 {
    let now = world.test.clock.now();
    let hello =
        bridges::Hello { device: BRIDGE_ID, domain: world.domain, replica: "r".into(), firmware: "1".into(), now };
    let begun = world.test.store.write(move |tx| {
        Box::pin(async move {
            let epoch = bridges::hello(tx, hello).await?.epoch;
            assert!(jobs::claim(tx, job, epoch, now).await?);
            Ok::<_, StoreError>(epoch)
        })
    });
    begun.await.unwrap()
}

async fn done(world: &World, job: [u8; 16], epoch: i64) {
    let result = serde_json::to_string(&OperationResult::default()).unwrap();
    let from = From::InProgress { epoch };
    let done = world.test.store.write(move |tx| Box::pin(jobs::finish(tx, job, from, true, result)));
    assert!(done.await.unwrap(), "it was in progress");
}

async fn ended(world: &World, job: [u8; 16]) -> (Status, String) {
    let row = jobs::find(world.test.store.read(), job).await.unwrap().unwrap();
    (row.status(), row.result.unwrap_or_default())
}

/// That it does not end by itself, as far as one can wait for what is not to come.
async fn stays(request: impl Future) {
    assert!(tokio::time::timeout(Duration::from_millis(300), request).await.is_err(), "it waits");
}

cardea_store::each_database! {
    async fn a_locks_links_keys_jobs_and_pairings_end_with_it_in_one_change(world: World) {
        world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.ok();
        let reading = Reading { lock: FRONT_ID, domain: world.domain, state: Some("Locked"), battery: Some(80), at: world.test.clock.now() };
        let put = world.test.store.write(move |tx| Box::pin(async move { conditions::put(tx, &reading).await }));
        assert!(put.await.unwrap());
        let (front, side) = (waiting(&world, 1, FRONT_ID, FRONT).await, waiting(&world, 2, SIDE_ID, SIDE).await);
        let before = world.facts().await;
        assert!(before.links_of_lock(FRONT_ID).len() >= 3 && before.calendar(WEEK).is_some());
        assert_eq!(world.call(As::Admin, Method::DELETE, &format!("/ekey/v3/devices/{FRONT}")).await.status, 204);
        let after = world.facts().await;
        assert_eq!(after.revision.number, before.revision.number + 1, "one change");
        assert!(after.lock(FRONT_ID).is_none() && after.by_serial(FRONT).is_none());
        assert!(after.links_of_lock(FRONT_ID).is_empty());
        assert!(after.calendar(WEEK).is_none(), "nothing else used it");
        assert!(after.groups_of_lock(FRONT_ID).is_empty());
        assert_eq!(after.locks_of_device(BRIDGE_ID).map(|lock| lock.id).collect::<Vec<_>>(), [SIDE_ID]);
        let now = world.test.clock.now();
        assert_eq!(issued_keys::living(world.test.store.read(), FRONT_ID, now, 9).await.unwrap(), []);
        assert_eq!(conditions::find(world.test.store.read(), FRONT_ID).await.unwrap(), None);
        let (status, result) = ended(&world, front).await;
        assert!(status == Status::Failed && result.contains("BridgeNotAttached"), "{status:?} {result}");
        assert_eq!(ended(&world, side).await.0, Status::Created, "of another lock");
        for path in ["login_token", "paired_devices"] {
            world.get(As::Owner, &format!("/devices/v1/{FRONT}/{path}")).await.refused(404, "entity_not_found");
        }
        world.call(As::Owner, Method::DELETE, &format!("/ekey/v3/devices/{FRONT}")).await.refused(404, "entity_not_found");
    }

    async fn a_bridges_jobs_and_pairings_end_with_it(world: World) {
        let jobs = [waiting(&world, 1, FRONT_ID, FRONT).await, waiting(&world, 2, SIDE_ID, SIDE).await];
        for serial in [BRIDGE, KEYPAD] {
            assert_eq!(world.call(As::Owner, Method::DELETE, &format!("/ekey/v3/devices/{serial}")).await.status, 204);
        }
        let facts = world.facts().await;
        assert_eq!(facts.device_count(), 0);
        assert!(facts.devices_of_lock(SIDE_ID).next().is_none() && facts.lock(SIDE_ID).is_some());
        for job in jobs {
            assert_eq!(ended(&world, job).await.0, Status::Failed);
        }
        let refused = world.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_lock")).await;
        refused.refused(409, "bridge_not_paired");
    }

    /// Unpaired, or taken out with the lock or with the bridge: it is the same to the job.
    async fn what_the_bridge_is_at_ends_first(world: World) {
        let paths = [
            format!("/devices/v1/{FRONT}/paired_devices/{BRIDGE}"),
            format!("/ekey/v3/devices/{SIDE}"),
            format!("/ekey/v3/devices/{BRIDGE}"),
        ];
        for (number, path) in paths.iter().enumerate() {
            let (lock, serial) = if number == 1 { (SIDE_ID, SIDE) } else { (FRONT_ID, FRONT) };
            let running = waiting(&world, 10 + number as u8, lock, serial).await;
            let epoch = begun(&world, running).await;
            let next = waiting(&world, 20 + number as u8, lock, serial).await;
            let before = world.facts().await.revision;
            let mut request = Box::pin(world.call(As::Owner, Method::DELETE, path));
            stays(&mut request).await;
            assert_eq!(world.facts().await.revision, before, "nothing has changed yet");
            assert_eq!(ended(&world, running).await.0, Status::InProgress);
            done(&world, running, epoch).await;
            assert_eq!(request.await.status, 204, "{path}");
            assert_eq!(ended(&world, running).await.0, Status::Succeeded);
            assert_eq!(ended(&world, next).await.0, Status::Failed, "what waits is not done any more");
        }
    }

    async fn a_job_for_another_lock_is_not_waited_for(world: World) {
        let running = waiting(&world, 1, SIDE_ID, SIDE).await;
        begun(&world, running).await;
        let path = format!("/devices/v1/{FRONT}/paired_devices/{BRIDGE}");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        assert_eq!(ended(&world, running).await.0, Status::InProgress);
    }

    /// A bridge that never answers, in a process that is gone: nobody waits longer than a job may take.
    async fn a_job_that_nobody_ends_is_given_up_in_its_time(world: World) {
        let running = waiting(&world, 1, FRONT_ID, FRONT).await;
        begun(&world, running).await;
        world.test.clock.advance(60);
        let path = format!("/ekey/v3/devices/{FRONT}");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        let (status, result) = ended(&world, running).await;
        assert!(status == Status::Failed && result.contains("JobTimeout"), "{status:?} {result}");
    }

    async fn who_is_demoted_while_the_bridge_is_at_work_takes_nothing_out(world: SideBySide) {
        let running = waiting(&world, 1, FRONT_ID, FRONT).await;
        let epoch = begun(&world, running).await;
        let next = waiting(&world, 2, FRONT_ID, FRONT).await;
        let path = format!("/ekey/v3/devices/{FRONT}");
        let mut request = Box::pin(world.call(As::Admin, Method::DELETE, &path));
        stays(&mut request).await;
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, serde_json::json!({"role": "installer"})).await.ok();
        done(&world, running, epoch).await;
        request.await.refused(403, "forbidden");
        assert!(world.facts().await.lock(FRONT_ID).is_some());
        assert_eq!(ended(&world, next).await.0, Status::Created, "what waits was not ended either");
    }
}
