//! The real runner over both databases, with a mail server that keeps the name of every message it was handed.

mod measures;
mod post;
mod pushes;
mod smtp;

use super::*;
use cardea_api::limits::SIGN_IN;
use cardea_devices::{Devices, Limits};
use cardea_identity::Identity;
use cardea_outbound::mail::Mail;
use cardea_store::outbox::Work;
use cardea_store::testing::{Kind as Database, Step as At, TestStore, faults};
use cardea_store::{Retention, Store, each_database};
use post::{Mood, Post};
use std::sync::Arc;
use tokio::sync::mpsc;

async fn outbox_of(store: &Store, post: &Post) -> Outbox {
    let hands = Hands {
        store: store.clone(),
        mailer: Arc::new(post.clone()),
        pushes: None,
        retention: Retention { changes_days: 90, log_days: 0 },
        identity: Identity::new(store.clone(), Default::default(), SIGN_IN).await.unwrap(),
        devices: Devices::start(store.clone(), Limits::default()).await.unwrap(),
    };
    Outbox::new(hands, Box::new(|| 1.0))
}

async fn add(store: &Store, subject: &str) -> [u8; 16] {
    let (to, text) = ("anna@example.org".into(), "Hello\n".into());
    let mail = Mail { to, subject: subject.into(), text, html: "<p>Hello</p>".into() };
    let work = Work { kind: Mail::KIND, payload: mail.to_payload(), sealed: true, due: None };
    let (seal, now) = (store.seal().clone(), store.now());
    let added = store.write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await }));
    let id = added.await.unwrap();
    store.hint_work();
    id
}

async fn find(store: &Store, id: [u8; 16]) -> Model {
    outbox::find(store.read(), id).await.unwrap().unwrap()
}

/// Another process on PostgreSQL. SQLite allows one process, so there it is that process started anew.
async fn successor(test: &TestStore) -> Store {
    if test.kind == Database::Postgres { test.second().await } else { test.store.clone() }
}

/// Lets a task try what is due, and kills it when the mail server has been reached.
async fn kill_when_reached(outbox: Outbox, mut reaches: mpsc::UnboundedReceiver<String>) {
    let working = tokio::spawn(async move { outbox.round(Kind::Mail).await });
    reaches.recv().await.unwrap();
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
}

fn seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap()
}

each_database! {
    async fn a_runner_killed_before_the_hand_over_loses_nothing_and_sends_nothing_twice(test: TestStore) {
        let (post, reaches) = Post::new(Mood::HangsBefore);
        let id = add(&test.store, "Hello").await;
        kill_when_reached(outbox_of(&test.store, &post).await, reaches).await;
        assert!(post.taken().is_empty());
        let (heir, _reaches) = Post::new(Mood::Takes);
        let outbox = outbox_of(&successor(&test).await, &heir).await;
        assert!(outbox.round(Kind::Mail).await.unwrap() > Duration::ZERO);
        assert!(heir.taken().is_empty(), "the dead one's lease has not ended");
        test.clock.advance(seconds(Kind::Mail.lease()));
        outbox.round(Kind::Mail).await.unwrap();
        assert_eq!(heir.taken(), [find(&test.store, id).await.key()]);
        assert!(find(&test.store, id).await.done.is_some());
        test.clock.advance(100_000);
        outbox.round(Kind::Mail).await.unwrap();
        assert_eq!(heir.taken().len(), 1);
    }

    async fn a_runner_killed_between_answer_and_commit_sends_twice_with_one_message_id(test: TestStore) {
        let (post, reaches) = Post::new(Mood::HangsAfter);
        let id = add(&test.store, "Hello").await;
        kill_when_reached(outbox_of(&test.store, &post).await, reaches).await;
        post.is(Mood::Takes);
        let key = find(&test.store, id).await.key();
        assert_eq!(post.taken(), [key.as_str()]);
        let (heir, _reaches) = Post::new(Mood::Takes);
        let outbox = outbox_of(&successor(&test).await, &heir).await;
        test.clock.advance(seconds(Kind::Mail.lease()));
        for _ in 0..3 {
            outbox.round(Kind::Mail).await.unwrap();
            test.clock.advance(100_000);
        }
        assert_eq!(heir.taken(), [key], "once more, and no more");
    }

    async fn an_end_that_fails_to_be_written_is_written_again_and_nothing_is_sent_twice(test: TestStore) {
        let (post, mut reaches) = Post::new(Mood::Takes);
        let outbox = outbox_of(&test.store, &post).await;
        for step in [At::Begun, At::Ended] {
            let id = add(&test.store, "Hello").await;
            let now = test.store.now();
            let claimed = test.store.write_one(move |database| Box::pin(async move {
                outbox::claim(database, Mail::KIND, now, now.plus_seconds(60), 1).await
            }));
            let entry = claimed.await.unwrap().remove(0);
            faults(&test.store).next(step);
            outbox.attempt(Kind::Mail, &entry).await;
            assert_eq!(reaches.recv().await.unwrap(), entry.key());
            assert!(find(&test.store, id).await.done.is_some(), "{step:?}");
            test.clock.advance(100_000);
            outbox.round(Kind::Mail).await.unwrap();
        }
        assert_eq!(post.taken().len(), 2);
    }

    async fn what_fails_is_tried_again_after_longer_and_longer_and_given_up_with_its_reason(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::IsAway);
        let outbox = outbox_of(&test.store, &post).await;
        let id = add(&test.store, "Hello").await;
        let mut pauses = Vec::new();
        for attempt in 1..Kind::Mail.attempts() {
            outbox.round(Kind::Mail).await.unwrap();
            let entry = find(&test.store, id).await;
            assert_eq!((entry.attempts, entry.last_error.as_deref()), (attempt, Some("mail: the mail server is away")));
            let pause = (entry.next_attempt - test.store.now().0) / 1_000;
            pauses.push(pause);
            test.clock.advance(pause - 1);
            outbox.round(Kind::Mail).await.unwrap();
            assert_eq!(find(&test.store, id).await.attempts, attempt, "not before its time");
            test.clock.advance(1);
        }
        assert_eq!(pauses[..4], [30, 60, 120, 240]);
        assert_eq!(pauses.last(), Some(&7_200));
        outbox.round(Kind::Mail).await.unwrap();
        let entry = find(&test.store, id).await;
        assert!(entry.given_up && entry.done.is_some());
        assert_eq!(entry.last_error.as_deref(), Some("mail: the mail server is away"));
    }

    async fn what_can_never_be_done_is_given_up_at_once(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::Refuses);
        let outbox = outbox_of(&test.store, &post).await;
        let id = add(&test.store, "Hello").await;
        outbox.round(Kind::Mail).await.unwrap();
        let entry = find(&test.store, id).await;
        assert_eq!((entry.given_up, entry.attempts, entry.last_error.as_deref()), (true, 1, Some("not a mail address")));
    }

    async fn what_kills_its_process_each_time_is_given_up(test: TestStore) {
        let id = add(&test.store, "Hello").await;
        for _ in 0..Kind::Mail.attempts() {
            let now = test.store.now();
            let claimed = test.store.write_one(move |database| Box::pin(async move {
                outbox::claim(database, Mail::KIND, now, now.plus_seconds(60), 1).await
            }));
            assert_eq!(claimed.await.unwrap().len(), 1);
            test.clock.advance(60);
        }
        let (post, _reaches) = Post::new(Mood::Takes);
        outbox_of(&test.store, &post).await.round(Kind::Mail).await.unwrap();
        assert!(post.taken().is_empty() && find(&test.store, id).await.given_up);
    }

    async fn a_panic_of_one_entry_stops_no_other(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::Takes);
        let outbox = outbox_of(&test.store, &post).await;
        let bad = add(&test.store, "panic").await;
        let mut good = Vec::new();
        for _ in 0..20 {
            good.push(add(&test.store, "Hello").await);
        }
        outbox.round(Kind::Mail).await.unwrap();
        assert_eq!(post.taken().len(), good.len());
        assert_eq!(find(&test.store, bad).await.last_error.as_deref(), Some("it panicked"));
    }

    async fn an_attempt_ends_when_its_time_is_over(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::HangsBefore);
        let mut outbox = outbox_of(&test.store, &post).await;
        outbox.time_limit = |_| Duration::from_millis(5);
        let id = add(&test.store, "Hello").await;
        outbox.round(Kind::Mail).await.unwrap();
        let entry = find(&test.store, id).await;
        assert!(entry.done.is_none() && entry.claim.is_none() && entry.next_attempt > test.store.now().0);
        assert!(entry.last_error.is_some_and(|reason| reason.starts_with("no answer within")));
    }

    async fn two_processes_send_each_of_many_once_and_are_woken_by_what_is_written(test: TestStore) {
        let (post, mut reaches) = Post::new(Mood::Takes);
        let other = successor(&test).await;
        let runners = [Runner::start(outbox_of(&test.store, &post).await), Runner::start(outbox_of(&other, &post).await)];
        let mut expected = std::collections::BTreeSet::new();
        for _ in 0..100 {
            expected.insert(Model::key(&find(&test.store, add(&test.store, "Hello").await).await));
        }
        let mut reached = std::collections::BTreeSet::new();
        while reached.len() < expected.len() {
            let next = tokio::time::timeout(Duration::from_secs(20), reaches.recv()).await;
            reached.insert(next.expect("the runners are woken").unwrap());
        }
        for runner in runners {
            runner.stop().await;
        }
        assert_eq!((reached, post.taken().len()), (expected, 100));
        let waiting = outbox::waiting(test.store.read(), Mail::KIND, test.store.now()).await.unwrap();
        assert_eq!(waiting.count, 0, "what was under way is written down before they end");
    }

    async fn upkeep_runs_once_for_all_processes_and_again_when_it_is_time(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::Takes);
        let outboxes = [outbox_of(&test.store, &post).await, outbox_of(&successor(&test).await, &post).await];
        for kind in Kind::ALL.into_iter().filter(|kind| kind.every().is_some()) {
            let every = kind.every().unwrap();
            let next = async || outbox::next_attempt(test.store.read(), kind.name()).await.unwrap();
            for _ in 0..2 {
                for outbox in &outboxes {
                    outbox.round(kind).await.unwrap();
                }
                assert_eq!(next().await, Some(later(test.store.now(), every)), "{kind:?} has run");
                test.clock.advance(seconds(every) - 1);
                outboxes[1].round(kind).await.unwrap();
                assert_eq!(next().await, Some(test.store.now().plus_seconds(1)), "{kind:?} waits");
                test.clock.advance(1);
            }
        }
    }

    async fn upkeep_that_fails_is_given_up_until_its_next_run(test: TestStore) {
        let (post, _reaches) = Post::new(Mood::Takes);
        let mut outbox = outbox_of(&test.store, &post).await;
        outbox.time_limit = |_| Duration::ZERO;
        for _ in 0..Kind::Jobs.attempts() {
            outbox.round(Kind::Jobs).await.unwrap();
            test.clock.advance(seconds(Kind::Jobs.every().unwrap()) - 1);
        }
        let next = outbox::next_attempt(test.store.read(), "jobs").await.unwrap();
        assert_eq!(next, Some(test.store.now().plus_seconds(1)), "as if it had gone well");
        outbox.time_limit = Kind::time_limit;
        test.clock.advance(1);
        outbox.round(Kind::Jobs).await.unwrap();
        assert_eq!(outbox::waiting(test.store.read(), "jobs", test.store.now()).await.unwrap().count, 0);
    }
}
