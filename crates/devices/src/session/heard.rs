//! What a bridge hears that nobody has brought in: its domain is told of it.

use super::BridgeSession;
use crate::discoveries::is_new;
use crate::drivers::Transport;
use cardea_gateway_protocol::message::HelloDevice;
use cardea_model::Facts;
use cardea_store::StoreError;
use cardea_store::discoveries::{By, Heard, put};

/// What of it the domain does not have.
fn discovered(facts: &Facts, heard: Vec<HelloDevice>) -> Vec<Heard> {
    let told = |HelloDevice { serial, device_type, firmware }| Heard {
        serial,
        display_name: String::new(),
        device_type,
        firmware,
        version: String::new(),
        enrolled: None,
    };
    heard.into_iter().filter(|device| is_new(facts, device.serial)).map(told).collect()
}

impl<L: Transport> BridgeSession<L> {
    /// Writes down what its hello says that it hears. No connection ends because that fails: it is said again with the next hello.
    pub(super) async fn tell_heard(&mut self) {
        if let Err(error) = self.write_heard().await {
            tracing::warn!(bridge = %self.handle.bridge, %error, "what a bridge hears could not be written down");
        }
    }

    async fn write_heard(&mut self) -> Result<(), StoreError> {
        let heard = std::mem::take(&mut self.heard);
        let (store, domain, bridge) = (&self.hub.store, self.handle.domain, self.handle.bridge);
        let discovered = discovered(&*store.facts(domain).await?, heard);
        if discovered.is_empty() {
            return Ok(());
        }
        let now = store.now();
        store.write(move |tx| Box::pin(put(tx, domain, By::Bridge(bridge), discovered, now))).await
    }
}
