//! What a bridge says can be told from what the server says of it, in the log of either form.

use crate::house::{Cloud, Home};
use crate::puppet::Puppet;
use cardea_devices::Limits;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// A log in memory.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    /// The lines that hold this.
    fn holding(&self, part: &str) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().filter(|line| line.contains(part)).map(str::to_owned).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

cardea_store::each_database! {
    async fn a_bridges_fault_is_logged_as_a_value_and_never_as_the_servers_own_words(test: TestStore) {
        // Both databases' tests, in one program or in two, want the same logs.
        static LOGS: std::sync::LazyLock<[Lines; 2]> = std::sync::LazyLock::new(|| {
            let [text, json] = [Lines::default(), Lines::default()];
            let (to_text, to_json) = (text.clone(), json.clone());
            tracing_subscriber::registry()
                .with(tracing_subscriber::filter::LevelFilter::WARN)
                .with(layer().with_ansi(false).with_writer(move || to_text.clone()))
                .with(layer().json().with_writer(move || to_json.clone()))
                .init();
            [text, json]
        });
        let [text, json] = &*LOGS;
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, Limits::default()).await;
        let mut puppet = Puppet::accepted(&cloud).await;
        let forged = r#"{"type":"state","uptime":9,"a\n2026 WARN forged":1,"a\n2026 WARN forged":2}"#;
        puppet.raw(forged.to_owned()).await;
        puppet.fault().await;
        let (said, about) = ("a bridge sent a message with a fault", format!("{}", home.bridge));
        let of = |lines: Vec<String>| lines.into_iter().filter(|line| line.contains(&about)).collect::<Vec<_>>();
        let lines = of(text.holding(said));
        assert_eq!(lines.len(), 1);
        assert!(lines[0].contains(" objection=\""), "{}", lines[0]);
        assert!(text.holding("WARN forged").iter().all(|line| line.contains(said)), "a line of its own");
        let lines = of(json.holding(said));
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].matches("\"message\":").count(), 1, "{}", lines[0]);
        let line: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
        assert_eq!(line["fields"]["message"], said);
    }
}
