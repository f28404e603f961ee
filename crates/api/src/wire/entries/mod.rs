//! The entries of lists, of the whole-domain stream and of domain documents: one shape for all three, in both directions.
//!
//! `X::of` reads an entry from facts; serialising writes it; deserialising and `X::row` lead back to the model's rows. Documents
//! may leave out what a rule does not need: all but the ids has a default.

mod audit;
mod calendar;
mod client_device;
mod condition;
mod day_list;
mod device;
mod discovery;
mod ekey;
mod export;
mod group;
mod identity;
mod invitation;
mod kind;
mod link;
mod lock;
mod log;
mod operation;
mod passkey;
mod personal_token;
mod provider;
mod role;
mod scope;
mod sign_in;
mod time_zone;
mod tracked_firmware;
mod two_factor;
mod user;

pub use audit::{AuditEntry, FEW_DAYS};
pub use calendar::{CalendarEntry, OtherDay, RuleSet};
pub use client_device::ClientDeviceEntry;
pub use condition::{BridgeState, ConditionEntry};
pub use day_list::{DayListEntry, ListedDay};
pub use device::{DeviceEntry, DeviceRef, PairedDevice};
pub use discovery::DiscoveryEntry;
pub use ekey::{
    ActivityEntry, AdvertisementEntry, DeviceTypeEntry, EarlierLockEntry, HeldBy, KeyEntry, NamedGroupEntry, NodeEntry,
    ProductDeviceEntry, ProductEntry, ProductFirmware, SharedKeyEntry,
};
pub use export::{AccountExport, Exported, ExportedPlace};
pub use group::{GroupEntry, LockGroup};
pub use identity::{CurrentUser, IdentityEntry, owner_username};
pub use invitation::{ReceivedInvitationEntry, SentInvitationEntry};
pub use kind::{Capabilities, PinSlotsEntry, kind};
pub use link::{EffectiveLinkEntry, GroupGroupLink, GroupLockLink, GroupUserLink, LinkEntry, LockUserLink, sides};
pub use lock::{AfiPart, LockDetails, LockEntry, LockTypeName, MwmPart};
pub use log::{LOG_COLUMNS, LogEntry};
pub use operation::ResultEntry;
pub use passkey::{NewPasskeyEntry, PasskeyChallengeEntry, PasskeyEntry, PasskeysEntry};
pub use personal_token::{CreatedPersonalToken, PersonalTokenEntry, TokenInfo};
pub use provider::{ProviderAddressEntry, ProviderEntry, ProviderLinkEntry};
pub use role::{DomainRightEntry, LinkProfileEntry, RoleEntry};
pub use scope::ScopeEntry;
pub use sign_in::SignInEntry;
pub use time_zone::{TimeZoneEntry, TimeZoneInformation};
pub use tracked_firmware::TrackedFirmwareEntry;
pub use two_factor::{TwoFactorEnrolledEntry, TwoFactorSeedEntry};
pub use user::{CreatedUser, UserDetails, UserEntry};

use cardea_model::{FieldCode, Refusal, Zone};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

fn or_empty<'de, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'a, str>, D::Error> {
    Ok(Cow::Owned(Option::<String>::deserialize(deserializer)?.unwrap_or_default()))
}

fn zone_name(zone: &Option<Zone>) -> Option<Cow<'_, str>> {
    zone.as_ref().map(|zone| Cow::Borrowed(zone.name()))
}

/// The zone of this name; `None` for none.
///
/// # Errors
/// Unknown names.
pub fn zone(name: Option<&str>) -> Result<Option<Zone>, Refusal> {
    let named = |name| {
        Zone::named(name).ok_or_else(|| {
            Refusal::field("timezone", FieldCode::UnknownTimezone, format!("{name:?} is no known time zone"))
        })
    };
    name.filter(|name| !name.is_empty()).map(named).transpose()
}
