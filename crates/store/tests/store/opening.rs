//! Opening databases: from nothing, by whom, and how durable.

use crate::domain::{domain, lock, put_lock, write};
use cardea_store::testing::{self, Kind};
use cardea_store::{Clock, DatabaseUrl, Store, StoreConfig, StoreError, each_database, migration};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sea_orm_migration::MigratorTrait;

async fn pragma(connection: &impl ConnectionTrait, name: &str) -> String {
    let question = Statement::from_string(DbBackend::Sqlite, format!("PRAGMA {name}"));
    let row = connection.query_one_raw(question).await.unwrap().unwrap();
    row.try_get_by_index::<String>(0)
        .or_else(|_| row.try_get_by_index::<i64>(0).map(|number| number.to_string()))
        .unwrap()
}

#[tokio::test]
async fn sqlite_commits_are_on_the_disk_when_they_return() {
    let test = testing::fresh(Kind::Sqlite).await;
    let answers = test.store.write(|tx| {
        Box::pin(async move {
            Ok::<_, StoreError>([
                pragma(tx, "journal_mode").await,
                pragma(tx, "synchronous").await,
                pragma(tx, "foreign_keys").await,
            ])
        })
    });
    assert_eq!(answers.await.unwrap(), ["wal", "2", "1"]);
    let write = test.store.read().execute_unprepared("DELETE FROM meta").await;
    assert!(write.unwrap_err().to_string().contains("readonly"), "reading connections cannot write");
}

#[tokio::test]
async fn a_data_folder_in_use_is_refused_and_free_again_afterwards() {
    let test = testing::fresh(Kind::Sqlite).await;
    let config = test.config();
    assert!(matches!(Store::open(config.clone()).await.map(drop), Err(StoreError::InUse(_))));
    let home = domain(&test, "owner@example.org").await.domain;
    let reader = Store::open_to_read(config).await.unwrap();
    let door = lock("Street door", 1, test.store.now());
    for name in ["One", "Two"] {
        write(&test.store, home, vec![put_lock(&cardea_model::rows::Lock { name: name.into(), ..door.clone() })])
            .await
            .unwrap();
        assert_eq!(
            reader.facts(home).await.unwrap().lock(door.id).unwrap().name,
            name,
            "a reader beside the server is current"
        );
    }
    assert!(write(&reader, home, vec![put_lock(&door)]).await.is_err());
    let test = test.restart().await;
    assert_eq!(test.store.facts(home).await.unwrap().revision.number, 3);
}

each_database! {
    async fn migrations_make_everything_from_nothing_and_run_once(test: TestStore) {
        let url = match test.kind {
            Kind::Sqlite => DatabaseUrl::Sqlite,
            Kind::Postgres => DatabaseUrl::Postgres(testing::empty_postgres().await),
        };
        let folder = tempfile::tempdir().unwrap();
        let config = StoreConfig { clock: Clock::System, ..StoreConfig::new(url, folder.path()) };
        let pending = migration::Migrator::migrations().len();
        let late = Store::open(StoreConfig { migrate: false, ..config.clone() }).await.map(drop);
        assert!(matches!(late, Err(StoreError::PendingMigrations(count)) if count == pending), "{late:?}");
        // Replicas that start together.
        let opened = match test.kind {
            Kind::Sqlite => vec![Store::open(config.clone()).await],
            Kind::Postgres => futures::future::join_all((0..3).map(|_| Store::open(config.clone()))).await,
        };
        for store in opened {
            let store = store.unwrap();
            let applied = migration::Migrator::get_applied_migrations_read_only(store.read()).await.unwrap();
            assert_eq!(applied.len(), pending);
            assert!((store.now().0 - test_time()).abs() < 60_000, "the system's clock");
            store.close().await.unwrap();
        }
        let again = Store::open_to_read(StoreConfig { migrate: false, ..config }).await.unwrap();
        assert!(again.domains(0, 10).await.unwrap().is_empty());
    }
}

fn test_time() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64
}

#[test]
fn addresses_are_sqlite_or_postgres() {
    assert_eq!("".parse::<DatabaseUrl>().unwrap(), DatabaseUrl::Sqlite);
    assert_eq!("sqlite".parse::<DatabaseUrl>().unwrap(), DatabaseUrl::Sqlite);
    let url: DatabaseUrl = "postgres://cardea:secret@db/cardea".parse().unwrap();
    assert!(!format!("{url:?}").contains("secret"));
    assert!(matches!("mysql://db".parse::<DatabaseUrl>(), Err(StoreError::BadUrl)));
}
