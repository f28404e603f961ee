//! How each kind of work is done.

use super::{Kind, pushes};
use crate::retention;
use cardea_devices::Devices;
use cardea_identity::Identity;
use cardea_outbound::mail::{Mail, Mailer};
use cardea_outbound::push::PushSender;
use cardea_store::outbox::Model;
use cardea_store::{Retention, Store, StoreError};
use std::sync::Arc;
use std::time::Duration;

/// Everything that work is done with.
pub struct Hands {
    pub store: Store,
    pub mailer: Arc<dyn Mailer>,
    /// Who sends messages to phones, if anybody does.
    pub pushes: Option<Arc<dyn PushSender>>,
    pub retention: Retention,
    pub identity: Identity,
    pub devices: Devices,
}

/// Why an attempt failed. The reason is kept and logged: it holds no secrets.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// Another attempt may go better.
    Passing(String),
    /// Another attempt may go better, but none before so long.
    NotBefore(Duration, String),
    /// None will.
    Lasting(String),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::BrokenSeal => Failure::Lasting(error.to_string()),
            error => Failure::Passing(error.to_string()),
        }
    }
}

impl Hands {
    /// Does it.
    ///
    /// # Errors
    /// Why it is not done, as far as is known.
    pub async fn handle(&self, kind: Kind, entry: &Model) -> Result<(), Failure> {
        match kind {
            Kind::Mail => self.send(entry).await,
            Kind::Push => pushes::send(self, entry).await,
            Kind::PasswordReset => Ok(self.identity.send_reset(entry).await?),
            Kind::AccessGiven => Ok(self.identity.tell_access_given(entry).await?),
            Kind::AccessEnding => Ok(self.identity.tell_access_ending().await?),
            Kind::SignUp => Ok(self.identity.send_sign_up(entry).await?),
            Kind::Retention => Ok(retention::forget(&self.store, self.retention).await?),
            Kind::SignIns => Ok(self.identity.sweep().await.map(drop)?),
            Kind::Jobs => Ok(self.devices.sweep().await?),
        }
    }

    async fn send(&self, entry: &Model) -> Result<(), Failure> {
        let payload = entry.open(self.store.seal())?;
        let mail = Mail::of_payload(&payload).ok_or_else(|| Failure::Lasting("not a mail".into()))?;
        self.mailer.send(&mail, &entry.key()).await.map_err(|error| match error.is_passing() {
            true => Failure::Passing(error.to_string()),
            false => Failure::Lasting(error.to_string()),
        })
    }
}
