//! One file per resource, named as in the paths.

pub mod bridge;
pub mod calendars;
pub mod devices;
pub mod domain;
pub mod firmware;
pub mod groups;
pub mod links;
pub mod locks;
pub mod log;
pub mod roles;
pub mod user;
pub mod users;
