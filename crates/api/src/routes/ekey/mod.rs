//! /ekey/v2 and /ekey/v3: the APIs of earlier services, which lead to the same acts (docs/api.md, Earlier APIs). Version 2 knows people and
//! groups by their names, and older locks by their MAC addresses; version 3 knows locks by their serial numbers.

mod named;
pub mod nearby;
mod products;
pub mod registering;
mod sharing;
pub mod v2_groups;
pub mod v2_locks;
pub mod v2_sharing;
pub mod v2_users;
pub mod v3_activities;
pub mod v3_devices;
pub mod v3_keys;
pub mod v3_locks;
pub mod v3_users;
