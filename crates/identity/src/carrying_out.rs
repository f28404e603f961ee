//! Carrying out what waits in the outbox, once.

use crate::Identity;
use cardea_model::Time;
use cardea_store::StoreError;
use cardea_store::outbox::{self, Model};
use sea_orm::DatabaseTransaction;
use std::pin::Pin;

/// What carrying something out comes to.
pub(crate) type CarriedOut<'a> = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>>;

/// Why it was not carried out here.
enum NotHere {
    /// Another process does it.
    Lost,
    Store(StoreError),
}

impl From<StoreError> for NotHere {
    fn from(error: StoreError) -> Self {
        NotHere::Store(error)
    }
}

impl Identity {
    /// Runs `work` in one transaction with the end of this entry, at the time that it is told. Where another process has come before, nothing of
    /// it is written.
    ///
    /// # Errors
    /// What `work` answers, and what the database says.
    pub(crate) async fn carry_out<F>(&self, entry: &Model, work: F) -> Result<(), StoreError>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction, Time) -> CarriedOut<'a> + Send + 'static,
    {
        let (entry, store) = (entry.clone(), self.store().clone());
        let done = self.store().write(move |tx| {
            Box::pin(async move {
                let now = store.now();
                work(tx, now).await?;
                match outbox::finish(tx, &entry, now).await? {
                    true => Ok(()),
                    false => Err(NotHere::Lost),
                }
            })
        });
        match done.await {
            Ok(()) => self.store().hint_work(),
            Err(NotHere::Lost) => {}
            Err(NotHere::Store(error)) => return Err(error),
        }
        Ok(())
    }
}
