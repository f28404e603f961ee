//! The phones of the caller.

use crate::wire::example::{self, Example};
use crate::wire::names::{PlatformName, ReleaseStateName};
use crate::wire::schema::{AnyObject, Instant, Wire};
use cardea_store::client_devices::{ClientDevice, Platform, ReleaseState};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A phone that an application of the caller runs on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClientDevice)]
pub struct ClientDeviceEntry<'a> {
    /// What it calls itself.
    #[schema(example = "3f1b7c90-52aa-4c1e-9a0e-5b8f6d2e7a41")]
    device_identification: &'a str,
    /// What it runs on.
    platform_name: PlatformName,
    /// The platform's version.
    platform_version: &'a str,
    /// The phone's model.
    platform_model: &'a str,
    /// Which application.
    application_identifier: &'a str,
    /// The application's version.
    application_version: &'a str,
    /// For whom the application was made.
    application_release_state: ReleaseStateName,
    /// What the application keeps here for itself, as it was sent.
    #[schema(required)]
    application_settings: Option<AnyObject>,
    /// Whether it wants messages.
    receive_push_notifications: bool,
    /// By what messages reach it; null: by nothing.
    #[schema(required)]
    push_notification_registration: Option<&'a str>,
    /// When it told of itself last.
    last_seen_at: Instant,
    /// Until when it is kept.
    expires_at: Instant,
}

impl<'a> ClientDeviceEntry<'a> {
    /// The entry of this phone.
    pub fn of(device: &'a ClientDevice) -> Self {
        ClientDeviceEntry {
            device_identification: &device.identification,
            platform_name: Wire(device.platform),
            platform_version: &device.platform_version,
            platform_model: &device.platform_model,
            application_identifier: &device.application_identifier,
            application_version: &device.application_version,
            application_release_state: Wire(device.release_state),
            application_settings: device.settings.as_deref().and_then(|json| serde_json::from_str(json).ok()),
            receive_push_notifications: device.receives,
            push_notification_registration: device.registration.as_deref(),
            last_seen_at: Wire(device.told),
            expires_at: Wire(device.expires),
        }
    }
}

/// The phone of the examples.
pub fn client_device() -> ClientDevice {
    ClientDevice {
        identification: "3f1b7c90-52aa-4c1e-9a0e-5b8f6d2e7a41".to_owned(),
        platform: Platform::Android,
        platform_version: "16".to_owned(),
        platform_model: "Pixel 9".to_owned(),
        application_identifier: "com.example.doors".to_owned(),
        application_version: "2.4.1".to_owned(),
        release_state: ReleaseState::Production,
        settings: Some(json!({ "sound": true }).to_string()),
        receives: true,
        registration: Some("cXv0l1Zt:APA91bH".to_owned()),
        told: example::now(),
        expires: example::now().plus_seconds(180 * 86_400),
    }
}

impl Example for ClientDeviceEntry<'_> {
    fn example() -> Value {
        json!(ClientDeviceEntry::of(&client_device()))
    }
}
