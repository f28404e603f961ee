//! Messages to phones.

use super::{Failure, Hands};
use cardea_outbound::push::{Addressed, PushError};
use cardea_store::client_devices;
use cardea_store::outbox::Model;

/// How long a message is worth handing over, in milliseconds: an hour. Later, its news is of no use.
const WORTH: i64 = 3_600_000;

/// Hands a message over, if its phone still receives messages. A registration by which no phone is reached any more is removed.
///
/// # Errors
/// Why it is not handed over.
pub async fn send(hands: &Hands, entry: &Model) -> Result<(), Failure> {
    let payload = entry.open(hands.store.seal())?;
    let message = Addressed::of_payload(&payload).ok_or_else(|| Failure::Lasting("not a message".into()))?;
    let sender = hands.pushes.as_ref().ok_or_else(|| Failure::Lasting("nobody sends messages to phones".into()))?;
    if hands.store.now().0 - entry.created > WORTH {
        return Err(Failure::Lasting(entry.last_error.clone().unwrap_or("it came to be sent too late".into())));
    }
    let Addressed { account, device, push } = message;
    let found = hands.store.client_device(account, &device).await?;
    let Some(registration) = found.filter(|phone| phone.receives).and_then(|phone| phone.registration) else {
        return Ok(());
    };
    match sender.send(&registration, &push, &entry.key()).await {
        Ok(()) => Ok(()),
        Err(PushError::Unregistered) => {
            tracing::debug!(key = entry.key(), "a phone is reached no more: its registration is forgotten");
            let (store, seal) = (&hands.store, hands.store.seal().clone());
            let forgotten = store.write(move |tx| {
                Box::pin(async move {
                    client_devices::forget_registration(tx, &seal, account, &device, &registration).await
                })
            });
            Ok(forgotten.await?)
        }
        Err(PushError::NotNow { reason, after: Some(pause) }) => Err(Failure::NotBefore(pause, reason)),
        Err(PushError::NotNow { reason, after: None }) => Err(Failure::Passing(reason)),
        Err(refused @ PushError::Refused(_)) => Err(Failure::Lasting(refused.to_string())),
    }
}
