//! Keys: what phones open locks with when there is no connection. Each is a statement signed by this server that the lock itself
//! verifies (cardea-gateway-protocol, key), and each is recorded as issued.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::once::Answer;
use crate::wire::entries::{DeviceRef, KeyEntry, ProductFirmware};
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, Wire};
use crate::writing::Place;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::key::{self as protocol, Claims, Form, Permission};
use cardea_model::access::locks_reached;
use cardea_model::device_kind::Capability;
use cardea_model::ids::{DomainId, Serial};
use cardea_model::key::{Key, key};
use cardea_model::rows::{Lock, User};
use cardea_model::{Facts, Refusal, Time};
use cardea_store::issued_keys::IssuedKey;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::Arc;
use utoipa::ToSchema;

/// A key to one lock.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LoginToken<'a> {
    /// The lock.
    device: DeviceRef<'a>,
    /// The signed statement that opens it, base64: a COSE_Sign1 over a CBOR Web Token.
    blob: String,
    /// What the lock's advertisements are recognised by, 16 bytes in base64.
    #[schema(example = "q83vASNFZ4mrze8BI0VniQ==")]
    broadcast_key: String,
    /// What it may do, and when.
    metadata: LoginTokenMetadata,
}

/// What a key may do, and when.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LoginTokenMetadata {
    /// What its holder may do at the lock.
    permissions: Vec<PermissionEntry>,
    /// Not valid before.
    valid_from: Instant,
    /// Not valid from this instant on: fetch it again then.
    #[schema(required)]
    valid_to: Option<Instant>,
}

/// Something that a key lets its holder do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PermissionEntry {
    /// Its number, as text: clients take every id for one.
    #[schema(example = "1")]
    id: String,
    /// Its name.
    name: &'static str,
    /// What it is, for people.
    description: &'static str,
}

impl PermissionEntry {
    /// The entry of this permission.
    pub fn of(permission: Permission) -> Self {
        let id = permission.id().to_string();
        PermissionEntry { id, name: permission.name(), description: permission.description() }
    }
}

impl Example for PermissionEntry {
    fn example() -> Value {
        json!(PermissionEntry::of(Permission::Operate))
    }
}

/// What a lock's radio messages are recognised by.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastKey<'a> {
    /// The lock.
    device: DeviceRef<'a>,
    /// 16 bytes in base64, the same for everyone.
    #[schema(example = "q83vASNFZ4mrze8BI0VniQ==")]
    broadcast_key: String,
}

impl<'a> BroadcastKey<'a> {
    /// That of this lock; `None` for locks without a serial number.
    pub fn of(app: &App, lock: &'a Lock) -> Option<Self> {
        let broadcast_key = STANDARD.encode(broadcast_key(app.secret(), lock.serial()?));
        Some(BroadcastKey { device: DeviceRef::of_lock(lock)?, broadcast_key })
    }
}

impl Example for BroadcastKey<'_> {
    fn example() -> Value {
        let device = DeviceRef::of_lock(example::lock()).expect("the example's has a serial number");
        json!(BroadcastKey { device, broadcast_key: "q83vASNFZ4mrze8BI0VniQ==".into() })
    }
}

/// A lock that a person may have a key to now.
pub struct OpenableLock {
    /// Its serial number.
    pub serial: Serial,
    domain: DomainId,
    user: Arc<User>,
    /// The lock.
    pub lock: Arc<Lock>,
    /// The key.
    pub key: Key,
}

/// The locks that this person may have keys to now, in order of creation. Locks without a serial number have no keys of this kind.
pub fn openable_locks(facts: &Facts, user: &Arc<User>, now: Time) -> Vec<OpenableLock> {
    let mut openable: Vec<OpenableLock> = locks_reached(facts, user.id)
        .into_iter()
        .filter_map(|id| {
            let lock = facts.lock(id)?;
            let key = key(facts, user.id, id, now)?;
            let (user, lock) = (Arc::clone(user), Arc::clone(lock));
            Some(OpenableLock { serial: lock.serial()?, domain: facts.domain, user, lock, key })
        })
        .collect();
    openable.sort_by_key(|openable| (openable.lock.created, openable.lock.id));
    openable
}

/// A key that was written down as issued.
pub struct Issued {
    serial: Serial,
    user: Arc<User>,
    lock: Arc<Lock>,
    key: Key,
    claims: Claims,
}

/// What of a key is for its holder alone.
#[derive(Clone)]
pub struct Secrets {
    /// The number that its statement has.
    pub id: String,
    /// The signed statement, base64.
    pub blob: String,
    /// What the lock is recognised by, base64.
    pub broadcast_key: String,
}

/// Makes keys to those locks that `choose` takes of all to which the caller may have keys now, and writes them down. Domains `elsewhere`
/// are others in which the caller is a person.
///
/// # Errors
/// As [`Caller::issue`], and what `choose` refuses.
pub async fn issue<T, F>(
    app: &App,
    caller: &Caller,
    elsewhere: Vec<DomainId>,
    choose: F,
) -> Result<(Vec<Issued>, T), ApiError>
where
    F: FnOnce(Vec<OpenableLock>) -> Result<(Vec<OpenableLock>, T), Refusal> + Send + 'static,
    T: Send + 'static,
{
    issue_once(app, caller, elsewhere, choose, |_, issued, told| (issued, told), |_| None).await
}

/// The same for operations that create: the answer is made in the same step, and kept where the request is to be carried out once.
///
/// # Errors
/// As [`issue`].
pub async fn issue_answered<T, A, F, G>(
    app: &App,
    caller: &Caller,
    elsewhere: Vec<DomainId>,
    choose: F,
    answer: G,
) -> Result<A, ApiError>
where
    F: FnOnce(Vec<OpenableLock>) -> Result<(Vec<OpenableLock>, T), Refusal> + Send + 'static,
    G: FnOnce(&App, Vec<Issued>, T) -> A + Send + 'static,
    T: Send + 'static,
    A: Answer,
{
    let keeps = caller.once.is_some();
    issue_once(app, caller, elsewhere, choose, answer, move |answer| keeps.then(|| answer.kept())).await
}

async fn issue_once<T, A, F, G>(
    app: &App,
    caller: &Caller,
    elsewhere: Vec<DomainId>,
    choose: F,
    answer: G,
    keep: impl FnOnce(&A) -> Option<Vec<u8>> + Send + 'static,
) -> Result<A, ApiError>
where
    F: FnOnce(Vec<OpenableLock>) -> Result<(Vec<OpenableLock>, T), Refusal> + Send + 'static,
    G: FnOnce(&App, Vec<Issued>, T) -> A + Send + 'static,
    T: Send + 'static,
    A: Send + 'static,
{
    let signer = app.clone();
    let decide = move |places: &[Place], now: Time| {
        let (openable, told) =
            choose(places.iter().flat_map(|(facts, user)| openable_locks(facts, user, now)).collect())?;
        let (records, issued) = openable.into_iter().map(|openable| make(openable, now)).unzip();
        let answer = answer(&signer, issued, told);
        let kept = keep(&answer);
        Ok((records, answer, kept))
    };
    caller.issue(app, elsewhere, decide).await
}

fn make(openable: OpenableLock, now: Time) -> (IssuedKey, Issued) {
    let OpenableLock { serial, domain, user, lock, key } = openable;
    let id = *uuid::Uuid::new_v4().as_bytes();
    let claims = Claims::of(key.clone(), form_of(&lock), id, serial, user.id, user.role, now);
    // A key that could not hold all may end sooner, and so be renewed sooner.
    let key = Key { valid_to: claims.valid_to, ..key };
    let record =
        IssuedKey { user: user.id, lock: lock.id, domain, id, issued_at: now, valid_to: whole(claims.valid_to) };
    (record, Issued { serial, user, lock, key, claims })
}

/// The form of keys that this lock reads.
fn form_of(lock: &Lock) -> Form {
    if lock.kind.can(Capability::RuleSets) { Form::RuleSets } else { Form::OneRuleSet }
}

/// Whole seconds travel in the statement, so they are told everywhere.
pub fn whole(time: Time) -> Time {
    Time::from_seconds(time.seconds())
}

impl Issued {
    /// The key, signed.
    pub fn token(&self, app: &App) -> LoginToken<'_> {
        let blob = STANDARD.encode(protocol::issue(&self.claims, app.key_signer()));
        self.told(blob, STANDARD.encode(broadcast_key(app.secret(), self.serial)))
    }

    /// The lock.
    pub fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The key as version 3 tells it, signed.
    pub fn entry(&self, app: &App, runs: ProductFirmware) -> KeyEntry<'_> {
        let secrets = Secrets {
            id: uuid::Uuid::from_bytes(self.claims.id).to_string(),
            blob: STANDARD.encode(protocol::issue(&self.claims, app.key_signer())),
            broadcast_key: STANDARD.encode(broadcast_key(app.secret(), self.serial)),
        };
        KeyEntry::of(&self.lock, &self.user, &self.key, runs, Some(secrets))
            .expect("a lock with a key has a serial number")
    }

    fn told(&self, blob: String, broadcast_key: String) -> LoginToken<'_> {
        LoginToken {
            // Only locks with a serial number have keys.
            device: DeviceRef::of_lock(&self.lock).expect("a lock with a key has a serial number"),
            blob,
            broadcast_key,
            metadata: LoginTokenMetadata {
                permissions: self.claims.permissions.iter().copied().map(PermissionEntry::of).collect(),
                valid_from: Wire(whole(self.claims.valid_from)),
                valid_to: Some(Wire(whole(self.claims.valid_to))),
            },
        }
    }
}

impl Example for LoginToken<'_> {
    fn example() -> Value {
        let openable =
            openable_locks(example::facts(), example::guest(), example::now()).pop().expect("the guest may come now");
        let (_, issued) = make(openable, example::now());
        json!(issued.told("0oRDoQEmoQRBMVgg2D3SYkSjAXgd".into(), "q83vASNFZ4mrze8BI0VniQ==".into()))
    }
}

/// The key that a lock's advertisements are recognised by: the same for everyone with access, and for ever.
pub fn broadcast_key(secret: &[u8; 32], serial: Serial) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(b"broadcast key ");
    mac.update(&serial.0.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    std::array::from_fn(|i| digest[i])
}
