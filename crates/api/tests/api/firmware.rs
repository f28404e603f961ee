//! /Firmware/v1.

use crate::world::{As, CELLAR, FRONT, KEYPAD, UNKNOWN, World};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Method;
use std::net::SocketAddr;

cardea_store::each_database! {
    async fn the_latest_stable_release_is_told_without_credentials(test: TestStore) {
        let world = World::new(test).await;
        let latest = world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{FRONT}/latest")).await.ok();
        assert_eq!(
            ["firmware_identifier", "maturity", "version"].map(|key| latest[key].as_str().unwrap().to_owned()),
            ["danalockv3_1.10.0_stable", "stable", "1.10.0"]
        );
        assert!(latest["url"].as_str().unwrap().starts_with("http://localhost/Firmware/v1/images/danalockv3_1.10.0_stable?"));
        let encoded = CELLAR.to_string().replace(':', "%3A");
        world.get(As::Anonymous, &format!("/Firmware/v1/by-serial-number/{encoded}/latest")).await.ok();
    }

    async fn its_link_works_for_ten_minutes_and_for_this_image_alone(test: TestStore) {
        let world = World::new(test).await;
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

    async fn what_is_unknown_or_has_no_release_is_404(test: TestStore) {
        let world = World::new(test).await;
        for serial in [UNKNOWN, KEYPAD] {
            let path = format!("/Firmware/v1/by-serial-number/{serial}/latest");
            let answer = world.get(As::Anonymous, &path).await;
            answer.refused(404, "entity_not_found");
            assert_eq!(answer.json()["message"], format!("{serial} was not found"), "nothing of the type that a held one has");
        }
    }

    async fn an_address_cannot_ask_which_serial_numbers_are_held_without_end(test: TestStore) {
        let world = World::new(test).await;
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
