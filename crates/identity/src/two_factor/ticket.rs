//! Tickets: what the sign-in page carries from its first step to its second in place of the password, which it never sends back.
//!
//! A ticket names the account and when it ends, and has an HMAC over these, the browser's form cookie and the password's hash. So it is
//! worth nothing in another browser, nor after a new password, and nothing of it is kept. It gives nothing by itself but the right to show
//! a code.

use crate::Identity;
use crate::peer::Peer;
use crate::sign_in::{CODE_NEEDED, NEW_PASSWORD_NEEDED, Proven, counted};
use crate::token::{Keys, TAG};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How long there is for the second step, in seconds.
const SECONDS: i64 = 300;
/// Bytes of a ticket before its signature: an account and a second.
const HEAD: usize = 16;

impl Identity {
    /// The ticket of whoever showed an account's password, for the browser with this form cookie.
    pub fn ticket(&self, proven: &Proven, cookie: &str) -> String {
        counted(if proven.must_change { NEW_PASSWORD_NEEDED } else { CODE_NEEDED });
        let ends = self.store().now().plus_seconds(SECONDS);
        self.keys().write_ticket(proven.account, ends, cookie, &proven.hash)
    }

    /// Who showed their password in the browser with this form cookie, if this is their ticket and still counts.
    ///
    /// # Errors
    /// What the database says.
    pub async fn by_ticket(&self, ticket: &str, cookie: &str, peer: Peer) -> Result<Option<Proven>, StoreError> {
        let Some((account, ends)) = Keys::look_at_ticket(ticket) else { return Ok(None) };
        if self.store().now() >= ends {
            return Ok(None);
        }
        let found = self.store().account(account).await?;
        let must_change = found.as_ref().is_some_and(|found| found.must_change_password);
        let found = found.and_then(|found| found.password_hash.map(|hash| (found.profile, hash)));
        let right = found.filter(|(_, hash)| self.keys().ticket_holds(ticket, cookie, hash));
        Ok(right.map(|(profile, hash)| Proven {
            account: profile.account,
            username: profile.username,
            hash,
            place: self.keys().place(peer),
            device: None,
            code: None,
            must_change,
            chosen: None,
        }))
    }
}

impl Keys {
    /// The ticket of an account that ends at `ends`, rounded down to the second, for the browser with this form cookie, while this is the
    /// hash of the account's password.
    fn write_ticket(&self, account: AccountId, ends: Time, cookie: &str, hash: &str) -> String {
        let mut bytes = [0; HEAD + TAG];
        bytes[..8].copy_from_slice(&account.0.to_be_bytes());
        bytes[8..HEAD].copy_from_slice(&ends.seconds().to_be_bytes());
        let tag = self.ticket_mac(&bytes[..HEAD], cookie, hash).finalize().into_bytes();
        bytes[HEAD..].copy_from_slice(&tag[..TAG]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads whose ticket it says that it is, and until when it counts; what it says is to be believed where [`Keys::ticket_holds`].
    fn look_at_ticket(text: &str) -> Option<(AccountId, Time)> {
        let bytes = decoded(text)?;
        let number = |at: usize| bytes[at..at + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let ends = i64::try_from(number(8)).ok().filter(|ends| *ends < i64::MAX / 1_000)?;
        Some((AccountId(number(0)), Time::from_seconds(ends)))
    }

    /// Whether this server wrote the ticket, for this cookie and this password.
    fn ticket_holds(&self, text: &str, cookie: &str, hash: &str) -> bool {
        let Some(bytes) = decoded(text) else { return false };
        let (head, tag) = bytes.split_at(HEAD);
        self.ticket_mac(head, cookie, hash).verify_truncated_left(tag).is_ok()
    }

    fn ticket_mac(&self, head: &[u8], cookie: &str, hash: &str) -> Hmac<Sha256> {
        let cookie_length = (cookie.len() as u64).to_be_bytes();
        self.ticket.clone().chain_update(head).chain_update(cookie_length).chain_update(cookie).chain_update(hash)
    }
}

fn decoded(text: &str) -> Option<[u8; HEAD + TAG]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}
