//! Facts from rows: the whole of a domain, or only what changed since.

use crate::StoreError;
use crate::changes::is_all_since;
use crate::entity::{
    account, calendar, change, column, day_list, device, domain, group, id, link, lock, lock_membership, pairing,
    required_sign_in, user, user_membership,
};
use cardea_model::ids::{AccountId, DeviceId, DomainId, GroupId, LockId, UserId};
use cardea_model::rows::{Edit, Member, Membership, Pairing, Row, RowKey};
use cardea_model::{Facts, Revision};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ModelTrait, QueryFilter, QueryOrder, QuerySelect, Select, Value,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Touched rows beyond which reading the whole domain costs less than reading them.
const REFRESH_MAX: u64 = 1_000;
/// Ids in one statement.
const CHUNK: usize = 500;
/// Rows in one page.
const PAGE: u64 = 2_000;

/// A domain's row: whose it is and its current revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) domain: DomainId,
    pub(crate) owner: AccountId,
    pub(crate) revision: Revision,
}

impl Head {
    pub(crate) fn of(row: &domain::Model) -> Head {
        Head {
            domain: DomainId(id(row.id)),
            owner: AccountId(id(row.owner)),
            revision: Revision { epoch: id(row.epoch), number: row.revision },
        }
    }
}

/// The domain's row as it is now.
pub(crate) async fn head(connection: &impl ConnectionTrait, domain: DomainId) -> Result<Option<Head>, StoreError> {
    Ok(domain::Entity::find_by_id(column(domain.0)).one(connection).await?.as_ref().map(Head::of))
}

/// The same, and nobody changes the domain before this transaction ends.
pub(crate) async fn head_held(tx: &sea_orm::DatabaseTransaction, domain: DomainId) -> Result<Option<Head>, StoreError> {
    Ok(domain::Entity::find_by_id(column(domain.0)).lock_shared().one(tx).await?.as_ref().map(Head::of))
}

fn put(facts: &mut Facts, row: Row) {
    facts.apply(&Edit::Put(row));
}

/// Reads the whole domain. The connection must see it at `head` in all its statements. Rows come in order of creation, in which the
/// lists of facts grow at their end.
pub(crate) async fn load(connection: &impl ConnectionTrait, head: &Head) -> Result<Facts, StoreError> {
    let mut facts = Facts::empty(head.domain, head.owner, head.revision);
    let here = column(head.domain.0);
    if let Some(row) = required(connection, here).await? {
        put(&mut facts, row);
    }
    let mut last = None;
    loop {
        let users =
            page_after::<user::Entity>(user::Column::Domain, here, &[user::Column::Created, user::Column::Id], last);
        let page = users.find_also_related(account::Entity).all(connection).await?;
        last = page.last().map(|(user, _)| vec![user.created.into(), user.id.into()]);
        if last.is_none() {
            break;
        }
        for (user, account) in page {
            put(&mut facts, user_row(user, account)?);
        }
    }
    /// Puts what is made of all rows of one table.
    macro_rules! every {
        ($entity:ident by $($key:ident),+; $row:ident => $made:expr) => {
            let key = [$($entity::Column::$key),+];
            let take = |$row: $entity::Model| {
                put(&mut facts, $made);
                Ok(())
            };
            each::<$entity::Entity>(connection, $entity::Column::Domain, here, &key, take).await?;
        };
    }
    every!(lock by Created, Id; row => Row::Lock(Arc::new(row.lock()?)));
    every!(device by Created, Id; row => Row::Device(Arc::new(row.device()?)));
    every!(pairing by LockId, DeviceId; row => pairing_row(&row));
    every!(group by Created, Id; row => Row::Group(Arc::new(row.group()?)));
    every!(user_membership by GroupId, UserId; row => user_membership_row(&row));
    every!(lock_membership by GroupId, LockId; row => lock_membership_row(&row));
    every!(day_list by Created, Id; row => Row::DayList(Arc::new(row.day_list()?)));
    every!(calendar by Created, Id; row => Row::Calendar(Arc::new(row.calendar()?)));
    every!(link by Created, Id; row => Row::Link(row.link()?));
    Ok(facts)
}

/// A page of the domain's rows in the order of their key, after the key given: a whole table at once would need its size in memory.
fn page_after<E: EntityTrait>(domain: E::Column, here: i64, key: &[E::Column], last: Option<Vec<Value>>) -> Select<E> {
    let mut page = E::find().filter(domain.eq(here)).limit(PAGE);
    if let Some(last) = last {
        let key = Expr::tuple(key.iter().map(|part| Expr::col((E::default(), *part))));
        page = page.filter(key.gt(Expr::tuple(last.into_iter().map(Expr::value))));
    }
    key.iter().fold(page, |page, part| page.order_by_asc(*part))
}

/// Hands over all the domain's rows of one table, page by page.
async fn each<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    domain: E::Column,
    here: i64,
    key: &[E::Column],
    mut take: impl FnMut(E::Model) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut last = None;
    loop {
        let page = page_after::<E>(domain, here, key, last).all(connection).await?;
        last = page.last().map(|row| key.iter().map(|part| row.get(*part)).collect());
        if last.is_none() {
            return Ok(());
        }
        page.into_iter().try_for_each(&mut take)?;
    }
}

async fn all<E: EntityTrait>(connection: &impl ConnectionTrait, these: Expr) -> Result<Vec<E::Model>, StoreError> {
    Ok(E::find().filter(these).all(connection).await?)
}

fn user_row(user: user::Model, account: Option<account::Model>) -> Result<Row, StoreError> {
    let account = account.ok_or_else(|| StoreError::Unreadable(format!("user {} without account", user.id)))?;
    Ok(Row::User(Arc::new(user.user(Arc::new(account.profile()))?)))
}

/// The sign-in that the domain asks for, where it asks for one.
async fn required(connection: &impl ConnectionTrait, here: i64) -> Result<Option<Row>, StoreError> {
    let row = required_sign_in::Entity::find_by_id(here).one(connection).await?;
    row.map(|row| Ok(Row::RequiredSignIn(Arc::new(row.required()?)))).transpose()
}

fn pairing_row(row: &pairing::Model) -> Row {
    Row::Pairing(Pairing { lock: LockId(id(row.lock_id)), device: DeviceId(id(row.device_id)) })
}

fn user_membership_row(row: &user_membership::Model) -> Row {
    Row::Membership(Membership { group: GroupId(id(row.group_id)), member: Member::User(UserId(id(row.user_id))) })
}

fn lock_membership_row(row: &lock_membership::Model) -> Row {
    Row::Membership(Membership { group: GroupId(id(row.group_id)), member: Member::Lock(LockId(id(row.lock_id))) })
}

/// The facts at `head`, made from older ones by reading again what changed in between; `None` when reading everything is the better or
/// the only way (another epoch, an unknown or forgotten past, too many changes).
pub(crate) async fn refresh(
    connection: &impl ConnectionTrait,
    held: &Facts,
    head: &Head,
) -> Result<Option<Facts>, StoreError> {
    let known = held.revision.epoch == head.revision.epoch && held.revision.number <= head.revision.number;
    if !known || held.owner != head.owner {
        return Ok(None);
    }
    let changes = change::Entity::find()
        .filter(change::Column::Domain.eq(column(head.domain.0)))
        .filter(change::Column::Revision.gt(held.revision.number))
        .filter(change::Column::Revision.lte(head.revision.number))
        .order_by_asc(change::Column::Revision)
        .order_by_asc(change::Column::Position)
        .limit(REFRESH_MAX + 1)
        .into_partial_model::<change::Bare>();
    let changes = changes.all(connection).await?;
    let first = changes.first().map(|change| (change.revision, change.position));
    let all = is_all_since(first, held.revision.number, head.revision.number);
    if changes.len() as u64 > REFRESH_MAX || !all {
        return Ok(None);
    }
    let touched = changes.iter().map(change::Bare::key).collect::<Result<BTreeSet<RowKey>, StoreError>>()?;
    let rows = read_again(connection, head.domain, &touched).await?;
    let mut facts = held.clone();
    // First all rows are removed and then those that exist are put. So a serial number or account that moved from one row to another ends
    // at the right one.
    for key in &touched {
        facts.apply(&Edit::Remove(*key));
    }
    for row in rows {
        put(&mut facts, row);
    }
    facts.revision = head.revision;
    Ok(Some(facts))
}

/// The ids of one table among these keys, in portions that fit a statement.
fn portions(touched: &BTreeSet<RowKey>, pick: impl Fn(RowKey) -> Option<u64>) -> Vec<Vec<i64>> {
    let ids: Vec<i64> = touched.iter().filter_map(|key| pick(*key)).map(column).collect();
    ids.chunks(CHUNK).map(<[i64]>::to_vec).collect()
}

macro_rules! pick {
    ($pattern:pat => $id:expr) => {
        |key| match key {
            $pattern => Some($id),
            _ => None,
        }
    };
}

/// The rows of these keys that are there.
async fn read_again(
    connection: &impl ConnectionTrait,
    domain: DomainId,
    touched: &BTreeSet<RowKey>,
) -> Result<Vec<Row>, StoreError> {
    let here = column(domain.0);
    let mut rows = Vec::with_capacity(touched.len());
    for ids in portions(touched, pick!(RowKey::User(id) => id.0)) {
        let users = user::Entity::find().filter(user::Column::Domain.eq(here)).filter(user::Column::Id.is_in(ids));
        for (user, account) in users.find_also_related(account::Entity).all(connection).await? {
            rows.push(user_row(user, account)?);
        }
    }
    for ids in portions(touched, pick!(RowKey::Profile(id) => id.0)) {
        for account in all::<account::Entity>(connection, account::Column::Id.is_in(ids)).await? {
            rows.push(Row::Profile(Arc::new(account.profile())));
        }
    }
    for ids in portions(touched, pick!(RowKey::Lock(id) => id.0)) {
        let these = lock::Column::Domain.eq(here).and(lock::Column::Id.is_in(ids));
        for lock in all::<lock::Entity>(connection, these).await? {
            rows.push(Row::Lock(Arc::new(lock.lock()?)));
        }
    }
    for ids in portions(touched, pick!(RowKey::Device(id) => id.0)) {
        let these = device::Column::Domain.eq(here).and(device::Column::Id.is_in(ids));
        for device in all::<device::Entity>(connection, these).await? {
            rows.push(Row::Device(Arc::new(device.device()?)));
        }
    }
    for ids in portions(touched, pick!(RowKey::Group(id) => id.0)) {
        let these = group::Column::Domain.eq(here).and(group::Column::Id.is_in(ids));
        for group in all::<group::Entity>(connection, these).await? {
            rows.push(Row::Group(Arc::new(group.group()?)));
        }
    }
    for ids in portions(touched, pick!(RowKey::DayList(id) => id.0)) {
        let these = day_list::Column::Domain.eq(here).and(day_list::Column::Id.is_in(ids));
        for list in all::<day_list::Entity>(connection, these).await? {
            rows.push(Row::DayList(Arc::new(list.day_list()?)));
        }
    }
    for ids in portions(touched, pick!(RowKey::Calendar(id) => id.0)) {
        let these = calendar::Column::Domain.eq(here).and(calendar::Column::Id.is_in(ids));
        for calendar in all::<calendar::Entity>(connection, these).await? {
            rows.push(Row::Calendar(Arc::new(calendar.calendar()?)));
        }
    }
    for ids in portions(touched, pick!(RowKey::Link(id) => id.packed())) {
        let these = link::Column::Domain.eq(here).and(link::Column::Id.is_in(ids));
        for link in all::<link::Entity>(connection, these).await? {
            rows.push(Row::Link(link.link()?));
        }
    }
    if touched.contains(&RowKey::RequiredSignIn) {
        rows.extend(required(connection, here).await?);
    }
    let pairs = read_pairs_again(connection, here, touched).await?;
    rows.extend(pairs.into_iter().filter(|row| touched.contains(&row.key())));
    Ok(rows)
}

/// The pairings and memberships of the locks and groups named by these keys, and perhaps some more of the same locks and groups.
async fn read_pairs_again(
    connection: &impl ConnectionTrait,
    here: i64,
    touched: &BTreeSet<RowKey>,
) -> Result<Vec<Row>, StoreError> {
    let mut rows = Vec::new();
    for ids in portions(touched, pick!(RowKey::Pairing(pairing) => pairing.lock.0)) {
        let these = pairing::Column::Domain.eq(here).and(pairing::Column::LockId.is_in(ids));
        rows.extend(all::<pairing::Entity>(connection, these).await?.iter().map(pairing_row));
    }
    type UserSide = user_membership::Column;
    for ids in portions(touched, pick!(RowKey::Membership(Membership { member: Member::User(user), .. }) => user.0)) {
        let these = UserSide::Domain.eq(here).and(UserSide::UserId.is_in(ids));
        rows.extend(all::<user_membership::Entity>(connection, these).await?.iter().map(user_membership_row));
    }
    type LockSide = lock_membership::Column;
    for ids in portions(touched, pick!(RowKey::Membership(Membership { member: Member::Lock(lock), .. }) => lock.0)) {
        let these = LockSide::Domain.eq(here).and(LockSide::LockId.is_in(ids));
        rows.extend(all::<lock_membership::Entity>(connection, these).await?.iter().map(lock_membership_row));
    }
    Ok(rows)
}
