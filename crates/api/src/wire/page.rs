//! Lists: bare JSON arrays, one page at a time, with the paging headers (docs/api.md, Lists).

use super::answer::{ENTRY, is};
use crate::error::ApiError;
use crate::once::Answer;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use cardea_model::FieldCode;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use utoipa::IntoParams;

/// The page asked for, counted from 0.
pub const X_PAGE: HeaderName = HeaderName::from_static("x-page");
/// How many pages there are; an empty list has one.
pub const X_PAGES: HeaderName = HeaderName::from_static("x-pages");
/// How many entries a page has.
pub const X_PERPAGE: HeaderName = HeaderName::from_static("x-perpage");
/// How many entries there are on all pages.
pub const X_TOTALRECORDS: HeaderName = HeaderName::from_static("x-totalrecords");

/// Entries of a page when the client does not say.
pub const PERPAGE: u64 = 100;
/// The same for log entries.
pub const PERPAGE_LOG: u64 = 50;
/// The most entries of a page.
pub const PERPAGE_MAX: u64 = 1_000;
/// The same for entries of up to half a megabyte each; as many come when the client does not say.
pub const PERPAGE_LARGE: u64 = 20;

/// Which page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// The page, counted from 0; past the end it is empty.
    #[param(minimum = 0)]
    pub page: Option<u64>,
    /// Entries a page: 100 (logs 50) when absent.
    #[param(minimum = 1, maximum = 1000)]
    pub perpage: Option<u64>,
}

/// Which page of a list of large entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PagingLarge {
    /// The page, counted from 0; past the end it is empty.
    #[param(minimum = 0)]
    page: Option<u64>,
    /// Entries a page, which are large: 20 when absent.
    #[param(minimum = 1, maximum = 20)]
    perpage: Option<u64>,
}

/// A page of a known size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The page, counted from 0.
    pub page: u64,
    /// Entries a page.
    pub perpage: u64,
}

impl Paging {
    /// The page meant, where `perpage` defaults to this.
    ///
    /// # Errors
    /// `perpage` of 0 or over [`PERPAGE_MAX`]; a `page` of more than 63 bits.
    pub fn window(&self, perpage: u64) -> Result<Window, ApiError> {
        Window::checked(self.page.unwrap_or(0), self.perpage.unwrap_or(perpage), PERPAGE_MAX)
    }
}

impl PagingLarge {
    /// The page meant.
    ///
    /// # Errors
    /// `perpage` of 0 or over [`PERPAGE_LARGE`]; a `page` of more than 63 bits.
    pub fn window(&self) -> Result<Window, ApiError> {
        Window::checked(self.page.unwrap_or(0), self.perpage.unwrap_or(PERPAGE_LARGE), PERPAGE_LARGE)
    }
}

impl Window {
    /// This page, where it has so many entries at most.
    fn checked(page: u64, perpage: u64, most: u64) -> Result<Window, ApiError> {
        if !(1..=most).contains(&perpage) {
            let message = format!("perpage is a number from 1 to {most}");
            return Err(ApiError::field("perpage", FieldCode::OutOfRange, message));
        }
        // Databases and most clients count in signed 64 bits.
        if i64::try_from(page).is_err() {
            let message = format!("page is a number from 0 to {}", i64::MAX);
            return Err(ApiError::field("page", FieldCode::OutOfRange, message));
        }
        Ok(Window { page, perpage })
    }
    /// How many entries come before this page, no more than databases count.
    pub fn skip(self) -> usize {
        isize::try_from(self.page.saturating_mul(self.perpage)).unwrap_or(isize::MAX) as usize
    }
    /// How many entries it has at most.
    pub fn take(self) -> usize {
        self.perpage as usize
    }
    /// The answer of this page: its entries, and where it stands among `total`.
    pub fn answer<T: Serialize, X>(self, total: usize, entries: impl Iterator<Item = T>) -> Page<T, X> {
        let expected = total.saturating_sub(self.skip()).min(self.take());
        let mut body = Vec::with_capacity(64 + expected * ENTRY);
        body.push(b'[');
        for entry in entries {
            if body.len() > 1 {
                body.push(b',');
            }
            written(&mut body, &entry);
        }
        body.push(b']');
        Page { body, window: self, total: total as u64, entries: PhantomData }
    }
    /// The headers that say where the page stands among `total`.
    pub fn headers(self, total: u64) -> [(HeaderName, HeaderValue); 4] {
        [
            (X_PAGE, self.page),
            (X_PAGES, total.div_ceil(self.perpage).max(1)),
            (X_PERPAGE, self.perpage),
            (X_TOTALRECORDS, total),
        ]
        .map(|(name, value)| (name, HeaderValue::from(value)))
    }
    /// The answer when all entries are at hand.
    pub fn of<T: Serialize, X>(self, all: impl ExactSizeIterator<Item = T>) -> Page<T, X> {
        self.answer(all.len(), all.skip(self.skip()).take(self.take()))
    }
}

/// Writes an entry behind what is there already.
pub(super) fn written(body: &mut Vec<u8>, entry: &impl Serialize) {
    // Writing to memory does not fail, and entries have nothing that JSON lacks.
    serde_json::to_writer(body, entry).expect("entries are plain JSON");
}

/// A page of entries, as a bare JSON array with the paging headers: 200.
pub struct Page<T, X = T> {
    body: Vec<u8>,
    window: Window,
    total: u64,
    entries: PhantomData<fn(T, X)>,
}

impl<T, X> IntoResponse for Page<T, X> {
    fn into_response(self) -> Response {
        let mut response = (is("application/json"), self.body).into_response();
        let headers = response.headers_mut();
        headers.reserve(8);
        headers.extend(self.window.headers(self.total));
        response
    }
}

impl<T: 'static, X: 'static> Answer for Page<T, X> {
    fn parts(&self) -> (StatusCode, Vec<(HeaderName, HeaderValue)>, &[u8]) {
        let headers = is("application/json").into_iter().chain(self.window.headers(self.total));
        (StatusCode::OK, headers.collect(), &self.body)
    }
}
