//! A bridge's uptime is known by its messages; one that sends none for long is made to send one.

use super::{BridgeConnection, End};
use crate::drivers::Transport;
use cardea_gateway_protocol::message::{Cfg, DownMessage};

impl<L: Transport> BridgeConnection<L> {
    /// The bridge told this uptime.
    pub(super) fn note_uptime(&mut self, uptime: u64) {
        let now = self.hub.monotonic();
        self.uptime.note(uptime, now);
        self.quiet_until = now + self.hub.limits.quiet;
    }

    /// It has sent nothing for long. It answers a cfg with the state of its locks.
    pub(super) async fn ask_for_uptime(&mut self) -> Result<(), End> {
        self.quiet_until = self.hub.monotonic() + self.hub.limits.quiet;
        self.tell_cfg().await
    }

    /// Tells it its locks once more; it sets its clock by this.
    pub(super) async fn tell_cfg(&mut self) -> Result<(), End> {
        let cfg = Cfg { now: self.hub.store.now().0, ..self.cfg.clone() };
        self.send(DownMessage::Cfg(cfg)).await
    }
}
