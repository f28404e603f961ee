//! Ids, serial numbers and revisions as clients write them: one schema each, with the pattern that all of its kind fit, and what it is
//! read as.

use super::text;
use cardea_devices::JobId;
use cardea_model::ids::{CalendarId, GroupId, LinkId, LockId, Serial, UserId};
use serde::de::Deserializer;
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// What is read from text that has a schema of its own.
pub trait Reads: ToSchema + Sized {
    /// Reads it; `None` for null.
    ///
    /// # Errors
    /// Anything but such a text.
    fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error>;
}

macro_rules! texts {
    ($($text:ident $(($value:ty))? $name:literal $description:literal $pattern:literal $example:literal;)*) => {$(
        #[doc = $description]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $text $((
            /// What it names.
            pub $value,
        ))?;

        $(impl Reads for $text {
            fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
                text::optional::deserialize::<$value, D>(deserializer).map(|value| value.map($text))
            }
        })?

        impl ToSchema for $text {
            fn name() -> Cow<'static, str> {
                $name.into()
            }
        }

        impl PartialSchema for $text {
            fn schema() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(Type::String).description(Some($description));
                text.pattern(Some($pattern)).examples([$example]).into()
            }
        }
    )*};
}

texts! {
    UserIdText(UserId) "UserId" "The id of a person in one domain." "^user-[0-9a-f]{12}$" "user-0366ba845fb5";
    LockIdText(LockId) "LockId" "The id of a lock." "^lock-[0-9a-f]{12}$" "lock-fde72d8df2e0";
    GroupIdText(GroupId) "GroupId" "The id of a group." "^group-[0-9a-f]{12}$" "group-53bf19ebcddb";
    CalendarIdText(CalendarId) "CalendarId" "The id of a calendar." "^calendar-[0-9a-f]{12}$" "calendar-7c786e1ec60a";
    LinkIdText(LinkId) "LinkId" "The id of a link; it names the two kinds that the link joins."
        "^(lock_user|group_user|group_lock|group_group)-[0-9a-f]{12}$" "lock_user-7724313e6f1e";
    SerialText(Serial) "SerialNumber" "The serial number of a device, in lower case." "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$" "00:1b:ac:0f:e2:99";
    OperationUuid(JobId) "OperationUuid" "The id of a device operation."
        "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" "0f8fad5b-d9cb-469f-a165-70867728950e";
    RevisionText "Revision" "A state of what the caller sees of a domain." r"^[0-9a-f]+-[0-9]+(\.[0-9a-f]{16})?$" "5f2a1c-42";
}
