//! Cells of files for spreadsheets.

use axum::response::IntoResponse;
use cardea_api::wire::csv::Csv;
use futures::stream;
use std::convert::Infallible;

async fn text(rows: Vec<[&str; 2]>) -> String {
    let rows = rows.into_iter().map(|row| row.map(str::to_owned)).collect();
    let csv = Csv::of("a.csv", ["one", "two"], stream::iter([Ok::<_, Infallible>(rows)]));
    let body = axum::body::to_bytes(csv.into_response().into_body(), 10_000).await.unwrap();
    String::from_utf8(body.to_vec()).unwrap()
}

#[tokio::test]
async fn cells_are_quoted_where_they_must_be() {
    let rows = vec![["Door, left", "the \"old\" one"], ["a\nb", ""]];
    let expected = "one,two\r\n\"Door, left\",\"the \"\"old\"\" one\"\r\n\"a\nb\",\r\n";
    assert_eq!(text(rows).await, expected);
}

#[tokio::test]
async fn no_cell_is_a_formula() {
    for first in ["=", "+", "-", "@", "\t", "\r", "\n"] {
        let cell = format!("{first}1");
        let text = text(vec![[&cell, "1-1=@+"]]).await;
        assert!(text.contains(&format!("'{cell}")) && text.contains(",1-1=@+"), "{text:?}");
    }
    let parts = text(vec![["Door;=1+1;y", "a; -2"]]).await;
    assert!(parts.ends_with("Door;'=1+1;y,a;' -2\r\n"), "{parts:?}");
}
