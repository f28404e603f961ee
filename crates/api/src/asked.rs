//! The sign-in that a domain asks for, as it is told to somebody whom the domain keeps out because they signed in otherwise.

use cardea_identity::Identity;
use cardea_model::required::RequiredSignIn;
use cardea_store::Identity as Place;
use serde::Serialize;
use utoipa::ToSchema;

/// The provider by which somebody has to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AskedProvider)]
pub struct AskedProvider {
    /// Its id, as in `/oauth2/providers`. Where that has it no more, what it was called when the domain decided: nobody but the owner gets in then.
    #[schema(example = "company", pattern = "^[a-z0-9-]{1,32}$")]
    id: String,
    /// What people call it.
    #[schema(example = "Company")]
    name: String,
}

impl AskedProvider {
    /// That which the settings have now.
    pub fn of(identity: &Identity, required: &RequiredSignIn) -> Self {
        let known = identity.provider_at(&required.issuer);
        known.map_or_else(
            || AskedProvider::as_decided(required),
            |provider| AskedProvider { id: provider.id.clone(), name: provider.name.clone() },
        )
    }

    /// The sign-in for want of which a domain keeps somebody out; `None` where they are let in.
    pub fn asked(identity: &Identity, place: &Place, issuer: Option<&str>) -> Option<Self> {
        let required = place.required.as_ref().filter(|required| issuer != Some(&*required.issuer))?;
        Some(AskedProvider::of(identity, required))
    }

    /// That which the domain decided on, whatever the settings say by now.
    pub fn as_decided(required: &RequiredSignIn) -> Self {
        let id = required.provider.clone();
        AskedProvider { name: id.clone(), id }
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its id.
    pub fn into_id(self) -> String {
        self.id
    }
}
