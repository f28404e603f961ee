//! Backups and restoring them, from and to both databases.

use crate::domain::{domain, lock, profile, put_lock, write};
use crate::random::Random;
use cardea_model::Facts;
use cardea_model::calendar::{Calendar, DayList, ListedDays, OtherDays};
use cardea_model::ids::{CalendarId, DayListId, DomainId};
use cardea_model::rows::{Edit, Row};
use cardea_store::testing::{self, Kind, TestStore};
use cardea_store::{Changes, HintKind, SealingKey, Store, StoreConfig, StoreError, each_database, sign_in};
use sea_orm::{ConnectionTrait, Statement};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;

/// Facts without the revision, which a restore begins anew.
fn rows(facts: &Facts) -> Facts {
    let mut rows = facts.clone();
    rows.revision = Default::default();
    rows
}

async fn rows_of(test: &TestStore, home: DomainId) -> Facts {
    rows(&test.store.facts(home).await.unwrap())
}

async fn filled(test: &TestStore) -> DomainId {
    let owner = profile("Ærø@example.org");
    let home = test
        .store
        .create_domain(owner.clone(), Some("the hash".into()), cardea_store::Actor::Program)
        .await
        .unwrap()
        .domain;
    let mut random = Random::new(11);
    for _ in 0..40 {
        let facts = test.store.facts(home).await.unwrap();
        test.clock.advance(1);
        let edits = random.edits(&facts, test.store.now(), 20);
        write(&test.store, home, edits).await.unwrap();
    }
    let now = test.store.now();
    let signed_in = test.store.write(move |tx| Box::pin(async move {
        let expires = (now + 1_000_000).0;
        let account = owner.account.0 as i64;
        let session = sign_in::sessions::Model { id: vec![1; 32], account, created: now.0, expires, family: None, scopes: None, proven: None, sign_in: 1, seen: None, issuer: None };
        sign_in::sessions::begin(tx, session).await?;
        let waiting = "INSERT INTO jobs (id, account, domain, user_id, bridge, lock_id, serial, operation, arguments, rank, status, created) \
                       VALUES ($1, 1, 1, 1, 1, 1, 1, 'afi.lock.operate', '[]', 1, 0, 5)";
        tx.execute_raw(Statement::from_sql_and_values(tx.get_database_backend(), waiting, [vec![9_u8; 16].into()])).await?;
        Ok::<_, StoreError>(())
    }));
    signed_in.await.unwrap();
    home
}

async fn count(store: &Store, sql: &str) -> i64 {
    let row = store.read().query_one_raw(Statement::from_string(store.backend(), sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn backup_of(test: &TestStore) -> PathBuf {
    let file = test.folder().join("backup.jsonl");
    test.store.backup(&file).await.unwrap();
    file
}

each_database! {
    async fn a_backup_restores_into_either_database_and_answers_the_same(test: TestStore) {
        let home = filled(&test).await;
        let key = test.store.signing_key("keys").await.unwrap();
        let before = test.store.facts(home).await.unwrap();
        let file = backup_of(&test).await;
        for kind in [Kind::Sqlite, Kind::Postgres] {
            testing::on(kind, async |other| {
                domain(&other, "whoever was here before@example.org").await;
                other.store.restore(&file, true).await.unwrap();
                let other = other.restart().await;
                let after = other.store.facts(home).await.unwrap();
                assert_eq!(rows(&after), rows(&before));
                assert!(after.users(0).map(|user| user.id).eq(before.users(0).map(|user| user.id)), "in the same order");
                assert_ne!(after.revision.epoch, before.revision.epoch);
                assert_eq!(other.store.changes_since(home, before.revision, 10).await.unwrap(), Changes::Reset);
                assert_eq!(other.store.domains(0, 10).await.unwrap(), test.store.domains(0, 10).await.unwrap());
                let account = other.store.account_by_username("ærø@example.org").await.unwrap();
                assert_eq!(account, test.store.account_by_username("ærø@example.org").await.unwrap());
                assert_eq!(account.unwrap().password_hash.as_deref(), Some("the hash"));
                assert_eq!(other.store.signing_key("keys").await.unwrap(), key);
                assert_eq!(count(&other.store, "SELECT COUNT(*) FROM sessions").await, 0, "sessions have ended");
                assert_eq!(count(&other.store, "SELECT COUNT(*) FROM jobs WHERE status = 3").await, 1, "open jobs have failed");
                let again = other.folder().join("again.jsonl");
                other.store.backup(&again).await.unwrap();
                let door = lock("New door", 77, other.store.now());
                write(&other.store, home, vec![put_lock(&door)]).await.unwrap();
                assert!(other.store.facts(home).await.unwrap().lock(door.id).is_some(), "life goes on");
            })
            .await;
        }
    }

    async fn with_another_key_the_servers_keys_are_drawn_anew(test: TestStore) {
        filled(&test).await;
        let key = test.store.signing_key("keys").await.unwrap();
        let file = backup_of(&test).await;
        assert!(!std::fs::read_to_string(&file).unwrap().contains(&"5a".repeat(32)), "the key is not in the file");
        let folder = tempfile::tempdir().unwrap();
        let config = StoreConfig {
            key: Some("00".repeat(32).parse::<SealingKey>().unwrap()),
            ..StoreConfig::new(cardea_store::DatabaseUrl::Sqlite, folder.path())
        };
        let other = Store::open(config).await.unwrap();
        other.restore(&file, true).await.unwrap();
        assert_ne!(other.signing_key("keys").await.unwrap(), key);
    }

    async fn a_database_that_holds_somebody_is_replaced_only_when_that_is_asked_for(test: TestStore) {
        let home = filled(&test).await;
        let before = test.store.facts(home).await.unwrap();
        let file = backup_of(&test).await;
        let Err(StoreError::Holds(held)) = test.store.restore(&file, false).await else { panic!("it was replaced") };
        assert_eq!((held.domains, held.sign_ins, held.jobs), (1, 1, 1));
        assert!(held.to_string().contains("ends 1 sign-in and 1 open job: repeat with --replace"), "{held}");
        assert_eq!(count(&test.store, "SELECT COUNT(*) FROM sessions").await, 1);
        let test = test.restart().await;
        assert_eq!(*test.store.facts(home).await.unwrap(), *before);
        testing::on(test.kind, async |empty| empty.store.restore(&file, false).await.unwrap()).await;
    }

    async fn a_damaged_backup_changes_nothing(test: TestStore) {
        let home = filled(&test).await;
        let before = test.store.facts(home).await.unwrap();
        let file = backup_of(&test).await;
        let whole = std::fs::read(&file).unwrap();
        let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
        let mut changed = whole.clone();
        let name = whole.windows(11).position(|part| part == b"example.org").unwrap();
        changed[name] = b'E';
        let mut missing = lines.clone();
        missing.remove(lines.len() / 2);
        let newer = String::from_utf8(whole.clone()).unwrap().replace("m0001_facts", "m9999_later");
        let damaged = [
            Vec::new(),
            b"not a backup\n".to_vec(),
            whole[..whole.len() / 2].to_vec(),
            lines[..lines.len() - 1].concat(),
            changed,
            missing.concat(),
            newer.into_bytes(),
            [&whole[..], b"\n"].concat(),
            whole.repeat(2),
        ];
        for (number, bytes) in damaged.into_iter().enumerate() {
            std::fs::write(&file, bytes).unwrap();
            let refused = test.store.restore(&file, true).await;
            assert!(matches!(refused, Err(StoreError::Archive(_))), "damage {number}: {refused:?}");
        }
        let test = test.restart().await;
        assert_eq!(*test.store.facts(home).await.unwrap(), *before);
    }

    /// Without its list of days, the calendar would open on these days.
    async fn a_backup_without_a_list_of_days_that_a_calendar_uses_is_refused(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let now = test.store.now();
        let list = DayList { id: DayListId(7), name: "Holidays".into(), country: None, days: ListedDays::default(), created: now };
        let uses = OtherDays::default().with_lists(vec![list.id]).unwrap();
        let calendar = Calendar { other_days: uses, ..cardea_model::testing::calendar(CalendarId(8), now) };
        let rows = [Row::DayList(Arc::new(list)), Row::Calendar(Arc::new(calendar))];
        write(&test.store, home, rows.map(Edit::Put).to_vec()).await.unwrap();
        let before = test.store.facts(home).await.unwrap();
        let file = backup_of(&test).await;
        test.store.restore(&file, true).await.unwrap();
        let whole = std::fs::read_to_string(&file).unwrap();
        let mut lines: Vec<&str> = whole.lines().collect();
        let head = lines.iter().position(|line| line.contains("\"table\":\"day_lists\"")).unwrap();
        assert!(lines.remove(head + 1).contains("Holidays"));
        let foot: serde_json::Value = serde_json::from_str(lines.pop().unwrap()).unwrap();
        let body = lines.join("\n") + "\n";
        let sha256: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
        let foot = serde_json::json!({"rows": foot["rows"].as_u64().unwrap() - 1, "sha256": sha256});
        std::fs::write(&file, format!("{body}{foot}\n")).unwrap();
        let refused = test.store.restore(&file, true).await;
        let Err(StoreError::Archive(why)) = refused else { panic!("{refused:?}") };
        assert_eq!(why, "a calendar uses day_list-000000000007, which is missing");
        assert_eq!(rows_of(&test, home).await, self::rows(&before));
    }

    async fn a_backup_is_its_owners_alone_and_whole_or_absent(test: TestStore) {
        use std::os::unix::fs::PermissionsExt;
        filled(&test).await;
        let file = backup_of(&test).await;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let nowhere = test.folder().join("no such folder/backup");
        assert!(matches!(test.store.backup(&nowhere).await, Err(StoreError::File { .. })));
        let reader = Store::open_to_read(test.config()).await.unwrap();
        let beside = test.folder().join("beside.jsonl");
        reader.backup(&beside).await.unwrap();
        let rows = |file: &PathBuf| std::fs::read_to_string(file).unwrap().lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let (first, second) = (rows(&file), rows(&beside));
        assert_eq!(first[..first.len() - 1], second[..second.len() - 1], "also while a server is running");
    }
}

#[tokio::test]
async fn a_restore_beneath_a_running_replica_shows_there_at_once() {
    testing::on(Kind::Postgres, async |a| {
        let home = filled(&a).await;
        let b = a.second().await;
        let kept = b.facts(home).await.unwrap();
        let file = backup_of(&a).await;
        let door = lock("After the backup", 78, a.store.now());
        write(&a.store, home, vec![put_lock(&door)]).await.unwrap();
        assert!(b.facts(home).await.unwrap().lock(door.id).is_some());
        let mut hints = b.hints();
        a.store.restore(&file, true).await.unwrap();
        let restored = b.facts(home).await.unwrap();
        assert_eq!(rows(&restored), rows(&kept));
        let told = async { while hints.recv().await.unwrap().kind != HintKind::Anything {} };
        tokio::time::timeout(std::time::Duration::from_secs(10), told).await.expect("the replica is told");
    })
    .await;
}
