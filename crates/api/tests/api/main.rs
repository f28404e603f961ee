//! The API, called over its real router on SQLite and on PostgreSQL.

mod bridge;
mod devices;
mod document;
mod domain;
mod feed;
mod firmware;
mod groups;
mod input;
mod links;
mod locks;
mod log;
mod permissions;
mod routing;
mod security;
mod tenants;
mod user;
mod users;
mod world;
