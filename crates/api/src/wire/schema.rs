//! What travels as text: ids, serial numbers, instants, revisions and names. A field of [`Wire`] says by its type how it is written, how it
//! is read, and what the document says of it.

use super::text::{self, Text};
use crate::view::Position;
use cardea_devices::JobId;
use cardea_model::Time;
use cardea_model::ids::{
    CalendarId, DayListId, GroupId, InvitationId, LinkId, LockId, PersonalTokenId, Serial, SignInId, UserId,
};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, Ref, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// What travels as text of a kind of its own.
pub trait Spelled: Copy {
    /// The name of its schema.
    const SCHEMA: &'static str;
    /// What the document says of it.
    fn described() -> RefOr<Schema>;
    /// Writes it.
    ///
    /// # Errors
    /// Those of the serialiser.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    /// Reads it.
    ///
    /// # Errors
    /// Anything but such a text.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
    /// Reads it; `None` for null.
    ///
    /// # Errors
    /// Anything but such a text or null.
    fn read_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        Ok(Option::<Wire<Self>>::deserialize(deserializer)?.map(|wire| wire.0))
    }
}

/// A value of the model, as it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wire<T>(pub T);

impl<T: Spelled> Serialize for Wire<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<'de, T: Spelled> Deserialize<'de> for Wire<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Wire)
    }
}

impl<T: Spelled> ToSchema for Wire<T> {
    fn name() -> Cow<'static, str> {
        T::SCHEMA.into()
    }
}

impl<T: Spelled> PartialSchema for Wire<T> {
    fn schema() -> RefOr<Schema> {
        T::described()
    }
}

/// Several of them, borrowed where they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Many<'a, T: Spelled>(pub Cow<'a, [T]>);

impl<T: Spelled> Default for Many<'_, T> {
    fn default() -> Self {
        Many(Cow::Borrowed(&[]))
    }
}

impl<T: Spelled> FromIterator<T> for Many<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Many(all.into_iter().collect())
    }
}

impl<T: Spelled> Serialize for Many<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Wire))
    }
}

impl<'de, T: Spelled> Deserialize<'de> for Many<'_, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Wire<T>>::deserialize(deserializer)?.into_iter().map(|wire| wire.0).collect())
    }
}

impl<T: Spelled> ToSchema for Many<'_, T> {
    fn name() -> Cow<'static, str> {
        format!("Many_{}", T::SCHEMA).into()
    }
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::SCHEMA.to_owned(), T::described()));
    }
}

impl<T: Spelled> PartialSchema for Many<'_, T> {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(Ref::from_schema_name(T::SCHEMA)).into()
    }
}

macro_rules! texts {
    ($($text:ident $value:ty, $name:literal $description:literal $pattern:literal $example:literal;)*) => {$(
        #[doc = $description]
        pub type $text = Wire<$value>;

        impl Spelled for $value {
            const SCHEMA: &'static str = $name;
            fn described() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(Type::String).description(Some($description));
                text.pattern(Some($pattern)).examples([$example]).into()
            }
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text().as_str())
            }
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                text::read(deserializer, <$value as Text>::EXPECTED)
            }
        }
    )*};
}

texts! {
    UserIdText UserId, "UserId" "The id of a person in one domain." "^user-[0-9a-f]{12}$" "user-0366ba845fb5";
    LockIdText LockId, "LockId" "The id of a lock." "^lock-[0-9a-f]{12}$" "lock-fde72d8df2e0";
    GroupIdText GroupId, "GroupId" "The id of a group." "^group-[0-9a-f]{12}$" "group-53bf19ebcddb";
    DayListIdText DayListId, "DayListId" "The id of a list of days." "^day_list-[0-9a-f]{12}$" "day_list-4c1f90b2d7e8";
    CalendarIdText CalendarId, "CalendarId" "The id of a calendar." "^calendar-[0-9a-f]{12}$" "calendar-7c786e1ec60a";
    InvitationIdText InvitationId, "InvitationId" "The id of an invitation." "^invitation-[0-9a-f]{12}$" "invitation-3c9be05a17d4";
    SignInIdText SignInId, "SignInId" "The id of a sign-in." "^session-[0-9a-f]{12}$" "session-5a0c41d7e2b9";
    PersonalTokenIdText PersonalTokenId, "PersonalTokenId" "The id of a personal access token; it is not the token."
        "^token-[0-9a-f]{12}$" "token-91f0c3d57ab2";
    LinkIdText LinkId, "LinkId" "The id of a link; it names the two kinds that the link joins."
        "^(lock_user|group_user|group_lock|group_group)-[0-9a-f]{12}$" "lock_user-7724313e6f1e";
    SerialText Serial, "SerialNumber" "The serial number of a device, in lower case." "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$" "00:1b:ac:0f:e2:99";
    OperationUuid JobId, "OperationUuid" "The id of a device operation."
        "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" "0f8fad5b-d9cb-469f-a165-70867728950e";
}

/// Ids of people.
pub type UserIds<'a> = Many<'a, UserId>;
/// Ids of locks.
pub type LockIds<'a> = Many<'a, LockId>;
/// Ids of groups.
pub type GroupIds<'a> = Many<'a, GroupId>;
/// Ids of links.
pub type LinkIds<'a> = Many<'a, LinkId>;
/// Serial numbers.
pub type Serials<'a> = Many<'a, Serial>;

/// An instant, as ISO 8601 with an offset.
pub type Instant = Wire<Time>;

impl Spelled for Time {
    const SCHEMA: &'static str = "Instant";
    fn described() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::DateTime);
        ObjectBuilder::new().schema_type(Type::String).format(Some(format)).into()
    }
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().as_str())
    }
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, Time::EXPECTED)
    }
}

/// An object of which nobody here reads what is in it.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct AnyObject(pub Map<String, Value>);

impl ToSchema for AnyObject {}

impl PartialSchema for AnyObject {
    fn schema() -> RefOr<Schema> {
        Object::with_type(Type::Object).into()
    }
}

/// A state of what the caller sees of a domain.
pub type RevisionText = Wire<Position>;

impl Spelled for Position {
    const SCHEMA: &'static str = "Revision";
    fn described() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String);
        let text = text.description(Some("A state of what the caller sees of a domain."));
        text.pattern(Some(r"^[0-9a-f]+-[0-9]+(\.[0-9a-f]{16})?$")).examples(["5f2a1c-42"]).into()
    }
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, "a revision, like 5f2a1c-42")
    }
}
