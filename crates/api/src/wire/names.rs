//! What has a fixed set of names on the wire.

use super::schema::{Spelled, Wire};
use cardea_devices::{Stage, Status};
use cardea_gateway_protocol::result::BoltState;
use cardea_model::Capability;
use cardea_model::invitation::InvitationMethod;
use cardea_model::required::RequiredOf;
use cardea_model::role::{DomainRight, LinkProfile, Role};
use cardea_model::rows::GroupType;
use cardea_store::audit::Kind;
use cardea_store::client_devices::{Platform, ReleaseState};
use cardea_store::log::LogOperation;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::Serializer;
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

macro_rules! names {
    ($($text:ident $value:ident $schema:literal $doc:literal { $($variant:ident),* })*) => {$(
        #[doc = $doc]
        pub type $text = Wire<$value>;

        impl Spelled for $value {
            const SCHEMA: &'static str = $schema;
            fn described() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(Type::String).description(Some($doc));
                text.enum_values(Some([$($value::$variant.name()),*])).into()
            }
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                named(&[$($value::$variant),*], $value::name, &Cow::<'de, str>::deserialize(deserializer)?)
            }
            // As text, not as an option: an empty form field is no name, rather than none.
            fn read_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
                let name = <String as super::field::Held>::read(deserializer)?;
                name.map(|name| named(&[$($value::$variant),*], $value::name, &name)).transpose()
            }
        }
    )*};
}

names! {
    RoleName Role "RoleName" "A person's role in one domain." { Administrator, Installer, User }
    LinkProfileName LinkProfile "LinkProfileName" "What a link lets its holder do." { Administrator, User, Installer, UserAllowRemote }
    DomainRightName DomainRight "DomainRightName" "What somebody may do in a domain by their role."
        { ManageDevices, ManageUsers, OperateRemotely }
    GroupTypeName GroupType "GroupTypeName" "What a group holds." { Locks, Users }
    InvitationMethodName InvitationMethod "InvitationMethod" "How an invitation reaches somebody." { Email, Token, Username }
    CapabilityName Capability "Capability" "One thing that a device can do. More may be added."
        { Bolt, Bridge, Keypad, Calendars, DateRanges, Verifies, RuleSets }
    BoltStateName BoltState "BoltState" "Where a bolt is." { Locked, Unlocked, Unknown }
    ThingKindName Kind "ThingKind" "A kind of thing that changes in a domain."
        { Profile, User, Lock, Device, Pairing, Group, UserMembership, LockMembership, DayList, Calendar, Link, RequiredSignIn }
    AskedOfName RequiredOf "AskedOf" "Of whom a domain asks a sign-in: of those who may change something there, or of everybody. Never of its owner."
        { Administrators, Everyone }
    PlatformName Platform "PlatformName" "What a phone runs on." { Android, Iphone }
    ReleaseStateName ReleaseState "ReleaseState" "For whom an application was made." { Production, Sandbox }
    OperationStatusName Status "OperationStatus" "How far a device operation is." { Created, InProgress, Succeeded, Failed }
    OperationStageName Stage "OperationStage" "How far a device operation is, for a person who waits."
        { Sent, AtBridge, Moving, Done }
    LogOperationName LogOperation "LogOperation" "What an entry of the access log tells of: who or what moved the bolt, or changed settings."
        { Unlocked, Locked, AutoUnlocked, AutoLocked, SettingsChanged, Error, BridgeUnlocked, BridgeLocked, BridgeSettingsChanged }
}

/// The one of this name.
fn named<T: Copy, E: Error>(all: &[T], name: fn(T) -> &'static str, told: &str) -> Result<T, E> {
    all.iter().copied().find(|one| name(*one) == told).ok_or_else(|| {
        let names = all.iter().map(|one| name(*one)).collect::<Vec<_>>().join(", ");
        E::invalid_value(Unexpected::Str(told), &names.as_str())
    })
}
