//! Sign-in through its real routes, on both databases: every way in, and every way that is no way in.

mod account;
mod authorize;
mod cookie;
mod devices;
mod faults;
mod house;
mod limits;
mod refresh;
mod scopes;
mod security;
mod strangers;
mod token;
