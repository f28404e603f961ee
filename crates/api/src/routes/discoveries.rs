//! /ekey/v3/discoveries: devices that phones and bridges hear nearby, to be brought in.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::scope::Scope;
use crate::wire::answer::{Nothing, Page};
use crate::wire::body::{Body, Query};
use crate::wire::entries::DiscoveryEntry;
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{SerialText, Wire};
use axum::extract::State;
use cardea_model::act::devices::is_new;
use cardea_model::visible::Visible;
use cardea_model::{Facts, FieldCode, Refusal, names};
use cardea_store::Drafts;
use cardea_store::discoveries::{self, By, Discovered, MOST};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The devices that were heard nearby, and that the domain does not have.
///
/// What its phones and bridges heard within 24 hours, the last first. Whether another domain has one of them is not told. This list is an
/// addition of this server.
#[utoipa::path(get, path = "/ekey/v3/discoveries", tag = "devices", params(Paging))]
pub async fn list_discoveries(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<DiscoveryEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    // All that is nearby, but of people those alone whom they see.
    let scope = Scope::with(&caller.facts, Visible::of(&caller.facts, &caller.user));
    let found = app.devices().discoveries(&caller.facts).await?;
    Ok(window.of(found.iter().map(|found| DiscoveryEntry::of(&scope, found))))
}

/// What a phone heard near it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Discoveries {
    /// The devices, 200 at most. Of one that stands there twice the last counts.
    #[schema(max_items = 200)]
    devices: Vec<DiscoveredDevice>,
}

/// A device as a phone heard it.
#[derive(Debug, Deserialize, ToSchema)]
struct DiscoveredDevice {
    /// Its serial number.
    serial_number: Required<SerialText>,
    /// What it calls itself, at most 255 characters.
    #[serde(default)]
    display_name: Optional<String>,
    /// Whether it says that it is in use already.
    #[serde(default)]
    enrolled: Option<bool>,
    /// What it is.
    #[serde(default)]
    product: Option<DiscoveredProduct>,
}

/// What a device is, as a phone heard it.
#[derive(Debug, Default, Deserialize, ToSchema)]
struct DiscoveredProduct {
    /// Its firmware, at most 255 characters.
    #[serde(default)]
    firmware: Optional<String>,
    /// The version of the product, at most 255 characters.
    #[serde(default)]
    version: Optional<String>,
}

impl Example for Discoveries {
    fn example() -> Value {
        let serial = example::lock().serial().map(Wire);
        let product = json!({ "firmware": "1.8.0", "version": "3" });
        let device = json!({ "serial_number": serial, "display_name": "Lock", "enrolled": false, "product": product });
        json!({ "devices": [device] })
    }
}

impl Discoveries {
    /// What was heard. A device of the domain is one, whatever its number.
    fn read(self, facts: &Facts) -> Result<Vec<Discovered>, Refusal> {
        if self.devices.len() > MOST {
            return Err(Refusal::field("devices", FieldCode::TooMany, format!("at most {MOST} devices")));
        }
        self.devices.into_iter().map(|device| device.read(facts)).collect()
    }
}

impl DiscoveredDevice {
    fn read(self, facts: &Facts) -> Result<Discovered, Refusal> {
        let serial = self.serial_number.0.0;
        if !serial.is_of_a_device() && facts.by_serial(serial).is_none() {
            let message = format!("{serial} is no device's: a serial number is not zero, and its first byte is even");
            return Err(Refusal::field("serial_number", FieldCode::Invalid, message));
        }
        let text = |field, told: Optional<String>| names::text(field, &told.0.unwrap_or_default());
        let product = self.product.unwrap_or_default();
        Ok(Discovered {
            serial,
            display_name: text("display_name", self.display_name)?,
            device_type: String::new(),
            firmware: text("firmware", product.firmware)?,
            version: text("version", product.version)?,
            enrolled: self.enrolled,
        })
    }
}

/// Tells what a phone hears near it.
///
/// Those that the domain does not have can be brought in from then on for 24 hours without typing their serial number. A domain keeps the
/// 200 that were heard last. What is absent, null or empty of a device stays as it was told before.
#[utoipa::path(
    post,
    path = "/ekey/v3/discoveries",
    tag = "devices",
    request_body = Body<Discoveries>
)]
pub async fn create_discoveries(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<Discoveries>,
) -> Result<Nothing, ApiError> {
    let mut found = body.read(&caller.facts)?;
    let (domain, by) = (caller.domain(), By::User(caller.user.id));
    let create = move |drafts: &mut Drafts, _| {
        let facts = drafts.facts().ok_or_else(|| Refusal::not_found(domain))?;
        found.retain(|device| is_new(facts, device.serial));
        if !found.is_empty() {
            drafts
                .along(move |tx, now| Box::pin(async move { Ok(discoveries::put(tx, domain, by, found, now).await?) }));
        }
        Ok(())
    };
    caller.change(&app, "create_discoveries").answer(create, |_, (), _| Some(Nothing)).await
}
