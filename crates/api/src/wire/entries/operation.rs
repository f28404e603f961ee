//! What device operations answer.

use crate::wire::names::BoltStateName;
use cardea_devices::OperationResult;
use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// What an operation answered. Three verdicts always stand in it; the rest as the operation has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ResultEntry(pub OperationResult);

impl ToSchema for ResultEntry {
    fn name() -> std::borrow::Cow<'static, str> {
        "OperationResult".into()
    }
}

impl PartialSchema for ResultEntry {
    fn schema() -> RefOr<Schema> {
        let property =
            |kind, description| ObjectBuilder::new().schema_type(kind).description(Some(description)).build();
        let verdicts = [
            (
                "bridge_server_status",
                "The bridge's verdict: 0 fine or not reached, 4 BridgeBusy, 5 BridgeNotAttached, 13 JobTimeout.",
            ),
            (
                "afi_status",
                "The lock's verdict: 0 fine or not reached, 7 NothingChanged, 10 TimezoneMismatchError, 11 low battery, 12 connection lost, 14 BoltBlocked.",
            ),
            ("dmi_status", "The radio's verdict: 0 fine or not reached, 15 ConnectionLost."),
        ];
        let texts = [
            (
                "bridge_server_status_text",
                "`Ok`, or the reason why the operation failed; the same word stands in all three texts.",
            ),
            (
                "afi_status_text",
                "`Ok`, or the reason why the operation failed; the same word stands in all three texts.",
            ),
            (
                "dmi_status_text",
                "`Ok`, or the reason why the operation failed; the same word stands in all three texts.",
            ),
        ];
        let mut object = ObjectBuilder::new();
        for (name, description) in verdicts {
            object = object.property(name, property(Type::Integer, description)).required(name);
        }
        for (name, description) in texts {
            object = object.property(name, property(Type::String, description)).required(name);
        }
        object
            .property("state", BoltStateName::schema())
            .property("lock_status", property(Type::String, "What the lock is doing; `Idle` when nothing."))
            .property("is_blocked", property(Type::Boolean, "Whether something keeps the bolt from moving."))
            .property("battery_level", property(Type::Integer, "Charge of the battery, 0 to 100."))
            .into()
    }
}
