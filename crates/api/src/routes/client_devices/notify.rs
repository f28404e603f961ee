//! /user/v1/devices/{device_identification}/notify: a message to one of the caller's own phones.

use super::{TOO_OFTEN, identification};
use crate::app::App;
use crate::caller::Account;
use crate::error::ApiError;
use crate::wire::answer::Nothing;
use crate::wire::body::{Body, Path};
use crate::wire::example::Example;
use crate::wire::field::Optional;
use axum::extract::State;
use cardea_model::{FieldCode, names};
use cardea_outbound::push::{Addressed, Push};
use cardea_store::outbox::{self, Work};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The longest text, in characters.
const LONGEST: usize = 1_000;
/// The most that an application is told with a message, in bytes of names and values, and in entries.
const MOST_DATA: (usize, usize) = (2_048, 20);
/// What Firebase keeps for itself.
const RESERVED: [&str; 3] = ["from", "message_type", "collapse_key"];

/// A message to a phone: a title or a text at least.
#[derive(Deserialize, ToSchema)]
pub struct Notification {
    /// What stands above it.
    #[serde(default)]
    title: Optional<String>,
    /// What it says, 1,000 characters at most.
    #[serde(default)]
    message: Optional<String>,
    /// The same as `message`, as some clients name it.
    #[serde(default)]
    body: Optional<String>,
    /// What the application is told with it: 20 texts at most, 2 KiB in all.
    data: Option<BTreeMap<String, String>>,
}

impl Example for Notification {
    fn example() -> Value {
        json!({ "title": "Front door", "message": "Somebody rang.", "data": { "lock": "lock-fde72d8df2e0" } })
    }
}

impl Notification {
    fn push(self) -> Result<Push, ApiError> {
        let title = names::text("title", &self.title.0.unwrap_or_default())?;
        let body = self.message.0.or(self.body.0).unwrap_or_default().trim().to_owned();
        if body.chars().count() > LONGEST {
            return Err(ApiError::field("message", FieldCode::TooLong, format!("at most {LONGEST} characters")));
        }
        if body.chars().any(|c| c.is_control() && c != '\n') {
            let message = "no control characters but line ends";
            return Err(ApiError::field("message", FieldCode::ControlCharacter, message));
        }
        if title.is_empty() && body.is_empty() {
            return Err(ApiError::field("message", FieldCode::Required, "a title or a text at least"));
        }
        let data = self.data.unwrap_or_default();
        let size: usize = data.iter().map(|(name, value)| name.len() + value.len()).sum();
        if data.len() > MOST_DATA.1 || size > MOST_DATA.0 {
            let message = format!("at most {} texts, {} bytes in all", MOST_DATA.1, MOST_DATA.0);
            return Err(ApiError::field("data", FieldCode::TooLong, message));
        }
        let reserved = |name: &String| {
            let begins = ["google", "gcm"].iter().any(|begin| name.starts_with(begin));
            begins || name.is_empty() || RESERVED.contains(&name.as_str())
        };
        if let Some(name) = data.keys().find(|name| reserved(name)) {
            let message = format!("{name:?} is no name that an application may be told by");
            return Err(ApiError::field("data", FieldCode::Invalid, message));
        }
        Ok(Push { title, body, data })
    }
}

/// Sends a message to one of the caller's phones.
///
/// It is handed over as soon as that is possible, within an hour or not at all.
#[utoipa::path(
    post,
    path = "/user/v1/devices/{device_identification}/notify",
    tag = "user",
    params(("device_identification" = String, Path, description = "What the phone calls itself.")),
    request_body = Body<Notification>,
    responses(
        (status = 409, description = "`conflict`: the phone wants no messages, or nothing reaches it."),
        (status = 422, description = "`validation_failed`: `errors` names the fields. `no_sender`: this server sends no messages to phones."),
        (status = 429, description = TOO_OFTEN),
    )
)]
pub async fn notify_client_device(
    State(app): State<App>,
    account: Account,
    Path(named): Path<String>,
    Body(notification): Body<Notification>,
) -> Result<Nothing, ApiError> {
    let (owner, named, now) = (account.id, identification(&named)?, app.store().now());
    let push = notification.push()?;
    if !app.settings().sends_pushes {
        return Err(ApiError::no_sender());
    }
    let device = app.store().client_device(owner, &named).await?;
    let device = device.ok_or_else(|| ApiError::not_found("this device"))?;
    if !device.receives || device.registration.is_none() {
        return Err(ApiError::conflict("this device wants no messages, or nothing reaches it"));
    }
    app.notifications().take(&owner, now)?;
    let payload = Addressed { account: owner, device: named, push }.to_payload();
    let work = Work { kind: Addressed::KIND, payload, sealed: true, due: None };
    let sent = account.write(&app, move |tx, seal, now| {
        Box::pin(async move {
            outbox::add(tx, seal, work, now).await?;
            Ok(Nothing)
        })
    });
    sent.await
}
