//! Who calls: from the access token to the account, from there to the person in a domain, and whether they may.

use crate::app::App;
use crate::error::ApiError;
use crate::oauth2::bearer;
use crate::permissions::{Access, Permission, Reach};
use crate::scope::Scope;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use cardea_identity::{AuthError, FamilyId, TokenHolder, security};
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, DomainId, Serial, UserId};
use cardea_model::required::{RequiredSignIn, keeps_out};
use cardea_model::rows::User;
use cardea_model::visible::Visible;
use cardea_model::{Code, Refusal};
use cardea_store::answers::Once;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The header that says as whom, among the caller's identities, a request is made.
pub const X_ASSUME_USER: &str = "x-assume-user";

/// Whoever is signed in, whatever the domain.
#[derive(Debug, Clone)]
pub struct Account {
    /// The account.
    pub id: AccountId,
    /// The sign-in that its token came from.
    pub family: FamilyId,
    /// What is known of that token.
    pub token: TokenHolder,
    /// What of the request is to be carried out once, where its sender says so.
    pub once: Option<Once>,
}

/// A person in the domain that they act in, who may do what they ask for.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Their account.
    pub account: AccountId,
    /// The sign-in that their token came from.
    pub family: FamilyId,
    /// What is known of that token.
    pub token: TokenHolder,
    /// Who they are in the domain.
    pub user: Arc<User>,
    /// The domain, as of this request.
    pub facts: Arc<Facts>,
    /// Who may do what they asked for.
    pub access: Access,
    /// How far it goes.
    pub reach: Reach,
    /// Whether it is about their account alone, so that no domain keeps them out of it.
    pub of_account: bool,
    /// Whether the request named the identity.
    pub assumed: bool,
    /// What of it is to be carried out once, where its sender says so.
    pub once: Option<Once>,
}

impl Caller {
    /// The domain acted in.
    pub fn domain(&self) -> DomainId {
        self.facts.domain
    }
    /// What the operation they called is about, as far as they reach.
    pub fn scope(&self) -> Scope<'_> {
        let own = match self.reach {
            Reach::All => None,
            Reach::Own | Reach::No => Visible::of(&self.facts, &self.user),
        };
        Scope::with(&self.facts, own)
    }

    /// The caller in the domain that has this serial number: where the request names no identity, keys and device operations find
    /// it among all of the account's.
    ///
    /// # Errors
    /// `entity_not_found` when none of them has it, whoever else may; `provider_sign_in_required` when that one keeps them out.
    pub async fn at_serial(self, app: &App, serial: Serial) -> Result<Caller, ApiError> {
        if self.assumed || self.facts.by_serial(serial).is_some() {
            return Ok(self);
        }
        let unknown = || ApiError::not_found(serial);
        let domain = app.store().domain_of_serial(serial).await?.ok_or_else(unknown)?;
        let facts = app.store().facts(domain).await?;
        let user = facts.user_of_account(self.account).cloned().ok_or_else(unknown)?;
        let caller = Caller { user, facts, ..self };
        match caller.kept_out() {
            Some(required) => Err(ApiError::kept_out(app.identity(), required)),
            None => Ok(caller),
        }
    }

    /// The sign-in for want of which the domain keeps the caller out.
    fn kept_out(&self) -> Option<&Arc<RequiredSignIn>> {
        keeps_out(&self.facts, &self.user, self.token.issuer.as_deref()).filter(|_| !self.of_account)
    }
}

/// Proves that this request may do what a row of the table allows, and says who makes it.
///
/// # Errors
/// 401 without a living token. 403 for a token that lacks the scope, or a personal one where that does not do, before anything else is
/// told. 403 for an identity that is not the account's, for a domain that asks for another sign-in than theirs, and for a role that may
/// not.
pub async fn authenticate(app: &App, headers: &HeaderMap, permission: Permission) -> Result<Authenticated, ApiError> {
    let Permission { scope, access, signed_in, of_account, .. } = permission;
    if access.is_anonymous() {
        return Ok(Authenticated::Anyone);
    }
    let bearer = bearer(headers).ok_or_else(ApiError::unauthenticated)?;
    // An empty header names nobody.
    let named = headers.get(X_ASSUME_USER).filter(|named| !named.as_bytes().trim_ascii().is_empty());
    let assumed = match named {
        Some(text) => text.to_str().ok().and_then(|text| text.parse().ok()).map(Some),
        None => Some(None),
    };
    let domain_index = app.domain_index();
    let likely = |family| domain_index.likely(family, assumed.flatten());
    let (token, revision) = match app.identity().authenticate_in(bearer, scope, likely).await {
        Ok(shown) => shown,
        Err(AuthError::Dead) => return Err(ApiError::dead_token()),
        Err(AuthError::LacksScope(scope)) => return Err(ApiError::lacks_scope(scope)),
        Err(AuthError::Store(error)) => return Err(error.into()),
    };
    if signed_in && token.personal {
        return Err(ApiError::sign_in_required());
    }
    let (account, family) = (token.account, token.family);
    if access == Access::Account {
        return Ok(Authenticated::Account(Account { id: account, family, token, once: None }));
    }
    let assumed = assumed.ok_or_else(not_yours)?;
    let (facts, user) = match assumed {
        Some(user) => domain_index.assumed(app, account, user, revision).await?.ok_or_else(not_yours)?,
        None => domain_index.primary(app, account, family, revision).await?.ok_or_else(not_yours)?,
    };
    security::is_made_by(account, Some(user.id));
    let reach = access.reach(user.role);
    let assumed = assumed.is_some();
    let caller = Caller { account, family, token, user, facts, access, reach, of_account, assumed, once: None };
    if let Some(required) = caller.kept_out() {
        return Err(ApiError::kept_out(app.identity(), required));
    }
    if reach == Reach::No {
        return Err(role_forbids().into());
    }
    Ok(Authenticated::Caller(Box::new(caller)))
}

/// One answer for identities of others, unknown ones and none at all, so that nobody learns which identities exist.
pub fn not_yours() -> Refusal {
    Refusal::new(Code::Forbidden, "this is not an identity of yours")
}

/// The refusal for a role that may not do this.
pub fn role_forbids() -> Refusal {
    Refusal::new(Code::Forbidden, "your role in this domain does not allow this")
}

/// Who was let through.
pub enum Authenticated {
    /// Nobody in particular.
    Anyone,
    /// An account.
    Account(Account),
    /// A person of a domain.
    Caller(Box<Caller>),
}

/// In which domain accounts and users are. It is checked against the facts each time. A user's domain never changes. Neither does the
/// primary domain of an account that owns it, or was created there and so is nowhere else. For any other account it may have changed:
/// somebody may have handed a domain over to them.
#[derive(Default)]
pub struct DomainIndex {
    primary: RwLock<HashMap<AccountId, (DomainId, UserId)>>,
    of_user: RwLock<HashMap<UserId, DomainId>>,
    /// The primary domain of a token's account. It is only a guess, for asking the database about token and domain in one query.
    of_family: RwLock<HashMap<FamilyId, DomainId>>,
}

/// Entries remembered, about 50 bytes each; beyond, all are forgotten.
const REMEMBERED: usize = 100_000;

type Place = (Arc<Facts>, Arc<User>);

/// A domain's revision, read within this request.
type Read = Option<(DomainId, Revision)>;

impl DomainIndex {
    /// The domain that a request will probably be in, before its caller is known.
    fn likely(&self, family: FamilyId, assumed: Option<UserId>) -> Option<DomainId> {
        match assumed {
            Some(user) => recall(&self.of_user, &user),
            None => recall(&self.of_family, &family),
        }
    }

    /// The domain meant when none is named, and who the account is there; `None` for an account of no domain.
    async fn primary(
        &self,
        app: &App,
        account: AccountId,
        family: FamilyId,
        read: Read,
    ) -> Result<Option<Place>, ApiError> {
        if let Some((domain, id)) = recall(&self.primary, &account)
            && let Some((facts, user)) = here(app, domain, account, read).await?
            && user.id == id
            && (facts.owner == account || !user.is_shadow_user)
        {
            if read.is_none() && recall(&self.of_family, &family) != Some(domain) {
                remember(&self.of_family, family, domain);
            }
            return Ok(Some((facts, user)));
        }
        let identities = app.store().identities(account).await?;
        let Some(primary) = identities.into_iter().find(|identity| identity.primary) else { return Ok(None) };
        remember(&self.primary, account, (primary.domain, primary.user));
        remember(&self.of_family, family, primary.domain);
        here(app, primary.domain, account, None).await
    }

    /// The domain of this user, who is this account.
    async fn assumed(
        &self,
        app: &App,
        account: AccountId,
        user: UserId,
        read: Read,
    ) -> Result<Option<Place>, ApiError> {
        let domain = match recall(&self.of_user, &user) {
            Some(domain) => domain,
            None => match app.store().domain_of_user(user).await? {
                Some(domain) => {
                    remember(&self.of_user, user, domain);
                    domain
                }
                None => return Ok(None),
            },
        };
        Ok(here(app, domain, account, read).await?.filter(|(_, found)| found.id == user))
    }
}

async fn here(app: &App, domain: DomainId, account: AccountId, read: Read) -> Result<Option<Place>, ApiError> {
    let facts = match read {
        Some((known, revision)) if known == domain => app.store().facts_at(domain, revision).await,
        _ => app.store().facts(domain).await,
    };
    let facts = match facts {
        Ok(facts) => facts,
        Err(cardea_store::StoreError::NoSuchDomain(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let user = facts.user_of_account(account).cloned();
    Ok(user.map(|user| (facts, user)))
}

fn recall<K: std::hash::Hash + Eq, V: Copy>(map: &RwLock<HashMap<K, V>>, key: &K) -> Option<V> {
    map.read().unwrap_or_else(PoisonError::into_inner).get(key).copied()
}

fn remember<K: std::hash::Hash + Eq, V>(map: &RwLock<HashMap<K, V>>, key: K, value: V) {
    let mut map = map.write().unwrap_or_else(PoisonError::into_inner);
    if map.len() >= REMEMBERED {
        map.clear();
    }
    map.insert(key, value);
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;
    /// The caller whom the guard let through.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        parts.extensions.remove::<Caller>().ok_or_else(ApiError::unauthenticated)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Account {
    type Rejection = ApiError;
    /// The account that the guard let through.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        parts.extensions.remove::<Account>().ok_or_else(ApiError::unauthenticated)
    }
}
