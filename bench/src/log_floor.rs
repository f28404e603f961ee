//! Pages of the log by single statements written by hand, each knowing the index that it is to go along: the best of them is the floor.
//! Each answers the page's entries and with each of them the total.

use cardea_store::log::Filter;
use sea_orm::{DbBackend, Statement, Value};

/// How a statement finds the entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Along the one lock, or the one person at the one lock, in order.
    Stream,
    /// All that is meant, sorted.
    Sorted,
    /// Through the domain in order, passing over what is not meant.
    Domain,
    /// Streams in order of their newest entry, as many as can matter, from the time on that the last of these tells; sorted.
    Newest,
    /// As many of each stream as can matter; sorted.
    Each,
}

struct Sql<'a> {
    backend: DbBackend,
    filter: &'a Filter,
    values: Vec<Value>,
}

impl Sql<'_> {
    fn put(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn one_of(&mut self, ids: &[u64]) -> String {
        if let [id] = ids {
            return format!("= {}", self.put(*id as i64));
        }
        let list = ids.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match self.backend {
            DbBackend::Postgres => format!("= ANY (({}::text)::bigint[])", self.put(format!("{{{list}}}"))),
            _ => format!("IN (SELECT value FROM json_each({}))", self.put(format!("[{list}]"))),
        }
    }

    /// The condition of one table on locks and people; `other` is added to what no index is to be gone along for.
    fn meant(&mut self, table: &str, other: &str) -> String {
        let mut all = String::new();
        if let Some(locks) = &self.filter.locks {
            let locks = self.one_of(&locks.iter().map(|lock| lock.0).collect::<Vec<_>>());
            all += &format!(" AND {table}.lock_id{other} {locks}");
        }
        if let Some(users) = &self.filter.users {
            let users = self.one_of(&users.iter().map(|user| user.0).collect::<Vec<_>>());
            all += &format!(" AND {table}.user_id{other} {users}");
        }
        all
    }

    fn streams(&mut self) -> String {
        let domain = self.put(self.filter.domain.0 as i64);
        let meant = self.meant("t", "");
        let all = if self.filter.users.is_none() { " AND t.user_id = 0" } else { "" };
        format!("FROM log_totals t WHERE t.domain = {domain}{all}{meant}")
    }

    fn page(mut self, way: Way, skip: usize, count: usize) -> Statement {
        let (domain, need) = (self.put(self.filter.domain.0 as i64), skip + count);
        let in_order = "ORDER BY e.time DESC, e.id DESC";
        let person = if self.filter.users.is_some() { " AND e.user_id = s.user_id" } else { "" };
        let of_stream = format!("e.lock_id = s.lock_id{person} AND e.domain + 0 = {domain}");
        let found = match way {
            Way::Stream | Way::Sorted => format!("FROM log e WHERE e.domain + 0 = {domain}{}", self.meant("e", "")),
            Way::Domain => format!("FROM log e WHERE e.domain = {domain}{}", self.meant("e", " + 0")),
            Way::Newest => {
                let since = format!(
                    "COALESCE((SELECT t.newest {} ORDER BY t.newest DESC LIMIT 1 OFFSET {}), 0)",
                    self.streams(),
                    need - 1
                );
                let streams = format!("SELECT t.user_id, t.lock_id {} AND t.newest >= {since}", self.streams());
                format!("FROM ({streams}) s CROSS JOIN log e WHERE {of_stream} AND e.time >= {since}")
            }
            Way::Each => {
                let first = format!("SELECT e.time, e.id FROM log e WHERE {of_stream} {in_order} LIMIT {need}");
                format!("FROM (SELECT t.user_id, t.lock_id {}) s CROSS JOIN LATERAL ({first}) e", self.streams())
            }
        };
        let total = self.streams();
        let sql = format!(
            "SELECT l.*, (SELECT CAST(SUM(t.entries) AS BIGINT) {total}) AS total \
             FROM (SELECT e.time, e.id {found} {in_order} LIMIT {count} OFFSET {skip}) p \
             CROSS JOIN log l WHERE l.id = p.id ORDER BY p.time DESC, p.id DESC"
        );
        Statement::from_sql_and_values(self.backend, sql, self.values)
    }
}

/// The statements that may be the best for this page.
pub fn pages(backend: DbBackend, filter: &Filter, skip: usize, count: usize) -> Vec<Statement> {
    let is_one = |ids: Option<usize>| ids == Some(1);
    let (locks, users) = (filter.locks.as_ref().map(Vec::len), filter.users.as_ref().map(Vec::len));
    let ways = match backend {
        _ if is_one(locks) && (users.is_none() || is_one(users)) => &[Way::Stream][..],
        DbBackend::Postgres => &[Way::Sorted, Way::Domain, Way::Newest, Way::Each],
        _ => &[Way::Sorted, Way::Domain, Way::Newest],
    };
    ways.iter().map(|way| Sql { backend, filter, values: Vec::new() }.page(*way, skip, count)).collect()
}
