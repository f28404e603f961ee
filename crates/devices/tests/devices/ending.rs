//! Pairings and devices that end while a bridge is at work.

use crate::house::{BACK, BRIDGE, Cloud, FRONT, Home, UNLOCK, eventually};
use crate::puppet::Puppet;
use cardea_devices::{Ending, Limits, Operation, Patience, Status};
use cardea_gateway_protocol::message::{Close, DownMessage};
use cardea_model::act::{devices, pairings};
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::{Code, Refusal};
use cardea_store::{Actor, ChangeError};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often it was tried.
type Tries = AtomicUsize;

/// Unpairs the two, as the API does.
async fn unpair(cloud: &Cloud, home: &Home, lock: Serial) -> Result<(), ChangeError> {
    unpair_while(cloud, home, lock, &Tries::default(), |_| true).await
}

/// The same, by somebody who may as long as this says so of the tries before.
async fn unpair_while(
    cloud: &Cloud,
    home: &Home,
    lock: Serial,
    tries: &Tries,
    may: impl Fn(usize) -> bool,
) -> Result<(), ChangeError> {
    let (store, domain, owner) = (&cloud.store, home.domain, home.owner.user);
    let unpair = |patience: Patience| {
        let may = may(tries.load(Ordering::SeqCst));
        let unpaired = store.change(domain, Actor::Program, "unpair").decide(move |drafts, _| {
            if !may {
                return Err(Refusal::new(Code::Forbidden, "no more"));
            }
            let pairing = drafts.act(|facts| pairings::unpair(facts, lock, BRIDGE, owner))?;
            let ending = Ending { bridge: pairing.device, lock: Some(pairing.lock) };
            drafts.along(move |tx, _| Box::pin(async move { patience.end(tx, vec![ending]).await }));
            Ok(())
        });
        async move {
            let unpaired = unpaired.await;
            tries.fetch_add(1, Ordering::SeqCst);
            unpaired
        }
    };
    cloud.devices.when_idle(unpair).await.map(drop)
}

/// Waits until it was tried, and the bridge was at work.
async fn tried(tries: &Tries) {
    eventually("it was tried", async || (tries.load(Ordering::SeqCst) > 0).then_some(())).await;
}

/// Takes the bridge out, as the API does.
async fn remove_bridge(cloud: &Cloud, home: &Home) -> Result<(), ChangeError> {
    let (store, domain, bridge) = (cloud.store.clone(), home.domain, home.bridge);
    let remove = move |patience: Patience| {
        store.change(domain, Actor::Program, "remove").decide(move |drafts, _| {
            drafts.act(|facts| devices::remove_device(facts, SerialOwner::Device(bridge)))?;
            let ending = Ending { bridge, lock: None };
            drafts.along(move |tx, _| Box::pin(async move { patience.end(tx, vec![ending]).await }));
            Ok(())
        })
    };
    cloud.devices.when_idle(remove).await.map(drop)
}

cardea_store::each_database! {
    /// The bolt is moving: the person who asked learns how it went, the log has it, and only then the bridge is told that the door is not its own.
    async fn a_bridge_is_unpaired_when_its_job_is_done(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        let [other, waiting] = [BACK, FRONT].map(|lock| cloud.ask(home.friend, lock, UNLOCK));
        assert!(other.await.is_err(), "the friend has no access to it");
        let waiting = waiting.await.unwrap();
        let elsewhere = cloud.ask(home.guest, BACK, UNLOCK).await.unwrap();
        let tries = Tries::default();
        let (unpaired, ()) = tokio::join!(unpair_while(&cloud, &home, FRONT, &tries, |_| true), async {
            tried(&tries).await;
            assert_eq!(cloud.job(home.friend, waiting).await.status, Status::Created, "nothing has changed yet");
            puppet.done(job).await;
        });
        unpaired.unwrap();
        let failed = cloud.job(home.friend, waiting).await;
        assert_eq!((failed.status, &*failed.result.bridge_server_status_text), (Status::Failed, "BridgeNotAttached"));
        assert!(cloud.over(home.guest, job).await.is_successful());
        assert_eq!(cloud.log(home.front).await.len(), 1);
        let mut told = Vec::new();
        while told.len() < 2 {
            match puppet.receive().await.unwrap() {
                DownMessage::Cfg(cfg) => told.push(cfg.devices.iter().map(|device| device.serial).collect::<Vec<_>>()),
                DownMessage::Req(req) => {
                    assert_eq!((req.device, req.job), (BACK, elsewhere), "nothing more is done at the front door");
                    puppet.done(req.job).await;
                    told.push(vec![BACK]);
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(told, [vec![BACK], vec![BACK]]);
        assert!(cloud.over(home.guest, elsewhere).await.is_successful());
    }

    /// However many go on asking for readings meanwhile.
    async fn nothing_is_done_by_a_bridge_that_is_not_paired_any_more(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let first = cloud.ask(home.guest, FRONT, Operation::GetState).await.unwrap();
        assert_eq!(puppet.request().await.job, first);
        let asking = async {
            for person in [home.owner, home.guest, home.friend].into_iter().cycle().take(60) {
                // Refused as soon as it is unpaired.
                let _ = cloud.ask(person, FRONT, Operation::GetState).await;
                tokio::task::yield_now().await;
            }
        };
        let (gone, is_gone) = tokio::sync::watch::channel(false);
        let unpairing = async {
            unpair(&cloud, &home, FRONT).await.unwrap();
            gone.send_replace(true);
        };
        let serving = async {
            puppet.done(first).await;
            loop {
                match puppet.receive().await.unwrap() {
                    DownMessage::Req(req) => {
                        assert!(!*is_gone.borrow(), "asked of a bridge that is not paired");
                        puppet.done(req.job).await;
                    }
                    DownMessage::Cfg(cfg) => break assert_eq!(cfg.devices.len(), 1),
                    other => panic!("{other:?}"),
                }
            }
        };
        tokio::join!(asking, unpairing, serving);
    }

    /// Somebody else was quicker, or whoever asked may no more. What waits gets no turn while that is open, and its turn afterwards.
    async fn a_refusal_leaves_what_waits_waiting(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        let waiting = cloud.ask(home.friend, FRONT, UNLOCK).await.unwrap();
        let elsewhere = cloud.ask(home.guest, BACK, UNLOCK).await.unwrap();
        let tries = Tries::default();
        let refused = unpair_while(&cloud, &home, FRONT, &tries, |tries| tries == 0);
        let work = async {
            tried(&tries).await;
            puppet.done(job).await;
            let mut done = Vec::new();
            for _ in 0..2 {
                let next = puppet.request().await.job;
                puppet.done(next).await;
                done.push(next);
            }
            done
        };
        let (refused, mut done) = tokio::join!(refused, work);
        assert!(matches!(refused, Err(ChangeError::Refused(refusal)) if refusal.code == Code::Forbidden));
        done.sort_unstable();
        let mut both = [waiting, elsewhere];
        both.sort_unstable();
        assert_eq!(done, both);
        for (person, job) in [(home.friend, waiting), (home.guest, elsewhere)] {
            assert!(cloud.over(person, job).await.is_successful());
        }
    }

    /// A bridge that does not answer is not waited for longer than a job may take.
    async fn a_job_that_never_ends_is_given_up_and_the_pairing_ends(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits { done: 400, ..Limits::default() }).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        unpair(&cloud, &home, FRONT).await.unwrap();
        let given_up = cloud.job(home.guest, job).await;
        assert_eq!((given_up.status, &*given_up.result.bridge_server_status_text), (Status::Failed, "JobTimeout"));
    }

    async fn a_bridge_that_is_taken_out_is_sent_away_when_its_job_is_done(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, BACK, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        let (removed, ()) = tokio::join!(remove_bridge(&cloud, &home), async { puppet.done(job).await });
        removed.unwrap();
        assert!(cloud.over(home.guest, job).await.is_successful());
        assert_eq!(puppet.receive().await, Err(Close::NotProven.code()));
        assert_eq!(puppet.reason, "not proven: no longer enrolled");
        assert_eq!(Puppet::greeting(&cloud).await.receive().await, Err(Close::NotProven.code()));
    }
}
