//! /devices/v1/{serial}/paired_devices: which bridge, keypad or module works together with which lock.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::{Body, Path};
use crate::wire::entries::{DeviceRef, PairedDevice};
use crate::wire::example::{self, Example};
use crate::wire::field::Required;
use crate::wire::schema::{SerialText, Wire};
use axum::extract::State;
use cardea_devices::{Ending, Patience};
use cardea_model::Facts;
use cardea_model::act::pairings;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::rows::Pairing;
use cardea_store::Drafts;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What a device is to work together with.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewPairing {
    /// Of a lock its bridge, keypad or module; of one of these the lock.
    serial_number: Required<SerialText>,
}

impl Example for NewPairing {
    fn example() -> Value {
        json!({ "serial_number": Wire(example::bridge().serial) })
    }
}

/// Pairs a lock with a bridge, keypad or module.
///
/// Either may stand in the path and the other in the body. A lock has one bridge at most, and a bridge 64 locks. Being paired already is fine.
#[utoipa::path(
    post,
    path = "/devices/v1/{serial}/paired_devices",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    request_body = Body<NewPairing>,
    responses(
        (status = 409, description = "`conflict`: the lock has another bridge."),
    )
)]
pub async fn pair_device(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Body(body): Body<NewPairing>,
) -> Result<Entry<PairedDevice<'static>>, ApiError> {
    let other = body.serial_number.0.0;
    let pair = move |drafts: &mut Drafts, _| drafts.act(|facts| pairings::pair(facts, serial, other));
    let (devices, domain) = (app.devices().clone(), caller.domain());
    let (changed, tell) = tokio::sync::oneshot::channel();
    let entry = move |facts: &Facts, pairing: Pairing, _| {
        // The receiver is gone where the request was cancelled.
        _ = changed.send(pairing.lock);
        let device = match facts.by_serial(other)? {
            SerialOwner::Lock(lock) => DeviceRef::of_lock(facts.lock(lock)?)?,
            SerialOwner::Device(device) => DeviceRef::of(facts.device(device)?),
        };
        Some(Entry::of(PairedDevice::with(device)))
    };
    let paired = caller.change(&app, "pair_device").answer(pair, entry).await?;
    if let Ok(lock) = tell.await {
        devices.pairing_changed(domain, lock);
    }
    Ok(paired)
}

/// Ends a pairing.
///
/// What a bridge is doing at the lock ends first: the answer waits for it, 32 seconds at most. What waits for its turn there has failed.
#[utoipa::path(
    delete,
    path = "/devices/v1/{serial}/paired_devices/{paired}",
    tag = "devices",
    params(("serial" = SerialText, Path), ("paired" = SerialText, Path))
)]
pub async fn unpair_device(
    State(app): State<App>,
    caller: Caller,
    Path((serial, other)): Path<(Serial, Serial)>,
) -> Result<Nothing, ApiError> {
    let by = caller.user.id;
    let unpair = |patience: Patience| {
        let unpair = move |drafts: &mut Drafts, _| {
            let pairing = drafts.act(|facts| pairings::unpair(facts, serial, other, by))?;
            let ending = Ending { bridge: pairing.device, lock: Some(pairing.lock) };
            drafts.along(move |tx, _| Box::pin(async move { patience.end(tx, vec![ending]).await }));
            Ok(pairing)
        };
        caller.change(&app, "unpair_device").decide(unpair)
    };
    let unpaired = app.devices().when_idle(unpair).await?;
    app.devices().pairing_changed(caller.domain(), unpaired.value.lock);
    Ok(Nothing)
}
