//! Settings of the database itself: its epoch, the demo mark, the server's own keys.

use crate::entity::{meta, secret};
use crate::{Seal, Store, StoreError};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, Set};

const EPOCH: &str = "epoch";
const DEMO: &str = "demo";
/// A known text, sealed: tells whether the key at hand is the one that secrets here were sealed with.
const KEY_CHECK: &str = "key_check";

async fn get(connection: &impl ConnectionTrait, name: &str) -> Result<Option<String>, StoreError> {
    Ok(meta::Entity::find_by_id(name).one(connection).await?.map(|setting| setting.value))
}

async fn set(connection: &impl ConnectionTrait, name: &str, value: String) -> Result<(), StoreError> {
    let setting = meta::ActiveModel { name: Set(name.to_owned()), value: Set(value) };
    let replace = OnConflict::column(meta::Column::Name).update_column(meta::Column::Value).to_owned();
    meta::Entity::insert(setting).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

async fn set_first(connection: &impl ConnectionTrait, name: &str, value: String) -> Result<(), StoreError> {
    let setting = meta::ActiveModel { name: Set(name.to_owned()), value: Set(value) };
    let keep = OnConflict::column(meta::Column::Name).do_nothing().to_owned();
    meta::Entity::insert(setting).on_conflict(keep).exec_without_returning(connection).await?;
    Ok(())
}

/// A new epoch: 48 random bits, so that it never meets an earlier one.
fn draw_epoch() -> i64 {
    crate::entity::column(crate::fresh_id())
}

/// Gives a new database its epoch and marks it with the key; refuses one that was marked with another key.
pub(crate) async fn prepare(tx: &DatabaseTransaction, seal: &Seal) -> Result<(), StoreError> {
    set_first(tx, EPOCH, draw_epoch().to_string()).await?;
    set_first(tx, KEY_CHECK, key_mark(seal)).await?;
    if is_sealed_by(tx, seal).await? { Ok(()) } else { Err(StoreError::WrongKey) }
}

/// The mark of this key.
fn key_mark(seal: &Seal) -> String {
    crate::seal::to_hex(&seal.seal(KEY_CHECK, KEY_CHECK.as_bytes()))
}

/// The mark of the key that secrets here were sealed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyMark(String);

impl KeyMark {
    /// Whether it is this key's.
    pub(crate) fn is_of(&self, seal: &Seal) -> bool {
        crate::seal::from_hex(&self.0).is_some_and(|sealed| seal.unseal(KEY_CHECK, &sealed).is_ok())
    }
}

/// The mark of this database's key; `None` before it has one.
pub(crate) async fn mark(connection: &impl ConnectionTrait) -> Result<Option<KeyMark>, StoreError> {
    Ok(get(connection, KEY_CHECK).await?.map(KeyMark))
}

/// Whether the secrets here were sealed with this key.
pub(crate) async fn is_sealed_by(connection: &impl ConnectionTrait, seal: &Seal) -> Result<bool, StoreError> {
    Ok(mark(connection).await?.is_some_and(|mark| mark.is_of(seal)))
}

/// Whether this database was made by a demo.
pub(crate) async fn is_demo(connection: &impl ConnectionTrait) -> Result<bool, StoreError> {
    Ok(get(connection, DEMO).await?.is_some())
}

/// Begins a new epoch under this key, and answers the epoch: the data is another than before.
pub(crate) async fn renew(tx: &DatabaseTransaction, seal: &Seal) -> Result<i64, StoreError> {
    let epoch = draw_epoch();
    set(tx, EPOCH, epoch.to_string()).await?;
    set(tx, KEY_CHECK, key_mark(seal)).await?;
    Ok(epoch)
}

/// The epoch that revisions of this database count in.
pub(crate) async fn epoch(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let text = get(connection, EPOCH).await?.unwrap_or_default();
    text.parse().map_err(|_| StoreError::Unreadable(format!("epoch {text}")))
}

/// How much [`try_out`] writes, in bytes. Less would still fit on a disk that is nearly full.
const TRIAL: usize = 32 << 10;

/// Writes a value of no meaning. The database works only if that can be committed.
pub(crate) async fn try_out(tx: &DatabaseTransaction) -> Result<(), StoreError> {
    let name = format!("trial {:x}", crate::fresh_id());
    set(tx, &name, "-".repeat(TRIAL)).await?;
    meta::Entity::delete_by_id(name).exec(tx).await?;
    Ok(())
}

impl Store {
    /// Whether this database was made by `--demo`.
    ///
    /// # Errors
    /// What the database says.
    pub async fn is_demo(&self) -> Result<bool, StoreError> {
        is_demo(self.read()).await
    }

    /// Marks this database as made by `--demo`, for ever.
    ///
    /// # Errors
    /// What the database says.
    pub async fn mark_demo(&self) -> Result<(), StoreError> {
        self.write(|tx| Box::pin(async move { set(tx, DEMO, "1".to_owned()).await })).await
    }

    /// The server's own key of this name, if it was drawn already; draws none.
    ///
    /// # Errors
    /// As [`Store::signing_key`].
    pub async fn drawn_key(&self, name: &'static str) -> Result<Option<[u8; 32]>, StoreError> {
        let Some(kept) = secret::Entity::find_by_id(name).one(self.read()).await? else { return Ok(None) };
        let bytes = self.seal().unseal(name, &kept.sealed)?;
        bytes.try_into().map(Some).map_err(|_| StoreError::BrokenSeal)
    }

    /// The server's own key of this name: 32 random bytes, drawn when first asked for, the same for every replica and across restarts.
    ///
    /// # Errors
    /// [`StoreError::BrokenSeal`] when it does not open, and what the database says.
    pub async fn signing_key(&self, name: &'static str) -> Result<[u8; 32], StoreError> {
        let (seal, now) = (self.seal().clone(), self.now());
        self.write(move |tx| {
            Box::pin(async move {
                let drawn: [u8; 32] = rand::random();
                let sealed = seal.seal(name, &drawn);
                let key = secret::ActiveModel { name: Set(name.to_owned()), sealed: Set(sealed), created: Set(now.0) };
                let keep = OnConflict::column(secret::Column::Name).do_nothing().to_owned();
                secret::Entity::insert(key).on_conflict(keep).exec_without_returning(tx).await?;
                let kept = secret::Entity::find_by_id(name).one(tx).await?.ok_or(StoreError::BrokenSeal)?;
                let bytes = seal.unseal(name, &kept.sealed)?;
                bytes.try_into().map_err(|_| StoreError::BrokenSeal)
            })
        })
        .await
    }
}
