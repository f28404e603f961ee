//! The links by which somebody reaches 2,000 locks, of the largest domain that is measured: all of them are found, and a page of 100 is asked
//! whether it is open. Beside it, asking for the explanation of each lock, one after the other.

use crate::domain::{Domain, NOW, Size};
use crate::row::{self, Goal};
use cardea_model::access::{effective_links, explain};
use cardea_model::ids::UserId;
use cardea_model::{Facts, Time};
use std::hint::black_box;

const SIZE: Size = Size { users: 10_000, locks: 2_000, links: 200_000 };
const PAGE: usize = 100;
const TIMES: usize = 500;

pub fn run() {
    let mut domain = Domain::sized(1, SIZE);
    let user = domain.give_all_locks();
    let facts = &domain.facts;
    let all = effective_links(facts, user);
    let deciding = all.iter().filter(|one| one.decides).count();
    assert!(deciding >= SIZE.locks && all.len() > deciding, "{deciding} of {}", all.len());
    assert_eq!(all.iter().filter(|one| one.is_open(NOW)).count(), explained(facts, user, NOW));
    let ours = || {
        for _ in 0..TIMES {
            let all = effective_links(black_box(facts), user);
            black_box(all.iter().take(PAGE).filter(|one| one.is_open(NOW)).count());
        }
    };
    let (ours, peer) = row::alternate(TIMES, ours, TIMES, || {
        for _ in 0..TIMES {
            black_box(explained(black_box(facts), user, NOW));
        }
    });
    let work = "effective links of a person of 2,000 locks, a page of 100 (10,000 users, 200,000 links)";
    row::line(work, ours, "an explanation of each lock", peer, Goal::AtMost(1.0));
}

/// How many links by which this person reaches locks are open.
fn explained(facts: &Facts, user: UserId, at: Time) -> usize {
    let open = |lock| {
        let why = explain(facts, user, lock, at);
        why.deciding.iter().chain(&why.overridden).filter(|reason| reason.open).count()
    };
    facts.locks(0).map(|lock| open(lock.id)).sum()
}
