//! /domain/v1/audit: who changed what.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Page;
use crate::wire::body::Query;
use crate::wire::entries::{AuditEntry, FEW_DAYS};
use crate::wire::kept::KeptSince;
use crate::wire::names::ThingKindName;
use crate::wire::page::{PERPAGE_LOG, Paging};
use crate::wire::span::Between;
use axum::extract::State;
use cardea_model::FieldCode;
use cardea_model::facts::{Facts, SerialOwner};
use cardea_model::ids::{CalendarId, DayListId, GroupId, LinkId, LockId, Serial, UserId};
use cardea_store::audit::{By, Wanted};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which entries. Of several filters all must be met.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditFilter {
    /// Done by this person of the domain (a user's id), also one who has left, or by `server`.
    #[param(example = "user-0366ba845fb5")]
    actor: Option<String>,
    /// Done by this act.
    #[param(example = "create_link")]
    act: Option<String>,
    /// Changing something of this kind.
    kind: Option<ThingKindName>,
    /// Changing this: the id of a person, lock, group, calendar or link, or the serial number of a device of the domain. A lock is found with
    /// its pairings, a group with its memberships.
    #[param(example = "lock-fde72d8df2e0")]
    thing: Option<String>,
}

/// The longest act that is looked for, in bytes; all are shorter.
const LONGEST_ACT: usize = 100;

impl AuditFilter {
    /// What is wanted by it; `None`: what is nowhere.
    fn wanted(self, between: &Between, facts: &Facts) -> Result<Option<Wanted>, ApiError> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let by = match given(self.actor) {
            None => None,
            Some(server) if server == "server" => Some(By::Server),
            Some(text) => {
                let message = format!("{text} is neither an id like user-0366ba845fb5 nor server");
                let user = text.parse().map_err(|_| ApiError::field("actor", FieldCode::Invalid, message))?;
                Some(By::User(user))
            }
        };
        let act = given(self.act);
        if act.as_ref().is_some_and(|act| act.len() > LONGEST_ACT) {
            let message = format!("act has at most {LONGEST_ACT} bytes");
            return Err(ApiError::field("act", FieldCode::TooLong, message));
        }
        if act.as_ref().is_some_and(|act| act.contains(char::is_control)) {
            return Err(ApiError::field("act", FieldCode::ControlCharacter, "act has a control character"));
        }
        let thing = match given(self.thing) {
            None => None,
            Some(text) => match id(&text, facts)? {
                None => return Ok(None),
                known => known,
            },
        };
        Ok(Some(Wanted { by, act, kind: self.kind.map(|kind| kind.0), thing, span: between.span()? }))
    }
}

/// The number by which changes name this; `None` for a serial number that the domain does not have.
fn id(text: &str, facts: &Facts) -> Result<Option<u64>, ApiError> {
    if let Ok(serial) = text.parse::<Serial>() {
        return Ok(facts.by_serial(serial).map(|owner| match owner {
            SerialOwner::Lock(id) => id.0,
            SerialOwner::Device(id) => id.0,
        }));
    }
    let ids = [
        text.parse().ok().map(|UserId(id)| id),
        text.parse().ok().map(|LockId(id)| id),
        text.parse().ok().map(|GroupId(id)| id),
        text.parse().ok().map(|CalendarId(id)| id),
        text.parse().ok().map(|DayListId(id)| id),
        text.parse().ok().map(LinkId::packed),
    ];
    let message = format!("{text} is neither an id nor a serial number");
    ids.into_iter().flatten().next().map(Some).ok_or_else(|| ApiError::field("thing", FieldCode::Invalid, message))
}

/// Who changed what in the domain, newest first.
///
/// An entry is an act with all that it changed at once. Changes are forgotten after the time that the server keeps them for.
#[utoipa::path(get, path = "/domain/v1/audit", tag = "domain", params(AuditFilter, Between, Paging))]
pub async fn list_audit(
    State(app): State<App>,
    caller: Caller,
    Query(filter): Query<AuditFilter>,
    Query(between): Query<Between>,
    Query(paging): Query<Paging>,
) -> Result<KeptSince<Page<AuditEntry>>, ApiError> {
    let window = paging.window(PERPAGE_LOG)?;
    let wanted = filter.wanted(&between, &caller.facts)?;
    let (skip, take) = match wanted {
        Some(_) => (window.skip() as u64, window.perpage),
        // The answer still tells since when changes are kept.
        None => (0, 0),
    };
    let page = app.store().audit(&caller.facts, &wanted.clone().unwrap_or_default(), skip, take).await?;
    let total = wanted.map_or(0, |_| usize::try_from(page.total).unwrap_or(usize::MAX));
    // Each entry tells a few days only. Otherwise somebody could fill the page with days of no importance to hide one that opens a door.
    let days = if window.perpage == 1 { usize::MAX } else { FEW_DAYS };
    let entries = page.entries.iter().map(|entry| AuditEntry::of(entry, &caller.facts, days));
    Ok(KeptSince::of(window.answer(total, entries), page.kept_since))
}
