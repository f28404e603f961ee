//! One file per resource, named as in the paths.

pub mod bridge;
pub mod bringing_in;
pub mod calendars;
pub mod devices;
pub mod discoveries;
pub mod domain;
pub mod effective_links;
pub mod ekey;
pub mod enrollment;
pub mod firmware;
pub mod firmware_tracker;
pub mod first_start;
pub mod groups;
pub mod invitations;
pub mod keys;
pub mod links;
pub mod locks;
pub mod log;
pub mod meta;
pub mod pairing;
pub mod password_reset;
pub mod roles;
pub mod scopes;
pub mod two_factor;
pub mod user;
pub mod users;
