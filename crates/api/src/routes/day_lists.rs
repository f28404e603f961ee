//! /links/v1/day_lists: lists of days otherwise, which calendars use.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, LargePage, Nothing};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{DayListEntry, ListedDay};
use crate::wire::example::Example;
use crate::wire::field::{Optional, Required};
use crate::wire::page::PagingLarge;
use crate::wire::schema::{DayListIdText, Wire};
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::act::day_lists;
use cardea_model::calendar::DayList;
use cardea_model::ids::DayListId;
use cardea_model::{Facts, Refusal, Time};
use cardea_store::{Drafts, fresh_id};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use std::sync::Arc;
use utoipa::ToSchema;

/// A new list's content.
#[derive(Debug, serde::Deserialize, ToSchema)]
pub struct NewDayList {
    /// What people call it, 1 to 255 characters.
    name: Required<String>,
    /// The country whose holidays these are (ISO 3166-1, `DK`), or the part of one (`DE-BY`); null or absent: a list of one's own.
    #[serde(default)]
    country: Optional<String>,
    /// Its days; none when absent.
    #[schema(max_items = 366)]
    days: Option<Vec<ListedDay>>,
}

/// A list's content, whole.
#[derive(Debug, serde::Deserialize, ToSchema)]
pub struct DayListBody {
    /// What people call it, 1 to 255 characters.
    name: Required<String>,
    /// The country whose holidays these are, or the part of one; null or absent: a list of one's own.
    #[serde(default)]
    country: Optional<String>,
    /// All its days.
    #[serde(deserialize_with = "not_null")]
    #[schema(max_items = 366)]
    days: Vec<ListedDay>,
}

/// Days that must be there: null is none of them.
fn not_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ListedDay>, D::Error> {
    Option::deserialize(deserializer)?.ok_or_else(|| D::Error::custom("missing field"))
}

const FIELDS: [&str; 3] = ["name", "country", "days"];

fn example() -> Value {
    let mut list = DayListEntry::example();
    Value::from_iter(FIELDS.map(|field| (field, list[field].take())))
}

impl Example for NewDayList {
    fn example() -> Value {
        example()
    }
}

impl Example for DayListBody {
    fn example() -> Value {
        example()
    }
}

fn row(id: DayListId, name: String, country: Option<String>, days: Vec<ListedDay>) -> Result<DayList, Refusal> {
    // An empty form field is none.
    let country = country.filter(|country| !country.is_empty());
    DayListEntry { id: Wire(id), name, country, days, created: Wire(Time::default()) }.row()
}

/// The lists of days of the domain.
///
/// Installers and guests get those that the calendars of their own access use.
#[utoipa::path(get, path = "/links/v1/day_lists", tag = "links", params(PagingLarge))]
pub async fn list_day_lists(
    caller: Caller,
    Query(paging): Query<PagingLarge>,
) -> Result<LargePage<DayListEntry>, ApiError> {
    let (window, scope) = (paging.window()?, caller.scope());
    let (total, lists) = scope.day_lists(window.skip());
    let lists: Vec<Arc<DayList>> = lists.take(window.take()).cloned().collect();
    Ok(LargePage::of(window, total, lists.into_iter().map(|list| DayListEntry::of(&list))))
}

/// One list of days.
#[utoipa::path(
    get,
    path = "/links/v1/day_lists/{day_list}",
    tag = "links",
    params(("day_list" = DayListIdText, Path))
)]
pub async fn get_day_list(caller: Caller, Path(id): Path<DayListId>) -> Result<Entry<DayListEntry>, ApiError> {
    let list = caller.scope().day_list(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(DayListEntry::of(list)))
}

/// Makes a list of days.
#[utoipa::path(
    post,
    path = "/links/v1/day_lists",
    tag = "links",
    request_body = Body<NewDayList>
)]
pub async fn create_day_list(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NewDayList>,
) -> Result<Entry<DayListEntry>, ApiError> {
    let list = row(DayListId(fresh_id()), body.name.0, body.country.0, body.days.unwrap_or_default())?;
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| day_lists::create_day_list(facts, DayList { created: now, ..list }))
    };
    let entry = |facts: &Facts, id, _| facts.day_list(id).map(|list| Entry::of(DayListEntry::of(list)));
    caller.change(&app, "create_day_list").answer(create, entry).await
}

/// Replaces a list of days, for every calendar that uses it.
#[utoipa::path(
    put,
    path = "/links/v1/day_lists/{day_list}",
    tag = "links",
    params(("day_list" = DayListIdText, Path)),
    request_body = Body<DayListBody>
)]
pub async fn replace_day_list(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<DayListId>,
    Update(body, told): Update<DayListBody>,
) -> Result<Entry<DayListEntry>, ApiError> {
    if let Some(list) = caller.facts.day_list(id) {
        told.agrees(&DayListEntry::of(list), &FIELDS)?;
    }
    let list = row(id, body.name.0, body.country.0, body.days)?;
    let replace = move |drafts: &mut Drafts, _| drafts.act(|facts| day_lists::replace_day_list(facts, list));
    let replaced = caller.change(&app, "replace_day_list").decide(replace).await?;
    let list = replaced.facts.day_list(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(DayListEntry::of(list)))
}

/// Removes a list of days that no calendar uses.
#[utoipa::path(
    delete,
    path = "/links/v1/day_lists/{day_list}",
    tag = "links",
    params(("day_list" = DayListIdText, Path)),
    responses(
        (status = 409, description = "`conflict`: a calendar still uses it."),
    )
)]
pub async fn remove_day_list(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<DayListId>,
) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| day_lists::remove_day_list(facts, id));
    caller.change(&app, "remove_day_list").decide(remove).await?;
    Ok(Nothing)
}
