//! /user/v1/sessions.

use crate::world::{As, PASSWORD, SideBySide, World};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

const SESSIONS: &str = "/user/v1/sessions";

/// Signs the owner in by a browser that says that it is this one; answers the access token.
async fn signed_in(world: &World, user_agent: &str) -> String {
    signed_in_as(world, As::Owner.username(), PASSWORD, user_agent).await
}

async fn signed_in_as(world: &World, username: &str, password: &str, user_agent: &str) -> String {
    let fields =
        [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", username), ("password", password)];
    let request = Request::post("/oauth2/token")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("user-agent", user_agent);
    let form = serde_urlencoded::to_string(fields).unwrap();
    let answer = world.send(request.body(Body::from(form)).unwrap()).await.ok();
    answer["access_token"].as_str().unwrap().to_owned()
}

/// The access token of a new tab of the browser that has this cookie.
async fn tab(world: &World, cookie: &str) -> String {
    const BACK: &str = "http://localhost:8080/oauth";
    // Verifier and challenge of RFC 7636, appendix B.
    let asked = serde_urlencoded::to_string([
        ("response_type", "code"),
        ("client_id", "cardea-web"),
        ("redirect_uri", BACK),
        ("prompt", "none"),
        ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ("code_challenge_method", "S256"),
    ]);
    let request = Request::get(format!("/oauth2/authorize?{}", asked.unwrap())).header("host", "localhost:8080");
    let back = world.send(request.header("cookie", cookie).body(Body::empty()).unwrap()).await;
    let (_, answered) = back.header("location").split_once("code=").expect("a code");
    let form = serde_urlencoded::to_string([
        ("grant_type", "authorization_code"),
        ("client_id", "cardea-web"),
        ("redirect_uri", BACK),
        ("code", answered.split('&').next().unwrap()),
        ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    ]);
    let tokens = world.form(As::Anonymous, Method::POST, "/oauth2/token", &form.unwrap()).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn listed(world: &World) -> Vec<Value> {
    world.get(As::Owner, SESSIONS).await.ok().as_array().unwrap().clone()
}

cardea_store::each_database! {
    async fn people_see_where_they_are_signed_in_and_sign_out_there(world: World) {
        world.token(As::Owner).await;
        world.test.clock.advance(60);
        let elsewhere = signed_in(&world, "Mozilla/5.0 (Windows NT 10.0) Firefox/145.0").await;
        let all = listed(&world).await;
        let [own, other] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&own["current"], &other["current"]), (&json!(true), &json!(false)));
        assert_eq!((&own["browser"], &own["client_id"]), (&Value::Null, &json!("cardea-android")));
        assert_eq!((&other["browser"], &other["system"]), (&json!("Firefox"), &json!("Windows")));
        assert_eq!(other["created_at"], "2026-03-02T12:01:00+00:00");
        let by_other = world.by(&elsewhere, None, Method::GET, SESSIONS, None).await.ok();
        assert_eq!((&by_other[0]["id"], &by_other[0]["current"]), (&other["id"], &json!(true)));

        let path = format!("{SESSIONS}/{}", other["id"].as_str().unwrap());
        world.call(As::Guest, Method::DELETE, &path).await.refused(404, "entity_not_found");
        world.by(&elsewhere, None, Method::GET, SESSIONS, None).await.ok();
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        world.by(&elsewhere, None, Method::GET, SESSIONS, None).await.refused(401, "unauthorized");
        world.call(As::Owner, Method::DELETE, &path).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::DELETE, &format!("{SESSIONS}/session-x")).await.refused(422, "validation_failed");
        assert_eq!(listed(&world).await.len(), 1);
    }

    async fn when_a_sign_in_was_used_is_told_to_within_five_minutes(world: World) {
        let elsewhere = signed_in(&world, "curl/8.0").await;
        world.by(&elsewhere, None, Method::GET, "/user/v1", None).await.ok();
        world.test.clock.advance(299);
        world.by(&elsewhere, None, Method::GET, "/user/v1", None).await.ok();
        let used = async || listed(&world).await[1]["last_used_at"].clone();
        assert_eq!(used().await, "2026-03-02T12:00:00+00:00");
        world.test.clock.advance(1);
        world.by(&elsewhere, None, Method::GET, "/user/v1", None).await.ok();
        assert_eq!(used().await, "2026-03-02T12:05:00+00:00");
    }

    async fn somebody_signs_out_everywhere_else(world: World) {
        let others = [signed_in(&world, "curl/8.0").await, signed_in(&world, "curl/8.0").await];
        world.get(As::Guest, SESSIONS).await.ok();
        assert_eq!(world.call(As::Owner, Method::DELETE, SESSIONS).await.status, 204);
        for other in others {
            world.by(&other, None, Method::GET, SESSIONS, None).await.refused(401, "unauthorized");
        }
        assert_eq!(listed(&world).await.len(), 1);
        world.get(As::Guest, SESSIONS).await.ok();
    }

    /// A sign-in that is being ended ends no other: of two that end each other at once, one goes on.
    async fn of_two_sign_ins_that_end_one_another_at_once_one_goes_on(world: SideBySide) {
        for round in 0..8 {
            let both = [signed_in(&world, "curl/8.0").await, signed_in(&world, "curl/8.0").await];
            let mut paths = [SESSIONS.to_owned(), SESSIONS.to_owned()];
            if round % 2 == 1 {
                for (token, others) in both.iter().zip(paths.iter_mut().rev()) {
                    let listed = world.by(token, None, Method::GET, SESSIONS, None).await.ok();
                    *others = format!("{SESSIONS}/{}", listed[0]["id"].as_str().unwrap());
                }
            }
            let end = |at: usize| world.by(&both[at], None, Method::DELETE, &paths[at], None);
            let (one, other) = futures::join!(end(0), end(1));
            let told = [&one, &other].map(|answer| answer.status.as_u16());
            assert!(matches!(told, [204, 401] | [401, 204]), "round {round}: {told:?}");
            for (token, status) in both.iter().zip(told) {
                let asked = world.by(token, None, Method::GET, SESSIONS, None).await;
                assert_eq!(asked.status.as_u16(), if status == 204 { 200 } else { 401 }, "round {round}");
            }
        }
    }

    /// An act on a person locks the account of the actor and that of the person. A browser may have a session of somebody else than the
    /// person who signs out in it.
    async fn who_signs_out_in_the_browser_of_an_administrator_who_acts_on_them_does_not_wait_for_them(world: SideBySide) {
        for round in 0..16 {
            let name = format!("carl{round}@example.com");
            let carl = world.call(As::Owner, Method::PUT, &format!("/users/v1/{name}")).await.ok();
            let [password, id] = ["password", "id"].map(|field| carl[field].as_str().unwrap().to_owned());
            let theirs = signed_in_as(&world, &name, &password, "curl/8.0").await;
            let phone = signed_in(&world, "curl/8.0").await;
            let begun = world.by(&phone, None, Method::POST, "/oauth2/cookie", None).await;
            let browser = begun.header("set-cookie").split(';').next().unwrap().to_owned();
            let administrators = tab(&world, &browser).await;

            let path = format!("/users/v1/{id}");
            let (method, body) = match round % 2 {
                0 => (Method::DELETE, None),
                _ => (Method::PATCH, Some(json!({"role": "administrator", "password": "Another-Password-2026"}))),
            };
            let act = world.by(&administrators, None, method, &path, body.map(|body: Value| body.to_string()));
            let request = Request::delete("/oauth2/cookie").header("cookie", browser);
            let request = request.header("authorization", format!("Bearer {theirs}"));
            let leave = world.send(request.body(Body::empty()).unwrap());
            let (act, leave) = futures::join!(act, leave);
            // The request that comes second may find that the other has signed its person out.
            assert!(act.status.is_success() || act.status == 401, "round {round}: {} {}", act.status, act.text);
            assert!(matches!(leave.status.as_u16(), 204 | 401), "round {round}: {} {}", leave.status, leave.text);
            world.by(&theirs, None, Method::GET, "/user/v1", None).await.refused(401, "unauthorized");
            if leave.status == 204 {
                world.by(&administrators, None, Method::GET, "/user/v1", None).await.refused(401, "unauthorized");
            }
        }
    }
}
