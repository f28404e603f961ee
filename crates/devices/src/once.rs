//! Operations that are asked for once, however often the request is sent.

use crate::JobId;
use cardea_model::Time;
use cardea_store::answers::Once;
use cardea_store::{ChangeError, DatabaseTransaction, Seal};

/// A request that is carried out once, and what is answered to it.
#[derive(Debug, Clone)]
pub struct OnceAnswered {
    /// The request.
    pub once: Once,
    /// The answer that tells of this job.
    pub answer: fn(JobId) -> Vec<u8>,
}

/// Takes it on.
///
/// # Errors
/// [`ChangeError::Repeated`]; the database's.
pub async fn begin(tx: &DatabaseTransaction, once: &Option<OnceAnswered>, now: Time) -> Result<(), ChangeError> {
    match once {
        Some(OnceAnswered { once, .. }) => once.begin(tx, now).await,
        None => Ok(()),
    }
}

/// Keeps its answer.
///
/// # Errors
/// The database's.
pub async fn keep(
    tx: &DatabaseTransaction,
    once: &Option<OnceAnswered>,
    seal: &Seal,
    id: JobId,
) -> Result<(), ChangeError> {
    if let Some(OnceAnswered { once, answer }) = once {
        once.keep(tx, seal, &answer(id)).await?;
    }
    Ok(())
}
