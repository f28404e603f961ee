//! /domain/v1/settings: what administrators decide about their domain.

use crate::app::App;
use crate::asked::AskedProvider;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::zone;
use crate::wire::example::Example;
use crate::wire::field::{Clearable, Optional};
use crate::wire::names::AskedOfName;
use crate::wire::schema::Wire;
use axum::extract::State;
use cardea_model::act::domains;
use cardea_model::required::{RequiredOf, RequiredSignIn};
use cardea_model::{Facts, FieldCode, Refusal, Zone};
use cardea_store::domain_settings::{self, DomainSettings};
use cardea_store::founding;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What is decided about a domain.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DomainSettings)]
pub struct DomainSettingsEntry {
    /// Whether people are told by letter which doors they may open now.
    letters_access_given: bool,
    /// Whether they are told by letter, a day before, that their access ends.
    letters_access_ending: bool,
    /// The IANA time zone of new devices of which none is named; null: none.
    #[schema(required = true)]
    timezone: Option<String>,
    /// The provider that people sign in by before they get in, by its id in `/oauth2/providers`; null: they sign in as they like.
    #[schema(required = true, example = "company")]
    required_provider: Option<String>,
    /// Of whom that is asked; null where it is asked of nobody.
    #[schema(required = true)]
    required_of: Option<AskedOfName>,
}

impl DomainSettingsEntry {
    fn of(settings: DomainSettings, zone: Option<&Zone>, required: Option<(AskedProvider, RequiredOf)>) -> Self {
        let DomainSettings { letters_access_given, letters_access_ending } = settings;
        let timezone = zone.map(|zone| zone.name().to_owned());
        let (provider, of) = required.unzip();
        DomainSettingsEntry {
            letters_access_given,
            letters_access_ending,
            timezone,
            required_provider: provider.map(AskedProvider::into_id),
            required_of: of.map(Wire),
        }
    }
}

impl Example for DomainSettingsEntry {
    fn example() -> Value {
        json!(DomainSettingsEntry {
            letters_access_given: true,
            letters_access_ending: true,
            timezone: Some("Europe/Copenhagen".into()),
            required_provider: Some("company".into()),
            required_of: Some(Wire(RequiredOf::Administrators)),
        })
    }
}

/// What is decided anew. What is absent or null stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DomainSettingsUpdate {
    /// Whether people are told by letter which doors they may open now.
    letters_access_given: Option<bool>,
    /// Whether they are told by letter, a day before, that their access ends.
    letters_access_ending: Option<bool>,
    /// The IANA time zone of new devices of which none is named. Here null is none.
    #[serde(default)]
    timezone: Clearable<String>,
    /// The provider that people sign in by before they get in, by its id in `/oauth2/providers`. Here null is none.
    #[serde(default)]
    required_provider: Clearable<String>,
    /// Of whom that is asked: of everybody unless this is said or was.
    #[serde(default)]
    required_of: Optional<AskedOfName>,
}

impl DomainSettingsUpdate {
    /// The sign-in that is to be asked for from now on, where anything is said of it.
    fn required(&self, app: &App, facts: &Facts) -> Result<Option<RequiredChange>, Refusal> {
        let asked_of = self.required_of.0.map(|Wire(of)| of);
        let before = facts.required_sign_in();
        let address = match &self.required_provider.0 {
            None => None,
            Some(None) => Some(None),
            Some(Some(id)) => {
                let known = app.identity().provider(id).map(|known| known.client.issuer().to_owned());
                // What the settings name no more can stay, and nobody can choose it.
                let stays = || before.filter(|before| before.provider == *id).map(|before| before.issuer.clone());
                let unknown =
                    || Refusal::field("required_provider", FieldCode::Unknown, format!("there is no provider {id}"));
                Some(Some((known.or_else(stays).ok_or_else(unknown)?, id.clone())))
            }
        };
        let said = address.is_some() || asked_of.is_some();
        Ok(said.then_some(RequiredChange { address, of: asked_of }))
    }
}

/// What is decided anew of the sign-in that a domain asks for.
struct RequiredChange {
    /// The provider's address and id; `None`: it stays; none: nothing is asked for.
    address: Option<Option<(String, String)>>,
    /// Of whom; `None`: it stays.
    of: Option<RequiredOf>,
}

impl RequiredChange {
    /// What this makes of what is asked for.
    fn of(self, before: Option<&RequiredSignIn>) -> Result<Option<RequiredSignIn>, Refusal> {
        let address =
            self.address.unwrap_or_else(|| before.map(|before| (before.issuer.clone(), before.provider.clone())));
        let of = self.of.or(before.map(|before| before.of));
        match address {
            Some((issuer, provider)) => {
                Ok(Some(RequiredSignIn { issuer, provider, of: of.unwrap_or(RequiredOf::Everyone) }))
            }
            None if self.of.is_some() => {
                Err(Refusal::field("required_of", FieldCode::Invalid, "no sign-in is asked for: name the provider"))
            }
            None => Ok(None),
        }
    }
}

impl Example for DomainSettingsUpdate {
    fn example() -> Value {
        json!({
            "letters_access_given": true,
            "letters_access_ending": true,
            "timezone": "Europe/Copenhagen",
            "required_provider": "company",
            "required_of": "administrators",
        })
    }
}

/// What is decided about the domain.
#[utoipa::path(get, path = "/domain/v1/settings", tag = "domain")]
pub async fn get_domain_settings(
    State(app): State<App>,
    caller: Caller,
) -> Result<Entry<DomainSettingsEntry>, ApiError> {
    let settings = app.store().domain_settings(caller.domain()).await?;
    let zone = app.store().default_zone(caller.domain()).await?;
    let facts = app.store().facts(caller.domain()).await?;
    let required = facts.required_sign_in().map(|required| (AskedProvider::of(app.identity(), required), required.of));
    Ok(Entry::of(DomainSettingsEntry::of(settings, zone.as_ref(), required)))
}

/// Decides it anew.
///
/// Letters go to people whose username is an e-mail address, in their language, and not to administrators that they got access. None are sent
/// unless that is decided.
///
/// A provider that is required of people is asked of them at once and everywhere, of their keys and streams too: whoever signed in otherwise is
/// kept out of this domain. The owner never is, so nobody is for good. Whoever requires one is the owner, or signed in by it.
#[utoipa::path(
    patch,
    path = "/domain/v1/settings",
    tag = "domain",
    request_body = Body<DomainSettingsUpdate>,
    responses(
        (status = 409, description = "`conflict`: the caller requires a provider by which they did not sign in themself (`not_signed_in_by_it`), and they do not own the domain."),
    )
)]
pub async fn update_domain_settings(
    State(app): State<App>,
    caller: Caller,
    Body(update): Body<DomainSettingsUpdate>,
) -> Result<Entry<DomainSettingsEntry>, ApiError> {
    let domain = caller.domain();
    let required = update.required(&app, &caller.facts)?;
    let timezone = update.timezone.0.map(|name| zone(name.as_deref())).transpose()?;
    let (by, issuer) = (caller.user.id, caller.token.issuer.clone());
    let decided = caller.change(&app, "update_domain_settings").decide(move |drafts, _| {
        if let Some(required) = required {
            drafts.act(|facts| {
                let required = required.of(facts.required_sign_in().map(|before| &**before))?;
                domains::require_sign_in(facts, by, issuer.as_deref(), required)
            })?;
        }
        drafts.along(move |tx, _| {
            Box::pin(async move {
                // Changes of a domain come one after the other, so nobody else decides meanwhile.
                let before = domain_settings::find(tx, domain).await?;
                let given = update.letters_access_given.unwrap_or(before.letters_access_given);
                let ending = update.letters_access_ending.unwrap_or(before.letters_access_ending);
                let settings = DomainSettings { letters_access_given: given, letters_access_ending: ending };
                domain_settings::put(tx, domain, settings).await?;
                if let Some(zone) = timezone {
                    founding::put_default_zone(tx, domain, zone.as_ref()).await?;
                }
                Ok(())
            })
        });
        Ok(())
    });
    decided.await?;
    get_domain_settings(State(app), caller).await
}
