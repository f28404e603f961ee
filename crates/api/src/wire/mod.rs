//! What travels: entries, bodies in, paging, text.

pub mod answer;
pub mod body;
pub mod entries;
pub mod field;
mod form;
pub mod page;
pub mod schema;
pub mod text;
pub mod update;
mod words;
