//! A domain that asks its people to sign in at a provider: whom it keeps out, of what, and who decides it.

use crate::feed::Listener;
use crate::permissions::{all_cases, documented, operations};
use crate::world::{Answer, As, FRONT, STRANGERS, World, sign_in_settings};
use axum::body::Body;
use axum::http::{Method, Request};
use cardea_api::permissions::{Access, OF_ACCOUNT, permission};
use cardea_identity::{Provider, Settings};
use cardea_model::required::{RequiredOf, RequiredSignIn};
use cardea_model::rows::{Edit, Row, RowKey};
use cardea_outbound::openid::{OpenIdProvider, ProviderSettings};
use cardea_store::testing::{self, Kind, TestStore};
use cardea_store::{Actor, StoreError};
use futures::future::join;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower::ServiceExt;

const PATH: &str = "/domain/v1/settings";
const ISSUER: &str = "https://login.company.example";
const CODE: &str = "provider_sign_in_required";

/// A server with a provider that nobody is sent to here.
fn settings() -> Settings {
    let client = ProviderSettings {
        issuer: ISSUER.into(),
        client_id: "cardea".into(),
        client_secret: None,
        scopes: Vec::new(),
        private_network: false,
    };
    let client = OpenIdProvider::new(client, Arc::new(|| 0)).expect("an address");
    let (trusts_addresses, sign_up) = (false, false);
    let provider = Provider { id: "company".into(), name: "Company".into(), trusts_addresses, sign_up, client };
    Settings { providers: vec![provider], ..sign_in_settings() }
}

async fn world(test: TestStore) -> World {
    World::set(test, settings()).await
}

/// A token of this person, of whom the provider of this address said who they are.
async fn token_by(world: &World, who: As, issuer: &'static str) -> String {
    world.forget_tokens();
    let token = world.token(who).await;
    world.forget_tokens();
    let facts = world.facts().await;
    let account = facts.user(world.users[&who]).unwrap().profile.account.0 as i64;
    let written = world.test.store.write(move |tx| {
        Box::pin(async move {
            let sql = "UPDATE token_families SET issuer = $1 WHERE account = $2";
            let values = [issuer.into(), account.into()];
            tx.execute_raw(Statement::from_sql_and_values(tx.get_database_backend(), sql, values)).await?;
            Ok::<_, StoreError>(())
        })
    });
    written.await.unwrap();
    token
}

/// The domain asks for the provider of this address, whoever may ask for that.
async fn require(world: &World, issuer: &str, of: RequiredOf) {
    let required = RequiredSignIn { issuer: issuer.into(), provider: "company".into(), of };
    world.put(vec![Row::RequiredSignIn(Arc::new(required))]).await;
}

async fn decide(world: &World, who: As, body: Value) -> Answer {
    world.with(who, Method::PATCH, PATH, body).await
}

/// The same by this token, as the administrator.
async fn decide_by(world: &World, token: &str, body: Value) -> Answer {
    world.by(token, world.assumed(As::Admin), Method::PATCH, PATH, Some(body.to_string())).await
}

#[track_caller]
fn is_kept_out(answer: &Answer) {
    answer.refused(403, CODE);
    assert_eq!(answer.json()["provider"], json!({"id": "company", "name": "Company"}), "{}", answer.text);
}

#[track_caller]
fn is_let_in(answer: &Answer) {
    assert_ne!(answer.json()["error"], CODE, "{}", answer.text);
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Code that looks up who an account is in a domain has to ask whether the domain lets them in. These are all places that look it up. The
/// first two ask; the others let nobody in by it, but name somebody, or tell what belongs to the account.
#[test]
fn nobody_but_the_caller_finds_who_an_account_is_in_a_domain() {
    let all = sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    let finding = all.into_iter().filter(|path| {
        let code = std::fs::read_to_string(path).unwrap();
        ["user_of_account(", ".identities(", "domain_of_user(", "store().facts("].iter().any(|way| code.contains(way))
    });
    let src = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let finding: BTreeSet<String> =
        finding.map(|path| path.strip_prefix(src).unwrap().to_str().unwrap().to_owned()).collect();
    let known = [
        "caller.rs",
        "writing.rs",
        "feed/difference.rs",
        "feed/mod.rs",
        "routes/ekey/named.rs",
        "routes/firmware.rs",
        "routes/invitations/accepting.rs",
        "routes/invitations/mod.rs",
        "routes/keys.rs",
        "routes/leaving.rs",
        "routes/user.rs",
        "wire/entries/audit.rs",
        "wire/entries/identity.rs",
    ];
    assert_eq!(finding, known.map(str::to_owned).into());
}

cardea_store::each_database! {
    async fn update_domain_settings_requires_a_provider_of_whom_it_says_or_changes_nothing(test: TestStore) {
        let world = world(test).await;
        let told = async || {
            let settings = world.get(As::Owner, PATH).await.ok();
            (settings["required_provider"].clone(), settings["required_of"].clone())
        };
        assert_eq!(told().await, (json!(null), json!(null)));
        let unknown = json!({"required_provider": "other", "letters_access_given": true});
        decide(&world, As::Owner, unknown).await.refused_field("required_provider", "unknown");
        decide(&world, As::Owner, json!({"required_of": "everyone"})).await.refused_field("required_of", "invalid");
        decide(&world, As::Owner, json!({"required_of": "nobody"})).await.refused(422, "validation_failed");
        assert_eq!(world.get(As::Owner, PATH).await.ok()["letters_access_given"], false);

        let before = world.facts().await.revision;
        let settings = decide(&world, As::Owner, json!({"required_provider": "company"})).await.ok();
        assert_eq!((&settings["required_provider"], &settings["required_of"]), (&json!("company"), &json!("everyone")));
        assert_eq!(world.facts().await.revision.number, before.number + 1, "every replica and every cache knows by it");
        decide(&world, As::Owner, json!({"required_of": "administrators"})).await.ok();
        assert_eq!(told().await, (json!("company"), json!("administrators")));
        decide(&world, As::Owner, json!({"letters_access_given": true})).await.ok();
        assert_eq!(told().await, (json!("company"), json!("administrators")), "what is absent stays");
        assert_eq!(world.get(As::Stranger, PATH).await.ok()["required_provider"], json!(null), "another domain decides for itself");

        decide(&world, As::Owner, json!({"required_provider": null})).await.ok();
        assert_eq!(told().await, (json!(null), json!(null)));
        let audit = world.get(As::Owner, "/domain/v1/audit?act=update_domain_settings&kind=required_sign_in").await.ok();
        let things: Vec<&Value> = audit.as_array().unwrap().iter().map(|entry| &entry["things"][0]).collect();
        let changes: Vec<&Value> = things.iter().map(|thing| &thing["change"]).collect();
        assert_eq!(changes, ["removed", "changed", "created"]);
        assert_eq!(things[1]["fields"], json!([{"field": "required_of", "before": "everyone", "after": "administrators", "more": 0}]));
        assert_eq!(audit[2]["actor"]["user_id"], world.users[&As::Owner].to_string());
    }

    async fn whoever_requires_a_provider_owns_the_domain_or_is_signed_in_by_it(test: TestStore) {
        let world = world(test).await;
        let required = || json!({"required_provider": "company", "required_of": "administrators"});
        let by_another = token_by(&world, As::Admin, "https://login.other.example").await;
        for refused in [decide(&world, As::Admin, required()).await, decide_by(&world, &by_another, required()).await] {
            refused.refused(409, "conflict");
            assert_eq!(refused.json()["errors"]["required_provider"][0]["error_code"], "not_signed_in_by_it");
        }
        assert_eq!(world.facts().await.required_sign_in(), None);
        let by_it = token_by(&world, As::Admin, ISSUER).await;
        decide_by(&world, &by_it, required()).await.ok();
        is_kept_out(&decide(&world, As::Admin, json!({"required_provider": null})).await);
        decide_by(&world, &by_it, json!({"required_of": "everyone"})).await.ok();
        decide_by(&world, &by_it, json!({"required_provider": null})).await.ok();
        world.get(As::Admin, PATH).await.ok();
    }

    async fn whoever_signed_in_otherwise_is_kept_out_of_all_that_is_of_the_domain(test: TestStore) {
        let world = world(test).await;
        require(&world, ISSUER, RequiredOf::Everyone).await;
        let operations = operations();
        let (mut kept_out, mut let_in) = (0, 0);
        for case in all_cases() {
            let (method, _, _) = operations.iter().find(|(_, _, id)| id == case.operation).expect(case.operation);
            let row = permission(case.operation).expect("a row");
            for who in [As::Admin, As::Installer, As::Guest] {
                let path = world.filled(&documented(&case.path)).await;
                let body = world.filled(&case.body.to_string()).await;
                let before = world.facts().await.revision;
                let answer = match case.body.is_null() {
                    true => world.call(who, method.clone(), &path).await,
                    false => world.with(who, method.clone(), &path, serde_json::from_str(&body).unwrap()).await,
                };
                if matches!(row.access, Access::Roles { .. }) && !OF_ACCOUNT.contains(&case.operation) {
                    is_kept_out(&answer);
                    assert_eq!(world.facts().await.revision, before, "{}", case.operation);
                    kept_out += 1;
                } else if !answer.text.starts_with('<') {
                    is_let_in(&answer);
                    let_in += 1;
                }
                if ["end_token", "delete_cookie"].contains(&case.operation) {
                    world.forget_tokens();
                }
            }
        }
        assert!(kept_out > 300 && let_in > 100, "{kept_out} {let_in}");
    }

    async fn who_may_change_nothing_is_asked_only_where_everybody_is_and_the_owner_never(test: TestStore) {
        let world = world(test).await;
        let locks = "/locks/v1";
        let admin = token_by(&world, As::Admin, ISSUER).await;
        for of in RequiredOf::ALL {
            require(&world, ISSUER, of).await;
            for who in [As::Admin, As::Installer] {
                is_kept_out(&world.get(who, locks).await);
            }
            let guest = world.get(As::Guest, locks).await;
            if of == RequiredOf::Everyone { is_kept_out(&guest) } else { drop(guest.ok()) }
            world.get(As::Owner, locks).await.ok();
            world.by(&admin, world.assumed(As::Admin), Method::GET, locks, None).await.ok();
            world.get(As::Stranger, locks).await.ok();
        }
    }

    async fn a_provider_that_is_no_more_still_keeps_out_all_but_the_owner(world: World) {
        // This server knows no provider at all.
        require(&world, ISSUER, RequiredOf::Everyone).await;
        let refused = world.get(As::Admin, "/locks/v1").await;
        refused.refused(403, CODE);
        assert_eq!(refused.json()["provider"], json!({"id": "company", "name": "company"}), "as it was called");
        assert_eq!(world.get(As::Owner, PATH).await.ok()["required_provider"], "company");
        decide(&world, As::Owner, json!({"required_provider": "company", "required_of": "administrators"})).await.ok();
        decide(&world, As::Owner, json!({"required_provider": null})).await.ok();
        world.get(As::Admin, "/locks/v1").await.ok();
        decide(&world, As::Owner, json!({"required_provider": "company"})).await.refused_field("required_provider", "unknown");
    }

    async fn what_is_the_accounts_own_goes_on(test: TestStore) {
        let world = world(test).await;
        require(&world, ISSUER, RequiredOf::Everyone).await;
        let asked = async |token: &str| {
            let identities = world.by(token, None, Method::GET, "/user/v1/identities", None).await.ok();
            let asked: Vec<Value> = identities.as_array().unwrap().iter().map(|one| one["required_provider"].clone()).collect();
            asked
        };
        let by_it = token_by(&world, As::Guest, ISSUER).await;
        assert_eq!(asked(&by_it).await, [json!(null), json!(null)]);
        let token = world.token(As::Guest).await;
        assert_eq!(asked(&token).await, [json!(null), json!({"id": "company", "name": "Company"})], "their own domain and this one");
        assert_eq!(asked(&world.token(As::Owner).await).await, [json!(null)]);
        world.get(As::Guest, "/user/v1").await.ok();
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"phone": "1"})).await.ok();
        // What is exported of a domain that keeps them out is that they are in it.
        let domains = world.get(As::Guest, "/user/v1/export").await.ok()["domains"].clone();
        let links: Vec<usize> = domains.as_array().unwrap().iter().map(|one| one["links"].as_array().unwrap().len()).collect();
        assert_eq!(links, [0, 0], "{domains}");
        let domains = world.by(&by_it, None, Method::GET, "/user/v1/export", None).await.ok()["domains"].clone();
        assert!(!domains[1]["links"].as_array().unwrap().is_empty(), "{domains}");
        // Invitations lead in as ever, and then the domain asks.
        let invited = world.with(As::Owner, Method::POST, "/invitations/v1/invite_by_token", json!({})).await.ok();
        let accept = format!("/user/v1/invitations/{}/accept", invited["token"].as_str().unwrap());
        world.call(As::Stranger, Method::POST, &accept).await.ok();
        let stranger = world.token(As::Stranger).await;
        assert_eq!(asked(&stranger).await, [json!(null), json!({"id": "company", "name": "Company"})]);
    }

    async fn no_key_is_had_of_a_domain_that_keeps_somebody_out(test: TestStore) {
        let world = world(test).await;
        let (all, front) = ("/devices/v1/login_tokens", format!("/devices/v1/{FRONT}/login_token"));
        let by_it = token_by(&world, As::Guest, ISSUER).await;
        let token = world.token(As::Guest).await;
        let count = async |token: &str| world.by(token, None, Method::GET, all, None).await.ok().as_array().unwrap().len();
        let before = count(&token).await;
        assert!(before > 0);
        world.by(&token, None, Method::GET, &front, None).await.ok();
        require(&world, ISSUER, RequiredOf::Everyone).await;
        assert_eq!((count(&token).await, count(&by_it).await), (0, before), "of all doors they have those of other domains");
        is_kept_out(&world.by(&token, None, Method::GET, &front, None).await);
        world.by(&by_it, None, Method::GET, &front, None).await.ok();
        world.by(&by_it, None, Method::GET, &format!("/devices/v1/{STRANGERS}/login_token"), None).await.refused(404, "entity_not_found");
    }

    async fn an_open_stream_ends_when_its_listener_is_kept_out(test: TestStore) {
        let world = world(test).await;
        let mut guest = Listener::new(&world, As::Guest, "").await;
        let mut admin = Listener::new(&world, As::Admin, "").await;
        let mut owner = Listener::new(&world, As::Owner, "").await;
        decide(&world, As::Owner, json!({"required_provider": "company", "required_of": "administrators"})).await.ok();
        admin.reset().await;
        is_kept_out(&world.get(As::Admin, "/domain/v1/changes").await);
        decide(&world, As::Owner, json!({"required_of": "everyone"})).await.ok();
        guest.reset().await;
        let name = json!({"name": "Cleaning"});
        world.with(As::Owner, Method::PATCH, "/groups/v1/group-000000000032", name).await.ok();
        assert_eq!(owner.change().await["entries"]["groups"][0]["name"], "Cleaning", "the owner listens on");
    }

    /// Two hundred times a domain begins to keep an administrator out while they write: what was committed was committed before.
    async fn of_two_hundred_decisions_none_is_outrun_by_a_write(test: TestStore) {
        const ROUNDS: usize = 200;
        let world = Arc::new(world(test).await);
        let start = world.facts().await.revision;
        let mut written = 0;
        for round in 0..ROUNDS {
            let request = async |who, path: &str, body: Value| {
                let request = world.request(who, Method::PATCH, path).await.header("content-type", "application/json");
                request.body(Body::from(body.to_string())).unwrap()
            };
            let decision = request(As::Owner, PATH, json!({"required_provider": "company"})).await;
            let write = request(As::Admin, "/groups/v1/group-000000000032", json!({"name": format!("Round {round}")})).await;
            let (decision, write) = join(world.begun(decision), world.begun(write)).await;
            assert_eq!(decision.status(), 200);
            match write.status().as_u16() {
                200 => written += 1,
                status => assert_eq!(status, 403),
            }
            let removed = vec![Edit::Remove(RowKey::RequiredSignIn)];
            let undone = world.test.store.change(world.domain, Actor::Program, "test");
            undone.decide(move |drafts, _| drafts.act(|_| Ok((removed, ())))).await.unwrap();
        }
        let changes = world.test.store.changes_since(world.domain, start, 1_000_000).await.unwrap();
        let cardea_store::Changes::List(changes) = changes else { panic!("all changes") };
        let (mut required, mut committed) = (false, 0);
        for change in changes {
            match change.key {
                RowKey::RequiredSignIn => required = !required,
                _ => {
                    assert!(!required, "revision {} was committed after the decision", change.revision);
                    committed += 1;
                }
            }
        }
        assert_eq!(committed, written);
    }
}

#[tokio::test]
async fn a_required_provider_is_asked_for_at_another_replica_at_once() {
    testing::on(Kind::Postgres, async |test| {
        let world = world(test).await;
        let replica = world.replica(settings()).await;
        let ask = async |who: As| {
            let request = world.request(who, Method::GET, "/locks/v1").await;
            replica.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status().as_u16()
        };
        for _ in 0..5 {
            assert_eq!((ask(As::Admin).await, ask(As::Owner).await), (200, 200));
            decide(&world, As::Owner, json!({"required_provider": "company"})).await.ok();
            assert_eq!((ask(As::Admin).await, ask(As::Owner).await), (403, 200));
            decide(&world, As::Owner, json!({"required_provider": null})).await.ok();
        }
        let nobody = Request::get("/locks/v1").body(Body::empty()).unwrap();
        assert_eq!(replica.clone().oneshot(nobody).await.unwrap().status(), 401);
    })
    .await;
}
