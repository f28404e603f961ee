//! How a caller writes: what let them in is proven once more inside the transaction that writes, for the request may have been held
//! open, or have waited for its turn, while they were demoted, removed or signed out. There is no other way, because a caller hands
//! out no [`Actor`].

use crate::app::App;
use crate::caller::{Caller, not_yours, role_forbids};
use crate::error::ApiError;
use crate::permissions::{Access, Reach};
use cardea_model::act::Acted;
use cardea_model::ids::{AccountId, DomainId, UserId};
use cardea_model::rows::User;
use cardea_model::{Facts, Refusal, Time};
use cardea_store::issued_keys::{self, IssuedKey};
use cardea_store::{Actor, ChangeError, DatabaseTransaction, DomainEdits, SignIn};
use std::pin::Pin;
use std::sync::Arc;

/// What goes along with a change of facts in its transaction.
pub type Along<'a> = Pin<Box<dyn Future<Output = Result<(), ChangeError>> + Send + 'a>>;

/// A domain, and who the caller is in it.
pub type Place = (Arc<Facts>, Arc<User>);

/// Something to go along, with its types known.
pub fn along<A>(along: A) -> A
where
    A: for<'a> FnOnce(&'a DatabaseTransaction, Time) -> Along<'a> + Send + 'static,
{
    along
}

/// Whom an operation was granted, to be found again in the facts of the moment that counts.
#[derive(Debug, Clone, Copy)]
struct Granted {
    user: UserId,
    account: AccountId,
    access: Access,
    reach: Reach,
}

impl Granted {
    /// Refuses, as the request would be by now, whoever is no longer that person of the domain, or in a role that reaches less far.
    fn still(self, facts: &Facts) -> Result<(), Refusal> {
        let person = facts.user(self.user).filter(|person| person.profile.account == self.account);
        let person = person.ok_or_else(not_yours)?;
        if self.access.reach(person.role) < self.reach { Err(role_forbids()) } else { Ok(()) }
    }
}

impl Caller {
    /// The sign-in that they act by, which every write proves.
    pub fn sign_in(&self) -> SignIn {
        SignIn { account: self.account, family: self.family.0 }
    }
    fn actor(&self) -> Actor {
        Actor::Person(self.sign_in())
    }
    fn granted(&self) -> Granted {
        Granted { user: self.user.id, account: self.account, access: self.access, reach: self.reach }
    }

    /// Changes the domain by an act of the model, if they still may ([`cardea_store::Store::change`]).
    ///
    /// # Errors
    /// 401 when their sign-in has been ended, 403 when they left the domain or their role no longer allows it, whatever else the act
    /// says; nothing has changed then.
    pub async fn change<T, F>(&self, app: &App, act: &'static str, decide: F) -> Result<T, ApiError>
    where
        F: FnOnce(&Facts, Time) -> Acted<T> + Send + 'static,
        T: Send + 'static,
    {
        let granted = self.granted();
        let decide = move |facts: &Facts, now: Time| {
            granted.still(facts)?;
            decide(facts, now)
        };
        Ok(app.store().change(self.domain(), self.actor(), act, decide).await?)
    }

    /// The same, and tables that are not facts in the same transaction ([`cardea_store::Store::change_and`]).
    ///
    /// # Errors
    /// As [`Caller::change`], and what `along` answers.
    pub async fn change_and<T, F, A>(&self, app: &App, act: &'static str, decide: F, along: A) -> Result<T, ApiError>
    where
        F: FnOnce(&Facts, Time) -> Acted<T> + Send + 'static,
        A: for<'a> FnOnce(&'a DatabaseTransaction, Time) -> Along<'a> + Send + 'static,
        T: Send + 'static,
    {
        let granted = self.granted();
        let decide = move |facts: &Facts, now: Time| {
            granted.still(facts)?;
            decide(facts, now)
        };
        Ok(app.store().change_and(self.domain(), self.actor(), act, decide, along).await?)
    }

    /// Changes every domain that holds their account, if they still may in the one they act in; in the same transaction tables that are
    /// not facts, where something goes along ([`cardea_store::Store::change_account`]).
    ///
    /// # Errors
    /// As [`Caller::change_and`].
    pub async fn change_account<F, A>(
        &self,
        app: &App,
        act: &'static str,
        decide: F,
        along: Option<A>,
    ) -> Result<(), ApiError>
    where
        F: FnOnce(&[Arc<Facts>], Time) -> Result<DomainEdits, Refusal> + Send + 'static,
        A: for<'a> FnOnce(&'a DatabaseTransaction, Time) -> Along<'a> + Send + 'static,
    {
        let (granted, domain) = (self.granted(), self.domain());
        let decide = move |domains: &[Arc<Facts>], now: Time| {
            granted.still(domains.iter().find(|facts| facts.domain == domain).ok_or_else(not_yours)?)?;
            Ok((decide(domains, now)?, ()))
        };
        match along {
            None => app.store().change_account(self.account, self.actor(), act, decide).await?,
            Some(along) => app.store().change_account_and(self.account, self.actor(), act, decide, along).await?,
        }
        Ok(())
    }

    /// Writes the keys down that `decide` makes of what holds at that moment, if they still may in the domain they act in. That place comes
    /// first; of the domains `elsewhere` those follow in which they are somebody by then.
    ///
    /// # Errors
    /// As [`Caller::change`]; no key was issued then.
    pub async fn issue<T, F>(&self, app: &App, elsewhere: Vec<DomainId>, decide: F) -> Result<T, ApiError>
    where
        F: FnOnce(&[Place], Time) -> Result<(Vec<IssuedKey>, T), Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let (granted, here) = (self.granted(), self.domain());
        let domains = std::iter::once(here).chain(elsewhere).collect();
        let issued = app.store().write_by_facts(domains, self.sign_in(), move |tx, domains, now| {
            Box::pin(async move {
                granted.still(domains.first().ok_or_else(not_yours)?)?;
                let places: Vec<Place> = domains
                    .into_iter()
                    .filter_map(|facts| {
                        let user = facts.user_of_account(granted.account).cloned()?;
                        Some((facts, user))
                    })
                    .collect();
                let (keys, answer) = decide(&places, now)?;
                issued_keys::record(tx, keys).await?;
                Ok(answer)
            })
        });
        Ok(issued.await?)
    }
}
