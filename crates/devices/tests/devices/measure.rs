use crate::house::*;
use cardea_devices::{Limits};
use std::time::Instant;
cardea_store::each_database! {
    async fn measure(test: TestStore) {
        let House { sim: _s, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let mut times = vec![]; let mut polls = 0; let cpu = || { let s = std::fs::read_to_string("/proc/self/stat").unwrap(); let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect(); f[11].parse::<u64>().unwrap() + f[12].parse::<u64>().unwrap() }; let c0 = cpu();
        for n in 0..600 {
            let t = Instant::now();
            let job = cloud.ask(home.guest, FRONT, if n % 2 == 0 { UNLOCK } else { LOCK }).await.unwrap();
            let asked = t.elapsed();
            loop { let j = cloud.job(home.guest, job).await; if j.is_completed() { assert!(j.is_successful()); break; } polls += 1; tokio::time::sleep(std::time::Duration::from_millis(1)).await; }
            times.push((t.elapsed(), asked));
        }
        println!("cpu ms per op {} polls per op {}", (cpu() - c0) as f64 * 10.0 / 600.0, polls as f64 / 600.0);
        times.sort();
        println!("p50 {:?} p99 {:?}", times[300], times[594]);
        let job = cloud.have(home.guest, FRONT, UNLOCK).await.id;
        let c0 = cpu();
        for _ in 0..1000 { cloud.job(home.guest, job).await; }
        println!("cpu ms per job() {}", (cpu() - c0) as f64 * 10.0 / 1000.0);
        let c0 = cpu();
        for _ in 0..300 { test.store.facts(home.domain).await.unwrap(); }
        println!("cpu ms per facts() {}", (cpu() - c0) as f64 * 10.0 / 300.0);
        let c0 = cpu();
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        println!("cpu ms idle per s {}", (cpu() - c0) as f64 * 10.0 / 3.0);
        let c0 = cpu();
        let t = Instant::now();
        for _ in 0..600 {
            test.store.write(move |tx| Box::pin(async move { use sea_orm::ConnectionTrait; tx.execute_unprepared("UPDATE meta SET value = value WHERE name = 'epoch'").await?; Ok::<_, cardea_store::StoreError>(()) })).await.unwrap();
        }
        println!("bare commit {:?} cpu {}", t.elapsed() / 600, (cpu() - c0) as f64 * 10.0 / 600.0);
    }
}
