//! Which firmware devices were found to run.

use crate::domain::domain;
use cardea_model::ids::{DomainId, Serial, UserId};
use cardea_store::device_firmware::{self, FirmwareReport, Model};
use cardea_store::testing::{self, TestStore};
use cardea_store::{StoreError, each_database};

const LOCK: Serial = Serial(2);

fn told(identifier: &str, version: &str, pcb: &str, product: &str) -> FirmwareReport {
    let [identifier, version, pcb, product] = [identifier, version, pcb, product].map(str::to_owned);
    FirmwareReport { serial: LOCK, identifier, version, pcb, product, by: UserId(7) }
}

async fn put(test: &TestStore, domain: DomainId, told: FirmwareReport) -> Model {
    let now = test.store.now();
    let put = test.store.write(move |tx| Box::pin(device_firmware::put(tx, domain, told, now)));
    put.await.map_err(|error: StoreError| error).unwrap()
}

async fn find(test: &TestStore, domain: DomainId) -> Option<Model> {
    test.store.tracked_firmware(domain, LOCK).await.unwrap()
}

fn texts(row: &Model) -> [&str; 4] {
    [&row.identifier, &row.version, &row.pcb, &row.product]
}

each_database! {
    async fn what_was_told_last_counts_and_the_circuit_board_stays(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        assert_eq!(find(&test, home).await, None);
        put(&test, home, told("a", "1.0.0", "4", "lock")).await;
        test.clock.advance(5);
        let row = put(&test, home, FirmwareReport { by: UserId(8), ..told("b", "", "", "") }).await;
        assert_eq!(find(&test, home).await.as_ref(), Some(&row));
        assert_eq!(texts(&row), ["b", "", "4", ""]);
        assert_eq!((row.user(), row.told()), (UserId(8), test.store.now()));
        put(&test, home, told("b", "", "5", "")).await;
        assert_eq!(texts(&find(&test, home).await.unwrap()), ["b", "", "5", ""]);
    }

    async fn a_backup_brings_it_back(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        put(&test, home, told("a", "1.0.0", "4", "lock")).await;
        let (file, before) = (test.folder().join("backup.jsonl"), find(&test, home).await);
        test.store.backup(&file).await.unwrap();
        testing::on(test.kind, async |other| {
            other.store.restore(&file, true).await.unwrap();
            assert_eq!(find(&other.restart().await, home).await, before);
        })
        .await;
    }

    async fn each_domain_knows_and_forgets_for_itself(test: TestStore) {
        let here = domain(&test, "owner@example.org").await.domain;
        let there = domain(&test, "other@example.org").await.domain;
        put(&test, here, told("a", "", "", "")).await;
        assert_eq!(find(&test, there).await, None);
        put(&test, there, told("b", "", "", "")).await;
        let forgotten = test.store.write(move |tx| Box::pin(device_firmware::forget(tx, here, LOCK)));
        forgotten.await.map_err(|error: StoreError| error).unwrap();
        assert_eq!((find(&test, here).await, texts(&find(&test, there).await.unwrap())[0]), (None, "b"));
    }
}
