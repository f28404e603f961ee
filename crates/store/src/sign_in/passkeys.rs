//! People's passkeys: the public half of each, as the library that checks them writes it. Nothing of it is secret; whose it is counts.

use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    /// SHA-256 of the id that the authenticator gave it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Whose it is.
    pub account: i64,
    /// What they call it.
    pub name: String,
    /// Its public key, counter and what else is known of it, as JSON.
    pub credential: String,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last signed in with it, in milliseconds since 1970. Null: nobody did yet.
    pub used: Option<i64>,
}

/// What belongs to a passkey.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Whose it is.
    pub fn account(&self) -> AccountId {
        AccountId(id(self.account))
    }
}

/// A passkey, whosever it is.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, passkey: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(passkey.to_vec()).one(connection).await
}

/// An account's passkeys, the oldest first; `most` at most.
///
/// # Errors
/// The database's.
pub async fn of(connection: &impl ConnectionTrait, account: AccountId, most: u64) -> Result<Vec<Model>, DbErr> {
    let theirs = Entity::find().filter(Column::Account.eq(column(account.0)));
    theirs.order_by_asc(Column::Created).limit(most).all(connection).await
}

/// Adds a passkey; false, and nothing has changed, where one of this id is there already, whosever it is.
///
/// # Errors
/// The database's; no such account among them.
pub async fn add(tx: &impl ConnectionTrait, passkey: Model) -> Result<bool, DbErr> {
    if find(tx, &passkey.id).await?.is_some() {
        return Ok(false);
    }
    let Model { id, account, name, credential, created, used } = passkey;
    let row = ActiveModel {
        id: Set(id),
        account: Set(account),
        name: Set(name),
        credential: Set(credential),
        created: Set(created),
        used: Set(used),
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(true)
}

/// Gives an account's passkey another name; `None` where it has none of this id.
///
/// # Errors
/// The database's.
pub async fn rename(
    tx: &impl ConnectionTrait,
    account: AccountId,
    passkey: &[u8],
    name: String,
) -> Result<Option<Model>, DbErr> {
    let this = Entity::update_many()
        .col_expr(Column::Name, name.into())
        .filter(Column::Id.eq(passkey))
        .filter(Column::Account.eq(column(account.0)));
    Ok(this.exec_with_returning(tx).await?.pop())
}

/// Writes down that somebody signed in with an account's passkey, and its new state. False where the passkey is gone, or was used in
/// between, after it was read as `seen`.
///
/// # Errors
/// The database's.
pub async fn take(
    tx: &impl ConnectionTrait,
    account: AccountId,
    passkey: &[u8],
    seen: &str,
    credential: &str,
    now: Time,
) -> Result<bool, DbErr> {
    let this = Entity::update_many()
        .col_expr(Column::Credential, credential.into())
        .col_expr(Column::Used, now.0.into())
        .filter(Column::Id.eq(passkey))
        .filter(Column::Account.eq(column(account.0)))
        .filter(Column::Credential.eq(seen));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Takes one of an account's passkeys away; false where it has none of this id.
///
/// # Errors
/// The database's.
pub async fn remove(tx: &impl ConnectionTrait, account: AccountId, passkey: &[u8]) -> Result<bool, DbErr> {
    let this = Entity::delete_many().filter(Column::Id.eq(passkey)).filter(Column::Account.eq(column(account.0)));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Takes all passkeys of an account away; answers how many there were.
///
/// # Errors
/// The database's.
pub async fn remove_all(tx: &impl ConnectionTrait, account: AccountId) -> Result<u64, DbErr> {
    Ok(Entity::delete_many().filter(Column::Account.eq(column(account.0))).exec(tx).await?.rows_affected)
}
