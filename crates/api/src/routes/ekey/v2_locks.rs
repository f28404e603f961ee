//! /ekey/v2/locks: locks by serial number, and older ones by MAC address.

use super::named;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::routes::bringing_in;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{EarlierLockEntry, zone};
use crate::wire::example::Example;
use crate::wire::field::{Optional, Required};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::act::locks::{self, LockChange};
use cardea_model::facts::SerialOwner;
use cardea_model::ids::{LockId, Serial};
use cardea_model::rows::{Lock, LockType};
use cardea_model::{Facts, Time, names};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// An older lock to be brought in.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewEarlierLock)]
pub struct EarlierLockToAdd {
    /// Its name, 1 to 255 characters.
    name: Required<String>,
    /// Where it is.
    #[serde(default)]
    address: Optional<String>,
    /// Firmware of its controller.
    #[serde(default)]
    firmware: Optional<String>,
    /// Firmware of its radio.
    #[serde(default)]
    rf: Optional<String>,
    /// The zone of its clock, by its name in the IANA time zone database (`Europe/Copenhagen`).
    #[serde(default)]
    timezone: Optional<String>,
}

/// What changes of a lock. What is absent or null stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EarlierLockUpdate {
    /// Its name, 1 to 255 characters.
    #[serde(default)]
    name: Optional<String>,
    /// Where it is, or empty.
    #[serde(default)]
    address: Optional<String>,
    /// Firmware of its controller, of older locks.
    #[serde(default)]
    firmware: Optional<String>,
    /// Firmware of its radio, of older locks.
    #[serde(default)]
    rf: Optional<String>,
    /// The zone of its clock, by its name in the IANA time zone database (`Europe/Copenhagen`).
    #[serde(default)]
    timezone: Optional<String>,
}

impl Example for EarlierLockToAdd {
    fn example() -> Value {
        json!({ "name": "Shed", "firmware": "2.4.1", "rf": "1.9.0", "timezone": "Europe/Copenhagen" })
    }
}

impl Example for EarlierLockUpdate {
    fn example() -> Value {
        json!({ "name": "Shed", "address": "Havnegade 1, 8000 Aarhus" })
    }
}

/// The locks of the domain, of both kinds.
///
/// As `list_locks`.
#[utoipa::path(get, path = "/ekey/v2/locks", tag = "ekey_v2", params(Paging))]
pub async fn list_v2_locks(
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<EarlierLockEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, locks) = scope.locks(window.skip());
    Ok(window.answer(total, locks.take(window.take()).map(|lock| EarlierLockEntry::of(lock))))
}

/// One lock.
#[utoipa::path(
    get,
    path = "/ekey/v2/locks/{serial}",
    tag = "ekey_v2",
    params(("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address."))
)]
pub async fn get_v2_lock(
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<EarlierLockEntry<'static>>, ApiError> {
    Ok(Entry::of(EarlierLockEntry::of(named::lock(&caller.scope(), serial)?)))
}

/// Brings an older lock (type `mwm`) into the domain, by its MAC address.
///
/// The owner gets permanent access to it as an administrator, and an installer who brings it in as an installer. Locks with a serial number
/// are brought in by `put_device`.
#[utoipa::path(
    post,
    path = "/ekey/v2/locks/{serial}",
    tag = "ekey_v2",
    params(("serial" = SerialText, Path, description = "The MAC address.")),
    request_body = Body<EarlierLockToAdd>,
    responses(
        (status = 409, description = "`conflict`: the domain has a lock or device of this number."),
        (status = 429, description = "`too_many_attempts`: the domain has brought locks in as often as it may for now; Retry-After says when."),
    )
)]
pub async fn create_v2_lock(
    State(app): State<App>,
    caller: Caller,
    Path(mac_address): Path<Serial>,
    Body(body): Body<EarlierLockToAdd>,
) -> Result<Entry<EarlierLockEntry<'static>>, ApiError> {
    let text = |field, text: Optional<String>| names::text(field, &text.0.unwrap_or_default());
    let lock_type = LockType::Mwm {
        mac_address,
        mcu_firmware: text("firmware", body.firmware)?,
        rf_firmware: text("rf", body.rf)?,
        design_id: 0,
    };
    let timezone = match zone(body.timezone.0.as_deref())? {
        None => app.store().default_zone(caller.domain()).await?,
        named => named,
    };
    let lock = Lock {
        id: LockId(fresh_id()),
        name: body.name.0,
        kind: lock_type.kind(),
        lock_type,
        address: text("address", body.address)?,
        timezone,
        end_to_end_mode: false,
        created: Time::default(),
    };
    app.claims().take(&caller.domain(), app.store().now())?;
    let (by, numbers) = (caller.user.id, [fresh_id(), fresh_id()]);
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| locks::add_lock(facts, Lock { created: now, ..lock }, by, numbers))
    };
    caller.change(&app, "create_v2_lock").answer(create, |facts, id, _| answer(facts, id).ok()).await
}

/// Changes a lock.
///
/// Another time zone moves the hours of everybody's access, so it takes an administrator.
#[utoipa::path(
    put,
    path = "/ekey/v2/locks/{serial}",
    tag = "ekey_v2",
    params(("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address.")),
    request_body = Body<EarlierLockUpdate>
)]
pub async fn update_v2_lock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Update(body, told): Update<EarlierLockUpdate>,
) -> Result<Entry<EarlierLockEntry<'static>>, ApiError> {
    let known = named::lock(&caller.scope(), serial)?;
    told.agrees(&EarlierLockEntry::of(known), &["name", "address", "firmware", "rf", "timezone"])?;
    let id = known.id;
    let change = LockChange {
        name: body.name.0,
        timezone: zone(body.timezone.0.as_deref())?,
        address: body.address.0,
        mcu_firmware: body.firmware.0,
        rf_firmware: body.rf.0,
    };
    let by = caller.user.id;
    let update = move |drafts: &mut Drafts, _| drafts.act(|facts| locks::update_lock(facts, id, change, by));
    let updated = caller.change(&app, "update_v2_lock").decide(update).await?;
    answer(&updated.facts, id)
}

/// Takes a lock out of the domain.
///
/// As `remove_device`.
#[utoipa::path(
    delete,
    path = "/ekey/v2/locks/{serial}",
    tag = "ekey_v2",
    params(("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address."))
)]
pub async fn remove_v2_lock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Nothing, ApiError> {
    let lock = named::lock(&caller.scope(), serial)?.id;
    bringing_in::remove(&app, &caller, "remove_v2_lock", SerialOwner::Lock(lock)).await
}

fn answer(facts: &Facts, id: LockId) -> Result<Entry<EarlierLockEntry<'static>>, ApiError> {
    Ok(Entry::of(EarlierLockEntry::of(facts.lock(id).ok_or_else(|| ApiError::not_found(id))?)))
}
