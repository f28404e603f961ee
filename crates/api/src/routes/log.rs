//! /log/v1: who opened and locked what.

pub(crate) mod downloads;
mod ids;

pub use downloads::Downloads;

use crate::app::App;
use crate::caller::{Caller, authenticate};
use crate::error::ApiError;
use crate::permissions::{Permission, permission};
use crate::wire::answer::Page;
use crate::wire::body::Query;
use crate::wire::csv::Csv;
use crate::wire::entries::{LOG_COLUMNS, LogEntry};
use crate::wire::page::{PERPAGE_LOG, Paging};
use crate::wire::span::Between;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{MethodRouter, get};
use cardea_store::log::Filter;
use futures::{StreamExt, TryStreamExt, stream};
use ids::{Ids, Meant, Part};
use std::error::Error;
use std::sync::Arc;

/// The log of each kind: a page of it, and all of it as CSV.
macro_rules! kinds {
    ($($list:ident $download:ident $path:literal $bulk:literal $ids:literal $of:literal, $told:literal, [$($part:ident),*];)*) => {$(
        #[utoipa::path(
            get,
            path = $path,
            tag = "log",
            summary = concat!("The log of ", $of, ", newest first."),
            params(("ids" = String, Path, pattern = $ids, description = $told), Paging)
        )]
        #[doc = concat!("The log of ", $of, ", newest first.")]
        pub async fn $list(
            State(app): State<App>,
            caller: Caller,
            ids: Ids,
            Query(paging): Query<Paging>,
        ) -> Result<Page<LogEntry<'static>>, ApiError> {
            list(&app, &caller, &ids, &[$(Part::$part),*], &paging).await
        }

        #[utoipa::path(
            get,
            path = $bulk,
            tag = "log",
            summary = concat!("All of the log of ", $of, " as CSV."),
            description = DOWNLOAD,
            params(("ids" = String, Path, pattern = $ids, description = $told), Between),
            responses((status = 429, description = TOO_MANY))
        )]
        #[doc = concat!("All of the log of ", $of, " as CSV.")]
        pub async fn $download(
            State(app): State<App>,
            caller: Caller,
            ids: Ids,
            Query(between): Query<Between>,
            headers: HeaderMap,
        ) -> Result<Csv, ApiError> {
            let still = Still { permission: permission(stringify!($download)), headers };
            download(&app, caller, still, &ids, &[$(Part::$part),*], &between).await
        }
    )*};
}

const DOWNLOAD: &str = "Newest first, as it is at one moment. Columns: timestamp (UTC), lock, lockname, username, user, operation, as \
    in the entries of the list. A cell that a spreadsheet would take for a formula begins with an apostrophe. A download takes 15 \
    minutes at most; one that breaks off is not whole.";
const TOO_MANY: &str = "`too_many_downloads`: the domain has 2 downloads of the log under way, or the server has 4.";

kinds! {
    list_lock_log download_lock_log "/log/v1/lock/{ids}" "/log/v1/lock/{ids}/bulk" "^lock-[0-9a-f]{12}$"
        "one lock", "The lock's id, also of one that was taken out.", [Lock];
    list_lock_group_log download_lock_group_log "/log/v1/lockgroup/{ids}" "/log/v1/lockgroup/{ids}/bulk" "^group-[0-9a-f]{12}$"
        "the locks in a group", "The lock group's id; its locks are those in it now.", [LockGroup];
    list_user_log download_user_log "/log/v1/user/{ids}" "/log/v1/user/{ids}/bulk" "^user-[0-9a-f]{12}$"
        "one person", "The person's id.", [User];
    list_user_lock_log download_user_lock_log "/log/v1/userlock/{ids}" "/log/v1/userlock/{ids}/bulk" "^user-[0-9a-f]{12},lock-[0-9a-f]{12}$"
        "one person at one lock", "The person's id and the lock's, with a comma or a slash between.", [User, Lock];
    list_user_lock_group_log download_user_lock_group_log "/log/v1/userlockgroup/{ids}" "/log/v1/userlockgroup/{ids}/bulk" "^user-[0-9a-f]{12},group-[0-9a-f]{12}$"
        "one person at the locks in a group", "The person's id and the lock group's, with a comma or a slash between.", [User, LockGroup];
    list_user_group_log download_user_group_log "/log/v1/usergroup/{ids}" "/log/v1/usergroup/{ids}/bulk" "^group-[0-9a-f]{12}$"
        "the people in a group", "The user group's id; its people are those in it now.", [UserGroup];
    list_user_group_lock_log download_user_group_lock_log "/log/v1/usergrouplock/{ids}" "/log/v1/usergrouplock/{ids}/bulk" "^group-[0-9a-f]{12},lock-[0-9a-f]{12}$"
        "the people in a group at one lock", "The user group's id and the lock's, with a comma or a slash between.", [UserGroup, Lock];
    list_user_group_lock_group_log download_user_group_lock_group_log "/log/v1/usergrouplockgroup/{ids}" "/log/v1/usergrouplockgroup/{ids}/bulk" "^group-[0-9a-f]{12},group-[0-9a-f]{12}$"
        "the people in a group at the locks in a group", "The user group's id and the lock group's, with a comma or a slash between.", [UserGroup, LockGroup];
}

/// The paths by which two ids may also come, each a segment of its own; the paths of the document that they stand for; and what answers both.
/// The document tells of the former in words: two operations of one name would be one too many for its readers.
pub fn by_segments() -> [(&'static str, &'static str, MethodRouter<App>); 8] {
    [
        ("/log/v1/userlock/{ids}/{other}", "/log/v1/userlock/{ids}", get(list_user_lock_log)),
        ("/log/v1/userlock/{ids}/{other}/bulk", "/log/v1/userlock/{ids}/bulk", get(download_user_lock_log)),
        ("/log/v1/userlockgroup/{ids}/{other}", "/log/v1/userlockgroup/{ids}", get(list_user_lock_group_log)),
        (
            "/log/v1/userlockgroup/{ids}/{other}/bulk",
            "/log/v1/userlockgroup/{ids}/bulk",
            get(download_user_lock_group_log),
        ),
        ("/log/v1/usergrouplock/{ids}/{other}", "/log/v1/usergrouplock/{ids}", get(list_user_group_lock_log)),
        (
            "/log/v1/usergrouplock/{ids}/{other}/bulk",
            "/log/v1/usergrouplock/{ids}/bulk",
            get(download_user_group_lock_log),
        ),
        (
            "/log/v1/usergrouplockgroup/{ids}/{other}",
            "/log/v1/usergrouplockgroup/{ids}",
            get(list_user_group_lock_group_log),
        ),
        (
            "/log/v1/usergrouplockgroup/{ids}/{other}/bulk",
            "/log/v1/usergrouplockgroup/{ids}/bulk",
            get(download_user_group_lock_group_log),
        ),
    ]
}

/// The entries that are meant. The log of a lock that was taken out is there as long as this domain has entries of it.
async fn meant(app: &App, caller: &Caller, ids: &Ids, parts: &[Part]) -> Result<Filter, ApiError> {
    let Meant { filter, gone } = ids.meant(&caller.scope(), parts)?;
    if let Some(lock) = gone {
        let kept = app.devices().log(&Filter { users: None, ..filter.clone() }, 0, 1).await?;
        if kept.total == 0 {
            return Err(ApiError::not_found(lock));
        }
    }
    Ok(filter)
}

async fn list(
    app: &App,
    caller: &Caller,
    ids: &Ids,
    parts: &[Part],
    paging: &Paging,
) -> Result<Page<LogEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE_LOG)?;
    let filter = meant(app, caller, ids, parts).await?;
    // Databases count positions in signed 64 bits.
    let skip = i64::try_from(window.skip()).unwrap_or(i64::MAX).unsigned_abs();
    let page = app.devices().log(&filter, skip, window.perpage).await?;
    Ok(window.answer(
        usize::try_from(page.total).unwrap_or(usize::MAX),
        page.entries.iter().map(|entry| LogEntry::of(entry, &caller.facts)),
    ))
}

/// By what a download is asked for, so that it can be asked whether that still holds.
struct Still {
    permission: Option<Permission>,
    headers: HeaderMap,
}

impl Still {
    /// Whether whoever began still may.
    async fn holds(&self, app: &App) -> bool {
        match self.permission {
            Some(permission) => authenticate(app, &self.headers, permission).await.is_ok(),
            None => false,
        }
    }
}

async fn download(
    app: &App,
    caller: Caller,
    still: Still,
    ids: &Ids,
    parts: &[Part],
    between: &Between,
) -> Result<Csv, ApiError> {
    let span = between.span()?;
    let filter = meant(app, &caller, ids, parts).await?;
    let place = app.downloads().take(caller.domain())?;
    let mut pieces = app.devices().log_pieces(filter, span, place);
    // An error at the first piece is answered with its own status.
    let first = pieces.next().await.transpose()?;
    let rest = stream::unfold(pieces, |mut pieces| async move { Some((pieces.next().await?, pieces)) });
    let all = stream::iter(first.map(Ok)).chain(rest);
    let (app, still) = (app.clone(), Arc::new(still));
    let allowed = all.then(move |piece| {
        let (app, still) = (app.clone(), Arc::clone(&still));
        async move {
            // A download may take minutes. It ends when the sign-in or the role ends by which it was begun.
            match still.holds(&app).await {
                true => piece.map_err(Box::<dyn Error + Send + Sync>::from),
                false => Err("whoever began it may no more".into()),
            }
        }
    });
    let rows =
        allowed.map_ok(move |piece| piece.iter().map(|entry| LogEntry::of(entry, &caller.facts).cells()).collect());
    Ok(Csv::of(&format!("log-{}.csv", ids.joined("-")), LOG_COLUMNS, rows))
}
