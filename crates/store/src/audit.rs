//! The audit of a domain: who changed what, as its changes tell.
//!
//! An entry is a write: one act, by one actor, at one moment, of however many rows. Writes are numbered without a gap and their changes from
//! 0, so all of them can be paged by number alone, however many there are. What was forgotten (see `retention`) is missing at the beginning.

mod rows;

use crate::entity::{column, id};
use crate::log::Span;
use crate::{Store, StoreError};
use cardea_model::ids::{AccountId, DomainId, UserId};
use cardea_model::rows::{Member, Row, RowKey};
use cardea_model::{Facts, Revision, Time};
use sea_orm::{ConnectionTrait, Statement, Value};

/// The most rows of a write that an entry has.
pub const THINGS: u64 = 20;
/// What rows were is told on a page until this many bytes of it are: a list of days is half a megabyte, and a page has up to 1,000 entries.
/// The row that reaches beyond is told whole, so that each is told to whoever asks for it alone.
pub const BYTES: u64 = 4 << 20;

/// What kind of row changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What a person tells of themself.
    Profile,
    /// A person in the domain.
    User,
    /// A lock.
    Lock,
    /// Another device.
    Device,
    /// That a lock and a device work together.
    Pairing,
    /// A group.
    Group,
    /// That a person is in a group.
    UserMembership,
    /// That a lock is in a group.
    LockMembership,
    /// A list of days.
    DayList,
    /// A calendar.
    Calendar,
    /// A link.
    Link,
    /// The sign-in that the domain asks for.
    RequiredSignIn,
}

impl Kind {
    /// Its name, in the database and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Profile => "profile",
            Kind::User => "user",
            Kind::Lock => "lock",
            Kind::Device => "device",
            Kind::Pairing => "pairing",
            Kind::Group => "group",
            Kind::UserMembership => "user_membership",
            Kind::LockMembership => "lock_membership",
            Kind::DayList => "day_list",
            Kind::Calendar => "calendar",
            Kind::Link => "link",
            Kind::RequiredSignIn => "required_sign_in",
        }
    }

    /// The kind of this row.
    pub const fn of(key: RowKey) -> Kind {
        match key {
            RowKey::Profile(_) => Kind::Profile,
            RowKey::User(_) => Kind::User,
            RowKey::Lock(_) => Kind::Lock,
            RowKey::Device(_) => Kind::Device,
            RowKey::Pairing(_) => Kind::Pairing,
            RowKey::Group(_) => Kind::Group,
            RowKey::Membership(membership) => match membership.member {
                Member::User(_) => Kind::UserMembership,
                Member::Lock(_) => Kind::LockMembership,
            },
            RowKey::DayList(_) => Kind::DayList,
            RowKey::Calendar(_) => Kind::Calendar,
            RowKey::Link(_) => Kind::Link,
            RowKey::RequiredSignIn => Kind::RequiredSignIn,
        }
    }
}

/// By whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The program itself.
    Server,
    /// Whoever this is, or was, in the domain.
    User(UserId),
}

/// Which writes are wanted: those that meet all of this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// By whom.
    pub by: Option<By>,
    /// By this act.
    pub act: Option<String>,
    /// That change a row of this kind,
    pub kind: Option<Kind>,
    /// with this id: of a pairing the lock's, of a membership the group's, of a link the packed one.
    pub thing: Option<u64>,
    /// At that time.
    pub span: Span,
}

/// A page of the audit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// The entries, newest first.
    pub entries: Vec<Entry>,
    /// How many there are in all.
    pub total: u64,
    /// When the first write was that is kept whole, where earlier ones were forgotten.
    pub kept_since: Option<Time>,
}

/// One write.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number.
    pub revision: Revision,
    /// When.
    pub time: Time,
    /// Who; `None`: the program itself.
    pub actor: Option<Person>,
    /// The act.
    pub act: String,
    /// How many rows changed.
    pub count: u64,
    /// What changed: at most [`THINGS`] of the rows, those that were asked for first.
    pub things: Vec<Thing>,
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who they are, or were, in the domain; `None` for somebody who never was in it, as far as is remembered.
    pub user: Option<UserId>,
    /// What they are called today; `None` for somebody who was erased.
    pub display_name: Option<String>,
}

/// A row that changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// Which.
    pub key: RowKey,
    /// What it was.
    pub before: Was,
    /// What it became.
    pub after: Was,
}

/// A row at some moment.
#[derive(Debug, Clone, PartialEq)]
pub enum Was {
    /// Nobody remembers.
    Unknown,
    /// There was none.
    Nothing,
    /// It was there, and there is no room on the page for what it was: see [`BYTES`].
    Untold,
    /// It was this. People have the profiles of today.
    There(Row),
}

/// The writes between two numbers that are asked for, both included.
#[derive(Debug, Clone, Copy)]
struct Range {
    first: i64,
    last: i64,
}

/// Conditions of a statement, and what is bound in it.
struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    fn new(text: &str, domain: DomainId) -> Sql {
        Sql { text: text.to_owned(), values: vec![column(domain.0).into()] }
    }

    /// Adds a piece in which `?` is this value.
    fn with(&mut self, piece: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        self.text += &piece.replace('?', &format!("${}", self.values.len()));
    }
}

impl Store {
    /// What was changed in the domain of these facts, up to their revision.
    ///
    /// # Errors
    /// What the database says.
    pub async fn audit(&self, facts: &Facts, wanted: &Wanted, skip: u64, take: u64) -> Result<Page, StoreError> {
        let Some((oldest, since, forgotten)) = self.oldest_write(facts.domain).await? else {
            return Ok(Page::default());
        };
        let kept_since = forgotten.then_some(since);
        let mut range = Range { first: oldest, last: facts.revision.number };
        if let Some(start) = wanted.span.start {
            range.first = self.write_from(facts.domain, range, start).await?;
        }
        if let Some(end) = wanted.span.end {
            range.last = self.write_from(facts.domain, range, end).await? - 1;
        }
        let (total, writes) = self.writes(facts, wanted, range, skip, take).await?;
        let entries = self.entries(facts, wanted, &writes).await?;
        Ok(Page { entries, total, kept_since })
    }

    /// The oldest write that is kept whole, when it was, and whether there were others before it.
    async fn oldest_write(&self, domain: DomainId) -> Result<Option<(i64, Time, bool)>, StoreError> {
        let sql = "SELECT revision, position, time FROM changes WHERE domain = $1 ORDER BY revision, position LIMIT 1";
        let Some((revision, position, time)) = self.numbers(Sql::new(sql, domain)).await? else { return Ok(None) };
        if position == 0 {
            return Ok(Some((revision, Time(time), revision > 1)));
        }
        // Its first changes were forgotten already.
        let mut next = Sql::new("SELECT revision, position, time FROM changes WHERE domain = $1", domain);
        next.with(" AND revision > ? ORDER BY revision, position LIMIT 1", revision);
        let next = self.numbers(next).await?;
        Ok(Some(next.map_or((revision + 1, Time(time), true), |(next, _, time)| (next, Time(time), true))))
    }

    async fn numbers(&self, sql: Sql) -> Result<Option<(i64, i64, i64)>, StoreError> {
        let statement = Statement::from_sql_and_values(self.backend(), sql.text, sql.values);
        let Some(row) = self.read().query_one_raw(statement).await? else { return Ok(None) };
        Ok(Some((row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?)))
    }

    /// The first write of the range that is not before this time, or the one after the range. Writes are in the order of time, so a few looks
    /// find it among any number.
    async fn write_from(&self, domain: DomainId, range: Range, time: Time) -> Result<i64, StoreError> {
        let (mut low, mut high) = (range.first, range.last.saturating_add(1));
        while low < high {
            let middle = low + (high - low) / 2;
            let mut sql = Sql::new("SELECT revision, position, time FROM changes WHERE domain = $1", domain);
            sql.with(" AND revision >= ? ORDER BY revision, position LIMIT 1", middle);
            match self.numbers(sql).await? {
                Some((_, _, then)) if then < time.0 => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(low)
    }

    /// How many writes are wanted, and the numbers of those of a page, newest first.
    async fn writes(
        &self,
        facts: &Facts,
        wanted: &Wanted,
        range: Range,
        skip: u64,
        take: u64,
    ) -> Result<(u64, Vec<i64>), StoreError> {
        let Wanted { by, act, kind, thing, .. } = wanted;
        let all = u64::try_from(range.last - range.first + 1).unwrap_or_default();
        if by.is_none() && act.is_none() && kind.is_none() && thing.is_none() {
            let count = all.saturating_sub(skip).min(take);
            let newest = range.last.saturating_sub_unsigned(skip);
            return Ok((all, (0..count).map(|back| newest.saturating_sub_unsigned(back)).collect()));
        }
        let mut of = Sql::new(" FROM changes WHERE domain = $1", facts.domain);
        of.with(" AND revision >= ?", range.first);
        of.with(" AND revision <= ?", range.last);
        match by {
            None => {}
            Some(By::Server) => of.text += " AND actor IS NULL",
            Some(By::User(user)) => match self.account_of(facts, *user).await? {
                Some(account) => of.with(" AND actor = ?", column(account.0)),
                None => return Ok((0, Vec::new())),
            },
        }
        if let Some(act) = act {
            of.with(" AND act = ?", act.clone());
        }
        match (kind, thing) {
            (None, None) => of.text += " AND position = 0",
            _ => rows::named(&mut of, " AND ", *kind, *thing),
        }
        let Sql { text: of, values } = of;
        let count = format!("SELECT COUNT(DISTINCT revision){of}");
        let count = Statement::from_sql_and_values(self.backend(), count, values.clone());
        let total = self.read().query_one_raw(count).await?;
        let total: i64 = total.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        let mut page = Sql { text: format!("SELECT revision{of} GROUP BY revision ORDER BY revision DESC"), values };
        // Databases count positions in signed 64 bits.
        page.with(" LIMIT ?", i64::try_from(take).unwrap_or(i64::MAX));
        page.with(" OFFSET ?", i64::try_from(skip).unwrap_or(i64::MAX));
        let page = Statement::from_sql_and_values(self.backend(), page.text, page.values);
        let page = self.read().query_all_raw(page).await?;
        let page = page.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect::<Result<_, StoreError>>()?;
        Ok((u64::try_from(total).unwrap_or_default(), page))
    }

    /// Whose account this user of the domain is, or was as far as changes remember.
    async fn account_of(&self, facts: &Facts, user: UserId) -> Result<Option<AccountId>, StoreError> {
        if let Some(there) = facts.user(user) {
            return Ok(Some(there.profile.account));
        }
        let text = "SELECT id, position, other FROM changes WHERE domain = $1 AND kind = 'user'";
        let mut sql = Sql::new(text, facts.domain);
        sql.with(" AND other <> 0 AND id = ? ORDER BY revision DESC LIMIT 1", column(user.0));
        Ok(self.numbers(sql).await?.map(|(_, _, account)| AccountId(id(account))))
    }
}
