//! /Firmware/v1.

use crate::world::{As, CELLAR, FRONT, KEYPAD, SIDE, UNKNOWN, World};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Method;
use cardea_api::{App, Settings};
use cardea_model::ids::Serial;
use cardea_outbound::firmware::{Device, FirmwareError, FirmwareService, InMemory, Release};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;

/// The same world over other firmware.
async fn with_firmware(mut world: World, firmware: impl FirmwareService + 'static) -> World {
    let (app, firmware) = (&world.app, Arc::new(firmware));
    let parts = (app.store().clone(), app.identity().clone(), app.devices().clone());
    world.app = App::new(parts.0, parts.1, parts.2, firmware, Settings::default()).await.expect("the API starts");
    world.router = cardea_api::router(world.app.clone());
    world
}

/// Releases for locks, each with what limits it.
fn releases(all: &[(&str, &str)]) -> InMemory {
    let files = all.iter().flat_map(|(name, limits)| {
        let name = format!("danalockv3_{name}");
        [(format!("{name}.bin"), b"image".to_vec()), (format!("{name}.json"), limits.as_bytes().to_vec())]
    });
    InMemory(files.collect())
}

/// Firmware whose source is away.
struct Away;

#[async_trait::async_trait]
impl FirmwareService for Away {
    async fn latest(&self, _: Device<'_>) -> Result<Option<Release>, FirmwareError> {
        Err(FirmwareError::Away)
    }
    async fn image(&self, _: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        Err(FirmwareError::Away)
    }
}

/// The identifier of the latest release.
async fn latest(world: &World, serial: Serial) -> String {
    let latest = world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{serial}/latest")).await.ok();
    latest["firmware_identifier"].as_str().unwrap().to_owned()
}

cardea_store::each_database! {
    async fn the_latest_stable_release_is_told_without_credentials(world: World) {
        let latest = world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{FRONT}/latest")).await.ok();
        assert_eq!(
            ["firmware_identifier", "maturity", "version"].map(|key| latest[key].as_str().unwrap().to_owned()),
            ["danalockv3_1.10.0_stable", "stable", "1.10.0"]
        );
        assert!(latest["url"].as_str().unwrap().starts_with("http://localhost/Firmware/v1/images/danalockv3_1.10.0_stable?"));
        let encoded = CELLAR.to_string().replace(':', "%3A");
        world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{encoded}/latest")).await.ok();
    }

    async fn its_link_works_for_ten_minutes_and_for_this_image_alone(world: World) {
        let latest = world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{FRONT}/latest")).await.ok();
        let link = latest["url"].as_str().unwrap().strip_prefix("http://localhost").unwrap().to_owned();
        let image = world.get(As::Anonymous, &link).await;
        assert_eq!((image.status.as_u16(), image.text.as_str()), (200, "danalockv3_1.10.0_stable.bin"));
        assert_eq!(image.header("content-type"), "application/octet-stream");
        for wrong in [link.replace("1.10.0", "1.9.0"), link.replace("expires=1", "expires=2"), link.replace("signature=", "signature=A")] {
            world.get(As::Anonymous, &wrong).await.refused(403, "forbidden");
        }
        // Seconds that no instant has.
        for seconds in [i64::MAX, i64::MIN, 9_223_372_036_854_776, -9_223_372_036_854_776] {
            world.get(As::Anonymous, &format!("/Firmware/v1/images/x?expires={seconds}&signature=A")).await.refused(403, "forbidden");
        }
        world.test.clock.advance(599);
        world.get(As::Anonymous, &link).await;
        world.test.clock.advance(1);
        world.get(As::Anonymous, &link).await.refused(403, "forbidden");
    }

    async fn what_is_unknown_or_has_no_release_is_404(world: World) {
        for serial in [UNKNOWN, KEYPAD] {
            let path = format!("/Firmware/v1/by-serial-number/{serial}/latest");
            let answer = world.get(As::Anonymous, &path).await;
            answer.refused(404, "entity_not_found");
            assert_eq!(answer.json()["message"], format!("{serial} was not found"), "nothing of the type that a held one has");
        }
    }

    async fn a_release_is_tried_on_one_door_first(world: World) {
        let this = format!(r#"{{"serial_numbers": ["{FRONT}"]}}"#);
        let world = with_firmware(world, releases(&[("1.9.0_stable", "{}"), ("2.0.0_beta", &this), ("3.0.0_beta", "{}")])).await;
        assert_eq!(latest(&world, FRONT).await, "danalockv3_2.0.0_beta");
        assert_eq!(latest(&world, SIDE).await, "danalockv3_1.9.0_stable");
    }

    async fn a_release_for_a_circuit_board_is_for_devices_that_were_found_to_have_it(world: World) {
        let world = with_firmware(world, releases(&[("1.9.0_stable", "{}"), ("2.0.0_stable", r#"{"hardware": ["4"]}"#)])).await;
        assert_eq!(latest(&world, FRONT).await, "danalockv3_1.9.0_stable");
        let found = json!({"firmware_identifier": "danalockv3_1.9.0_stable", "pcb_version": "4"});
        crate::firmware_tracker::put(&world, As::Installer, FRONT, found).await.ok();
        assert_eq!(latest(&world, FRONT).await, "danalockv3_2.0.0_stable");
        assert_eq!(latest(&world, SIDE).await, "danalockv3_1.9.0_stable");
    }

    async fn while_the_source_is_away_clients_are_told_to_come_again(world: World) {
        let link = world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{FRONT}/latest")).await.ok();
        let link = link["url"].as_str().unwrap().strip_prefix("http://localhost").unwrap().to_owned();
        let world = with_firmware(world, Away).await;
        for path in [format!("/Firmware/v1/by-serial-number/{FRONT}/latest"), link] {
            let answer = world.get(As::Anonymous, &path).await;
            answer.refused(503, "server_unavailable");
            assert_eq!(answer.header("retry-after"), "60");
        }
    }

    async fn an_address_cannot_ask_which_serial_numbers_are_held_without_end(world: World) {
        let ask = async |address: u8| {
            let peer = ConnectInfo(SocketAddr::new([198, 18, 0, address].into(), 40_000));
            let path = format!("/Firmware/v1/by-serial-number/{UNKNOWN}/latest");
            let request = world.request(As::Anonymous, Method::GET, &path).await;
            world.send(request.extension(peer).body(Body::empty()).unwrap()).await
        };
        for _ in 0..100 {
            ask(1).await.refused(404, "entity_not_found");
        }
        let refused = ask(1).await;
        refused.refused(429, "too_many_attempts");
        assert_eq!(refused.header("retry-after"), "10");
        ask(2).await.refused(404, "entity_not_found");
        world.test.clock.advance(10);
        ask(1).await.refused(404, "entity_not_found");
        ask(1).await.refused(429, "too_many_attempts");
    }
}
