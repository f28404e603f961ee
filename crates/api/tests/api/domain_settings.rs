//! What administrators decide about their domain, beside the letters that the module `access_letters` is about.

use crate::held::held;
use crate::world::{As, SideBySide, World};
use axum::http::Method;
use cardea_model::required::{RequiredOf, RequiredSignIn};
use cardea_model::rows::Row;
use futures::future::join;
use serde_json::{Value, json};
use std::sync::Arc;

const PATH: &str = "/domain/v1/settings";

async fn decide(world: &World, timezone: Value) -> Value {
    world.with(As::Admin, Method::PATCH, PATH, json!({"timezone": timezone})).await.ok()["timezone"].clone()
}

/// The zone of a lock of this serial number that is brought in and names none.
async fn zone_of_new_lock(world: &World, serial: &str) -> Value {
    let lock = json!({"name": "New", "device_type": "danalockv3"});
    world.with(As::Owner, Method::PUT, &format!("/ekey/v3/devices/{serial}"), lock).await.ok()["timezone"].clone()
}

cardea_store::each_database! {
    async fn update_domain_settings_decides_the_zone_of_new_devices_of_which_none_is_named(world: World) {
        assert_eq!(zone_of_new_lock(&world, "00:00:00:00:00:51").await, json!(null));
        assert_eq!(decide(&world, json!("Europe/Copenhagen")).await, "Europe/Copenhagen");
        assert_eq!(zone_of_new_lock(&world, "00:00:00:00:00:52").await, "Europe/Copenhagen");
        assert_eq!(world.get(As::Stranger, PATH).await.ok()["timezone"], json!(null), "another domain decides for itself");
        let unnamed = json!({"letters_access_given": true});
        assert_eq!(world.with(As::Owner, Method::PATCH, PATH, unnamed).await.ok()["timezone"], "Europe/Copenhagen");
        assert_eq!(decide(&world, json!(null)).await, json!(null));
        assert_eq!(zone_of_new_lock(&world, "00:00:00:00:00:53").await, json!(null));
        let device = "/devices/v1/00:00:00:00:00:52";
        assert_eq!(world.get(As::Owner, device).await.ok()["timezone"], "Europe/Copenhagen", "devices that are there keep theirs");
    }

    async fn update_domain_settings_takes_a_zone_that_there_is_or_changes_nothing(world: World) {
        let body = json!({"timezone": "Europe/Nowhere", "letters_access_given": true});
        world.with(As::Owner, Method::PATCH, PATH, body).await.refused_field("timezone", "unknown_timezone");
        assert_eq!(world.get(As::Owner, PATH).await.ok()["letters_access_given"], false);
    }

    /// The administrator keeps what they saw, and the requirement is taken away before they are done.
    async fn a_provider_that_the_settings_name_no_more_stays_only_while_it_is_asked_for(world: SideBySide) {
        // This server knows no provider at all.
        let required = RequiredSignIn { issuer: "https://login.company.example".into(), provider: "company".into(), of: RequiredOf::Everyone };
        world.put(vec![Row::RequiredSignIn(Arc::new(required))]).await;
        let keep = json!({"required_provider": "company", "required_of": "administrators"});
        let taken_away = async {
            world.with(As::Owner, Method::PATCH, PATH, json!({"required_provider": null})).await.ok();
        };
        let answer = held(&world, As::Owner, (Method::PATCH, PATH), keep, taken_away).await;
        answer.refused_field("required_provider", "unknown");
        assert_eq!(world.facts().await.required_sign_in(), None);
    }

    async fn of_two_who_decide_at_once_each_is_told_what_they_decided(world: SideBySide) {
        for _ in 0..20 {
            let both = join(decide(&world, json!("Europe/Copenhagen")), decide(&world, json!("Asia/Tokyo"))).await;
            assert_eq!(both, (json!("Europe/Copenhagen"), json!("Asia/Tokyo")));
        }
    }
}
