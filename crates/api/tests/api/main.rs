//! The API, called over its real router on SQLite and on PostgreSQL.

mod bridge;
mod codes;
mod contract;
mod devices;
mod document;
mod domain;
mod feed;
mod firmware;
mod groups;
mod held;
mod input;
mod keys;
mod links;
mod locks;
mod log;
mod permissions;
mod roles;
mod routing;
mod security;
mod sight;
mod tenants;
mod unread;
mod user;
mod users;
mod world;
