//! Tokens of invitations. None is stored: a token is the invitation's id with a code that only the server's key makes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::ids::{ID_MAX, InvitationId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The name of the key that tokens are made with, among the server's own.
pub const KEY: &str = "api";

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
pub fn read(secret: &[u8; 32], purpose: Purpose, token: &str) -> Option<InvitationId> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == ID + CODE)?;
    let (id, code) = bytes.split_first_chunk::<ID>()?;
    let id = InvitationId(u64::from_be_bytes(*id));
    let made_here = mac(secret, purpose, id).verify_truncated_left(code).is_ok();
    (made_here && id.0 <= ID_MAX).then_some(id)
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
