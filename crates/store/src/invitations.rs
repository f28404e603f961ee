//! Invitations that were sent and not yet taken up, declined, withdrawn or over.

use crate::entity::{column, id};
use crate::{ChangeError, Store, StoreError};
use cardea_model::ids::{AccountId, CalendarId, DomainId, InvitationId, LockId, UserId};
use cardea_model::invitation::{InvitationMethod, Offer};
use cardea_model::role::LinkProfile;
use cardea_model::{FieldCode, Refusal, Time, names};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many that are over one sweep removes at most.
const SWEEP: u64 = 1_000;

/// An invitation's row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitations")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain that it leads into.
    pub domain: i64,
    /// How it reaches somebody: the name of its [`InvitationMethod`].
    pub method: String,
    /// Who is invited, where that is an account.
    pub account: Option<i64>,
    /// Who is invited by mail, in the form in which addresses are compared.
    pub addressee: Option<String>,
    /// Who is invited, as the sender wrote it; empty for a link that is handed on.
    pub sent_to: String,
    /// The name that the domain will give them, or empty.
    pub alias: String,
    /// The person of the domain who will get the account of whoever takes it up.
    pub person: Option<i64>,
    /// Who sent it.
    pub sent_by: i64,
    /// What it offers, as JSON.
    pub offers: String,
    /// When it was sent, in milliseconds since 1970.
    pub created: i64,
    /// Until when it can be taken up.
    pub expires: i64,
}

/// An invitation's row refers to nothing: the things it names may be removed while it still exists.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// The domain that it leads into.
    pub domain: DomainId,
    /// How it reaches somebody.
    pub method: InvitationMethod,
    /// Who alone may take it up, where that is an account.
    pub account: Option<AccountId>,
    /// Who is invited, as the sender wrote it; empty for a link that is handed on.
    pub sent_to: String,
    /// The name that the domain will give them, or empty.
    pub alias: String,
    /// The person of the domain, without an account so far, who will get the account of whoever takes it up.
    pub person: Option<UserId>,
    /// Who sent it.
    pub sent_by: UserId,
    /// What it offers.
    pub offers: Vec<Offer>,
    /// When it was sent.
    pub created: Time,
    /// Until when it can be taken up.
    pub expires: Time,
}

/// An offer, as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    lock: u64,
    calendar: Option<u64>,
    profile: Option<String>,
}

impl Model {
    /// The invitation of this row.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`].
    pub fn invitation(self) -> Result<Invitation, StoreError> {
        let unreadable = || StoreError::Unreadable(format!("invitation {}", self.id));
        let method = InvitationMethod::ALL.into_iter().find(|method| method.name() == self.method);
        let stored: Vec<Stored> = serde_json::from_str(&self.offers).map_err(|_| unreadable())?;
        let offer = |stored: Stored| {
            let profile = stored.profile.map(|name| name.parse::<LinkProfile>()).transpose().ok()?;
            Some(Offer { lock: LockId(stored.lock), calendar: stored.calendar.map(CalendarId), profile })
        };
        Ok(Invitation {
            id: InvitationId(id(self.id)),
            domain: DomainId(id(self.domain)),
            method: method.ok_or_else(unreadable)?,
            account: self.account.map(|account| AccountId(id(account))),
            offers: stored.into_iter().map(offer).collect::<Option<_>>().ok_or_else(unreadable)?,
            sent_to: self.sent_to,
            alias: self.alias,
            person: self.person.map(|person| UserId(id(person))),
            sent_by: UserId(id(self.sent_by)),
            created: Time(self.created),
            expires: Time(self.expires),
        })
    }
}

fn row(invitation: &Invitation) -> ActiveModel {
    let stored = |offer: &Offer| Stored {
        lock: offer.lock.0,
        calendar: offer.calendar.map(|calendar| calendar.0),
        profile: offer.profile.map(|profile| profile.name().to_owned()),
    };
    let stored: Vec<Stored> = invitation.offers.iter().map(stored).collect();
    let by_mail = invitation.method == InvitationMethod::Email;
    ActiveModel {
        id: Set(column(invitation.id.0)),
        domain: Set(column(invitation.domain.0)),
        method: Set(invitation.method.name().to_owned()),
        account: Set(invitation.account.map(|account| column(account.0))),
        addressee: Set(by_mail.then(|| names::key(&invitation.sent_to))),
        sent_to: Set(invitation.sent_to.clone()),
        alias: Set(invitation.alias.clone()),
        person: Set(invitation.person.map(|person| column(person.0))),
        sent_by: Set(column(invitation.sent_by.0)),
        offers: Set(serde_json::to_string(&stored).expect("numbers and texts become JSON")),
        created: Set(invitation.created.0),
        expires: Set(invitation.expires.0),
    }
}

/// Writes an invitation down. An earlier one to the same addressee is replaced if its time is over.
///
/// # Errors
/// `conflict` with the field `username` or `email_address`, `already_there`, when the domain has invited them already; what the database says.
pub async fn add(tx: &DatabaseTransaction, invitation: &Invitation) -> Result<(), ChangeError> {
    let row = row(invitation);
    let over = Entity::delete_many()
        .filter(Column::Domain.eq(column(invitation.domain.0)))
        .filter(Column::Expires.lte(invitation.created.0));
    let (over, field) = match (&invitation.account, invitation.method) {
        (Some(account), _) => (over.filter(Column::Account.eq(column(account.0))), "username"),
        (None, InvitationMethod::Email) => {
            (over.filter(Column::Addressee.eq(names::key(&invitation.sent_to))), "email_address")
        }
        (None, _) => (over.filter(Column::Id.eq(column(invitation.id.0))), "links"),
    };
    over.exec(tx).await?;
    // The conflict is no database error here: on PostgreSQL that would end the transaction.
    let added = Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
    if added.exec_without_returning(tx).await.map_err(StoreError::from)? == 0 {
        return Err(already_invited(field, &invitation.sent_to).into());
    }
    Ok(())
}

/// Refuses to invite somebody whom the domain has invited already.
pub fn already_invited(field: &'static str, whom: &str) -> Refusal {
    Refusal::clash(field, FieldCode::AlreadyThere, format!("{whom} is invited already"))
}

/// Whom of these accounts and addresses the domain has invited already, with invitations that are not over.
///
/// # Errors
/// What the database says.
pub async fn invited(
    connection: &impl ConnectionTrait,
    domain: DomainId,
    accounts: &[AccountId],
    addresses: &[String],
    now: Time,
) -> Result<(BTreeSet<AccountId>, BTreeSet<String>), StoreError> {
    let here = Column::Domain.eq(column(domain.0)).and(Column::Expires.gt(now.0));
    let accounts = Column::Account.is_in(accounts.iter().map(|account| column(account.0)));
    let addresses = Column::Addressee.is_in(addresses.iter().map(|address| names::key(address)));
    let rows = Entity::find().filter(here.clone()).filter(accounts).all(connection).await?;
    let accounts = rows.iter().filter_map(|row| row.account.map(|account| AccountId(id(account)))).collect();
    let rows = Entity::find().filter(here).filter(addresses).all(connection).await?;
    Ok((accounts, rows.into_iter().filter_map(|row| row.addressee).collect()))
}

impl Store {
    /// The invitation of this id, if it is not over.
    ///
    /// # Errors
    /// What the database says.
    pub async fn invitation(&self, id: InvitationId) -> Result<Option<Invitation>, StoreError> {
        find(self.read(), id, self.now()).await
    }

    /// How many of these there are that are not over, and those of a page: [`page`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn invitations(&self, of: Of, skip: u64, take: u64) -> Result<(u64, Vec<Invitation>), StoreError> {
        page(self.read(), of, self.now(), skip, take).await
    }

    /// Whom of these accounts and addresses the domain has invited already: [`invited`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn invited(
        &self,
        domain: DomainId,
        accounts: &[AccountId],
        addresses: &[String],
    ) -> Result<(BTreeSet<AccountId>, BTreeSet<String>), StoreError> {
        invited(self.read(), domain, accounts, addresses, self.now()).await
    }
}

/// Whose invitations a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Those that lead into a domain.
    Domain(DomainId),
    /// Those to an account.
    Account(AccountId),
}

/// How many there are that are not over, and those of a page, in the order in which they were sent.
///
/// # Errors
/// What the database says.
pub async fn page(
    connection: &impl ConnectionTrait,
    of: Of,
    now: Time,
    skip: u64,
    take: u64,
) -> Result<(u64, Vec<Invitation>), StoreError> {
    let whose = match of {
        Of::Domain(domain) => Column::Domain.eq(column(domain.0)),
        Of::Account(account) => Column::Account.eq(column(account.0)),
    };
    let these = Entity::find().filter(whose).filter(Column::Expires.gt(now.0));
    let total = these.clone().count(connection).await?;
    let rows = these.order_by_asc(Column::Created).order_by_asc(Column::Id).offset(skip).limit(take);
    let rows = rows.all(connection).await?.into_iter().map(Model::invitation);
    Ok((total, rows.collect::<Result<_, _>>()?))
}

/// The invitation of this id, if it is not over.
///
/// # Errors
/// What the database says.
pub async fn find(
    connection: &impl ConnectionTrait,
    id: InvitationId,
    now: Time,
) -> Result<Option<Invitation>, StoreError> {
    let this = Entity::find_by_id(column(id.0)).filter(Column::Expires.gt(now.0));
    this.one(connection).await?.map(Model::invitation).transpose()
}

/// The invitation by mail that was sent to this address first, of those that are not over.
///
/// # Errors
/// What the database says.
pub async fn to_addressee(
    connection: &impl ConnectionTrait,
    address: &str,
    now: Time,
) -> Result<Option<InvitationId>, StoreError> {
    let these = Entity::find().filter(Column::Addressee.eq(names::key(address))).filter(Column::Expires.gt(now.0));
    let first = these.order_by_asc(Column::Created).order_by_asc(Column::Id).one(connection).await?;
    Ok(first.map(|row| InvitationId(id(row.id))))
}

/// Takes the invitation away: of several who try, one succeeds. False when it is gone, or its time is over.
///
/// # Errors
/// What the database says.
pub async fn take(tx: &DatabaseTransaction, id: InvitationId, now: Time) -> Result<bool, StoreError> {
    let this = Entity::delete_many().filter(Column::Id.eq(column(id.0))).filter(Column::Expires.gt(now.0));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Takes away those to an account, when it ends.
///
/// # Errors
/// What the database says.
pub(crate) async fn forget(tx: &DatabaseTransaction, account: AccountId) -> Result<(), StoreError> {
    Entity::delete_many().filter(Column::Account.eq(column(account.0))).exec(tx).await?;
    Ok(())
}

/// Removes those that are over; the number removed, 1,000 at most.
///
/// # Errors
/// What the database says.
pub async fn sweep(tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
    let over =
        Query::select().column(Column::Id).from(Entity).and_where(Column::Expires.lte(now.0)).limit(SWEEP).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(over)).exec(tx).await?.rows_affected)
}
