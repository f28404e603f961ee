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

mod accounts;
mod permits;
mod postgres;
mod statements;
mod templates;

pub use crate::faults::{Faults, Step, faults};
use crate::sign_in::tokens;
use crate::{DatabaseUrl, ManualClock, SignIn, Store, StoreConfig, StoreError};
use cardea_model::Time;
use cardea_model::ids::AccountId;
pub use permits::{OneByOne, Permit, Permits};
pub use postgres::{drop_postgres, empty_postgres, end_listeners, end_one, shut, somebody_waits, unshut};
pub use statements::{Statements, record};
use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
pub use templates::{Connections, Templates, fresh};

/// The variable that names a PostgreSQL cluster in which databases may be made.
pub const VARIABLE: &str = "CARDEA_TEST_POSTGRES";
/// What the clock shows when a test begins: 2026-03-02T12:00:00Z, a Monday.
pub const START: Time = Time(1_772_452_800_000);

/// The password of people in tests.
pub const PASSWORD: &str = "Cardea-Demo-2026";
/// The hash of [`PASSWORD`] with the least that argon2id can be asked for (8 KiB, one pass), since tests sign in thousands of times.
/// Checking a password uses the settings in its hash. What the program itself hashes has the usual settings.
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

/// Whether a connection to PostgreSQL that was idle for so long is tested before use, where a write failed so long ago. It stands here
/// because the library has no tests of its own.
pub fn is_tried(idle: std::time::Duration, failed: std::time::Duration) -> bool {
    crate::trust::is_from_before(idle, failed)
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
        postgres::leave(&url);
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
            use $crate::testing::{OneByOne, TestStore};

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
