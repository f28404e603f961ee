//! Accounts at other people's providers that sign somebody in here: whoever a provider names has one account, and an account is linked to
//! one of each provider's.

use crate::entity::{account, column, id};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{QueryOrder, QuerySelect, Set};

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "provider_links")]
pub struct Model {
    /// SHA-256 of issuer and subject.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Whom it signs in.
    pub account: i64,
    /// Which provider.
    pub issuer: String,
    /// Who they are there, as the provider tells them apart.
    pub subject: String,
    /// What the provider called them when it was linked, for them to know it by: an e-mail address or a name, or nothing.
    pub shown: String,
    /// When it was linked, in milliseconds since 1970.
    pub created: i64,
    /// When somebody last signed in by it, in milliseconds since 1970. Null: nobody did yet.
    pub used: Option<i64>,
}

/// What belongs to a link.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Whom it signs in.
    pub fn account(&self) -> AccountId {
        AccountId(id(self.account))
    }
}

/// A link, whosever it is.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, link: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(link.to_vec()).one(connection).await
}

/// An account's links, the oldest first; `most` at most.
///
/// # Errors
/// The database's.
pub async fn of(connection: &impl ConnectionTrait, account: AccountId, most: u64) -> Result<Vec<Model>, DbErr> {
    let theirs = Entity::find().filter(Column::Account.eq(column(account.0)));
    theirs.order_by_asc(Column::Created).limit(most).all(connection).await
}

/// An account's link to this provider.
///
/// # Errors
/// The database's.
pub async fn to(connection: &impl ConnectionTrait, account: AccountId, issuer: &str) -> Result<Option<Model>, DbErr> {
    let this = Entity::find().filter(Column::Account.eq(column(account.0))).filter(Column::Issuer.eq(issuer));
    this.one(connection).await
}

/// Adds a link. Whoever calls this has seen that there is none of this id, and none of this account to this provider.
///
/// # Errors
/// The database's errors, also where the account does not exist or another request added the same link first.
pub async fn add(tx: &impl ConnectionTrait, link: Model) -> Result<(), DbErr> {
    let Model { id, account, issuer, subject, shown, created, used } = link;
    let row = ActiveModel {
        id: Set(id),
        account: Set(account),
        issuer: Set(issuer),
        subject: Set(subject),
        shown: Set(shown),
        created: Set(created),
        used: Set(used),
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Writes down that somebody signed in by an account's link; false where it is gone.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, account: AccountId, link: &[u8], now: Time) -> Result<bool, DbErr> {
    let this = Entity::update_many()
        .col_expr(Column::Used, now.0.into())
        .filter(Column::Id.eq(link))
        .filter(Column::Account.eq(column(account.0)));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Takes an account's link to this provider away; false where it has none.
///
/// # Errors
/// The database's.
pub async fn remove(tx: &impl ConnectionTrait, account: AccountId, issuer: &str) -> Result<bool, DbErr> {
    let this = Entity::delete_many().filter(Column::Account.eq(column(account.0))).filter(Column::Issuer.eq(issuer));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Takes all links of an account away; answers how many there were.
///
/// # Errors
/// The database's.
pub async fn remove_all(tx: &impl ConnectionTrait, account: AccountId) -> Result<u64, DbErr> {
    Ok(Entity::delete_many().filter(Column::Account.eq(column(account.0))).exec(tx).await?.rows_affected)
}

/// Whether an account has a password to sign in with.
///
/// # Errors
/// The database's.
pub async fn has_password(connection: &impl ConnectionTrait, account: AccountId) -> Result<bool, DbErr> {
    let this = account::Entity::find_by_id(column(account.0))
        .select_only()
        .expr(Expr::val(1))
        .filter(account::Column::PasswordHash.is_not_null());
    Ok(this.into_tuple::<i32>().one(connection).await?.is_some())
}
