//! How many letters an address may still be sent by people who choose it. It is counted over all domains: each owner may invite whom they
//! like, and there may be many owners.

use cardea_model::{Time, names};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, LockType, OnConflict, Query};
use sea_orm::{Condition, QuerySelect};

/// How many that are over one sweep removes at most.
const SWEEP: u64 = 1_000;

/// What is kept of one mailbox and one kind of letter.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "addressees")]
pub struct Model {
    /// The address, in the form of [`names::mailbox`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub mailbox: String,
    /// What letters count together.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// From when on as many letters may be sent in a row as ever, in milliseconds since 1970.
    pub rested: i64,
}

/// A mailbox belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Locks the row of this mailbox and kind of letter until the transaction ends, and makes it where there is none; answers
/// [`Model::rested`]. Rows of several mailboxes have to be locked in the order of [`names::mailbox`].
///
/// # Errors
/// The database's.
pub async fn hold(tx: &impl ConnectionTrait, address: &str, kind: &str) -> Result<Time, DbErr> {
    let (mailbox, kind) = (names::mailbox(address), kind.to_owned());
    let nothing = ActiveModel { mailbox: Set(mailbox.clone()), kind: Set(kind.clone()), rested: Set(0) };
    let known = OnConflict::columns([Column::Mailbox, Column::Kind]).do_nothing().to_owned();
    Entity::insert(nothing).on_conflict(known).exec_without_returning(tx).await?;
    let row = Entity::find_by_id((mailbox, kind)).select_only().column(Column::Rested).lock(LockType::NoKeyUpdate);
    Ok(Time(row.into_tuple::<i64>().one(tx).await?.unwrap_or_default()))
}

/// Writes down that a letter is sent to this address. Its row has to be locked by [`hold`].
///
/// # Errors
/// The database's.
pub async fn remember(tx: &impl ConnectionTrait, address: &str, kind: &str, rested: Time) -> Result<(), DbErr> {
    let row = ActiveModel { mailbox: Set(names::mailbox(address)), kind: Set(kind.to_owned()), rested: Set(rested.0) };
    let later = OnConflict::columns([Column::Mailbox, Column::Kind]).update_column(Column::Rested).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// Removes the rows of mailboxes that may be sent as many letters as ever; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let rested = Query::select()
        .columns([Column::Mailbox, Column::Kind])
        .from(Entity)
        .and_where(Column::Rested.lte(now.0))
        .limit(SWEEP)
        .take();
    let these = Expr::tuple([Expr::col(Column::Mailbox), Expr::col(Column::Kind)]).in_subquery(rested);
    Ok(Entity::delete_many().filter(Condition::all().add(these)).exec(tx).await?.rows_affected)
}
