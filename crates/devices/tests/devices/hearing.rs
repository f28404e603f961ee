//! What bridges hear that nobody has brought in.

use crate::house::{BRIDGE, Cloud, FRONT, GARAGE, Home, UNLOCK, bridge_key, eventually, lock, write};
use crate::puppet::{Puppet, hello};
use cardea_devices::Limits;
use cardea_gateway_protocol::UpMessage;
use cardea_gateway_protocol::message::{DownMessage, Hello, HelloDevice};
use cardea_model::ids::Serial;
use cardea_model::rows::{Edit, Row};
use cardea_store::{StoreError, discoveries};
use sea_orm::ConnectionTrait;
use std::sync::Arc;

const STRAY: Serial = Serial(0x0000_0000_0a01);
const ELSEWHERE: Serial = Serial(0x0000_0000_0a02);

/// Connected, and accepted with a hello that names these.
async fn hearing(cloud: &Cloud, serials: &[Serial]) -> Puppet {
    let (mut puppet, nonce) = Puppet::connect(cloud).await;
    let device =
        |serial: &Serial| HelloDevice { serial: *serial, device_type: "danalockv3".into(), firmware: "1.8.0".into() };
    let devices = serials.iter().map(device).collect();
    puppet.send(UpMessage::Hello(Hello { devices, ..hello(&bridge_key(), &nonce, BRIDGE) })).await;
    assert!(matches!(puppet.receive().await, Ok(DownMessage::Cfg(_))));
    puppet
}

async fn discovered(cloud: &Cloud, home: &Home) -> Vec<discoveries::Model> {
    let facts = cloud.store.facts(home.domain).await.unwrap();
    cloud.devices.discoveries(&facts).await.unwrap()
}

/// What it has heard, once it is so much.
async fn hears(cloud: &Cloud, home: &Home, count: usize) -> Vec<discoveries::Model> {
    let look = async || Some(discovered(cloud, home).await).filter(|heard| heard.len() == count);
    eventually("what the bridge hears", look).await
}

cardea_store::each_database! {
    async fn what_a_bridge_hears_and_its_domain_does_not_have_is_discovered_there(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let (elsewhere, _) = Home::furnish_elsewhere(&test.store).await;
        let theirs = lock("Theirs", ELSEWHERE, test.store.now());
        write(&test.store, elsewhere, vec![Edit::Put(Row::Lock(Arc::new(theirs)))]).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        // Its own, one that the domain has without a bridge, one that no device can have, one twice.
        let nobodys = Serial(0x0100_0000_0001);
        let _bridge = hearing(&cloud, &[FRONT, GARAGE, nobodys, STRAY, ELSEWHERE, STRAY]).await;
        for (row, serial) in hears(&cloud, &home, 2).await.iter().zip([STRAY, ELSEWHERE]) {
            assert_eq!((row.serial(), row.bridge(), row.user()), (serial, Some(home.bridge), None));
            assert_eq!((&*row.device_type, &*row.firmware, row.discovered()), ("danalockv3", "1.8.0", test.store.now()));
        }
        let facts = cloud.store.facts(elsewhere).await.unwrap();
        assert_eq!(cloud.devices.discoveries(&facts).await.unwrap(), [], "the other domain heard nothing");

        let brought_in = lock("Shed", STRAY, test.store.now());
        write(&test.store, home.domain, vec![Edit::Put(Row::Lock(Arc::new(brought_in)))]).await;
        let left: Vec<Serial> = discovered(&cloud, &home).await.iter().map(discoveries::Model::serial).collect();
        assert_eq!(left, [ELSEWHERE]);
    }

    /// What it is there for goes on.
    async fn a_bridge_whose_hearing_cannot_be_written_down_works_all_the_same(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let dropped = test.store.write(|tx| {
            Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared("DROP TABLE discoveries").await?) })
        });
        dropped.await.unwrap();
        let mut bridge = hearing(&cloud, &[FRONT, STRAY]).await;
        cloud.present(&home).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(bridge.request().await.job, job);
        bridge.done(job).await;
        assert!(cloud.over(home.guest, job).await.is_successful());
    }

    async fn what_no_bridge_has_said_for_a_day_is_swept_away(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let _bridge = hearing(&cloud, &[STRAY]).await;
        hears(&cloud, &home, 1).await;
        cloud.devices.sweep().await.unwrap();
        assert_eq!(discovered(&cloud, &home).await.len(), 1);
        test.clock.advance(86_400);
        cloud.devices.sweep().await.unwrap();
        test.clock.advance(-86_400);
        assert_eq!(discovered(&cloud, &home).await, [], "it is gone, not only old");
    }
}
