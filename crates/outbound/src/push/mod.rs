//! Messages to people's phones, which their applications show though nobody has them open.

mod fcm;

pub use fcm::{Fcm, NoFcm};

use async_trait::async_trait;
use cardea_model::ids::AccountId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A message to one phone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// What stands above it.
    pub title: String,
    /// What it says.
    pub body: String,
    /// What the application is told with it.
    pub data: BTreeMap<String, String>,
}

impl std::fmt::Debug for Push {
    /// Without what it says.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Push")
    }
}

/// A message on its way to one phone of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct Addressed {
    /// Whose phone.
    pub account: AccountId,
    /// What the phone calls itself.
    pub device: String,
    /// The message.
    pub push: Push,
}

/// The same as a payload.
#[derive(Serialize, Deserialize)]
struct Payload {
    account: u64,
    device: String,
    push: Push,
}

impl Addressed {
    /// The kind of work that handing a message over is.
    pub const KIND: &'static str = "push";

    /// The message as the payload of that work. It is nobody else's to read: seal it.
    pub fn to_payload(&self) -> Vec<u8> {
        let payload = Payload { account: self.account.0, device: self.device.clone(), push: self.push.clone() };
        serde_json::to_vec(&payload).expect("texts become JSON")
    }

    /// The message of a payload; `None` when it is none.
    pub fn of_payload(payload: &[u8]) -> Option<Addressed> {
        let Payload { account, device, push } = serde_json::from_slice(payload).ok()?;
        Some(Addressed { account: AccountId(account), device, push })
    }
}

/// Why a message was not handed over. No reason names the phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// Nothing reaches the phone by this registration any more.
    #[error("nothing reaches this phone any more")]
    Unregistered,
    /// It is never taken.
    #[error("refused: {0}")]
    Refused(String),
    /// Another attempt may go better, but none before so long.
    #[error("not now: {reason}")]
    NotNow {
        /// The reason.
        reason: String,
        /// How long the service that refused it wants no other attempt.
        after: Option<Duration>,
    },
}

/// Sends messages to phones.
#[async_trait]
pub trait PushSender: Send + Sync {
    /// Hands a message over to reach the phone of this registration. `key`, of letters and digits, names it, the same at each attempt: of two
    /// messages with one key the phone shows one.
    ///
    /// # Errors
    /// When it could not be handed over.
    async fn send(&self, registration: &str, push: &Push, key: &str) -> Result<(), PushError>;
}

/// Keeps messages in memory, for tests.
#[derive(Default)]
pub struct InMemory {
    sent: Mutex<Vec<(String, Push, String)>>,
    refusals: Mutex<Vec<PushError>>,
}

impl InMemory {
    /// What was sent so far, each with its registration and key, oldest first.
    pub fn sent(&self) -> Vec<(String, Push, String)> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Refuses the next message so.
    pub fn refuse(&self, error: PushError) {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).push(error);
    }
}

#[async_trait]
impl PushSender for InMemory {
    async fn send(&self, registration: &str, push: &Push, key: &str) -> Result<(), PushError> {
        if let Some(error) = self.refusals.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Err(error);
        }
        let sent = (registration.to_owned(), push.clone(), key.to_owned());
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        Ok(())
    }
}
