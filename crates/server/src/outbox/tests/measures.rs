//! What operators are told of the outbox.

use super::*;
use metrics_exporter_prometheus::PrometheusBuilder;

each_database! {
    async fn metrics_say_how_much_waits_how_old_it_is_and_what_failed(test: TestStore) {
        let recorder = PrometheusBuilder::new().build_recorder();
        let _counting = metrics::set_default_local_recorder(&recorder);
        let (post, _reaches) = Post::new(Mood::IsAway);
        let outbox = outbox_of(&test.store, &post).await;
        add(&test.store, "Hello").await;
        outbox.round(Kind::Mail).await.unwrap();
        test.clock.advance(10);
        add(&test.store, "Hello again").await;
        let told = async |line: &str| {
            outbox.measure().await.unwrap();
            let told = recorder.handle().render();
            assert!(told.lines().any(|told| told == line), "{line} in:\n{told}");
        };
        told(r#"cardea_outbox_waiting{kind="mail"} 2"#).await;
        told(r#"cardea_outbox_oldest_seconds{kind="mail"} 10"#).await;
        told(r#"cardea_outbox_failures_total{kind="mail"} 1"#).await;
        post.is(Mood::Refuses);
        outbox.round(Kind::Mail).await.unwrap();
        told(r#"cardea_outbox_given_up_total{kind="mail"} 1"#).await;
        told(r#"cardea_outbox_waiting{kind="mail"} 1"#).await;
        post.is(Mood::Takes);
        test.clock.advance(20);
        outbox.round(Kind::Mail).await.unwrap();
        told(r#"cardea_outbox_done_total{kind="mail"} 1"#).await;
        told(r#"cardea_outbox_waiting{kind="mail"} 0"#).await;
        told(r#"cardea_outbox_oldest_seconds{kind="mail"} 0"#).await;
    }
}
