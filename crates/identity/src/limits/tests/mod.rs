use super::window::{MEMORY_MS, WINDOWS};
use super::*;
use std::net::IpAddr;

mod known;
mod networks;

const START: Time = Time(1_772_452_800_000);

const fn rate(in_a_row: u32, shortest: i64, longest: i64) -> Rate {
    Rate { in_a_row, then: Growth { shortest, longest } }
}

const RATES: Rates = Rates {
    per_address: rate(20, 1_000, 900_000),
    per_account_and_address: rate(5, 1_000, 900_000),
    per_account: rate(60, 1_000, 1_000),
    codes: rate(10, 3_600_000, 3_600_000),
};

fn limits() -> Limits {
    Limits::new(RATES)
}

fn peer(last: u8) -> Peer {
    IpAddr::from([192, 0, 2, last]).into()
}

/// Tries and fails; the seconds to wait when not even allowed to try.
fn fail_as(limits: &Limits, name: &str, peer: Peer, now: Time) -> Option<i64> {
    match limits.attempt(name, peer, now) {
        Ok(attempt) => attempt.wrong(now).map(|wait| wait.retry_after),
        Err(wait) => Some(wait.retry_after),
    }
}

fn fail(limits: &Limits, peer: Peer, now: Time) -> Option<i64> {
    fail_as(limits, "owner", peer, now)
}

#[test]
fn after_five_wrong_passwords_the_wait_doubles_up_to_a_quarter_of_an_hour() {
    let limits = limits();
    let mut now = START;
    for _ in 0..5 {
        assert_eq!(fail(&limits, peer(1), now), None);
    }
    let mut waits = Vec::new();
    for _ in 0..12 {
        let wait = fail(&limits, peer(1), now).unwrap();
        waits.push(wait);
        assert_eq!(fail(&limits, peer(1), now.plus_seconds(wait) + -1), Some(1), "not a millisecond early");
        now = now.plus_seconds(wait);
        assert_eq!(fail(&limits, peer(1), now), None);
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
}

#[test]
fn an_owner_at_another_address_is_not_shut_out() {
    let limits = limits();
    for _ in 0..5 {
        fail(&limits, peer(1), START);
    }
    assert!(limits.attempt("owner", peer(1), START).is_err());
    assert!(limits.attempt("owner", peer(2), START).is_ok());
    assert!(limits.attempt("guest", peer(1), START).is_ok());
}

#[test]
fn a_right_password_or_an_hour_of_quiet_forgets_the_wrong_ones() {
    let limits = limits();
    for _ in 0..4 {
        fail(&limits, peer(1), START);
    }
    limits.attempt("owner", peer(1), START).unwrap().right(START);
    for _ in 0..5 {
        assert_eq!(fail(&limits, peer(1), START), None);
    }
    let later = START + MEMORY_MS + 1;
    for _ in 0..5 {
        assert_eq!(fail(&limits, peer(1), later), None);
    }
    assert_eq!(fail(&limits, peer(1), later), Some(1));
}

#[test]
fn attempts_that_are_still_compared_count_as_wrong_ones() {
    let limits = limits();
    let running: Vec<Attempt> = (0..5).map(|_| limits.attempt("owner", peer(1), START).unwrap()).collect();
    assert_eq!(limits.attempt("owner", peer(1), START).err(), Some(TooMany { retry_after: 1 }));
    for attempt in running {
        attempt.wrong(START);
    }
    assert_eq!(fail(&limits, peer(1), START), Some(1));
    let others: Vec<Attempt> = (0..5).map(|_| limits.attempt("guest", peer(1), START).unwrap()).collect();
    drop(others);
    assert!(limits.attempt("guest", peer(1), START).is_ok(), "those that were given up do not");
}

#[test]
fn beyond_the_free_ones_one_attempt_runs_at_a_time() {
    let limits = limits();
    for _ in 0..5 {
        fail(&limits, peer(1), START);
    }
    let later = START.plus_seconds(100);
    let running = limits.attempt("owner", peer(1), later).unwrap();
    assert!(limits.attempt("owner", peer(1), later).is_err());
    drop(running);
    assert!(limits.attempt("owner", peer(1), later).is_ok());
}

#[test]
fn many_names_in_a_row_close_an_address_for_ever_longer() {
    let limits = limits();
    for n in 0..20 {
        assert_eq!(fail_as(&limits, &format!("name {n}"), peer(1), START), None, "{n}");
        assert_eq!(
            fail_as(&limits, "name 0", peer(1), START).is_some(),
            n >= 4,
            "the same name again is no other: {n}"
        );
    }
    let (mut now, mut waits) = (START, Vec::new());
    for n in 20..26 {
        let wait = fail_as(&limits, &format!("name {n}"), peer(1), now).unwrap();
        waits.push(wait);
        assert!(limits.attempt(&format!("name {n}"), peer(2), now).is_ok(), "other addresses are open");
        now = now.plus_seconds(wait);
        assert_eq!(fail_as(&limits, &format!("name {n}"), peer(1), now), None);
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32]);
    let later = now + MEMORY_MS + 1;
    for n in 0..20 {
        assert_eq!(fail_as(&limits, &format!("later {n}"), peer(1), later), None, "an hour of quiet forgets them: {n}");
    }
}

#[test]
fn names_that_are_tried_slowly_close_nothing() {
    let limits = limits();
    for n in 0..100 {
        let now = START.plus_seconds(n * 60);
        assert_eq!(fail_as(&limits, &format!("name {n}"), peer(1), now), None, "{n}");
    }
}

#[test]
fn names_that_are_tried_at_once_count_before_the_first_answer() {
    let limits = limits();
    let attempts = (0..100).map(|n| limits.attempt(&format!("name {n}"), peer(1), START));
    let running: Vec<Attempt> = attempts.filter_map(Result::ok).collect();
    assert_eq!(running.len(), 20);
}

#[test]
fn a_clock_that_is_set_back_makes_nobody_wait_longer_than_the_longest_closing() {
    for years in [0, 1] {
        let limits = limits();
        for _ in 0..5 {
            fail(&limits, peer(1), START);
        }
        let mut now = START;
        for _ in 0..12 {
            now = now.plus_seconds(900);
            fail(&limits, peer(1), now);
        }
        let back = now.plus_seconds(-years * 365 * 86_400 - 3_600);
        assert_eq!(fail(&limits, peer(1), back), Some(900));
        assert_eq!(fail(&limits, peer(1), back.plus_seconds(899)), Some(1), "and it goes by");
        assert_eq!(fail(&limits, peer(1), back.plus_seconds(900)), None);
    }
}

#[test]
fn a_flood_of_names_does_not_fill_the_memory_or_forget_the_worst() {
    let limits = limits();
    for _ in 0..6 {
        fail(&limits, peer(1), START);
    }
    for n in 0..2 * WINDOWS as u32 {
        let device = [&n.to_be_bytes()[..]; 8].concat().try_into().unwrap();
        limits.attempt_from_device("owner", device, START + i64::from(n)).unwrap().wrong(START + i64::from(n));
        let from = IpAddr::from((0x0a00_0000 + n).to_be_bytes()).into();
        limits.attempt(&format!("name {n}"), from, START + i64::from(n)).unwrap().wrong(START);
        let refused = limits.attempt("owner", peer(1), START);
        assert!(refused.is_err());
    }
    let windows = limits.lock();
    let [narrow, ..] = &windows.networks.widths;
    assert!(narrow.pairs.len() <= WINDOWS && narrow.addresses.len() <= WINDOWS);
    assert!(windows.devices.len() <= WINDOWS);
}

#[test]
fn whoever_is_refused_leaves_nothing_behind() {
    let limits = limits();
    for n in 0..20 {
        fail_as(&limits, &format!("name {n}"), peer(1), START);
    }
    for n in 20..1_000 {
        assert!(limits.attempt(&format!("name {n}"), peer(1), START).is_err());
    }
    assert_eq!(limits.lock().networks.widths[0].pairs.len(), 20);
}

#[test]
fn each_operation_has_numbers_and_counts_of_its_own() {
    let (strict, usual) = (Limits::new(Rates { per_account_and_address: rate(2, 3_000, 4_000), ..RATES }), limits());
    let waits: Vec<_> = (0..4).map(|n| fail(&strict, peer(1), START.plus_seconds(3 * n))).collect();
    assert_eq!(waits, [None, None, None, Some(1)]);
    assert_eq!(fail(&usual, peer(1), START.plus_seconds(9)), None);
}

#[test]
fn a_quota_is_so_many_in_a_row_and_then_one_after_each_wait_for_each_who_has_one() {
    let quota = Quota::new(rate(3, 18_000, 18_000));
    let take = |who: u64, now| quota.take(&who, now).map_err(|wait| wait.retry_after);
    assert_eq!([0; 4].map(|_| take(1, START)), [Ok(()), Ok(()), Ok(()), Err(18)]);
    assert_eq!([take(2, START), take(1, START.plus_seconds(17))], [Ok(()), Err(1)]);
    let later = START.plus_seconds(18);
    assert_eq!([take(1, later), take(1, later)], [Ok(()), Err(18)], "what was refused did not count");
    let much_later = START.plus_seconds(3_600);
    assert_eq!([0; 4].map(|_| take(1, much_later)), [Ok(()), Ok(()), Ok(()), Err(18)]);
}

#[test]
fn many_are_counted_together_or_not_at_all_and_what_was_not_done_is_given_back() {
    let quota = Quota::new(rate(3, 18_000, 18_000));
    let take = |count, now| quota.take_many(&1, count, now).map_err(|wait| wait.retry_after);
    assert_eq!([take(2, START), take(2, START)], [Ok(()), Err(18)], "until two are there");
    assert_eq!(take(1, START), Ok(()), "what was refused did not count");
    assert_eq!(take(3, START), Err(54));
    quota.give_back_many(&1, 2);
    assert_eq!([take(2, START), take(1, START)], [Ok(()), Err(18)]);
}
