//! A bridge's uptime is known by what it says; one that says nothing for long is made to say something.

use super::{BridgeSession, End};
use crate::drivers::Transport;
use cardea_gateway_protocol::message::{Cfg, DownMessage};

impl<L: Transport> BridgeSession<L> {
    /// It said this uptime.
    pub(super) fn hear(&mut self, uptime: u64) {
        let now = self.hub.monotonic();
        self.uptime.hear(uptime, now);
        self.quiet_until = now + self.hub.limits.quiet;
    }

    /// It has said nothing for long. After a cfg it says how its locks are.
    pub(super) async fn stir(&mut self) -> Result<(), End> {
        self.quiet_until = self.hub.monotonic() + self.hub.limits.quiet;
        self.tell_cfg().await
    }

    /// Tells it its locks once more; it sets its clock by this.
    pub(super) async fn tell_cfg(&mut self) -> Result<(), End> {
        let cfg = Cfg { now: self.hub.store.now().0, ..self.cfg.clone() };
        self.send(DownMessage::Cfg(cfg)).await
    }
}
