//! Several servers on one PostgreSQL: two bridges with one key between them, and hints that come again and again.

use crate::house::{BACK, Cloud, FRONT, Home, LOCK, UNLOCK, eventually};
use crate::puppet::Puppet;
use cardea_devices::{Limits, Status};
use cardea_gateway_protocol::message::{Close, DownMessage, Evt, EvtKind, Source};
use cardea_gateway_protocol::{BoltState, UpMessage};
use cardea_store::conditions::{self, Reading};
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::testing::{Kind, TestStore, on, somebody_waits};
use cardea_store::{StoreError, bridges};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

/// Two servers on the same database.
async fn two(test: &TestStore) -> [Cloud; 2] {
    [Cloud::serve(&test.store, Limits::default()).await, Cloud::serve(&test.second().await, Limits::default()).await]
}

/// One key, a bridge at each server: they replace each other only so often, and whichever stays works.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bridges_with_one_key_at_two_servers_do_not_replace_each_other_for_ever() {
    on(Kind::Postgres, async |test| {
        let home = Home::furnish(&test.store).await;
        let clouds = two(&test).await;
        let mut stays = Puppet::accepted(&clouds[0]).await;
        let mut replaced = 0;
        let refused = loop {
            assert!(replaced <= 8, "four replacements at each server");
            let mut newer = Puppet::greeting(&clouds[(replaced + 1) % 2]).await;
            match newer.receive().await {
                Ok(DownMessage::Cfg(_)) => {
                    assert_eq!(stays.receive().await, Err(Close::Replaced.code()), "by the other server's bridge");
                    stays = newer;
                    replaced += 1;
                }
                Ok(other) => panic!("not a cfg: {other:?}"),
                Err(code) => break (code, newer.reason),
            }
        };
        assert_eq!(refused.0, Close::Contested.code());
        assert!(refused.1.starts_with("another connection holds this key: try again in "), "{}", refused.1);
        assert!(replaced >= 4, "{replaced}: a line that breaks is no contest");
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        assert_eq!((row.online, row.epoch), (true, replaced as i64 + 1), "who was refused has left no trace");
        // The bridge whose connection counts goes on working, whichever server is asked.
        for cloud in &clouds {
            let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
            assert_eq!(stays.request().await.job, job);
            stays.done(job).await;
            assert!(cloud.over(home.guest, job).await.is_successful());
        }
    })
    .await;
}

/// Writing down a movement holds the log of its lock first, and only then locks the row of the lock's condition.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_tell_of_the_same_lock_at_once_meet_no_deadlock() {
    on(Kind::Postgres, async |test| {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        cloud.present(&home).await;
        let (domain, lock, at) = (home.domain, home.front, test.store.now());
        let entry = NewEntry {
            reporter: Reporter::Client,
            domain,
            time: at,
            lock,
            lock_name: "Front door".into(),
            user: None,
            username: String::new(),
            operation: LogOperation::Locked,
        };
        let reading = Reading { lock, domain, state: Some("Locked"), battery: None, at };
        let store = test.store.clone();
        let told: Result<Puppet, StoreError> = test
            .store
            .write(move |tx| {
                Box::pin(async move {
                    log::record(tx, entry).await?;
                    let (kind, source) = (EvtKind::Unlocked, Source::Hand);
                    let evt = Evt { eid: 1, device: FRONT, kind, source, slot: None, user: None, job: None, ts: None };
                    puppet.send(UpMessage::Evt(evt)).await;
                    while !somebody_waits(&store).await {
                        tokio::task::yield_now().await;
                    }
                    conditions::put(tx, &reading).await?;
                    Ok(puppet)
                })
            })
            .await;
        let mut puppet = told.expect("it came first");
        assert_eq!(puppet.receive().await, Ok(DownMessage::Ack { evt_upto: 1 }), "it came second");
        assert_eq!(cloud.condition(&home, home.front).await.state, BoltState::Unlocked);
    })
    .await;
}

/// PostgreSQL may pass a hint on again, and late: it says where to look, and looking twice does nothing twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_that_comes_again_and_again_does_nothing_twice() {
    on(Kind::Postgres, async |test| {
        let home = Home::furnish(&test.store).await;
        let [here, there] = two(&test).await;
        let mut puppet = Puppet::accepted(&here).await;
        there.present(&home).await;
        let notify = async || {
            // Facts, jobs of the bridge, the condition of a lock, anything: as another server's process would tell of them.
            let (domain, bridge, lock) = (home.domain.0, home.bridge.0, home.front.0);
            let hints = format!("third {domain:x}:f:0 {domain:x}:j:{bridge:x} {domain:x}:c:{lock:x} {domain:x}:a:0");
            let sql = "SELECT pg_notify('cardea_hints', $1)";
            for _ in 0..10 {
                let values = [hints.clone().into()];
                let notify = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
                test.store.read().execute_raw(notify).await.unwrap();
            }
        };
        let first = there.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        let second = there.ask(home.guest, FRONT, LOCK).await.unwrap();
        notify().await;
        assert_eq!(puppet.request().await.job, first);
        notify().await;
        assert_eq!(there.job(home.guest, second).await.status, Status::Created, "the bridge is at the first");
        puppet.done(first).await;
        // Neither the first again, nor a list of locks that has not changed.
        assert_eq!(puppet.request().await.job, second);
        notify().await;
        puppet.done(second).await;
        for job in [first, second] {
            assert!(there.over(home.guest, job).await.is_successful());
        }
        notify().await;
        let last = there.ask(home.guest, BACK, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, last);
        puppet.done(last).await;
        assert!(here.over(home.guest, last).await.is_successful());
        eventually("an entry of each", async || (here.log(home.front).await.len() == 2).then_some(())).await;
        assert_eq!(here.log(home.back).await.len(), 1);
        let row = bridges::find(test.store.read(), home.bridge).await.unwrap().unwrap();
        assert_eq!((row.online, row.epoch), (true, 1), "it was not sent away");
    })
    .await;
}
