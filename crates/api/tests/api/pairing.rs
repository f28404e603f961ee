//! /devices/v1/{serial}/paired_devices: bridges, keypads and modules with locks.

use crate::world::{
    As, BRIDGE, BRIDGE_ID, CELLAR, FRONT, FRONT_ID, KEYPAD, SIDE, STRANGERS, SideBySide, UNKNOWN, World, afi,
};
use axum::http::Method;
use cardea_model::ids::{DeviceId, LockId, Serial};
use cardea_model::rows::{Device, Pairing, Row};
use cardea_model::testing;
use cardea_store::fresh_id;
use serde_json::{Value, json};
use std::sync::Arc;

const OTHER: Serial = Serial(0xb9);

fn paired(serial: Serial) -> String {
    format!("/devices/v1/{serial}/paired_devices")
}

fn with(serial: Serial) -> Value {
    json!({"serial_number": serial.to_string()})
}

/// A second bridge.
async fn another(world: &World) {
    let device = testing::device(DeviceId(0x29), OTHER, "danabridgev3", "Loft", world.test.clock.now());
    world.put(vec![Row::Device(Arc::new(device))]).await;
}

cardea_store::each_database! {
    async fn an_enrolled_bridge_is_taken_from_a_lock_by_administrators_alone(world: World) {
        let bridge = Device { public_key: Some([7; 32]), ..Device::clone(world.facts().await.device(BRIDGE_ID).unwrap()) };
        world.put(vec![Row::Device(Arc::new(bridge))]).await;
        world.with(As::Owner, Method::POST, &paired(CELLAR), with(BRIDGE)).await.ok();
        let path = format!("{}/{BRIDGE}", paired(CELLAR));
        let before = world.facts().await.revision;
        world.call(As::Installer, Method::DELETE, &path).await.refused(403, "forbidden");
        assert_eq!(world.facts().await.revision, before);
        assert_eq!(world.call(As::Admin, Method::DELETE, &path).await.status, 204);
    }

    async fn either_side_is_paired_with_the_other_and_unpaired_again(world: World) {
        let listed = async |serial| {
            let list = world.get(As::Owner, &paired(serial)).await.ok();
            list.as_array().unwrap().iter().map(|entry| entry["device"]["serial_number"].clone()).collect::<Vec<_>>()
        };
        for (one, other) in [(CELLAR, BRIDGE), (BRIDGE, CELLAR)] {
            let answer = world.with(As::Installer, Method::POST, &paired(one), with(other)).await.ok();
            assert_eq!((&answer["type"], &answer["device"]["serial_number"]), (&json!("1"), &json!(other.to_string())));
            let revision = world.facts().await.revision;
            world.with(As::Owner, Method::POST, &paired(other), with(one)).await.ok();
            assert_eq!(world.facts().await.revision, revision, "being paired already is fine");
            assert_eq!(listed(CELLAR).await, [json!(BRIDGE.to_string())]);
            assert_eq!(listed(BRIDGE).await.len(), 3);
            let path = format!("{}/{other}", paired(one));
            assert_eq!(world.call(As::Installer, Method::DELETE, &path).await.status, 204);
            assert_eq!(listed(CELLAR).await, Vec::<Value>::new());
            world.call(As::Installer, Method::DELETE, &path).await.refused(404, "entity_not_found");
        }
        // Keypads are as many as there are.
        world.with(As::Owner, Method::POST, &paired(CELLAR), with(KEYPAD)).await.ok();
        assert_eq!(listed(KEYPAD).await.len(), 2);
    }

    async fn only_a_lock_and_another_device_are_paired(world: World) {
        for (one, other, detail) in [
            (FRONT, SIDE, "wrong_type"),
            (FRONT, FRONT, "wrong_type"),
            (BRIDGE, KEYPAD, "wrong_type"),
            (CELLAR, UNKNOWN, "unknown"),
            // What another domain holds is as unknown as what nobody does.
            (BRIDGE, STRANGERS, "unknown"),
        ] {
            world.with(As::Owner, Method::POST, &paired(one), with(other)).await.refused_field("serial_number", detail);
        }
        for nowhere in [UNKNOWN, STRANGERS] {
            world.with(As::Owner, Method::POST, &paired(nowhere), with(BRIDGE)).await.refused(404, "entity_not_found");
            for path in [format!("{}/{BRIDGE}", paired(nowhere)), format!("{}/{nowhere}", paired(BRIDGE))] {
                world.call(As::Owner, Method::DELETE, &path).await.refused(404, "entity_not_found");
            }
        }
        world.with(As::Owner, Method::POST, &paired(CELLAR), json!({"serial_number": "B1"})).await.refused_field("serial_number", "invalid");
    }

    async fn a_lock_has_one_bridge_and_a_bridge_64_locks(world: World) {
        another(&world).await;
        for (one, other) in [(FRONT, OTHER), (OTHER, FRONT)] {
            world.with(As::Owner, Method::POST, &paired(one), with(other)).await.refused(409, "conflict");
        }
        world.call(As::Owner, Method::DELETE, &format!("{}/{BRIDGE}", paired(FRONT))).await.ok();
        world.with(As::Owner, Method::POST, &paired(FRONT), with(OTHER)).await.ok();
        let bridge_of = world.facts().await.bridge_of_lock(FRONT_ID).map(|bridge| bridge.serial);
        assert_eq!(bridge_of, Some(OTHER));
        // The side door and these.
        let locks: Vec<LockId> = (0..63).map(|_| LockId(fresh_id())).collect();
        let rows = locks.iter().enumerate().flat_map(|(at, id)| {
            let lock = Row::Lock(Arc::new(afi(*id, Serial(0xc000 + at as u64), "Room", None)));
            [lock, Row::Pairing(Pairing { lock: *id, device: BRIDGE_ID })]
        });
        world.put(rows.collect()).await;
        world.with(As::Owner, Method::POST, &paired(BRIDGE), with(CELLAR)).await.refused_field("serial_number", "too_many");
        world.with(As::Owner, Method::POST, &paired(BRIDGE), with(SIDE)).await.ok();
    }

    async fn of_two_bridges_that_are_paired_with_a_lock_at_once_it_gets_one(world: SideBySide) {
        another(&world).await;
        for _ in 0..20 {
            let path = paired(CELLAR);
            let first = world.with(As::Owner, Method::POST, &path, with(BRIDGE));
            let second = world.with(As::Installer, Method::POST, &path, with(OTHER));
            let (first, second) = tokio::join!(first, second);
            let mut statuses = [first.status.as_u16(), second.status.as_u16()];
            let bridge = if statuses[0] == 200 { BRIDGE } else { OTHER };
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409]);
            world.call(As::Owner, Method::DELETE, &format!("{path}/{bridge}")).await.ok();
        }
    }
}
