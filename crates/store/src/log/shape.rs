//! The one shape in which the log is read.
//!
//! A filter is read as *streams*: the entries of each lock, or, where people are named, of each of them at each lock. Each stream is in
//! order along one index (`log_lock`, `log_pair`). `log_totals` has a row for each that is not empty, with how many entries it has and when
//! the newest was. So the total is a sum over streams, not over entries.
//!
//! The first `need` entries of many streams together have two lower bounds in time (`first`). The `need` streams with the newest entries
//! have one entry each at least, so no older entry is needed than the oldest of these. And where one stream alone has `need` entries, none
//! older than its last one is needed. Few entries lie after both bounds, however many streams there are. Where the first entries of all
//! streams are few, PostgreSQL takes these without a bound.
//!
//! Many locks, or many people, often have much of what moves in a domain. Then their first entries are among the newest of the domain,
//! which are quickly looked through (`page_ahead`). How many of them are found there tells whether the others are likely to be only a
//! little older.
//!
//! A far page, or a download of most of a domain, needs many entries, for which streams would be read whole and sorted. Then the domain is
//! read in order along `log_domain`, an index that has all that the filter asks for.

use super::{Filter, Span};
use crate::entity::column;
use sea_orm::{DbBackend, Statement, Value};

/// Up to so many locks, each is looked up for each person; with more, all entries of these people are gone through.
const FEW: usize = 16;

/// The bound by one stream alone is looked for in so many streams, those with the newest entries.
const NEWEST: u32 = 16;

/// The totals of streams, of each of which at most `need` entries are wanted.
fn totals_of(need: &str) -> String {
    format!(
        "CAST(COALESCE(SUM(entries), 0) AS BIGINT) AS total, \
         CAST(COALESCE(SUM(CASE WHEN entries < {need} THEN entries ELSE {need} END), 0) AS BIGINT) AS within"
    )
}

/// A statement in the making. Both databases take `$1`, `$2` … for values.
pub(super) struct Sql<'a> {
    backend: DbBackend,
    filter: &'a Filter,
    values: Vec<Value>,
}

/// Where the entries come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The streams.
    Streams,
    /// All that the domain has, in order.
    Domain,
}

impl<'a> Sql<'a> {
    pub(super) fn new(backend: DbBackend, filter: &'a Filter) -> Self {
        Sql { backend, filter, values: Vec::new() }
    }

    fn put(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// The condition on a column that has to be one of these. All ids are one value, so that there are few different statements.
    fn one_of(&mut self, ids: impl ExactSizeIterator<Item = u64>) -> String {
        let ids: Vec<i64> = ids.map(column).collect();
        if let [id] = ids[..] {
            return format!("= {}", self.put(id));
        }
        let list = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        match self.backend {
            DbBackend::Postgres => format!("IN (SELECT unnest(({}::text)::bigint[]))", self.put(format!("{{{list}}}"))),
            _ => format!("IN (SELECT value FROM json_each({}))", self.put(format!("[{list}]"))),
        }
    }

    fn locks(&mut self) -> Option<String> {
        let locks = self.filter.locks.as_ref()?;
        Some(self.one_of(locks.iter().map(|lock| lock.0)))
    }

    fn users(&mut self) -> Option<String> {
        let users = self.filter.users.as_ref()?;
        Some(self.one_of(users.iter().map(|user| user.0)))
    }

    /// Which rows of `log_totals` are the streams.
    fn streams(&mut self) -> String {
        let domain = self.put(column(self.filter.domain.0));
        let users = self.users().unwrap_or_else(|| "= 0".to_owned());
        let mut all = format!("domain = {domain} AND user_id {users}");
        if let Some(locks) = self.locks() {
            let many = self.filter.locks.as_ref().is_some_and(|locks| locks.len() > FEW) && self.filter.users.is_some();
            // With `+ 0` the index is not used for the lock, so that it is searched by people only.
            let lock = if many { "lock_id + 0" } else { "lock_id" };
            all += &format!(" AND {lock} {locks}");
        }
        all
    }

    /// The condition that an entry `e` is of the domain. With `+ 0` no index of the domain is used where the streams are to be followed.
    fn here(&mut self) -> String {
        format!("e.domain + 0 = {}", self.put(column(self.filter.domain.0)))
    }

    /// How an entry `e` belongs to a stream `s`.
    fn joined(&mut self) -> String {
        let user = if self.filter.users.is_some() { " AND e.user_id = s.user_id" } else { "" };
        format!("e.lock_id = s.lock_id{user} AND {}", self.here())
    }

    /// How many entries there are in all, and how many of them lie among the first `need` of their streams.
    pub(super) fn totals(mut self, need: i64) -> Statement {
        let need = self.put(need);
        let streams = self.streams();
        self.ended(format!("SELECT {} FROM log_totals WHERE {streams}", totals_of(&need)))
    }

    /// How many entries the domain has.
    pub(super) fn of_domain(mut self) -> Statement {
        let domain = self.put(column(self.filter.domain.0));
        self.ended(format!(
            "SELECT CAST(COALESCE(SUM(entries), 0) AS BIGINT) AS total FROM log_totals WHERE domain = {domain} AND user_id = 0"
        ))
    }

    /// The totals, and the two bounds: times since which there are at least `need` entries. Each is null where there is none.
    pub(super) fn first(mut self, need: i64) -> Statement {
        let (need, last) = (self.put(need), self.put(need - 1));
        let (streams, joined) = (self.streams(), self.joined());
        let totals = totals_of(&need);
        self.ended(format!(
            "WITH t AS MATERIALIZED (SELECT user_id, lock_id, entries, newest FROM log_totals WHERE {streams}) \
             SELECT {totals}, (SELECT newest FROM t ORDER BY newest DESC LIMIT 1 OFFSET {last}) AS together, \
             (SELECT MAX((SELECT e.time FROM log e WHERE {joined} ORDER BY e.time DESC LIMIT 1 OFFSET {last})) \
             FROM (SELECT user_id, lock_id FROM t WHERE entries >= {need} ORDER BY newest DESC LIMIT {NEWEST}) s) AS alone FROM t"
        ))
    }

    /// The tables and conditions of the entries `e` in this span of time.
    fn entries(&mut self, source: Source, span: Span) -> String {
        let mut all = match source {
            Source::Streams if self.filter.is_one_stream() => {
                let locks = self.locks().unwrap_or_default();
                let users = self.users().map(|users| format!(" AND e.user_id {users}")).unwrap_or_default();
                format!("FROM log e WHERE e.lock_id {locks}{users} AND {}", self.here())
            }
            Source::Streams => {
                let (streams, joined) = (self.streams(), self.joined());
                let since = span.start.map(|start| format!(" AND newest >= {}", self.put(start.0))).unwrap_or_default();
                let streams = format!("SELECT user_id, lock_id FROM log_totals WHERE {streams}{since}");
                format!("FROM ({streams}) s CROSS JOIN log e WHERE {joined}")
            }
            Source::Domain => {
                let mut all = format!("FROM log e WHERE e.domain = {}", self.put(column(self.filter.domain.0)));
                // With `IS TRUE`, PostgreSQL looks each entry up in a hash table and does not go through the whole list for it.
                if let Some(locks) = self.locks() {
                    all += &format!(" AND (e.lock_id + 0 {locks}) IS TRUE");
                }
                if let Some(users) = self.users() {
                    all += &format!(" AND (e.user_id + 0 {users}) IS TRUE");
                }
                all
            }
        };
        if let Some(start) = span.start {
            all += &format!(" AND e.time >= {}", self.put(start.0));
        }
        if let Some(end) = span.end {
            all += &format!(" AND e.time < {}", self.put(end.0));
        }
        all
    }

    /// A page of the entries of many that are among the newest `ahead` entries of the domain, with the total. It also tells the time of the
    /// oldest and the newest of those; `since` is 0 where the domain has no more than these.
    pub(super) fn page_ahead(mut self, ahead: i64, skip: i64, count: i64) -> Statement {
        let (streams, entries) = (self.streams(), self.entries(Source::Domain, Span::default()));
        let (domain, ahead) = (self.put(column(self.filter.domain.0)), self.put(ahead));
        let (count, skip) = (self.put(count), self.put(skip));
        let since = format!("SELECT time FROM log WHERE domain = {domain} ORDER BY time DESC LIMIT 1 OFFSET {ahead}");
        self.ended(format!(
            "WITH ahead AS MATERIALIZED (SELECT COALESCE(({since}), 0) AS since, \
             (SELECT MAX(time) FROM log WHERE domain = {domain}) AS newest) \
             SELECT l.*, (SELECT CAST(SUM(entries) AS BIGINT) FROM log_totals WHERE {streams}) AS total, \
             (SELECT since FROM ahead) AS since, (SELECT newest FROM ahead) AS newest \
             FROM (SELECT e.time, e.id {entries} AND e.time >= (SELECT since FROM ahead) \
             ORDER BY e.time DESC, e.id DESC LIMIT {count} OFFSET {skip}) p \
             CROSS JOIN log l WHERE l.id = p.id ORDER BY p.time DESC, p.id DESC"
        ))
    }

    /// `count` entries from position `skip` on, newest first.
    pub(super) fn page(mut self, source: Source, span: Span, skip: i64, count: i64) -> Statement {
        let entries = self.entries(source, span);
        self.positions(&entries, skip, count)
    }

    /// The same page, from the first entries of each stream. SQLite has no LATERAL, so it cannot.
    pub(super) fn page_of_each(mut self, skip: i64, count: i64) -> Statement {
        let (streams, joined, need) = (self.streams(), self.joined(), self.put(skip.saturating_add(count)));
        let first =
            format!("SELECT e.time, e.id FROM log e WHERE {joined} ORDER BY e.time DESC, e.id DESC LIMIT {need}");
        let streams = format!("SELECT user_id, lock_id FROM log_totals WHERE {streams}");
        self.positions(&format!("FROM ({streams}) s CROSS JOIN LATERAL ({first}) e"), skip, count)
    }

    /// The page is found in an index; only its own rows are read whole.
    fn positions(mut self, entries: &str, skip: i64, count: i64) -> Statement {
        let (count, skip) = (self.put(count), self.put(skip));
        self.ended(format!(
            "SELECT l.* FROM (SELECT e.time, e.id {entries} ORDER BY e.time DESC, e.id DESC LIMIT {count} OFFSET {skip}) p \
             CROSS JOIN log l WHERE l.id = p.id ORDER BY p.time DESC, p.id DESC"
        ))
    }

    /// All entries, newest first.
    pub(super) fn all(mut self, source: Source, span: Span) -> Statement {
        let entries = self.entries(source, span);
        self.ended(format!("SELECT e.* {entries} ORDER BY e.time DESC, e.id DESC"))
    }

    fn ended(self, sql: String) -> Statement {
        Statement::from_sql_and_values(self.backend, sql, self.values)
    }
}
