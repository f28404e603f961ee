//! Device operations, with simulated bridges and locks connected over the real gateway, on SQLite and on PostgreSQL.

mod connecting;
mod ending;
mod failing;
mod faults;
mod hearing;
mod house;
mod leaving;
mod lingering;
mod log;
mod logged;
mod operating;
mod pacing;
mod puppet;
mod reading;
mod replicas;
mod rivals;
mod sweeping;
mod turns;
mod waiting;
