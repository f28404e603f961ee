//! What people may be in a domain, and what links may let them do: the same in every domain.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Page;
use crate::wire::body::Query;
use crate::wire::entries::{LinkProfileEntry, RoleEntry};
use crate::wire::page::{PERPAGE, Paging};
use cardea_model::role::{LinkProfile, Role};

/// The roles that people may have in a domain, highest first.
#[utoipa::path(get, path = "/domain/v1/roles", tag = "domain", params(Paging))]
pub async fn list_roles(_: Caller, Query(paging): Query<Paging>) -> Result<Page<RoleEntry>, ApiError> {
    Ok(paging.window(PERPAGE)?.of(Role::ALL.into_iter().map(RoleEntry::of)))
}

/// What a link may let its holder do.
#[utoipa::path(get, path = "/domain/v1/link_profiles", tag = "domain", params(Paging))]
pub async fn list_link_profiles(_: Caller, Query(paging): Query<Paging>) -> Result<Page<LinkProfileEntry>, ApiError> {
    Ok(paging.window(PERPAGE)?.of(LinkProfile::ALL.into_iter().map(LinkProfileEntry::of)))
}
