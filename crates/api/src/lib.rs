//! The HTTP API: what clients send and read, who may ask for what, and nothing else. Rules live in the model, data in the store.

mod app;
mod asked;
mod caller;
mod codes;
pub mod document;
mod erased;
mod error;
mod fault;
mod feed;
mod guard;
mod invitation_token;
mod keys;
pub mod limits;
pub mod oauth2;
mod once;
mod openapi;
pub mod origin;
mod pages;
pub mod permissions;
mod reading;
mod refusals;
mod router;
mod routes;
mod scope;
mod search;
mod security;
mod stream;
mod unchanged;
mod unchanging;
mod unread;
mod view;
pub mod wire;
mod writing;

pub use app::{App, Settings};
pub use codes::ErrorCode;
pub use error::ApiError;
pub use oauth2::bearer;
pub use openapi::methods;
pub use router::{openapi, router};
pub use unchanging::Unchanging;
pub use unread::leave_nothing_unread;

/// What tests try by itself and not over the router. Nothing is tested from inside: this crate takes long to compile, and once is enough.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::feed::places::{Place, Places};
    pub use crate::oauth2::basic::basic;
    pub use crate::oauth2::cookies::Cookie;
    pub use crate::oauth2::wanted::{STATE_MAX, Unwanted, Wanted};
    pub use crate::pages::link;
    pub use crate::router::broken;
    pub use crate::routes::log::downloads::Downloads;
    pub use crate::scope::Scope;
    pub use crate::search::UserFilter;
    pub use crate::unchanging::accepts_gzip;
    pub use crate::view::{Key, View};
    pub use crate::wire::form::{is_text, parse};
    pub use crate::wire::words::plain;
}
