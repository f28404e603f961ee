//! /Firmware/v1.

use crate::world::{As, CELLAR, FRONT, KEYPAD, UNKNOWN, World};

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
        world.test.clock.advance(599);
        world.get(As::Anonymous, &link).await;
        world.test.clock.advance(1);
        world.get(As::Anonymous, &link).await.refused(403, "forbidden");
    }

    async fn what_is_unknown_or_has_no_release_is_404(test: TestStore) {
        let world = World::new(test).await;
        for serial in [UNKNOWN, KEYPAD] {
            let path = format!("/Firmware/v1/by-serial-number/{serial}/latest");
            world.get(As::Anonymous, &path).await.refused(404, "entity_not_found");
        }
    }
}
