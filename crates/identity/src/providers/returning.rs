//! Coming back from a provider: once, in the browser that was sent there.

use super::begin::{Kept, ProviderWanted, VISIT_SECONDS, browser, log_failure, sealed_for, visit_name};
use super::{Provider, row_name};
use crate::account_letters::AccountNews;
use crate::fresh::{NotFresh, shown_elsewhere, stands};
use crate::limits::TooMany;
use crate::peer::Peer;
use crate::security::Event;
use crate::session::{Opened, Shown};
use crate::sign_in::{By, Proven};
use crate::{FamilyId, Identity, may_be_drawn};
use cardea_model::ids::AccountId;
use cardea_model::{Time, names};
use cardea_outbound::openid::{CameBack, Drawn, Proof, ProviderError};
use cardea_store::StoreError;
use cardea_store::sign_in::{provider_links, provider_visits};

/// The longest code and name of an issuer that are looked at, in bytes.
const TEXT_MAX: usize = 4_096;

/// Somebody who came back, as far as that is certain: they are in the browser that was sent to this provider.
pub struct ProviderVisit {
    kept: Kept,
    state: String,
    /// When they were sent there, in seconds since 1970.
    began: i64,
}

impl ProviderVisit {
    /// What they were sent there for.
    pub fn wanted(&self) -> &ProviderWanted {
        &self.kept.wanted
    }
}

/// What they come back with.
#[derive(Debug, Clone, Copy)]
pub struct CameFrom<'a> {
    /// The code; none where the provider let nobody in.
    pub code: Option<&'a str>,
    /// Which provider it says that it is, where it says so.
    pub issuer: Option<&'a str>,
}

/// What came of it.
pub enum Arrived {
    /// They are to be signed in, in the place of this query of the sign-in page.
    SignIn(Box<Proven>, String),
    /// They got an account, are signed in, and are to take up the invitation of this token, where there is one.
    Made(Opened, Option<String>),
    /// The provider signs them in from now on.
    Linked,
}

/// Why nothing came of it.
#[derive(Debug, thiserror::Error)]
pub enum NotArrived {
    /// The provider let nobody in.
    #[error("the provider let nobody in")]
    Declined,
    /// It does not answer.
    #[error("the provider does not answer now")]
    Away,
    /// What it answered does not hold.
    #[error("what the provider answered does not hold")]
    Unproven,
    /// Nobody here is linked to whom it named, and nobody gets an account by it.
    #[error("no account is linked to this one")]
    NotLinked,
    /// Whom it named signs somebody else in already.
    #[error("this signs another account in")]
    LinkedElsewhere,
    /// The account is linked to somebody else of that provider.
    #[error("the account is linked to another one of this provider")]
    LinkedAlready,
    /// This address comes with too much that does not hold.
    #[error("too many attempts")]
    TooMany(TooMany),
    /// The account has signed in too often.
    #[error("too many sign-ins with this account")]
    TooOften(TooMany),
    /// The sign-in that it was asked by has been ended.
    #[error(transparent)]
    NotFresh(#[from] NotFresh),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Identity {
    /// Who comes back from this provider with this state, in the browser with this form cookie. `None` where nobody was sent there, it was
    /// too long ago, or they came back before.
    ///
    /// # Errors
    /// [`NotArrived::TooMany`] for an address that comes with too much that does not hold, and what the database says.
    pub async fn visit_of(
        &self,
        provider: &str,
        state: &str,
        cookie: &str,
        peer: Peer,
    ) -> Result<Option<ProviderVisit>, NotArrived> {
        if !may_be_drawn(state) {
            return Ok(None);
        }
        let (id, now, browser) = (visit_name(state), self.store().now(), browser(cookie));
        // It counts as a failure until it is found that somebody was sent to the provider with it.
        self.visits_to_providers().returns.take(&peer.number(), now).map_err(NotArrived::TooMany)?;
        let taken = self.store().write(move |tx| {
            Box::pin(async move { Ok::<_, StoreError>(provider_visits::take(tx, &id, &browser, now).await?) })
        });
        let Some(row) = taken.await? else {
            Event::SignInFailed { username: None, reason: "unknown_visit" }.log_from(Some(peer));
            return Ok(None);
        };
        self.visits_to_providers().returns.give_back(&peer.number());
        // Sealed with another key: the visit began before the key was replaced.
        let Ok(kept) = self.store().seal().unseal(&sealed_for(&row.id), &row.kept) else { return Ok(None) };
        let kept: Kept =
            serde_json::from_slice(&kept).map_err(|_| StoreError::Unreadable("a visit to a provider".into()))?;
        let same = kept.provider == provider
            && self.provider(provider).is_some_and(|provider| provider.client.issuer() == kept.issuer);
        let began = Time(row.expires).seconds() - VISIT_SECONDS;
        Ok(same.then(|| ProviderVisit { kept, state: state.to_owned(), began }))
    }

    /// What comes of this visit. What they are given who sign in begins by [`Identity::begin_session`].
    ///
    /// # Errors
    /// [`NotArrived`].
    pub async fn arrive(
        &self,
        visit: ProviderVisit,
        came: CameFrom<'_>,
        shown: Shown<'_>,
        peer: Peer,
    ) -> Result<Arrived, NotArrived> {
        let now = self.store().now();
        // The answer counts as a failure until it has been checked.
        self.visits_to_providers().returns.take(&peer.number(), now).map_err(NotArrived::TooMany)?;
        let provider = self.provider(&visit.kept.provider).ok_or(NotArrived::Unproven)?;
        let proof = self.proof(provider, &visit, came).await.inspect_err(|error| {
            if matches!(error, NotArrived::Unproven) {
                Event::SignInFailed { username: None, reason: "wrong_provider_answer" }.log_from(Some(peer));
            }
        })?;
        self.visits_to_providers().returns.give_back(&peer.number());
        match visit.kept.wanted {
            ProviderWanted::Link { account, family } => {
                self.link(provider, &proof, AccountId(account), FamilyId(family)).await?;
                Ok(Arrived::Linked)
            }
            ProviderWanted::SignIn { query, .. } => match self.linked_to(provider, &proof, peer).await? {
                Some(proven) => Ok(Arrived::SignIn(Box::new(proven), query)),
                None => {
                    let (opened, invitation) = self.made_by(provider, &proof, shown, peer).await?;
                    Ok(Arrived::Made(opened, invitation))
                }
            },
        }
    }

    async fn proof(&self, provider: &Provider, visit: &ProviderVisit, came: CameFrom<'_>) -> Result<Proof, NotArrived> {
        let Kept { nonce, verifier, redirect_uri, wanted, .. } = &visit.kept;
        let code = came.code.ok_or(NotArrived::Declined)?;
        if code.len() > TEXT_MAX || came.issuer.is_some_and(|issuer| issuer.len() > TEXT_MAX) {
            return Err(NotArrived::Unproven);
        }
        let drawn = Drawn { state: &visit.state, nonce, verifier, began: visit.began, anew: wanted.is_anew() };
        let came = CameBack { code, issuer: came.issuer };
        provider.client.prove(redirect_uri, came, drawn).await.map_err(|error| not_proven(provider, &error))
    }

    /// Whom it signs in, if anybody is linked to it.
    async fn linked_to(&self, provider: &Provider, proof: &Proof, peer: Peer) -> Result<Option<Proven>, NotArrived> {
        let link = row_name(provider.client.issuer(), &proof.subject);
        let found = provider_links::find(self.store().read(), &link).await.map_err(StoreError::from)?;
        let Some(found) = found else { return Ok(None) };
        let (account, issuer) = (found.account(), found.issuer);
        let found = self.store().account(account).await?.ok_or(NotArrived::NotLinked)?;
        let (account, hash) = (found.profile, found.password_hash.unwrap_or_default());
        let (key, now) = (names::key(&account.username), self.store().now());
        self.limits().enough(&key, now).map_err(NotArrived::TooOften)?;
        self.limits().right(&key, now);
        let by = By::Provider { link, issuer, shown: shown_elsewhere(proof.shown, now), hash, code: None };
        Ok(Some(self.proven_by_link(account.account, account.username, by, peer)))
    }

    /// Whoever a provider named, by whose word they are this account.
    pub(crate) fn proven_by_link(&self, account: AccountId, username: String, by: By, peer: Peer) -> Proven {
        let place = self.keys().place(peer);
        Proven { account, username, by, place, device: None, must_change: false, chosen: None }
    }

    /// Has the provider sign this account in from now on.
    async fn link(
        &self,
        provider: &Provider,
        proof: &Proof,
        account: AccountId,
        family: FamilyId,
    ) -> Result<(), NotArrived> {
        // Without a name, the link is shown by the provider's name alone.
        let told = provider.client.told(proof).await.unwrap_or_default();
        let email = told.email.and_then(|email| names::email_address("email", &email).ok());
        let shown = email.or(told.name).and_then(|shown| names::name("name", &shown).ok()).unwrap_or_default();
        let (issuer, subject) = (provider.client.issuer().to_owned(), proof.subject.clone());
        let (id, now) = (row_name(&issuer, &subject), self.store().now());
        let news = AccountNews::ProviderLinked { provider: provider.name.clone(), account_name: shown.clone() };
        let identity = self.clone();
        let linked = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, None).await?;
                let same = provider_links::find(tx, &id).await.map_err(StoreError::from)?;
                match same {
                    Some(same) if same.account() == account => return Ok(false),
                    Some(_) => return Err(NotArrived::LinkedElsewhere),
                    None => {}
                }
                if provider_links::to(tx, account, &issuer).await.map_err(StoreError::from)?.is_some() {
                    return Err(NotArrived::LinkedAlready);
                }
                provider_links::add(tx, row(id, account, (issuer, subject), shown, now))
                    .await
                    .map_err(StoreError::from)?;
                identity.tell(tx, account, news, now).await?;
                Ok(true)
            })
        });
        // Two accounts were linked at once; the other was first.
        let is_new = match linked.await {
            Err(NotArrived::Store(error)) if error.is_unique_violation() => return Err(NotArrived::LinkedElsewhere),
            linked => linked?,
        };
        if is_new {
            self.store().hint_work();
            Event::ProviderLinked { account, provider: &provider.id }.log();
        }
        Ok(())
    }
}

/// The row of a link.
pub(super) fn row(
    id: [u8; 32],
    account: AccountId,
    (issuer, subject): (String, String),
    shown: String,
    now: Time,
) -> provider_links::Model {
    let account = account.0 as i64;
    provider_links::Model { id: id.into(), account, issuer, subject, shown, created: now.0, used: None }
}

/// Why a provider proved nothing, which is logged.
pub(super) fn not_proven(provider: &Provider, error: &ProviderError) -> NotArrived {
    log_failure(provider, error);
    match error {
        ProviderError::Away(_) => NotArrived::Away,
        ProviderError::Refused(_) | ProviderError::Unproven(_) => NotArrived::Unproven,
    }
}
