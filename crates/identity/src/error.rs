//! Why somebody is not signed in, or is given nothing. How that is said over HTTP is the business of whoever serves it.

use crate::limits::TooMany;
use crate::password::Busy;
use crate::scopes::TokenScope;
use cardea_store::StoreError;

/// Why a bearer token authenticates nobody.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// None was sent, or it is made up, over, or was ended.
    #[error("no or invalid authentication")]
    Dead,
    /// It lives, and may not be used for this.
    #[error("access token lacks scope {0}")]
    LacksScope(TokenScope),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why username and password, or a passkey, sign nobody in.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    /// No such account, or not its password; which of the two is nobody's business.
    #[error("the username or the password is not right")]
    Wrong,
    /// Too many wrong passwords from here.
    #[error("too many wrong passwords")]
    TooMany(TooMany),
    /// The account has signed in too often, with its right password.
    #[error("too many sign-ins with this account")]
    TooOften(TooMany),
    /// The password is right; the account takes a code beside it, and none was shown.
    #[error("signing in to this account takes a one-time code")]
    CodeNeeded,
    /// The password is right, and the code is not, or was used before.
    #[error("the code is not right, or was used already")]
    WrongCode,
    /// The password is right, and is to be replaced before it signs anybody in.
    #[error("a new password has to be chosen first, on the sign-in page")]
    NewPasswordNeeded,
    /// Too many wrong codes.
    #[error("too many wrong codes")]
    TooManyCodes(TooMany),
    /// What the browser shows is no passkey of anybody's, or not for what was asked.
    #[error("this passkey does not sign anybody in here")]
    WrongPasskey,
    /// Too many of these from here, or too many challenges.
    #[error("too many wrong passkeys")]
    TooManyPasskeys(TooMany),
    /// It is somebody's passkey, but counts less than before, so that there may be two of it.
    #[error("this passkey may have been copied")]
    ClonedPasskey,
    /// The account is not linked any more to whom the provider named.
    #[error("this provider does not sign the account in any more")]
    Unlinked,
    /// Too many sign-ins at once.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a request for tokens gets none.
#[derive(Debug, thiserror::Error)]
pub enum NotGranted {
    /// The authorisation code does not hold.
    #[error("the authorisation code is not valid, was used, or is over")]
    Code,
    /// The refresh token does not hold.
    #[error("the refresh token is not valid, was ended, or is over")]
    RefreshToken,
    /// More is wanted than may be given.
    #[error("a scope is wanted that there is not to give")]
    Scope,
    /// Username and password sign nobody in.
    #[error(transparent)]
    NotSignedIn(#[from] NotSignedIn),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
