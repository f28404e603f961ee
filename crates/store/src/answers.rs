//! First answers: what was answered to a request that its sender may send again, so that what it asked for is done once. Each is written by
//! the transaction that does it, sealed, and bound to an account and a key of the sender's choice; after a day it is forgotten.

use crate::entity::column;
use crate::seal::to_hex;
use crate::{ChangeError, Seal, Store, StoreError};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, TryInsertResult};
use sha2::{Digest, Sha256};

/// For how long a request may be sent again, in milliseconds.
pub const LIVES: i64 = 24 * 3_600_000;
/// How many that are over one sweep removes at most.
const SWEEP: u64 = 1_000;

/// One first answer.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "answers")]
pub struct Model {
    /// SHA-256 of account and key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Whose it is.
    pub account: i64,
    /// SHA-256 of the parts of the request.
    pub fingerprint: Vec<u8>,
    /// When it was answered, in milliseconds since 1970.
    pub created: i64,
    /// The answer, sealed; empty while it is being made, which nobody but its own transaction sees.
    pub answer: Vec<u8>,
}

/// A first answer belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A request that is to be carried out once, by its sender's account and key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Once {
    account: AccountId,
    id: [u8; 32],
    fingerprint: [u8; 32],
}

/// What is known of such a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It was not carried out yet.
    Nothing,
    /// Another request was carried out by this key.
    Another,
    /// It was, and this was the answer.
    Answered(Vec<u8>),
}

impl Once {
    /// The request of this account under this key. `parts` are all that makes another request the same one. Only a hash of them is kept;
    /// but somebody who guesses the parts can test the guess, so no secret may be among them as it is.
    pub fn new(account: AccountId, key: &str, parts: &[&[u8]]) -> Self {
        let mut id = Sha256::new();
        id.update(account.0.to_be_bytes());
        id.update(key);
        let mut fingerprint = Sha256::new();
        for part in parts {
            fingerprint.update((part.len() as u64).to_be_bytes());
            fingerprint.update(part);
        }
        Once { account, id: id.finalize().into(), fingerprint: fingerprint.finalize().into() }
    }

    /// The name of the row, which its seal is bound to.
    fn row(&self) -> String {
        format!("answers {}", to_hex(&self.id))
    }

    /// Writes the request down, as the first write of its transaction after the locks that it needs. Another transaction for the same
    /// request waits for this one.
    ///
    /// # Errors
    /// [`ChangeError::Repeated`] when it was carried out, or another one by its key; the database's.
    pub async fn begin(&self, tx: &DatabaseTransaction, now: Time) -> Result<(), ChangeError> {
        let over = Column::Created.lte(now.0 - LIVES);
        Entity::delete_many().filter(Column::Id.eq(self.id.to_vec())).filter(over).exec(tx).await?;
        let row = ActiveModel {
            id: Set(self.id.to_vec()),
            account: Set(column(self.account.0)),
            fingerprint: Set(self.fingerprint.to_vec()),
            created: Set(now.0),
            answer: Set(Vec::new()),
        };
        let there = OnConflict::column(Column::Id).do_nothing().to_owned();
        match Entity::insert(row).on_conflict(there).try_insert().exec_without_returning(tx).await? {
            TryInsertResult::Inserted(1..) => Ok(()),
            _ => Err(ChangeError::Repeated),
        }
    }

    /// Keeps the answer, in the transaction that took the request on.
    ///
    /// # Errors
    /// The database's.
    pub async fn keep(&self, tx: &DatabaseTransaction, seal: &Seal, answer: &[u8]) -> Result<(), StoreError> {
        let sealed = seal.seal(&self.row(), answer);
        let row = ActiveModel { id: Set(self.id.to_vec()), answer: Set(sealed), ..Default::default() };
        Entity::update(row).exec(tx).await?;
        Ok(())
    }
}

impl Store {
    /// What is known of a request that is to be carried out once.
    ///
    /// # Errors
    /// The database's; [`StoreError::BrokenSeal`].
    pub async fn known_answer(&self, once: &Once) -> Result<Known, StoreError> {
        let found = Entity::find_by_id(once.id.to_vec()).one(self.read()).await?;
        let Some(row) = found.filter(|row| row.created > self.now().0 - LIVES) else { return Ok(Known::Nothing) };
        if row.fingerprint != once.fingerprint {
            return Ok(Known::Another);
        }
        Ok(Known::Answered(self.seal().unseal(&once.row(), &row.answer)?))
    }
}

/// Forgets those whose time is over, up to a number; says how many that were.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
    let mut over = Query::select();
    over.column(Column::Id).from(Entity).and_where(Column::Created.lte(now.0 - LIVES));
    over.order_by(Column::Created, sea_orm::sea_query::Order::Asc).limit(SWEEP);
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(over)).exec(tx).await?.rows_affected)
}
