//! What travels: entries, bodies in, paging, text.

pub mod entries;
pub mod text;
