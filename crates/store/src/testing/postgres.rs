//! The PostgreSQL cluster of tests: its databases are made and taken away, and closed to those who are connected.

use super::VARIABLE;
use crate::Store;
use sea_orm::sqlx::{self, Connection, PgConnection};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::sync::LazyLock;
use tokio::sync::{mpsc, oneshot};

pub(super) fn cluster() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!("{VARIABLE} names no PostgreSQL cluster: run the tests as `scripts/with-postgres.sh cargo test …`, or by `make test`")
    })
}

/// The URL of another database in the cluster.
pub(super) fn database(cluster: &str, name: &str) -> String {
    let (server, _) = cluster.rsplit_once('/').expect("postgres://user@host:port/database");
    format!("{server}/{name}")
}

/// The name of the database at this URL.
pub(super) fn name(url: &str) -> &str {
    url.rsplit_once('/').expect("postgres://user@host:port/database").1
}

/// What is asked of the cluster itself, in turn, and who waits for it.
type Errands = mpsc::UnboundedSender<(String, oneshot::Sender<()>)>;

/// The connection by which this test program makes databases: one for each statement costs as much as the statement.
static CLUSTER: LazyLock<Errands> = LazyLock::new(errands);
/// That by which it takes them away, which waits a tenth of a second for those who are connected, and nobody waits for it. What it has not come
/// to when the program ends stays in the cluster.
static LEAVING: LazyLock<Errands> = LazyLock::new(errands);

/// A connection to the cluster. It has a thread of its own, since what a test begins ends with the test.
fn errands() -> Errands {
    let (errands, mut asked) = mpsc::unbounded_channel::<(String, oneshot::Sender<()>)>();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let work = async move {
        let mut connection = PgConnection::connect(&cluster()).await.expect("the PostgreSQL cluster answers");
        while let Some((statement, done)) = asked.recv().await {
            sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.expect("the statement works");
            // The receiver is gone where a test has failed, or did not wait for the answer.
            let _ = done.send(());
        }
    };
    std::thread::spawn(move || runtime.block_on(work));
    errands
}

/// Has the cluster itself do something.
pub(super) async fn execute(statement: String) {
    let (done, waited) = oneshot::channel();
    let asked = CLUSTER.send((statement, done)).is_ok() && waited.await.is_ok();
    assert!(
        asked,
        "the PostgreSQL cluster does not answer: a statement before this one, or the connection, has failed"
    );
}

/// An empty database in the cluster, without the schema. It is reached by TCP, as most people's are, also where the cluster is by a socket.
pub async fn empty_postgres() -> String {
    let name = format!("test_{:012x}", crate::fresh_id());
    execute(format!("CREATE DATABASE {name}")).await;
    let url = database(&cluster(), &name);
    let Some((user, socket)) = url.split_once("@%2F") else { return url };
    let (_, port) = socket.rsplit_once(':').expect("postgres://user@host:port/database");
    format!("{user}@127.0.0.1:{port}")
}

/// Ends the connections by which processes get the hints of others from this store's PostgreSQL database.
pub async fn end_listeners(store: &Store) {
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    let end = Statement::from_string(DbBackend::Postgres, end);
    let ended = store.read().query_all_raw(end).await.expect("the database answers");
    assert!(!ended.is_empty(), "somebody listened");
}

/// Whether a statement waits for what another transaction holds, in this store's PostgreSQL database.
pub async fn somebody_waits(store: &Store) -> bool {
    let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let asked = Statement::from_string(DbBackend::Postgres, sql);
    store.read().query_one_raw(asked).await.expect("the database answers").is_some()
}

/// Ends connections to a database of the cluster, whatever they are at, and lets others in or not.
async fn end_connections(url: &str, most: u32, open: bool) {
    let name = name(url);
    execute(format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {open}")).await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname =";
    execute(format!("{end} '{name}' ORDER BY random() LIMIT {most}")).await;
}

/// Lets nobody into a database of the cluster, and sends everybody out.
pub async fn shut(url: &str) {
    end_connections(url, 1_000, false).await;
}

/// Lets everybody in again.
pub async fn unshut(url: &str) {
    end_connections(url, 0, true).await;
}

/// Ends one of the connections to a database of the cluster.
pub async fn end_one(url: &str) {
    end_connections(url, 1, true).await;
}

/// Takes a database of the cluster away, whoever is connected to it.
pub async fn drop_postgres(url: &str) {
    execute(removal(url)).await;
}

/// Has it taken away without waiting for that.
pub(super) fn leave(url: &str) {
    let asked = LEAVING.send((removal(url), oneshot::channel().0));
    asked.expect("the databases of tests before this one go");
}

fn removal(url: &str) -> String {
    format!("DROP DATABASE {} WITH (FORCE)", name(url))
}
