//! The floors of single requests, each a server in a process of its own: this program, started again with a hidden argument.

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use rusqlite::{Connection, OpenFlags, Row};
use serde_json::Value;
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

/// The hidden argument.
pub const ARGUMENT: &str = "--floor";

/// What the texts of a lock's entry are called, in their order in the table.
const TEXTS: [&str; 4] = ["id", "name", "type", "address"];
/// Entries of a page.
pub const PAGE: usize = 100;

const SCHEMA: &str = "CREATE TABLE locks (position INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
    address TEXT NOT NULL, timezone TEXT, end_to_end_mode BOOLEAN NOT NULL, created TEXT NOT NULL, serial_number TEXT NOT NULL,
    device_type TEXT NOT NULL, kind TEXT NOT NULL)";
const SELECT: &str =
    "SELECT id, name, type, address, timezone, end_to_end_mode, created, serial_number, device_type, kind
    FROM locks ORDER BY position LIMIT 100";

/// Keeps these entries of locks as rows: every column is the text that goes on the wire, so that nothing is left to be made of it.
pub fn keep_locks(file: &Path, entries: &[Value]) {
    let mut database = Connection::open(file).expect("a database");
    database.execute_batch("PRAGMA journal_mode = WAL").expect("as the server has it");
    let transaction = database.transaction().expect("a transaction");
    transaction.execute_batch(SCHEMA).expect("a table");
    for (position, entry) in (0_i64..).zip(entries) {
        let text = |entry: &Value, field: &str| entry[field].as_str().expect("text").to_owned();
        let [id, name, lock_type, address] = TEXTS.map(|field| text(entry, field));
        let timezone = entry["timezone"].as_str();
        let mode = entry["end_to_end_mode"].as_bool().expect("a flag");
        let (created, serial) = (text(entry, "created"), text(&entry["afi"], "serial_number"));
        let row = (
            position,
            id,
            name,
            lock_type,
            address,
            timezone,
            mode,
            created,
            serial,
            text(&entry["afi"], "device_type"),
            kind(entry),
        );
        transaction
            .execute("INSERT INTO locks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)", row)
            .expect("a row");
    }
    transaction.commit().expect("rows");
}

/// Serves the floor of this name and says where, until it is ended.
pub fn serve(arguments: &[String]) {
    let router = match arguments {
        [name] if name == "hello" => Router::new().route("/hello", get(|| async { "hello" })),
        [name, file] if name == "locks" => {
            Router::new().route("/locks", get(locks)).with_state(Arc::from(Path::new(file)))
        }
        _ => panic!("no such floor: {arguments:?}"),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        println!("{}", listener.local_addr().expect("an address"));
        axum::serve(listener, router).await.expect("it serves");
    });
}

thread_local! {
    static DATABASE: RefCell<Option<Connection>> = const { RefCell::new(None) };
}

/// A page of rows, read on the spot by a connection of each thread's own.
async fn locks(State(file): State<Arc<Path>>) -> impl IntoResponse {
    let body = DATABASE.with_borrow_mut(|database| {
        // No thread uses another's connection, so none needs SQLite's own locks.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || Connection::open_with_flags(&file, flags).expect("the database");
        page(database.get_or_insert_with(open)).expect("rows")
    });
    ([(CONTENT_TYPE, "application/json")], body)
}

fn page(database: &Connection) -> rusqlite::Result<Vec<u8>> {
    let mut select = database.prepare_cached(SELECT)?;
    let mut rows = select.query([])?;
    let mut body = Vec::with_capacity(PAGE * 512);
    body.push(b'[');
    while let Some(row) = rows.next()? {
        if body.len() > 1 {
            body.push(b',');
        }
        write_lock(&mut body, row)?;
    }
    body.push(b']');
    Ok(body)
}

/// What a lock can do, as it stands in its entry.
fn kind(entry: &Value) -> String {
    let slots = &entry["pin_slots"];
    let slots = ["count", "name_max", "digits_min", "digits_max"].map(|name| format!("\"{name}\":{}", slots[name]));
    format!(",\"capabilities\":{},\"pin_slots\":{{{}}}", entry["capabilities"], slots.join(","))
}

fn write_lock(body: &mut Vec<u8>, row: &Row) -> rusqlite::Result<()> {
    let text = |column: usize| row.get_ref(column)?.as_bytes_or_null().map_err(rusqlite::Error::from);
    let (name, timezone) = (text(1)?, text(4)?);
    let mode: &[u8] = if row.get(5)? { b",\"end_to_end_mode\":true" } else { b",\"end_to_end_mode\":false" };
    write(body, b"{\"id\":", text(0)?);
    write(body, b",\"name\":", name);
    write(body, b",\"type\":", text(2)?);
    write(body, b",\"address\":", text(3)?);
    write(body, b",\"timezone\":", timezone);
    body.extend_from_slice(mode);
    body.extend_from_slice(row.get_ref(9)?.as_bytes().map_err(rusqlite::Error::from)?);
    write(body, b",\"created\":", text(6)?);
    write(body, b",\"afi\":{\"serial_number\":", text(7)?);
    write(body, b",\"device_type\":", text(8)?);
    write(body, b",\"name\":", name);
    write(body, b",\"timezone\":", timezone);
    body.extend_from_slice(b"}}");
    Ok(())
}

/// What comes before a text, and the text; where nothing in it needs an escape it goes as it lies in the row.
fn write(body: &mut Vec<u8>, before: &[u8], text: Option<&[u8]>) {
    body.extend_from_slice(before);
    match text {
        None => body.extend_from_slice(b"null"),
        Some(text) if text.iter().all(|byte| *byte >= b' ' && !b"\"\\".contains(byte)) => {
            body.push(b'"');
            body.extend_from_slice(text);
            body.push(b'"');
        }
        Some(text) => serde_json::to_writer(body, &String::from_utf8_lossy(text)).expect("text"),
    }
}
