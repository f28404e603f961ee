//! Several processes on one PostgreSQL.

use crate::domain::{domain, guest, lock, profile, put_lock, put_user, user, write};
use cardea_model::ids::{DomainId, LockId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Lock, Row, User};
use cardea_model::{Code, Facts, Refusal};
use cardea_store::testing::{self, Kind, TestStore};
use cardea_store::{Actor, ChangeError, Clock, DatabaseUrl, Hint, HintKind, SealingKey, Store, StoreConfig};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

fn count(facts: &Facts, id: LockId) -> Result<(Vec<Edit>, usize), Refusal> {
    let lock = facts.lock(id).ok_or_else(|| Refusal::not_found(id))?;
    let next = lock.name.parse::<usize>().expect("a number") + 1;
    Ok((vec![Edit::Put(Row::Lock(Arc::new(Lock { name: next.to_string(), ..Lock::clone(lock) })))], next))
}

async fn with_two(test: impl AsyncFnOnce(TestStore, Store)) {
    testing::on(Kind::Postgres, async move |a| {
        let b = a.second().await;
        test(a, b).await;
    })
    .await;
}

#[tokio::test]
async fn what_one_process_wrote_the_other_reads_at_once() {
    with_two(async |a, b| {
        let home = domain(&a, "owner@example.org").await.domain;
        let door = lock("0", 1, a.store.now());
        write(&a.store, home, vec![put_lock(&door)]).await.unwrap();
        for round in 0..100 {
            let (writer, reader) = if round % 3 == 0 { (&b, &a.store) } else { (&a.store, &b) };
            let written = writer
                .change(home, Actor::Program, "count")
                .decide(move |drafts, _| drafts.act(|facts| count(facts, door.id)))
                .await
                .unwrap();
            assert_eq!(reader.facts(home).await.unwrap().lock(door.id).unwrap().name, written.value.to_string());
        }
        assert_eq!(*a.store.facts(home).await.unwrap(), *b.facts(home).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_hint_of_one_process_reaches_the_other() {
    with_two(async |a, b| {
        let home = domain(&a, "owner@example.org").await.domain;
        let (mut here, mut there) = (a.store.hints(), b.hints());
        let door = lock("Street door", 1, a.store.now());
        write(&a.store, home, vec![put_lock(&door)]).await.unwrap();
        a.store.hint(home, HintKind::Condition(door.id));
        b.hint(home, HintKind::Job(cardea_model::ids::DeviceId(7)));
        let mut heard = std::collections::BTreeSet::new();
        let mut both = std::collections::BTreeSet::new();
        let wanted: std::collections::BTreeSet<Hint> =
            [HintKind::Facts, HintKind::Condition(door.id), HintKind::Job(cardea_model::ids::DeviceId(7))]
                .map(|kind| Hint { domain: home, kind })
                .into();
        while heard != wanted || both != wanted {
            let next = async {
                tokio::select! {
                    hint = here.recv() => heard.insert(hint.unwrap()),
                    hint = there.recv() => both.insert(hint.unwrap()),
                }
            };
            tokio::time::timeout(Duration::from_secs(10), next).await.expect("the hints arrive");
        }
    })
    .await;
}

#[tokio::test]
async fn after_a_broken_connection_everything_in_use_may_have_changed_and_hints_go_on() {
    with_two(async |a, b| {
        let home = domain(&a, "owner@example.org").await.domain;
        b.facts(home).await.unwrap();
        let mut hints = b.hints();
        testing::end_listeners(&a.store).await;
        let heard = async {
            // The connection for hints was killed, and hints may be lost with it. So the process is told that anything in its domains may
            // have changed.
            while hints.recv().await.unwrap() != (Hint { domain: home, kind: HintKind::Anything }) {}
            write(&a.store, home, vec![put_lock(&lock("Street door", 1, a.store.now()))]).await.unwrap();
            while hints.recv().await.unwrap() != (Hint { domain: home, kind: HintKind::Facts }) {}
        };
        tokio::time::timeout(Duration::from_secs(20), heard).await.expect("the listener comes back");
    })
    .await;
}

#[tokio::test]
async fn two_processes_cannot_take_the_last_two_administrators() {
    with_two(async |a, b| {
        for round in 0..20 {
            let home = domain(&a, &format!("owner-{round}@example.org")).await;
            let second = user(&profile(&format!("second-{round}@example.org")), Role::Administrator, a.store.now());
            write(&b, home.domain, vec![put_user(&second)]).await.unwrap();
            let demote = |store: &Store, id| {
                let store = store.clone();
                async move {
                    let act = move |facts: &Facts, _| {
                        if facts.users(0).filter(|user| user.role == Role::Administrator && user.id != id).count() == 0
                        {
                            return Err(Refusal::new(Code::Forbidden, "the last administrator"));
                        }
                        let user = facts.user(id).ok_or_else(|| Refusal::not_found(id))?;
                        Ok((vec![put_user(&User { role: Role::User, ..User::clone(user) })], ()))
                    };
                    store
                        .change(home.domain, Actor::Program, "demote")
                        .decide(move |drafts, now| drafts.act(|facts| act(facts, now)))
                        .await
                }
            };
            let (one, other) = tokio::join!(demote(&a.store, home.user), demote(&b, second.id));
            let refused = [one, other].iter().filter(|answer| matches!(answer, Err(ChangeError::Refused(_)))).count();
            assert_eq!(refused, 1);
            let facts = a.store.facts(home.domain).await.unwrap();
            assert_eq!(facts.users(0).filter(|user| user.role == Role::Administrator).count(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_profile_changed_here_while_its_account_joins_there_is_the_same_everywhere() {
    with_two(async |a, b| {
        for round in 0..30 {
            let first = domain(&a, &format!("first-{round}@example.org")).await.domain;
            let second = domain(&a, &format!("second-{round}@example.org")).await.domain;
            let person = profile(&format!("guest-{round}@example.org"));
            write(&a.store, first, vec![put_user(&guest(&person, Role::User, a.store.now()))]).await.unwrap();
            let renamed = cardea_model::rows::Profile { display_name: "Renamed".into(), ..person.clone() };
            let put = Edit::Put(Row::Profile(Arc::new(renamed.clone())));
            let rename = a.store.change_account(person.account, Actor::Program, "rename");
            let rename = rename.decide(move |drafts, _| drafts.act(|_| Ok((vec![put], ()))));
            let join = put_user(&guest(&person, Role::User, a.store.now()));
            let (renaming, joining) = tokio::join!(rename, write(&b, second, vec![join]));
            renaming.unwrap();
            joining.unwrap();
            for store in [&a.store, &b] {
                for domain in [first, second] {
                    let facts = store.facts(domain).await.unwrap();
                    assert_eq!(*facts.user_of_account(person.account).unwrap().profile, renamed);
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_time_is_the_databases() {
    testing::on(Kind::Postgres, async |a| {
        let store = Store::open(StoreConfig { clock: Clock::System, ..a.config() }).await.unwrap();
        let machine = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
        // The cluster runs on this machine.
        assert!((store.now().0 - machine).abs() < 1000);
    })
    .await;
}

const COUNTS: usize = 50;

/// The test is a program of its own: started once more with this set, it is the second process.
const SECOND: &str = "CARDEA_SECOND";

async fn count_on(store: &Store, home: DomainId, door: LockId) {
    for _ in 0..COUNTS {
        let counting = store.change(home, Actor::Program, "count");
        counting.decide(move |drafts, _| drafts.act(|facts| count(facts, door))).await.unwrap();
    }
}

#[tokio::test]
async fn a_real_second_process_writes_along() {
    if let Ok(told) = std::env::var(SECOND) {
        return the_second_process(&told).await;
    }
    testing::on(Kind::Postgres, async |a| {
        let home = domain(&a, "owner@example.org").await.domain;
        let door = lock("0", 1, a.store.now());
        write(&a.store, home, vec![put_lock(&door)]).await.unwrap();
        let DatabaseUrl::Postgres(url) = a.config().url else { unreachable!("PostgreSQL was asked for") };
        let mut second = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::a_real_second_process_writes_along"])
            .env(SECOND, format!("{url} {} {} {}", home, door.id, a.folder().display()))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        count_on(&a.store, home, door.id).await;
        let ended = tokio::task::spawn_blocking(move || second.wait()).await.unwrap().unwrap();
        assert!(ended.success());
        let facts = a.store.facts(home).await.unwrap();
        assert_eq!(facts.lock(door.id).unwrap().name, (2 * COUNTS).to_string());
        assert_eq!(*Store::open_to_read(a.config()).await.unwrap().facts(home).await.unwrap(), *facts);
    })
    .await;
}

async fn the_second_process(told: &str) {
    let words: Vec<&str> = told.split(' ').collect();
    let [url, home, door, folder] = words[..] else { panic!("{told}") };
    let mut config = StoreConfig::new(url.parse().unwrap(), folder);
    config.key = Some("5a".repeat(32).parse::<SealingKey>().unwrap());
    let store = Store::open(config).await.unwrap();
    count_on(&store, home.parse().unwrap(), door.parse().unwrap()).await;
}
