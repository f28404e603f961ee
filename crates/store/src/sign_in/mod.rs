//! What sign-in keeps. That is sessions of the sign-in page, authorisation codes, families of tokens, and the places and devices that
//! people signed in from. It is second factors, passkeys, accounts at providers, and links to choose a new password by. It is also who is
//! told of new sign-ins, letters about accounts, sign-ups, and used links of owners. Ids are hashes: nobody can sign in by what stands in
//! the database.
//!
//! These functions take the connection of [`crate::Store::read`] or of a [`crate::Store::write`]; the rules are crates/identity's.

pub mod account_letters;
pub mod ceremonies;
pub mod codes;
mod holding;
pub mod new_sign_ins;
pub mod passkeys;
pub mod places;
pub mod provider_links;
pub mod provider_visits;
pub mod recovery_codes;
pub mod resets;
pub mod sessions;
pub mod sign_ups;
pub mod tokens;
pub mod two_factor;
pub mod used_links;

pub use holding::{has_password_hash, held_password_hash, hold, hold_of_code};

/// How many ended rows one sweep removes at most, so that no sweep holds the database for long.
pub const SWEEP: u64 = 1_000;
