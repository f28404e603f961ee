//! A job that was given up may still be the bridge's: until it is over there, the bridge would refuse the next, so the next waits.

use super::{BridgeConnection, End};
use crate::drivers::Transport;
use cardea_gateway_protocol::JobId;
use cardea_gateway_protocol::message::{Phase, Res};
use cardea_gateway_protocol::server::{Limits, Stage};

/// A job that was given up and that the bridge may still be at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lingering {
    job: JobId,
    /// Until when the bridge counts as being at the job, where it does not say that the job is over.
    until: i64,
    /// The same, after the bridge has said that it is at the job.
    at_most: i64,
    /// When it is asked again.
    ask_at: i64,
}

impl Lingering {
    /// A job that is given up now, at this stage. Where the bridge has said that it has the job, it may be at it until the longest wait,
    /// that of a reading, is over. Where it has not, it may never have received the job, and the time is short.
    fn since(now: i64, job: JobId, stage: Stage, limits: &Limits) -> Lingering {
        let at_most = now + limits.waiting_read;
        let until = if stage == Stage::Sent { now + limits.accept() } else { at_most };
        Lingering { job, until, at_most, ask_at: now + limits.accept() }
    }

    /// When there is something to do about it.
    pub fn due(&self) -> i64 {
        self.until.min(self.ask_at)
    }
}

impl<L: Transport> BridgeConnection<L> {
    /// This job is given up. Until the bridge says that it is not at it, nobody has the next turn.
    pub(super) fn linger(&mut self, job: JobId, stage: Stage) {
        self.lingering = Some(Lingering::since(self.hub.monotonic(), job, stage, &self.hub.limits));
    }

    /// The bridge tells of a job that it is at no more, or still is.
    pub(super) async fn lingers(&mut self, res: &Res) -> Result<(), End> {
        match self.lingering.as_mut().filter(|lingering| lingering.job == res.job) {
            Some(_) if res.phase == Phase::Done => self.is_done_with(res.job).await,
            Some(lingering) => {
                lingering.until = lingering.at_most;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The bridge is not at this job any more, if it was.
    pub(super) async fn is_done_with(&mut self, job: JobId) -> Result<(), End> {
        if self.lingering.is_none_or(|lingering| lingering.job != job) {
            return Ok(());
        }
        self.lingering = None;
        self.turn_is_free().await
    }

    /// Time has passed.
    pub(super) async fn look_after_lingering(&mut self) -> Result<(), End> {
        let Some(lingering) = self.lingering.as_mut() else { return Ok(()) };
        let (job, now) = (lingering.job, self.hub.monotonic());
        if now >= lingering.until {
            return self.is_done_with(job).await;
        }
        if now >= lingering.ask_at {
            lingering.ask_at = now + self.hub.limits.accept();
            return self.ask(job).await;
        }
        Ok(())
    }
}
