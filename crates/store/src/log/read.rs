//! Reading the log: one filter for all kinds, a page at a time or all of it.

use super::shape::{Source, Sql};
use super::{Entity, Model};
use crate::{Store, StoreError};
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId, UserId};
use futures::TryStreamExt;
use sea_orm::entity::prelude::*;
use sea_orm::{DbBackend, FromQueryResult};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Which entries are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Those of this domain,
    pub domain: DomainId,
    /// about these locks, or about all,
    pub locks: Option<Vec<LockId>>,
    /// by these people, or by all and by nobody known.
    pub users: Option<Vec<UserId>>,
}

/// From when to when: the start is included, the end is not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// Nothing before this.
    pub start: Option<Time>,
    /// Nothing from this on.
    pub end: Option<Time>,
}

/// A page of a log, and how many entries there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The entries, newest first.
    pub entries: Vec<Model>,
    /// How many there are in all.
    pub total: u64,
}

/// Entries in one piece.
const PIECE: usize = 500;

/// With so many entries in all streams or fewer, sorting them takes less time than finding a bound.
const FEW: i64 = 1_000;
/// With so many first entries of all streams or fewer, PostgreSQL reads them in less time than it finds a bound.
const FIRST: i64 = 5_000;
/// From so many locks or people on, their entries are looked for among the newest of the domain first.
const MANY: usize = 16;
/// For each entry that is needed, so many of the domain's newest are looked through.
const AHEAD: i64 = 20;
/// This is done where at most so many entries are needed.
const NEED: i64 = 1_000;
/// Where too few are found there, a stretch of time so many times as long is looked through, if enough are likely to be in it.
const FURTHER: i64 = 30;
/// From so many entries on, the cost of reading the whole domain is compared.
const FAR: i64 = 2_000;
/// An entry of many streams costs so many times as much as one of the domain in its order: it has to be sorted.
const SORTED: i64 = 4;

impl Filter {
    /// Whether nothing can be meant.
    fn is_empty(&self) -> bool {
        self.locks.as_ref().is_some_and(Vec::is_empty) || self.users.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether many locks are meant, whoever moved them, or many people at any lock. For many people PostgreSQL has a faster way.
    fn is_of_many(&self, backend: DbBackend) -> bool {
        match (&self.locks, &self.users) {
            (Some(locks), None) => locks.len() >= MANY,
            (None, Some(users)) => users.len() >= MANY && backend == DbBackend::Sqlite,
            _ => false,
        }
    }

    /// Whether one lock is meant, by whomever or by one person.
    pub(super) fn is_one_stream(&self) -> bool {
        let one_lock = self.locks.as_ref().is_some_and(|locks| locks.len() == 1);
        one_lock && self.users.as_ref().is_none_or(|users| users.len() == 1)
    }
}

/// The page of many locks or people, where it lies among the newest entries of the domain.
async fn page_ahead(store: &Store, filter: &Filter, skip: i64, count: i64) -> Result<Option<Page>, StoreError> {
    let (sql, need) = (|| Sql::new(store.backend(), filter), skip + count);
    let rows = store.read().query_all_raw(sql().page_ahead(need * AHEAD, skip, count)).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let told = |column| first.try_get::<i64>("", column);
    let (total, since, newest) = (told("total")?, told("since")?, told("newest")?);
    let page = |entries| Page { entries, total: u64::try_from(total).unwrap_or_default() };
    let found = rows.len() as i64;
    if found == count || since == 0 {
        return Ok(Some(page(rows.iter().map(|row| Model::from_query_result(row, "")).collect::<Result<_, _>>()?)));
    }
    // The longer stretch must promise twice as many as are needed: movements are spread unevenly over time.
    if (skip + found) * FURTHER < need * 2 {
        return Ok(None);
    }
    let span = Span { start: Some(Time(newest - (newest - since) * FURTHER)), end: None };
    let entries = Entity::find().from_raw_sql(sql().page(Source::Domain, span, skip, count)).all(store.read()).await?;
    Ok((entries.len() as i64 == count).then(|| page(entries)))
}

/// How much there is.
#[derive(Default)]
struct Totals {
    /// All entries.
    total: i64,
    /// Those among the first of their streams.
    within: i64,
    /// A time since which there are at least as many as are needed. Unknown where it was not asked for, or there are fewer.
    since: Option<Time>,
}

async fn totals_of(store: &Store, filter: &Filter, need: i64, bounded: bool) -> Result<Totals, StoreError> {
    if filter.is_empty() {
        return Ok(Totals::default());
    }
    let sql = Sql::new(store.backend(), filter);
    let row = store.read().query_one_raw(if bounded { sql.first(need) } else { sql.totals(need) }).await?;
    let row = row.ok_or_else(|| StoreError::Unreadable("no totals of the log".into()))?;
    let time = |column| if bounded { row.try_get::<Option<i64>>("", column) } else { Ok(None) };
    let since = time("together")?.max(time("alone")?).map(Time);
    Ok(Totals { total: row.try_get("", "total")?, within: row.try_get("", "within")?, since })
}

/// Where the first `need` entries are best read from.
async fn source(store: &Store, filter: &Filter, totals: &Totals, need: i64) -> Result<Source, StoreError> {
    if filter.is_one_stream() || totals.within <= FAR || totals.total == 0 {
        return Ok(Source::Streams);
    }
    let row = store.read().query_one_raw(Sql::new(store.backend(), filter).of_domain()).await?;
    let of_domain: i64 = row.map_or(Ok(0), |row| row.try_get("", "total"))?;
    // How many entries of the domain are passed over, if those that are meant are spread evenly among them.
    let passed = i128::from(need.min(totals.total)) * i128::from(of_domain) / i128::from(totals.total);
    let dearer = i128::from(totals.within) * i128::from(SORTED) > passed;
    Ok(if dearer { Source::Domain } else { Source::Streams })
}

/// `count` entries from position `skip` on, newest first.
///
/// # Errors
/// The database's.
pub async fn page(store: &Store, filter: &Filter, skip: u64, count: u64) -> Result<Page, StoreError> {
    let position = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let (skip, count) = (position(skip), position(count));
    let need = skip.saturating_add(count);
    if need <= NEED
        && filter.is_of_many(store.backend())
        && let Some(page) = page_ahead(store, filter, skip, count).await?
    {
        return Ok(page);
    }
    let is_near = need <= FAR && !filter.is_one_stream();
    let mut totals = totals_of(store, filter, need, is_near).await?;
    let total = u64::try_from(totals.total).unwrap_or_default();
    if skip >= totals.total {
        return Ok(Page { entries: Vec::new(), total });
    }
    let source = match need > FAR {
        true => source(store, filter, &totals, need).await?,
        false => Source::Streams,
    };
    let sql = || Sql::new(store.backend(), filter);
    let is_of_many = source == Source::Streams && !filter.is_one_stream();
    if is_of_many && store.backend() == DbBackend::Postgres && totals.within <= FIRST {
        let entries = Entity::find().from_raw_sql(sql().page_of_each(skip, count)).all(store.read()).await?;
        return Ok(Page { entries, total });
    }
    let mut span = Span::default();
    if is_of_many && totals.total > need.max(FEW) {
        if !is_near {
            totals = totals_of(store, filter, need, true).await?;
        }
        span.start = totals.since;
    }
    let read = async |span| Entity::find().from_raw_sql(sql().page(source, span, skip, count)).all(store.read()).await;
    let mut entries = read(span).await?;
    // Entries may have been forgotten since the bound was found. Then the page is read again without it.
    if span.start.is_some() && (entries.len() as i64) < count.min(totals.total - skip) {
        entries = read(Span::default()).await?;
    }
    Ok(Page { entries, total })
}

/// All entries of this span as of one moment, newest first, in pieces, as fast as the receiver takes them. Dropping the receiver ends the
/// reading. A receiver that is too slow is cut off after `longest`, since the reading holds a connection and the database's state of that
/// moment. `held` is kept until the reading ends.
pub fn pieces(
    store: &Store,
    filter: Filter,
    span: Span,
    longest: Duration,
    held: impl Send + 'static,
) -> mpsc::Receiver<Result<Vec<Model>, StoreError>> {
    let (give, take) = mpsc::channel(1);
    let store = store.clone();
    tokio::spawn(async move {
        let sent = timeout(longest, send(&store, &filter, span, &give)).await;
        drop(held);
        if let Err(error) = sent.unwrap_or(Err(StoreError::TooSlow)) {
            // The receiver may be gone.
            let _ = give.send(Err(error)).await;
        }
    });
    take
}

async fn send(
    store: &Store,
    filter: &Filter,
    span: Span,
    give: &mpsc::Sender<Result<Vec<Model>, StoreError>>,
) -> Result<(), StoreError> {
    let totals = totals_of(store, filter, i64::MAX, false).await?;
    if totals.total == 0 {
        return Ok(());
    }
    let source = source(store, filter, &totals, i64::MAX).await?;
    // One statement sees the state of one moment.
    let all = Entity::find().from_raw_sql(Sql::new(store.backend(), filter).all(source, span));
    let rows = all.stream(store.read()).await?;
    let mut pieces = rows.try_chunks(PIECE);
    while let Some(piece) = pieces.try_next().await.map_err(|error| error.1)? {
        if give.send(Ok(piece)).await.is_err() {
            break;
        }
    }
    Ok(())
}
