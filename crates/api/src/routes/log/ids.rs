//! Whose log is asked for: one id, or two with a comma or a slash between.

use crate::error::ApiError;
use crate::scope::Scope;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use cardea_model::FieldCode;
use cardea_model::ids::{GroupId, LockId, UserId};
use cardea_model::rows::{GroupType, Member};
use cardea_store::log::Filter;
use std::fmt::Display;
use std::str::FromStr;

/// What an id stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A lock.
    Lock,
    /// The locks that are in a group now.
    LockGroup,
    /// A person.
    User,
    /// The people who are in a group now.
    UserGroup,
}

/// The ids of a path.
pub struct Ids(Vec<String>);

impl<S: Send + Sync> FromRequestParts<S> for Ids {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        let params = params.map_err(|_| invalid("ids is not UTF-8"))?;
        Ok(Ids(params.iter().flat_map(|(_, text)| text.split(',')).map(str::to_owned).collect()))
    }
}

fn invalid(message: impl Into<String>) -> ApiError {
    ApiError::field("ids", FieldCode::Invalid, message)
}

fn read<T: FromStr>(text: &str, like: &str) -> Result<T, ApiError> {
    text.parse().map_err(|_| invalid(format!("{text} is not an id like {like}")))
}

/// What is in the domain and seen.
fn known<T, I: Display>(found: Option<T>, id: I) -> Result<T, ApiError> {
    found.ok_or_else(|| ApiError::not_found(id))
}

fn members(scope: &Scope<'_>, text: &str, holds: GroupType) -> Result<Vec<Member>, ApiError> {
    let id: GroupId = read(text, "group-53bf19ebcddb")?;
    let group = known(scope.group(id), id)?;
    if group.group_type != holds {
        let message = format!("{id} is a group of {}", group.group_type.name());
        return Err(ApiError::field("ids", FieldCode::WrongType, message));
    }
    Ok(scope.facts().members(id).to_vec())
}

/// What is meant by ids.
pub struct Meant {
    /// The entries.
    pub filter: Filter,
    /// A lock that is none of the domain's, or no longer.
    pub gone: Option<LockId>,
}

impl Ids {
    /// The ids with this between them.
    pub fn joined(&self, between: &str) -> String {
        self.0.join(between)
    }

    /// What is meant when the ids stand for this.
    ///
    /// # Errors
    /// 422 `validation_failed` of `ids` for too many, too few and those of another kind; 404 `entity_not_found` for people and groups that
    /// are not there.
    pub fn meant(&self, scope: &Scope<'_>, parts: &[Part]) -> Result<Meant, ApiError> {
        if self.0.len() != parts.len() {
            return Err(invalid(match parts.len() {
                1 => "there is one id here",
                _ => "there are two ids here, with a comma or a slash between",
            }));
        }
        let mut filter = Filter { domain: scope.facts().domain, locks: None, users: None };
        let mut gone = None;
        for (part, text) in parts.iter().zip(&self.0) {
            match part {
                Part::Lock => {
                    let id: LockId = read(text, "lock-fde72d8df2e0")?;
                    gone = scope.lock(id).is_none().then_some(id);
                    filter.locks = Some(vec![id]);
                }
                Part::User => {
                    let id: UserId = read(text, "user-0366ba845fb5")?;
                    filter.users = Some(vec![known(scope.user(id), id)?.id]);
                }
                Part::LockGroup => {
                    let of_locks = members(scope, text, GroupType::Locks)?;
                    let locks = of_locks.into_iter().filter_map(|member| match member {
                        Member::Lock(id) => Some(id),
                        Member::User(_) => None,
                    });
                    filter.locks = Some(locks.collect());
                }
                Part::UserGroup => {
                    let of_users = members(scope, text, GroupType::Users)?;
                    let users = of_users.into_iter().filter_map(|member| match member {
                        Member::User(id) => Some(id),
                        Member::Lock(_) => None,
                    });
                    filter.users = Some(users.collect());
                }
            }
        }
        Ok(Meant { filter, gone })
    }
}
