//! What tokens may be used for: the same on every server of this version.

use crate::error::ApiError;
use crate::routes::meta::TABLE_SECONDS;
use crate::wire::answer::Page;
use crate::wire::body::Query;
use crate::wire::entries::ScopeEntry;
use crate::wire::keep::Keep;
use crate::wire::page::{PERPAGE, Paging};
use cardea_identity::TokenScope;

/// What a token may be asked to be good for.
///
/// The names go into `scope` of `/oauth2/token` and `/oauth2/authorize`. Whoever names none gets all.
#[utoipa::path(get, path = "/.meta/v1/scopes", tag = "meta", params(Paging))]
pub async fn list_scopes(Query(paging): Query<Paging>) -> Result<Keep<Page<ScopeEntry>>, ApiError> {
    let page: Page<ScopeEntry> = paging.window(PERPAGE)?.of(TokenScope::ALL.iter().copied().map(ScopeEntry::of));
    Ok(Keep::of(page, TABLE_SECONDS))
}
