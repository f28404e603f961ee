//! Links by which an owner who is locked out signs in. Whoever runs the server signs one with the server's own key, and nothing of it is kept
//! until it is used: so it can be made beside a server that has the database for itself.
//!
//! A link names the account and when it ends, and has a number of its own and an HMAC over these and the password's hash. So it ends with the
//! password too. It takes no second factor: whoever has the key could take that away as well.

use crate::peer::Peer;
use crate::security::Event;
use crate::session::{Opened, Shown};
use crate::token::{Keys, TAG};
use crate::{Growth, Identity, Rate, TooMany};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{held_password_hash, used_links};
use cardea_store::{Account, StoreError};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// For how many minutes a link works.
pub const OWNER_LINK_MINUTES: i64 = 15;

/// How often a network address shows links to sign in by. Nobody can guess one.
pub const OWNER_LINK_TRIES: Rate = Rate { in_a_row: 60, then: Growth { shortest: 10_000, longest: 10_000 } };

/// Why nothing was opened by a link.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// Too many links were shown from here.
    #[error("too many links")]
    TooMany(TooMany),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TooMany> for NotOpened {
    fn from(too_many: TooMany) -> Self {
        NotOpened::TooMany(too_many)
    }
}

/// The name of the key that links are signed with, among the server's own.
pub const SIGN_IN_KEY: &str = "sign_in";

/// Bytes of the number that a link is drawn with.
const NUMBER: usize = 16;
/// Bytes of a link before its signature: an account, a second, and the number.
const HEAD: usize = 16 + NUMBER;

/// What a link says.
struct OwnerLink {
    account: AccountId,
    ends: Time,
    number: [u8; NUMBER],
    bytes: [u8; HEAD + TAG],
}

/// The path and query of a link by which the owner of this account signs in once, within the next 15 minutes; `secret` is the server's key
/// of the name [`SIGN_IN_KEY`].
pub fn owner_link(secret: &[u8; 32], account: &Account, now: Time) -> String {
    let ends = now.plus_seconds(OWNER_LINK_MINUTES * 60);
    let mut bytes = [0; HEAD + TAG];
    bytes[..8].copy_from_slice(&account.profile.account.0.to_be_bytes());
    bytes[8..16].copy_from_slice(&ends.seconds().to_be_bytes());
    bytes[16..HEAD].copy_from_slice(&rand::random::<[u8; NUMBER]>());
    let signature = mac(&Keys::new(secret), &bytes[..HEAD], account).finalize().into_bytes();
    bytes[HEAD..].copy_from_slice(&signature[..TAG]);
    format!("/oauth2/owner_link?token={}", URL_SAFE_NO_PAD.encode(bytes))
}

fn mac(keys: &Keys, head: &[u8], account: &Account) -> Hmac<Sha256> {
    let hash = account.password_hash.as_deref().unwrap_or_default();
    keys.owner_link.clone().chain_update(head).chain_update(hash)
}

impl OwnerLink {
    /// What a link says, whoever made it.
    fn look_at(text: &str) -> Option<OwnerLink> {
        let bytes: [u8; HEAD + TAG] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let number = |at: usize| bytes[at..at + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let ends = i64::try_from(number(8)).ok().filter(|ends| *ends < i64::MAX / 1_000)?;
        let mut drawn = [0; NUMBER];
        drawn.copy_from_slice(&bytes[16..HEAD]);
        Some(OwnerLink { account: AccountId(number(0)), ends: Time::from_seconds(ends), number: drawn, bytes })
    }

    /// Whether this server signed it, for the account as it is now.
    fn is_of(&self, keys: &Keys, account: &Account) -> bool {
        let (head, tag) = self.bytes.split_at(HEAD);
        mac(keys, head, account).verify_truncated_left(tag).is_ok()
    }
}

impl Identity {
    /// The username of the owner whose link this is, if it works now. Looking at it uses nothing up.
    ///
    /// # Errors
    /// What the database says.
    pub async fn owner_of_link(&self, token: &str) -> Result<Option<String>, StoreError> {
        let Some((link, account)) = self.read_owner_link(token).await? else { return Ok(None) };
        let is_used = used_links::is_used(self.store().read(), &link.number).await?;
        Ok((!is_used).then_some(account.profile.username))
    }

    /// Begins a session for the owner whose link this is, in place of the one that the browser had, and uses the link up; none where it does
    /// not work.
    ///
    /// # Errors
    /// [`NotOpened`].
    pub async fn sign_in_by_link(
        &self,
        token: &str,
        shown: Shown<'_>,
        peer: Peer,
    ) -> Result<Option<Opened>, NotOpened> {
        self.link_tries().take(&peer.number(), self.store().now())?;
        let Some((link, account)) = self.read_owner_link(token).await? else { return Ok(None) };
        let Account { profile, password_hash: hash, .. } = account;
        let (id, username) = (profile.account, profile.username);
        let (opening, opened) = self.open_session(id, None, shown, peer);
        let begun = self.store().write(move |tx| {
            Box::pin(async move {
                // The password may have been changed meanwhile, and the link ended with it.
                let stands = held_password_hash(tx, id).await? == Some(hash);
                if !stands || !used_links::use_up(tx, &link.number, link.ends).await? {
                    return Ok(false);
                }
                opening.within(tx).await?;
                Ok::<_, StoreError>(true)
            })
        });
        if !begun.await? {
            return Ok(None);
        }
        let client = self.settings().console();
        Event::SignIn { account: id, username: Some(&username), client: &client, way: "owner_link" }
            .log_from(Some(peer));
        Ok(Some(opened))
    }

    /// What a link says and whose it is, if this server signed it, its time is not over, and its account still has the password that it had.
    async fn read_owner_link(&self, token: &str) -> Result<Option<(OwnerLink, Account)>, StoreError> {
        let Some(link) = OwnerLink::look_at(token).filter(|link| self.store().now() < link.ends) else {
            return Ok(None);
        };
        let account = self.store().account(link.account).await?;
        let account = account.filter(|account| link.is_of(self.keys(), account));
        Ok(account.map(|account| (link, account)))
    }
}
