//! Tokens of invitations. None is stored: a token is the invitation's id with a code that only the server's key makes.

use crate::app::App;
use crate::error::ApiError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::ids::{ID_MAX, InvitationId};
use cardea_model::invitation::InvitationMethod;
use cardea_store::invitations::Invitation;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes of the id in a token.
const ID: usize = 8;
/// Bytes of the code: 192 bits cannot be guessed.
const CODE: usize = 24;

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Taking the invitation up, or declining it.
    TakeUp,
    /// Naming it to whoever sent it, who may withdraw it.
    Sent,
}

impl Purpose {
    const fn label(self) -> &'static [u8] {
        match self {
            Purpose::TakeUp => b"invitation to be taken up",
            Purpose::Sent => b"invitation that was sent",
        }
    }
}

fn mac(secret: &[u8; 32], purpose: Purpose, id: InvitationId) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(purpose.label());
    mac.update(&id.0.to_be_bytes());
    mac
}

/// The token of this invitation for this purpose.
pub fn token(secret: &[u8; 32], purpose: Purpose, id: InvitationId) -> String {
    let code = mac(secret, purpose, id).finalize().into_bytes();
    URL_SAFE_NO_PAD.encode([&id.0.to_be_bytes()[..], &code[..CODE]].concat())
}

/// The invitation that a token names for this purpose; `None` for any other text.
fn read(secret: &[u8; 32], purpose: Purpose, token: &str) -> Option<InvitationId> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == ID + CODE)?;
    let (id, code) = bytes.split_first_chunk::<ID>()?;
    let id = InvitationId(u64::from_be_bytes(*id));
    let made_here = mac(secret, purpose, id).verify_truncated_left(code).is_ok();
    (made_here && id.0 <= ID_MAX).then_some(id)
}

/// The token that whoever sent an invitation knows it by. That of a letter lets its reader prove that the address is theirs, so the sender
/// has another; a link that is handed on is the sender's to see.
pub fn token_of_sent(secret: &[u8; 32], invitation: &Invitation) -> String {
    let purpose = match invitation.method {
        InvitationMethod::Token => Purpose::TakeUp,
        InvitationMethod::Email | InvitationMethod::Username => Purpose::Sent,
    };
    token(secret, purpose, invitation.id)
}

impl App {
    /// The invitation of a token to take it up, whoever shows it.
    ///
    /// # Errors
    /// `entity_not_found` for a token that is made up, and for an invitation that was taken up, declined, withdrawn or is over, alike.
    pub(crate) async fn invitation_to_take_up(&self, token: &str) -> Result<Invitation, ApiError> {
        self.invitation_of(read(self.secret(), Purpose::TakeUp, token)).await
    }

    /// The invitation of a token that its sender has.
    ///
    /// # Errors
    /// As [`App::invitation_to_take_up`].
    pub(crate) async fn invitation_sent(&self, token: &str) -> Result<Invitation, ApiError> {
        let shown = |purpose| read(self.secret(), purpose, token);
        let found = self.invitation_of(shown(Purpose::Sent).or_else(|| shown(Purpose::TakeUp))).await?;
        // What is shown is what a sender is told, and not a token of somebody's letter.
        if token_of_sent(self.secret(), &found) == token { Ok(found) } else { Err(not_found()) }
    }

    async fn invitation_of(&self, id: Option<InvitationId>) -> Result<Invitation, ApiError> {
        let id = id.ok_or_else(not_found)?;
        self.store().invitation(id).await?.ok_or_else(not_found)
    }
}

/// One answer for all that is no invitation now.
pub fn not_found() -> ApiError {
    ApiError::not_found("an invitation of this token")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; 32] = &[7; 32];

    #[test]
    fn a_token_names_its_invitation_for_its_purpose_alone() {
        let id = InvitationId(0x3c9b_e05a_17d4);
        let shown = token(SECRET, Purpose::TakeUp, id);
        assert_eq!(shown.len(), 43);
        assert_eq!(read(SECRET, Purpose::TakeUp, &shown), Some(id));
        assert_eq!(read(SECRET, Purpose::Sent, &shown), None);
        assert_eq!(read(&[8; 32], Purpose::TakeUp, &shown), None);
        assert_ne!(shown, token(SECRET, Purpose::TakeUp, InvitationId(id.0 + 1)));
    }

    #[test]
    fn a_token_with_one_other_character_names_none() {
        let shown = token(SECRET, Purpose::TakeUp, InvitationId(1));
        for at in 0..shown.len() {
            let other = if &shown[at..=at] == "A" { "Q" } else { "A" };
            let changed = format!("{}{other}{}", &shown[..at], &shown[at + 1..]);
            assert_eq!(read(SECRET, Purpose::TakeUp, &changed), None, "{changed}");
        }
        for wrong in ["", "a", &shown[1..], &format!("{shown}A")] {
            assert_eq!(read(SECRET, Purpose::TakeUp, wrong), None, "{wrong}");
        }
    }
}
