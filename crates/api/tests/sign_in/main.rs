//! Sign-in through its real routes, on both databases: every way in, and every way that is no way in.

mod account;
mod app;
mod authenticator;
mod authorize;
mod by_provider;
mod codes;
#[path = "../api/contract.rs"]
mod contract;
mod cookie;
mod devices;
mod elsewhere;
mod faults;
mod fresh_elsewhere;
mod guessed_codes;
mod house;
mod limits;
mod new_password;
mod new_sign_ins;
mod owner_link;
mod passkeys;
mod providers;
mod refresh;
mod scopes;
mod second_step;
mod security;
mod sign_ins;
mod strangers;
mod token;
mod two_factor;
mod visits;
