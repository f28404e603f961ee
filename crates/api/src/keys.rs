//! Keys: what phones open locks with when there is no connection. Each is a statement signed by this server that the lock itself
//! verifies (cardea-gateway-protocol, key), and each is recorded as issued.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::entries::DeviceRef;
use crate::wire::text;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::key::{self as protocol, Claims, Permission};
use cardea_model::access::locks_reached;
use cardea_model::ids::{DomainId, Serial};
use cardea_model::key::{Key, key};
use cardea_model::rows::{Lock, User};
use cardea_model::{Facts, Time};
use cardea_store::ChangeError;
use cardea_store::issued_keys::{self, IssuedKey};
use cardea_store::sign_in::tokens;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;
use utoipa::ToSchema;

/// The most calendars that a key carries, so that its blob stays below what locks read. Those that last longest are kept.
const MOST_CALENDARS: usize = 40;

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
    #[serde(with = "text")]
    #[schema(value_type = String, format = DateTime)]
    valid_from: Time,
    /// Not valid from this instant on: fetch it again then.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    valid_to: Option<Time>,
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

/// A lock that a person may have a key to now.
pub struct Door<'a> {
    /// Its serial number.
    pub serial: Serial,
    domain: DomainId,
    user: &'a User,
    lock: &'a Lock,
    key: Key,
}

/// The locks that this person may have keys to now, in order of creation. Locks without a serial number have no keys of this kind.
pub fn doors<'a>(facts: &'a Facts, user: &'a User, now: Time) -> Vec<Door<'a>> {
    let mut doors: Vec<Door<'a>> = locks_reached(facts, user.id)
        .into_iter()
        .filter_map(|id| {
            let lock = facts.lock(id)?;
            let key = key(facts, user.id, id, now)?;
            Some(Door { serial: lock.serial()?, domain: facts.domain, user, lock, key })
        })
        .collect();
    doors.sort_by_key(|door| (door.lock.created, door.lock.id));
    doors
}

/// Signs keys to these doors and records that they were issued, while the caller's sign-in stands.
///
/// # Errors
/// 401 when it has been ended; what the database says.
pub async fn issue<'a>(
    app: &App,
    caller: &Caller,
    doors: &[Door<'a>],
    now: Time,
) -> Result<Vec<LoginToken<'a>>, ApiError> {
    let mut tokens = Vec::with_capacity(doors.len());
    let mut issued = Vec::with_capacity(doors.len());
    for door in doors {
        let id = *uuid::Uuid::new_v4().as_bytes();
        let (token, valid_to) = sign(app, door, id, now);
        tokens.push(token);
        issued.push(IssuedKey {
            user: door.user.id,
            lock: door.lock.id,
            domain: door.domain,
            id,
            issued_at: now,
            valid_to,
        });
    }
    if !issued.is_empty() {
        let sign_in = caller.sign_in();
        let recorded = app.store().write(move |tx| {
            Box::pin(async move {
                if !tokens::stands(tx, &sign_in).await? {
                    return Err(ChangeError::SignInEnded);
                }
                Ok(issued_keys::record(tx, issued).await?)
            })
        });
        recorded.await?;
    }
    Ok(tokens)
}

fn sign<'a>(app: &App, door: &Door<'a>, id: [u8; 16], now: Time) -> (LoginToken<'a>, Time) {
    let mut key = door.key.clone();
    key.calendars.sort_by_key(|calendar| std::cmp::Reverse(calendar.end_time));
    key.calendars.truncate(MOST_CALENDARS);
    let claims = Claims::of(key, id, door.serial, door.user.id, door.user.role, now);
    let entry = |permission: &Permission| PermissionEntry {
        id: permission.id().to_string(),
        name: permission.name(),
        description: permission.description(),
    };
    // Whole seconds travel in the statement, so they are told here too.
    let whole = |time: Time| Time::from_seconds(time.seconds());
    let (valid_from, valid_to) = (whole(claims.valid_from), whole(claims.valid_to));
    let token = LoginToken {
        // Only locks with a serial number are doors.
        device: DeviceRef::of_lock(door.lock).expect("a door has a serial number"),
        blob: STANDARD.encode(protocol::issue(&claims, app.key_signer())),
        broadcast_key: STANDARD.encode(broadcast_key(app.secret(), door.serial)),
        metadata: LoginTokenMetadata {
            permissions: claims.permissions.iter().map(entry).collect(),
            valid_from,
            valid_to: Some(valid_to),
        },
    };
    (token, valid_to)
}

/// The key that a lock's advertisements are recognised by: the same for everyone with access, and for ever.
fn broadcast_key(secret: &[u8; 32], serial: Serial) -> [u8; 16] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(b"broadcast key ");
    mac.update(&serial.0.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    std::array::from_fn(|i| digest[i])
}
