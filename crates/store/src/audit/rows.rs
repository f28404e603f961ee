//! The entries of writes: what each row was before and after, and who did it.

use super::{BYTES, Entry, Kind, Person, Sql, THINGS, Thing, Wanted, Was};
use crate::accounts::profiles;
use crate::entity::{change, column, id};
use crate::history::{self, Profiles};
use crate::{Store, StoreError};
use cardea_model::ids::{AccountId, DomainId, UserId};
use cardea_model::rows::RowKey;
use cardea_model::{Facts, Revision, Time};
use sea_orm::{ConnectionTrait, FromQueryResult, QueryResult, Statement};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What stands for a row that nobody remembers.
const UNKNOWN: &str = "unknown";
/// What stands for a row that a page has no room for.
const UNTOLD: &str = "untold";

/// Adds that a row is of this kind and has this id, each piece after `and`.
pub(super) fn named(sql: &mut Sql, first: &str, kind: Option<Kind>, thing: Option<u64>) {
    let mut and = first;
    if let Some(kind) = kind {
        sql.with(&format!("{and}kind = ?"), kind.name());
        and = " AND ";
    }
    if let Some(thing) = thing {
        sql.with(&format!("{and}id = ?"), column(thing));
    }
}

/// A changed row, as the database tells it.
struct Changed {
    change: change::Model,
    /// How many rows the write changed.
    count: u64,
    /// What the next change of the same row keeps of it; `None`: it has not changed since.
    next: Option<String>,
}

impl Store {
    /// The entries of these writes, in their order.
    pub(super) async fn entries(
        &self,
        facts: &Facts,
        wanted: &Wanted,
        writes: &[i64],
    ) -> Result<Vec<Entry>, StoreError> {
        if writes.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.changed(facts.domain, wanted, writes).await?;
        let of_people = rows.iter().filter(|row| row.change.kind == change::USER).map(|row| row.change.other);
        let actors = rows.iter().filter_map(|row| row.change.actor);
        let accounts: BTreeSet<AccountId> = actors.chain(of_people).map(|account| AccountId(id(account))).collect();
        let mut profiles: Profiles = HashMap::new();
        let mut users: HashMap<AccountId, UserId> = HashMap::new();
        for user in accounts.iter().filter_map(|account| facts.user_of_account(*account)) {
            profiles.insert(user.profile.account, Arc::clone(&user.profile));
            users.insert(user.profile.account, user.id);
        }
        let gone: BTreeSet<AccountId> = accounts.into_iter().filter(|account| !users.contains_key(account)).collect();
        if !gone.is_empty() {
            profiles.extend(self::profiles(self.read(), &gone).await?);
            users.extend(self.who_they_were(facts.domain, &gone).await?);
        }
        let person = |account: i64| {
            let account = AccountId(id(account));
            let display_name = profiles.get(&account).map(|profile| profile.display_name.clone());
            Person { user: users.get(&account).copied(), display_name }
        };
        let mut entries: Vec<Entry> = Vec::with_capacity(writes.len());
        for row in rows {
            let change = &row.change;
            let revision = Revision { number: change.revision, ..facts.revision };
            if entries.last().is_none_or(|entry| entry.revision != revision) {
                entries.push(Entry {
                    revision,
                    time: Time(change.time),
                    actor: change.actor.map(person),
                    act: change.act.clone(),
                    count: row.count,
                    things: Vec::new(),
                });
            }
            let thing = thing(facts, &row, &profiles)?;
            entries.last_mut().into_iter().for_each(|entry| entry.things.push(thing.clone()));
        }
        Ok(entries)
    }

    /// The rows that these writes changed, those that are asked for first, so many of each write as an entry has. What they hold is read
    /// until it is as much as a page has; of the rest only whether it was there.
    async fn changed(&self, domain: DomainId, wanted: &Wanted, writes: &[i64]) -> Result<Vec<Changed>, StoreError> {
        // What rows hold is looked up at the very end: nothing sorts or counts with it in hand.
        const NEXT: &str = "FROM changes n WHERE n.domain = t.domain AND n.id = t.id AND n.kind = t.kind \
             AND (n.revision, n.position) > (t.revision, t.position) ORDER BY n.revision, n.position LIMIT 1";
        let mut sql = Sql::new(
            &format!(
                "SELECT t.*, \
                 CASE WHEN t.told OR t.size <= {none} THEN (SELECT b.before FROM changes b WHERE b.domain = t.domain \
                 AND b.revision = t.revision AND b.position = t.position) \
                 WHEN t.size IS NULL THEN NULL ELSE '{UNTOLD}' END AS before, \
                 CASE WHEN t.told OR COALESCE(t.next_size, 0) <= {none} \
                 THEN (SELECT COALESCE(n.before, '{UNKNOWN}') {NEXT}) ELSE '{UNTOLD}' END AS next \
                 FROM (SELECT t.*, SUM(COALESCE(t.size, 0) + COALESCE(t.next_size, 0)) \
                 OVER (ORDER BY t.revision DESC, t.place) - COALESCE(t.size, 0) - COALESCE(t.next_size, 0) < {BYTES} AS told \
                 FROM (SELECT t.*, (SELECT octet_length(n.before) {NEXT}) AS next_size \
                 FROM (SELECT c.domain, c.revision, c.position, c.kind, c.id, c.other, c.actor, c.act, c.time, \
                 octet_length(c.before) AS size, COUNT(*) OVER (PARTITION BY c.revision) AS things, \
                 ROW_NUMBER() OVER (PARTITION BY c.revision ORDER BY ",
                none = history::NONE.len(),
            ),
            domain,
        );
        if wanted.kind.is_some() || wanted.thing.is_some() {
            named(&mut sql, "CASE WHEN ", wanted.kind, wanted.thing);
            sql.text += " THEN 0 ELSE 1 END, ";
        }
        sql.text += "c.position) AS place FROM changes c WHERE c.domain = $1 AND c.revision IN (";
        for (at, write) in writes.iter().enumerate() {
            sql.with(if at == 0 { "?" } else { ", ?" }, *write);
        }
        sql.with(")) t WHERE t.place <= ?) t) t ORDER BY t.revision DESC, t.place", THINGS as i64);
        let rows = Statement::from_sql_and_values(self.backend(), sql.text, sql.values);
        let rows = self.read().query_all_raw(rows).await?;
        let changed = |row: &QueryResult| {
            let count: i64 = row.try_get("", "things")?;
            let (change, next) = (change::Model::from_query_result(row, "")?, row.try_get("", "next")?);
            Ok(Changed { change, count: count.unsigned_abs(), next })
        };
        rows.iter().map(changed).collect()
    }

    /// Who these accounts were in the domain that they are no longer in, as far as its changes remember.
    async fn who_they_were(
        &self,
        domain: DomainId,
        accounts: &BTreeSet<AccountId>,
    ) -> Result<HashMap<AccountId, UserId>, StoreError> {
        // The kind is written out, because the index is of these alone.
        let text = "SELECT DISTINCT other, id FROM changes WHERE kind = 'user' AND other <> 0 AND domain = $1";
        let mut sql = Sql::new(text, domain);
        for (at, account) in accounts.iter().enumerate() {
            sql.with(if at == 0 { " AND other IN (?" } else { ", ?" }, column(account.0));
        }
        let rows = Statement::from_sql_and_values(self.backend(), sql.text + ")", sql.values);
        let rows = self.read().query_all_raw(rows).await?;
        let who = |row: &QueryResult| {
            let (account, user): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            Ok((AccountId(id(account)), UserId(id(user))))
        };
        rows.iter().map(who).collect()
    }
}

fn thing(facts: &Facts, row: &Changed, profiles: &Profiles) -> Result<Thing, StoreError> {
    let (key, revision) = (row.change.key()?, row.change.revision);
    let was = |told: Option<&str>| {
        Ok::<_, StoreError>(match told {
            None | Some(UNKNOWN) => Was::Unknown,
            Some(UNTOLD) => Was::Untold,
            Some(told) => history::row(key, told, revision, profiles)?.map_or(Was::Nothing, Was::There),
        })
    };
    let before = was(row.change.before.as_deref())?;
    let after = match (key, &row.next) {
        // Of these nothing is kept but that they were, and the next change with this id may be of another.
        (RowKey::Pairing(_) | RowKey::Membership(_), _) => match before {
            Was::Unknown => Was::Unknown,
            Was::Nothing => was(Some(history::ALONE))?,
            Was::There(_) | Was::Untold => Was::Nothing,
        },
        // An account has one for as long as it is there.
        (RowKey::Profile(_), _) => was(Some(history::ALONE))?,
        (_, Some(next)) => was(Some(next))?,
        (_, None) => facts.row(key).map_or(Was::Nothing, Was::There),
    };
    Ok(Thing { key, before, after })
}
