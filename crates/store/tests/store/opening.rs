//! Opening databases: from nothing, by whom, and how durable.

use crate::domain::{domain, lock, put_lock, write};
use cardea_store::testing::{self, Kind};
use cardea_store::{
    Clock, DatabaseUrl, Holdings, Key, Schema, SealingKey, Store, StoreConfig, StoreError, each_database, migration,
};
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

/// A database that does not exist yet, or is empty.
async fn nowhere(kind: Kind) -> (tempfile::TempDir, StoreConfig) {
    let url = match kind {
        Kind::Sqlite => DatabaseUrl::Sqlite,
        Kind::Postgres => DatabaseUrl::Postgres(testing::empty_postgres().await),
    };
    let folder = tempfile::tempdir().unwrap();
    let config = StoreConfig::new(url, folder.path().join("data"));
    (folder, config)
}

fn files(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

each_database! {
    async fn a_look_tells_what_is_there_and_makes_nothing(test: TestStore) {
        let (_folder, config) = nowhere(test.kind).await;
        let look = Store::look(&config).await.unwrap();
        assert_eq!((look.schema, look.key, look.holdings), (Schema::Absent, Key::Free, Holdings::default()));
        assert!(!config.data_dir.exists());
        let reading = Store::open_to_read(config.clone()).await.map(drop);
        assert!(matches!(reading, Err(StoreError::NoDatabase(_) | StoreError::PendingMigrations(_))), "{reading:?}");
        let unmigrated = Store::open(StoreConfig { migrate: false, ..config.clone() }).await.map(drop);
        assert!(matches!(unmigrated, Err(StoreError::PendingMigrations(_))), "{unmigrated:?}");
        assert!(!config.data_dir.exists(), "what is refused makes nothing");

        let store = Store::open(config.clone()).await.unwrap();
        store.create_domain(crate::domain::profile("owner@example.org"), None, cardea_store::Actor::Program).await.unwrap();
        let look = Store::look(&config).await.unwrap();
        assert_eq!((look.schema, look.key), (Schema::Current, Key::Fits));
        assert_eq!(look.holdings, Holdings { domains: 1, accounts: 1, sign_ins: 0, jobs: 0 });
        assert_eq!(look.served, test.kind == Kind::Sqlite, "a replica of PostgreSQL is not seen");
        assert_eq!(look.loose, [], "{:?}", look.loose);
        store.close().await.unwrap();
        let other = StoreConfig { key: Some("11".repeat(32).parse::<SealingKey>().unwrap()), ..config.clone() };
        assert_eq!(Store::look(&other).await.unwrap().key, Key::Wrong);
        std::fs::write(config.data_dir.join("secret.key"), "short").unwrap();
        assert!(matches!(Store::look(&config).await.unwrap().key, Key::Unreadable(_)));
    }

    async fn a_missing_key_beside_data_is_refused_before_anything_is_written(test: TestStore) {
        let (_folder, config) = nowhere(test.kind).await;
        Store::open(config.clone()).await.unwrap().close().await.unwrap();
        let key = config.data_dir.join("secret.key");
        std::fs::rename(&key, config.data_dir.join("kept")).unwrap();
        let before = files(&config.data_dir);
        let refused = Store::open(config.clone()).await.map(drop);
        assert!(matches!(&refused, Err(StoreError::MissingKey(path)) if *path == key), "{refused:?}");
        assert_eq!(Store::look(&config).await.unwrap().key, Key::Missing);
        let made: Vec<_> = files(&config.data_dir).into_iter().filter(|name| !before.contains(name)).collect();
        assert!(made.iter().all(|name| name.starts_with("cardea.db-")), "{made:?}");
        // Also where the folder went with the key.
        let elsewhere = StoreConfig { data_dir: config.data_dir.join("lost"), ..config.clone() };
        if test.kind == Kind::Postgres {
            assert!(matches!(Store::open(elsewhere.clone()).await.map(drop), Err(StoreError::MissingKey(_))));
            assert!(!elsewhere.data_dir.exists());
        }
        std::fs::rename(config.data_dir.join("kept"), &key).unwrap();
        Store::open(config).await.unwrap().close().await.unwrap();
    }

    async fn a_database_of_a_newer_version_is_refused_by_name(test: TestStore) {
        let later = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_later', 0)";
        let later = test.store.write(move |tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared(later).await?) }));
        later.await.unwrap();
        let config = test.config();
        test.store.close().await.unwrap();
        for opened in [Store::open(config.clone()).await.map(drop), Store::open_to_read(config.clone()).await.map(drop)] {
            let said = opened.unwrap_err().to_string();
            assert!(said.contains("made by a newer version") && said.contains("m9999_later"), "{said}");
        }
        assert_eq!(Store::look(&config).await.unwrap().schema, Schema::Newer("m9999_later".into()));
    }

    async fn what_is_made_is_its_owners_alone_and_what_is_looser_is_named(test: TestStore) {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, config) = nowhere(test.kind).await;
        let store = Store::open(config.clone()).await.unwrap();
        let home = store.create_domain(crate::domain::profile("o@example.org"), None, cardea_store::Actor::Program).await.unwrap();
        write(&store, home.domain, vec![put_lock(&lock("Door", 1, store.now()))]).await.unwrap();
        let mode = |name: &str| std::fs::metadata(config.data_dir.join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(""), 0o700);
        for name in files(&config.data_dir) {
            assert_eq!(mode(&name), 0o600, "{name}");
        }
        assert!(files(&config.data_dir).len() >= if test.kind == Kind::Sqlite { 5 } else { 1 });
        let mail = config.data_dir.join("mail");
        std::fs::create_dir(&mail).unwrap();
        std::fs::write(mail.join("a.eml"), "").unwrap();
        for (path, mode) in [("", 0o750), ("secret.key", 0o604), ("mail", 0o755), ("mail/a.eml", 0o644)] {
            std::fs::set_permissions(config.data_dir.join(path), PermissionsExt::from_mode(mode)).unwrap();
        }
        let loose = Store::look(&config).await.unwrap().loose;
        let named: Vec<_> = loose.iter().map(|loose| (loose.path.strip_prefix(&config.data_dir).unwrap().to_str().unwrap(), loose.mode)).collect();
        assert_eq!(named, [("", 0o750), ("secret.key", 0o604), ("mail", 0o755), ("mail/a.eml", 0o644)]);
        assert!(loose[1].to_string().contains("mode 0604"), "{}", loose[1]);
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_reached_is_named_with_the_cause_and_without_the_password() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("postgres://cardea:opensesame@{closed}/doors").parse().unwrap();
    let config = StoreConfig::new(url, folder.path().join("data"));
    for refused in [
        Store::open(config.clone()).await.map(drop),
        Store::open_to_read(config.clone()).await.map(drop),
        Store::look(&config).await.map(drop),
    ] {
        let Err(StoreError::Unreachable { passing: true, .. }) = &refused else { panic!("{refused:?}") };
        let said = refused.unwrap_err().to_string();
        let told = ["doors", &closed.to_string(), "refused"].iter().all(|part| said.contains(part));
        assert!(told && !said.contains("opensesame"), "{said}");
    }
    assert!(!config.data_dir.exists());
    testing::on(Kind::Postgres, async |test| {
        let DatabaseUrl::Postgres(url) = test.config().url else { panic!("PostgreSQL") };
        let wrong = StoreConfig { url: DatabaseUrl::Postgres(url + "_not"), ..test.config() };
        let refused = Store::open(wrong).await.map(drop);
        assert!(matches!(&refused, Err(StoreError::Unreachable { passing: false, .. })), "{refused:?}");
    })
    .await;
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
    for wrong in [
        "mysql://db",
        "postgres://cardea:2026/secret@db/doors",
        "postgres://cardea:/secret@db/doors",
        "postgres://cardea:?secret@db/doors",
        "postgres://cardea:#secret@db/doors",
        "postgres://cardea:pa/doors",
    ] {
        assert!(matches!(wrong.parse::<DatabaseUrl>(), Err(StoreError::BadUrl)), "{wrong}");
    }
    assert!("postgres://cardea:2026%2Fsecret@%2Frun%2Fpostgresql:5432/doors".parse::<DatabaseUrl>().is_ok());
}
