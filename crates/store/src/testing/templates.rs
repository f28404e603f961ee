//! Databases that are made once per test program and copied for each test.

use super::postgres::{cluster, database, execute, name};
use super::{Kind, START, TestStore, end};
use crate::{Clock, DatabaseUrl, ManualClock, SealingKey, Store, StoreConfig, connect};
use std::path::Path;
use tokio::sync::OnceCell;

/// A fresh database of this kind that starts from nothing but the schema.
pub async fn fresh(kind: Kind) -> TestStore {
    with_schema(kind, Connections::Usual).await
}

/// The same, open with so many connections.
pub(super) async fn with_schema(kind: Kind, connections: Connections) -> TestStore {
    opened(Template::schema(kind).await, connections).await
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
                // The files are copied: a backup would write all pages to the log, which takes three times as long.
                execute(format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
                DatabaseUrl::Postgres(database(&cluster(), &name))
            }
        }
    }
}

/// How many connections to PostgreSQL a database is open with, for reading and as many for writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connections {
    /// One connection of each kind, for tests that do one thing after the other. Each is a process of PostgreSQL. Starting it takes longer
    /// than most of what a test asks of it, and it plans every statement anew. With several, the next call would mostly get a new one,
    /// since the one before is not yet given back.
    One,
    /// As many as a server has.
    Usual,
}

/// A copy of this database, open with so many connections.
async fn opened(template: &Template, connections: Connections) -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (kind, url) = match template {
        Template::Sqlite(_) => (Kind::Sqlite, template.copy(folder.path()).await),
        Template::Postgres(_) => (Kind::Postgres, template.copy(folder.path()).await),
    };
    let clock = ManualClock::new(START);
    let mut config = StoreConfig::new(url, folder.path());
    config.clock = Clock::Manual(clock.clone());
    config.key = Some(SealingKey([0x5a; 32]));
    if connections == Connections::One {
        config.connections = 1;
    }
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

    /// A database of this kind as `fill` has filled one, open with so many connections, and what `fill` told.
    pub async fn fresh(
        &self,
        kind: Kind,
        connections: Connections,
        fill: impl AsyncFnOnce(&TestStore) -> T,
    ) -> (TestStore, T) {
        let filled = async || {
            let test = fresh(kind).await;
            let told = fill(&test).await;
            (Template::taken(test).await, told)
        };
        let (template, told) = self.of(kind).get_or_init(filled).await;
        (opened(template, connections).await, told.clone())
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
