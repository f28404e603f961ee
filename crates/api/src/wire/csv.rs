//! CSV, row by row as it is taken: RFC 4180, with cells that no spreadsheet takes for a formula.

use super::keep;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use csv::{Terminator, Writer, WriterBuilder};
use futures::{Stream, StreamExt, future, stream};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use utoipa::IntoResponses;
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{ContentBuilder, RefOr, ResponseBuilder, response};

/// Rows with a head, as a file to be kept: 200.
pub struct Csv {
    name: String,
    body: Body,
}

impl Csv {
    /// The answer of these rows, under this name.
    pub fn of<const N: usize, E: Into<Box<dyn Error + Send + Sync>> + 'static>(
        name: &str,
        head: [&str; N],
        pieces: impl Stream<Item = Result<Vec<[String; N]>, E>> + Send + 'static,
    ) -> Self {
        let head = future::ready(Ok::<_, Box<dyn Error + Send + Sync>>(written([head.map(Cow::Borrowed)])));
        let rows = pieces.map(|piece| {
            let piece = piece.map_err(|error| {
                let error: Box<dyn Error + Send + Sync> = error.into();
                tracing::warn!(%error, "a download broke off");
                error
            })?;
            Ok(written(piece.iter().map(|row| row.each_ref().map(|cell| harmless(cell)))))
        });
        Csv { name: name.to_owned(), body: Body::from_stream(stream::once(head).chain(rows)) }
    }
}

/// These rows as they travel.
fn written<'a, const N: usize>(rows: impl IntoIterator<Item = [Cow<'a, str>; N]>) -> Bytes {
    let mut writer: Writer<Vec<u8>> = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        // Writing to memory does not fail, and all rows are of one length.
        writer.write_record(row.each_ref().map(|cell| cell.as_bytes())).expect("rows of one length");
    }
    Bytes::from(writer.into_inner().expect("memory takes everything"))
}

/// A cell that a spreadsheet would take for a formula begins with an apostrophe, and so does what would be a cell of its own where a
/// spreadsheet reads semicolons or tabs as separators.
fn harmless(cell: &str) -> Cow<'_, str> {
    let begins = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let separates = |c: char| matches!(c, ';' | '\t');
    if !begins(cell) && !cell.match_indices(separates).any(|(at, _)| begins(cell[at + 1..].trim_start_matches(' '))) {
        return Cow::Borrowed(cell);
    }
    let parts = cell.split_inclusive(separates);
    Cow::Owned(
        parts
            .map(|part| if begins(part.trim_start_matches(' ')) { format!("'{part}") } else { part.to_owned() })
            .collect(),
    )
}

impl IntoResponse for Csv {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.name)),
        ];
        (headers, self.body).into_response()
    }
}

impl IntoResponses for Csv {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        let text = ContentBuilder::new().schema(Some(Object::with_type(Type::String))).build();
        let response = ResponseBuilder::new().description("The rows, under a head.").content("text/csv", text);
        let response = response.header("Content-Disposition", keep::text("Under which name it is to be kept."));
        BTreeMap::from([("200".to_owned(), RefOr::T(response.build()))])
    }
}
