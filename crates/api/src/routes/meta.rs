//! /.meta/v1: what is the same in every domain, for anyone to read. Permissions and rights are the tables that keys and identities are
//! made of; time zones are those of the rules.

use crate::app::App;
use crate::error::ApiError;
use crate::keys::PermissionEntry;
use crate::unchanging::Unchanging;
use crate::wire::answer::Page;
use crate::wire::body::Query;
use crate::wire::entries::{DomainRightEntry, TimeZoneEntry};
use crate::wire::keep::{Keep, text, with_header};
use crate::wire::page::{PERPAGE, PERPAGE_MAX, Paging, Window};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use cardea_gateway_protocol::key::Permission;
use cardea_model::role::DomainRight;
use cardea_model::{Time, zone};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, response};

/// Which release of the time zone database an answer is made of.
pub const X_TZDATA_VERSION: HeaderName = HeaderName::from_static("x-tzdata-version");

/// How long what changes only with the program may be kept, in seconds.
pub const TABLE_SECONDS: i64 = 3_600;
/// The longest that time zones may be kept, in seconds: a new release may bring others.
const ZONES_SECONDS: i64 = 86_400;

/// What a key may let its holder do at a lock.
///
/// Keys name these in `metadata.permissions`.
#[utoipa::path(get, path = "/.meta/v1/afi/permissions", tag = "meta", params(Paging))]
pub async fn list_permissions(Query(paging): Query<Paging>) -> Result<Keep<Page<PermissionEntry>>, ApiError> {
    let entries = Permission::ALL.into_iter().map(PermissionEntry::of);
    let page: Page<PermissionEntry> = paging.window(PERPAGE)?.of(entries);
    Ok(Keep::of(page, TABLE_SECONDS))
}

/// What people may do in a domain by their role.
///
/// Identities name these in `domain_rights`.
#[utoipa::path(get, path = "/.meta/v1/domain/rights", tag = "meta", params(Paging))]
pub async fn list_domain_rights(Query(paging): Query<Paging>) -> Result<Keep<Page<DomainRightEntry>>, ApiError> {
    let entries = DomainRight::ALL.into_iter().map(DomainRightEntry::of);
    let page: Page<DomainRightEntry> = paging.window(PERPAGE)?.of(entries);
    Ok(Keep::of(page, TABLE_SECONDS))
}

/// The time zones to choose from, by name.
///
/// They are those of IANA's zone table, and UTC, and all fit on the first page, which has 1,000 entries where nothing else is said. Other
/// names of the time zone database are understood too where a zone is set. The answer may be kept until the offset of some zone changes.
#[utoipa::path(get, path = "/.meta/v1/timezones", tag = "meta", params(Paging))]
pub async fn list_time_zones(
    State(app): State<App>,
    headers: HeaderMap,
    Query(paging): Query<Paging>,
) -> Result<TimeZones, ApiError> {
    let window = paging.window(PERPAGE_MAX)?;
    let now = app.store().now();
    let clocks = clocks(now);
    let page = clocks.page(window, &headers);
    Ok(TimeZones(Keep::of(page, ZONES_SECONDS.min((clocks.until.0 - now.0).div_euclid(1_000)))))
}

/// Time zones, with the release that they are of.
pub struct TimeZones(Keep<Page<TimeZoneEntry<'static>>>);

impl IntoResponse for TimeZones {
    fn into_response(self) -> Response {
        ([(X_TZDATA_VERSION, HeaderValue::from_static(zone::release()))], self.0).into_response()
    }
}

impl IntoResponses for TimeZones {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        let release = format!("The release of the IANA time zone database that rules go by: {}.", zone::release());
        let responses = Keep::<Page<TimeZoneEntry<'static>>>::responses();
        with_header(responses, X_TZDATA_VERSION.as_str(), text(&release))
    }
}

/// What the clocks of all zones show as long as none of them changes.
struct Clocks {
    from: Time,
    until: Time,
    entries: Vec<TimeZoneEntry<'static>>,
    whole: Unchanging,
}

impl Clocks {
    fn at(now: Time) -> Clocks {
        let mut until = Time(i64::MAX);
        let mut names: Vec<&'static str> = zone::Place::all().iter().map(|place| place.zone).collect();
        names.push("UTC");
        let entry = |name| {
            let (offset, next) = zone::offset_of(name, now)?;
            until = until.min(next.unwrap_or(until));
            Some(TimeZoneEntry::of(name, offset))
        };
        let entries: Vec<_> = names.into_iter().filter_map(entry).collect();
        let whole = serde_json::to_vec(&entries).expect("entries are plain JSON");
        Clocks { from: now, until, entries, whole: Unchanging::new(Bytes::from(whole)) }
    }

    /// A page of them. The one that has all is kept as it is sent.
    fn page(&self, window: Window, request: &HeaderMap) -> Response {
        if window.page > 0 || window.take() < self.entries.len() {
            let page: Page<TimeZoneEntry<'_>> = window.of(self.entries.iter().cloned());
            return page.into_response();
        }
        let mut response = self.whole.answer(request);
        let headers = response.headers_mut();
        headers.extend(window.headers(self.entries.len() as u64));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

/// The clocks of this instant: those made last, unless one has changed since.
fn clocks(now: Time) -> Arc<Clocks> {
    static LAST: RwLock<Option<Arc<Clocks>>> = RwLock::new(None);
    let last = LAST.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(last) = last.filter(|last| (last.from..last.until).contains(&now)) {
        return last;
    }
    let made = Arc::new(Clocks::at(now));
    *LAST.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&made));
    made
}
