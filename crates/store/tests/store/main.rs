//! The database's promises, each on SQLite and on PostgreSQL.

mod answers;
mod archive;
mod audit;
mod basics;
mod columns;
mod concurrency;
mod conditions;
mod device_firmware;
mod discoveries;
mod domain;
mod faults;
mod feed;
mod history;
mod log;
mod lookups;
mod membership;
mod moved;
mod opening;
mod outbox;
mod plans;
mod processes;
mod random;
mod rebuild;
mod retention;
mod secrets;
mod sign_in;
