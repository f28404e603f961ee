//! /user/v1/devices: the phones of the caller, on which applications run and to which messages go.

pub mod notify;

use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::ClientDeviceEntry;
use crate::wire::example::Example;
use crate::wire::field::{Optional, Required};
use crate::wire::names::{PlatformName, ReleaseStateName};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::AnyObject;
use crate::wire::span::Moment;
use axum::extract::State;
use cardea_model::{FieldCode, Refusal, Time, names};
use cardea_store::client_devices::{self, ClientDevice, ReleaseState};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// For how long a phone is kept that does not say, and for how long at most, in seconds: half a year, and a year.
const KEPT: (i64, i64) = (180 * 86_400, 366 * 86_400);
/// The longest registration, in bytes.
const LONGEST_REGISTRATION: usize = 4_096;
/// The most that an application keeps here for itself, in bytes of JSON.
const LARGEST_SETTINGS: usize = 4_096;

/// Bodies in which a phone tells all of itself: how each says what it calls itself, and the fields that both have.
macro_rules! bodies {
    ($($(#[$doc:meta])* $body:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        #[derive(Deserialize, ToSchema)]
        $(#[$doc])*
        pub struct $body {
            $($(#[$field_doc])* $field: $type,)*
            /// What it runs on.
            platform_name: Required<PlatformName>,
            /// The platform's version.
            #[serde(default)]
            platform_version: Optional<String>,
            /// The phone's model.
            #[serde(default)]
            platform_model: Optional<String>,
            /// Which application.
            #[serde(default)]
            application_identifier: Optional<String>,
            /// The application's version.
            #[serde(default)]
            application_version: Optional<String>,
            /// For whom the application was made: `production` when absent.
            #[serde(default)]
            application_release_state: Optional<ReleaseStateName>,
            /// What the application keeps here for itself: an object of at most 4 KiB of JSON, which nobody else reads.
            application_settings: Option<AnyObject>,
            /// Whether it wants messages. Absent: where it has a registration.
            receive_push_notifications: Option<bool>,
            /// By what messages reach it: its registration token of Firebase Cloud Messaging.
            #[serde(default)]
            push_notification_registration: Optional<String>,
            /// Until when it is kept, unless it tells of itself again: a year from now at most. Absent: half a year.
            expires_at: Option<Moment>,
        }

        impl $body {
            /// The phone that this tells of, which calls itself so.
            fn device(self, identification: String, now: Time) -> Result<ClientDevice, ApiError> {
                let text = |field, text: Optional<String>| names::text(field, &text.0.unwrap_or_default());
                let settings = self.application_settings.map(|AnyObject(settings)| Value::Object(settings).to_string());
                if settings.as_ref().is_some_and(|settings| settings.len() > LARGEST_SETTINGS) {
                    let message = format!("at most {LARGEST_SETTINGS} bytes of JSON");
                    return Err(ApiError::field("application_settings", FieldCode::TooLong, message));
                }
                let expires = match self.expires_at.map(Moment::time) {
                    None => now.plus_seconds(KEPT.0),
                    Some(until) if until <= now => {
                        return Err(ApiError::field("expires_at", FieldCode::OutOfRange, "this time is over"));
                    }
                    Some(until) => until.min(now.plus_seconds(KEPT.1)),
                };
                let registration = registration(self.push_notification_registration.0)?;
                Ok(ClientDevice {
                    identification,
                    platform: self.platform_name.0.0,
                    platform_version: text("platform_version", self.platform_version)?,
                    platform_model: text("platform_model", self.platform_model)?,
                    application_identifier: text("application_identifier", self.application_identifier)?,
                    application_version: text("application_version", self.application_version)?,
                    release_state: self.application_release_state.0.map_or(ReleaseState::Production, |state| state.0),
                    settings,
                    receives: self.receive_push_notifications.unwrap_or(registration.is_some()),
                    registration,
                    told: now,
                    expires,
                })
            }
        }
    )*};
}

bodies! {
    /// What a phone tells of itself. Whatever it told before is forgotten.
    NewClientDevice {
        /// What it calls itself, 1 to 255 characters.
        device_identification: Required<String>,
    }
    /// What a phone tells of itself that the path names. Whatever it told before is forgotten.
    NamedClientDevice {}
}

impl Example for NewClientDevice {
    fn example() -> Value {
        let mut told = ClientDeviceEntry::example();
        if let Value::Object(fields) = &mut told {
            fields.retain(|field, _| field != "expires_at" && field != "last_seen_at");
        }
        told
    }
}

impl Example for NamedClientDevice {
    fn example() -> Value {
        let mut told = NewClientDevice::example();
        if let Value::Object(fields) = &mut told {
            fields.retain(|field, _| field != "device_identification");
        }
        told
    }
}

/// What a phone calls itself.
fn identification(text: &str) -> Result<String, Refusal> {
    names::name("device_identification", text)
}

/// By what messages reach a phone; it is sent to others as it is, so it has nothing that is not seen.
fn registration(told: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(told) = told.filter(|told| !told.is_empty()) else { return Ok(None) };
    let refused = |detail, message: String| Err(ApiError::field("push_notification_registration", detail, message));
    if told.len() > LONGEST_REGISTRATION {
        return refused(FieldCode::TooLong, format!("at most {LONGEST_REGISTRATION} characters"));
    }
    if !told.bytes().all(|byte| byte.is_ascii_graphic()) {
        return refused(FieldCode::Invalid, "a registration has ASCII characters that can be seen".to_owned());
    }
    Ok(Some(told))
}

/// The caller's phones, in the order of what they call themselves.
#[utoipa::path(get, path = "/user/v1/devices", tag = "user", params(Paging))]
pub async fn list_client_devices(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Page<ClientDeviceEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let (skip, take) = (window.skip() as u64, window.take() as u64);
    let (total, page) = app.store().client_devices(account.id, skip, take).await?;
    Ok(window.answer(total as usize, page.iter().map(ClientDeviceEntry::of)))
}

/// One of the caller's phones.
#[utoipa::path(
    get,
    path = "/user/v1/devices/{device_identification}",
    tag = "user",
    params(("device_identification" = String, Path, description = "What it calls itself."))
)]
pub async fn get_client_device(
    State(app): State<App>,
    account: Account,
    Path(named): Path<String>,
) -> Result<Entry<ClientDeviceEntry<'static>>, ApiError> {
    let device = app.store().client_device(account.id, &identification(&named)?).await?;
    let device = device.ok_or_else(|| ApiError::not_found("this device"))?;
    Ok(Entry::of(ClientDeviceEntry::of(&device)))
}

const TOO_OFTEN: &str =
    "`too_many_attempts`: the account has done this as often as it may for now; Retry-After says when.";

/// Tells of a phone of the caller.
///
/// It takes the place of what that told before. An account has 20 at most: the one that has told nothing for longest gives way.
#[utoipa::path(
    post,
    path = "/user/v1/devices",
    tag = "user",
    request_body = Body<NewClientDevice>,
    responses((status = 429, description = TOO_OFTEN))
)]
pub async fn create_client_device(
    State(app): State<App>,
    account: Account,
    Body(told): Body<NewClientDevice>,
) -> Result<Entry<ClientDeviceEntry<'static>>, ApiError> {
    let named = identification(&told.device_identification.0)?;
    let device = told.device(named, app.store().now())?;
    put(&app, account, device).await
}

/// Tells of a phone of the caller, which the path names.
///
/// It takes the place of what that told before. An account has 20 at most: the one that has told nothing for longest gives way.
#[utoipa::path(
    post,
    path = "/user/v1/devices/{device_identification}",
    tag = "user",
    params(("device_identification" = String, Path, description = "What it calls itself.")),
    request_body = Body<NamedClientDevice>,
    responses((status = 429, description = TOO_OFTEN))
)]
pub async fn put_client_device(
    State(app): State<App>,
    account: Account,
    Path(named): Path<String>,
    Body(told): Body<NamedClientDevice>,
) -> Result<Entry<ClientDeviceEntry<'static>>, ApiError> {
    let device = told.device(identification(&named)?, app.store().now())?;
    put(&app, account, device).await
}

async fn put(app: &App, account: Account, device: ClientDevice) -> Result<Entry<ClientDeviceEntry<'static>>, ApiError> {
    let owner = account.id;
    app.registrations().take(&owner, app.store().now())?;
    let put = account.write(app, move |tx, seal, _| {
        Box::pin(async move {
            client_devices::put(tx, seal, owner, &device).await?;
            Ok(Entry::of(ClientDeviceEntry::of(&device)))
        })
    });
    put.await
}

/// Takes a phone of the caller away: no message goes to it any more.
#[utoipa::path(
    delete,
    path = "/user/v1/devices/{device_identification}",
    tag = "user",
    params(("device_identification" = String, Path, description = "What it calls itself."))
)]
pub async fn remove_client_device(
    State(app): State<App>,
    account: Account,
    Path(named): Path<String>,
) -> Result<Nothing, ApiError> {
    let (owner, named) = (account.id, identification(&named)?);
    let removed = account.write(&app, move |tx, _, now| {
        Box::pin(async move {
            match client_devices::remove(tx, owner, &named, now).await? {
                true => Ok(Nothing),
                false => Err(Refusal::not_found("this device").into()),
            }
        })
    });
    removed.await
}

/// Takes all phones of the caller away.
#[utoipa::path(delete, path = "/user/v1/devices", tag = "user")]
pub async fn remove_client_devices(State(app): State<App>, account: Account) -> Result<Nothing, ApiError> {
    let owner = account.id;
    let removed = account.write(&app, move |tx, _, _| {
        Box::pin(async move {
            client_devices::remove_all(tx, owner).await?;
            Ok(Nothing)
        })
    });
    removed.await
}
