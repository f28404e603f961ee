//! `cardea owner add`: the first owner of an empty database.

use crate::settings::Settings;
use crate::{Failure, database, password, serve};
use cardea_model::ids::AccountId;
use cardea_model::{names, rows::Profile};
use cardea_store::{Actor, fresh_id};

/// Adds an account with a domain of its own; the password is what stands on standard input.
///
/// # Errors
/// A database with an owner, a name or a password that is not possible.
pub async fn add(settings: &Settings, username: &str) -> Result<(), Failure> {
    let username = names::username("username", username)
        .map_err(|refusal| Failure::Misused(format!("username: {}", refusal.message)))?;
    // Before a database is made for it.
    let new = password::acceptable()?;
    let store = database::open(settings, true).await?;
    if !store.domains(0, 1).await?.is_empty() {
        return Err(Failure::Misused("this database has an owner already".into()));
    }
    let email_address = names::email_address("email_address", &username).unwrap_or_default();
    let profile = Profile {
        account: AccountId(fresh_id()),
        display_name: username.clone(),
        username,
        firstname: String::new(),
        lastname: String::new(),
        email_address,
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    };
    let identity = serve::identity(&store, settings, settings.listen).await?;
    let hash = identity.hash_password(new, None).await.map_err(password::refused)?;
    store.create_domain(profile, Some(hash), Actor::Program).await.map_err(Failure::failed)?;
    Ok(store.close().await?)
}
