//! How tokens are written, and how a shown one is told from a made-up one.
//!
//! A token is a family's handle (16 random bytes) and a generation. An access token also has the second at which it ends and, where it may
//! not be used for everything, its scopes. An HMAC over these by a key of the server follows. So nothing but a family's state is stored:
//! the database knows the family by the hash of its handle. Neither the database alone nor the key alone can make a token.

use crate::peer::Peer;
use crate::scopes::TokenScopes;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::Time;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Bytes of a token's signature.
pub const TAG: usize = 16;
/// What personal access tokens begin with, so that whoever finds one, or looks for such in files, knows it for what it is.
pub const PERSONAL_PREFIX: &str = "cardea_pat_";
/// Handle and generation.
const HEAD: usize = 20;
/// Handle, generation and a 40-bit second.
const HEAD_ACCESS: usize = 25;
/// The same and the scopes, where they are not all.
const HEAD_SCOPED: usize = 27;

/// What a client holds of a family, inside its tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Handle(pub [u8; 16]);

/// What the server holds of it: the first half of the handle's SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FamilyId(pub [u8; 16]);

impl Handle {
    /// A new one.
    pub fn draw() -> Self {
        Handle(rand::random())
    }
    /// The id under which the server keeps the family.
    pub fn family(&self) -> FamilyId {
        let mut id = [0; 16];
        id.copy_from_slice(&Sha256::digest(self.0)[..16]);
        FamilyId(id)
    }
}

/// A refresh token that this server wrote.
pub struct RefreshToken {
    /// The family's handle.
    pub handle: Handle,
    /// The generation.
    pub generation: u32,
}

/// An access token that this server wrote.
pub struct AccessToken {
    /// The family's handle.
    pub handle: Handle,
    /// The generation.
    pub generation: u32,
    /// When it ends, in whole seconds.
    pub expires: Time,
    /// What it may be used for at most; its family may have less.
    pub scopes: TokenScopes,
}

/// The server's signing keys, one for each purpose, all drawn from the one secret.
#[derive(Clone)]
pub struct Keys {
    access: Hmac<Sha256>,
    refresh: Hmac<Sha256>,
    personal: Hmac<Sha256>,
    form: Hmac<Sha256>,
    place: Hmac<Sha256>,
    device: Hmac<Sha256>,
    pub(crate) ticket: Hmac<Sha256>,
    pub(crate) provider_ticket: Hmac<Sha256>,
    pub(crate) owner_link: Hmac<Sha256>,
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"))
}

impl Keys {
    /// The keys that belong to the server's secret.
    pub fn new(secret: &[u8; 32]) -> Self {
        let purpose = |label: &[u8]| keyed(&keyed(secret).chain_update(label).finalize().into_bytes());
        Keys {
            access: purpose(b"cardea access token 1"),
            refresh: purpose(b"cardea refresh token 1"),
            personal: purpose(b"cardea personal access token 1"),
            form: purpose(b"cardea form token 1"),
            place: purpose(b"cardea place 1"),
            device: purpose(b"cardea device 1"),
            ticket: purpose(b"cardea sign-in ticket 1"),
            provider_ticket: purpose(b"cardea provider ticket 1"),
            owner_link: purpose(b"cardea owner link 1"),
        }
    }

    /// The refresh token of this generation; always the same text.
    pub fn write_refresh(&self, handle: Handle, generation: u32) -> String {
        let mut bytes = [0; HEAD + TAG];
        bytes[..16].copy_from_slice(&handle.0);
        bytes[16..HEAD].copy_from_slice(&generation.to_be_bytes());
        seal(&self.refresh, &mut bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a refresh token; `None` unless this server wrote it.
    pub fn read_refresh(&self, text: &str) -> Option<RefreshToken> {
        let mut bytes = [0; HEAD + TAG];
        open(&self.refresh, text, &mut bytes)?;
        Some(RefreshToken { handle: handle(&bytes), generation: generation(&bytes) })
    }

    /// The access token of this generation that ends at `expires`, rounded down to the second; always the same text.
    pub fn write_access(&self, handle: Handle, generation: u32, expires: Time, scopes: TokenScopes) -> String {
        write(&self.access, handle, generation, expires, scopes)
    }

    /// The personal access token of this family, which has no other generation; always the same text.
    pub fn write_personal(&self, handle: Handle, expires: Time, scopes: TokenScopes) -> String {
        format!("{PERSONAL_PREFIX}{}", write(&self.personal, handle, 1, expires, scopes))
    }

    /// Reads an access token, be it of a sign-in or a personal one; `None` unless this server wrote it. Whether it has ended is not
    /// asked.
    pub fn read_access(&self, text: &str) -> Option<AccessToken> {
        match text.strip_prefix(PERSONAL_PREFIX) {
            Some(text) => read(&self.personal, text),
            None => read(&self.access, text),
        }
    }

    /// Under what it is kept that somebody signed in from this peer.
    pub fn place(&self, peer: Peer) -> [u8; 32] {
        self.place.clone().chain_update(peer.number().to_be_bytes()).finalize().into_bytes().into()
    }

    /// Under what it is kept that somebody signed in with the device that shows this secret.
    pub fn device_place(&self, secret: &str) -> [u8; 32] {
        self.device.clone().chain_update(secret).finalize().into_bytes().into()
    }

    /// The value that a form must carry beside a browser's form cookie.
    pub fn form_token(&self, cookie: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.form.clone().chain_update(cookie).finalize().into_bytes()[..TAG])
    }

    /// Whether a form came from a page that was shown to the browser with this form cookie.
    pub fn form_token_holds(&self, cookie: &str, token: &str) -> bool {
        let Ok(tag) = URL_SAFE_NO_PAD.decode(token) else { return false };
        tag.len() == TAG && self.form.clone().chain_update(cookie).verify_truncated_left(&tag).is_ok()
    }
}

/// The access token of this generation under this key.
fn write(key: &Hmac<Sha256>, handle: Handle, generation: u32, expires: Time, scopes: TokenScopes) -> String {
    let mut bytes = [0; HEAD_SCOPED + TAG];
    bytes[..16].copy_from_slice(&handle.0);
    bytes[16..HEAD].copy_from_slice(&generation.to_be_bytes());
    bytes[HEAD..HEAD_ACCESS].copy_from_slice(&expires.seconds().to_be_bytes()[3..]);
    let bytes = match scopes.to_bytes() {
        None => &mut bytes[..HEAD_ACCESS + TAG],
        Some(scopes) => {
            bytes[HEAD_ACCESS..HEAD_SCOPED].copy_from_slice(&scopes);
            &mut bytes[..]
        }
    };
    seal(key, bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What [`write`] wrote under this key.
fn read(key: &Hmac<Sha256>, text: &str) -> Option<AccessToken> {
    let mut bytes = [0; HEAD_SCOPED + TAG];
    let scopes = match open(key, text, &mut bytes[..HEAD_ACCESS + TAG]) {
        Some(()) => TokenScopes::ALL,
        None => {
            open(key, text, &mut bytes)?;
            TokenScopes::from_bytes([bytes[HEAD_ACCESS], bytes[HEAD_ACCESS + 1]])
        }
    };
    let mut seconds = [0; 8];
    seconds[3..].copy_from_slice(&bytes[HEAD..HEAD_ACCESS]);
    let expires = Time::from_seconds(i64::from_be_bytes(seconds));
    Some(AccessToken { handle: handle(&bytes), generation: generation(&bytes), expires, scopes })
}

fn handle(bytes: &[u8]) -> Handle {
    let mut handle = [0; 16];
    handle.copy_from_slice(&bytes[..16]);
    Handle(handle)
}

fn generation(bytes: &[u8]) -> u32 {
    let mut generation = [0; 4];
    generation.copy_from_slice(&bytes[16..HEAD]);
    u32::from_be_bytes(generation)
}

/// Writes the signature over all bytes before the last [`TAG`] into these.
fn seal(key: &Hmac<Sha256>, bytes: &mut [u8]) {
    let (head, tag) = bytes.split_at_mut(bytes.len() - TAG);
    tag.copy_from_slice(&key.clone().chain_update(head).finalize().into_bytes()[..TAG]);
}

/// Decodes `text` into exactly `bytes` and checks the signature.
fn open(key: &Hmac<Sha256>, text: &str, bytes: &mut [u8]) -> Option<()> {
    let length = URL_SAFE_NO_PAD.decode_slice(text, bytes).ok()?;
    if length != bytes.len() {
        return None;
    }
    let (head, tag) = bytes.split_at(bytes.len() - TAG);
    key.clone().chain_update(head).verify_truncated_left(tag).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HANDLE: Handle = Handle([7; 16]);

    fn keys() -> Keys {
        Keys::new(&[1; 32])
    }

    #[test]
    fn a_generation_has_one_refresh_token() {
        let text = keys().write_refresh(HANDLE, 5);
        assert_eq!(text, keys().write_refresh(HANDLE, 5));
        let read = keys().read_refresh(&text).unwrap();
        assert!(read.handle == HANDLE && read.generation == 5);
    }

    #[test]
    fn an_access_token_says_when_it_ends() {
        let text = keys().write_access(HANDLE, 2, Time(1_700_000_000_999), TokenScopes::ALL);
        let read = keys().read_access(&text).unwrap();
        assert!(read.handle == HANDLE && read.generation == 2);
        assert_eq!((read.expires, read.scopes), (Time(1_700_000_000_000), TokenScopes::ALL));
    }

    #[test]
    fn an_access_token_says_what_it_is_for_where_that_is_not_everything() {
        let narrow = TokenScopes::parse("read log").unwrap().unwrap();
        let text = keys().write_access(HANDLE, 2, Time(1_700_000_000_999), narrow);
        let read = keys().read_access(&text).unwrap();
        assert!(read.handle == HANDLE && read.generation == 2);
        assert_eq!((read.expires, read.scopes), (Time(1_700_000_000_000), narrow));
    }

    #[test]
    fn a_personal_access_token_is_known_by_how_it_begins_and_is_none_without() {
        let narrow = TokenScopes::parse("read").unwrap().unwrap();
        let text = keys().write_personal(HANDLE, Time(1_700_000_000_999), narrow);
        let bare = text.strip_prefix(PERSONAL_PREFIX).unwrap();
        let read = keys().read_access(&text).unwrap();
        assert!(read.handle == HANDLE && read.generation == 1);
        assert_eq!((read.expires, read.scopes), (Time(1_700_000_000_000), narrow));
        let access = keys().write_access(HANDLE, 1, Time(1_700_000_000_999), narrow);
        assert!(
            keys().read_access(bare).is_none() && keys().read_access(&format!("{PERSONAL_PREFIX}{access}")).is_none()
        );
    }

    #[test]
    fn no_changed_character_survives() {
        let narrow = TokenScopes::parse("read").unwrap().unwrap();
        let [access, narrow] =
            [TokenScopes::ALL, narrow].map(|scopes| keys().write_access(HANDLE, 2, Time(1_700_000_000_000), scopes));
        let refresh = keys().write_refresh(HANDLE, 2);
        for text in [&access, &narrow] {
            for at in 0..text.len() {
                let other = if &text[at..=at] == "A" { "B" } else { "A" };
                assert!(keys().read_access(&format!("{}{other}{}", &text[..at], &text[at + 1..])).is_none(), "{at}");
            }
        }
        assert!(keys().read_access(&narrow[..access.len()]).is_none(), "nor is what a token is for cut off");
        for wrong in ["", "a", &refresh[1..], &format!("{refresh}A"), &access, &format!("{refresh}=")] {
            assert!(keys().read_refresh(wrong).is_none(), "{wrong}");
        }
        assert!(keys().read_access(&refresh).is_none(), "a refresh token is no access token");
        assert!(Keys::new(&[2; 32]).read_refresh(&refresh).is_none(), "another server's token");
    }

    #[test]
    fn a_form_token_belongs_to_one_browser() {
        let token = keys().form_token("cookie");
        assert!(keys().form_token_holds("cookie", &token));
        assert!(!keys().form_token_holds("another", &token));
        assert!(!keys().form_token_holds("cookie", ""));
        assert!(!keys().form_token_holds("cookie", &token[..20]));
    }
}
