//! What was: each change keeps the row as it was before, so that the facts of any revision that is still remembered can be told.
//!
//! A row is kept as a JSON object of its columns, without those that are null. Of a person only the account is kept, and no profile: past
//! states are told with the names of today, and a person who is erased is erased there too.

use crate::accounts::profiles;
use crate::changes::is_all_since;
use crate::entity::{
    calendar, change, column, day_list, device, group, id, link, lock, required_sign_in, unreadable, user,
};
use crate::{Store, StoreError};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::{Edit, Profile, Row, RowKey};
use cardea_model::{Facts, Revision};
use sea_orm::sea_query::{ColumnType, Expr};
use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, Iterable,
    QueryFilter, QueryOrder, Set, TryIntoModel, Value,
};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What stands where there was no row.
pub(crate) const NONE: &str = "null";
/// What stands where a row has nothing but its key, and for profiles.
pub(crate) const ALONE: &str = "{}";

/// The row before a change, as the change keeps it.
pub(crate) fn written(domain: DomainId, before: Option<&Row>) -> String {
    match before {
        None => NONE.to_owned(),
        Some(Row::Profile(_) | Row::Pairing(_) | Row::Membership(_)) => ALONE.to_owned(),
        Some(Row::User(row)) => columns(user::row(domain, row)),
        Some(Row::Lock(row)) => columns(lock::row(domain, row)),
        Some(Row::Device(row)) => columns(device::row(domain, row)),
        Some(Row::Group(row)) => columns(group::row(domain, row)),
        Some(Row::DayList(row)) => columns(day_list::row(domain, row)),
        Some(Row::Calendar(row)) => columns(calendar::row(domain, row)),
        Some(Row::Link(row)) => columns(link::row(domain, row)),
        Some(Row::RequiredSignIn(row)) => columns(required_sign_in::row(domain, row)),
    }
}

type ColumnOf<A> = <<A as ActiveModelTrait>::Entity as EntityTrait>::Column;

fn columns<A: ActiveModelTrait>(row: A) -> String {
    let mut object = Map::new();
    for column in ColumnOf::<A>::iter() {
        let value = match row.get(column) {
            ActiveValue::Set(value) | ActiveValue::Unchanged(value) => value,
            ActiveValue::NotSet => continue,
        };
        let json = match value {
            Value::BigInt(Some(number)) => Json::from(number),
            Value::Bool(Some(flag)) => Json::from(flag),
            Value::String(Some(text)) => Json::from(text),
            Value::Bytes(Some(bytes)) => Json::from(bytes),
            _ => continue,
        };
        object.insert(sea_orm::IdenStatic::as_str(&column).to_owned(), json);
    }
    Json::Object(object).to_string()
}

fn model<E>(object: &Map<String, Json>) -> Result<E::Model, StoreError>
where
    E: EntityTrait,
    E::ActiveModel: ActiveModelTrait<Entity = E> + TryIntoModel<E::Model>,
    E::Model: IntoActiveModel<E::ActiveModel>,
{
    let mut row = <E::ActiveModel as ActiveModelTrait>::default();
    for column in E::Column::iter() {
        let kept = object.get(sea_orm::IdenStatic::as_str(&column));
        let value = match column.def().get_column_type() {
            ColumnType::Boolean => Value::Bool(kept.and_then(Json::as_bool)),
            ColumnType::Blob | ColumnType::VarBinary(_) | ColumnType::Binary(_) => {
                let byte = |value: &Json| value.as_u64().and_then(|byte| u8::try_from(byte).ok());
                Value::Bytes(kept.and_then(Json::as_array).map(|bytes| bytes.iter().filter_map(byte).collect()))
            }
            ColumnType::BigInteger => Value::BigInt(kept.and_then(Json::as_i64)),
            _ => Value::String(kept.and_then(Json::as_str).map(str::to_owned)),
        };
        row.try_set(column, value)?;
    }
    Ok(row.try_into_model()?)
}

/// The edit that undoes a change, with the profiles that accounts have now.
fn undoing(change: &change::Model, profiles: &Profiles) -> Result<Option<Edit>, StoreError> {
    let key = change.key()?;
    let Some(before) = &change.before else { return Err(unreadable("history of revision", change.revision)) };
    Ok(match (row(key, before, change.revision, profiles)?, key) {
        (_, RowKey::Profile(_)) => None,
        (None, _) => Some(Edit::Remove(key)),
        (Some(row), _) => Some(Edit::Put(row)),
    })
}

/// What accounts tell now.
pub(crate) type Profiles = HashMap<AccountId, Arc<Profile>>;

/// The row that a change of this revision keeps as `before`: `None` where there was none. A profile is the one of now.
pub(crate) fn row(key: RowKey, before: &str, revision: i64, profiles: &Profiles) -> Result<Option<Row>, StoreError> {
    if before == NONE {
        return Ok(None);
    }
    let object: Map<String, Json> =
        serde_json::from_str(before).map_err(|_| unreadable("history of revision", revision))?;
    let profile = |account| profiles.get(&account).cloned().unwrap_or_else(|| Arc::new(nobody(account)));
    Ok(Some(match key {
        RowKey::Profile(account) => Row::Profile(profile(account)),
        RowKey::Pairing(pairing) => Row::Pairing(pairing),
        RowKey::Membership(membership) => Row::Membership(membership),
        RowKey::User(_) => {
            let user = model::<user::Entity>(&object)?;
            let profile = profile(AccountId(id(user.account)));
            Row::User(Arc::new(user.user(profile)?))
        }
        RowKey::Lock(_) => Row::Lock(Arc::new(model::<lock::Entity>(&object)?.lock()?)),
        RowKey::Device(_) => Row::Device(Arc::new(model::<device::Entity>(&object)?.device()?)),
        RowKey::Group(_) => Row::Group(Arc::new(model::<group::Entity>(&object)?.group()?)),
        RowKey::DayList(_) => Row::DayList(Arc::new(model::<day_list::Entity>(&object)?.day_list()?)),
        RowKey::Calendar(_) => Row::Calendar(Arc::new(model::<calendar::Entity>(&object)?.calendar()?)),
        RowKey::Link(_) => Row::Link(model::<link::Entity>(&object)?.link()?),
        RowKey::RequiredSignIn => {
            Row::RequiredSignIn(Arc::new(model::<required_sign_in::Entity>(&object)?.required()?))
        }
    }))
}

/// Whoever has been erased.
fn nobody(account: AccountId) -> Profile {
    Profile {
        account,
        username: String::new(),
        display_name: String::new(),
        firstname: String::new(),
        lastname: String::new(),
        email_address: String::new(),
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    }
}

impl Store {
    /// The facts of a domain as they were at a revision, with the profiles that accounts have now; `None` for a revision that is to come,
    /// of another life of the database, or no longer remembered. It reads every change since.
    ///
    /// # Errors
    /// [`StoreError::NoSuchDomain`], and what the database says.
    pub async fn facts_of_revision(&self, domain: DomainId, revision: Revision) -> Result<Option<Facts>, StoreError> {
        let now = self.facts(domain).await?;
        if revision.epoch != now.revision.epoch || !(0..=now.revision.number).contains(&revision.number) {
            return Ok(None);
        }
        let changes = change::Entity::find()
            .filter(change::Column::Domain.eq(column(domain.0)))
            .filter(change::Column::Revision.gt(revision.number))
            .filter(change::Column::Revision.lte(now.revision.number))
            .order_by_asc(change::Column::Revision)
            .order_by_asc(change::Column::Position)
            .all(self.read())
            .await?;
        let is_kept = changes.iter().all(|change| change.before.is_some());
        let first = changes.first().map(|change| (change.revision, change.position));
        if !is_kept || !is_all_since(first, revision.number, now.revision.number) {
            return Ok(None);
        }
        let people = changes.iter().filter(|change| change.kind == change::USER);
        let accounts: BTreeSet<AccountId> = people.map(|change| AccountId(id(change.other))).collect();
        let mut profiles = profiles(self.read(), &accounts).await?;
        let here = accounts.iter().filter_map(|account| now.user_of_account(*account));
        profiles.extend(here.map(|user| (user.profile.account, Arc::clone(&user.profile))));
        let mut facts = Facts::clone(&now);
        for change in changes.iter().rev() {
            if let Some(edit) = undoing(change, &profiles)? {
                facts.apply(&edit);
            }
        }
        facts.revision = revision;
        Ok(Some(facts))
    }
}

/// Removes the alias of this person from all past rows; that somebody was there stays.
pub(crate) async fn forget(tx: &DatabaseTransaction, account: AccountId) -> Result<(), StoreError> {
    let theirs = change::Entity::find()
        // Written as text, because the index holds only rows that meet this condition.
        .filter(Expr::cust("kind = 'user' AND other <> 0"))
        .filter(change::Column::Other.eq(column(account.0)));
    for told in theirs.all(tx).await? {
        let Some(before) = told.before.as_deref().filter(|before| *before != NONE) else { continue };
        let object: Map<String, Json> =
            serde_json::from_str(before).map_err(|_| unreadable("history", before.len()))?;
        let unnamed = user::Model { alias: String::new(), ..model::<user::Entity>(&object)? };
        let mut told = told.into_active_model();
        told.before = Set(Some(columns(unnamed.into_active_model())));
        told.update(tx).await?;
    }
    Ok(())
}
