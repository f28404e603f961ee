//! Authorisation codes: what the sign-in page hands to the console, and the console exchanges for tokens, once.

use cardea_model::Time;
use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Order, Query};

/// One code that was not used yet.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "codes")]
pub struct Model {
    /// SHA-256 of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Who signed in.
    pub account: i64,
    /// The session in which they did.
    pub session: Vec<u8>,
    /// The client it was given to.
    pub client: String,
    /// The address it was given to.
    pub redirect_uri: String,
    /// SHA-256 of the client's verifier.
    pub challenge: Vec<u8>,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
    /// What its tokens may be used for, a bit for each scope. Null: everything.
    pub scopes: Option<i64>,
    /// When the person showed what they sign in with, in milliseconds since 1970. Null: that was not kept.
    pub proven: Option<i64>,
    /// The sign-in that its tokens belong to.
    pub sign_in: i64,
    /// The address of the provider that said who this is. Null: none did.
    pub issuer: Option<String>,
}

/// What belongs to a code.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// How many codes of a session wait to be used: as many tabs of a browser may ask for one at once.
pub const OF_A_SESSION: u64 = 10;

/// Keeps a code; of its session's others the latest, up to [`OF_A_SESSION`] with this one. The session is held, or is new.
///
/// # Errors
/// The database's; no such account or session among them.
pub async fn give(tx: &impl ConnectionTrait, code: Model) -> Result<(), DbErr> {
    let latest = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::Session.eq(code.session.clone()))
        .order_by(Column::Expires, Order::Desc)
        .limit(OF_A_SESSION - 1)
        .take();
    let of_session = Entity::delete_many().filter(Column::Session.eq(code.session.clone()));
    of_session.filter(Column::Id.not_in_subquery(latest)).exec(tx).await?;
    Entity::insert(code.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// Whether there is such a code, over or not.
///
/// # Errors
/// The database's.
pub async fn is_given(connection: &impl ConnectionTrait, id: &[u8]) -> Result<bool, DbErr> {
    Ok(Entity::find_by_id(id.to_vec()).one(connection).await?.is_some())
}

/// Takes a code out: of two who try, one gets it.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, id: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::delete_by_id(id.to_vec()).exec_with_returning(tx).await
}

/// Removes codes that ended before `now`; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let ended = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .limit(super::SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(ended)).exec(tx).await?.rows_affected)
}
