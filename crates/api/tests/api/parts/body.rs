//! Parameters of paths.

use axum::Router;
use axum::http::Request;
use axum::http::StatusCode;
use axum::routing::get;
use cardea_api::wire::body::Path;
use serde_json::Value;
use tower::ServiceExt;

#[tokio::test]
async fn a_path_may_name_a_person_by_any_text() {
    let named = |Path((domain, name)): Path<(String, String)>| async move { format!("{domain} {name}") };
    let router = Router::new().route("/{domain}/people/{name}", get(named));
    let long = format!("{}@example.com", "a".repeat(243));
    for (path, expected) in [
        ("/d/people/anna%40example.com".to_owned(), "d anna@example.com".to_owned()),
        ("/d/people/%C3%86%2F%20b".to_owned(), "d Æ/ b".to_owned()),
        (format!("/d/people/{long}"), format!("d {long}")),
    ] {
        let request = Request::get(path).body(axum::body::Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        assert_eq!(axum::body::to_bytes(answer.into_body(), 1_000).await.unwrap(), expected);
    }
    for (path, name) in [("/d/people/%FF", "name"), ("/%FF/people/anna", "domain")] {
        let request = Request::get(path).body(axum::body::Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let body = axum::body::to_bytes(answer.into_body(), 1_000).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["errors"][name][0]["error_code"], "invalid", "{path}: {body}");
    }
}
