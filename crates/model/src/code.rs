//! Error codes and refusals: how an act or a rule says no. The API alone maps codes to HTTP.

/// A stable code that clients switch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// A field is missing, malformed or out of range; `field` names it.
    ValidationFailed,
    /// No such thing, or not in this domain.
    EntityNotFound,
    /// The caller may not do this.
    Forbidden,
    /// It clashes with what is there: still in use, already there.
    Conflict,
    /// The domain's owner cannot be removed, and the owner's role cannot change.
    UnableToUpdateDomainOwner,
    /// The lock has no bridge paired, so it cannot be reached from afar.
    BridgeNotPaired,
    /// Operating this lock from afar is not among the caller's rights now.
    NoRemoteAccess,
    /// The bridge has no room for another waiting job of this account.
    BridgeBusy,
}

impl Code {
    /// Its text on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Code::ValidationFailed => "validation_failed",
            Code::EntityNotFound => "entity_not_found",
            Code::Forbidden => "forbidden",
            Code::Conflict => "conflict",
            Code::UnableToUpdateDomainOwner => "unable_to_update_domain_owner",
            Code::BridgeNotPaired => "bridge_not_paired",
            Code::NoRemoteAccess => "no_remote_access",
            Code::BridgeBusy => "bridge_busy",
        }
    }
}

/// Why something was refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct Refusal {
    /// What clients switch on.
    pub code: Code,
    /// The field at fault, by its name on the wire.
    pub field: Option<&'static str>,
    /// Why the field is at fault, as a code (`too_long`); `invalid` where nothing finer is known.
    pub detail: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl Refusal {
    /// A refusal that concerns no single field.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, field: None, detail: code.name(), message: message.into() }
    }
    /// A field that is missing, malformed or out of range.
    pub fn field(field: &'static str, detail: &'static str, message: impl Into<String>) -> Self {
        Refusal { code: Code::ValidationFailed, field: Some(field), detail, message: message.into() }
    }
    /// The named thing is not in this domain.
    pub fn not_found(what: impl std::fmt::Display) -> Self {
        Refusal::new(Code::EntityNotFound, format!("{what} was not found"))
    }
}
