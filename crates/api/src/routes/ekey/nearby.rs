//! /ekey/v3/nodes and /ekey/v3/advertisements: what is near a phone.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys::{broadcast_key, openable_locks};
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{AdvertisementEntry, NodeEntry};
use crate::wire::page::{PERPAGE, Paging};
use axum::extract::State;
use cardea_gateway_protocol::advertisement::{SPAN, token};
use cardea_model::{FieldCode, Time};

/// The bridges of the domain, by which locks are reached.
///
/// Guests find those of their locks.
#[utoipa::path(get, path = "/ekey/v3/nodes", tag = "ekey_v3", params(Paging))]
pub async fn list_v3_nodes(caller: Caller, Query(paging): Query<Paging>) -> Result<Page<NodeEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let bridges: Vec<_> = scope.devices(0).1.filter(|device| device.is_bridge()).collect();
    Ok(window.of(bridges.into_iter().map(|bridge| NodeEntry::of(bridge))))
}

/// What locks say over the radio now.
///
/// Those that the caller may have keys to. A phone that hears one of these is near that lock. They change every quarter of an hour (docs/gateway.md, Advertisements).
#[utoipa::path(get, path = "/ekey/v3/advertisements", tag = "ekey_v3", params(Paging))]
pub async fn list_v3_advertisements(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<AdvertisementEntry<'static>>, ApiError> {
    let (window, now) = (paging.window(PERPAGE)?, app.store().now());
    let openable = openable_locks(&caller.facts, &caller.user, now);
    let page = openable.iter().skip(window.skip()).take(window.take());
    let valid_to = Time::from_seconds((now.seconds().div_euclid(SPAN) + 1) * SPAN);
    let advertised = |serial| hex(token(&broadcast_key(app.secret(), serial), now));
    let entries = page.map(|openable| {
        AdvertisementEntry::of(advertised(openable.serial), openable.serial, &openable.lock.name, valid_to)
    });
    Ok(window.answer(openable.len(), entries))
}

/// Which lock a phone hears.
///
/// One of those that the caller may have keys to, by what it says now, or said or will say a quarter of an hour before or after.
#[utoipa::path(
    post,
    path = "/ekey/v3/advertisements/{token}",
    tag = "ekey_v3",
    params(("token" = String, Path, pattern = "^[0-9a-f]{16}$", description = "What was heard: 8 bytes in lower-case hex."))
)]
pub async fn resolve_v3_advertisement(
    State(app): State<App>,
    caller: Caller,
    Path(advertised): Path<String>,
) -> Result<Entry<AdvertisementEntry<'static>>, ApiError> {
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if advertised.len() != 16 || !advertised.bytes().all(is_hex) {
        return Err(ApiError::field("token", FieldCode::Invalid, "8 bytes in lower-case hex"));
    }
    let now = app.store().now();
    for openable in openable_locks(&caller.facts, &caller.user, now) {
        let key = broadcast_key(app.secret(), openable.serial);
        for at in [0, -SPAN, SPAN].map(|away| now.plus_seconds(away)) {
            if hex(token(&key, at)) == advertised {
                let valid_to = Time::from_seconds((at.seconds().div_euclid(SPAN) + 1) * SPAN);
                return Ok(Entry::of(AdvertisementEntry::of(
                    advertised,
                    openable.serial,
                    &openable.lock.name,
                    valid_to,
                )));
            }
        }
    }
    Err(ApiError::not_found(advertised))
}

fn hex(bytes: [u8; 8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
