//! Who and what is meant by a name, where a path or a body has one in place of an id.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::permissions::Reach;
use crate::scope::Scope;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::{GroupId, Serial, UserId};
use cardea_model::names::key;
use cardea_model::rows::{Group, GroupType, Lock, User, Who};
use cardea_model::{Code, Refusal};
use std::sync::Arc;

/// The person of this username or id, as far as the caller sees people. E-mail addresses find nobody: people set their own, so somebody
/// could wait under the address of another for what is meant for them.
///
/// # Errors
/// 404 where there is none.
pub async fn person(app: &App, caller: &Caller, name: &str) -> Result<Arc<User>, ApiError> {
    let not_found = || ApiError::not_found(format!("{name:?}"));
    if let Ok(id) = name.parse::<UserId>() {
        return caller.scope().user(id).cloned().ok_or_else(not_found);
    }
    if key(&caller.user.profile.username) == key(name) {
        return Ok(Arc::clone(&caller.user));
    }
    if caller.reach != Reach::All {
        return Err(not_found());
    }
    let account = app.store().account_by_username(name).await?.ok_or_else(not_found)?;
    caller.facts.user_of_account(account.profile.account).cloned().ok_or_else(not_found)
}

/// The group of this name or id, of this type where one is wanted.
///
/// # Errors
/// 404 where there is none; 409 where several have the name.
pub fn group<'a>(scope: &Scope<'a>, name: &str, wanted: Option<GroupType>) -> Result<&'a Arc<Group>, ApiError> {
    let fits = |group: &Group| wanted.is_none_or(|wanted| group.group_type == wanted);
    if let Ok(id) = name.parse::<GroupId>() {
        return scope.group(id).filter(|group| fits(group)).ok_or_else(|| ApiError::not_found(id));
    }
    only(scope.groups(0).1.filter(|group| fits(group) && group.name == name.trim()), name)
}

/// Who is meant where both people and user groups may be.
///
/// # Errors
/// As [`person`] and [`group`].
pub async fn who(app: &App, caller: &Caller, name: &str) -> Result<Who, ApiError> {
    if name.parse::<GroupId>().is_err() {
        match person(app, caller, name).await {
            Ok(user) => return Ok(Who::User(user.id)),
            Err(refused) if refused.is_not_found() => {}
            Err(refused) => return Err(refused),
        }
    }
    Ok(Who::Group(group(&caller.scope(), name, Some(GroupType::Users))?.id))
}

/// The lock with this serial number, or the older one with this MAC address.
///
/// # Errors
/// 404 where there is none.
pub fn lock<'a>(scope: &Scope<'a>, serial: Serial) -> Result<&'a Arc<Lock>, ApiError> {
    let facts = scope.facts();
    let found = match facts.by_serial(serial) {
        Some(SerialOwner::Lock(id)) => facts.lock(id),
        Some(SerialOwner::Device(_)) => None,
        None => facts.lock_by_mac(serial),
    };
    found.and_then(|lock| scope.lock(lock.id)).ok_or_else(|| ApiError::not_found(serial))
}

/// The lock with this serial number; the doors of version 3 know no other.
///
/// # Errors
/// 404 where there is none.
pub fn lock_by_serial<'a>(scope: &Scope<'a>, serial: Serial) -> Result<&'a Arc<Lock>, ApiError> {
    let found = scope.facts().lock_by_serial(serial).and_then(|lock| scope.lock(lock.id));
    found.ok_or_else(|| ApiError::not_found(serial))
}

/// The one that there is.
fn only<T>(mut found: impl Iterator<Item = T>, name: &str) -> Result<T, ApiError> {
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(ApiError::not_found(format!("{name:?}"))),
        (Some(_), Some(_)) => {
            let message = format!("several here are called {name:?}: say which by its id");
            Err(Refusal::new(Code::Conflict, message).into())
        }
    }
}
