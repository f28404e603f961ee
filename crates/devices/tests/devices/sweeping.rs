//! What is over does not stay for ever.

use crate::house::{Cloud, FRONT, Home, UNLOCK};
use crate::puppet::Puppet;
use cardea_devices::Limits;
use cardea_model::Time;
use cardea_model::ids::{DeviceId, LockId};
use cardea_store::conditions::{self, Reading};
use cardea_store::{StoreError, bridges, jobs};

cardea_store::each_database! {
    async fn what_is_known_of_locks_bridges_and_jobs_that_are_gone_is_swept_a_part_at_a_time(test: TestStore) {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert_eq!(puppet.request().await.job, job);
        puppet.done(job).await;
        cloud.over(home.guest, job).await;
        let (domain, front, now) = (home.domain, home.front, test.store.now());
        // A thousand and five each that belong to nothing any more.
        let gone = 1_000_000..1_001_005_u64;
        let (first, last) = (gone.start, gone.end - 1);
        let told: Result<(), StoreError> = test.store.write(move |tx| Box::pin(async move {
            let reading = |lock| Reading { lock, domain, state: Some("Locked"), battery: None, at: Time(1) };
            conditions::put(tx, &reading(front)).await?;
            for number in gone {
                conditions::put(tx, &reading(LockId(number))).await?;
                let device = DeviceId(number);
                bridges::hello(tx, bridges::Hello { device, domain, replica: "r".into(), firmware: "1".into(), now }).await?;
            }
            Ok(())
        })).await;
        told.unwrap();
        let left = async || {
            let conditions = conditions::of_domain(test.store.read(), domain).await.unwrap();
            let bridges = bridges::of_domain(test.store.read(), domain).await.unwrap();
            let is_gone = |id: u64| (first..=last).contains(&id);
            let conditions = conditions.iter().filter(|row| is_gone(row.lock().0)).count();
            (conditions, bridges.iter().filter(|row| is_gone(row.device().0)).count())
        };
        cloud.devices.sweep().await.unwrap();
        assert_eq!(left().await, (5, 5));
        cloud.devices.sweep().await.unwrap();
        assert_eq!(left().await, (0, 0));
        assert!(conditions::find(test.store.read(), front).await.unwrap().is_some(), "what is there stays");
        assert!(bridges::find(test.store.read(), home.bridge).await.unwrap().is_some());
        assert!(cloud.devices.job(home.guest.account, job).await.unwrap().is_some());
        test.clock.advance(3_601);
        cloud.devices.sweep().await.unwrap();
        assert!(jobs::find(test.store.read(), job.0.into_bytes()).await.unwrap().is_none());
    }
}
