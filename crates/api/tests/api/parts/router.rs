//! A handler that breaks.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::http::StatusCode;
use axum::routing::get;
use cardea_api::testing::broken;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;

#[tokio::test]
async fn a_handler_that_breaks_is_answered_for() {
    async fn faulty() -> &'static str {
        panic!("a fault")
    }
    let router = Router::new().route("/", get(faulty)).layer(CatchPanicLayer::custom(broken));
    let answer = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let body = axum::body::to_bytes(answer.into_body(), 1 << 16).await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["error"], "server_error");
}
