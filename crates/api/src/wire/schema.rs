//! What ids, serial numbers and revisions look like, for the OpenAPI document: one schema each, with the pattern that all of its kind fit.

use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! texts {
    ($($text:ident $name:literal $description:literal $pattern:literal $example:literal;)*) => {$(
        #[doc = $description]
        pub struct $text;

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
    UserIdText "UserId" "The id of a person in one domain." "^user-[0-9a-f]{12}$" "user-0366ba845fb5";
    LockIdText "LockId" "The id of a lock." "^lock-[0-9a-f]{12}$" "lock-fde72d8df2e0";
    GroupIdText "GroupId" "The id of a group." "^group-[0-9a-f]{12}$" "group-53bf19ebcddb";
    CalendarIdText "CalendarId" "The id of a calendar." "^calendar-[0-9a-f]{12}$" "calendar-7c786e1ec60a";
    LinkIdText "LinkId" "The id of a link; it names the two kinds that the link joins."
        "^(lock_user|group_user|group_lock|group_group)-[0-9a-f]{12}$" "lock_user-7724313e6f1e";
    SerialText "SerialNumber" "The serial number of a device, in lower case." "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$" "00:1b:ac:0f:e2:99";
    OperationUuid "OperationUuid" "The id of a device operation."
        "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" "0f8fad5b-d9cb-469f-a165-70867728950e";
    RevisionText "Revision" "A state of what the caller sees of a domain." r"^[0-9a-f]+-[0-9]+(\.[0-9a-f]{16})?$" "5f2a1c-42";
}
