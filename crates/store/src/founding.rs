//! Making domains: an account with a domain of its own, in which it is the administrator.

use crate::accounts::add_accounts;
use crate::change::Actor;
use crate::entity::{column, domain, id};
use crate::{ChangeError, Store, StoreError, edits, entity, fresh_id, meta, migration};
use cardea_model::act::Draft;
use cardea_model::ids::{DomainId, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Profile, Row, User};
use cardea_model::{Facts, Refusal, Revision, Time, Zone};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
};
use std::sync::Arc;

/// A domain that was just made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewDomain {
    /// Its id.
    pub domain: DomainId,
    /// Its owner's user.
    pub user: UserId,
}

/// Whoever gets an account and a domain of their own.
#[derive(Clone, PartialEq)]
pub struct NewOwner {
    /// What they tell of themselves.
    pub profile: Profile,
    /// The password's hash; none: no password to sign in with.
    pub password_hash: Option<String>,
    /// The zone of new devices of their domain of which none is named.
    pub timezone: Option<Zone>,
}

/// Makes an account and its domain, within a write. `fill` sees the domain with its owner alone.
///
/// # Errors
/// A refusal with code `conflict` and field `username` when the name is taken, whatever its case; as [`Store::change`], and the refusal of
/// `fill`; what the database says.
pub async fn add_domain<F>(
    tx: &DatabaseTransaction,
    owner: NewOwner,
    (actor, act): (Actor, &'static str),
    now: Time,
    fill: F,
) -> Result<NewDomain, ChangeError>
where
    F: FnOnce(&mut Draft, NewDomain, Time) -> Result<(), Refusal> + Send,
{
    let NewOwner { profile, password_hash, timezone } = owner;
    let made = NewDomain { domain: DomainId(fresh_id()), user: UserId(fresh_id()) };
    add_accounts(tx, [(&profile, password_hash)], now).await?;
    let epoch = meta::epoch(tx).await?;
    let row = domain::Model {
        id: column(made.domain.0),
        owner: column(profile.account.0),
        epoch,
        revision: 1,
        created: now.0,
        timezone: timezone.map(|zone| zone.name().to_owned()),
    };
    domain::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    let empty = Facts::empty(made.domain, profile.account, Revision { epoch: id(epoch), number: 0 });
    let user = User {
        id: made.user,
        profile: Arc::new(profile),
        role: Role::Administrator,
        alias: String::new(),
        is_shadow_user: false,
        readonly: false,
        created: now,
    };
    let empty = Arc::new(empty);
    let mut draft = Draft::new(Arc::clone(&empty));
    draft.edit([Edit::Put(Row::User(Arc::new(user)))]);
    fill(&mut draft, made, now)?;
    for draft in edits::sync_profiles(tx, &[empty], vec![draft], now).await? {
        let (mut facts, steps) = draft.finish();
        Arc::make_mut(&mut facts).revision.number = 1;
        edits::write(tx, &facts, &steps, actor, act, now).await?;
    }
    Ok(made)
}

/// Gives new devices of this domain of which none is named another zone, or none; within a write.
///
/// # Errors
/// What the database says.
pub async fn put_default_zone(
    tx: &DatabaseTransaction,
    domain: DomainId,
    zone: Option<&Zone>,
) -> Result<(), StoreError> {
    let update = domain::Entity::update_many().filter(domain::Column::Id.eq(column(domain.0)));
    let name = zone.map(|zone| zone.name().to_owned());
    update.col_expr(domain::Column::Timezone, Expr::value(name)).exec(tx).await?;
    Ok(())
}

/// The zone of new devices of this domain of which none is named.
///
/// # Errors
/// What the database says.
pub async fn default_zone(connection: &impl ConnectionTrait, domain: DomainId) -> Result<Option<Zone>, StoreError> {
    let row = domain::Entity::find_by_id(column(domain.0)).one(connection).await?;
    row.map_or(Ok(None), |row| entity::zone(row.timezone))
}

/// Whether there is no domain, and so nobody, in the database; nobody else founds the first one before this transaction ends.
///
/// # Errors
/// What the database says.
pub async fn is_first(tx: &DatabaseTransaction) -> Result<bool, StoreError> {
    migration::lock(tx).await?;
    let any = domain::Entity::find().order_by_asc(domain::Column::Created).order_by_asc(domain::Column::Id).limit(1);
    Ok(any.one(tx).await?.is_none())
}

impl Store {
    /// Makes an account with a domain of its own, in which it is the administrator.
    ///
    /// # Errors
    /// A refusal with code `conflict` and field `username` when the name is taken, whatever its case; what the database says.
    pub async fn create_domain(
        &self,
        owner: Profile,
        password_hash: Option<String>,
        actor: Actor,
    ) -> Result<NewDomain, ChangeError> {
        self.create_domain_with(owner, password_hash, actor, "create_domain", |_, _, _| Ok(())).await
    }

    /// The same with more in it from the beginning, in the same transaction: `fill` sees the domain with its owner alone.
    ///
    /// # Errors
    /// As [`Store::create_domain`] and [`Store::change`], and the refusal of `fill`; then nothing has changed.
    pub async fn create_domain_with<F>(
        &self,
        profile: Profile,
        password_hash: Option<String>,
        actor: Actor,
        act: &'static str,
        fill: F,
    ) -> Result<NewDomain, ChangeError>
    where
        F: FnOnce(&mut Draft, NewDomain, Time) -> Result<(), Refusal> + Send + 'static,
    {
        let (owner, now) = (NewOwner { profile, password_hash, timezone: None }, self.now());
        self.write(move |tx| Box::pin(add_domain(tx, owner, (actor, act), now, fill))).await
    }

    /// The first domain of an empty database, made by the program itself; none where somebody is there already.
    ///
    /// # Errors
    /// As [`Store::create_domain`].
    pub async fn create_first_domain(
        &self,
        profile: Profile,
        password_hash: String,
    ) -> Result<Option<NewDomain>, ChangeError> {
        let owner = NewOwner { profile, password_hash: Some(password_hash), timezone: None };
        let now = self.now();
        let made = self.write(move |tx| {
            Box::pin(async move {
                match is_first(tx).await? {
                    true => {
                        let by = (Actor::Program, "create_domain");
                        Ok(Some(add_domain(tx, owner, by, now, |_, _, _| Ok(())).await?))
                    }
                    false => Ok::<_, ChangeError>(None),
                }
            })
        });
        made.await
    }

    /// The zone of new devices of this domain of which none is named: [`default_zone`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn default_zone(&self, domain: DomainId) -> Result<Option<Zone>, StoreError> {
        default_zone(self.read(), domain).await
    }
}
