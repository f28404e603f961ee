//! What is logged of refusals and of changes of rights.

use crate::world::{As, PASSWORD, World};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Method;
use cardea_model::role::Role;
use cardea_store::testing::{self, Kind, TestStore};
use cardea_store::{Actor, StoreError, sign_in};
use serde_json::json;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex};
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

/// The security events of all tests in this program.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let lines = Lines::default();
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_ansi(false).with_env_filter(EnvFilter::new("security=info"));
    log.with_writer(move || writer.clone()).init();
    lines
});

/// How many events there are of this name with all of these parts.
fn events(event: &str, parts: &[&str]) -> usize {
    let text = String::from_utf8(LINES.0.lock().unwrap().clone()).unwrap();
    let name = format!("event=\"{event}\"");
    text.lines().filter(|line| line.contains(&name) && parts.iter().all(|part| line.contains(part))).count()
}

cardea_store::each_database! {
    async fn the_password_that_was_drawn_for_somebody_stands_in_no_line(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let created = world.call(As::Owner, Method::PUT, "/users/v1/drawn@example.com").await.ok();
        let account = world.test.store.account_by_username("drawn@example.com").await.unwrap().unwrap().profile.account;
        assert_eq!(events("password_set", &[&format!("account={account}")]), 1);
        assert!(events("rights_changed", &["PUT /users/v1/{user}", "object=\"/users/v1/drawn@example.com\""]) > 0);
        let text = String::from_utf8(LINES.0.lock().unwrap().clone()).unwrap();
        assert!(!text.contains(created["password"].as_str().unwrap()));
    }

    async fn the_token_of_an_invitation_that_is_accepted_stands_in_no_line(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let body = json!({"username": As::Stranger.username()});
        world.with(As::Owner, Method::POST, "/invitations/v1/invite_user", body).await.ok();
        let received = world.get(As::Stranger, "/invitations/v1/received").await.ok();
        let token = received[0]["token"].as_str().unwrap();
        world.call(As::Stranger, Method::POST, &format!("/invitations/v1/received/{token}/accept")).await.ok();
        assert!(events("rights_changed", &["object=\"/invitations/v1/received/{token}/accept\""]) > 0);
        let text = String::from_utf8(LINES.0.lock().unwrap().clone()).unwrap();
        assert!(!text.contains(token));
    }

    async fn refusals_and_changes_of_rights_say_who_did_what_from_where(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let new = world.new_user().await;
        let path = format!("/users/v1/{new}");
        let facts = world.facts().await;
        let caller = |role: Role| facts.users(0).find(|user| user.role == role && user.profile.account != facts.owner).unwrap().clone();
        let send = async |who: As, method: Method, body: serde_json::Value| {
            let request = world.request(who, method, &path).await.header("content-type", "application/json");
            let peer = ConnectInfo(SocketAddr::new([198, 18, 0, 9].into(), 40_000));
            world.send(request.extension(peer).body(Body::from(body.to_string())).unwrap()).await
        };
        let of = format!("object=\"{path}\"");
        send(As::Installer, Method::PATCH, json!({"role": "installer"})).await.refused(403, "forbidden");
        assert_eq!(events("rights_changed", &[&of]), 0);
        let installer = caller(Role::Installer);
        let who = [format!("account={}", installer.profile.account), format!("user={}", installer.id)];
        let denied = events("access_denied", &[&who[0], &who[1], "peer=198.18.0.9", "operation=\"PATCH /users/v1/{user}\""]);
        assert_eq!(denied, 1);

        send(As::Admin, Method::PATCH, json!({"role": "installer"})).await.ok();
        let changed = events("rights_changed", &[&of, "peer=198.18.0.9", "operation=\"PATCH /users/v1/{user}\"", "account=", "user="]);
        assert_eq!(changed, 1);
        send(As::Admin, Method::GET, json!(null)).await.ok();
        send(As::Admin, Method::PATCH, json!({"role": "no such role"})).await.refused_field("role", "invalid");
        assert_eq!(events("rights_changed", &[&of]), 1, "neither a look nor a refusal changes any");
        assert_eq!(send(As::Admin, Method::DELETE, json!(null)).await.status, 204);
        assert_eq!(events("rights_changed", &[&of, "DELETE /users/v1/{user}"]), 1);
        world.get(As::Anonymous, &path).await.refused(401, "unauthorized");
        assert_eq!(events("access_denied", &[&who[0]]), 1);
    }

    async fn a_password_that_is_set_is_logged_with_where_it_came_from(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let account = world.facts().await.users(0).find(|user| user.profile.username == As::Nobody.username()).unwrap().profile.account;
        let request = world.request(As::Nobody, Method::PATCH, "/user/v1/update").await.header("content-type", "application/json");
        let peer = ConnectInfo(SocketAddr::new([198, 18, 0, 10].into(), 40_000));
        let body = json!({"password": "Another-Secret-2026", "current_password": PASSWORD}).to_string();
        world.send(request.extension(peer).body(Body::from(body)).unwrap()).await.ok();
        assert_eq!(events("password_set", &["peer=198.18.0.10", &format!("account={account}")]), 1);
        let logged = String::from_utf8(LINES.0.lock().unwrap().clone()).unwrap();
        assert!(!logged.contains("Another-Secret-2026"));
    }

    async fn who_hangs_up_while_their_change_waits_is_logged_all_the_same(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let link = world.filled("/links/v1/{new_link}").await;
        let nobody = world.facts().await.user(world.users[&As::Nobody]).unwrap().profile.account;
        let (of_link, of_nobody) = (format!("object=\"{link}\""), format!("account={nobody}"));
        let password = json!({"password": "Another-Secret-2026", "current_password": PASSWORD});
        for (who, method, path, body, event, whose) in [
            (As::Owner, Method::DELETE, &*link, json!(null), "rights_changed", &of_link),
            (As::Nobody, Method::PATCH, "/user/v1/update", password, "password_set", &of_nobody),
        ] {
            let request = world.request(who, method, path).await.header("content-type", "application/json");
            let request = request.body(Body::from(body.to_string())).unwrap();
            let ((begun, begins), (end, ends)) = (oneshot::channel(), oneshot::channel::<()>());
            let store = world.test.store.clone();
            let others = store.change(world.domain, Actor::Program, "others").decide(|drafts, _| {
                drafts.along(|_, _| Box::pin(async move {
                    begun.send(()).unwrap();
                    ends.await.unwrap();
                    Ok(())
                }));
                Ok(())
            });
            let hanging_up = async {
                begins.await.unwrap();
                let mut asked = Box::pin(world.begun(request));
                assert!(futures::poll!(asked.as_mut()).is_pending());
                drop(asked);
                assert_eq!(events(event, &[whose]), 0);
                end.send(()).unwrap();
            };
            let (others, ()) = futures::join!(others, hanging_up);
            others.unwrap();
            world.app.settled().await;
            assert_eq!(events(event, &[whose]), 1, "{event}");
        }
        world.call(As::Owner, Method::DELETE, &link).await.refused(404, "entity_not_found");
    }

    async fn who_hangs_up_while_they_sign_in_or_out_is_logged_all_the_same(test: TestStore) {
        LazyLock::force(&LINES);
        let world = World::new(test).await;
        let account = world.facts().await.owner;
        let whose = format!("account={account}");
        for (method, event, way) in [(Method::POST, "sign_in", "way=\"cookie\""), (Method::DELETE, "sign_out", "client=")] {
            let request = world.request(As::Owner, method, "/oauth2/cookie").await.body(Body::empty()).unwrap();
            let ((begun, begins), (end, ends)) = (oneshot::channel(), oneshot::channel::<()>());
            let others = world.test.store.write(move |tx| Box::pin(async move {
                sign_in::hold(tx, account).await?;
                begun.send(()).unwrap();
                ends.await.unwrap();
                Ok::<_, StoreError>(())
            }));
            let hanging_up = async {
                begins.await.unwrap();
                let mut asked = Box::pin(world.begun(request));
                assert!(futures::poll!(asked.as_mut()).is_pending());
                drop(asked);
                assert_eq!(events(event, &[&whose, way]), 0);
                end.send(()).unwrap();
            };
            let (others, ()) = futures::join!(others, hanging_up);
            others.unwrap();
            world.app.settled().await;
            assert_eq!(events(event, &[&whose, way]), 1, "{event}");
        }
    }
}

/// On a single thread, the task that answers runs first when something waits.
#[tokio::test]
async fn a_server_that_stops_waits_for_what_it_took_on_and_has_not_begun_to_answer() {
    LazyLock::force(&LINES);
    testing::on(Kind::Sqlite, async |test: TestStore| {
        let world = World::new(test).await;
        let link = world.filled("/links/v1/{new_link}").await;
        let request = world.request(As::Owner, Method::DELETE, &link).await.body(Body::empty()).unwrap();
        let mut asked = Box::pin(world.begun(request));
        assert!(futures::poll!(asked.as_mut()).is_pending());
        drop(asked);
        world.app.settled().await;
        assert_eq!(events("rights_changed", &[&format!("object=\"{link}\"")]), 1);
    })
    .await;
}
