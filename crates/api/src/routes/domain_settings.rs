//! /domain/v1/settings: what administrators decide about their domain.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::zone;
use crate::wire::example::Example;
use crate::wire::field::Clearable;
use axum::extract::State;
use cardea_model::Zone;
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
}

impl DomainSettingsEntry {
    fn of(settings: DomainSettings, zone: Option<&Zone>) -> Self {
        let DomainSettings { letters_access_given, letters_access_ending } = settings;
        let timezone = zone.map(|zone| zone.name().to_owned());
        DomainSettingsEntry { letters_access_given, letters_access_ending, timezone }
    }
}

impl Example for DomainSettingsEntry {
    fn example() -> Value {
        json!(DomainSettingsEntry {
            letters_access_given: true,
            letters_access_ending: true,
            timezone: Some("Europe/Copenhagen".into()),
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
}

impl Example for DomainSettingsUpdate {
    fn example() -> Value {
        json!({ "letters_access_given": true, "letters_access_ending": true, "timezone": "Europe/Copenhagen" })
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
    Ok(Entry::of(DomainSettingsEntry::of(settings, zone.as_ref())))
}

/// Decides it anew.
///
/// Letters go to people whose username is an e-mail address, in their language, and not to administrators that they got access. None are sent
/// unless that is decided.
#[utoipa::path(patch, path = "/domain/v1/settings", tag = "domain", request_body = Body<DomainSettingsUpdate>)]
pub async fn update_domain_settings(
    State(app): State<App>,
    caller: Caller,
    Body(update): Body<DomainSettingsUpdate>,
) -> Result<Entry<DomainSettingsEntry>, ApiError> {
    let domain = caller.domain();
    let timezone = update.timezone.0.map(|name| zone(name.as_deref())).transpose()?;
    let decided = caller.change(&app, "update_domain_settings").decide(move |drafts, _| {
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
