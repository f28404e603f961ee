//! Parts of the API that are tried by themselves.

mod answer;
mod authorize_query;
mod basic;
mod body;
mod cookies;
mod csv;
mod downloads;
mod entries;
mod form;
mod origin;
mod page;
mod pages;
mod places;
mod router;
mod search;
mod span;
mod text;
mod two_factor_seed;
mod unchanging;
mod view;
mod words;
