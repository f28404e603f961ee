//! A log of many entries, in order of time over 300 days: a front door that one of seven entries is about, the others the less the further
//! down they stand; a front door for everybody, others for a few dozen people, of whom some come often; one entry in twenty by nobody known,
//! one in four by a job. Triggers and indexes are away meanwhile, totals are counted once, and all of it is made again as it was.

use crate::database::Database;
use crate::dice::Dice;
use cardea_model::ids::ID_MAX;
use cardea_store::{DatabaseUrl, Store};
use sea_orm::sqlx::{AssertSqlSafe, Connection, PgConnection, query, query_scalar};
use sea_orm::{ConnectionTrait, Statement};
use std::fmt::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const DAYS: i64 = 300;
/// Rows on their way to PostgreSQL at a time, in bytes.
const PIECE: usize = 1 << 20;
const COLUMNS: &str = "id, domain, time, lock_id, lock_name, user_id, username, operation, event, job, posted";
/// As the migration counts what is there.
const COUNT: [&str; 3] = [
    "DELETE FROM log_totals",
    "INSERT INTO log_totals SELECT domain, 0, lock_id, COUNT(*), MAX(time) FROM log GROUP BY domain, lock_id",
    "INSERT INTO log_totals SELECT domain, user_id, lock_id, COUNT(*), MAX(time) FROM log
        WHERE user_id IS NOT NULL GROUP BY domain, user_id, lock_id",
];

/// Whom and what the log is about, in the order of how often.
pub struct People {
    pub domain: i64,
    pub locks: Vec<i64>,
    pub users: Vec<i64>,
}

impl People {
    pub async fn of(store: &Store) -> People {
        let ids = async |sql: &str| -> Vec<i64> {
            let rows = store.read().query_all_raw(Statement::from_string(store.backend(), sql)).await.expect("rows");
            rows.iter().map(|row| row.try_get_by_index(0).expect("an id")).collect()
        };
        let domain = ids("SELECT domain FROM users GROUP BY domain ORDER BY COUNT(*) DESC LIMIT 1").await[0];
        let of = async |table: &str| ids(&format!("SELECT id FROM {table} WHERE domain = {domain} ORDER BY id")).await;
        People { domain, locks: of("locks").await, users: of("users").await }
    }
}

struct Entry {
    id: i64,
    time: i64,
    lock: usize,
    user: Option<usize>,
    job: Option<[u8; 16]>,
    unlocked: bool,
}

/// A number below `count`, as often as it is small: each doubling as often as the one before.
fn seldom(dice: &mut Dice, count: usize) -> usize {
    let part = dice.below(1 << 30) as f64 / f64::from(1 << 30);
    ((count as f64 + 1.0).powf(part) as usize - 1).min(count - 1)
}

fn entries(people: &People, count: usize) -> impl Iterator<Item = Entry> + Send + use<> {
    let (locks, users) = (people.locks.len(), people.users.len());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64;
    let (mut dice, span) = (Dice(11), DAYS * 86_400_000);
    (0..count).map(move |number| {
        let lock = if dice.one_in(16) { 0 } else { seldom(&mut dice, locks) };
        let with_keys = (users / (lock + 1) + 40).min(users);
        let often = dice.below(1 << 30) as f64 / f64::from(1 << 30);
        let which = (often * often * with_keys as f64) as usize;
        Entry {
            // An odd factor: ids as spread as random ones, and none comes twice.
            id: ((number as u64 + 1).wrapping_mul(0x5851_f42d_4c95_7f2d) & ID_MAX) as i64,
            time: now - span + (span as i128 * number as i128 / count as i128) as i64,
            lock,
            user: (!dice.one_in(20)).then_some((lock * 3_779 + which * 7_919) % users),
            job: dice.one_in(4).then(|| {
                let mut job = [0; 16];
                job[..8].copy_from_slice(&dice.next().to_le_bytes());
                job[8..].copy_from_slice(&(number as u64).to_le_bytes());
                job
            }),
            unlocked: dice.one_in(2),
        }
    })
}

pub fn fill(database: &Database, people: &People, count: usize) {
    match &database.url {
        DatabaseUrl::Sqlite => sqlite(&database.data.path().join("cardea.db"), people, count).expect("SQLite"),
        DatabaseUrl::Postgres(url) => database.runtime.block_on(postgres(url, people, count)).expect("PostgreSQL"),
    }
}

fn sqlite(file: &Path, people: &People, count: usize) -> rusqlite::Result<()> {
    let database = rusqlite::Connection::open(file)?;
    database.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000")?;
    let made = "SELECT type, name, sql FROM sqlite_master
        WHERE tbl_name = 'log' AND type IN ('index', 'trigger') AND sql IS NOT NULL";
    let made = database
        .prepare(made)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<Vec<(String, String, String)>>>()?;
    for (kind, name, _) in &made {
        database.execute_batch(&format!("DROP {kind} {name}"))?;
    }
    database.execute_batch("BEGIN")?;
    let insert = format!("INSERT INTO log ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
    let mut insert = database.prepare(&insert)?;
    for entry in entries(people, count) {
        let (operation, event) = words(&entry);
        let user = entry.user.map(|user| people.users[user]);
        insert.execute(rusqlite::params![
            entry.id,
            people.domain,
            entry.time,
            people.locks[entry.lock],
            format!("Door {}", entry.lock),
            user,
            username(&entry),
            operation,
            event,
            entry.job,
            entry.job.is_none()
        ])?;
    }
    drop(insert);
    database.execute_batch("COMMIT")?;
    for sql in COUNT.into_iter().chain(made.iter().map(|(_, _, sql)| &**sql)) {
        database.execute_batch(sql)?;
    }
    database.execute_batch("PRAGMA journal_mode = WAL")
}

async fn postgres(url: &str, people: &People, count: usize) -> Result<(), sea_orm::sqlx::Error> {
    let mut database = PgConnection::connect(url).await?;
    let made = "SELECT indexdef FROM pg_indexes WHERE tablename = 'log' AND indexname <> 'log_pkey'";
    let made: Vec<String> = query_scalar(made).fetch_all(&mut database).await?;
    let names = "SELECT indexname::text FROM pg_indexes WHERE tablename = 'log' AND indexname <> 'log_pkey'";
    let names: Vec<String> = query_scalar(names).fetch_all(&mut database).await?;
    let mut before = vec!["SET maintenance_work_mem = '1GB'".to_owned()];
    before.push("ALTER TABLE log DISABLE TRIGGER USER".to_owned());
    before.push("ALTER TABLE log DROP CONSTRAINT log_pkey".to_owned());
    before.extend(names.iter().map(|name| format!("DROP INDEX {name}")));
    for sql in before {
        query(AssertSqlSafe(sql)).execute(&mut database).await?;
    }
    let mut copy = database.copy_in_raw(&format!("COPY log ({COLUMNS}) FROM STDIN")).await?;
    let mut piece = String::with_capacity(PIECE + 1_000);
    for entry in entries(people, count) {
        let (operation, event) = words(&entry);
        let user = entry.user.map_or("\\N".to_owned(), |user| people.users[user].to_string());
        let job = entry.job.map_or("\\N".to_owned(), |job| format!("\\\\x{:032x}", u128::from_be_bytes(job)));
        let (lock, posted) = (people.locks[entry.lock], if entry.job.is_none() { 't' } else { 'f' });
        let (id, domain, time, door) = (entry.id, people.domain, entry.time, entry.lock);
        let name = username(&entry);
        writeln!(
            piece,
            "{id}\t{domain}\t{time}\t{lock}\tDoor {door}\t{user}\t{name}\t{operation}\t{event}\t{job}\t{posted}"
        )
        .expect("memory");
        if piece.len() >= PIECE {
            copy.send(piece.as_bytes()).await?;
            piece.clear();
        }
    }
    copy.send(piece.as_bytes()).await?;
    copy.finish().await?;
    let mut after: Vec<String> = COUNT.map(str::to_owned).into();
    after.push("ALTER TABLE log ADD CONSTRAINT log_pkey PRIMARY KEY (id)".to_owned());
    after.extend(made);
    after.push("ALTER TABLE log ENABLE TRIGGER USER".to_owned());
    // As autovacuum does after so many new rows.
    after.extend(["log", "log_totals"].map(|table| format!("VACUUM ANALYZE {table}")));
    for sql in after {
        query(AssertSqlSafe(sql)).execute(&mut database).await?;
    }
    database.close().await
}

fn words(entry: &Entry) -> (&'static str, &'static str) {
    if entry.unlocked { ("bridgeUnlocked", "unlocked") } else { ("bridgeLocked", "locked") }
}

fn username(entry: &Entry) -> String {
    entry.user.map_or(String::new(), |user| format!("person{user}@demo.cardea"))
}
