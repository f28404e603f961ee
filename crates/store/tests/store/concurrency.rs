//! Many at once.

use crate::domain::{domain, lock, profile, put_lock, put_user, user, write};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Lock, Row, User};
use cardea_model::{Code, Facts, Refusal, Time};
use cardea_store::sign_in::{hold, sessions, tokens};
use cardea_store::testing::{self, Kind, on, sign_in, somebody_waits};
use cardea_store::{Actor, ChangeError, Changes, Drafts, HintKind, Store, StoreError, each_database};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Barrier;

const WRITERS: usize = 8;
const WRITES: usize = 50;
const TURNS: u32 = 100;

/// Counts in the lock's name: a lost update would lose a number.
fn count(facts: &Facts, id: cardea_model::ids::LockId) -> Result<(Vec<Edit>, ()), Refusal> {
    let lock = facts.lock(id).ok_or_else(|| Refusal::not_found(id))?;
    let next = lock.name.parse::<usize>().expect("a number") + 1;
    Ok((vec![Edit::Put(Row::Lock(Arc::new(Lock { name: next.to_string(), ..Lock::clone(lock) })))], ()))
}

/// An administrator becomes a guest, as long as one is left.
fn demote(facts: &Facts, id: cardea_model::ids::UserId) -> Result<(Vec<Edit>, ()), Refusal> {
    let others = facts.users(0).filter(|user| user.role == Role::Administrator && user.id != id).count();
    if others == 0 {
        return Err(Refusal::new(Code::Forbidden, "the last administrator"));
    }
    let user = facts.user(id).ok_or_else(|| Refusal::not_found(id))?;
    Ok((vec![put_user(&User { role: Role::User, ..User::clone(user) })], ()))
}

each_database! {
    async fn eight_writers_at_once_lose_nothing_and_wait_for_less_than_two_seconds(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let door = lock("0", 1, test.store.now());
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        let start = Arc::new(Barrier::new(WRITERS));
        let writers = (0..WRITERS).map(|writer| {
            let (store, start, id) = (test.store.clone(), Arc::clone(&start), door.id);
            tokio::spawn(async move {
                start.wait().await;
                let mut longest = Duration::ZERO;
                for turn in 0..WRITES {
                    let began = Instant::now();
                    // Tables that are not facts stand in the same queue.
                    if (writer + turn) % 4 == 0 {
                        let other = profile(&format!("{writer}-{turn}@example.org"));
                        store.create_account(other, None).await.unwrap();
                    }
                    store.change(home, Actor::Program, "count").decide(move |drafts, _| drafts.act(|facts| count(facts, id))).await.unwrap();
                    longest = longest.max(began.elapsed());
                }
                longest
            })
        });
        let mut longest = Duration::ZERO;
        for writer in writers.collect::<Vec<_>>() {
            longest = longest.max(writer.await.unwrap());
        }
        let facts = test.store.facts(home).await.unwrap();
        assert_eq!(facts.lock(door.id).unwrap().name, (WRITERS * WRITES).to_string());
        assert_eq!(facts.revision.number, 2 + (WRITERS * WRITES) as i64);
        assert!(longest < Duration::from_secs(2), "one waited {longest:?}");
    }

    async fn readers_beside_writers_never_read_the_whole_domain_again(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let door = lock("0", 1, test.store.now());
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        let mut test = test.restart().await;
        let statements = testing::record(&mut test.store);
        test.store.facts(home).await.unwrap();
        let loading = statements.take().into_iter().find(|statement| statement.sql.contains("FROM \"locks\"")).expect("locks are loaded").sql;
        let writers = (0..4).map(|_| {
            let (store, id) = (test.store.clone(), door.id);
            tokio::spawn(async move {
                for _ in 0..WRITES {
                    store.change(home, Actor::Program, "count").decide(move |drafts, _| drafts.act(|facts| count(facts, id))).await.unwrap();
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        let readers = (0..8).map(|_| {
            let store = test.store.clone();
            tokio::spawn(async move {
                let mut seen = 0;
                while seen < 2 + 4 * WRITES as i64 {
                    let read = store.facts(home).await.unwrap().revision.number;
                    assert!(read >= seen, "{read} after {seen}");
                    seen = read;
                    // Facts in memory are answered without waiting, so the readers give the writers a chance to run.
                    tokio::task::yield_now().await;
                }
            })
        });
        for task in writers.into_iter().chain(readers.collect::<Vec<_>>()) {
            task.await.unwrap();
        }
        let again = statements.take().iter().filter(|statement| statement.sql == loading).count();
        assert_eq!(again, 0);
    }

    async fn of_two_demotions_that_are_each_legal_alone_one_is_refused(test: TestStore) {
        for round in 0..20 {
            let home = domain(&test, &format!("owner-{round}@example.org")).await;
            let second = user(&profile(&format!("second-{round}@example.org")), Role::Administrator, test.store.now());
            write(&test.store, home.domain, vec![put_user(&second)]).await.unwrap();
            let start = Arc::new(Barrier::new(2));
            let demotions = [home.user, second.id].map(|id| {
                let (store, start) = (test.store.clone(), Arc::clone(&start));
                tokio::spawn(async move {
                    start.wait().await;
                    store.change(home.domain, Actor::Program, "demote").decide(move |drafts, _| drafts.act(|facts| demote(facts, id))).await
                })
            });
            let mut refused = 0;
            for demotion in demotions {
                refused += usize::from(matches!(demotion.await.unwrap(), Err(ChangeError::Refused(_))));
            }
            assert_eq!(refused, 1);
            let facts = test.store.facts(home.domain).await.unwrap();
            assert_eq!(facts.users(0).filter(|user| user.role == Role::Administrator).count(), 1);
        }
    }

    async fn writes_over_the_same_domains_in_any_order_never_wait_for_each_other_forever(test: TestStore) {
        let mut domains = Vec::new();
        for name in ["a", "b", "c"] {
            let home = domain(&test, &format!("{name}@example.org")).await.domain;
            let door = lock("0", domains.len() as u64, test.store.now());
            write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
            domains.push((home, door.id));
        }
        let writers = (0..6).map(|writer| {
            let store = test.store.clone();
            let mut order = domains.clone();
            order.rotate_left(writer % 3);
            if writer % 2 == 0 {
                order.reverse();
            }
            tokio::spawn(async move {
                for _ in 0..20 {
                    let doors = order.clone();
                    let named = order.iter().map(|(domain, _)| *domain).collect();
                    let change = store.change_domains(named, Actor::Program, "count");
                    let decide = move |drafts: &mut Drafts, _| {
                        drafts.all().iter_mut().zip(&doors).try_for_each(|(draft, (_, door))| draft.act(|facts| count(facts, *door)).map(drop))
                    };
                    change.decide(decide).await.unwrap();
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            tokio::time::timeout(Duration::from_secs(60), writer).await.expect("no deadlock").unwrap();
        }
        for (domain, door) in domains {
            assert_eq!(test.store.facts(domain).await.unwrap().lock(door).unwrap().name, "120");
        }
    }

    async fn a_request_that_goes_away_leaves_facts_and_database_agreeing(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let door = lock("0", 1, test.store.now());
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        let mut hints = test.store.hints();
        let id = door.id;
        for turn in 0..TURNS {
            let store = test.store.clone();
            let change = async move { store.change(home, Actor::Program, "count").decide(move |drafts, _| drafts.act(|facts| count(facts, id))).await };
            // The caller leaves at another moment each time: before, during and after the commit.
            let patience = Duration::from_micros(u64::from(turn) * 40);
            let _ = tokio::time::timeout(patience, change).await;
        }
        // What was begun is finished without its caller: each commit is applied, and only then hinted.
        for _ in 0..TURNS {
            let hint = tokio::time::timeout(Duration::from_secs(20), hints.recv()).await.expect("a hint for each commit").unwrap();
            assert_eq!((hint.domain, hint.kind), (home, HintKind::Facts));
        }
        let facts = test.store.facts(home).await.unwrap();
        assert_eq!(facts.lock(id).unwrap().name, TURNS.to_string());
        assert_eq!(facts.revision.number, 2 + i64::from(TURNS));
        let since = cardea_model::Revision { number: 2, ..facts.revision };
        let Changes::List(changes) = test.store.changes_since(home, since, 1000).await.unwrap() else { panic!("reset") };
        assert_eq!(changes.len(), TURNS as usize);
        let test = test.restart().await;
        assert_eq!(*test.store.facts(home).await.unwrap(), *facts);
    }

    async fn a_write_that_fails_or_panics_leaves_nothing_and_lets_the_next_one_in(test: TestStore) {
        let person = profile("guest@example.org");
        test.store.create_account(person.clone(), None).await.unwrap();
        let account = person.account;
        let failed = test.store.write(move |tx| Box::pin(async move {
            cardea_store::Store::set_password_hash(tx, account, Some("hash".into())).await?;
            Err::<(), _>(StoreError::Stopped)
        }));
        assert!(matches!(failed.await, Err(StoreError::Stopped)));
        assert_eq!(test.store.account(account).await.unwrap().unwrap().password_hash, None);
        let store = test.store.clone();
        let panicked = tokio::spawn(async move { store.write(|_| Box::pin(async { panic!("on purpose") as Result<(), StoreError> })).await });
        assert!(panicked.await.unwrap_err().is_panic());
        let home = domain(&test, "owner@example.org").await.domain;
        let store = test.store.clone();
        let act = |_: &Facts, _| -> Result<(Vec<Edit>, ()), Refusal> { panic!("on purpose") };
        assert!(tokio::spawn(async move { store.change(home, Actor::Program, "test").decide(move |drafts, now| drafts.act(|facts| act(facts, now))).await }).await.unwrap_err().is_panic());
        write(&test.store, home, vec![put_lock(&lock("Street door", 1, test.store.now()))]).await.unwrap();
        assert_eq!(test.store.facts(home).await.unwrap().revision.number, 2);
    }
}

/// Ending all sign-ins of an account locks the account and then its families. A change by the person of the account, with something written
/// along, locks them in the same order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_by_somebody_whose_sign_ins_are_being_ended_meets_no_deadlock() {
    on(Kind::Postgres, async |test| {
        let home = domain(&test, "owner@example.org").await.domain;
        let account = test.store.facts(home).await.unwrap().owner;
        let by = sign_in(&test.store, account).await;
        let (ending, told) = tokio::sync::oneshot::channel();
        let store = test.store.clone();
        let decide = move |drafts: &mut Drafts, _| {
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    let other = store.clone();
                    let ended = tokio::spawn(async move {
                        other
                            .write(move |tx| {
                                Box::pin(async move {
                                    hold(tx, account).await?;
                                    tokens::end(tx, tokens::Which::Account(account, None)).await?;
                                    Ok::<_, ChangeError>(())
                                })
                            })
                            .await
                    });
                    assert!(ending.send(ended).is_ok());
                    while !somebody_waits(&store).await {
                        tokio::task::yield_now().await;
                    }
                    hold(tx, account).await?;
                    Ok(())
                })
            });
            drafts.act(|_| Ok((vec![put_lock(&lock("Door", 1, Time(0)))], ())))
        };
        let changed = test.store.change(home, Actor::Person(by), "test").decide(decide).await;
        changed.expect("it came first");
        told.await.unwrap().await.unwrap().expect("it came second");
    })
    .await;
}

/// While an account is held to end its sign-ins, writes that only refer to it do not wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_begun_while_its_account_is_held_meets_no_deadlock() {
    on(Kind::Postgres, async |test| {
        let home = domain(&test, "owner@example.org").await.domain;
        let account = test.store.facts(home).await.unwrap().owner;
        let family = sign_in(&test.store, account).await.family;
        let (store, now) = (test.store.clone(), test.store.now());
        let begun: Result<_, StoreError> = test
            .store
            .write(move |tx| {
                Box::pin(async move {
                    assert!(tokens::find_locked(tx, &family).await?.is_some());
                    let other = store.clone();
                    let ended = tokio::spawn(async move {
                        other
                            .write(move |tx| {
                                Box::pin(async move {
                                    Store::belongs_elsewhere(tx, account, home).await?;
                                    tokens::end(tx, tokens::Which::Account(account, None)).await?;
                                    Ok::<_, ChangeError>(())
                                })
                            })
                            .await
                    });
                    while !somebody_waits(&store).await {
                        tokio::task::yield_now().await;
                    }
                    let expires = now.plus_seconds(9).0;
                    let (id, account) = (vec![1; 32], account.0 as i64);
                    let family = Some(family.to_vec());
                    let session = sessions::Model {
                        id,
                        account,
                        created: now.0,
                        expires,
                        family,
                        scopes: None,
                        proven: None,
                        sign_in: 1,
                        seen: None,
                        issuer: None,
                    };
                    sessions::begin(tx, session).await?;
                    Ok(ended)
                })
            })
            .await;
        begun.expect("it came first").await.unwrap().expect("it came second");
    })
    .await;
}
