//! The statements that put and remove rows of facts.

use super::Step;
use crate::accounts::is_unique_violation;
use crate::entity::{
    calendar, column, day_list, device, group, link, lock, lock_membership, pairing, required_sign_in, serial, user,
    user_membership,
};
use crate::{ChangeError, entity};
use cardea_model::ids::DomainId;
use cardea_model::rows::{Edit, Member, Membership, Row, RowKey};
use cardea_model::{FieldCode, Refusal};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter,
};

/// The rows that the steps put, as active models of one table.
macro_rules! rows {
    ($steps:expr, $kind:ident, $row:expr) => {
        $steps
            .iter()
            .filter_map(|step| match &step.edit {
                Edit::Put(Row::$kind(row)) => Some($row(row)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

/// Puts the rows of these steps, which are all of one table and all different.
pub(super) async fn put(tx: &DatabaseTransaction, domain: DomainId, steps: &[Step]) -> Result<(), ChangeError> {
    let here = column(domain.0);
    match steps[0].edit.key() {
        // An account is one row for all domains: `sync_profiles` has written it.
        RowKey::Profile(_) => {}
        RowKey::User(_) => {
            let rows = rows!(steps, User, |row| user::row(domain, row));
            let put = upsert::<user::Entity>(tx, rows, user::Column::Id, &user::CHANGING, user::Column::Domain).await;
            put.map_err(|error| match error {
                ChangeError::Store(error) if is_unique_violation(&error) => {
                    Refusal::clash("user_id", FieldCode::AlreadyThere, "this account is a user of this domain already")
                        .into()
                }
                error => error,
            })?;
        }
        RowKey::Lock(_) => {
            let rows = rows!(steps, Lock, |row| lock::row(domain, row));
            upsert::<lock::Entity>(tx, rows, lock::Column::Id, &lock::CHANGING, lock::Column::Domain).await?;
            put_serials(tx, here, steps).await?;
        }
        RowKey::Device(_) => {
            let rows = rows!(steps, Device, |row| device::row(domain, row));
            upsert::<device::Entity>(tx, rows, device::Column::Id, &device::CHANGING, device::Column::Domain).await?;
            put_serials(tx, here, steps).await?;
        }
        RowKey::Group(_) => {
            let rows = rows!(steps, Group, |row| group::row(domain, row));
            upsert::<group::Entity>(tx, rows, group::Column::Id, &group::CHANGING, group::Column::Domain).await?;
        }
        RowKey::DayList(_) => {
            let rows = rows!(steps, DayList, |row| day_list::row(domain, row));
            upsert::<day_list::Entity>(tx, rows, day_list::Column::Id, &day_list::CHANGING, day_list::Column::Domain)
                .await?;
        }
        RowKey::Calendar(_) => {
            let rows = rows!(steps, Calendar, |row| calendar::row(domain, row));
            upsert::<calendar::Entity>(tx, rows, calendar::Column::Id, &calendar::CHANGING, calendar::Column::Domain)
                .await?;
        }
        RowKey::Link(_) => {
            let rows = rows!(steps, Link, |row| link::row(domain, row));
            upsert::<link::Entity>(tx, rows, link::Column::Id, &link::CHANGING, link::Column::Domain).await?;
        }
        RowKey::RequiredSignIn => {
            type This = required_sign_in::Column;
            let rows = rows!(steps, RequiredSignIn, |row| required_sign_in::row(domain, row));
            upsert::<required_sign_in::Entity>(tx, rows, This::Domain, &required_sign_in::CHANGING, This::Domain)
                .await?;
        }
        RowKey::Pairing(_) => {
            let rows = rows!(steps, Pairing, |row: &cardea_model::rows::Pairing| {
                pairing::Model { lock_id: column(row.lock.0), device_id: column(row.device.0), domain: here }
                    .into_active_model()
            });
            pairing::Entity::insert_many(rows).exec_without_returning(tx).await?;
        }
        RowKey::Membership(Membership { member: Member::User(_), .. }) => {
            let rows = rows!(steps, Membership, |row: &Membership| {
                let (group_id, user_id) = (column(row.group.0), column(row.member.number()));
                user_membership::Model { group_id, user_id, domain: here }.into_active_model()
            });
            user_membership::Entity::insert_many(rows).exec_without_returning(tx).await?;
        }
        RowKey::Membership(Membership { member: Member::Lock(_), .. }) => {
            let rows = rows!(steps, Membership, |row: &Membership| {
                let (group_id, lock_id) = (column(row.group.0), column(row.member.number()));
                lock_membership::Model { group_id, lock_id, domain: here }.into_active_model()
            });
            lock_membership::Entity::insert_many(rows).exec_without_returning(tx).await?;
        }
    }
    Ok(())
}

/// Inserts or replaces rows of this domain. A row of another domain with the same id stays as it is, and the write is refused.
async fn upsert<E>(
    tx: &DatabaseTransaction,
    rows: Vec<E::ActiveModel>,
    key: E::Column,
    changing: &[E::Column],
    domain: E::Column,
) -> Result<(), ChangeError>
where
    E: EntityTrait,
    E::ActiveModel: ActiveModelTrait<Entity = E> + Send,
{
    let wanted = rows.len() as u64;
    let mine = Expr::col((E::default(), domain)).eq(Expr::col((entity::EXCLUDED, domain)));
    let replace = OnConflict::column(key).update_columns(changing.iter().copied()).action_and_where(mine).to_owned();
    let written = E::insert_many(rows).on_conflict(replace).exec_without_returning(tx).await?;
    if written == wanted { Ok(()) } else { Err(Refusal::clash("id", FieldCode::InUse, "this id is in use").into()) }
}

/// Takes the serial numbers that these locks or devices had, and gives them those they have now.
async fn put_serials(tx: &DatabaseTransaction, here: i64, steps: &[Step]) -> Result<(), ChangeError> {
    let serial_of = |row: &Row| match row {
        Row::Lock(lock) => lock.serial(),
        Row::Device(device) => Some(device.serial),
        _ => None,
    };
    let mut given = Vec::new();
    let mut taken = Vec::new();
    for step in steps {
        let Edit::Put(row) = &step.edit else { continue };
        let (before, after) = (step.before.as_ref().and_then(serial_of), serial_of(row));
        if before == after {
            continue;
        }
        taken.extend(before.map(|serial| column(serial.0)));
        let (lock_id, device_id) = match row.key() {
            RowKey::Lock(lock) => (Some(column(lock.0)), None),
            RowKey::Device(device) => (None, Some(column(device.0))),
            _ => continue,
        };
        given.extend(after.map(|serial| serial::Model { serial: column(serial.0), domain: here, lock_id, device_id }));
    }
    if !taken.is_empty() {
        serial::Entity::delete_many().filter(serial::Column::Serial.is_in(taken)).exec(tx).await?;
    }
    if !given.is_empty() {
        let wanted = given.len() as u64;
        let keep = OnConflict::column(serial::Column::Serial).do_nothing().to_owned();
        let rows = given.into_iter().map(IntoActiveModel::into_active_model);
        let written = serial::Entity::insert_many(rows).on_conflict(keep).exec_without_returning(tx).await?;
        if written != wanted {
            return Err(Refusal::clash(
                "serial_number",
                FieldCode::AlreadyTaken,
                "a device with this serial number is there already",
            )
            .into());
        }
    }
    Ok(())
}

/// Removes the rows of these steps, which are all of one table.
pub(super) async fn remove(tx: &DatabaseTransaction, domain: DomainId, steps: &[Step]) -> Result<(), ChangeError> {
    let here = column(domain.0);
    let keys = || steps.iter().map(|step| step.edit.key());
    /// The numbers of the keys of one kind.
    macro_rules! ids {
        ($pattern:pat => $id:expr) => {
            keys().filter_map(|key| match key {
                $pattern => Some(column($id)),
                _ => None,
            })
        };
    }
    /// Deletes the rows of this domain with these ids.
    macro_rules! delete {
        ($entity:ident, $ids:expr) => {{
            let these = $entity::Column::Domain.eq(here).and($entity::Column::Id.is_in($ids));
            $entity::Entity::delete_many().filter(these).exec(tx).await?;
        }};
    }
    match steps[0].edit.key() {
        // An account outlives its users.
        RowKey::Profile(_) => {}
        RowKey::User(_) => delete!(user, ids!(RowKey::User(id) => id.0)),
        RowKey::Lock(_) => {
            let serials = serial::Column::LockId.is_in(ids!(RowKey::Lock(id) => id.0));
            serial::Entity::delete_many().filter(serial::Column::Domain.eq(here)).filter(serials).exec(tx).await?;
            delete!(lock, ids!(RowKey::Lock(id) => id.0));
        }
        RowKey::Device(_) => {
            let serials = serial::Column::DeviceId.is_in(ids!(RowKey::Device(id) => id.0));
            serial::Entity::delete_many().filter(serial::Column::Domain.eq(here)).filter(serials).exec(tx).await?;
            delete!(device, ids!(RowKey::Device(id) => id.0));
        }
        RowKey::Group(_) => delete!(group, ids!(RowKey::Group(id) => id.0)),
        RowKey::DayList(_) => delete!(day_list, ids!(RowKey::DayList(id) => id.0)),
        RowKey::Calendar(_) => delete!(calendar, ids!(RowKey::Calendar(id) => id.0)),
        RowKey::Link(_) => delete!(link, ids!(RowKey::Link(id) => id.packed())),
        RowKey::RequiredSignIn => {
            required_sign_in::Entity::delete_by_id(here).exec(tx).await?;
        }
        RowKey::Pairing(_) => {
            let these = keys().fold(Condition::any(), |these, key| match key {
                RowKey::Pairing(pairing) => these.add(
                    pairing::Column::LockId
                        .eq(column(pairing.lock.0))
                        .and(pairing::Column::DeviceId.eq(column(pairing.device.0))),
                ),
                _ => these,
            });
            pairing::Entity::delete_many().filter(pairing::Column::Domain.eq(here)).filter(these).exec(tx).await?;
        }
        RowKey::Membership(Membership { member: Member::User(_), .. }) => {
            type Side = user_membership::Column;
            let these = memberships(keys(), |group, user| Side::GroupId.eq(group).and(Side::UserId.eq(user)));
            user_membership::Entity::delete_many().filter(Side::Domain.eq(here)).filter(these).exec(tx).await?;
        }
        RowKey::Membership(Membership { member: Member::Lock(_), .. }) => {
            type Side = lock_membership::Column;
            let these = memberships(keys(), |group, lock| Side::GroupId.eq(group).and(Side::LockId.eq(lock)));
            lock_membership::Entity::delete_many().filter(Side::Domain.eq(here)).filter(these).exec(tx).await?;
        }
    }
    Ok(())
}

/// Any of these memberships.
fn memberships(keys: impl Iterator<Item = RowKey>, one: impl Fn(i64, i64) -> Expr) -> Condition {
    keys.fold(Condition::any(), |these, key| match key {
        RowKey::Membership(membership) => {
            these.add(one(column(membership.group.0), column(membership.member.number())))
        }
        _ => these,
    })
}
