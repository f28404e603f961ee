//! Devices near a bridge that nobody has brought in: its domain is told of them.

use super::BridgeConnection;
use crate::drivers::Transport;
use cardea_gateway_protocol::message::HelloDevice;
use cardea_model::Facts;
use cardea_model::act::devices::is_new;
use cardea_store::StoreError;
use cardea_store::discoveries::{By, Discovered, put};

/// What of it the domain does not have.
fn discovered(facts: &Facts, found: Vec<HelloDevice>) -> Vec<Discovered> {
    let row = |HelloDevice { serial, device_type, firmware }| Discovered {
        serial,
        display_name: String::new(),
        device_type,
        firmware,
        version: String::new(),
        enrolled: None,
    };
    found.into_iter().filter(|device| is_new(facts, device.serial)).map(row).collect()
}

impl<L: Transport> BridgeConnection<L> {
    /// Writes down the devices nearby that its hello names. No connection ends because that fails: the next hello names them again.
    pub(super) async fn put_discovered(&mut self) {
        if let Err(error) = self.try_put_discovered().await {
            tracing::warn!(bridge = %self.handle.bridge, %error, "the devices near a bridge could not be written down");
        }
    }

    async fn try_put_discovered(&mut self) -> Result<(), StoreError> {
        let found = std::mem::take(&mut self.discovered);
        let (store, domain, bridge) = (&self.hub.store, self.handle.domain, self.handle.bridge);
        let discovered = discovered(&*store.facts(domain).await?, found);
        if discovered.is_empty() {
            return Ok(());
        }
        let now = store.now();
        store.write(move |tx| Box::pin(put(tx, domain, By::Bridge(bridge), discovered, now))).await
    }
}
