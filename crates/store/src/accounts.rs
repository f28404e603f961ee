//! Accounts: making them, and finding people, serial numbers and domains across all domains.

use crate::entity::{account, column, domain, id, required_sign_in, serial, user};
use crate::{ChangeError, Store, StoreError, history, invitations};
use cardea_model::ids::{AccountId, DomainId, Serial, UserId};
use cardea_model::required::RequiredSignIn;
use cardea_model::role::Role;
use cardea_model::rows::Profile;
use cardea_model::{FieldCode, Refusal, Time, names};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, JoinType, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, RelationTrait, Set, SqlErr,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// An account, as sign-in needs it.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// What it tells of its person, its id among it.
    pub profile: Profile,
    /// The password's hash; none: no password to sign in with.
    pub password_hash: Option<String>,
    /// When it was made.
    pub created: Time,
    /// Whether the password is to be replaced before it signs anybody in.
    pub must_change_password: bool,
}

impl std::fmt::Debug for Account {
    /// Without the password's hash.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("profile", &self.profile)
            .field("created", &self.created)
            .finish_non_exhaustive()
    }
}

/// One of an account's appearances: who it is in one domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The id there; what X-Assume-User carries.
    pub user: UserId,
    /// The domain.
    pub domain: DomainId,
    /// The username of the domain's owner.
    pub owner_username: String,
    /// Whether this one counts for a request that names none: that of the account's own domain, or else the one joined first.
    pub primary: bool,
    /// What the account may do there.
    pub role: Role,
    /// When it joined.
    pub created: Time,
    /// The sign-in that the domain asks of them, where it asks them for one.
    pub required: Option<RequiredSignIn>,
}

/// What is read of an appearance.
type IdentityRow = (i64, i64, String, i64, i64, String, Option<String>, Option<String>, Option<String>);

/// A domain and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The domain.
    pub domain: DomainId,
    /// Its owner's account.
    pub account: AccountId,
    /// Its owner's username.
    pub username: String,
}

pub(crate) fn is_unique_violation(error: &StoreError) -> bool {
    matches!(error, StoreError::Database(error) if matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_))))
}

fn name_clash(error: sea_orm::DbErr) -> ChangeError {
    match StoreError::from(error) {
        error if is_unique_violation(&error) => username_taken().into(),
        error => error.into(),
    }
}

/// Refuses a username that somebody has, wherever they are.
pub fn username_taken() -> Refusal {
    Refusal::clash("username", FieldCode::AlreadyTaken, "this username is taken")
}

/// Makes accounts, each with the hash of its password.
pub(crate) async fn add_accounts(
    tx: &DatabaseTransaction,
    accounts: impl IntoIterator<Item = (&Profile, Option<String>)>,
    now: Time,
) -> Result<(), ChangeError> {
    let rows = accounts.into_iter().map(|(profile, password_hash)| account::row(profile, password_hash, now));
    account::Entity::insert_many(rows).exec_without_returning(tx).await.map_err(name_clash)?;
    Ok(())
}

/// Writes what an account tells of its person, and nothing else of it.
pub(crate) async fn write_profile(tx: &DatabaseTransaction, profile: &Profile) -> Result<(), ChangeError> {
    let row = account::row(profile, None, Time::default());
    let profile = account::PROFILE.into_iter().fold(account::Entity::update_many(), |update, part| {
        match row.get(part).into_value() {
            Some(value) => update.col_expr(part, sea_orm::sea_query::Expr::value(value)),
            None => update,
        }
    });
    profile.filter(account::Column::Id.eq(row.id.unwrap())).exec(tx).await.map_err(name_clash)?;
    Ok(())
}

fn known(row: account::Model) -> Account {
    let (profile, created) = (row.profile(), Time(row.created));
    let (password_hash, must_change_password) = (row.password_hash, row.must_change_password);
    Account { profile, password_hash, created, must_change_password }
}

/// Accounts in one statement.
const ACCOUNTS: usize = 500;

/// What these accounts tell, of those that are there.
pub(crate) async fn profiles(
    connection: &impl ConnectionTrait,
    accounts: &BTreeSet<AccountId>,
) -> Result<HashMap<AccountId, Arc<Profile>>, StoreError> {
    let ids: Vec<i64> = accounts.iter().map(|account| column(account.0)).collect();
    let mut told = HashMap::new();
    for ids in ids.chunks(ACCOUNTS) {
        let rows = account::Entity::find().filter(account::Column::Id.is_in(ids.iter().copied()));
        let rows = rows.all(connection).await?;
        told.extend(rows.iter().map(|row| (AccountId(id(row.id)), Arc::new(row.profile()))));
    }
    Ok(told)
}

impl Store {
    /// Sets or takes away an account's password, within a write. It need not be replaced, whatever held for the one before.
    ///
    /// # Errors
    /// What the database says.
    pub async fn set_password_hash(
        tx: &DatabaseTransaction,
        account: AccountId,
        password_hash: Option<String>,
    ) -> Result<(), StoreError> {
        let row = account::ActiveModel {
            id: Set(column(account.0)),
            password_hash: Set(password_hash),
            must_change_password: Set(false),
            ..Default::default()
        };
        row.update(tx).await?;
        Ok(())
    }

    /// Has an account's password replaced before it signs anybody in, within the write that sets it.
    ///
    /// # Errors
    /// What the database says.
    pub async fn demand_new_password(tx: &DatabaseTransaction, account: AccountId) -> Result<(), StoreError> {
        let (id, must_change_password) = (Set(column(account.0)), Set(true));
        account::ActiveModel { id, must_change_password, ..Default::default() }.update(tx).await?;
        Ok(())
    }

    /// Removes an account that is in no domain any more, with its sign-ins and the aliases that past domains gave its person. It runs
    /// within the change that took it out of its last domain ([`Changing::along`](crate::Changing::along)). False when it is still in a
    /// domain; then it stays.
    ///
    /// # Errors
    /// What the database says.
    pub async fn remove_account(tx: &DatabaseTransaction, account: AccountId) -> Result<bool, StoreError> {
        let id = column(account.0);
        // Nobody adds it to a domain while its row is held.
        account::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
        if user::Entity::find().filter(user::Column::Account.eq(id)).count(tx).await? > 0 {
            return Ok(false);
        }
        history::forget(tx, account).await?;
        invitations::forget(tx, account).await?;
        Ok(account::Entity::delete_by_id(id).exec(tx).await?.rows_affected > 0)
    }

    /// The account of this username, whatever its case. Who has no account is found by none.
    ///
    /// # Errors
    /// What the database says.
    pub async fn account_by_username(&self, username: &str) -> Result<Option<Account>, StoreError> {
        if names::is_user_id(username.trim()) {
            return Ok(None);
        }
        let this = account::Entity::find().filter(account::Column::UsernameKey.eq(names::key(username)));
        Ok(this.one(self.read()).await?.map(known))
    }

    /// The accounts of these usernames, whatever their case, by the form in which usernames are compared.
    ///
    /// # Errors
    /// What the database says.
    pub async fn accounts_by_usernames(&self, usernames: &[String]) -> Result<HashMap<String, Account>, StoreError> {
        let named = usernames.iter().filter(|username| !names::is_user_id(username.trim()));
        let keys: Vec<String> = named.map(|username| names::key(username)).collect();
        let mut found = HashMap::new();
        for keys in keys.chunks(ACCOUNTS) {
            let these = account::Entity::find().filter(account::Column::UsernameKey.is_in(keys.to_vec()));
            let rows = these.all(self.read()).await?;
            found.extend(rows.into_iter().map(|row| (row.username_key.clone(), known(row))));
        }
        Ok(found)
    }

    /// The account of this id.
    ///
    /// # Errors
    /// What the database says.
    pub async fn account(&self, account: AccountId) -> Result<Option<Account>, StoreError> {
        Ok(account::Entity::find_by_id(column(account.0)).one(self.read()).await?.map(known))
    }

    /// Who the account is in each domain: the primary one first, then in the order in which it joined them.
    ///
    /// # Errors
    /// What the database says.
    pub async fn identities(&self, account: AccountId) -> Result<Vec<Identity>, StoreError> {
        let rows = user::Entity::find()
            .select_only()
            .columns([user::Column::Id, user::Column::Domain, user::Column::Role, user::Column::Created])
            .column(domain::Column::Owner)
            .column(account::Column::Username)
            .join(JoinType::InnerJoin, user::Relation::Domain.def())
            .join(JoinType::InnerJoin, domain::Relation::Owner.def())
            .columns([
                required_sign_in::Column::Issuer,
                required_sign_in::Column::Provider,
                required_sign_in::Column::AskedOf,
            ])
            .join_rev(JoinType::LeftJoin, required_sign_in::Relation::Domain.def())
            .filter(user::Column::Account.eq(column(account.0)))
            .order_by_asc(user::Column::Created)
            .order_by_asc(user::Column::Id)
            .into_tuple::<IdentityRow>()
            .all(self.read())
            .await?;
        let mut identities = Vec::with_capacity(rows.len());
        for (user, domain, role, created, owner, owner_username, issuer, provider, asked_of) in rows {
            let role = role.parse().map_err(|_| StoreError::Unreadable(format!("role {role}")))?;
            let is_owner = owner == column(account.0);
            let required = issuer
                .zip(provider)
                .zip(asked_of)
                .map(|((issuer, provider), asked_of)| required_sign_in::of_columns(issuer, provider, &asked_of));
            identities.push(Identity {
                user: UserId(id(user)),
                domain: DomainId(id(domain)),
                owner_username,
                primary: is_owner,
                role,
                created: Time(created),
                required: required.transpose()?.filter(|required| required.keeps_out(is_owner, role, None)),
            });
        }
        identities.sort_by_key(|identity| !identity.primary);
        if let Some(first) = identities.first_mut() {
            first.primary = true;
        }
        Ok(identities)
    }

    /// The domain that this user is in.
    ///
    /// # Errors
    /// What the database says.
    pub async fn domain_of_user(&self, user: UserId) -> Result<Option<DomainId>, StoreError> {
        Ok(user::Entity::find_by_id(column(user.0)).one(self.read()).await?.map(|row| DomainId(id(row.domain))))
    }

    /// The domain that has a lock or device of this serial number.
    ///
    /// # Errors
    /// What the database says.
    pub async fn domain_of_serial(&self, serial: Serial) -> Result<Option<DomainId>, StoreError> {
        Ok(serial::Entity::find_by_id(column(serial.0)).one(self.read()).await?.map(|row| DomainId(id(row.domain))))
    }

    /// The domain that the account of this username owns, whatever its case.
    ///
    /// # Errors
    /// What the database says.
    pub async fn domain_by_owner(&self, username: &str) -> Result<Option<DomainId>, StoreError> {
        let this = domain::Entity::find()
            .join(JoinType::InnerJoin, domain::Relation::Owner.def())
            .filter(account::Column::UsernameKey.eq(names::key(username)));
        Ok(this.one(self.read()).await?.map(|row| DomainId(id(row.id))))
    }

    /// The domains in the order in which they were made, `count` of them from position `skip` on.
    ///
    /// # Errors
    /// What the database says.
    pub async fn domains(&self, skip: u64, count: u64) -> Result<Vec<Owner>, StoreError> {
        let rows = domain::Entity::find()
            .find_also_related(account::Entity)
            .order_by_asc(domain::Column::Created)
            .order_by_asc(domain::Column::Id)
            .offset(skip)
            .limit(count)
            .all(self.read())
            .await?;
        let owner = |(row, account): (domain::Model, Option<account::Model>)| Owner {
            domain: DomainId(id(row.id)),
            account: AccountId(id(row.owner)),
            username: account.map(|account| account.username).unwrap_or_default(),
        };
        Ok(rows.into_iter().map(owner).collect())
    }
}
