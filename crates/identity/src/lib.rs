//! Sign-in: who somebody is, and the tokens that say so afterwards.
//!
//! A person proves who they are with username and password, and a one-time code where their account takes one. Or they do so with a
//! passkey, or at a provider that they linked. They do it on the sign-in page ([`page`]), or in a client that sends what they typed
//! ([`Identity::grant`]). They get a family of tokens: a short access token for every call, and a refresh token for the next one.
//! [`Identity::authenticate`] checks the token of every call. Nothing here knows HTTP: the routes are in the crate api.
//!
//! Nothing that is handed out is stored: see the modules token and family for how tokens are told from made-up ones and how a
//! stolen one shows itself, and limits and password for what guessing costs.

mod access_letters;
mod account_letters;
mod agent;
mod begin;
mod carrying_out;
mod clients;
mod confirm;
mod credentials;
mod error;
mod family;
mod first_start;
mod fresh;
mod from_others;
mod grants;
pub mod invitation_token;
mod letters;
mod limits;
mod live;
mod new_sign_in;
mod owner_link;
pub mod page;
mod passkeys;
mod password;
mod peer;
mod personal;
mod pkce;
mod providers;
mod reset;
mod scopes;
pub mod security;
mod session;
mod set_password;
mod settings;
mod sign_in;
mod sign_ins;
mod sign_up;
mod token;
mod two_factor;

pub use access_letters::by_its_clock;
pub use account_letters::{ACCOUNT_LETTERS, AccountNews};
pub use agent::Agent;
pub use clients::Client;
pub use confirm::{Confirmed, NotConfirmed};
pub use credentials::Credentials;
pub use error::{AuthError, NotGranted, NotSignedIn};
pub use first_start::FirstStartError;
pub use fresh::NotFresh;
pub use from_others::{FromOthers, LETTERS_ABOUT_ACCESS, LETTERS_FROM_OTHERS};
pub use grants::{Grant, Tokens};
pub use letters::{Letter, Letters, OfferedDoor};
pub use limits::{Growth, Quota, Rate, Rates, TooMany};
pub use owner_link::{NotOpened, OWNER_LINK_MINUTES, OWNER_LINK_TRIES, SIGN_IN_KEY, owner_link};
pub use passkeys::{MOST_PASSKEYS, MadePasskey, NewPasskey, PasskeyChallenge, PasskeyError, PasskeyInfo};
pub use password::{Busy, Cost as PasswordCost, generated as generated_password};
pub use peer::{Network, NotANetwork, Peer};
pub use personal::{NewPersonalToken, PERSONAL_TOKENS, PersonalToken, PersonalTokenError};
pub use pkce::Challenge;
pub use providers::{
    Arrived, CameFrom, MOST_PROVIDERS, NotArrived, NotSentThere, Provider, ProviderLink, ProviderVisit, ProviderWanted,
    UnlinkError,
};
pub use reset::{RESET_LETTERS, ResetError};
pub use scopes::{TokenScope, TokenScopes, UnknownScope};
pub use session::{Begun, CodeRequest, Opened, Session, Shown, draw_secret, may_be_drawn};
pub use set_password::{ChoiceError, PasswordChange};
pub use settings::Settings;
pub use sign_in::Proven;
pub use sign_ins::{LivingSignIn, Seen};
pub use sign_up::{NewAccount, SIGN_UP_TOKENS, SIGN_UPS, SIGN_UPS_FOR, SignUp, SignUpError};
pub use token::FamilyId;
pub use two_factor::{Seed, TwoFactorError};

use cardea_model::ids::{AccountId, DomainId};
use cardea_model::{Refusal, Revision, Time};
use cardea_store::sign_in::{
    SWEEP, ceremonies, codes, provider_visits, resets, sessions, sign_ups, tokens, used_links,
};
use cardea_store::{Store, StoreError, addressees};
use limits::Limits;
use live::{Ending, Live};
use passkeys::Ceremonies;
use password::Passwords;
use providers::Providers;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};
use std::time::Duration;
use token::Keys;
use two_factor::Tries;

/// How often it is written down how far families have come.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// Sign-in. Clones are the same one.
#[derive(Clone)]
pub struct Identity(Arc<Inner>);

struct Inner {
    store: Store,
    settings: Settings,
    keys: Keys,
    live: Live,
    limits: Limits,
    tries: Tries,
    confirmations: Quota<AccountId>,
    link_tries: Quota<u128>,
    sign_up_requests: Quota<u128>,
    sign_up_requests_for: Quota<(String, u128)>,
    sign_up_tokens: Quota<u128>,
    invitations: [u8; 32],
    ceremonies: Ceremonies,
    visits_to_providers: Providers,
    passwords: Passwords,
    letters: Letters,
    set_up: AtomicBool,
}

/// Who calls, as their access token proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHolder {
    /// The account.
    pub account: AccountId,
    /// The sign-in that the token came from.
    pub family: FamilyId,
    /// The client that signed in.
    pub client: Arc<str>,
    /// What the token may be used for.
    pub scopes: TokenScopes,
    /// When it ends.
    pub expires: Time,
    /// Whether it is a personal access token, by which nobody signed in.
    pub personal: bool,
    /// The address of the provider that said who they are when they signed in, or when whoever made a personal access token did; `None`:
    /// they showed a password or a passkey, or followed a link.
    pub issuer: Option<Arc<str>>,
}

/// Why a password was not set.
#[derive(Debug, thiserror::Error)]
pub enum SetPasswordError {
    /// It is not acceptable.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(Busy),
    /// The database failed.
    #[error(transparent)]
    Store(StoreError),
}

impl Identity {
    /// Sign-in over this store, with passwords and codes tried as often as `sign_in` allows. A task of its own writes down how far families
    /// have come, and ends with the last clone. [`sweep`](Identity::sweep) has to be called now and then.
    ///
    /// # Errors
    /// What the database says.
    pub async fn new(store: Store, settings: Settings, sign_in: Rates) -> Result<Self, StoreError> {
        let keys = Keys::new(&store.signing_key(SIGN_IN_KEY).await?);
        let invitations = store.signing_key(invitation_token::KEY).await?;
        let identity = Identity(Arc::new(Inner {
            keys,
            live: Live::new(store.clone(), settings.lasting()),
            limits: Limits::new(sign_in),
            tries: Tries::new(sign_in),
            ceremonies: Ceremonies::new(&settings, sign_in),
            visits_to_providers: Providers::new(sign_in),
            confirmations: Quota::new(sign_in.codes),
            link_tries: Quota::new(OWNER_LINK_TRIES),
            sign_up_requests: Quota::new(SIGN_UPS),
            sign_up_requests_for: Quota::new(SIGN_UPS_FOR),
            sign_up_tokens: Quota::new(SIGN_UP_TOKENS),
            invitations,
            passwords: Passwords::new(settings.password_hashes, settings.password_queue, settings.password_cost),
            letters: Letters::new(settings.product_name.clone(), &settings.public_base),
            set_up: AtomicBool::new(false),
            store,
            settings,
        }));
        tokio::spawn(upkeep(Arc::downgrade(&identity.0)));
        Ok(identity)
    }

    /// Who sent this access token (without the word `Bearer`), for something that needs this scope, or none. No other way leads from a
    /// token to its holder, so that nothing forgets to ask for the scope.
    ///
    /// # Errors
    /// [`AuthError::Dead`] for a token that is made up, over, or was ended. It is ended by signing out, by a new password, with its
    /// account, or because a token of its family was stolen. [`AuthError::LacksScope`] for one that lives and may not be used for this.
    pub async fn authenticate(&self, bearer: &str, needed: Option<TokenScope>) -> Result<TokenHolder, AuthError> {
        Ok(self.authenticate_in(bearer, needed, |_| None).await?.0)
    }

    /// The same. Where the database has to be asked (on PostgreSQL, always), the one statement also tells at which revision the domain is
    /// that `likely` names for this family of tokens.
    ///
    /// # Errors
    /// As [`Identity::authenticate`].
    pub async fn authenticate_in(
        &self,
        bearer: &str,
        needed: Option<TokenScope>,
        likely: impl FnOnce(FamilyId) -> Option<DomainId>,
    ) -> Result<(TokenHolder, Option<(DomainId, Revision)>), AuthError> {
        let token = self.keys().read_access(bearer).ok_or(AuthError::Dead)?;
        if self.store().now() >= token.expires {
            return Err(AuthError::Dead);
        }
        let id = token.handle.family();
        let likely = if self.live().asks_the_database() { likely(id) } else { None };
        let (family, revision) = self.live().used(id, token.generation, likely).await?.ok_or(AuthError::Dead)?;
        security::is_made_by(family.account, None);
        let scopes = family.scopes.and(token.scopes);
        if let Some(needed) = needed.filter(|needed| !scopes.has(*needed)) {
            return Err(AuthError::LacksScope(needed));
        }
        let holder = TokenHolder {
            account: family.account,
            family: id,
            client: family.client,
            scopes,
            expires: token.expires,
            personal: family.personal,
            issuer: family.issuer,
        };
        Ok((holder, likely.zip(revision)))
    }

    /// Whether this server made this access token, and its time is not over. It may have been ended all the same; nothing is asked.
    pub fn recognises(&self, bearer: &str) -> bool {
        self.keys().read_access(bearer).is_some_and(|token| self.store().now() < token.expires)
    }

    /// Ends the holder's tokens, the session that they came from, those made from them, and the one that a browser shows, with all tokens
    /// that came from these.
    ///
    /// # Errors
    /// What the database says.
    pub async fn sign_out(&self, holder: &TokenHolder, shown: Option<&str>) -> Result<(), StoreError> {
        let session = shown.map(grants::hash);
        if let Some(id) = &session
            && let Some(account) = sessions::account_of(self.store().read(), id).await?
            && account != holder.account
        {
            // Ending an account's sign-ins locks the account. No transaction locks two accounts, so no two can wait for each other. The
            // other account's session ends first: where that fails, the person is still signed in and can try again.
            self.live().end(Ending::Session(account, id.clone())).await?;
        }
        self.live().end(Ending::SignOut(holder.account, holder.family, session)).await?;
        Ok(())
    }

    /// Writes down how far families have come; call it before the process ends. Losing it costs little: see the module family.
    ///
    /// # Errors
    /// What the database says.
    pub async fn flush(&self) -> Result<(), StoreError> {
        self.live().flush().await
    }

    /// Removes from the database what has ended by now: sessions, codes, families, links to choose a password by, ceremonies of passkeys
    /// and visits to providers. It also removes the address of a first start, used links of owners, sign-ups, counts of letters that are
    /// over, and places where nobody has signed in for long.
    ///
    /// # Errors
    /// What the database says.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        let mut swept = 0;
        loop {
            let ended = self.sweep_some().await?;
            swept += ended;
            // Until no table can have had more than one sweep removes.
            if ended < SWEEP {
                return Ok(swept);
            }
        }
    }

    /// The same, 1,000 rows of each table at most, so that nobody waits long for the database.
    async fn sweep_some(&self) -> Result<u64, StoreError> {
        let (identity, now) = (self.clone(), self.store().now());
        self.store()
            .write(move |tx| {
                Box::pin(async move {
                    let ended =
                        codes::sweep(tx, now).await? + sessions::sweep(tx, now).await? + tokens::sweep(tx, now).await?;
                    let ended = ended
                        + resets::sweep(tx, now).await?
                        + cardea_store::first_start::sweep(tx, now).await?
                        + used_links::sweep(tx, now).await?;
                    let ended = ended + sign_ups::sweep(tx, now).await? + ceremonies::sweep(tx, now).await?;
                    let ended = ended + provider_visits::sweep(tx, now).await?;
                    let ended = ended + addressees::sweep(tx, now).await?;
                    let ended = ended + cardea_store::sign_in::account_letters::sweep(tx, now).await?;
                    Ok(ended + identity.forget_places(tx, now).await?)
                })
            })
            .await
    }

    /// What the operator decided.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }
    /// What is sent to people.
    pub fn letters(&self) -> &Letters {
        &self.0.letters
    }
    fn store(&self) -> &Store {
        &self.0.store
    }
    fn keys(&self) -> &Keys {
        &self.0.keys
    }
    fn live(&self) -> &Live {
        &self.0.live
    }
    fn limits(&self) -> &Limits {
        &self.0.limits
    }
    fn tries(&self) -> &Tries {
        &self.0.tries
    }
    fn ceremonies(&self) -> &Ceremonies {
        &self.0.ceremonies
    }
    fn visits_to_providers(&self) -> &Providers {
        &self.0.visits_to_providers
    }
    fn confirmations(&self) -> &Quota<AccountId> {
        &self.0.confirmations
    }
    fn link_tries(&self) -> &Quota<u128> {
        &self.0.link_tries
    }
    fn sign_up_requests(&self) -> &Quota<u128> {
        &self.0.sign_up_requests
    }
    fn sign_up_requests_for(&self) -> &Quota<(String, u128)> {
        &self.0.sign_up_requests_for
    }
    fn sign_up_tokens(&self) -> &Quota<u128> {
        &self.0.sign_up_tokens
    }
    /// What tokens of invitations are made with.
    fn invitations(&self) -> &[u8; 32] {
        &self.0.invitations
    }
    fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }
}

/// Each process has to do this for itself: how far families have come stands in its own memory.
async fn upkeep(inner: Weak<Inner>) {
    loop {
        tokio::time::sleep(FLUSH_EVERY).await;
        let Some(identity) = inner.upgrade().map(Identity) else { break };
        if let Err(error) = identity.flush().await {
            tracing::warn!(%error, "how far sign-ins have come could not be written; trying again");
        }
    }
}
