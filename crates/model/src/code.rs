//! Error codes and refusals: how an act or a rule says no. The API alone maps codes to HTTP.

use crate::required::RequiredSignIn;
use std::sync::Arc;

/// Makes an enum of codes, each with its text on the wire; the text stands nowhere else.
#[macro_export]
macro_rules! codes {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$meaning:meta])* $code:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$meaning])* $code,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$code),*];

            /// Its text on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$code => $text,)*
                }
            }
        }
    };
}

codes! {
    /// A stable code that clients switch on.
    pub enum Code {
        /// A field is missing, malformed or out of range; `field` names it.
        ValidationFailed = "validation_failed",
        /// No such thing, or not in this domain.
        EntityNotFound = "entity_not_found",
        /// The caller may not do this.
        Forbidden = "forbidden",
        /// It clashes with what is there: still in use, already there.
        Conflict = "conflict",
        /// The domain's owner cannot be removed, and the owner's role cannot change.
        UnableToUpdateDomainOwner = "unable_to_update_domain_owner",
        /// The lock has no bridge paired, so it cannot be reached from afar.
        BridgeNotPaired = "bridge_not_paired",
        /// The clock of the device has no zone.
        TimezoneNotSet = "timezone_not_set",
        /// Operating this lock from afar is not among the caller's rights now.
        NoRemoteAccess = "no_remote_access",
        /// The domain asks for a sign-in by a provider, and the caller is not signed in by it.
        ProviderSignInRequired = "provider_sign_in_required",
        /// The calendar has more rule sets than the request names, or days otherwise, and the request does not say that they may go.
        HasMoreRuleSets = "has_more_rule_sets",
        /// The bridge has no room for another waiting job of this account.
        BridgeBusy = "bridge_busy",
    }
}

codes! {
    /// Why a field is at fault.
    pub enum FieldCode {
        /// Missing or empty.
        Required = "required",
        /// Of another type than wanted: text for a number, a group of the other type.
        WrongType = "wrong_type",
        /// Of the right type, and no such value.
        Invalid = "invalid",
        /// A number outside its range.
        OutOfRange = "out_of_range",
        /// An end that does not come after its start.
        NotAfterStart = "not_after_start",
        /// Counted from a start, and there is none.
        StartMissing = "start_missing",
        /// More characters than there may be.
        TooLong = "too_long",
        /// Fewer characters than there must be.
        TooShort = "too_short",
        /// More entries than there may be.
        TooMany = "too_many",
        /// Text with a control character.
        ControlCharacter = "control_character",
        /// Text with a character whose meaning is agreed on in private.
        PrivateUse = "private_use",
        /// Text with a character that Unicode does not know.
        Unassigned = "unassigned",
        /// Text of which nothing can be seen.
        Invisible = "invisible",
        /// Text that begins with a combining mark.
        LeadingMark = "leading_mark",
        /// Names something that the domain does not have.
        Unknown = "unknown",
        /// Cannot be changed here.
        ReadOnly = "read_only",
        /// An operation that the bridge part does not have.
        NotSupported = "not_supported",
        /// Not an e-mail address.
        InvalidEmail = "invalid_email",
        /// Too short, too long or too weak for a password.
        InvalidPassword = "invalid_password",
        /// The password that is to be replaced.
        SamePassword = "same_password",
        /// A one-time code that is not the one of this time.
        WrongCode = "wrong_code",
        /// No time zone of this name.
        UnknownTimezone = "unknown_timezone",
        /// The password of somebody who was not created in this domain.
        NotSettable = "not_settable",
        /// For administrators to change.
        AdministratorsOnly = "administrators_only",
        /// More than the role of who is given it allows.
        AboveRole = "above_role",
        /// More time than whoever shares it has themself.
        BeyondOwnAccess = "beyond_own_access",
        /// Administrators have permanent access only.
        PermanentOnly = "permanent_only",
        /// Locks older than V3 have no recurring access.
        RecurringUnsupported = "recurring_unsupported",
        /// Names a time that is over.
        Ended = "ended",
        /// This account is a user of the domain already, or is invited, or the entry stands twice.
        AlreadyThere = "already_there",
        /// Somebody else, or another thing, has it already.
        AlreadyTaken = "already_taken",
        /// Has an account of their own.
        HasAccount = "has_account",
        /// Has no account, which this takes.
        NoAccount = "no_account",
        /// Another entry has this id.
        InUse = "in_use",
        /// Belongs to another domain, and so can only be invited to this one.
        BelongsElsewhere = "belongs_elsewhere",
        /// Was created in another domain, and so belongs to that one alone.
        CreatedElsewhere = "created_elsewhere",
        /// A provider that the caller is not signed in by, which only an owner asks others for.
        NotSignedInByIt = "not_signed_in_by_it",
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
    /// Why the field is at fault; where there is a field.
    pub detail: Option<FieldCode>,
    /// A sentence for people.
    pub message: String,
    /// The sign-in that is asked for, where it is for want of that.
    pub required: Option<Arc<RequiredSignIn>>,
}

impl Refusal {
    /// A refusal that concerns no single field.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, field: None, detail: None, message: message.into(), required: None }
    }
    /// A field that is missing, malformed or out of range.
    pub fn field(field: &'static str, detail: FieldCode, message: impl Into<String>) -> Self {
        Refusal { field: Some(field), detail: Some(detail), ..Refusal::new(Code::ValidationFailed, message) }
    }
    /// A field that clashes with what is there.
    pub fn clash(field: &'static str, detail: FieldCode, message: impl Into<String>) -> Self {
        Refusal { code: Code::Conflict, ..Refusal::field(field, detail, message) }
    }
    /// The domain asks for this sign-in, and the caller signed in otherwise.
    pub fn sign_in(required: &Arc<RequiredSignIn>) -> Self {
        let message = format!("this domain asks you to sign in by the provider {}", required.provider);
        Refusal { required: Some(Arc::clone(required)), ..Refusal::new(Code::ProviderSignInRequired, message) }
    }
    /// The named thing is not in this domain.
    pub fn not_found(what: impl std::fmt::Display) -> Self {
        Refusal::new(Code::EntityNotFound, format!("{what} was not found"))
    }
}
