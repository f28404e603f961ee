//! The one way to change facts: [`Store::change`] says whose and by whom, and [`Changing::decide`] carries out acts of the model on drafts of
//! the facts and says what else is written in the same transaction.

mod run;

use crate::answers::Once;
use crate::outbox::Work;
use crate::{ChangeError, SignIn, Store, StoreError};
use cardea_model::act::domains::NewOwner;
use cardea_model::act::{Acted, Draft};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::{Facts, Refusal, Time};
use sea_orm::DatabaseTransaction;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

/// Who changed something, for the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A person, by the sign-in that they act by: the change is made only while that stands, which its own transaction makes sure of.
    Person(SignIn),
    /// A person, by their account: how the record names whoever it was.
    Account(AccountId),
    /// The program itself: seeding, importing, jobs.
    Program,
}

impl Actor {
    /// The account, where a person did it.
    pub(crate) fn account(self) -> Option<AccountId> {
        match self {
            Actor::Account(account) | Actor::Person(SignIn { account, .. }) => Some(account),
            Actor::Program => None,
        }
    }
}

/// Writing tables that are not facts, in the transaction of a change.
pub type Along<'a, V = ()> = Pin<Box<dyn Future<Output = Result<V, ChangeError>> + Send + 'a>>;

type WriteAlong = Box<dyn for<'a> FnOnce(&'a DatabaseTransaction, Time) -> Along<'a> + Send>;
type Decide = Box<dyn FnOnce(&mut Drafts, Time) -> Result<(), Refusal> + Send>;

/// What is written along with a change answers, which is known once the change is made.
#[derive(Debug)]
pub struct AlongValue<V>(Arc<Mutex<Option<V>>>);

impl<V> AlongValue<V> {
    /// What it answered, of a change that was made.
    ///
    /// # Errors
    /// [`StoreError::Stopped`] where it was not made.
    pub fn take(self) -> Result<V, StoreError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(StoreError::Stopped)
    }
}

/// Which domains a change may concern.
enum Which {
    /// These.
    Domains(Vec<DomainId>),
    /// Every one that holds the account.
    Account(AccountId),
}

/// A change that has yet to be decided. It is recorded under the name of its act.
#[must_use = "nothing is changed before it is decided"]
pub struct Changing {
    store: Store,
    which: Which,
    /// The domain that acts are carried out in; `None`: the first.
    within: Option<DomainId>,
    actor: Actor,
    act: &'static str,
    once: Option<Once>,
}

/// What a change came to.
#[derive(Debug)]
pub struct Changed<T> {
    /// What was decided beside the edits.
    pub value: T,
    after: Vec<Arc<Facts>>,
}

impl<T> Changed<T> {
    /// The facts of this domain after the change; `None` for a domain that it did not concern.
    pub fn facts(&self, domain: DomainId) -> Option<&Arc<Facts>> {
        self.after.iter().find(|facts| facts.domain == domain)
    }
}

/// The drafts of the domains that a change concerns, in the order in which they were named, and what is to be written along with them.
pub struct Drafts {
    drafts: Vec<Draft>,
    within: DomainId,
    along: Vec<WriteAlong>,
    work: Vec<Work>,
    answer: Option<Vec<u8>>,
    owner: Option<NewOwner>,
}

impl Drafts {
    /// The facts of the domain that acts are carried out in, as the acts so far make them; `None` when the change does not concern it.
    pub fn facts(&self) -> Option<&Facts> {
        self.drafts.iter().map(Draft::facts).find(|facts| facts.domain == self.within)
    }

    /// Carries out one act ([`Draft::act`]).
    ///
    /// # Errors
    /// The act's refusal; `entity_not_found` when the change does not concern the domain.
    pub fn act<T>(&mut self, act: impl FnOnce(&Facts) -> Acted<T>) -> Result<T, Refusal> {
        let within = self.within;
        self.of(within).ok_or_else(|| Refusal::not_found(within))?.act(act)
    }

    /// The draft of this domain, if the change concerns it.
    pub fn of(&mut self, domain: DomainId) -> Option<&mut Draft> {
        self.drafts.iter_mut().find(|draft| draft.facts().domain == domain)
    }

    /// All drafts.
    pub fn all(&mut self) -> &mut [Draft] {
        &mut self.drafts
    }

    /// Writes tables that are not facts in the same transaction, after the edits: accepting an invitation takes the invitation away with
    /// the same commit that makes the guest. What it answers belongs to what is decided, so that whoever asked for the change need not read
    /// again.
    pub fn along<A, V>(&mut self, along: A) -> AlongValue<V>
    where
        A: for<'a> FnOnce(&'a DatabaseTransaction, Time) -> Along<'a, V> + Send + 'static,
        V: Send + 'static,
    {
        let value: Arc<Mutex<Option<V>>> = Arc::default();
        let keep = Arc::clone(&value);
        self.along.push(Box::new(move |tx, now| {
            Box::pin(async move {
                let value = along(tx, now).await?;
                *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                Ok(())
            })
        }));
        AlongValue(value)
    }

    /// Makes this account the owner of the domain that acts are carried out in, after everything else is written. By then it must own no
    /// other domain. Where an administrator has set its password, it must have chosen another one.
    pub fn hand_over(&mut self, owner: NewOwner) {
        self.owner = Some(owner);
    }

    /// Has work done after the commit, if there is one. The work is written in the same transaction, and the runners of the outbox are
    /// told.
    pub fn work(&mut self, work: Work) {
        self.work.push(work);
    }

    /// Keeps this answer for the case that the request which is carried out once is sent again.
    pub fn answered(&mut self, answer: Vec<u8>) {
        self.answer = Some(answer);
    }
}

impl Store {
    /// A change of one domain's facts.
    pub fn change(&self, domain: DomainId, actor: Actor, act: &'static str) -> Changing {
        self.change_domains(vec![domain], actor, act)
    }

    /// A change of several domains' facts in one write.
    pub fn change_domains(&self, domains: Vec<DomainId>, actor: Actor, act: &'static str) -> Changing {
        Changing { store: self.clone(), which: Which::Domains(domains), within: None, actor, act, once: None }
    }

    /// A change of every domain that holds the account; the way to change a profile (`Edit::Put(Row::Profile)`), which shows in all of
    /// them. A profile put in one domain is put in all.
    pub fn change_account(&self, account: AccountId, actor: Actor, act: &'static str) -> Changing {
        Changing { store: self.clone(), which: Which::Account(account), within: None, actor, act, once: None }
    }
}

impl Changing {
    /// Carries out its acts in this domain, which is one of those that it concerns.
    pub fn within(self, domain: DomainId) -> Self {
        Changing { within: Some(domain), ..self }
    }

    /// Carries it out for this request once: when it was carried out before, nothing is decided.
    pub fn once(self, once: Option<Once>) -> Self {
        Changing { once, ..self }
    }

    /// Decides by acts on the drafts, and writes what they change. Edits that change nothing are dropped; when none is left, the
    /// revision stays. Answers what was decided together with the facts after the change.
    ///
    /// # Errors
    /// [`ChangeError::SignInEnded`]; [`ChangeError::Repeated`]; the refusal of `decide`. A refusal with code `conflict` and the field
    /// `serial_number` or `username` when another row has it. What is written along answers; [`StoreError::NoSuchDomain`]; what the
    /// database says. Nothing has changed then.
    pub async fn decide<T, F>(self, decide: F) -> Result<Changed<T>, ChangeError>
    where
        F: FnOnce(&mut Drafts, Time) -> Result<T, Refusal> + Send + 'static,
        T: Send + 'static,
    {
        // The decided value is put into a cell beside the write, so that the write is compiled once and not for each type of value.
        let value: Arc<Mutex<Option<T>>> = Arc::default();
        let keep = Arc::clone(&value);
        let decide = move |drafts: &mut Drafts, now: Time| {
            let value = decide(drafts, now)?;
            *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
            Ok(())
        };
        let after = self.run(Box::new(decide)).await?;
        let value = value.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(Changed { value: value.ok_or(StoreError::Stopped)?, after })
    }
}
