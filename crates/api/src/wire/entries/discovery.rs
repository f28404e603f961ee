//! Devices that were heard nearby.

use super::kind::Capabilities;
use crate::scope::Scope;
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, SerialText, UserIdText, Wire};
use cardea_model::DeviceKind;
use cardea_model::rows::LockType;
use cardea_store::discoveries;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A device that was heard nearby, and that the domain does not have. What nobody told of it is empty or null.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Discovery)]
pub struct DiscoveryEntry<'a> {
    /// Its serial number.
    serial_number: SerialText,
    /// What it calls itself.
    display_name: &'a str,
    /// Its device type, which bridges tell.
    #[schema(example = "danalockv3")]
    device_type: &'a str,
    /// What devices of that type can do; empty where the type does not say it.
    capabilities: Capabilities,
    /// Whether it says that it is in use already.
    #[schema(required)]
    enrolled: Option<bool>,
    /// What it is.
    product: ProductEntry<'a>,
    /// The bridge that heard it last; null where a phone did.
    #[schema(required)]
    bridge: Option<SerialText>,
    /// Whose phone heard it last; null where a bridge did, and to those who do not see that person.
    #[schema(required)]
    user_id: Option<UserIdText>,
    /// When it was heard last.
    discovered: Instant,
}

/// What a device is that was heard nearby.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = DiscoveryProduct)]
struct ProductEntry<'a> {
    /// Its firmware.
    #[schema(example = "1.8.0")]
    firmware: &'a str,
    /// The version of the product.
    #[schema(example = "3")]
    version: &'a str,
}

impl<'a> DiscoveryEntry<'a> {
    /// The entry of what was heard, as far as whoever asks sees who heard it.
    pub fn of(scope: &Scope<'_>, found: &'a discoveries::Model) -> Self {
        DiscoveryEntry {
            serial_number: Wire(found.serial()),
            display_name: &found.display_name,
            device_type: &found.device_type,
            capabilities: capabilities(&found.device_type),
            enrolled: found.enrolled,
            product: ProductEntry { firmware: &found.firmware, version: &found.version },
            bridge: found.bridge().and_then(|bridge| scope.device(bridge)).map(|bridge| Wire(bridge.serial)),
            user_id: found.user().and_then(|user| scope.user(user)).map(|user| Wire(user.id)),
            discovered: Wire(found.discovered()),
        }
    }
}

fn capabilities(device_type: &str) -> Capabilities {
    DeviceKind::of_type(device_type).unwrap_or(DeviceKind::UNKNOWN).into()
}

impl Example for DiscoveryEntry<'static> {
    fn example() -> Value {
        let LockType::Afi { serial, device_type } = &example::lock().lock_type else { unreachable!("it is an afi") };
        json!(DiscoveryEntry {
            serial_number: Wire(*serial),
            display_name: "",
            device_type,
            capabilities: capabilities(device_type),
            enrolled: None,
            product: ProductEntry { firmware: "1.8.0", version: "" },
            bridge: Some(Wire(example::bridge().serial)),
            user_id: None,
            discovered: Wire(example::now()),
        })
    }
}
