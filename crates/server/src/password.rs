//! `cardea password set`: a new password for somebody who is known here.

use crate::settings::Settings;
use crate::{Failure, database, serve};
use cardea_identity::SetPasswordError;
use cardea_model::password;
use std::io::Read;

/// The password on standard input, once it is found acceptable.
///
/// # Errors
/// One that is not possible, or cannot be read.
pub fn acceptable() -> Result<String, Failure> {
    let password = read()?;
    password::password("password", &password).map_err(|refusal| refused(refusal.into()))?;
    Ok(password)
}

/// The password on standard input: all of it but a line's end.
fn read() -> Result<String, Failure> {
    let mut password = String::new();
    std::io::stdin().read_to_string(&mut password).map_err(|error| Failure::Misused(format!("password: {error}")))?;
    Ok(password.trim_end_matches(['\r', '\n']).to_owned())
}

/// Why a password was not set, as an operator is told.
pub fn refused(error: SetPasswordError) -> Failure {
    match error {
        SetPasswordError::Refused(refusal) => Failure::Misused(format!("password: {}", refusal.message)),
        other => Failure::failed(other),
    }
}

/// Sets the password of an account, read from standard input, and ends everything that was signed in with the old one. Passkeys and
/// links to providers go too; where wanted, so does the second factor.
///
/// # Errors
/// An unknown username, a password that is not possible, a SQLite database that is being served.
pub async fn set(settings: &Settings, username: &str, without_two_factor: bool) -> Result<(), Failure> {
    let password = acceptable()?;
    let store = database::open(settings, false).await?;
    let account = store.account_by_username(username).await?;
    let account = account.ok_or_else(|| Failure::Misused(format!("nobody is called {username} here")))?;
    let identity = serve::identity(&store, settings, settings.listen).await?;
    let account = account.profile.account;
    let set = match without_two_factor {
        true => identity.set_password_alone(account, password).await,
        false => identity.set_password_of_another(account, password).await,
    };
    set.map_err(refused)?;
    Ok(store.close().await?)
}
