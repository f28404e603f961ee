//! How a caller writes. Who they are and what they may is checked once more inside the transaction that writes: meanwhile they may have
//! been demoted, removed or signed out, as a request may be held open or wait. There is no other way to write, because a
//! caller hands out no [`Actor`].

use crate::app::App;
use crate::caller::{Account, Caller, not_yours, role_forbids};
use crate::error::ApiError;
use crate::invitation_token;
use crate::once::Answer;
use crate::permissions::{Access, Reach};
use cardea_model::ids::{AccountId, DomainId, UserId};
use cardea_model::required::keeps_out;
use cardea_model::rows::User;
use cardea_model::{Facts, Refusal, Time};
use cardea_store::answers::Once;
use cardea_store::issued_keys::{self, IssuedKey};
use cardea_store::sign_in;
use cardea_store::{Actor, ChangeError, Changing, DatabaseTransaction, Drafts, Seal, SignIn, StoreError};
use std::pin::Pin;
use std::sync::Arc;

/// A domain, and who the caller is in it.
pub type Place = (Arc<Facts>, Arc<User>);

/// Which person an operation was granted to, so that they can be checked against the facts inside the transaction.
#[derive(Debug, Clone)]
struct Granted {
    user: UserId,
    account: AccountId,
    access: Access,
    reach: Reach,
    of_account: bool,
    issuer: Option<Arc<str>>,
}

impl Granted {
    /// Refuses as a new request would be refused: where the account is no longer this person of the domain, or the domain keeps them out.
    /// It refuses, too, where their role now reaches less far than when the operation was granted.
    fn still(&self, facts: &Facts) -> Result<(), Refusal> {
        let person = facts.user(self.user).filter(|person| person.profile.account == self.account);
        let person = person.ok_or_else(not_yours)?;
        if !self.of_account {
            self.is_let_in(facts, person)?;
        }
        if self.access.reach(person.role) < self.reach { Err(role_forbids()) } else { Ok(()) }
    }

    /// Refuses this person where the domain asks for another sign-in than theirs.
    fn is_let_in(&self, facts: &Facts, person: &User) -> Result<(), Refusal> {
        keeps_out(facts, person, self.issuer.as_deref()).map_or(Ok(()), |required| Err(Refusal::sign_in(required)))
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
        Granted {
            user: self.user.id,
            account: self.account,
            access: self.access,
            reach: self.reach,
            of_account: self.of_account,
            issuer: self.token.issuer.clone(),
        }
    }

    /// A change of the domain that they act in ([`cardea_store::Store::change`]).
    pub fn change(&self, app: &App, act: &'static str) -> CallersChange {
        self.by(app, app.store().change(self.domain(), self.actor(), act))
    }

    /// A change of every domain that holds their account ([`cardea_store::Store::change_account`]), by acts in the one that they act in.
    pub fn change_account(&self, app: &App, act: &'static str) -> CallersChange {
        self.by(app, app.store().change_account(self.account, self.actor(), act).within(self.domain()))
    }

    fn by(&self, app: &App, changing: Changing) -> CallersChange {
        let (app, granted, domain) = (app.clone(), self.granted(), self.domain());
        CallersChange { app, changing, granted, domain, once: self.once.clone() }
    }

    /// Writes down the keys that `decide` makes by the facts of the transaction, if the caller may still have them in their domain. That
    /// domain comes first in what `decide` sees. Of the domains `elsewhere` those follow in which the account is a person by then and that
    /// do not keep it out. The last value that `decide` answers is kept where the request is to be carried out once.
    ///
    /// # Errors
    /// As [`CallersChange::decide`]; no key was issued then.
    pub async fn issue<T, F>(&self, app: &App, elsewhere: Vec<DomainId>, decide: F) -> Result<T, ApiError>
    where
        F: FnOnce(&[Place], Time) -> Result<(Vec<IssuedKey>, T, Option<Vec<u8>>), Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let (granted, here) = (self.granted(), self.domain());
        let (once, seal) = (self.once.clone(), app.store().seal().clone());
        let domains = std::iter::once(here).chain(elsewhere).collect();
        let issued = app.store().write_by_facts(domains, self.sign_in(), move |tx, domains, now| {
            Box::pin(async move {
                granted.still(domains.first().ok_or_else(not_yours)?)?;
                let places: Vec<Place> = domains
                    .into_iter()
                    .filter_map(|facts| {
                        let user = facts.user_of_account(granted.account).cloned()?;
                        granted.is_let_in(&facts, &user).is_ok().then_some((facts, user))
                    })
                    .collect();
                if let Some(once) = &once {
                    once.begin(tx, now).await?;
                }
                let (keys, answer, kept) = decide(&places, now)?;
                issued_keys::record(tx, keys).await?;
                if let Some((once, kept)) = once.zip(kept) {
                    once.keep(tx, &seal, &kept).await?;
                }
                Ok(answer)
            })
        });
        issued.await.map_err(|error| ApiError::of_change(app.identity(), error))
    }
}

impl Account {
    fn sign_in(&self) -> SignIn {
        SignIn { account: self.id, family: self.family.0 }
    }

    /// Changes a domain that the account need not be in, by an invitation that lets it in. Of the account's token only that its sign-in
    /// stands is checked. The answer is made of the facts after the acts, and kept where the request is to be carried out once.
    ///
    /// # Errors
    /// 401 when the sign-in has been ended; 404 where the domain has gone, and the invitation with it; what `decide` and what is written
    /// along refuse. Nothing has changed then.
    pub async fn change<T, A, F, G>(
        self,
        app: &App,
        (domain, act): (DomainId, &'static str),
        decide: F,
        answer: G,
    ) -> Result<A, ApiError>
    where
        F: FnOnce(&mut Drafts, Time) -> Result<T, Refusal> + Send + 'static,
        G: FnOnce(&Facts, T) -> A + Send + 'static,
        A: Answer,
    {
        let actor = Actor::Person(self.sign_in());
        let keeps = self.once.is_some();
        let decide = move |drafts: &mut Drafts, now: Time| {
            let value = decide(drafts, now)?;
            let answer = answer(drafts.facts().ok_or_else(not_yours)?, value);
            if keeps {
                drafts.answered(answer.kept());
            }
            Ok(answer)
        };
        match app.store().change(domain, actor, act).once(self.once).decide(decide).await {
            Ok(changed) => Ok(changed.value),
            Err(ChangeError::Store(StoreError::NoSuchDomain(_))) => Err(invitation_token::not_found()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes what belongs to the account and to no domain, while its sign-in stands and no other sign-in begins or ends. The answer is
    /// kept where the request is to be carried out once. Work that is written along begins at once.
    ///
    /// # Errors
    /// 401 when the sign-in has been ended; what `work` refuses. Nothing is written then.
    pub async fn write<A, F>(self, app: &App, work: F) -> Result<A, ApiError>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction, &'a Seal, Time) -> Writing<'a, A> + Send + 'static,
        A: Answer,
    {
        let (store, sign_in, once) = (app.store().clone(), self.sign_in(), self.once);
        let written = app.store().write(move |tx| {
            Box::pin(async move {
                sign_in::hold(tx, sign_in.account).await?;
                if !sign_in::tokens::stands(tx, &sign_in).await? {
                    return Err(ChangeError::SignInEnded);
                }
                let now = store.now();
                if let Some(once) = &once {
                    once.begin(tx, now).await?;
                }
                let answer = work(tx, store.seal(), now).await?;
                if let Some(once) = &once {
                    once.keep(tx, store.seal(), &answer.kept()).await?;
                }
                Ok(answer)
            })
        });
        let answer = written.await?;
        app.store().hint_work();
        Ok(answer)
    }
}

impl Account {
    /// Changes every domain that the account is in, with the account's own consent: of its token only that its sign-in stands is checked.
    ///
    /// # Errors
    /// 401 when the sign-in has been ended; what `decide` and what is written along refuse. Nothing has changed then.
    pub async fn change_everywhere<T, F>(&self, app: &App, act: &'static str, decide: F) -> Result<T, ApiError>
    where
        F: FnOnce(&mut Drafts, Time) -> Result<T, Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let actor = Actor::Person(SignIn { account: self.id, family: self.family.0 });
        Ok(app.store().change_account(self.id, actor, act).decide(decide).await?.value)
    }
}

/// What [`Account::write`] runs.
pub type Writing<'a, A> = Pin<Box<dyn Future<Output = Result<A, ChangeError>> + Send + 'a>>;

/// A change that a caller asks for.
#[must_use = "nothing is changed before it is decided"]
pub struct CallersChange {
    app: App,
    changing: Changing,
    granted: Granted,
    domain: DomainId,
    once: Option<Once>,
}

/// What a change came to.
#[derive(Debug)]
pub struct Changed<T> {
    /// What was decided beside the edits.
    pub value: T,
    /// The domain after the change.
    pub facts: Arc<Facts>,
}

impl CallersChange {
    /// Decides by acts, if the caller still may, and writes what they change ([`Changing::decide`]).
    ///
    /// # Errors
    /// 401 when their sign-in has been ended. 403 when they left the domain, it keeps them out or their role no longer allows it, whatever
    /// else the acts say. What `decide` and what is written along refuse. Nothing has changed then.
    pub async fn decide<T, F>(self, decide: F) -> Result<Changed<T>, ApiError>
    where
        F: FnOnce(&mut Drafts, Time) -> Result<T, Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let CallersChange { app, changing, granted, domain, .. } = self;
        let decide = move |drafts: &mut Drafts, now: Time| {
            granted.still(drafts.facts().ok_or_else(not_yours)?)?;
            decide(drafts, now)
        };
        let changed = changing.decide(decide).await;
        let changed = changed.map_err(|error| ApiError::of_change(app.identity(), error))?;
        let facts = Arc::clone(changed.facts(domain).ok_or_else(not_yours)?);
        Ok(Changed { value: changed.value, facts })
    }

    /// The same for operations that create: `answer` makes the answer of the facts after the acts. The same transaction keeps it where the
    /// request is to be carried out once.
    ///
    /// # Errors
    /// As [`CallersChange::decide`].
    pub async fn answer<T, A, F, G>(self, decide: F, answer: G) -> Result<A, ApiError>
    where
        F: FnOnce(&mut Drafts, Time) -> Result<T, Refusal> + Send + 'static,
        G: FnOnce(&Facts, T, Time) -> Option<A> + Send + 'static,
        A: Answer,
    {
        let once = self.once.clone();
        let keeps = once.is_some();
        let changing = self.changing.once(once);
        let decide = move |drafts: &mut Drafts, now: Time| {
            let value = decide(drafts, now)?;
            let answer = drafts.facts().and_then(|facts| answer(facts, value, now)).ok_or_else(not_yours)?;
            if keeps {
                drafts.answered(answer.kept());
            }
            Ok(answer)
        };
        Ok(CallersChange { changing, once: None, ..self }.decide(decide).await?.value)
    }
}
