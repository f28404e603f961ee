//! What administrators decide about their domain, beside the letters that the module `access_letters` is about.

use crate::world::{As, World};
use axum::http::Method;
use serde_json::{Value, json};

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
    async fn update_domain_settings_decides_the_zone_of_new_devices_of_which_none_is_named(test: TestStore) {
        let world = World::new(test).await;
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

    async fn update_domain_settings_takes_a_zone_that_there_is_or_changes_nothing(test: TestStore) {
        let world = World::new(test).await;
        let body = json!({"timezone": "Europe/Nowhere", "letters_access_given": true});
        world.with(As::Owner, Method::PATCH, PATH, body).await.refused_field("timezone", "unknown_timezone");
        assert_eq!(world.get(As::Owner, PATH).await.ok()["letters_access_given"], false);
    }
}
