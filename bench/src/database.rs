//! The city on either database, for rows that are about both.

use crate::server::{Folder, Server, Size, seed};
use cardea_store::{DatabaseUrl, Store, StoreConfig, StoreError};
use sea_orm::ConnectionTrait;
use sea_orm::sqlx::{AssertSqlSafe, Connection, PgConnection, query};
use tokio::runtime::Runtime;

/// Names a PostgreSQL cluster in which databases may be made; `scripts/bench` sets it.
const CLUSTER: &str = "CARDEA_TEST_POSTGRES";

pub const CITY: Size = Size { users: 10_000, locks: 2_000, groups: 200, links: 200_000 };

/// A seeded database; it goes with this value.
pub struct Database {
    pub name: &'static str,
    pub url: DatabaseUrl,
    pub data: Folder,
    pub runtime: Runtime,
}

impl Database {
    /// A city on each.
    pub fn each(work: impl Fn(&Database)) {
        let runtime = || Runtime::new().expect("a runtime");
        let made =
            Database { name: "SQLite", url: DatabaseUrl::Sqlite, data: Folder::seeded(CITY), runtime: runtime() };
        work(&made);
        drop(made);
        let cluster = std::env::var(CLUSTER).expect("a PostgreSQL cluster (scripts/bench starts one)");
        let (host, _) = cluster.rsplit_once('/').expect("postgres://user@host:port/database");
        let url = format!("{host}/bench_{}", std::process::id());
        let made = Database {
            name: "PostgreSQL",
            url: DatabaseUrl::Postgres(url.clone()),
            data: Folder::new(),
            runtime: runtime(),
        };
        made.in_cluster(&cluster, "CREATE DATABASE");
        seed(&made.data, CITY, Some(&url));
        work(&made);
        made.in_cluster(&cluster, "DROP DATABASE");
    }

    fn in_cluster(&self, cluster: &str, verb: &str) {
        let sql = format!("{verb} bench_{}", std::process::id());
        self.runtime.block_on(async {
            let mut connection = PgConnection::connect(cluster).await.expect("the cluster answers");
            query(AssertSqlSafe(sql)).execute(&mut connection).await.expect("a database");
        });
    }

    pub fn postgres(&self) -> Option<&str> {
        match &self.url {
            DatabaseUrl::Postgres(url) => Some(url),
            DatabaseUrl::Sqlite => None,
        }
    }

    /// Opens it for `work` and closes it again, so that a server may have it.
    pub fn open<T>(&self, work: impl AsyncFnOnce(&Store) -> T) -> T {
        self.runtime.block_on(async {
            let config = StoreConfig::new(self.url.clone(), self.data.path());
            let store = Store::open(config).await.expect("the database opens");
            let done = work(&store).await;
            store.close().await.expect("the database closes");
            done
        })
    }

    pub fn server(&self) -> Server {
        Server::cardea_at(&self.data, self.postgres())
    }
}

/// Runs these statements in one transaction.
pub async fn execute(store: &Store, sql: String) {
    let done = store.write(move |tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared(&sql).await?) }));
    done.await.expect("the statement works");
}
