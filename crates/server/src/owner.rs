//! `cardea owner add`: the first owner of an empty database.

use crate::settings::Settings;
use crate::{Failure, serve};
use cardea_model::ids::AccountId;
use cardea_model::{names, rows::Profile};
use cardea_store::{Actor, fresh_id};
use std::io::Read;

/// The shortest password (spec section 5).
const PASSWORD_MIN: usize = 6;

/// A password: all of standard input but a line's end.
///
/// # Errors
/// One that is not possible.
pub fn password_on_stdin() -> Result<String, Failure> {
    let mut password = String::new();
    std::io::stdin().read_to_string(&mut password).map_err(Failure::failed)?;
    let password = password.trim_end_matches(['\r', '\n']);
    if password.chars().count() < PASSWORD_MIN {
        return Err(Failure::Misused(format!("a password has at least {PASSWORD_MIN} characters")));
    }
    Ok(password.to_owned())
}

/// Adds an account with a domain of its own; the password is what stands on standard input.
///
/// # Errors
/// A database with an owner, a name or a password that is not possible.
pub async fn add(settings: &Settings, username: &str) -> Result<(), Failure> {
    let misused = |refusal: cardea_model::Refusal| Failure::Misused(format!("username: {}", refusal.message));
    let username = names::username("username", username).map_err(misused)?;
    let password = password_on_stdin()?;
    let store = serve::open(settings, true).await?;
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
    let identity = serve::identity(&store, settings).await?;
    let hash = identity.hash_password(password).await.map_err(Failure::failed)?;
    store.create_domain(profile, Some(hash), Actor::Program).await.map_err(Failure::failed)?;
    Ok(())
}
