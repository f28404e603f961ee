//! Getting an account of one's own, with a domain of its own.
//!
//! The account comes into being when the link of a letter was opened, so the address is known to be its person's before it can do anything.
//! Whoever asks is answered alike whether or not somebody has the address: what they asked for is written down, and afterwards, unseen by
//! them, it is found out what letter goes there, if any. A password that came with the request is not kept, since somebody else may have
//! typed the address: whoever opens the letter chooses it.

mod answering;

use crate::peer::Peer;
use crate::security::Event;
use crate::session::{Opened, Shown};
use crate::{Busy, Growth, Identity, Rate, TooMany, grants, may_be_drawn};
use cardea_model::act::users::{ProfileChange, new_profile};
use cardea_model::ids::AccountId;
use cardea_model::{Code, Refusal, names, password};
use cardea_store::founding::add_domain;
use cardea_store::outbox::{self, Work};
use cardea_store::sign_in::sign_ups;
use cardea_store::{Actor, ChangeError, NewOwner, StoreError, fresh_id};
use serde::{Deserialize, Serialize};

/// The longest token of an invitation that is looked at, in bytes; theirs have 43.
const INVITATION_MAX: usize = 64;

/// How often a network address asks for accounts, for whatever e-mail address.
pub const SIGN_UPS: Rate = Rate { in_a_row: 60, then: Growth { shortest: 60_000, longest: 60_000 } };
/// The same for one e-mail address. How many letters that is sent is counted in the database, as for a forgotten password.
pub const SIGN_UPS_FOR: Rate = Rate { in_a_row: 5, then: Growth { shortest: 600_000, longest: 600_000 } };
/// How often a network address shows tokens of letters.
pub const SIGN_UP_TOKENS: Rate = Rate { in_a_row: 60, then: Growth { shortest: 10_000, longest: 10_000 } };

/// Who may get an account of their own by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignUp {
    /// Anybody.
    Open,
    /// Whoever is invited: an invitation by mail to their address is open, or they show the token of one.
    #[default]
    Invited,
    /// Nobody.
    Closed,
}

/// An account that somebody asks for.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct NewAccount {
    /// The e-mail address, which becomes the username.
    pub address: String,
    /// Given name.
    pub firstname: Option<String>,
    /// Family name.
    pub lastname: Option<String>,
    /// Postal address.
    pub postal_address: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// The language of the letter, and of the account from then on.
    pub language: Option<String>,
    /// The token of an invitation to be taken up afterwards.
    pub invitation: Option<String>,
}

/// Why nobody got an account, or a letter.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// Nobody signs up at this server.
    #[error("nobody signs up at this server by themselves")]
    Closed,
    /// What is told is not acceptable.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such link, it was used, or its time is over, or somebody has the address by now.
    #[error("this link does not work, or does not work any more")]
    Over,
    /// It was tried too often from here.
    #[error("too many attempts")]
    TooMany(TooMany),
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooMany> for SignUpError {
    fn from(too_many: TooMany) -> Self {
        SignUpError::TooMany(too_many)
    }
}

impl From<ChangeError> for SignUpError {
    fn from(error: ChangeError) -> Self {
        match error {
            // Somebody was quicker to take the name.
            ChangeError::Refused(refusal) if refusal.code == Code::Conflict => SignUpError::Over,
            ChangeError::Refused(refusal) => SignUpError::Refused(refusal),
            ChangeError::Store(error) => SignUpError::Store(error),
            // Nobody is signed in, and no request has a key.
            ChangeError::SignInEnded | ChangeError::Repeated => SignUpError::Over,
        }
    }
}

impl NewAccount {
    /// The names together, or the address where there are none.
    pub fn display_name(&self) -> String {
        let names = [&self.firstname, &self.lastname].into_iter().flatten().map(|name| name.trim());
        let name = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ");
        if name.is_empty() { self.address.clone() } else { name }
    }

    fn profile(&self, display_name: Option<String>) -> Result<cardea_model::rows::Profile, Refusal> {
        let told = ProfileChange {
            display_name: Some(display_name.unwrap_or_else(|| self.display_name())),
            firstname: self.firstname.clone(),
            lastname: self.lastname.clone(),
            email_address: None,
            address: self.postal_address.clone(),
            phone: self.phone.clone(),
            language: self.language.clone(),
            eula: None,
        };
        new_profile(AccountId(fresh_id()), &self.address, told)
    }
}

impl Identity {
    /// Who may sign up here.
    ///
    /// # Errors
    /// [`SignUpError::Closed`].
    pub fn may_sign_up(&self) -> Result<(), SignUpError> {
        match self.settings().sign_up {
            SignUp::Closed => Err(SignUpError::Closed),
            SignUp::Open | SignUp::Invited => Ok(()),
        }
    }

    /// Writes down that somebody at this peer asks for an account; answers when it is stored. Whether a letter goes out, and which, is found
    /// out by [`Identity::send_sign_up`].
    ///
    /// # Errors
    /// [`SignUpError::Closed`], [`SignUpError::Refused`], [`SignUpError::TooMany`], and what the database says.
    pub async fn request_sign_up(&self, mut wanted: NewAccount, peer: Peer) -> Result<(), SignUpError> {
        self.may_sign_up()?;
        wanted.address = names::email_address("email", &wanted.address)?;
        names::username("email", &wanted.address)?;
        wanted.invitation = wanted.invitation.filter(|token| token.len() <= INVITATION_MAX);
        // Mistakes are answered before anything is counted or written down.
        wanted.profile(None)?;
        let now = self.store().now();
        self.sign_up_requests().take(&peer.number(), now)?;
        self.sign_up_requests_for().take(&(names::key(&wanted.address), peer.number()), now)?;
        let payload = serde_json::to_vec(&wanted).expect("texts become JSON");
        let work = Work { kind: Identity::SIGN_UP_KIND, payload, sealed: true, due: None };
        let seal = self.store().seal().clone();
        self.store().write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await })).await?;
        self.store().hint_work();
        Ok(())
    }

    /// What was told by whoever asked for the account that this link makes, while it counts.
    ///
    /// # Errors
    /// [`SignUpError::Closed`], [`SignUpError::Over`], and what the database says.
    pub async fn sign_up_of(&self, token: &str) -> Result<NewAccount, SignUpError> {
        self.may_sign_up()?;
        if !may_be_drawn(token) {
            return Err(SignUpError::Over);
        }
        let store = self.store();
        let told = sign_ups::find(store.read(), store.seal(), &grants::hash(token), store.now()).await?;
        let told = told.ok_or(SignUpError::Over)?;
        Ok(serde_json::from_slice(&told).map_err(|_| StoreError::Unreadable("a sign-up".into()))?)
    }

    /// Makes the account that this link is for, with a domain of its own, once, and begins a session for it in this browser. Answers the token
    /// of the invitation that is to be taken up now, if there is one.
    ///
    /// # Errors
    /// [`SignUpError`].
    pub async fn confirm_sign_up(
        &self,
        token: &str,
        (display_name, password): (String, String),
        shown: Shown<'_>,
        peer: Peer,
    ) -> Result<(Opened, Option<String>), SignUpError> {
        self.sign_up_tokens().take(&peer.number(), self.store().now())?;
        let told = self.sign_up_of(token).await?;
        let profile = told.profile(Some(display_name))?;
        password::password_of("password", &password, &profile.username)?;
        let (account, username) = (profile.account, profile.username.clone());
        let hash = self.passwords().hash(password, Some(account)).await?;
        let (opening, opened) = self.open_session(account, None, shown, peer);
        let owner = NewOwner { profile, password_hash: Some(hash), timezone: None };
        let (token, now) = (grants::hash(token), self.store().now());
        let made = self.store().write(move |tx| {
            Box::pin(async move {
                if !sign_ups::take(tx, &token, now).await.map_err(StoreError::from)? {
                    return Err(SignUpError::Over);
                }
                add_domain(tx, owner, (Actor::Account(account), "sign_up"), now, |_, _, _| Ok(())).await?;
                Ok(opening.within(tx).await?)
            })
        });
        made.await?;
        Event::AccountMade { account, way: "sign_up" }.log_from(Some(peer));
        let client = self.settings().console();
        Event::SignIn { account, username: Some(&username), client: &client, way: "sign_up" }.log_from(Some(peer));
        Ok((opened, told.invitation))
    }
}
