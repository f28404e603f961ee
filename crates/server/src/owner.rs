//! `cardea owner add`: the first owner of an empty database. `cardea owner link`: how an owner who is locked out gets in.

use crate::settings::Settings;
use crate::{Failure, database, password, serve};
use cardea_identity::{SIGN_IN_KEY, owner_link};
use cardea_model::act::users::{self, ProfileChange};
use cardea_model::ids::AccountId;
use cardea_store::fresh_id;
use std::io::Write;

/// Adds an account with a domain of its own; the password is what stands on standard input.
///
/// # Errors
/// A database with an owner, a name or a password that is not possible.
pub async fn add(settings: &Settings, username: &str) -> Result<(), Failure> {
    let profile = users::new_profile(AccountId(fresh_id()), username, ProfileChange::default())
        .map_err(|refusal| Failure::Misused(format!("username: {}", refusal.message)))?;
    // Before a database is made for it.
    let new = password::acceptable()?;
    let store = database::open(settings, true).await?;
    if !store.domains(0, 1).await?.is_empty() {
        return Err(has_owner());
    }
    let identity = serve::identity(&store, settings, settings.listen).await?;
    let hash = identity.hash_password(new, None).await.map_err(password::refused)?;
    store.create_first_domain(profile, hash).await.map_err(Failure::failed)?.ok_or_else(has_owner)?;
    Ok(store.close().await?)
}

/// Prints an address by which the owner of this name signs in once, within 15 minutes. Nothing is written: the server that is served beside
/// it writes down that it was used.
///
/// # Errors
/// A name that nobody has, or somebody who owns no domain; a database that was never served.
pub async fn link(settings: &Settings, username: &str) -> Result<(), Failure> {
    let store = database::open_to_read_secrets(settings).await?;
    let account = store.account_by_username(username).await?;
    let account = account.ok_or_else(|| Failure::Misused(format!("nobody is called {username}")))?;
    if store.domain_by_owner(username).await?.is_none() {
        return Err(Failure::Misused(format!("{username} owns no domain: their administrator sets a new password")));
    }
    let key = store.drawn_key(SIGN_IN_KEY).await?;
    let key = key.ok_or_else(|| Failure::Misused("this database has never been served: run cardea serve".into()))?;
    let address = serve::public_base(settings, settings.listen);
    let link = owner_link(&key, &account, store.now());
    writeln!(std::io::stdout(), "{address}{link}").map_err(Failure::failed)?;
    Ok(store.close().await?)
}

fn has_owner() -> Failure {
    Failure::Misused("this database has an owner already".into())
}
