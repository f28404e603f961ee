//! The HTTP API: what clients send and read, who may ask for what, and nothing else. Rules live in the model, data in the store.

pub mod document;
pub mod wire;
