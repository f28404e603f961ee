//! Known addresses and devices, and right passwords.

use super::super::networks::QUEUE;
use super::*;
use std::time::Duration;

#[tokio::test]
async fn where_somebody_signed_in_before_they_only_take_turns() {
    let limits = limits();
    for _ in 0..5 {
        fail(&limits, peer(1), START);
    }
    assert!(limits.attempt("owner", peer(1), START).is_err());
    let mut first = limits.attempt_where_known("owner", peer(1), START).unwrap();
    first.wait().await;
    let mut second = limits.attempt_where_known("owner", peer(1), START).unwrap();
    {
        let mut waiting = std::pin::pin!(second.wait());
        let early = tokio::time::timeout(Duration::ZERO, waiting.as_mut()).await;
        assert!(early.is_err(), "one at a time");
        assert_eq!(first.wrong(START), Some(TooMany { retry_after: 2 }), "a wrong one is told what holds for others");
        waiting.await;
    }
    second.right(START);
    assert!(limits.attempt("owner", peer(1), START).is_ok());
    let queue: Vec<_> = (0..20).filter_map(|_| limits.attempt_where_known("owner", peer(1), START).ok()).collect();
    assert_eq!(queue.len(), QUEUE as usize);
}

/// A wrong password in the queue; answers the milliseconds for which it stands still then, and lets them be over.
async fn wrong_in_queue(limits: &Limits, now: Time) -> i64 {
    let mut attempt = limits.attempt_where_known("owner", peer(1), now).unwrap();
    attempt.wait().await;
    attempt.wrong(now);
    let mut waiting = limits.attempt_where_known("owner", peer(1), now).unwrap();
    let early = tokio::time::timeout(Duration::ZERO, waiting.wait());
    assert!(early.await.is_err(), "the queue stands still");
    let mut windows = limits.lock();
    let queue = windows.networks.widths[0]
        .pairs
        .get_mut(&("owner".to_owned(), peer(1).prefix()))
        .unwrap()
        .queue
        .as_mut()
        .unwrap();
    queue.one_at_a_time = one_at_a_time();
    queue.pause.left(now)
}

#[tokio::test]
async fn a_queue_stands_still_for_longer_after_each_wrong_password() {
    let limits = limits();
    let mut now = START;
    let mut pauses = Vec::new();
    for _ in 0..8 {
        pauses.push(wrong_in_queue(&limits, now).await);
        now = now.plus_seconds(20);
    }
    assert_eq!(pauses, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    now = now + MEMORY_MS;
    assert_eq!(wrong_in_queue(&limits, now).await, 500, "an hour of quiet forgets them");
    assert_eq!(wrong_in_queue(&limits, now).await, 1_000);
    let mut right = limits.attempt_where_known("owner", peer(1), now).unwrap();
    right.wait().await;
    right.right(now);
    assert_eq!(wrong_in_queue(&limits, now).await, 500, "and so does a right one");
}

#[tokio::test]
async fn whoever_finds_the_queue_full_is_told_for_how_long_it_stands_still() {
    let limits = limits();
    for _ in 0..6 {
        wrong_in_queue(&limits, START).await;
    }
    let queue: Vec<_> = (0..8).map(|_| limits.attempt_where_known("owner", peer(1), START).unwrap()).collect();
    assert_eq!(limits.attempt_where_known("owner", peer(1), START).err(), Some(TooMany { retry_after: 15 }));
    drop(queue);
    assert!(limits.attempt_where_known("owner", peer(1), START).is_ok());
}

#[tokio::test]
async fn a_device_has_wrong_passwords_of_its_own() {
    let limits = limits();
    let wrong = |device, now| limits.attempt_from_device("owner", [device; 32], now).map(|attempt| attempt.wrong(now));
    for _ in 0..5 {
        fail(&limits, peer(1), START);
        assert_eq!(wrong(1, START), Ok(None));
    }
    let (mut now, mut waits) = (START, Vec::new());
    for _ in 0..12 {
        let wait = wrong(1, now).unwrap_err().retry_after;
        waits.push(wait);
        now = now.plus_seconds(wait);
        assert_eq!(wrong(1, now), Ok(None));
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    assert!(limits.attempt_from_device("owner", [2; 32], now).is_ok(), "another device of the same account");
    assert!(limits.attempt_from_device("guest", [1; 32], now).is_ok(), "another account in the same browser");
    assert!(limits.attempt("owner", peer(2), now).is_ok(), "and every address");
    now = now.plus_seconds(900);
    let mut right = limits.attempt_from_device("owner", [1; 32], now).unwrap();
    right.wait().await;
    right.right(now);
    let running: Vec<_> = (0..9).filter_map(|_| limits.attempt_from_device("owner", [1; 32], now).ok()).collect();
    assert_eq!(running.len(), 5, "those still compared count");
}

#[test]
fn right_passwords_of_an_account_run_out_and_come_back_one_a_second() {
    let limits = limits();
    let right = |n: u8, now| {
        let enough = limits.enough("owner", now);
        enough.map(|()| limits.attempt("owner", peer(n), now).unwrap().right(now))
    };
    for n in 0..60 {
        assert_eq!(right(n, START), Ok(()), "{n}");
    }
    assert_eq!(right(0, START), Err(TooMany { retry_after: 1 }));
    assert_eq!(limits.enough("guest", START), Ok(()));
    for second in 1..10 {
        assert_eq!(right(0, START.plus_seconds(second)), Ok(()));
        assert_eq!(right(0, START.plus_seconds(second)), Err(TooMany { retry_after: 1 }));
    }
    for n in 0..60 {
        assert_eq!(right(n, START.plus_seconds(69)), Ok(()), "a minute fills it");
    }
    assert_eq!(limits.enough("owner", Time(0)), Err(TooMany { retry_after: 61 }), "a clock that was set back");
    for n in 0..2 * WINDOWS {
        limits.attempt(&format!("name {n}"), peer(1), START).unwrap().right(START);
    }
    assert!(limits.lock().buckets.len() <= WINDOWS);
}
