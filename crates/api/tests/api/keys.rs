//! Keys are made of what holds when they are written down, however long ago the request was let in.

use crate::world::{As, FREE, FRONT, FRONT_ID, World, calendar};
use axum::body::{Body, to_bytes};
use axum::http::Method;
use cardea_model::calendar::Calendar;
use cardea_model::ids::{LinkId, LinkKind, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{Edit, Link, Row, RowKey, Target, User, Who};
use cardea_store::Actor;
use cardea_store::issued_keys::IssuedKey;
use cardea_store::issued_keys::living;
use cardea_store::testing::START;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

/// What ends or lessens an access.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Loss {
    Link,
    Person,
    Role,
    Calendar,
}

/// The number of the last key of this person.
fn last(known: &[IssuedKey], person: UserId) -> Option<[u8; 16]> {
    known.iter().find(|key| key.user == person).map(|key| key.id)
}

cardea_store::each_database! {
    /// The transaction that takes the access away sees which keys were written down before it: afterwards none comes but of what is left.
    async fn of_two_hundred_losses_none_is_outrun_by_a_key(test: TestStore) {
        const ROUNDS: usize = 200;
        let world = Arc::new(World::new(test).await);
        let id = world.users[&As::Nobody];
        let person = world.facts().await.user(id).unwrap().clone();
        let administrator = Arc::new(User { role: Role::Administrator, ..(*person).clone() });
        let link = Link {
            id: LinkId::new(LinkKind::LockUser, 0x71),
            who: Who::User(id),
            target: Target::Lock(FRONT_ID),
            calendar: Some(FREE),
            profile: LinkProfile::Administrator,
            created: START,
        };
        let soon = START.plus_seconds(3_600);
        let mut before = 0;
        for round in 0..ROUNDS {
            let whole = [Row::User(Arc::clone(&administrator)), Row::Calendar(Arc::new(calendar(FREE))), Row::Link(link.clone())];
            world.put(whole.to_vec()).await;
            let loss = [Loss::Link, Loss::Person, Loss::Role, Loss::Calendar][round % 4];
            let edits = match loss {
                Loss::Link => vec![Edit::Remove(RowKey::Link(link.id))],
                Loss::Person => vec![Edit::Remove(RowKey::Link(link.id)), Edit::Remove(RowKey::User(id))],
                Loss::Role => vec![Edit::Put(Row::User(Arc::clone(&person)))],
                Loss::Calendar => vec![Edit::Put(Row::Calendar(Arc::new(Calendar { end_time: Some(soon), ..calendar(FREE) })))],
            };
            let by_then = Arc::new(Mutex::new(None));
            let (keep, losing) = (Arc::clone(&by_then), Arc::clone(&world));
            let taken_away = async move {
                let store = &losing.test.store;
                store.change(losing.domain, Actor::Program, "test").decide(move |drafts, _| {
                    drafts.along(move |tx, now| Box::pin(async move {
                        *keep.lock().unwrap() = last(&living(tx, FRONT_ID, now, 100).await?, id);
                        Ok(())
                    }));
                    drafts.act(|_| Ok((edits, ())))
                }).await.unwrap();
            };
            let request = world.request(As::Nobody, Method::GET, &format!("/devices/v1/{FRONT}/login_token")).await;
            let asked = world.router.clone().oneshot(request.body(Body::empty()).unwrap());
            // Who begins takes turns, and so does the head start.
            let head_start = async || for _ in 0..round % 16 { tokio::task::yield_now().await };
            let (taken_away, asked) = if round / 4 % 2 == 0 {
                let asked = tokio::spawn(asked);
                head_start().await;
                // Now and then the key is issued before anything is lost, however busy the machine is.
                while round % 16 == 10 && !asked.is_finished() {
                    tokio::task::yield_now().await;
                }
                (tokio::spawn(taken_away), asked)
            } else {
                let taken_away = tokio::spawn(taken_away);
                head_start().await;
                (taken_away, tokio::spawn(asked))
            };
            let answer = asked.await.unwrap().unwrap();
            taken_away.await.unwrap();
            let status = answer.status().as_u16();
            let key: Value = serde_json::from_slice(&to_bytes(answer.into_body(), usize::MAX).await.unwrap()).unwrap();
            let store = &world.test.store;
            let recorded = last(&living(store.read(), FRONT_ID, store.now(), 100).await.unwrap(), id);
            if recorded == *by_then.lock().unwrap() {
                before += usize::from(status == 200);
                let refused = [(Loss::Link, 404), (Loss::Person, 403)].contains(&(loss, status));
                assert!(status == 200 || refused, "round {round}, {loss:?}: {status} {key}");
                continue;
            }
            // It was issued after the loss, so it is made of what is left.
            let metadata = &key["metadata"];
            let names = || metadata["permissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
            match loss {
                Loss::Role => assert!(names().all(|name| ["operate", "read"].contains(&name)), "round {round}: {key}"),
                Loss::Calendar => assert_eq!(metadata["valid_to"], "2026-03-02T13:00:00+00:00", "round {round}"),
                Loss::Link | Loss::Person => panic!("round {round}: after {loss:?} was gone a key was issued: {key}"),
            }
        }
        assert!(before > 0, "some keys came before the loss");
    }
}
