//! Clients ask for their job every moment. They are answered what the ledger says, and where one process has the ledger to itself the
//! database is not read for it.

use crate::house::{BRIDGE, Cloud, FRONT, House, LOCK, Truth, UNLOCK};
use cardea_devices::{JobView, Limits, Status};
use cardea_store::testing::{Kind, record};
use serde_json::json;

fn about_jobs(statements: &cardea_store::testing::Statements) -> usize {
    statements
        .take()
        .iter()
        .filter(|statement| statement.sql.starts_with("SELECT") && statement.sql.contains("jobs"))
        .count()
}

cardea_store::each_database! {
    async fn asking_after_a_job_costs_no_statement_where_nobody_else_writes_the_ledger(test: TestStore) {
        let mut test = test;
        let statements = record(&mut test.store);
        let House { sim, cloud, home } = House::build(&test, 1500, Limits::default()).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        let looks = 20;
        let expected = if test.kind == Kind::Sqlite { 0 } else { looks };
        about_jobs(&statements);
        for _ in 0..looks {
            assert_eq!(cloud.job(home.guest, job).await.status, Status::InProgress);
        }
        assert_eq!(about_jobs(&statements), expected);
        cloud.over(home.guest, job).await;
        about_jobs(&statements);
        for _ in 0..looks {
            assert_eq!(cloud.job(home.guest, job).await.status, Status::Succeeded);
        }
        assert_eq!(about_jobs(&statements), expected);
        assert_eq!(sim.moves(FRONT), 1);
    }

    async fn what_is_heard_from_memory_is_what_the_ledger_says(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let mut heard = Vec::new();
        for (operation, changes) in [(UNLOCK, json!({})), (UNLOCK, json!({})), (LOCK, json!({"battery": 2})), (LOCK, json!({"in_range": false}))] {
            sim.set(FRONT, changes);
            heard.push(cloud.have(home.guest, FRONT, operation).await);
        }
        let statuses: Vec<Status> = heard.iter().map(|job| job.status).collect();
        assert_eq!(statuses, [Status::Succeeded, Status::Failed, Status::Failed, Status::Failed]);
        sim.set(BRIDGE, json!({"online": false}));
        cloud.disconnected(&home).await;
        heard.push(cloud.have(home.guest, FRONT, LOCK).await);
        // A server that is started anew knows only the ledger.
        let later = Cloud::serve(&test.store, Limits::default()).await;
        for job in heard {
            let read: JobView = later.job(home.guest, job.id).await;
            assert_eq!(read, job);
        }
    }
}
