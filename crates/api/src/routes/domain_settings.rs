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
use cardea_model::act::domains::{self, ChosenProvider, RequiredChange};
use cardea_model::required::RequiredOf;
use cardea_model::{Facts, Zone};
use cardea_store::Drafts;
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
    fn of(app: &App, facts: &Facts, settings: DomainSettings, zone: Option<&Zone>) -> Self {
        let DomainSettings { letters_access_given, letters_access_ending } = settings;
        let timezone = zone.map(|zone| zone.name().to_owned());
        let required = facts.required_sign_in();
        let (provider, of) =
            required.map(|required| (AskedProvider::of(app.identity(), required), required.of)).unzip();
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
    /// What is decided anew of the sign-in that is asked for.
    fn required(&self, app: &App) -> RequiredChange {
        let chosen = |id: &String| ChosenProvider {
            id: id.clone(),
            issuer: app.identity().provider(id).map(|known| known.client.issuer().to_owned()),
        };
        RequiredChange {
            provider: self.required_provider.0.as_ref().map(|id| id.as_ref().map(chosen)),
            of: self.required_of.0.map(|Wire(of)| of),
        }
    }

    /// Which letters are sent from now on.
    fn letters(&self, before: DomainSettings) -> DomainSettings {
        DomainSettings {
            letters_access_given: self.letters_access_given.unwrap_or(before.letters_access_given),
            letters_access_ending: self.letters_access_ending.unwrap_or(before.letters_access_ending),
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
    Ok(Entry::of(DomainSettingsEntry::of(&app, &caller.facts, settings, zone.as_ref())))
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
    let required = update.required(&app);
    let timezone = update.timezone.0.as_ref().map(|name| zone(name.as_deref())).transpose()?;
    let (by, issuer) = (caller.user.id, caller.token.issuer.clone());
    let decide = move |drafts: &mut Drafts, _| {
        drafts.act(|facts| domains::require_sign_in(facts, by, issuer.as_deref(), required))?;
        Ok(drafts.along(move |tx, _| {
            Box::pin(async move {
                // Changes of a domain come one after the other, so nobody else decides meanwhile.
                let settings = update.letters(domain_settings::find(tx, domain).await?);
                domain_settings::put(tx, domain, settings).await?;
                let zone = match timezone {
                    Some(zone) => {
                        founding::put_default_zone(tx, domain, zone.as_ref()).await?;
                        zone
                    }
                    None => founding::default_zone(tx, domain).await?,
                };
                Ok((settings, zone))
            })
        }))
    };
    let decided = caller.change(&app, "update_domain_settings").decide(decide).await?;
    let (settings, zone) = decided.value.take()?;
    Ok(Entry::of(DomainSettingsEntry::of(&app, &decided.facts, settings, zone.as_ref())))
}
