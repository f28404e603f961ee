//! Providers of sign-in, as the settings say.

use crate::Failure;
use crate::settings::{ProviderSettings, Settings};
use cardea_identity::Provider;
use cardea_outbound::openid::{self, OpenIdProvider};
use std::sync::Arc;

/// The providers, by a clock that tells the seconds since 1970. None of them is asked for anything yet.
///
/// # Errors
/// A file that cannot be read, or an address that is not asked.
pub fn providers(settings: &Settings, now: impl Fn() -> i64 + Send + Sync + 'static) -> Result<Vec<Provider>, Failure> {
    let now: openid::Now = Arc::new(now);
    settings.providers.iter().map(|provider| of(provider, Arc::clone(&now))).collect()
}

fn of(settings: &ProviderSettings, now: openid::Now) -> Result<Provider, Failure> {
    let wrong = |why: String| Failure::Misused(format!("providers: {:?}: {why}", settings.id));
    let client_secret = match (&settings.client_secret, &settings.client_secret_file) {
        (Some(secret), _) => Some(secret.clone()),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("{}: {error}", file.display())))?;
            Some(text.lines().next().unwrap_or_default().to_owned())
        }
        (None, None) => None,
    };
    let client = OpenIdProvider::new(
        openid::ProviderSettings {
            issuer: settings.issuer.clone(),
            client_id: settings.client_id.clone(),
            client_secret,
            scopes: settings.scopes.clone(),
            private_network: settings.private_network,
        },
        now,
    );
    Ok(Provider {
        id: settings.id.clone(),
        name: settings.name.trim().to_owned(),
        trusts_addresses: settings.trust_verified_email,
        sign_up: settings.sign_up,
        client: client.map_err(|error| wrong(error.to_string()))?,
    })
}
