//! The database's promises, each on SQLite and on PostgreSQL.

mod archive;
mod basics;
mod concurrency;
mod domain;
mod feed;
mod lookups;
mod moved;
mod opening;
mod plans;
mod processes;
mod random;
mod rebuild;
mod secrets;
mod sign_in;
