//! Writing tables that are not facts by what the facts are at that moment.

use crate::facts::rows;
use crate::sign_in::tokens;
use crate::{ChangeError, SignIn, Store, StoreError};
use cardea_model::ids::DomainId;
use cardea_model::{Facts, Time};
use sea_orm::DatabaseTransaction;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

impl Store {
    /// Runs `work` in one transaction with the facts of these domains, in the order given. The sign-in of the person who asks for it must
    /// stand. Neither facts nor sign-in can change before the transaction ends, so what was decided by them still holds when it is written.
    /// Domains after the first are left out if they have ended. In all else it is as [`Store::write`]: for tables that are not facts.
    ///
    /// # Errors
    /// [`ChangeError::SignInEnded`]; [`StoreError::NoSuchDomain`] where the first has ended; what `work` answers, and what the database
    /// says. Nothing is written then.
    pub async fn write_by_facts<T, F>(&self, domains: Vec<DomainId>, by: SignIn, work: F) -> Result<T, ChangeError>
    where
        F: for<'a> FnOnce(
            &'a DatabaseTransaction,
            Vec<Arc<Facts>>,
            Time,
        ) -> Pin<Box<dyn Future<Output = Result<T, ChangeError>> + Send + 'a>>,
        F: Send + 'static,
        T: Send + 'static,
    {
        let store = self.clone();
        self.write(move |tx| {
            Box::pin(async move {
                // In ascending order, as changes lock them.
                let mut held: BTreeMap<DomainId, Option<Arc<Facts>>> =
                    domains.iter().map(|domain| (*domain, None)).collect();
                for (domain, facts) in &mut held {
                    if let Some(head) = rows::head_held(tx, *domain).await? {
                        *facts = Some(store.0.cache.beside(&head, tx).await?);
                    }
                }
                if let Some(first) = domains.first().filter(|first| held.get(first).is_none_or(Option::is_none)) {
                    return Err(StoreError::NoSuchDomain(*first).into());
                }
                if !tokens::stands(tx, &by).await? {
                    return Err(ChangeError::SignInEnded);
                }
                let facts = domains.iter().filter_map(|domain| held.get(domain)?.clone()).collect();
                work(tx, facts, store.now()).await
            })
        })
        .await
    }
}
