//! Sealed secrets.

use cardea_store::testing::{self, Kind};
use cardea_store::{Seal, SealingKey, Store, StoreConfig, StoreError, each_database};
use sea_orm::EntityTrait;

fn key(digit: char) -> SealingKey {
    digit.to_string().repeat(64).parse().expect("64 hex digits")
}

#[test]
fn a_sealed_secret_opens_for_its_row_and_key_alone() {
    let folder = tempfile::tempdir().unwrap();
    let seal = Seal::open(folder.path(), Some(&key('a'))).unwrap();
    let sealed = seal.seal("pins/17", b"4711");
    assert_ne!(seal.seal("pins/17", b"4711"), sealed, "the same secret looks different each time");
    assert!(!sealed.windows(4).any(|part| part == b"4711"));
    assert_eq!(seal.unseal("pins/17", &sealed).unwrap(), b"4711");
    let other = Seal::open(folder.path(), Some(&key('b'))).unwrap();
    assert!(matches!(seal.unseal("pins/18", &sealed), Err(StoreError::BrokenSeal)));
    assert!(matches!(other.unseal("pins/17", &sealed), Err(StoreError::BrokenSeal)));
    for place in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[place] ^= 1;
        assert!(matches!(seal.unseal("pins/17", &changed), Err(StoreError::BrokenSeal)));
        assert!(matches!(seal.unseal("pins/17", &sealed[..place]), Err(StoreError::BrokenSeal)));
    }
}

#[test]
fn the_key_file_is_made_once_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let sealed = Seal::open(folder.path(), None).unwrap().seal("row", b"secret");
    let file = folder.path().join("secret.key");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(Seal::open(folder.path(), None).unwrap().unseal("row", &sealed).unwrap(), b"secret");
    std::fs::write(&file, "not a key").unwrap();
    assert!(matches!(Seal::open(folder.path(), None), Err(StoreError::BadKey)));
    for wrong in ["", "zz", &"a".repeat(63), &"ä".repeat(32)] {
        assert!(matches!(wrong.parse::<SealingKey>(), Err(StoreError::BadKey)), "{wrong}");
    }
    assert_eq!(format!("{:?}", key('a')), "SealingKey(…)");
}

each_database! {
    async fn the_servers_own_keys_stay_the_same_and_are_sealed(test: TestStore) {
        let (first, second) = tokio::join!(test.store.signing_key("keys"), test.store.signing_key("keys"));
        let drawn = first.unwrap();
        assert_eq!(second.unwrap(), drawn);
        assert_ne!(test.store.signing_key("tokens").await.unwrap(), drawn);
        let row = cardea_store::entity::secret::Entity::find_by_id("keys").one(test.store.read()).await.unwrap().unwrap();
        assert!(!row.sealed.windows(8).any(|part| drawn.windows(8).any(|key| key == part)));
        let test = test.restart().await;
        assert_eq!(test.store.signing_key("keys").await.unwrap(), drawn);
    }

    async fn a_database_opens_with_no_other_key(test: TestStore) {
        let config = test.config();
        test.store.close().await.unwrap();
        let wrong = StoreConfig { key: Some(key('0')), data_dir: config.data_dir.clone(), ..config.clone() };
        let mut opened = Store::open(wrong.clone()).await;
        // The folder is free once the last of the store's tasks is gone.
        while matches!(opened, Err(StoreError::InUse(_))) {
            tokio::task::yield_now().await;
            opened = Store::open(wrong.clone()).await;
        }
        assert!(matches!(opened.map(drop), Err(StoreError::WrongKey)));
    }

    async fn the_demo_mark_stays(test: TestStore) {
        assert!(!test.store.is_demo().await.unwrap());
        test.store.mark_demo().await.unwrap();
        let test = test.restart().await;
        assert!(test.store.is_demo().await.unwrap());
    }
}

#[tokio::test]
async fn the_database_file_holds_no_secret_in_the_clear() {
    let test = testing::fresh(Kind::Sqlite).await;
    let key = test.store.signing_key("keys").await.unwrap();
    for file in ["cardea.db", "cardea.db-wal"] {
        let bytes = std::fs::read(test.folder().join(file)).unwrap();
        assert!(!bytes.windows(8).any(|part| part == &key[..8]), "{file}");
    }
}
