//! The change feed: what changes in a domain, told to those who see it as it happens.

mod difference;
pub(crate) mod places;

pub use places::Places;

use crate::app::App;
use crate::caller::{Authenticated, Caller, authenticate};
use crate::error::ApiError;
use crate::permissions::{Access, Permission, permission};
use crate::reading::Reading;
use crate::scope::Scope;
use crate::view::{Position, View};
use crate::wire::entries::{
    CalendarEntry, ConditionEntry, DayListEntry, DeviceEntry, GroupEntry, LinkEntry, LockEntry, UserEntry,
};
use axum::http::HeaderMap;
use axum::response::sse::Event;
use cardea_model::facts::Facts;
use cardea_model::ids::LockId;
use cardea_model::visible::Visible;
use cardea_store::{Changes, Hint, HintKind};
use difference::Difference;
use places::Place;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::watch;
use tokio::time::Instant;

/// How often a comment is sent when nothing is new, and how often the caller's right to listen is checked.
const KEEP: Duration = Duration::from_secs(10);
/// With more changed rows than this, loading everything again is cheaper.
const MOST_CHANGES: u64 = 2_000;

/// One listener.
pub struct Feed {
    app: App,
    headers: HeaderMap,
    permission: Permission,
    hints: Receiver<Hint>,
    ending: watch::Receiver<bool>,
    news: News,
    caller: Caller,
    visible: Option<Visible>,
    /// The view of a listener who does not see all.
    view: Option<View>,
    /// Which state the listener has been told of.
    position: Position,
    /// Whose conditions the listener may hold.
    reading: Reading,
    /// The state that the listener has, where it is another one than that of the facts of `caller`.
    behind: Option<Position>,
    /// Nothing was sent yet: the first event says where the feed begins, even if nothing is new.
    begins: bool,
    over: bool,
    _place: Place,
}

/// What may have changed since the listener was last told.
#[derive(Default)]
struct News {
    facts: bool,
    conditions: BTreeSet<LockId>,
    all_conditions: bool,
}

impl News {
    /// Hints were lost: look at everything.
    fn all() -> Self {
        News { facts: true, all_conditions: true, ..News::default() }
    }
    fn take(&mut self, hint: Hint) {
        match hint.kind {
            HintKind::Facts => self.facts = true,
            HintKind::Condition(lock) => _ = self.conditions.insert(lock),
            HintKind::Anything => *self = News::all(),
            HintKind::Job(_) | HintKind::Outbox => {}
        }
    }
    fn is_empty(&self) -> bool {
        !self.facts && !self.all_conditions && self.conditions.is_empty()
    }
}

impl Feed {
    /// Begins to listen. `headers` carry the caller's token; `since` is the state that the listener has, now when absent.
    ///
    /// # Errors
    /// As [`Places::take`].
    pub fn new(app: App, headers: HeaderMap, caller: Caller, since: Option<Position>) -> Result<Feed, ApiError> {
        let _place = app.feeds().take(caller.account, caller.family)?;
        let hints = app.store().hints();
        let visible = Visible::of(&caller.facts, &caller.user);
        let (scope, now) = (Scope::with(&caller.facts, visible.clone()), app.store().now());
        let view = visible.is_some().then(|| View::of(&scope));
        let present = Position::of(&caller.facts, view.as_ref(), now.0);
        let behind = since.filter(|since| !since.is_at(&present));
        let position = since.filter(|since| since.is_at(&present)).unwrap_or(present);
        // What the listener may read is found out with the first event. Until then it is not known which conditions a listener with `since`
        // holds.
        let reading = match since {
            None => Reading::of(&scope, &caller.user, now),
            Some(_) => Reading::whatever_is_seen(&scope, &caller.user),
        };
        let permission = permission("stream_changes").unwrap_or(Permission {
            scope: None,
            access: Access::Account,
            once: false,
            expense: None,
            by_facts: false,
            signed_in: false,
            of_account: false,
        });
        let ending = app.ending();
        // Something may have changed between the caller's facts and the first hint, and no revision tells which conditions the listener
        // has.
        let news = News::all();
        let (begins, over) = (true, false);
        Ok(Feed {
            app,
            headers,
            permission,
            hints,
            ending,
            news,
            caller,
            visible,
            view,
            position,
            reading,
            behind,
            begins,
            over,
            _place,
        })
    }

    /// What to send next; `None` when the feed is over and the listener should begin again.
    pub async fn next(&mut self) -> Option<Event> {
        if self.over {
            return None;
        }
        if let Some(since) = self.behind.take() {
            return Some(self.catch_up(since).await);
        }
        let keep = Instant::now() + KEEP;
        loop {
            if self.news.is_empty() {
                let until = keep.min(self.unchanged_until());
                let told = tokio::select! {
                    _ = self.ending.wait_for(|ending| *ending) => return None,
                    () = tokio::time::sleep_until(until) => None,
                    hint = self.hints.recv() => Some(hint),
                };
                match told {
                    None => {}
                    Some(Ok(hint)) => self.take(hint),
                    Some(Err(RecvError::Lagged(_))) => self.news = News::all(),
                    Some(Err(RecvError::Closed)) => return None,
                }
            }
            self.gather();
            let idle = Instant::now() >= keep;
            if self.news.is_empty() && !idle && !self.is_due() {
                continue;
            }
            let news = std::mem::take(&mut self.news);
            match self.tell(&news).await {
                Ok(Some(event)) => return Some(event),
                Ok(None) if idle => return Some(Event::default().comment("keep")),
                Ok(None) => {}
                // The token has ended: a client that returns with a new one goes on from the revision it has.
                Err(error) if error.is_unauthenticated() && !self.is_removed().await => return None,
                Err(_) => return Some(self.reset()),
            }
        }
    }

    /// When to look at the listener's rights to read again: a calendar opens or closes then, on which they depend.
    fn unchanged_until(&self) -> Instant {
        let left = self.reading.until.map_or(i64::MAX, |until| until - self.app.store().now());
        Instant::now() + Duration::from_millis(left.max(1).unsigned_abs()).min(KEEP)
    }
    fn is_due(&self) -> bool {
        self.reading.until.is_some_and(|until| until <= self.app.store().now())
    }

    fn take(&mut self, hint: Hint) {
        if hint.domain == self.caller.domain() {
            self.news.take(hint);
        }
    }

    /// Everything that is known to be new by now becomes one event.
    fn gather(&mut self) {
        loop {
            match self.hints.try_recv() {
                Ok(hint) => self.take(hint),
                Err(TryRecvError::Lagged(_)) => self.news = News::all(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Whether the listener is no longer in the domain, which ends their sign-in too.
    async fn is_removed(&self) -> bool {
        let facts = self.app.store().facts(self.caller.domain()).await;
        facts.is_ok_and(|facts| facts.user(self.caller.user.id).is_none())
    }

    fn reset(&mut self) -> Event {
        self.over = true;
        Event::default().event("reset").data("{}")
    }

    /// The first event of a listener that has another state. The difference can be told only to those who see all: of others it is not
    /// known what they saw in that state. A revision of the whole domain means that its listener saw all then, whatever has changed for
    /// them since.
    async fn catch_up(&mut self, since: Position) -> Event {
        let (Position::Domain(since), None) = (since, &self.visible) else { return self.reset() };
        let facts = Arc::clone(&self.caller.facts);
        match self.app.store().changes_since(facts.domain, since, MOST_CHANGES).await {
            Ok(Changes::List(changes)) => {
                let mut difference = Difference::default();
                difference.take(&changes, facts.revision, None, &facts);
                if difference.unnamed {
                    return self.reset();
                }
                self.event(&facts, difference, Vec::new(), Vec::new())
            }
            Ok(Changes::Reset) | Err(_) => self.reset(),
        }
    }

    /// What is new, as an event; `None` when none of it is for this listener.
    async fn tell(&mut self, news: &News) -> Result<Option<Event>, ApiError> {
        let Authenticated::Caller(now) = authenticate(&self.app, &self.headers, self.permission).await? else {
            return Ok(None);
        };
        let before = std::mem::replace(&mut self.caller, *now);
        let (then, facts) = (before.facts, Arc::clone(&self.caller.facts));
        let visible = Visible::of(&facts, &self.caller.user);
        let moved = facts.domain != then.domain || facts.revision.epoch != then.revision.epoch;
        if moved
            || self.caller.user.id != before.user.id
            || self.caller.user.role != before.user.role
            || visible != self.visible
        {
            return Ok(Some(self.reset()));
        }
        let scope = Scope::with(&facts, self.visible.clone());
        let mut difference = Difference::default();
        if facts.revision != then.revision
            && let Some(seen) = &mut self.view
        {
            let view = seen.next(&then, &scope);
            difference = Difference::between(seen, &view, &facts);
            *seen = view;
        } else if facts.revision != then.revision {
            match self.app.store().changes_since(facts.domain, then.revision, MOST_CHANGES).await? {
                Changes::List(changes) => {
                    let seen = Scope::with(&then, self.visible.clone());
                    difference.take(&changes, facts.revision, Some(&seen), &facts);
                }
                Changes::Reset => return Ok(Some(self.reset())),
            }
        }
        if difference.unnamed {
            return Ok(Some(self.reset()));
        }
        let now = self.app.store().now();
        let held = std::mem::replace(&mut self.reading, Reading::of(&scope, &self.caller.user, now));
        difference.conditions.extend(self.reading.beyond(&held));
        // The condition of a removed lock goes with the lock, so it is not told apart.
        let ended: Vec<LockId> = held.beyond(&self.reading).filter(|lock| scope.lock(*lock).is_some()).collect();
        let conditions = self.conditions(&scope, news, &difference).await?;
        if !difference.is_empty()
            && let Position::View { when, .. } = self.position
        {
            self.position = Position::of(&facts, self.view.as_ref(), now.0.max(when + 1));
        }
        if !self.begins && difference.is_empty() && conditions.is_empty() && ended.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.event(&facts, difference, conditions, ended)))
    }

    /// The conditions that are new to the listener.
    async fn conditions(
        &self,
        scope: &Scope<'_>,
        news: &News,
        difference: &Difference,
    ) -> Result<Vec<ConditionEntry>, ApiError> {
        let facts = scope.facts();
        let mut known = Vec::new();
        if news.all_conditions {
            known = self.app.devices().conditions(facts).await?;
        } else {
            let new = news.conditions.union(&difference.conditions).filter(|lock| self.reading.may(**lock));
            for lock in new {
                known.extend(self.app.devices().condition(facts, *lock).await?);
            }
        }
        let seen =
            known.iter().filter(|condition| scope.lock(condition.lock).is_some() && self.reading.may(condition.lock));
        Ok(seen.map(ConditionEntry::of).collect())
    }

    fn event(
        &mut self,
        facts: &Facts,
        mut difference: Difference,
        conditions: Vec<ConditionEntry>,
        ended: Vec<LockId>,
    ) -> Event {
        let scope = Scope::with(facts, self.visible.clone());
        let entries = Entries {
            users: difference.users.iter().filter_map(|id| Some(UserEntry::of(facts, scope.user(*id)?))).collect(),
            locks: difference.locks.iter().filter_map(|id| Some(LockEntry::of(scope.lock(*id)?))).collect(),
            groups: difference.groups.iter().filter_map(|id| Some(scope.group_entry(scope.group(*id)?))).collect(),
            devices: difference
                .devices
                .iter()
                .filter_map(|serial| scope.device_entry(facts.by_serial(*serial)?))
                .collect(),
            conditions,
            day_lists: difference
                .day_lists
                .iter()
                .filter_map(|id| Some(DayListEntry::of(scope.day_list(*id)?)))
                .collect(),
            calendars: difference
                .calendars
                .iter()
                .filter_map(|id| Some(CalendarEntry::of(scope.calendar(*id)?)))
                .collect(),
            links: difference.links.iter().filter_map(|id| Some(LinkEntry::of(scope.link(*id)?))).collect(),
        };
        difference.removed.extend(ended.iter().map(|lock| format!("condition:{lock}")));
        if let Position::Domain(told) = &mut self.position {
            *told = facts.revision;
        }
        self.begins = false;
        let revision = self.position.to_string();
        let data = Data { revision: &revision, entries, removed: &difference.removed };
        let data = serde_json::to_string(&data).unwrap_or_default();
        Event::default().event("change").id(revision).data(data)
    }
}

/// The data of an event.
#[derive(Serialize)]
struct Data<'a> {
    revision: &'a str,
    entries: Entries<'a>,
    removed: &'a [String],
}

#[derive(Serialize)]
struct Entries<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    users: Vec<UserEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locks: Vec<LockEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    devices: Vec<DeviceEntry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<ConditionEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    day_lists: Vec<DayListEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calendars: Vec<CalendarEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkEntry>,
}
