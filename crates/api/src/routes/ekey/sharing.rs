//! Sharing a key: what every call that does so asks for, and how it is done.

use super::named;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::once::Answer;
use crate::wire::answer::{Entry, Page};
use crate::wire::entries::{HeldBy, SharedKeyEntry};
use crate::wire::field::{Optional, Required};
use crate::wire::page::Window;
use crate::wire::schema::{Instant, SerialText, UserIdText};
use cardea_model::act::access::Grant;
use cardea_model::act::{calendars, sharing};
use cardea_model::calendar::{Calendar, DEFAULT_REFRESH_INTERVAL, OtherDays, RuleSet, Weekdays};
use cardea_model::ids::{CalendarId, LockId, UserId};
use cardea_model::rows::{Target, Who};
use cardea_model::{Facts, FieldCode, Refusal, Time};
use cardea_store::{Drafts, fresh_id};

/// Bodies that share a key: the fields that all of them have, and those of each.
macro_rules! bodies {
    ($($(#[$doc:meta])* $body:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        #[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
        $(#[$doc])*
        pub struct $body {
            $($(#[$field_doc])* pub $field: $type,)*
            /// Open from this instant on; absent or null: always. Where nothing is told of when, a key that is there stays as it is, and another
            /// one is for ever.
            #[serde(default)]
            pub valid_from: Optional<Instant>,
            /// Open before this instant; absent or null: without end.
            #[serde(default)]
            pub valid_to: Optional<Instant>,
            /// Open on these weekdays, 0 for Monday to 6 for Sunday; absent, null or empty: every day.
            pub week_days: Option<Vec<i64>>,
            /// Open from this second of the door's day on.
            #[schema(minimum = 0, maximum = 86_399)]
            pub daily_start: Option<u32>,
            /// Open before this second of the door's day.
            #[schema(minimum = 1, maximum = 86_400)]
            pub daily_end: Option<u32>,
            /// Open every so many weeks, counted from that of `valid_from`.
            #[schema(minimum = 1, maximum = 52)]
            pub number_of_weeks: Option<u8>,
            /// How long a key stays valid without renewal, in seconds; a day when absent.
            #[schema(minimum = 1, maximum = 31_536_000)]
            pub refresh_interval: Option<u32>,
            /// Whether it opens from afar too. Absent: as it was, or else not. With administrators it always does.
            pub can_remote: Option<bool>,
            /// Whether it may be shared on: with administrators it may, and with nobody else.
            pub can_share: Option<bool>,
            /// Whether the lock may be removed with it: with administrators it may, and with nobody else.
            pub can_delete: Option<bool>,
        }

        impl From<&$body> for Terms {
            fn from(body: &$body) -> Terms {
                Terms {
                    valid_from: body.valid_from.0.map(|at| at.0),
                    valid_to: body.valid_to.0.map(|at| at.0),
                    week_days: body.week_days.clone().unwrap_or_default(),
                    daily_start: body.daily_start,
                    daily_end: body.daily_end,
                    number_of_weeks: body.number_of_weeks,
                    refresh_interval: body.refresh_interval.unwrap_or(DEFAULT_REFRESH_INTERVAL),
                    can_remote: body.can_remote,
                    above: [("can_share", body.can_share), ("can_delete", body.can_delete)]
                        .into_iter()
                        .find_map(|(field, wanted)| wanted.filter(|wanted| *wanted).map(|_| field)),
                }
            }
        }
    )*};
}

bodies! {
    /// A key to be shared with whom the path names.
    KeyTerms {}
    /// A key to be shared with whom the body names: by one of these, or several that mean the same person.
    #[schema(as = NewLockKey)]
    KeyForSomebody {
        /// The person, by their id.
        #[serde(default)]
        user_id: Optional<UserIdText>,
        /// The person, by their username.
        #[serde(default)]
        username: Optional<String>,
        /// The person, by their username, as some clients name it.
        #[serde(default)]
        mail: Optional<String>,
    }
    /// A key of this lock to be shared with whom the path names.
    #[schema(as = NewUserKey)]
    KeyOfLock {
        /// The lock.
        serial_number: Required<SerialText>,
    }
    /// A key of this lock to be shared with this person, named by one of these, or several that mean the same person.
    #[schema(as = NewKey)]
    KeyOfLockForSomebody {
        /// The lock.
        serial_number: Required<SerialText>,
        /// The person, by their id.
        #[serde(default)]
        user_id: Optional<UserIdText>,
        /// The person, by their username.
        #[serde(default)]
        username: Optional<String>,
        /// The person, by their username, as some clients name it.
        #[serde(default)]
        mail: Optional<String>,
    }
}

/// What is shared.
#[derive(Debug, Clone)]
pub struct Terms {
    valid_from: Option<Time>,
    valid_to: Option<Time>,
    week_days: Vec<i64>,
    daily_start: Option<u32>,
    daily_end: Option<u32>,
    number_of_weeks: Option<u8>,
    refresh_interval: u32,
    can_remote: Option<bool>,
    /// The field that asks for what administrators alone may.
    above: Option<&'static str>,
}

impl Terms {
    /// Its calendar; `None` is permanent.
    fn calendar(&self, now: Time) -> Result<Option<Calendar>, Refusal> {
        let week_days = Weekdays::of(self.week_days.iter().copied())?;
        let rule = RuleSet {
            end_time: self.valid_to,
            number_of_weeks: self.number_of_weeks,
            week_days: Some(week_days).filter(|days| days.0 != 0),
            daily_start: self.daily_start,
            daily_end: self.daily_end,
        };
        let calendar = Calendar {
            id: CalendarId(fresh_id()),
            start_time: self.valid_from,
            refresh_interval: self.refresh_interval,
            rule_sets: rule.into(),
            other_days: OtherDays::default(),
            created: now,
        };
        calendar.check().map_err(|refused| match refused.field {
            Some("end_time") => Refusal { field: Some("valid_to"), ..refused },
            _ => refused,
        })?;
        let bounds = calendar.start_time.is_some() || calendar.end_time().is_some() || calendar.is_recurring();
        Ok((bounds || calendar.refresh_interval != DEFAULT_REFRESH_INTERVAL).then_some(calendar))
    }

    /// The refusal of a calendar by the name of the field that was sent.
    fn named(&self, refused: Refusal) -> Refusal {
        if refused.field != Some("calendar_id") {
            return refused;
        }
        let sent = [
            ("valid_to", self.valid_to.is_some() || self.valid_from.is_some()),
            ("week_days", !self.week_days.is_empty()),
            ("daily_start", self.daily_start.is_some()),
            ("daily_end", self.daily_end.is_some()),
            ("number_of_weeks", self.number_of_weeks.is_some()),
        ];
        let recurring = refused.detail == Some(FieldCode::RecurringUnsupported);
        let field = sent.into_iter().skip(usize::from(recurring)).find(|(_, sent)| *sent).map(|(field, _)| field);
        Refusal { field: field.or(refused.field), ..refused }
    }
}

/// One key to be shared.
#[derive(Debug, Clone)]
pub struct Share {
    /// The lock.
    pub lock: LockId,
    /// With whom.
    pub who: Who,
    /// For when, and for what.
    pub terms: Terms,
}

/// Shares keys, all or none; what is answered is of who holds them then, in the order in which they were asked for.
///
/// # Errors
/// What the acts refuse.
pub async fn share<A, F>(
    app: &App,
    caller: &Caller,
    act: &'static str,
    keys: Vec<Share>,
    answer: F,
) -> Result<A, ApiError>
where
    F: FnOnce(Vec<SharedKeyEntry<'_>>) -> Option<A> + Send + 'static,
    A: Answer,
{
    let by = caller.user.id;
    let asked: Vec<_> = keys.iter().map(|key| (key.lock, key.who)).collect();
    let decide = move |drafts: &mut Drafts, now| {
        let several = keys.len() > 1;
        for (place, key) in keys.into_iter().enumerate() {
            put(drafts, by, key, now).map_err(|refused| match several {
                true => Refusal { message: format!("key {place}: {}", refused.message), ..refused },
                false => refused,
            })?;
        }
        Ok(())
    };
    let entries = move |facts: &Facts, (), now| {
        answer(asked.into_iter().filter_map(|(lock, who)| HeldBy { facts, lock, now }.entry(who)).collect())
    };
    caller.change(app, act).answer(decide, entries).await
}

/// Puts one key, by `by`.
fn put(drafts: &mut Drafts, by: UserId, Share { lock, who, terms }: Share, now: Time) -> Result<(), Refusal> {
    let target = Target::Lock(lock);
    let wanted = terms.calendar(now)?;
    // Where nothing is told of when, what is there stays as it is.
    let there = drafts.facts().and_then(|facts| sharing::link_of(facts, who, target)?.calendar);
    let there = there.filter(|_| wanted.is_none());
    let stays = drafts.facts().and_then(|facts| facts.calendar(there?).cloned());
    let bounds = wanted.as_ref().or(stays.as_deref());
    drafts.act(|facts| sharing::check_share(facts, by, lock, bounds, now))?;
    let profile = drafts.act(|facts| sharing::profile_of(facts, who, terms.can_remote, terms.above))?;
    let made = wanted.map(|calendar| drafts.act(|facts| calendars::create_calendar(facts, calendar))).transpose()?;
    let grant = Grant { number: fresh_id(), who, target, calendar: made.or(there), profile };
    let put = drafts.act(|facts| sharing::put_link(facts, grant, now));
    put.map(drop).map_err(|refused| terms.named(refused))
}

/// Shares one key; answers who holds it now, and how.
///
/// # Errors
/// As [`share`].
pub async fn share_one(
    app: &App,
    caller: &Caller,
    act: &'static str,
    key: Share,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    share(app, caller, act, vec![key], |held| held.into_iter().next().map(Entry::of)).await
}

/// A page of those who hold keys to a lock.
pub fn page(held: &HeldBy<'_>, window: Window, who: Vec<Who>) -> Page<SharedKeyEntry<'static>> {
    let page = who.iter().skip(window.skip()).take(window.take());
    window.answer(who.len(), page.filter_map(|who| held.entry(*who)))
}

/// Takes a key away.
///
/// # Errors
/// 404 where nothing joins the two.
pub async fn unshare(app: &App, caller: &Caller, act: &'static str, lock: LockId, who: Who) -> Result<(), ApiError> {
    let remove =
        move |drafts: &mut Drafts, _| drafts.act(|facts| sharing::remove_share(facts, who, Target::Lock(lock)));
    caller.change(app, act).decide(remove).await?;
    Ok(())
}

/// The person whom a body names.
///
/// # Errors
/// 422 `required` where it names nobody, `unknown` where there is no such person, `invalid` where it names two.
pub async fn somebody(
    app: &App,
    caller: &Caller,
    id: &Optional<UserIdText>,
    username: &Optional<String>,
    mail: &Optional<String>,
) -> Result<Who, ApiError> {
    let by_id = id.0.map(|id| id.0.to_string());
    let named = [("user_id", by_id), ("username", username.0.clone()), ("mail", mail.0.clone())];
    let mut who = None;
    for (field, name) in named.into_iter().filter_map(|(field, name)| Some((field, name?))) {
        let found = named::person(app, caller, &name).await.map_err(|refused| match refused.is_not_found() {
            true => ApiError::field(field, FieldCode::Unknown, format!("{name:?} was not found")),
            false => refused,
        })?;
        if who.is_some_and(|who| who != found.id) {
            return Err(ApiError::field(
                field,
                FieldCode::Invalid,
                "this is somebody else than the fields before it name",
            ));
        }
        who = Some(found.id);
    }
    who.map(Who::User).ok_or_else(|| ApiError::field("username", FieldCode::Required, "say whose the key is to be"))
}

/// The lock that a body names.
///
/// # Errors
/// 422 `unknown`.
pub fn some_lock(caller: &Caller, serial: &Required<SerialText>) -> Result<LockId, ApiError> {
    let serial = serial.0.0;
    let unknown = |_| ApiError::field("serial_number", FieldCode::Unknown, format!("{serial} was not found"));
    named::lock(&caller.scope(), serial).map(|lock| lock.id).map_err(unknown)
}
