//! What the administrators of a domain decide about it that is no fact: which letters its people get. Of a domain without a row, none.

use crate::entity::{column, id};
use crate::{Store, StoreError};
use cardea_model::Revision;
use cardea_model::Time;
use cardea_model::ids::{AccountId, DomainId, LinkId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ConnectionTrait, DatabaseTransaction, Statement, TryInsertResult};
use serde::{Deserialize, Serialize};

/// A domain's row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "domain_settings")]
pub struct Model {
    /// The domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: i64,
    /// Whether people are told by letter that they got access.
    pub letters_access_given: bool,
    /// Whether they are told by letter that it ends.
    pub letters_access_ending: bool,
}

/// What belongs to a row.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What is decided about a domain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DomainSettings {
    /// Whether people are told by letter that they got access.
    pub letters_access_given: bool,
    /// Whether they are told by letter, a day before, that it ends.
    pub letters_access_ending: bool,
}

/// What is decided about this domain.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, domain: DomainId) -> Result<DomainSettings, StoreError> {
    let row = Entity::find_by_id(column(domain.0)).one(connection).await?;
    Ok(row.map_or_else(DomainSettings::default, |row| DomainSettings {
        letters_access_given: row.letters_access_given,
        letters_access_ending: row.letters_access_ending,
    }))
}

/// Writes down what is decided.
///
/// # Errors
/// The database's.
pub async fn put(tx: &DatabaseTransaction, domain: DomainId, settings: DomainSettings) -> Result<(), StoreError> {
    let row = ActiveModel {
        domain: Set(column(domain.0)),
        letters_access_given: Set(settings.letters_access_given),
        letters_access_ending: Set(settings.letters_access_ending),
    };
    let mut anew = OnConflict::column(Column::Domain);
    anew.update_columns([Column::LettersAccessGiven, Column::LettersAccessEnding]);
    Entity::insert(row).on_conflict(anew).exec_without_returning(tx).await?;
    Ok(())
}

/// A write by which somebody may have got access, in a domain whose people are told so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessGiven {
    domain: u64,
    epoch: u64,
    number: i64,
    actor: Option<u64>,
}

impl AccessGiven {
    /// The kind of work that telling people is.
    pub const KIND: &'static str = "access_given";

    pub(crate) fn new(domain: DomainId, revision: Revision, actor: Option<AccountId>) -> Self {
        let Revision { epoch, number } = revision;
        AccessGiven { domain: domain.0, epoch, number, actor: actor.map(|account| account.0) }
    }

    /// As the payload of that work.
    pub(crate) fn to_payload(self) -> Vec<u8> {
        serde_json::to_vec(&self).expect("numbers become JSON")
    }

    /// The write of a payload; `None` when it is none.
    pub fn of_payload(payload: &[u8]) -> Option<AccessGiven> {
        serde_json::from_slice(payload).ok()
    }

    /// The domain.
    pub fn domain(self) -> DomainId {
        DomainId(self.domain)
    }
    /// The revision that it made, and the one before.
    pub fn revisions(self) -> (Revision, Revision) {
        let made = Revision { epoch: self.epoch, number: self.number };
        (made, Revision { number: self.number - 1, ..made })
    }
    /// Who did it; `None`: the program itself.
    pub fn actor(self) -> Option<AccountId> {
        self.actor.map(AccountId)
    }
}

impl Store {
    /// What is decided about this domain: [`find`].
    ///
    /// # Errors
    /// The database's.
    pub async fn domain_settings(&self, domain: DomainId) -> Result<DomainSettings, StoreError> {
        find(self.read(), domain).await
    }

    /// The domains whose people are told that access ends and in which a calendar ends after one instant and up to another.
    ///
    /// # Errors
    /// The database's.
    pub async fn domains_with_endings(&self, after: Time, until: Time) -> Result<Vec<DomainId>, StoreError> {
        let sql = "SELECT DISTINCT c.domain FROM calendars c JOIN domain_settings s ON s.domain = c.domain \
                   WHERE c.ends > $1 AND c.ends <= $2 AND s.letters_access_ending";
        let values = [after.0.into(), until.0.into()];
        let rows = self.read().query_all_raw(Statement::from_sql_and_values(self.backend(), sql, values)).await?;
        rows.iter().map(|row| Ok(DomainId(id(row.try_get_by_index(0)?)))).collect()
    }
}

/// Ends of links of which people have been told.
pub mod told {
    use super::*;

    /// How many that are over one sweep removes at most.
    const SWEEP: u64 = 1_000;

    /// An end's row.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "told_endings")]
    pub struct Model {
        /// The link.
        #[sea_orm(primary_key, auto_increment = false)]
        pub link: i64,
        /// When it ends, in milliseconds since 1970.
        #[sea_orm(primary_key, auto_increment = false)]
        pub ends: i64,
    }

    /// What belongs to a row.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    /// Claims the telling of this end: of several who try, one succeeds. False where it was claimed already.
    ///
    /// # Errors
    /// The database's.
    pub async fn take_on(tx: &DatabaseTransaction, link: LinkId, ends: Time) -> Result<bool, StoreError> {
        let row = ActiveModel { link: Set(column(link.packed())), ends: Set(ends.0) };
        let there = OnConflict::columns([Column::Link, Column::Ends]).do_nothing().to_owned();
        let taken = Entity::insert(row).on_conflict(there).try_insert().exec_without_returning(tx).await?;
        Ok(matches!(taken, TryInsertResult::Inserted(1..)))
    }

    /// Forgets ends that are over; the number forgotten, 1,000 at most.
    ///
    /// # Errors
    /// The database's.
    pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, StoreError> {
        use sea_orm::sea_query::{Expr, ExprTrait, Query};
        let key = Expr::tuple([Column::Link, Column::Ends].map(|part| Expr::col((Entity, part))));
        let mut over = Query::select();
        over.columns([Column::Link, Column::Ends]).from(Entity).and_where(Column::Ends.lte(now.0)).limit(SWEEP);
        Ok(Entity::delete_many().filter(key.in_subquery(over)).exec(tx).await?.rows_affected)
    }
}
