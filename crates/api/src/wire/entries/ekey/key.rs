//! Keys as version 3 tells them.

use super::product::{ProductEntry, ProductFirmware};
use crate::keys::{OpenableLock, PermissionEntry, Secrets};
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, SerialText, UserIdText, Wire};
use cardea_gateway_protocol::key::Permission;
use cardea_model::Zone;
use cardea_model::key::{Key, Permissions};
use cardea_model::rows::{Lock, LockType, User};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A key to one lock.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Key)]
pub struct KeyEntry<'a> {
    /// The lock.
    serial_number: SerialText,
    /// Its name.
    name: &'a str,
    /// The zone of its clock; null counts as UTC.
    #[schema(required)]
    timezone: Option<&'a str>,
    /// What it is, and what it runs.
    product: ProductEntry<'a>,
    /// The signed statement that opens it, base64; null in keys of others.
    #[schema(required)]
    login_token: Option<String>,
    /// What the lock's advertisements are recognised by, 16 bytes in base64; null in keys of others.
    #[schema(required, example = "q83vASNFZ4mrze8BI0VniQ==")]
    advertising_key: Option<String>,
    /// What its holder may do at the lock.
    permissions: Vec<PermissionEntry>,
    /// Not valid before.
    valid_from: Instant,
    /// Not valid from this instant on: fetch it again then.
    valid_to: Instant,
    /// Whose it is, and what they may do with it.
    user: KeyUser,
}

/// Whose key it is, and what they may do with it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeyUser {
    /// The person.
    user_id: UserIdText,
    /// The number of the key, as its statement has it; null in keys of others.
    #[schema(required, example = "9b2f1c6e-7a64-4c1e-9d0b-0f5c3a7e4d21")]
    token_id: Option<String>,
    /// Whether it opens from afar too.
    can_remote: bool,
    /// Whether it may be shared.
    can_share: bool,
    /// Whether the lock may be removed with it.
    can_delete: bool,
}

impl<'a> KeyEntry<'a> {
    /// The entry of this person's key to this lock; `None` for a lock without a serial number.
    pub fn of(lock: &'a Lock, user: &User, key: &Key, runs: ProductFirmware, secrets: Option<Secrets>) -> Option<Self> {
        let LockType::Afi { serial, device_type } = &lock.lock_type else { return None };
        let Permissions { can_remote, can_share, can_delete } = key.permissions;
        let (token_id, login_token, advertising_key) = match secrets {
            Some(Secrets { id, blob, broadcast_key }) => (Some(id), Some(blob), Some(broadcast_key)),
            None => (None, None, None),
        };
        Some(KeyEntry {
            serial_number: Wire(*serial),
            name: &lock.name,
            timezone: lock.timezone.as_ref().map(Zone::name),
            product: ProductEntry::of(device_type, runs),
            login_token,
            advertising_key,
            permissions: Permission::of(user.role).iter().copied().map(PermissionEntry::of).collect(),
            valid_from: Wire(crate::keys::whole(key.valid_from)),
            valid_to: Wire(crate::keys::whole(key.valid_to)),
            user: KeyUser { user_id: Wire(user.id), token_id, can_remote, can_share, can_delete },
        })
    }
}

impl Example for KeyEntry<'_> {
    fn example() -> Value {
        let (facts, guest, now) = (example::facts(), example::guest(), example::now());
        let openable = crate::keys::openable_locks(facts, guest, now).pop().expect("the guest may come now");
        let secrets = Secrets {
            id: "9b2f1c6e-7a64-4c1e-9d0b-0f5c3a7e4d21".into(),
            blob: "0oRDoQEmoQRBMVgg2D3SYkSjAXgd".into(),
            broadcast_key: "q83vASNFZ4mrze8BI0VniQ==".into(),
        };
        let OpenableLock { lock, key, .. } = &openable;
        json!(
            KeyEntry::of(lock, guest, key, ProductFirmware::default(), Some(secrets))
                .expect("a lock with a key has a serial number")
        )
    }
}
