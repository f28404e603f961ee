//! Accounts: who signs in, and what they tell of themselves.

use cardea_model::ids::AccountId;
use cardea_model::rows::Profile;
use cardea_model::{Time, names};
use sea_orm::entity::prelude::*;
use sea_orm::{NotSet, Set};

/// One account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "accounts")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// What the person signs in with.
    pub username: String,
    /// The same as compared: lower case.
    pub username_key: String,
    /// The password's hash; none: signs in some other way, or not yet.
    pub password_hash: Option<String>,
    /// The name shown.
    pub display_name: String,
    /// Given name.
    pub firstname: String,
    /// Family name.
    pub lastname: String,
    /// E-mail address.
    pub email_address: String,
    /// The same as compared: lower case.
    pub email_key: String,
    /// Postal address.
    pub address: String,
    /// Telephone number.
    pub phone: String,
    /// Preferred language.
    pub language: String,
    /// Whether the terms of use were accepted.
    pub eula: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether the password is to be replaced before it signs anybody in.
    pub must_change_password: bool,
    /// Whether it was created in a domain that it owns by now.
    pub was_created: bool,
}

/// What belongs to an account.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// What the account tells of its person.
    pub fn profile(&self) -> Profile {
        Profile {
            account: AccountId(super::id(self.id)),
            username: self.username.clone(),
            display_name: self.display_name.clone(),
            firstname: self.firstname.clone(),
            lastname: self.lastname.clone(),
            email_address: self.email_address.clone(),
            address: self.address.clone(),
            phone: self.phone.clone(),
            language: self.language.clone(),
            eula: self.eula,
        }
    }
}

/// The columns that hold a profile.
pub(crate) const PROFILE: [Column; 11] = [
    Column::Username,
    Column::UsernameKey,
    Column::DisplayName,
    Column::Firstname,
    Column::Lastname,
    Column::EmailAddress,
    Column::EmailKey,
    Column::Address,
    Column::Phone,
    Column::Language,
    Column::Eula,
];

/// The row of an account that is new at `created`.
pub(crate) fn row(profile: &Profile, password_hash: Option<String>, created: Time) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(profile.account.0)),
        username: Set(profile.username.clone()),
        username_key: Set(names::key(&profile.username)),
        password_hash: Set(password_hash),
        display_name: Set(profile.display_name.clone()),
        firstname: Set(profile.firstname.clone()),
        lastname: Set(profile.lastname.clone()),
        email_address: Set(profile.email_address.clone()),
        email_key: Set(names::key(&profile.email_address)),
        address: Set(profile.address.clone()),
        phone: Set(profile.phone.clone()),
        language: Set(profile.language.clone()),
        eula: Set(profile.eula),
        created: Set(created.0),
        must_change_password: NotSet,
        was_created: NotSet,
    }
}
