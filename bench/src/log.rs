//! Reading a log of ten million entries on either database: the first page of each kind and the thousandth, beside the best single statement
//! that was written for it by hand and goes through the same connections; and all of a busy door as CSV, through the server.
//! BENCH_ENTRIES is another number of entries; with BENCH_TELL each filter is told of, and the statement that was best.

use crate::database::Database;
use crate::log_fill::{People, fill};
use crate::log_floor;
use crate::row::{Goal, judged, time, told};
use cardea_model::ids::{DomainId, LockId, UserId};
use cardea_store::Store;
use cardea_store::log::{self, Filter, Model};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use std::time::Instant;

const ENTRIES: usize = 10_000_000;
const PAGE: usize = 50;
/// How many pages there are before the thousandth.
const BEFORE: usize = 999;
const GROUP: usize = 100;
/// Filters of each kind, from about what is busy to what is seldom asked for.
const FILTERS: usize = 5;
const TIMES: usize = 21;
/// No kind takes longer to measure than this times the number of its filters, in seconds, unless it takes three times as long at once.
const LONGEST: f64 = 1.5;
const GOAL: Goal = Goal::AtMost(1.5);
/// The most that the server may grow by while it gives a download away, in bytes.
const GROWTH: f64 = (32 << 20) as f64;

pub fn run() {
    let count = std::env::var("BENCH_ENTRIES").map_or(ENTRIES, |text| text.parse().expect("a number"));
    Database::each(|database| {
        let people = database.open(async |store| People::of(store).await);
        let start = Instant::now();
        fill(database, &people, count);
        eprintln!("bench: {count} entries on {} in {:.0} s", database.name, start.elapsed().as_secs_f64());
        database.open(async |store| pages(store, database.name, &people).await);
        downloads(database, &people);
    });
}

async fn pages(store: &Store, name: &str, people: &People) {
    for (kind, locks, users) in KINDS {
        let filters: Vec<Filter> = (0..FILTERS).map(|number| filter(people, number, locks, users)).collect();
        compare(store, &format!("{name}, log of {kind}: first page"), &filters, 0).await;
    }
    for (kind, locks, users) in [KINDS[0], KINDS[1]] {
        compare(
            store,
            &format!("{name}, log of {kind}: page 1,000"),
            &[filter(people, 0, locks, users)],
            BEFORE * PAGE,
        )
        .await;
    }
}

/// What a kind is called, and of how many locks and people it is, 0 being all.
const KINDS: [(&str, usize, usize); 8] = [
    ("a lock", 1, 0),
    ("a group of 100 locks", GROUP, 0),
    ("a person", 0, 1),
    ("a person at a lock", 1, 1),
    ("a person at 100 locks", GROUP, 1),
    ("100 people", 0, GROUP),
    ("100 people at a lock", 1, GROUP),
    ("100 people at 100 locks", GROUP, GROUP),
];

fn filter(people: &People, number: usize, locks: usize, users: usize) -> Filter {
    let some = |ids: &[i64], count: usize| {
        // One stands alone at its place; many are spread over all.
        let first = if count == 1 { ids.len() * number / FILTERS } else { number };
        let step = ids.len() / count.max(1);
        (0..count).map(|place| ids[(first + place * step) % ids.len()] as u64).collect::<Vec<_>>()
    };
    let asked = |ids: &[i64], count: usize| (count > 0).then(|| some(ids, count));
    Filter {
        domain: DomainId(people.domain as u64),
        locks: asked(&people.locks, locks).map(|ids| ids.into_iter().map(LockId).collect()),
        users: asked(&people.users, users).map(|ids| ids.into_iter().map(UserId).collect()),
    }
}

/// One page by hand.
async fn by_hand(store: &Store, statement: &Statement) -> (Vec<Model>, u64) {
    let rows = store.read().query_all_raw(statement.clone()).await.expect("a page");
    let total = rows.first().map_or(0, |row| row.try_get::<i64>("", "total").expect("a total") as u64);
    (rows.iter().map(|row| Model::from_query_result(row, "").expect("an entry")).collect(), total)
}

async fn timed<T>(work: impl Future<Output = T>) -> (f64, T) {
    let start = Instant::now();
    let done = work.await;
    (start.elapsed().as_secs_f64(), done)
}

/// One row: the same page of several filters, each by turns, on the clock.
async fn compare(store: &Store, work: &str, filters: &[Filter], skip: usize) {
    let (mut ours, mut floor, mut worst) = (0.0, 0.0, 0.0_f64);
    for filter in filters {
        let page = || log::page(store, filter, skip as u64, PAGE as u64);
        let expected = page().await.expect("a page");
        let mut best: Option<(f64, Statement)> = None;
        for statement in log_floor::pages(store.backend(), filter, skip, PAGE) {
            let (entries, total) = by_hand(store, &statement).await;
            assert_eq!(entries, expected.entries, "{}", statement.sql);
            assert!(total == expected.total || entries.is_empty(), "{}", statement.sql);
            let mut least = f64::MAX;
            for _ in 0..3 {
                least = least.min(timed(by_hand(store, &statement)).await.0);
            }
            if best.as_ref().is_none_or(|(seconds, _)| least < *seconds) {
                best = Some((least, statement));
            }
        }
        let (_, statement) = best.expect("some statement");
        let (mut our_times, mut times, begin) = (Vec::new(), Vec::new(), Instant::now());
        while our_times.len() < 3 || our_times.len() < TIMES && begin.elapsed().as_secs_f64() < LONGEST {
            our_times.push(timed(page()).await.0);
            times.push(timed(by_hand(store, &statement)).await.0);
        }
        let (one, other) = (middle(our_times), middle(times));
        if std::env::var_os("BENCH_TELL").is_some() {
            eprintln!("{work}: {} beside {} of {}: {}", time(one), time(other), expected.total, statement.sql);
        }
        (ours, floor, worst) = (ours + one, floor + other, worst.max(one / other));
    }
    let mean = |sum: f64| time(sum / filters.len() as f64);
    let ratio = format!("{}; {worst:.2} × at worst", judged(ours, floor, GOAL));
    told(work, &mean(ours), &format!("the best SQL by hand: {}", mean(floor)), &GOAL.text(), &ratio);
}

fn middle(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// All of the front door.
fn downloads(database: &Database, people: &People) {
    let server = database.server();
    let mut connection = server.signed_in();
    let path = format!("/log/v1/lock/lock-{:012x}", people.locks[0]);
    connection.get(&path);
    server.forget_most();
    let [before, _] = server.memory();
    let start = Instant::now();
    let answer = connection.get(&format!("{path}/bulk"));
    let seconds = start.elapsed().as_secs_f64();
    let [_, most] = server.memory();
    let rows = answer.body.iter().filter(|byte| **byte == b'\n').count() - 1;
    let growth = most.saturating_sub(before) as f64;
    let megabytes = |bytes: f64| format!("{:.1} MB", bytes / 1e6);
    let work = format!("{}, CSV of {:.2} M entries of a lock", database.name, rows as f64 / 1e6);
    let ours = format!(
        "{:.0} k rows/s, {}; the server grows by {}",
        rows as f64 / seconds / 1e3,
        time(seconds),
        megabytes(growth)
    );
    let verdict = if growth <= GROWTH { "met" } else { "missed" };
    told(&work, &ours, "", "grows by ≤ 32 MiB", &format!("{:.2} ×, {verdict}", growth / GROWTH));
}
