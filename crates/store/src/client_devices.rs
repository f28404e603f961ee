//! The phones that people use: which application runs on them, and how messages reach it.

use crate::entity::{column, unreadable};
use crate::{Seal, Store, StoreError};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, Iterable, QueryOrder, QuerySelect};

/// How many an account has at most. With more, the one whose last report is oldest is removed.
pub const MOST: u64 = 20;
/// How many that are over one sweep removes at most.
const SWEEP: u64 = 1_000;

macro_rules! names {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $variant:ident = $text:literal),* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$meaning])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// Its name, in the database and on the wire.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            fn named(name: &str) -> Result<Self, StoreError> {
                let this = Self::ALL.iter().copied().find(|one| one.name() == name);
                this.ok_or_else(|| unreadable(stringify!($name), name))
            }
        }
    };
}

names! {
    /// What a phone runs on.
    Platform {
        /// Android.
        Android = "android",
        /// iOS.
        Iphone = "iphone"
    }
}

names! {
    /// For whom the application was made.
    ReleaseState {
        /// For everybody.
        Production = "production",
        /// For those who try it out.
        Sandbox = "sandbox"
    }
}

/// A phone's row.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "client_devices")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// What it calls itself.
    #[sea_orm(primary_key, auto_increment = false)]
    pub identification: String,
    /// The name of its [`Platform`].
    pub platform_name: String,
    /// The platform's version, or empty.
    pub platform_version: String,
    /// The phone's model, or empty.
    pub platform_model: String,
    /// Which application, or empty.
    pub application_identifier: String,
    /// The application's version, or empty.
    pub application_version: String,
    /// The name of its [`ReleaseState`].
    pub release_state: String,
    /// What the application keeps here for itself, as JSON.
    pub settings: Option<String>,
    /// Whether it wants messages.
    pub receives: bool,
    /// By what messages reach it, sealed.
    pub registration: Option<Vec<u8>>,
    /// When it told this, in milliseconds since 1970.
    pub told: i64,
    /// Until when it is kept.
    pub expires: i64,
}

/// What belongs to a phone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without what reaches it and what its application keeps.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientDevice").field("identification", &self.identification).finish_non_exhaustive()
    }
}

/// A phone.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientDevice {
    /// What it calls itself.
    pub identification: String,
    /// What it runs on.
    pub platform: Platform,
    /// The platform's version, or empty.
    pub platform_version: String,
    /// The phone's model, or empty.
    pub platform_model: String,
    /// Which application, or empty.
    pub application_identifier: String,
    /// The application's version, or empty.
    pub application_version: String,
    /// For whom the application was made.
    pub release_state: ReleaseState,
    /// What the application keeps here for itself, as JSON.
    pub settings: Option<String>,
    /// Whether it wants messages.
    pub receives: bool,
    /// By what messages reach it.
    pub registration: Option<String>,
    /// When it told this.
    pub told: Time,
    /// Until when it is kept.
    pub expires: Time,
}

impl std::fmt::Debug for ClientDevice {
    /// Without what reaches it and what its application keeps.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientDevice").field("identification", &self.identification).finish_non_exhaustive()
    }
}

/// What the seal of a registration is bound to.
fn place(account: AccountId, identification: &str) -> String {
    format!("client device {account} {identification}")
}

impl Model {
    fn device(self, account: AccountId, seal: &Seal) -> Result<ClientDevice, StoreError> {
        let registration = match &self.registration {
            None => None,
            Some(sealed) => {
                let opened = seal.unseal(&place(account, &self.identification), sealed)?;
                Some(String::from_utf8(opened).map_err(|_| unreadable("registration of", &self.identification))?)
            }
        };
        Ok(ClientDevice {
            platform: Platform::named(&self.platform_name)?,
            release_state: ReleaseState::named(&self.release_state)?,
            registration,
            identification: self.identification,
            platform_version: self.platform_version,
            platform_model: self.platform_model,
            application_identifier: self.application_identifier,
            application_version: self.application_version,
            settings: self.settings,
            receives: self.receives,
            told: Time(self.told),
            expires: Time(self.expires),
        })
    }
}

/// Writes down what an account's phone tells, in place of what it told before. Whoever calls it holds the account
/// ([`crate::sign_in::hold`]), so that it has no more than [`MOST`].
///
/// # Errors
/// What the database says.
pub async fn put(
    tx: &DatabaseTransaction,
    seal: &Seal,
    account: AccountId,
    device: &ClientDevice,
) -> Result<(), StoreError> {
    let sealed = |registration: &String| seal.seal(&place(account, &device.identification), registration.as_bytes());
    let row = ActiveModel {
        account: Set(column(account.0)),
        identification: Set(device.identification.clone()),
        platform_name: Set(device.platform.name().to_owned()),
        platform_version: Set(device.platform_version.clone()),
        platform_model: Set(device.platform_model.clone()),
        application_identifier: Set(device.application_identifier.clone()),
        application_version: Set(device.application_version.clone()),
        release_state: Set(device.release_state.name().to_owned()),
        settings: Set(device.settings.clone()),
        receives: Set(device.receives),
        registration: Set(device.registration.as_ref().map(sealed)),
        told: Set(device.told.0),
        expires: Set(device.expires.0),
    };
    let told = Column::iter().filter(|column| !matches!(column, Column::Account | Column::Identification));
    let anew = OnConflict::columns([Column::Account, Column::Identification]).update_columns(told).to_owned();
    Entity::insert(row).on_conflict(anew).exec_without_returning(tx).await?;
    let lasting = of(account).order_by_desc(Column::Told).order_by_desc(Column::Identification).offset(MOST);
    // SQLite knows an offset only beside a limit.
    let beyond = lasting.limit(SWEEP).select_only().column(Column::Identification);
    let beyond: Vec<String> = beyond.into_tuple().all(tx).await?;
    if !beyond.is_empty() {
        let these = Column::Account.eq(column(account.0)).and(Column::Identification.is_in(beyond));
        Entity::delete_many().filter(these).exec(tx).await?;
    }
    Ok(())
}

fn of(account: AccountId) -> Select<Entity> {
    Entity::find().filter(Column::Account.eq(column(account.0)))
}

fn this(account: AccountId, identification: &str) -> Expr {
    Column::Account.eq(column(account.0)).and(Column::Identification.eq(identification))
}

impl Store {
    /// How many phones of an account there are that are not over, and those of a page, in the order of what they call themselves.
    ///
    /// # Errors
    /// What the database says; [`StoreError::BrokenSeal`].
    pub async fn client_devices(
        &self,
        account: AccountId,
        skip: u64,
        take: u64,
    ) -> Result<(u64, Vec<ClientDevice>), StoreError> {
        let living = of(account).filter(Column::Expires.gt(self.now().0));
        let total = living.clone().count(self.read()).await?;
        let page = living.order_by_asc(Column::Identification).offset(skip).limit(take).all(self.read()).await?;
        let page = page.into_iter().map(|row| row.device(account, self.seal()));
        Ok((total, page.collect::<Result<_, _>>()?))
    }

    /// The phone of an account that calls itself so, if it is not over.
    ///
    /// # Errors
    /// What the database says; [`StoreError::BrokenSeal`].
    pub async fn client_device(
        &self,
        account: AccountId,
        identification: &str,
    ) -> Result<Option<ClientDevice>, StoreError> {
        let living = Entity::find().filter(this(account, identification)).filter(Column::Expires.gt(self.now().0));
        living.one(self.read()).await?.map(|row| row.device(account, self.seal())).transpose()
    }
}

/// Takes a phone away; false where there is none.
///
/// # Errors
/// What the database says.
pub async fn remove(
    tx: &impl ConnectionTrait,
    account: AccountId,
    identification: &str,
    now: Time,
) -> Result<bool, StoreError> {
    let living = Entity::delete_many().filter(this(account, identification)).filter(Column::Expires.gt(now.0));
    Ok(living.exec(tx).await?.rows_affected > 0)
}

/// Takes all phones of an account away.
///
/// # Errors
/// What the database says.
pub async fn remove_all(tx: &impl ConnectionTrait, account: AccountId) -> Result<(), StoreError> {
    Entity::delete_many().filter(Column::Account.eq(column(account.0))).exec(tx).await?;
    Ok(())
}

/// Forgets by what a phone is reached, because nothing reaches it by that any more. What it has told since stays.
///
/// # Errors
/// What the database says; [`StoreError::BrokenSeal`].
pub async fn forget_registration(
    tx: &DatabaseTransaction,
    seal: &Seal,
    account: AccountId,
    identification: &str,
    dead: &str,
) -> Result<(), StoreError> {
    let found = Entity::find().filter(this(account, identification)).lock_exclusive().one(tx).await?;
    let Some(row) = found else { return Ok(()) };
    if row.device(account, seal)?.registration.as_deref() == Some(dead) {
        let none = Entity::update_many().col_expr(Column::Registration, Expr::value(None::<Vec<u8>>));
        none.filter(this(account, identification)).exec(tx).await?;
    }
    Ok(())
}

/// Removes those that are over; the number removed, 1,000 at most.
///
/// # Errors
/// What the database says.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, StoreError> {
    let key = Expr::tuple([Column::Account, Column::Identification].map(|part| Expr::col((Entity, part))));
    let over = Query::select()
        .columns([Column::Account, Column::Identification])
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .limit(SWEEP)
        .take();
    Ok(Entity::delete_many().filter(key.in_subquery(over)).exec(tx).await?.rows_affected)
}
