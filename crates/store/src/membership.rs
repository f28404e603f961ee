//! Who belongs to which domains. Nobody may be a created user of one domain while belonging to another: the owner of the first could set
//! the password that opens the second.

use crate::entity::{account, column, domain, id, user};
use crate::{ChangeError, Store, StoreError};
use cardea_model::act::domains::NewOwner;
use cardea_model::act::users::{Apart, apart};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::User;
use cardea_model::{Facts, FieldCode, Refusal};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, JoinType, QueryFilter,
    QuerySelect, RelationTrait, Set,
};
use std::collections::{HashMap, HashSet};

/// Accounts in one statement.
const CHUNK: usize = 500;

/// An account's place in a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    /// The account.
    pub account: AccountId,
    /// The domain.
    pub domain: DomainId,
    /// Whether the domain is theirs.
    pub owns: bool,
    /// Whether they were created there, so that the domain's owner controls their password.
    pub created: bool,
}

/// The places of these accounts in all domains.
async fn of_accounts(connection: &impl ConnectionTrait, accounts: &[AccountId]) -> Result<Vec<Membership>, StoreError> {
    let mut found = Vec::new();
    for accounts in accounts.chunks(CHUNK) {
        let rows = user::Entity::find()
            .select_only()
            .columns([user::Column::Account, user::Column::Domain, user::Column::IsShadowUser])
            .column(domain::Column::Owner)
            .join(JoinType::InnerJoin, user::Relation::Domain.def())
            .filter(user::Column::Account.is_in(accounts.iter().map(|account| column(account.0))))
            .into_tuple::<(i64, i64, bool, i64)>();
        found.extend(rows.all(connection).await?.into_iter().map(|(account, domain, invited, owner)| Membership {
            account: AccountId(id(account)),
            domain: DomainId(id(domain)),
            owns: owner == account,
            created: !invited && owner != account,
        }));
    }
    Ok(found)
}

impl Store {
    /// The places of these accounts in all domains, in no order.
    ///
    /// # Errors
    /// What the database says.
    pub async fn memberships(&self, accounts: &[AccountId]) -> Result<Vec<Membership>, StoreError> {
        of_accounts(self.read(), accounts).await
    }

    /// Whether the account owns or belongs to another domain than this one, within a write; nobody adds it to one before the write ends.
    ///
    /// # Errors
    /// What the database says.
    pub async fn belongs_elsewhere(
        tx: &DatabaseTransaction,
        account: AccountId,
        domain: DomainId,
    ) -> Result<bool, StoreError> {
        crate::edits::lock_account(tx, account).await?;
        Ok(of_accounts(tx, &[account]).await?.iter().any(|place| place.domain != domain))
    }
}

/// The accounts among these that were created in a domain which they own by now.
async fn took_over(tx: &DatabaseTransaction, accounts: &[AccountId]) -> Result<HashSet<AccountId>, StoreError> {
    let mut found = HashSet::new();
    for accounts in accounts.chunks(CHUNK) {
        let rows = account::Entity::find().select_only().column(account::Column::Id);
        let rows = rows.filter(account::Column::Id.is_in(accounts.iter().map(|account| column(account.0))));
        let rows = rows.filter(account::Column::WasCreated.eq(true)).into_tuple::<i64>();
        found.extend(rows.all(tx).await?.into_iter().map(|account| AccountId(id(account))));
    }
    Ok(found)
}

/// Makes the account the owner of the domain, in place of another. Refused where the account owns a domain already, or has yet to replace a
/// password that an administrator set. Where it was created in this domain, `was_created` is stored with it: somebody else chose its
/// username, and nobody was ever asked to prove that the address is theirs.
pub(crate) async fn make_owner(
    tx: &DatabaseTransaction,
    domain: DomainId,
    NewOwner { account: owner, was_created }: NewOwner,
) -> Result<(), ChangeError> {
    let next = account::Entity::find_by_id(column(owner.0)).one(tx).await?;
    if next.is_some_and(|next| next.must_change_password) {
        let message = "they have yet to choose a password of their own";
        return Err(Refusal::field("user", FieldCode::Invalid, message).into());
    }
    if was_created {
        let row = account::ActiveModel { id: Set(column(owner.0)), was_created: Set(true), ..Default::default() };
        row.update(tx).await?;
    }
    let update = domain::Entity::update_many().filter(domain::Column::Id.eq(column(domain.0)));
    let made = update.col_expr(domain::Column::Owner, Expr::value(column(owner.0))).exec(tx).await;
    match made.map_err(StoreError::from) {
        Ok(_) => Ok(()),
        Err(error) if error.is_unique_violation() => {
            Err(Refusal::clash("user", FieldCode::BelongsElsewhere, "they own a domain already").into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Refuses to make somebody a created user of a domain while they belong to another: the domain's owner could set the password that opens
/// the other. For the same reason somebody who was created in one domain joins no other. That also holds after they took the domain over:
/// somebody else chose their username, so an invitation to that name may be meant for another person. The accounts' rows are locked.
pub(crate) async fn refuse_created_elsewhere(
    tx: &DatabaseTransaction,
    joining: &[(&Facts, &User)],
) -> Result<(), ChangeError> {
    let accounts: Vec<AccountId> = joining.iter().map(|(_, user)| user.profile.account).collect();
    let mut places: HashMap<AccountId, Vec<Membership>> = HashMap::new();
    for place in of_accounts(tx, &accounts).await? {
        places.entry(place.account).or_default().push(place);
    }
    let created = took_over(tx, &accounts).await?;
    for (facts, user) in joining {
        let places = places.get(&user.profile.account).map_or(&[][..], Vec::as_slice);
        let elsewhere = places.iter().filter(|place| place.domain != facts.domain).map(|place| place.created);
        let took_over = created.contains(&user.profile.account);
        let is_created = !user.is_shadow_user && user.profile.account != facts.owner;
        if let Some(why) = apart(is_created, elsewhere, took_over) {
            let name = &user.profile.username;
            let message = match why {
                Apart::BelongsElsewhere => {
                    format!("{name} belongs to another domain, and so can only be invited to this one")
                }
                Apart::CreatedElsewhere => {
                    format!("{name} was created in another domain, and so can belong to that one alone")
                }
            };
            return Err(Refusal::clash("username", why.code(), message).into());
        }
    }
    Ok(())
}
