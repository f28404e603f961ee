//! Fresh databases for tests, of both kinds: every test runs on SQLite and on PostgreSQL.
//!
//! ```ignore
//! cardea_store::each_database! {
//!     /// What the test shows.
//!     async fn a_grant_opens_the_door(test: TestStore) { … test.store … }
//! }
//! ```
//! makes the tests `a_grant_opens_the_door::sqlite` and `a_grant_opens_the_door::postgres`. The PostgreSQL cluster is named by
//! CARDEA_TEST_POSTGRES (`scripts/with-postgres.sh cargo test …` sets it); without it those tests fail and say so.

use crate::connect;
pub use crate::faults::{Faults, Step, faults};
use crate::sign_in::tokens;
use crate::{Clock, DatabaseUrl, ManualClock, SealingKey, SignIn, Store, StoreConfig, StoreError};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::sqlx::{self, Connection, PgConnection};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::future::Future;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tempfile::TempDir;
use tokio::sync::{OnceCell, mpsc, oneshot};

/// The variable that names a PostgreSQL cluster in which databases may be made.
pub const VARIABLE: &str = "CARDEA_TEST_POSTGRES";
/// What the clock shows when a test begins: 2026-03-02T12:00:00Z, a Monday.
pub const START: Time = Time(1_772_452_800_000);

/// The password of people in tests.
pub const PASSWORD: &str = "Cardea-Demo-2026";
/// The hash of [`PASSWORD`] with the least that argon2id can be asked for (8 KiB, one pass), since tests sign in thousands of times. Whoever
/// verifies goes by what the hash names; what is hashed by the program itself is hashed in earnest.
pub const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$RJ5Op1FPB4L0Oc9UhwSEHg$BCSWCPdZxmGSFIWvh7PYflgppqnPd9zby6DRZXqQVAw";

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// A fresh, migrated database of a test's own, which goes when the test is over.
pub struct TestStore {
    /// The store, open.
    pub store: Store,
    /// Its clock, standing at [`START`].
    pub clock: ManualClock,
    /// Which database.
    pub kind: Kind,
    config: StoreConfig,
    folder: TempDir,
}

impl TestStore {
    /// How the store was opened.
    pub fn config(&self) -> StoreConfig {
        self.config.clone()
    }

    /// Where the store's PostgreSQL database is.
    pub fn url(&self) -> Option<&str> {
        match &self.config.url {
            DatabaseUrl::Postgres(url) => Some(url),
            DatabaseUrl::Sqlite => None,
        }
    }

    /// The test's own folder, for further files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The same database opened once more, as another process would; PostgreSQL only.
    pub async fn second(&self) -> Store {
        Store::open(self.config()).await.expect("the database opens a second time")
    }

    /// Ends the store and opens the same database again, as after a restart of the program.
    pub async fn restart(self) -> TestStore {
        let TestStore { store, clock, kind, config, folder } = self;
        end(store).await;
        let store = Store::open(config.clone()).await.expect("the database opens again");
        TestStore { store, clock, kind, config, folder }
    }
}

/// Closes the store and waits until its last clone is gone, so that nothing holds the database any more.
async fn end(store: Store) {
    store.clone().close().await.expect("the connections end");
    let alive = Arc::downgrade(&store.0);
    drop(store);
    let gone = async {
        while alive.strong_count() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), gone).await.expect("no clone of the store is left");
}

/// Signs an account in: a family of tokens begins, which nothing ends but a test.
pub async fn sign_in(store: &Store, account: AccountId) -> SignIn {
    let family: [u8; 16] = rand::random();
    let row = tokens::Model {
        id: family.to_vec(),
        account: crate::entity::column(account.0),
        client: "test".into(),
        generation: 1,
        issued: None,
        session: None,
        code: None,
        created: store.now().0,
        expires: i64::MAX,
        scopes: None,
        proven: Some(store.now().0),
        sign_in: crate::entity::column(crate::fresh_id()),
        seen: None,
        used: None,
        name: None,
        issuer: None,
    };
    let begun: Result<(), StoreError> =
        store.write(move |tx| Box::pin(async move { Ok(tokens::begin(tx, row).await?) })).await;
    begun.expect("the account is there");
    SignIn { account, family }
}

/// What went through a store. Clones are the same list.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<Statement>>>);

/// Records all statements that go through the store from now on. Only while nothing has cloned the store yet.
pub fn record(store: &mut Store) -> Statements {
    let statements = Statements::default();
    let inner = Arc::get_mut(&mut store.0).expect("nothing has cloned the store");
    for connection in [&mut inner.reading, &mut inner.writing] {
        let kept = statements.clone();
        connection.set_metric_callback(move |info| kept.keep(info.statement));
    }
    statements
}

impl Statements {
    fn keep(&self, statement: &Statement) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(statement.clone());
    }

    /// Takes what was recorded so far.
    pub fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the database how it runs each recorded statement, and demands that none reads a whole table: on SQLite no scan but along an
    /// index, on PostgreSQL no sequential scan when it has another way at all. Answers how many it asked for.
    pub async fn demand_indexes(&self, store: &Store) -> usize {
        let mut asked = 0;
        for statement in self.take().into_iter().flat_map(parts) {
            let verb = statement.sql.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            if !["SELECT", "INSERT", "UPDATE", "DELETE"].contains(&verb.as_str()) {
                continue;
            }
            let plan = explain(store, &statement).await;
            // What the statement itself has made before may be read whole.
            let made = |scan: &str| {
                let table = scan.split(' ').nth(1).unwrap_or_default();
                ["MATERIALIZE", "CO-ROUTINE"]
                    .iter()
                    .any(|how| plan.lines().any(|line| line == format!("{how} {table}")))
            };
            let scanned = plan.lines().find(|line| match store.backend() {
                DbBackend::Postgres => line.contains("Seq Scan"),
                _ => {
                    line.starts_with("SCAN")
                        && !["INDEX", "CONSTANT ROW", "VALUES"].iter().any(|word| line.contains(word))
                        && !made(line)
                }
            });
            assert_eq!(scanned, None, "{}\n{plan}", statement.sql);
            asked += 1;
        }
        asked
    }
}

/// The statements that went in one trip, each with its values; they hold no text but in values.
fn parts(statement: Statement) -> Vec<Statement> {
    if !statement.sql.contains("; ") {
        return vec![statement];
    }
    let mut values = statement.values.into_iter().flat_map(|values| values.0);
    let part = |sql: &str| {
        let values = values.by_ref().take(sql.matches('?').count()).collect();
        Statement { sql: sql.to_owned(), values: Some(sea_orm::Values(values)), db_backend: statement.db_backend }
    };
    statement.sql.split("; ").map(part).collect()
}

/// How the database runs this statement, a line for each step.
async fn explain(store: &Store, statement: &Statement) -> String {
    let backend = store.backend();
    let (prefix, column) = match backend {
        DbBackend::Postgres => ("EXPLAIN", "QUERY PLAN"),
        _ => ("EXPLAIN QUERY PLAN", "detail"),
    };
    let question = Statement { sql: format!("{prefix} {}", statement.sql), ..statement.clone() };
    let writing = store.begin().await.expect("the database answers");
    if backend == DbBackend::Postgres {
        writing.tx.execute_unprepared("SET LOCAL enable_seqscan = off").await.expect("the database answers");
    }
    let rows = writing.tx.query_all_raw(question).await.expect("the database explains");
    let lines: Vec<String> = rows.iter().map(|row| row.try_get("", column).expect("a line of the plan")).collect();
    writing.rollback().await;
    lines.join("\n")
}

/// A fresh database of this kind that starts from nothing but the schema.
pub async fn fresh(kind: Kind) -> TestStore {
    opened(Template::schema(kind).await, None).await
}

/// What a test begins with: a fresh database, and what is in it.
pub trait Beginning: Sized {
    /// Makes it on this kind of database.
    fn begin(kind: Kind) -> impl Future<Output = Self>;
    /// Its database.
    fn test(&self) -> &TestStore;
}

impl Beginning for TestStore {
    async fn begin(kind: Kind) -> TestStore {
        fresh(kind).await
    }

    fn test(&self) -> &TestStore {
        self
    }
}

/// Runs one test on a fresh database of this kind, which goes when the test has passed.
pub async fn on<F: Future<Output = ()>>(kind: Kind, test: impl FnOnce(TestStore) -> F) {
    from(kind, test).await;
}

/// The same with whatever the test begins with.
pub async fn from<B: Beginning, F: Future<Output = ()>>(kind: Kind, test: impl FnOnce(B) -> F) {
    let begun = B::begin(kind).await;
    let url = begun.test().url().map(str::to_owned);
    test(begun).await;
    if let Some(url) = url {
        let asked = LEAVING.send((removal(&url), oneshot::channel().0));
        asked.expect("the databases of tests before this one go");
    }
}

/// Runs one test on a fresh database of each kind, one after the other.
pub async fn each<F: Future<Output = ()>>(test: impl Fn(TestStore) -> F) {
    on(Kind::Sqlite, &test).await;
    on(Kind::Postgres, &test).await;
}

/// Makes of one async function two tests, `name::sqlite` and `name::postgres`. It takes a [`TestStore`], or another [`Beginning`].
#[macro_export]
macro_rules! each_database {
    ($($(#[$doc:meta])* async fn $name:ident($begun:ident: $Beginning:ident) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            #[allow(unused_imports)]
            use $crate::testing::TestStore;

            async fn test($begun: $Beginning) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                $crate::testing::from($crate::testing::Kind::Sqlite, test).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                $crate::testing::from($crate::testing::Kind::Postgres, test).await;
            }
        }
    )*};
}

fn cluster() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!("{VARIABLE} names no PostgreSQL cluster: run the tests as `scripts/with-postgres.sh cargo test …`, or by `make test`")
    })
}

/// The URL of another database in the cluster.
fn database(cluster: &str, name: &str) -> String {
    let (server, _) = cluster.rsplit_once('/').expect("postgres://user@host:port/database");
    format!("{server}/{name}")
}

/// The name of the database at this URL.
fn name(url: &str) -> &str {
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
            // Who waits no more has failed, or never wanted to.
            let _ = done.send(());
        }
    };
    std::thread::spawn(move || runtime.block_on(work));
    errands
}

/// Has the cluster itself do something.
async fn execute(statement: String) {
    let (done, waited) = oneshot::channel();
    let asked = CLUSTER.send((statement, done)).is_ok() && waited.await.is_ok();
    assert!(
        asked,
        "the PostgreSQL cluster does not answer: a statement before this one, or the connection, has failed"
    );
}

/// What databases of tests are copied from.
enum Template {
    /// What is in the file.
    Sqlite(Vec<u8>),
    /// The name of the database.
    Postgres(String),
}

/// The schema alone, made once per test program.
static SCHEMA: Templates<()> = Templates::new();

impl Template {
    async fn schema(kind: Kind) -> &'static Template {
        &SCHEMA.of(kind).get_or_init(|| async { (Template::with_schema(kind).await, ()) }).await.0
    }

    async fn with_schema(kind: Kind) -> Template {
        match kind {
            Kind::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let file = folder.path().join("cardea.db");
                migrate(connect::sqlite(&file).await.expect("the template opens")).await;
                Template::Sqlite(std::fs::read(&file).expect("the template is a file"))
            }
            Kind::Postgres => {
                let cluster = cluster();
                let name = format!("template_{:012x}", crate::fresh_id());
                execute(format!("CREATE DATABASE {name}")).await;
                migrate(connect::postgres(&database(&cluster, &name), 1).await.expect("the template opens")).await;
                Template::Postgres(name)
            }
        }
    }

    /// What is in this database, which is used no more.
    async fn taken(test: TestStore) -> Template {
        let TestStore { store, kind, config, folder, .. } = test;
        end(store).await;
        match (kind, config.url) {
            (Kind::Postgres, DatabaseUrl::Postgres(url)) => Template::Postgres(name(&url).to_owned()),
            _ => Template::Sqlite(std::fs::read(folder.path().join("cardea.db")).expect("the template is a file")),
        }
    }

    /// A copy of it, for which this folder is.
    async fn copy(&self, folder: &Path) -> DatabaseUrl {
        match self {
            Template::Sqlite(template) => {
                let file = folder.join("cardea.db");
                connect::owners_alone().write(true).create_new(true).open(&file).expect("a file");
                std::fs::write(file, template).expect("the file is written");
                DatabaseUrl::Sqlite
            }
            Template::Postgres(template) => {
                let name = format!("test_{:012x}", crate::fresh_id());
                // Its files are copied: writing all of its pages to the log takes three times as long.
                execute(format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
                DatabaseUrl::Postgres(database(&cluster(), &name))
            }
        }
    }
}

/// As many connections to PostgreSQL as most tests need: each is a process of its own, which takes longer to begin than most of what a test asks
/// of it.
const FEW: u32 = 3;

/// A copy of this database, open with so many connections, or as many as usual.
async fn opened(template: &Template, connections: Option<u32>) -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (kind, url) = match template {
        Template::Sqlite(_) => (Kind::Sqlite, template.copy(folder.path()).await),
        Template::Postgres(_) => (Kind::Postgres, template.copy(folder.path()).await),
    };
    let clock = ManualClock::new(START);
    let mut config = StoreConfig::new(url, folder.path());
    config.clock = Clock::Manual(clock.clone());
    config.key = Some(SealingKey([0x5a; 32]));
    config.connections = connections.unwrap_or(config.connections);
    let store = Store::open(config.clone()).await.expect("a fresh database opens");
    TestStore { store, clock, kind, config, folder }
}

/// Databases with more in them than the schema, made once per test program and copied for each test; `T` tells what is in them.
pub struct Templates<T> {
    sqlite: OnceCell<(Template, T)>,
    postgres: OnceCell<(Template, T)>,
}

impl<T: Clone> Templates<T> {
    /// None so far.
    #[allow(clippy::new_without_default, reason = "a static needs it to be const")]
    pub const fn new() -> Self {
        Templates { sqlite: OnceCell::const_new(), postgres: OnceCell::const_new() }
    }

    fn of(&self, kind: Kind) -> &OnceCell<(Template, T)> {
        match kind {
            Kind::Sqlite => &self.sqlite,
            Kind::Postgres => &self.postgres,
        }
    }

    /// A database of this kind as `fill` has filled one, and what that told. It is open with few connections.
    pub async fn fresh(&self, kind: Kind, fill: impl AsyncFnOnce(&TestStore) -> T) -> (TestStore, T) {
        let filled = async || {
            let test = fresh(kind).await;
            let told = fill(&test).await;
            (Template::taken(test).await, told)
        };
        let (template, told) = self.of(kind).get_or_init(filled).await;
        (opened(template, Some(FEW)).await, told.clone())
    }
}

/// Gives a database the schema, and ends its connections.
async fn migrate(pools: connect::Pools) {
    let writing = crate::transaction::write(&pools.writing, &pools.queue).await.expect("the template answers");
    crate::migration::migrate(&writing.tx).await.expect("the migrations work");
    writing.commit().await.expect("the migrations work");
    pools.reading.close().await.expect("the connections end");
    pools.writing.close().await.expect("the connections end");
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

fn removal(url: &str) -> String {
    format!("DROP DATABASE {} WITH (FORCE)", name(url))
}
