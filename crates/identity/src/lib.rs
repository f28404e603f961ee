//! sign-in
mod family;
mod pkce;
mod token;
