//! What changed when, by whom: the change feed and the audit.

use crate::StoreError;
use crate::audit::Kind;
use cardea_model::ids::{AccountId, CalendarId, DayListId, DeviceId, GroupId, LinkId, LockId, UserId};
use cardea_model::rows::{Member, Membership, Pairing, RowKey};
use sea_orm::entity::prelude::*;

/// One changed row, without its content.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "changes")]
pub struct Model {
    /// The domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: i64,
    /// The write.
    #[sea_orm(primary_key, auto_increment = false)]
    pub revision: i64,
    /// Which of the write's changes, from 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    /// The kind of row.
    pub kind: String,
    /// The row's id; of a pairing the lock, of a membership the group.
    pub id: i64,
    /// The second id of a pairing or membership; of a person their account, and 0 where that was not told; else 0.
    pub other: i64,
    /// The account that did it; null: the program itself.
    pub actor: Option<i64>,
    /// The act.
    pub act: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// The row as it was before (see `history`); null: not remembered.
    pub before: Option<String>,
}

/// What belongs to a change.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The kind of changes of a person.
pub(crate) const USER: &str = "user";

/// How a row's key stands in the columns kind, id and other.
pub(crate) fn key_columns(key: RowKey) -> (&'static str, i64, i64) {
    let (id, other) = match key {
        RowKey::Profile(id) => (id.0, 0),
        RowKey::User(id) => (id.0, 0),
        RowKey::Lock(id) => (id.0, 0),
        RowKey::Device(id) => (id.0, 0),
        RowKey::Pairing(pairing) => (pairing.lock.0, pairing.device.0),
        RowKey::Group(id) => (id.0, 0),
        RowKey::Membership(Membership { group, member }) => (group.0, member.number()),
        RowKey::DayList(id) => (id.0, 0),
        RowKey::Calendar(id) => (id.0, 0),
        RowKey::Link(id) => (id.packed(), 0),
        RowKey::RequiredSignIn => (0, 0),
    };
    (Kind::of(key).name(), super::column(id), super::column(other))
}

/// A change without the row as it was before, which may be large. A reader of the feed needs no more.
#[derive(Clone, Debug, DerivePartialModel)]
#[sea_orm(entity = "Entity")]
pub(crate) struct Bare {
    pub(crate) revision: i64,
    pub(crate) position: i64,
    pub(crate) kind: String,
    pub(crate) id: i64,
    pub(crate) other: i64,
    pub(crate) actor: Option<i64>,
    pub(crate) act: String,
    pub(crate) time: i64,
}

impl Model {
    /// The key of the row that changed.
    pub(crate) fn key(&self) -> Result<RowKey, StoreError> {
        key(&self.kind, self.id, self.other)
    }
}

impl Bare {
    /// The key of the row that changed.
    pub(crate) fn key(&self) -> Result<RowKey, StoreError> {
        key(&self.kind, self.id, self.other)
    }
}

/// The key of the row that these columns name.
fn key(kind: &str, first: i64, second: i64) -> Result<RowKey, StoreError> {
    let (id, other) = (super::id(first), super::id(second));
    Ok(match kind {
        "profile" => RowKey::Profile(AccountId(id)),
        USER => RowKey::User(UserId(id)),
        "lock" => RowKey::Lock(LockId(id)),
        "device" => RowKey::Device(DeviceId(id)),
        "pairing" => RowKey::Pairing(Pairing { lock: LockId(id), device: DeviceId(other) }),
        "group" => RowKey::Group(GroupId(id)),
        "user_membership" => RowKey::Membership(Membership { group: GroupId(id), member: Member::User(UserId(other)) }),
        "lock_membership" => RowKey::Membership(Membership { group: GroupId(id), member: Member::Lock(LockId(other)) }),
        "day_list" => RowKey::DayList(DayListId(id)),
        "calendar" => RowKey::Calendar(CalendarId(id)),
        "link" => RowKey::Link(LinkId::from_packed(id).ok_or_else(|| super::unreadable("change of link", first))?),
        "required_sign_in" => RowKey::RequiredSignIn,
        _ => return Err(super::unreadable("kind of change", kind)),
    })
}
