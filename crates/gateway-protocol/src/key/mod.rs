//! Offline keys: what the server states about a person and a lock, signed, so that the lock can decide alone, by its own clock,
//! with no connection to anything.
//!
//! A key's blob is a COSE_Sign1 (tag 18) by Ed25519 over a CBOR Web Token. docs/gateway.md has its layout.

mod calendars;
mod claims;
mod form;
mod one_rule_set;

pub use form::{Form, MOST_CALENDARS};

use crate::Operation;
use cardea_model::Time;
use cardea_model::calendar::Calendar;
use cardea_model::ids::{Serial, UserId};
use cardea_model::key::Key;
use cardea_model::role::Role;
use cardea_model::zone::Zone;
use coset::cbor::value::Value;
use coset::iana::Algorithm;
use coset::{
    CborSerializable, CoseSign1, CoseSign1Builder, Header, HeaderBuilder, TaggedCborSerializable, cwt::ClaimsSet,
};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// The longest blob a lock reads, in bytes.
pub const MAX_BLOB_BYTES: usize = 4_096;

pub use cardea_model::key::LEEWAY;

pub use cardea_model::permission::Permission;

/// What a key states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// Its number, under which its issuing was recorded.
    pub id: [u8; 16],
    /// The lock it is for.
    pub lock: Serial,
    /// Whose it is.
    pub user: UserId,
    /// When it was issued. Whole seconds travel.
    pub issued_at: Time,
    /// It opens from this instant on. Whole seconds travel, rounded down.
    pub valid_from: Time,
    /// It opens before this instant. Whole seconds travel, rounded down.
    pub valid_to: Time,
    /// The zone that the calendars' hours are read in.
    pub zone: Zone,
    /// The form that the lock reads.
    pub form: Form,
    /// Between the two it opens when one of these is open, by the lock's clock.
    pub calendars: Vec<Calendar>,
    /// What its holder may do.
    pub permissions: Vec<Permission>,
}

impl Claims {
    /// What `key`, the model's answer to what this person may have to this lock now, states on the wire in a form that the lock reads. Of
    /// what does not fit, so much is left out that the key opens at no instant at which it should not.
    pub fn of(key: Key, form: Form, id: [u8; 16], lock: Serial, user: UserId, role: Role, now: Time) -> Claims {
        let Key { valid_from, valid_to, zone, calendars, .. } = key;
        let permissions = Permission::of(role).to_vec();
        let mut claims =
            Claims { id, lock, user, issued_at: now, valid_from, valid_to, zone, form, calendars, permissions };
        form::fit(&mut claims);
        claims
    }
}

/// A door that a key opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The key's number.
    pub id: [u8; 16],
    /// Whose key it was.
    pub user: UserId,
}

/// Why a lock refuses a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Reason {
    /// It is no key, or too long.
    #[error("malformed")]
    Malformed,
    /// The server did not sign this.
    #[error("bad_signature")]
    BadSignature,
    /// It is for another lock.
    #[error("other_lock")]
    OtherLock,
    /// It does not include this operation.
    #[error("not_permitted")]
    NotPermitted,
    /// Its time has not come.
    #[error("not_yet_valid")]
    NotYetValid,
    /// Its time is over.
    #[error("expired")]
    Expired,
    /// Not at this hour.
    #[error("closed")]
    Closed,
}

/// The blob of a key that states this.
pub fn issue(claims: &Claims, key: &SigningKey) -> Vec<u8> {
    let payload = claims::encode(claims).to_vec().expect("claims are plain CBOR");
    CoseSign1Builder::new()
        .protected(HeaderBuilder::new().algorithm(Algorithm::EdDSA).build())
        .payload(payload)
        .create_signature(b"", |statement| key.sign(statement).to_bytes().to_vec())
        .build()
        .to_tagged_vec()
        .expect("a signature is plain CBOR")
}

/// What a blob states, if the holder of this public key signed it.
///
/// # Errors
/// [`Reason::Malformed`] or [`Reason::BadSignature`].
pub fn verify(blob: &[u8], public_key: &VerifyingKey) -> Result<Claims, Reason> {
    if blob.len() > MAX_BLOB_BYTES {
        return Err(Reason::Malformed);
    }
    let signed = CoseSign1::from_tagged_slice(blob).map_err(|_| Reason::Malformed)?;
    let by_ed25519 = signed.protected.header == HeaderBuilder::new().algorithm(Algorithm::EdDSA).build();
    if !by_ed25519 || signed.unprotected != Header::default() {
        return Err(Reason::Malformed);
    }
    signed.verify_signature(b"", |signature, statement| {
        let signature = Signature::from_slice(signature).map_err(|_| Reason::BadSignature)?;
        public_key.verify_strict(statement, &signature).map_err(|_| Reason::BadSignature)
    })?;
    let payload = signed.payload.ok_or(Reason::Malformed)?;
    let claims = ClaimsSet::from_slice(&payload).map_err(|_| Reason::Malformed)?;
    claims::decode(claims).ok_or(Reason::Malformed)
}

/// The lock's decision: whether this key does this operation at this lock, now by the lock's own clock.
///
/// # Errors
/// Says why not.
pub fn verify_and_decide(
    blob: &[u8],
    public_key: &VerifyingKey,
    lock: Serial,
    now: Time,
    operation: &Operation,
) -> Result<Opened, Reason> {
    let claims = verify(blob, public_key)?;
    if claims.lock != lock {
        return Err(Reason::OtherLock);
    }
    if !claims.permissions.contains(&operation.definition().right) {
        return Err(Reason::NotPermitted);
    }
    if now < claims.valid_from.plus_seconds(-LEEWAY) {
        return Err(Reason::NotYetValid);
    }
    if now >= claims.valid_to {
        return Err(Reason::Expired);
    }
    let open = claims.calendars.iter().any(|calendar| calendar.is_open(now, &claims.zone));
    if open { Ok(Opened { id: claims.id, user: claims.user }) } else { Err(Reason::Closed) }
}

fn whole(value: &Value) -> Option<i64> {
    i64::try_from(value.as_integer()?).ok()
}
