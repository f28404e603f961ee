//! /users/v1: the people of a domain.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::search::UserFilter;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{CreatedUser, UserDetails, UserEntry, owner_username};
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::names::RoleName;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::UserIdText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_identity::{FromOthers, Letter, Letters, PasswordChange, SetPasswordError, generated_password};
use cardea_model::act::users::{self, NewUser, ProfileChange, UserChange};
use cardea_model::ids::{AccountId, UserId};
use cardea_model::{Facts, names, password};
use cardea_store::{Drafts, Store, fresh_id, username_taken};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

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
    /// The name shown to others, of people without an account.
    #[serde(default)]
    display_name: Optional<String>,
}

/// Somebody to be created. All of it may be left out.
#[derive(Deserialize, ToSchema)]
pub struct NewPerson {
    /// The password; else one is drawn and told in the answer: 14 digits and capitals.
    #[serde(default)]
    password: Optional<String>,
    /// What they may do here; else `user`.
    #[serde(default)]
    role: Optional<RoleName>,
    /// The name shown to others; else the username.
    #[serde(default)]
    display_name: Optional<String>,
    /// E-mail address; else the username, where that is one.
    #[serde(default)]
    email_address: Optional<String>,
    /// The name this domain gives them; else none.
    #[serde(default)]
    alias: Optional<String>,
    /// Whether they choose a password of their own before this one signs them in; else not.
    must_change_password: Option<bool>,
}

impl Example for NewPerson {
    fn example() -> Value {
        json!({ "display_name": "Carl Berg", "alias": "Carl, second floor", "role": "user" })
    }
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
    let Some(mut search) = filter.search() else {
        let (total, users) = scope.users(window.skip());
        return Ok(window.answer(total, users.take(window.take()).map(|user| entry(user))));
    };
    let found: Vec<_> = scope.users(0).1.filter(|user| search.finds(user)).collect();
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

/// Creates somebody in this domain, by e-mail address or username.
///
/// They have no domain of their own, and this one's administrators set their password. The one that is drawn where none is sent stands in
/// this answer alone. Whose username is an e-mail address is sent a letter of it, without the password. A name that anybody has, here or elsewhere, whatever its case, is refused; who that is is not told.
#[utoipa::path(
    put,
    path = "/users/v1/{user}",
    tag = "users",
    params(("user" = String, Path, pattern = r"^[A-Za-z0-9 !+\-.@_~æøåäöþðÆØÅÄÖÞÐ]{3,255}$", description = "The username: an e-mail address, or another one.")),
    request_body = Body<NewPerson>,
    responses(
        (status = 409, description = "`conflict`: somebody has this name."),
        (status = 429, description = "`too_many_attempts`: the domain has created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn create_user(
    State(app): State<App>,
    caller: Caller,
    Path(username): Path<String>,
    Body(new): Body<NewPerson>,
) -> Result<Entry<CreatedUser<'static>>, ApiError> {
    let NewPerson { password, role, display_name, email_address, alias, must_change_password } = new;
    let profile =
        ProfileChange { display_name: display_name.0, email_address: email_address.0, ..ProfileChange::default() };
    let new = NewUser { username, profile, alias: alias.0, role: role.0.map(|role| role.0) };
    let password = (password.0, must_change_password.unwrap_or(false));
    create(&app, &caller, "create_user", new, password).await
}

/// Creates somebody, with this password or one that is drawn, which may have to be replaced at the first sign-in. Whose username is an
/// e-mail address is told by a letter, without the password.
///
/// # Errors
/// What the act and the store refuse; `too_many_attempts`.
pub async fn create(
    app: &App,
    caller: &Caller,
    act: &'static str,
    new: NewUser,
    (password, must_change): (Option<String>, bool),
) -> Result<Entry<CreatedUser<'static>>, ApiError> {
    let (id, account) = (UserId(fresh_id()), AccountId(fresh_id()));
    // Before a password is hashed, which is dear; act and database have the last word.
    let now = app.store().now();
    users::create_user(&caller.facts, id, account, new.clone(), now)?;
    // Before it is told whether anybody has the name.
    app.creations().take(&caller.domain(), now)?;
    // Where the request is to be carried out once, that is for the transaction to say: another replica may have done so just now.
    if caller.once.is_none() && app.store().account_by_username(&new.username).await?.is_some() {
        return Err(username_taken().into());
    }
    let drawn = password.is_none().then(generated_password);
    let chosen = password.or_else(|| drawn.clone()).unwrap_or_default();
    password::password_of("password", &chosen, &new.username)?;
    let hashed = app.identity().hash_password(chosen, Some(caller.account)).await;
    if matches!(hashed, Err(SetPasswordError::Busy(_))) {
        app.creations().give_back(&caller.domain());
    }
    let password = app.identity().password_change(account, hashed?, None).temporary(must_change);
    let setting = password.clone();
    let (letters, seal, sender) = (app.identity().letters().clone(), app.store().seal().clone(), caller.user.id);
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| users::create_user(facts, id, account, new, now))?;
        let told: Vec<_> = told(drafts, &letters, sender, id).into_iter().collect();
        drafts.along(move |tx, now| {
            Box::pin(async move {
                setting.within(tx).await?;
                Ok(FromOthers::send(tx, &seal, told, now).await?)
            })
        });
        Ok(())
    };
    let entry = move |facts: &Facts, (), _| Some(Entry::of(CreatedUser::of(facts, facts.user(id)?, drawn)));
    let created = caller.change(app, act).answer(create, entry).await?;
    app.store().hint_work();
    password.log();
    Ok(created)
}

/// How somebody who was just created is told of it, if their username is an e-mail address. Which language they read is not known, so it is
/// their own if they were given one, and else the sender's.
fn told(drafts: &Drafts, letters: &Letters, sender: UserId, created: UserId) -> Option<FromOthers> {
    let facts = drafts.facts()?;
    let user = facts.user(created)?;
    let address = names::email_address("username", &user.profile.username).ok()?;
    let sender = facts.user(sender).map(|sender| &sender.profile);
    let own = Some(user.profile.language.as_str()).filter(|language| !language.is_empty());
    let language = own.or(sender.map(|sender| sender.language.as_str())).unwrap_or_default();
    let letter = Letter::AccountCreated {
        sender: sender.map_or_else(String::new, |sender| sender.display_name.clone()),
        domain: owner_username(facts).to_owned(),
        username: user.profile.username.clone(),
    };
    Some(FromOthers::new(letters, address, language, letter))
}

/// Changes a person's alias, role, or password.
///
/// The password only of people who were created here, and not one's own: that is changed by `update_current_user`.
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
    changes: Update<UserUpdate>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    update(&app, &caller, "update_user", id, changes).await
}

/// Changes a person.
///
/// # Errors
/// What the acts refuse; `read_only` of what is theirs to change.
pub async fn update(
    app: &App,
    caller: &Caller,
    act: &'static str,
    id: UserId,
    Update(update, told): Update<UserUpdate>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let known = caller.facts.user(id).ok_or_else(|| ApiError::not_found(id))?;
    told.agrees(&UserEntry::of(&caller.facts, known), &["alias", "role", "password", "display_name"])?;
    let change = UserChange {
        alias: update.alias.0,
        role: update.role.0.map(|role| role.0),
        display_name: update.display_name.0,
    };
    let password = match update.password.0 {
        None => None,
        Some(new) => {
            // Checked before the password is hashed, which takes long. The act checks it again.
            users::set_password(&caller.facts, id, caller.account)?;
            password::password_of("password", &new, &known.profile.username)?;
            let hash = app.identity().hash_password(new, Some(caller.account)).await?;
            let account = known.profile.account;
            Some(app.identity().password_change(account, hash, None).without_passkeys().given())
        }
    };
    let (domain, by, setting) = (caller.domain(), caller.account, password.clone());
    let update = move |drafts: &mut Drafts, _| {
        if let Some(setting) = setting {
            let account = drafts.act(|facts| users::set_password(facts, id, by))?;
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    // Whatever this domain says of the person: the password would also open every other domain that they belong to.
                    match Store::belongs_elsewhere(tx, account, domain).await? {
                        true => Err(users::password_not_settable().into()),
                        false => Ok(setting.within(tx).await.map(drop)?),
                    }
                })
            });
        }
        drafts.act(|facts| users::update_user(facts, id, change))
    };
    let updated = caller.change(app, act).decide(update).await?;
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
        (status = 403, description = "`unable_to_update_domain_owner`: the owner cannot be removed. `forbidden`: not with this role, X-Assume-User is no identity of the caller, or they are the caller, whose account would go with it (`erase_account`)."),
    )
)]
pub async fn remove_user(State(app): State<App>, caller: Caller, Path(id): Path<UserId>) -> Result<Nothing, ApiError> {
    remove(&app, &caller, "remove_user", id).await
}

/// Removes a person, with their account where they were created here.
///
/// # Errors
/// What the act refuses.
pub async fn remove(app: &App, caller: &Caller, act: &'static str, id: UserId) -> Result<Nothing, ApiError> {
    let by = caller.account;
    let remove = move |drafts: &mut Drafts, _| {
        if let Some(account) = drafts.act(|facts| users::remove_user_by(facts, id, by))? {
            drafts.along(move |tx, _| Box::pin(async move { Ok(Store::remove_account(tx, account).await.map(drop)?) }));
        }
        Ok(())
    };
    caller.change(app, act).decide(remove).await?;
    Ok(Nothing)
}
