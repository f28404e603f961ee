//! The HTTP API: what clients send and read, who may ask for what, and nothing else. Rules live in the model, data in the store.

mod app;
mod caller;
mod codes;
pub mod document;
mod error;
mod feed;
mod guard;
mod keys;
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
