//! Device operations, with simulated bridges and locks connected over the real gateway, on SQLite and on PostgreSQL.

mod connecting;
mod failing;
mod faults;
mod house;
mod leaving;
mod log;
mod logged;
mod operating;
mod puppet;
mod reading;
mod replicas;
mod rivals;
mod turns;
mod waiting;
