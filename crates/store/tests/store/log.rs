//! Reading the log: every shape of its filter, however much there is, without counting.

use crate::domain::domain;
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, LockId, UserId};
use cardea_store::log::{self, Filter, LogOperation, NewEntry, Reporter, Span};
use cardea_store::testing::{self, START};
use cardea_store::{Retention, Store, StoreError, each_database};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::collections::BTreeMap;
use std::time::Duration;

pub const LOCKS: u64 = 30;
pub const USERS: u64 = 40;
const HOUR: i64 = 3_600_000;
/// Longer than any download here takes.
pub const LONG: Duration = Duration::from_secs(60);

/// An entry: its time, id, lock and person.
type Entry = (i64, i64, u64, Option<u64>);

/// By domain, person and lock: how many, and when the newest was.
type Totals = BTreeMap<(i64, i64, i64), (i64, i64)>;

async fn execute(store: &Store, sql: String) {
    let run = store.write(move |tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared(&sql).await?) }));
    run.await.unwrap();
}

/// A log of this length: some doors are moved much, some seldom, the last ten only long ago; people have a few doors each; many
/// entries are of one time.
pub async fn fill(store: &Store, domain: DomainId, entries: i64) -> Vec<Entry> {
    let mut random = StdRng::seed_from_u64(7);
    let mut all = Vec::new();
    for id in 1..=entries {
        let lock = random.random_range(0..LOCKS).min(random.random_range(0..LOCKS));
        let user = (lock * 3 + random.random_range(0..6)) % (USERS + 5);
        let hours = if lock < 20 { random.random_range(0..400) } else { random.random_range(0..100) };
        let user = (user < USERS).then_some(2_000 + user);
        all.push((START.0 - (400 - hours) * HOUR, domain.0 as i64 % 1_000 * 1_000_000 + id, 1_000 + lock, user));
    }
    for chunk in all.chunks(500) {
        let rows = chunk.iter().map(|(time, id, lock, user)| {
            let user = user.map_or("NULL".to_owned(), |user| user.to_string());
            format!("({id}, {}, {time}, {lock}, 'Door', {user}, '', 'unlocked', 'unlocked', FALSE)", domain.0)
        });
        let columns = "id, domain, time, lock_id, lock_name, user_id, username, operation, event, posted";
        execute(store, format!("INSERT INTO log ({columns}) VALUES {}", rows.collect::<Vec<_>>().join(","))).await;
    }
    all.sort_unstable_by(|one, other| other.cmp(one));
    all
}

/// Filters of all eight kinds, groups of all sizes among them.
pub fn filters(domain: DomainId) -> Vec<Filter> {
    let locks = |from: u64, to: u64| Some((from..to).map(|lock| LockId(1_000 + lock)).collect::<Vec<_>>());
    let users = |from: u64, to: u64| Some((from..to).map(|user| UserId(2_000 + user)).collect::<Vec<_>>());
    let of_locks = [
        None,
        locks(0, 1),
        locks(25, 26),
        locks(3, 8),
        locks(20, 30),
        locks(20, 40),
        locks(0, LOCKS),
        locks(90, 95),
        locks(5, 5),
    ];
    // The last are many by number and few among the newest entries.
    let of_users = [None, users(4, 5), users(0, 7), users(0, USERS), users(70, 75), users(38, 70)];
    let pairs = of_locks.iter().flat_map(|locks| of_users.iter().map(move |users| (locks.clone(), users.clone())));
    pairs.filter(|pair| *pair != (None, None)).map(|(locks, users)| Filter { domain, locks, users }).collect()
}

fn expected(all: &[Entry], filter: &Filter) -> Vec<i64> {
    let lock = |lock| filter.locks.as_ref().is_none_or(|locks| locks.contains(&LockId(lock)));
    let user = |user: Option<u64>| match (&filter.users, user) {
        (None, _) => true,
        (Some(users), Some(user)) => users.contains(&UserId(user)),
        (Some(_), None) => false,
    };
    all.iter().filter(|entry| lock(entry.2) && user(entry.3)).map(|entry| entry.1).collect()
}

async fn downloaded(store: &Store, filter: &Filter, span: Span) -> Vec<i64> {
    let (mut pieces, mut ids) = (log::pieces(store, filter.clone(), span, LONG, ()), Vec::new());
    while let Some(piece) = pieces.recv().await {
        ids.extend(piece.unwrap().into_iter().map(|entry| entry.id));
    }
    ids
}

/// What the totals say, and what counting says, by domain, person and lock.
async fn totals(store: &Store) -> [Totals; 2] {
    let kept = "SELECT domain, user_id, lock_id, entries, newest FROM log_totals";
    let counted = "SELECT domain, COALESCE(user_id, 0) AS user_id, lock_id, COUNT(*) AS entries, MAX(time) AS newest FROM \
        (SELECT domain, user_id, lock_id, time FROM log WHERE user_id IS NOT NULL \
        UNION ALL SELECT domain, NULL, lock_id, time FROM log) GROUP BY 1, 2, 3";
    let counted = match store.backend() {
        DbBackend::Postgres => counted.replace("GROUP BY 1", "AS entry GROUP BY 1"),
        _ => counted.to_owned(),
    };
    let mut told = Vec::new();
    for sql in [kept.to_owned(), counted] {
        let rows = store.read().query_all_raw(Statement::from_string(store.backend(), sql)).await.unwrap();
        let number = |row: &sea_orm::QueryResult, place: usize| row.try_get_by_index::<i64>(place).unwrap();
        let row = |row| ((number(&row, 0), number(&row, 1), number(&row, 2)), (number(&row, 3), number(&row, 4)));
        told.push(rows.into_iter().map(row).collect());
    }
    told.try_into().unwrap()
}

#[track_caller]
fn agree([kept, counted]: [Totals; 2]) {
    assert_eq!(kept, counted);
}

fn entry(domain: DomainId, lock: u64, user: Option<u64>, at: Time, reporter: Reporter) -> NewEntry {
    NewEntry {
        reporter,
        domain,
        time: at,
        lock: LockId(lock),
        lock_name: "Door".into(),
        user: user.map(UserId),
        username: String::new(),
        operation: LogOperation::BridgeUnlocked,
    }
}

each_database! {
    async fn every_page_and_every_download_is_what_sorting_all_entries_gives(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let other = DomainId(home.0 + 1);
        fill(&test.store, other, 600).await;
        let all = fill(&test.store, home, 6_000).await;
        for filter in filters(home) {
            let expected = expected(&all, &filter);
            for (skip, count) in [(0, 50), (0, 1), (7, 3), (49, 50), (990, 20), (2_100, 50), (4_000, 1_000), (expected.len().saturating_sub(9), 50), (6_000, 50)] {
                let page = log::page(&test.store, &filter, skip as u64, count as u64).await.unwrap();
                assert_eq!(page.total, expected.len() as u64, "{filter:?}");
                let ids: Vec<i64> = page.entries.iter().map(|entry| entry.id).collect();
                let wanted: Vec<i64> = expected.iter().skip(skip).take(count).copied().collect();
                assert_eq!(ids, wanted, "{filter:?} from {skip}");
            }
            assert_eq!(downloaded(&test.store, &filter, Span::default()).await, expected, "{filter:?}");
            let (start, end) = (START.0 - 300 * HOUR, START.0 - 200 * HOUR);
            let within = all.iter().filter(|entry| entry.0 >= start && entry.0 < end && expected.contains(&entry.1));
            let span = Span { start: Some(Time(start)), end: Some(Time(end)) };
            assert_eq!(downloaded(&test.store, &filter, span).await, within.map(|entry| entry.1).collect::<Vec<_>>(), "{filter:?}");
        }
    }

    async fn totals_stay_right_whatever_is_written_merged_forgotten_and_restored(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        fill(&test.store, home, 1_500).await;
        agree(totals(&test.store).await);
        // A bridge tells of a movement without a person. Then the job that moved the bolt becomes known with its person, and a client tells
        // of it, too.
        let by_bridge = Reporter::Evt { bridge: DeviceId(1), eid: 1, job: None, by_bridge: true };
        let told = [
            entry(home, 1_000, None, START, by_bridge),
            entry(home, 1_000, Some(2_001), START.plus_seconds(5), Reporter::Job { id: [7; 16], begun: START }),
            entry(home, 1_000, Some(2_001), START.plus_seconds(9), Reporter::Client),
            entry(home, 1_999, None, START, Reporter::Client),
            entry(home, 1_999, Some(2_001), START.plus_seconds(-90), Reporter::Client),
        ];
        for entry in told {
            test.store.write(move |tx| Box::pin(log::record(tx, entry))).await.unwrap();
            agree(totals(&test.store).await);
        }
        let merged = Filter { domain: home, locks: Some(vec![LockId(1_000)]), users: Some(vec![UserId(2_001)]) };
        assert_eq!(log::page(&test.store, &merged, 0, 1).await.unwrap().entries[0].eid, Some(1));
        test.clock.advance(1);
        let pruned = test.store.prune(Retention { changes_days: 0, log_days: 10 }).await.unwrap().log;
        assert!(pruned > 500, "more than a batch: {pruned}");
        agree(totals(&test.store).await);
        let file = test.folder().join("backup.jsonl");
        test.store.backup(&file).await.unwrap();
        let before = totals(&test.store).await;
        testing::each(async |other| {
            fill(&other.store, home, 200).await;
            other.store.restore(&file, true).await.unwrap();
            let after = totals(&other.store).await;
            assert_eq!(after[0], before[0]);
            agree(after);
        })
        .await;
        test.clock.advance(100 * 86_400);
        test.store.prune(Retention { changes_days: 0, log_days: 1 }).await.unwrap();
        assert_eq!(totals(&test.store).await, [BTreeMap::new(), BTreeMap::new()]);
    }

    /// As in a database of before.
    async fn entries_of_before_are_counted_when_the_schema_is_brought_up_to_date(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        fill(&test.store, home, 700).await;
        let mut undo = vec!["DROP TABLE log_totals", "DROP INDEX log_pair", "DROP INDEX log_domain", "DROP INDEX log_lock", "CREATE INDEX log_lock ON log (lock_id, time, id)",
            "CREATE INDEX log_user ON log (user_id, time, id)", "DELETE FROM seaql_migrations WHERE version LIKE 'm0013%'"];
        match test.store.backend() {
            DbBackend::Postgres => undo.extend(["DROP FUNCTION log_added CASCADE", "DROP FUNCTION log_known CASCADE", "DROP FUNCTION log_removed CASCADE"]),
            _ => undo.extend(["DROP TRIGGER log_added", "DROP TRIGGER log_known", "DROP TRIGGER log_removed"]),
        }
        for sql in undo {
            execute(&test.store, sql.to_owned()).await;
        }
        let test = test.restart().await;
        let told = totals(&test.store).await;
        assert!(told[0].len() > 100);
        agree(told);
    }

    async fn a_download_that_is_not_taken_in_time_breaks_off_and_holds_nothing_more(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        fill(&test.store, home, 3_000).await;
        let filter = Filter { domain: home, locks: None, users: None };
        let (held, gone) = tokio::sync::oneshot::channel::<()>();
        let mut pieces = log::pieces(&test.store, filter, Span::default(), Duration::from_millis(1), held);
        // Nobody takes anything until it is over.
        assert!(gone.await.is_err(), "what was held is let go");
        let mut last = None;
        while let Some(piece) = pieces.recv().await {
            last = Some(piece);
        }
        assert!(matches!(last, Some(Err(StoreError::TooSlow))), "it does not look whole");
    }

    async fn a_download_is_of_one_moment(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let all = fill(&test.store, home, 6_000).await;
        for filter in filters(home) {
            let expected = expected(&all, &filter);
            if expected.len() < 4_000 {
                continue;
            }
            let mut pieces = log::pieces(&test.store, filter.clone(), Span::default(), LONG, ());
            let mut ids: Vec<i64> = pieces.recv().await.unwrap().unwrap().into_iter().map(|entry| entry.id).collect();
            execute(&test.store, "DELETE FROM log WHERE id % 2 = 0".to_owned()).await;
            while let Some(piece) = pieces.recv().await {
                ids.extend(piece.unwrap().into_iter().map(|entry| entry.id));
            }
            assert_eq!(ids, expected, "{filter:?}");
            return;
        }
        panic!("none is large");
    }

    async fn writers_of_many_locks_and_forgetting_wait_for_each_other_in_turns(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        fill(&test.store, home, 3_000).await;
        test.clock.advance(1);
        let write = |from: u64, step: u64| {
            let store = test.store.clone();
            async move {
                for round in 0..20_u64 {
                    let locks: Vec<u64> = (0..8).map(|n| 1_000 + (from + n * step) % LOCKS).collect();
                    let written = store.write(move |tx| Box::pin(async move {
                        log::hold_all(tx, locks.iter().map(|lock| LockId(*lock))).await?;
                        for lock in locks {
                            let mut job = [0; 16];
                            job[..8].copy_from_slice(&(from * 1_000 + round * 10 + step).to_be_bytes());
                            job[8..].copy_from_slice(&lock.to_be_bytes());
                            log::record(tx, entry(home, lock, Some(2_000 + lock % 7), START, Reporter::Job { id: job, begun: START })).await?;
                        }
                        Ok::<_, StoreError>(())
                    }));
                    written.await.unwrap();
                }
            }
        };
        let forget = test.store.prune(Retention { changes_days: 0, log_days: 5 });
        let (_, _, _, pruned) = tokio::join!(write(0, 1), write(29, 29), write(7, 11), forget);
        assert!(pruned.unwrap().log > 1_000);
        agree(totals(&test.store).await);
    }
}
