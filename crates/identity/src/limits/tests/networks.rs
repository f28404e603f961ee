//! Networks of IPv6: a subscriber has many addresses, and counts as one all the same.

use super::*;
use crate::peer::testing::{Peers, within};

/// How many of these attempts are compared, all of them wrong and at one time.
fn compared(limits: &Limits, attempts: impl IntoIterator<Item = (String, Peer)>) -> usize {
    attempts.into_iter().filter(|(name, peer)| fail_as(limits, name, *peer, START).is_none()).count()
}

/// Five wrong passwords for the owner from each of them.
fn five_from_each(peers: impl IntoIterator<Item = Peer>) -> impl Iterator<Item = (String, Peer)> {
    peers.into_iter().flat_map(|peer| [peer; 5]).map(|peer| ("owner".to_owned(), peer))
}

/// What these let be compared, one attempt after the other, of five from each of 80 peers; with a name of its own for each or for the owner.
fn of_400(of: Peers) -> (usize, usize) {
    let own = five_from_each((0..80).map(of));
    let names = five_from_each((0..80).map(of)).enumerate().map(|(n, (_, peer))| (format!("name {n}"), peer));
    (compared(&limits(), own), compared(&limits(), names))
}

#[test]
fn a_wider_network_has_room_for_as_much_as_four_or_sixteen_that_are_used_up() {
    let table: [(&str, Peers, (usize, usize)); 5] = [
        ("one /64", |_| within(1, 1, 1), (5, 20)),
        ("/64s of one /56", |n| within(1, 1, n), (20, 80)),
        ("/56s of one /48", |n| within(1, n, 1), (80, 320)),
        ("/48s", |n| within(n.into(), 1, 1), (400, 400)),
        ("addresses of IPv4", peer, (400, 400)),
    ];
    for (from, of, expected) in table {
        assert_eq!(of_400(of), expected, "{from}: wrong passwords of one account, and of many");
    }
}

#[test]
fn neighbours_are_let_in_while_the_network_around_both_has_room() {
    let limits = limits();
    let used_up = |middle: u8| compared(&limits, five_from_each((0..40).map(|narrow| within(1, middle, narrow))));
    assert_eq!(used_up(0), 20);
    assert!(limits.attempt("owner", within(1, 0, 200), START).is_err(), "a /64 that nobody tried from");
    assert!(limits.attempt("guest", within(1, 0, 200), START).is_ok(), "another account");
    assert!(limits.attempt("owner", within(1, 1, 0), START).is_ok(), "another /56 of the same /48");
    assert_eq!([1, 2, 3, 4].map(used_up), [20, 20, 20, 0], "until that is used up");
    assert!(limits.attempt("owner", within(1, 5, 0), START).is_err());
    assert!(limits.attempt("owner", within(2, 0, 0), START).is_ok(), "another /48");
    assert!(limits.attempt("owner", peer(1), START).is_ok(), "and IPv4");
}

/// The milliseconds for which the owner is closed to this network after each further wrong password, each from a /64 that tried nothing before.
fn waits(limits: &Limits, used_up: u8, of: Peers) -> Vec<i64> {
    let mut now = START;
    let closed_for = |n: u8, now: Time| {
        let shut = |wait: &i64| limits.attempt("owner", of(n), now + *wait).is_err();
        (0..1_000_000)
            .step_by(1_000)
            .find(|wait| !shut(wait))
            .map_or(0, |second| (second - 1_000..=second).find(|wait| *wait >= 0 && !shut(wait)).unwrap_or(0))
    };
    let each = (used_up..used_up + 12).map(|n| {
        let wait = closed_for(n, now);
        now = now + wait;
        assert_eq!(fail(limits, of(n), now), None, "{n}");
        wait
    });
    each.collect()
}

#[test]
fn a_wider_network_comes_back_in_a_fraction_of_the_time_and_an_hour_of_quiet_forgets_it() {
    let limits = limits();
    for n in 0..4 {
        (0..5).for_each(|_| _ = fail(&limits, within(1, 0, n), START));
    }
    let expected = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 225_000, 225_000];
    assert_eq!(waits(&limits, 4, |n| within(1, 0, n)), expected);
    for n in 0..16 {
        (0..5).for_each(|_| _ = fail(&limits, within(2, n, 0), START));
    }
    let expected = [62, 124, 248, 496, 992, 1_984, 3_968, 7_936, 15_872, 31_744, 56_250, 56_250];
    assert_eq!(waits(&limits, 16, |n| within(2, n, 0)), expected);
    let later = START.plus_seconds(2 * 3_600);
    let compared = (100..140).flat_map(|n| [n; 5]).filter(|n| fail(&limits, within(1, 0, *n), later).is_none());
    assert_eq!(compared.count(), 20);
}

#[test]
fn the_longest_wait_of_all_is_told() {
    let limits = limits();
    let mut now = START;
    for wait in [0, 0, 0, 0, 0, 1, 2, 4] {
        now = now.plus_seconds(wait);
        assert_eq!(fail(&limits, within(1, 0, 0), now), None);
    }
    for n in 1..4 {
        (0..4).for_each(|_| _ = fail(&limits, within(1, 0, n), now));
    }
    assert_eq!(fail(&limits, within(1, 0, 9), now), Some(1), "the /56");
    assert_eq!(fail(&limits, within(1, 0, 0), now), Some(8), "the /64 in it");
    for n in 10..19 {
        now = now.plus_seconds(225);
        assert_eq!(fail(&limits, within(1, 0, n), now), None);
    }
    assert_eq!(fail(&limits, within(1, 0, 0), now), Some(128), "the /56, whose wait is the longer one by now");
}

#[test]
fn a_guesser_with_one_64_closes_its_wider_networks_for_a_fraction_of_the_time() {
    let limits = limits();
    let mut now = START;
    for _ in 0..100 {
        now = now.plus_seconds(900);
        assert_eq!(fail(&limits, within(1, 0, 0), now), None);
    }
    assert_eq!(fail(&limits, within(1, 0, 0), now), Some(900));
    assert_eq!(fail(&limits, within(1, 0, 1), now), Some(225), "in the /56");
    assert_eq!(fail(&limits, within(1, 1, 0), now), Some(57), "in the /48");
    assert!(limits.attempt("owner", within(1, 1, 0), now.plus_seconds(57)).is_ok());
    assert!(limits.attempt("owner", within(1, 0, 1), now.plus_seconds(225)).is_ok());
}

#[test]
fn whoever_has_four_64s_closes_their_56_to_every_account_by_many_names_and_sixteen_their_48() {
    let table: [(Peers, u8); 2] = [(|n| within(1, 0, n), 4), (|n| within(1, n, 0), 16)];
    for (of, enough) in table {
        let limits = limits();
        let names = |n| (0..20).map(move |name| (format!("name {n} {name}"), of(n)));
        assert_eq!(compared(&limits, (1..enough).flat_map(names)), usize::from(enough - 1) * 20);
        assert!(limits.attempt("owner", of(200), START).is_ok());
        assert_eq!(compared(&limits, names(enough)), 20);
        assert!(limits.attempt("owner", of(200), START).is_err());
        assert!(limits.attempt("owner", within(2, 0, 0), START).is_ok());
    }
}

#[test]
fn what_was_refused_counts_nowhere() {
    let limits = limits();
    let refused = |peer| (0..500).all(|_| fail(&limits, peer, START).is_some());
    (0..5).for_each(|_| _ = fail(&limits, within(1, 0, 0), START));
    assert!(refused(within(1, 0, 0)));
    assert_eq!(compared(&limits, five_from_each((1..40).map(|n| within(1, 0, n)))), 15, "the rest of the /56");
    assert!((50..250).all(|n| refused(within(1, 0, n))));
    assert_eq!(compared(&limits, five_from_each((1..40).map(|n| within(1, n, 0)))), 60, "the rest of the /48");
}

#[test]
fn attempts_that_run_count_for_every_network_and_are_given_back_to_every_one() {
    let table: [(Peers, usize); 2] = [(|n| within(1, 0, n), 20), (|n| within(1, n, 0), 80)];
    for (of, most) in table {
        let limits = limits();
        let run = |from: u8| (from..from + 100).filter_map(|n| limits.attempt("owner", of(n), START).ok());
        let wrong = |from: u8| compared(&limits, (from..from + 100).map(|n| ("owner".to_owned(), of(n))));
        let mut running: Vec<Attempt> = run(0).collect();
        assert_eq!(running.len(), most, "at once");
        running.pop();
        assert_eq!(run(100).count(), 100, "one at a time in its place");
        drop(running);
        assert_eq!(wrong(0), most, "nothing was compared before");
        let now = START.plus_seconds(1);
        limits.attempt("owner", of(150), now).unwrap().right(now);
        assert_eq!(wrong(100), most, "a right password forgets the account's wrong ones");
    }
}

#[tokio::test]
async fn known_addresses_and_devices_are_let_in_whatever_their_neighbours_did() {
    let limits = limits();
    assert_eq!(compared(&limits, five_from_each((0..80).map(|n| within(1, n, 0)))), 80);
    assert!(limits.attempt("owner", within(1, 200, 0), START).is_err());
    assert!(limits.attempt_from_device("owner", [1; 32], START).is_ok());
    let mut known = limits.attempt_where_known("owner", within(1, 200, 0), START).unwrap();
    known.wait().await;
    assert_eq!(known.wrong(START), Some(TooMany { retry_after: 1 }), "what holds for others there");
    let mut known = limits.attempt_where_known("owner", within(1, 201, 0), START).unwrap();
    known.wait().await;
    known.right(START);
    assert!(limits.attempt("owner", within(1, 202, 0), START).is_ok());
}

#[tokio::test]
async fn a_guesser_at_a_known_address_closes_nothing_to_its_neighbours() {
    let limits = limits();
    for n in 0..200 {
        let mut known = limits.attempt_where_known("owner", within(1, 0, n), START).unwrap();
        known.wait().await;
        assert_eq!(known.wrong(START), Some(TooMany { retry_after: 1 }));
    }
    assert_eq!(compared(&limits, five_from_each((200..240).map(|n| within(1, 0, n)))), 20);
}

#[test]
fn a_flood_of_networks_does_not_fill_the_memory_or_forget_the_worst() {
    let limits = limits();
    assert_eq!(compared(&limits, five_from_each((0..80).map(|n| within(1, n, 0)))), 80);
    for n in 0..2 * WINDOWS as u32 {
        let from = IpAddr::from((0x2001_0db9 << 96 | u128::from(n) << 80).to_be_bytes()).into();
        limits.attempt(&format!("name {n}"), from, START).unwrap().wrong(START);
    }
    assert!(limits.attempt("owner", within(1, 200, 0), START).is_err());
    let windows = limits.lock();
    for (width, most) in windows.networks.widths.iter().zip([WINDOWS, WINDOWS / 4, WINDOWS / 16]) {
        assert!(width.pairs.len() <= WINDOWS && width.addresses.len() <= most);
    }
}

#[test]
fn attempts_that_are_over_leave_nothing_behind_in_any_network() {
    let limits = limits();
    drop(limits.attempt("owner", within(1, 0, 0), START));
    limits.attempt("owner", within(1, 0, 0), START).unwrap().wrong(START);
    limits.attempt("guest", within(2, 0, 0), START).unwrap().right(START);
    drop(limits.attempt_where_known("guest", within(2, 0, 0), START));
    (0..5).for_each(|_| _ = fail(&limits, within(1, 0, 0), START));
    assert!(
        limits.attempt("owner", within(1, 0, 0), START).is_err()
            && limits.attempt("guest", within(1, 0, 0), START).is_ok()
    );
    let windows = limits.lock();
    assert_eq!(windows.networks.widths.each_ref().map(|width| (width.pairs.len(), width.addresses.len())), [(1, 1); 3]);
}
