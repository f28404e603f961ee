//! What travels: entries, bodies in, paging, text.

pub mod answer;
pub mod body;
pub mod csv;
pub mod entries;
pub mod example;
pub mod field;
pub(crate) mod form;
pub mod keep;
pub mod kept;
pub mod names;
pub mod page;
pub mod request;
pub mod schema;
pub mod span;
pub mod text;
pub mod update;
pub(crate) mod words;
