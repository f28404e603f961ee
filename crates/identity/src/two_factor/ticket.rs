//! Tickets: what the sign-in page carries from its first step to its second in place of the password, which it never sends back, or of what a
//! provider said.
//!
//! A ticket names the account and when it ends, and has an HMAC over these, the browser's form cookie and the password's hash. So it is
//! worth nothing in another browser, nor after a new password, and nothing of it is kept. It gives nothing by itself but the right to show
//! a code. That of whoever came from a provider names the link to that as well: it is worth nothing once the link is gone, or the provider.

use crate::Identity;
use crate::peer::Peer;
use crate::sign_in::{By, CODE_NEEDED, NEW_PASSWORD_NEEDED, Proven, counted};
use crate::token::{Keys, TAG};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::provider_links;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How long there is for the second step, in seconds.
const SECONDS: i64 = 300;
/// Bytes of a ticket before its signature: an account and a second.
const HEAD: usize = 16;
/// The same with when somebody showed a provider who they are, in milliseconds since 1970, and with the row of a link.
const HEAD_LINKED: usize = HEAD + 8 + 32;

/// What the first step was.
enum First<'a> {
    /// The password of this hash.
    Password(&'a str),
    /// The word of a provider, while the account has the password of this hash, or none.
    Provider(Word, &'a str),
}

/// A provider's word for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    /// When they showed it who they are.
    shown: Time,
    /// The row of the link.
    link: [u8; 32],
}

impl Identity {
    /// The ticket of whoever showed an account's password or came from a provider, for the browser with this form cookie.
    /// `None` for whoever showed something else, which takes no second step.
    pub fn ticket(&self, proven: &Proven, cookie: &str) -> Option<String> {
        let first = match &proven.by {
            By::Password { hash, .. } => First::Password(hash),
            By::Provider { link, shown, hash, .. } => First::Provider(Word { shown: *shown, link: *link }, hash),
            By::Passkey(_) => return None,
        };
        counted(if proven.must_change { NEW_PASSWORD_NEEDED } else { CODE_NEEDED });
        let ends = self.store().now().plus_seconds(SECONDS);
        Some(self.keys().write_ticket(proven.account, ends, cookie, &first))
    }

    /// Who took the first step in the browser with this form cookie, if this is their ticket and still counts.
    ///
    /// # Errors
    /// What the database says.
    pub async fn by_ticket(&self, ticket: &str, cookie: &str, peer: Peer) -> Result<Option<Proven>, StoreError> {
        let Some((account, ends, word)) = look_at(ticket) else { return Ok(None) };
        if self.store().now() >= ends {
            return Ok(None);
        }
        let Some(found) = self.store().account(account).await? else { return Ok(None) };
        let (profile, must_change) = (found.profile, found.must_change_password);
        if let Some(word) = word {
            let hash = found.password_hash.unwrap_or_default();
            let right = self.keys().ticket_holds(ticket, cookie, &First::Provider(word, &hash));
            let Word { shown, link } = word;
            let row = provider_links::find(self.store().read(), &link).await?;
            let row = row.filter(|row| right && row.account() == account);
            let named = |issuer: &str| self.providers().iter().any(|provider| provider.client.issuer() == issuer);
            return Ok(row.filter(|row| named(&row.issuer)).map(|row| {
                let by = By::Provider { link, issuer: row.issuer, shown, hash, code: None };
                self.proven_by_link(account, profile.username, by, peer)
            }));
        }
        let hash = found.password_hash;
        let right = hash.filter(|hash| self.keys().ticket_holds(ticket, cookie, &First::Password(hash)));
        Ok(right.map(|hash| Proven {
            account: profile.account,
            username: profile.username,
            by: By::Password { hash, code: None },
            place: self.keys().place(peer),
            device: None,
            must_change,
            chosen: None,
        }))
    }
}

impl Keys {
    /// The ticket of an account that ends at `ends`, rounded down to the second, for the browser with this form cookie, while the first step
    /// holds.
    fn write_ticket(&self, account: AccountId, ends: Time, cookie: &str, first: &First<'_>) -> String {
        let mut bytes = [account.0.to_be_bytes(), ends.seconds().to_be_bytes()].concat();
        if let First::Provider(Word { shown, link }, _) = first {
            bytes.extend(shown.0.to_be_bytes());
            bytes.extend(link);
        }
        let tag = self.ticket_mac(&bytes, cookie, first).finalize().into_bytes();
        bytes.extend(&tag[..TAG]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Whether this server wrote the ticket, for this cookie and this first step.
    fn ticket_holds(&self, text: &str, cookie: &str, first: &First<'_>) -> bool {
        let Some((head, tag)) = decoded(text) else { return false };
        self.ticket_mac(&head, cookie, first).verify_truncated_left(&tag).is_ok()
    }

    fn ticket_mac(&self, head: &[u8], cookie: &str, first: &First<'_>) -> Hmac<Sha256> {
        let (key, hash) = match first {
            First::Password(hash) => (&self.ticket, *hash),
            First::Provider(_, hash) => (&self.provider_ticket, *hash),
        };
        let cookie_length = (cookie.len() as u64).to_be_bytes();
        key.clone().chain_update(head).chain_update(cookie_length).chain_update(cookie).chain_update(hash)
    }
}

/// Reads whose ticket it says that it is, until when it counts, and by which word; what it says is to be believed where [`Keys::ticket_holds`].
fn look_at(text: &str) -> Option<(AccountId, Time, Option<Word>)> {
    let (head, _) = decoded(text)?;
    let number = |at: usize| head[at..at + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let ends = i64::try_from(number(8)).ok().filter(|ends| *ends < i64::MAX / 1_000)?;
    let word = || Some(Word { shown: Time(number(HEAD) as i64), link: head[HEAD + 8..].try_into().ok()? });
    let word = if head.len() == HEAD_LINKED { word() } else { None };
    Some((AccountId(number(0)), Time::from_seconds(ends), word))
}

/// What a ticket says, and its signature.
fn decoded(text: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut head = URL_SAFE_NO_PAD.decode(text).ok()?;
    let length = head.len().checked_sub(TAG).filter(|length| [HEAD, HEAD_LINKED].contains(length))?;
    let tag = head.split_off(length);
    Some((head, tag))
}
