//! /users/v1: the people of a domain.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{UserDetails, UserEntry};
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::names::RoleName;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::UserIdText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_identity::PasswordChange;
use cardea_model::act::users::{self, UserChange};
use cardea_model::ids::UserId;
use cardea_model::names::key;
use cardea_model::rows::User;
use cardea_store::{Drafts, Store};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// Which people. Each given filter must be found, whatever the case, somewhere in what it names.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserFilter {
    /// In any of the four below.
    any: Option<String>,
    /// In the username.
    username: Option<String>,
    /// In the display name.
    display_name: Option<String>,
    /// In the e-mail address.
    email_address: Option<String>,
    /// In the alias.
    alias: Option<String>,
}

impl UserFilter {
    fn is_empty(&self) -> bool {
        [&self.any, &self.username, &self.display_name, &self.email_address, &self.alias]
            .iter()
            .all(|term| term.is_none())
    }

    /// Makes the terms comparable, once for all people.
    fn keyed(self) -> UserFilter {
        let keyed = |term: Option<String>| term.map(|term| key(&term)).filter(|term| !term.is_empty());
        UserFilter {
            any: keyed(self.any),
            username: keyed(self.username),
            display_name: keyed(self.display_name),
            email_address: keyed(self.email_address),
            alias: keyed(self.alias),
        }
    }

    fn fits(&self, user: &User) -> bool {
        let profile = &user.profile;
        let texts = [&profile.username, &profile.display_name, &profile.email_address, &user.alias];
        let terms = [&self.username, &self.display_name, &self.email_address, &self.alias];
        let found = |text: &str, term: &str| key(text).contains(term);
        self.any.as_ref().is_none_or(|term| texts.iter().any(|text| found(text, term)))
            && texts.iter().zip(terms).all(|(text, term)| term.as_ref().is_none_or(|term| found(text, term)))
    }
}

/// What an administrator changes of a person. What is absent or null stays; the rest of a person is theirs to change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UserUpdate {
    /// The name this domain gives them.
    #[serde(default)]
    alias: Optional<String>,
    /// What they may do here. A change rewrites the profiles of their own links.
    #[serde(default)]
    role: Optional<RoleName>,
    /// A new password, of people created here; what they are signed in with ends.
    #[serde(default)]
    password: Optional<String>,
}

impl Example for UserUpdate {
    fn example() -> Value {
        let guest = example::guest();
        json!({ "alias": guest.alias, "role": guest.role.name() })
    }
}

/// The people of the domain.
///
/// Installers and guests find themselves alone.
#[utoipa::path(get, path = "/users/v1", tag = "users", params(UserFilter, Paging))]
pub async fn list_users(
    caller: Caller,
    Query(filter): Query<UserFilter>,
    Query(paging): Query<Paging>,
) -> Result<Page<UserEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let entry = |user| UserEntry::of(&caller.facts, user);
    if filter.is_empty() {
        let (total, users) = scope.users(window.skip());
        return Ok(window.answer(total, users.take(window.take()).map(|user| entry(user))));
    }
    let filter = filter.keyed();
    let found: Vec<_> = scope.users(0).1.filter(|user| filter.fits(user)).collect();
    Ok(window.of(found.into_iter().map(|user| entry(user))))
}

/// One person, with their links and the number of locks they reach.
#[utoipa::path(
    get,
    path = "/users/v1/{user}",
    tag = "users",
    params(("user" = UserIdText, Path))
)]
pub async fn get_user(caller: Caller, Path(id): Path<UserId>) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let scope = caller.scope();
    let user = scope.user(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(UserDetails::of(&caller.facts, user)))
}

/// Changes a person's alias, role, or password.
///
/// The password only of people who were created here.
#[utoipa::path(
    patch,
    path = "/users/v1/{user}",
    tag = "users",
    params(("user" = UserIdText, Path)),
    request_body = Body<UserUpdate>,
    responses(
        (status = 403, description = "`unable_to_update_domain_owner`: the owner's role cannot change. `forbidden`: not with this role, or X-Assume-User is no identity of the caller."),
    )
)]
pub async fn update_user(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<UserId>,
    Update(update, told): Update<UserUpdate>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let known = caller.facts.user(id).ok_or_else(|| ApiError::not_found(id))?;
    told.agrees(&UserEntry::of(&caller.facts, known), &["alias", "role", "password"])?;
    let change = UserChange { alias: update.alias.0, role: update.role.0.map(|role| role.0) };
    let password = match update.password.0 {
        None => None,
        Some(new) => {
            // Before it is hashed, which is dear; the act has the last word.
            users::set_password(&caller.facts, id)?;
            let hash = app.identity().hash_password(new, Some(caller.account)).await?;
            Some(PasswordChange::new(known.profile.account, hash, None))
        }
    };
    let (domain, setting) = (caller.domain(), password.clone());
    let update = move |drafts: &mut Drafts, _| {
        if let Some(setting) = setting {
            let account = drafts.act(|facts| users::set_password(facts, id))?;
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    // Whatever the domain says of its owner: the password opens every other one that they belong to.
                    match Store::belongs_elsewhere(tx, account, domain).await? {
                        true => Err(users::password_not_settable().into()),
                        false => Ok(setting.within(tx).await.map(drop)?),
                    }
                })
            });
        }
        drafts.act(|facts| users::update_user(facts, id, change))
    };
    let updated = caller.change(&app, "update_user").decide(update).await?;
    password.iter().for_each(PasswordChange::log);
    let user = updated.facts.user(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(UserDetails::of(&updated.facts, user)))
}

/// Removes a person from the domain.
///
/// Their memberships and links go with them, and what only those used. Whoever was created here loses their account.
#[utoipa::path(
    delete,
    path = "/users/v1/{user}",
    tag = "users",
    params(("user" = UserIdText, Path)),
    responses(
        (status = 403, description = "`unable_to_update_domain_owner`: the owner cannot be removed. `forbidden`: not with this role, or X-Assume-User is no identity of the caller."),
    )
)]
pub async fn remove_user(State(app): State<App>, caller: Caller, Path(id): Path<UserId>) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| {
        if let Some(account) = drafts.act(|facts| users::remove_user(facts, id))? {
            drafts.along(move |tx, _| Box::pin(async move { Ok(Store::remove_account(tx, account).await.map(drop)?) }));
        }
        Ok(())
    };
    caller.change(&app, "remove_user").decide(remove).await?;
    Ok(Nothing)
}
