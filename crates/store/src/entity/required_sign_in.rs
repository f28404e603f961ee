//! The sign-in that a domain asks of its people. A domain without a row asks for none.

use crate::StoreError;
use cardea_model::ids::DomainId;
use cardea_model::required::RequiredSignIn;
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// What one domain asks for.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "required_sign_ins")]
pub struct Model {
    /// The domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: i64,
    /// The provider's address.
    pub issuer: String,
    /// Its id in the settings when this was decided.
    pub provider: String,
    /// Of whom: `administrators` or `everyone`.
    pub asked_of: String,
}

/// What belongs to a row.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The domain.
    #[sea_orm(belongs_to = "super::domain::Entity", from = "Column::Domain", to = "super::domain::Column::Id")]
    Domain,
}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 3] = [Column::Issuer, Column::Provider, Column::AskedOf];

pub(crate) fn row(domain: DomainId, required: &RequiredSignIn) -> ActiveModel {
    ActiveModel {
        domain: Set(super::column(domain.0)),
        issuer: Set(required.issuer.clone()),
        provider: Set(required.provider.clone()),
        asked_of: Set(required.of.name().to_owned()),
    }
}

impl Model {
    /// The sign-in that is asked for.
    pub(crate) fn required(self) -> Result<RequiredSignIn, StoreError> {
        let Model { issuer, provider, asked_of, .. } = self;
        of_columns(issuer, provider, &asked_of)
    }
}

/// The sign-in of these columns.
pub(crate) fn of_columns(issuer: String, provider: String, asked_of: &str) -> Result<RequiredSignIn, StoreError> {
    let of = asked_of.parse().map_err(|_| super::unreadable("who is asked for a sign-in", asked_of))?;
    Ok(RequiredSignIn { issuer, provider, of })
}
