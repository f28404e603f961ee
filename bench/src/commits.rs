//! What one device operation writes, and nothing else: the same statements in the same tables with the same durability, through one
//! connection, whose users take turns in the order in which they came.

use crate::dice::Dice;
use crate::server::Folder;
use cardea_model::ids::ID_MAX;
use rusqlite::{Connection, params};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

const BEGIN: &str = "INSERT INTO jobs (id, account, domain, user_id, bridge, lock_id, serial, operation, arguments, rank, status,
        created, claimed, epoch)
    SELECT ?1, 1, ?2, 1, ?3, ?4, 1, 'afi.lock.operate', '[\"lock\"]', 0, 1, ?5, ?5, epoch FROM bridges WHERE device = ?3 AND epoch = 1";
const END: &str = "UPDATE jobs SET status = 2, result = ?2 WHERE id = ?1 AND status = 1 AND epoch = 1";
const CONDITION: &str = "INSERT INTO conditions (lock_id, domain, state, battery, at) VALUES (?1, ?2, 'Locked', 90, ?3)
    ON CONFLICT (lock_id) DO UPDATE SET domain = excluded.domain, state = excluded.state, battery = excluded.battery, at = excluded.at
    WHERE excluded.at >= conditions.at";
const TOLD_ALREADY: &str =
    "SELECT id FROM log WHERE lock_id = ?1 AND time BETWEEN ?2 - 60000 AND ?2 + 60000 AND event = 'locked'
    AND job IS NULL";
const LOG: &str = "INSERT INTO log (id, domain, time, lock_id, lock_name, user_id, username, operation, event, job, posted)
    VALUES (?1, ?2, ?3, ?4, 'Door', 1, 'owner@demo.cardea', 'bridgeLocked', 'locked', ?5, FALSE) ON CONFLICT DO NOTHING";
/// As long as a result is in the ledger.
const RESULT: &str = r#"{"bridge_server_status":0,"bridge_server_status_text":"Ok","afi_status":0,"afi_status_text":"Ok","dmi_status":0,"dmi_status_text":"Ok","state":"Locked","battery_level":90}"#;

/// A lock, and the bridge that reaches it.
#[derive(Clone, Copy)]
pub struct Door {
    domain: i64,
    bridge: i64,
    lock: i64,
}

/// The one connection.
pub struct Ledger {
    database: Mutex<(Connection, Dice)>,
    next: AtomicU64,
    serving: Mutex<u64>,
    turned: Condvar,
}

impl Ledger {
    /// The database of this folder, which nobody serves; and so many doors of it, each behind a bridge of its own.
    pub fn open(data: &Folder, doors: usize) -> (Ledger, Vec<Door>) {
        let database = Connection::open(data.path().join("cardea.db")).expect("the database");
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384";
        database.execute_batch(settings).expect("settings");
        let sql = "SELECT pairings.domain, device_id, min(lock_id) FROM pairings JOIN devices ON devices.id = device_id
            WHERE device_type LIKE 'danabridge%' GROUP BY device_id LIMIT ?1";
        let mut select = database.prepare(sql).expect("pairings");
        let found = select
            .query_map([doors as i64], |row| Ok(Door { domain: row.get(0)?, bridge: row.get(1)?, lock: row.get(2)? }))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .expect("doors");
        assert_eq!(found.len(), doors);
        drop(select);
        let connected = "INSERT INTO bridges (device, domain, epoch, online, since, replica, seen, firmware, evt_upto)
            VALUES (?1, ?2, 1, TRUE, 0, '', 0, '', 0)";
        for door in &found {
            database.execute(connected, [door.bridge, door.domain]).expect("a bridge");
        }
        let database = Mutex::new((database, Dice(5)));
        let ledger = Ledger { database, next: AtomicU64::new(0), serving: Mutex::new(0), turned: Condvar::new() };
        (ledger, found)
    }

    /// Both commits of one operation.
    pub fn operate(&self, door: Door, now: i64) {
        let job = self.transact(|database, dice| {
            let job = [dice.next(), dice.next()].map(u64::to_le_bytes).concat();
            let mut begin = database.prepare_cached(BEGIN)?;
            assert_eq!(begin.execute(params![job, door.domain, door.bridge, door.lock, now])?, 1);
            Ok(job)
        });
        self.transact(|database, dice| {
            let entry = (dice.next() & ID_MAX) as i64;
            assert_eq!(database.prepare_cached(END)?.execute(params![job, RESULT])?, 1);
            database.prepare_cached(CONDITION)?.execute([door.lock, door.domain, now])?;
            assert!(!database.prepare_cached(TOLD_ALREADY)?.exists([door.lock, now])?);
            database.prepare_cached(LOG)?.execute(params![entry, door.domain, now, door.lock, job])
        });
    }

    fn transact<T>(&self, work: impl FnOnce(&Connection, &mut Dice) -> rusqlite::Result<T>) -> T {
        let turn = self.next.fetch_add(1, Ordering::SeqCst);
        let waiting = self.serving.lock().expect("the turn");
        drop(self.turned.wait_while(waiting, |serving| *serving != turn).expect("the turn"));
        let done = {
            let (database, dice) = &mut *self.database.lock().expect("the database");
            let transaction = database.transaction().expect("a transaction");
            let done = work(&transaction, dice).expect("rows");
            transaction.commit().expect("a commit");
            done
        };
        *self.serving.lock().expect("the turn") += 1;
        self.turned.notify_all();
        done
    }
}
