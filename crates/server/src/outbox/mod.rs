//! The runner of the outbox: claims what is due, tries it, backs off, and gives up with a reason.
//!
//! Each kind of work has a lane of its own, so that none waits for another. Every process runs all lanes; the claims in the database settle
//! which process does what. What is claimed is done at least once. It is done twice only where a process ends, or the database does not
//! store the outcome, after the other side has answered. The entry's key is the same then, by which the other side recognises it.

mod hands;
mod kind;
mod pushes;
mod runner;
#[cfg(test)]
mod tests;

pub use hands::{Failure, Hands};
pub use kind::Kind;
pub use runner::Runner;

use cardea_model::Time;
use cardea_store::StoreError;
use cardea_store::outbox::{self, Model};
use futures::FutureExt;
use futures::future::join_all;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How long a lane waits at most before it looks for work, in case a hint was lost.
const LOOK: Duration = Duration::from_secs(60);
/// How long a lane waits where other processes have claimed what is due, or the database does not answer.
const AGAIN: Duration = Duration::from_secs(5);

/// Random numbers from 0 to 1.
pub type Random = Box<dyn FnMut() -> f64 + Send>;

/// The outbox as this process works at it.
pub struct Outbox {
    hands: Hands,
    random: Mutex<Random>,
    /// How long one attempt of this kind may take.
    time_limit: fn(Kind) -> Duration,
    ending: watch::Sender<bool>,
}

/// What becomes of an entry after an attempt.
enum Step {
    Done,
    Retry(Time, String),
    GiveUp(String),
    /// The next run of what recurs.
    Again(Time, Option<String>),
}

impl Outbox {
    /// Work done with these hands; `random` spreads over time the next attempts of what failed together.
    pub fn new(hands: Hands, random: Random) -> Outbox {
        let ending = watch::channel(false).0;
        Outbox { hands, random: Mutex::new(random), time_limit: Kind::time_limit, ending }
    }

    /// Does all of this kind that is due; answers how long to wait before looking again.
    async fn round(&self, kind: Kind) -> Result<Duration, StoreError> {
        let store = &self.hands.store;
        if kind.every().is_some() {
            outbox::plan(store, &[kind.name()]).await?;
        }
        while !*self.ending.borrow() {
            let now = store.now();
            match outbox::next_attempt(store.read(), kind.name()).await? {
                Some(next) if next <= now => {}
                Some(next) => {
                    let wait = u64::try_from(next.0 - now.0).unwrap_or_default();
                    return Ok(LOOK.min(Duration::from_millis(wait)));
                }
                None => return Ok(LOOK),
            }
            let until = later(now, kind.lease());
            let claimed = store.write_one(move |database| {
                Box::pin(async move { outbox::claim(database, kind.name(), now, until, kind.at_once()).await })
            });
            let claimed = claimed.await?;
            if claimed.is_empty() {
                return Ok(AGAIN);
            }
            join_all(claimed.iter().map(|entry| self.attempt(kind, entry))).await;
        }
        Ok(LOOK)
    }

    /// Makes one attempt, and writes down what came of it.
    async fn attempt(&self, kind: Kind, entry: &Model) {
        let name = kind.name();
        let came = self.try_it(kind, entry).await;
        match &came {
            Ok(()) => metrics::counter!("cardea_outbox_done_total", "kind" => name).increment(1),
            Err(failure) => {
                metrics::counter!("cardea_outbox_failures_total", "kind" => name).increment(1);
                tracing::warn!(kind = name, key = entry.key(), attempts = entry.attempts, ?failure, "work failed");
            }
        }
        let step = self.next_step(kind, entry, came);
        let mut written = self.write(entry, &step).await;
        if written.is_err() {
            // One more try to write the outcome: without it the work would be done again.
            written = self.write(entry, &step).await;
        }
        match written {
            Ok(true) => {}
            Ok(false) => tracing::debug!(kind = name, key = entry.key(), "written already, or claimed by another"),
            Err(error) => {
                tracing::warn!(kind = name, key = entry.key(), %error, "what came of work could not be written");
            }
        }
    }

    async fn try_it(&self, kind: Kind, entry: &Model) -> Result<(), Failure> {
        if entry.attempts > kind.attempts() {
            // The process that made these attempts ended each time before it wrote the outcome down.
            return Err(Failure::Lasting(entry.last_error.clone().unwrap_or("every attempt was broken off".into())));
        }
        let limit = (self.time_limit)(kind);
        // With no time at all, an attempt is not begun: one that ends at its first step would count as in time.
        if limit.is_zero() {
            return Err(Failure::Passing("no time for it".into()));
        }
        let attempt = AssertUnwindSafe(self.hands.handle(kind, entry)).catch_unwind();
        match tokio::time::timeout(limit, attempt).await {
            Ok(Ok(came)) => came,
            Ok(Err(_)) => Err(Failure::Passing("it panicked".into())),
            Err(_) => Err(Failure::Passing(format!("no answer within {} s", limit.as_secs()))),
        }
    }

    fn next_step(&self, kind: Kind, entry: &Model, came: Result<(), Failure>) -> Step {
        let now = self.hands.store.now();
        // How long at least until another attempt, where there may be one.
        let (pause, reason) = match came {
            Ok(()) => return kind.every().map_or(Step::Done, |every| Step::Again(later(now, every), None)),
            Err(Failure::Passing(reason)) => (Some(Duration::ZERO), reason),
            Err(Failure::NotBefore(pause, reason)) => (Some(pause), reason),
            Err(Failure::Lasting(reason)) => (None, reason),
        };
        if let Some(pause) = pause.filter(|_| entry.attempts < kind.attempts()) {
            let random = (self.random.lock().unwrap_or_else(PoisonError::into_inner))();
            let next = now + kind::back_off(entry.attempts, random);
            return Step::Retry(next.max(later(now, pause)), reason);
        }
        metrics::counter!("cardea_outbox_given_up_total", "kind" => kind.name()).increment(1);
        tracing::error!(kind = kind.name(), key = entry.key(), attempts = entry.attempts, reason, "work is given up");
        match kind.every() {
            Some(every) => Step::Again(later(now, every), Some(reason)),
            None => Step::GiveUp(reason),
        }
    }

    async fn write(&self, entry: &Model, step: &Step) -> Result<bool, StoreError> {
        let (store, now) = (&self.hands.store, self.hands.store.now());
        let entry = entry.clone();
        match step {
            Step::Done => {
                store.write_one(move |to| Box::pin(async move { outbox::finish(to, &entry, now).await })).await
            }
            Step::Retry(at, reason) => {
                let (at, reason) = (*at, reason.clone());
                store.write_one(move |to| Box::pin(async move { outbox::retry(to, &entry, at, &reason).await })).await
            }
            Step::GiveUp(reason) => {
                let reason = reason.clone();
                store
                    .write_one(move |to| Box::pin(async move { outbox::give_up(to, &entry, now, &reason).await }))
                    .await
            }
            Step::Again(due, reason) => {
                let (due, reason) = (*due, reason.clone());
                let again = store.write_one(move |to| {
                    Box::pin(async move { outbox::again(to, &entry, due, reason.as_deref()).await })
                });
                again.await
            }
        }
    }
}

fn later(now: Time, by: Duration) -> Time {
    now + i64::try_from(by.as_millis()).unwrap_or(i64::MAX)
}
