//! When a union of spans changes: those of one calendar, or of all calendars that decide together.

use super::HORIZON_SECONDS;
use super::span::Span;
use crate::time::Time;
use crate::zone::Zone;

const WEEK_SECONDS: i64 = 7 * 86_400;

/// The next instant after this one at which the union opens, if it is closed then, or closes, if it is `open`; `None`: not within ten years.
pub(crate) fn next_change(union: &[Span<'_>], open: bool, after: Time, zone: &Zone) -> Option<Time> {
    if open { closes(union, after, zone) } else { union.iter().filter_map(|span| span.next_change(after, zone)).min() }
}

/// When the last of these spans closes: where one closes, another may be open and go on. Hours that alternate for ever are not followed day
/// by day. Between two breaks every week is like the one before, or every round of weeks where rule sets count them. After a round without
/// a gap no gap comes before the next break. Hours of every week that leave no gap at all are recognised without following them.
fn closes(union: &[Span<'_>], after: Time, zone: &Zone) -> Option<Time> {
    let limit = after.plus_seconds(HORIZON_SECONDS);
    let round = union.iter().map(Span::weeks).fold(1, common_multiple).saturating_mul(WEEK_SECONDS);
    let breaks = Breaks::of(union, after);
    let (mut at, mut steady, mut stop) = (after, after, breaks.next(after, zone));
    while at <= limit {
        if stop.is_none_or(|stop| stop > at.plus_seconds(WEEK_SECONDS)) && is_every_week_whole(union, at, stop) {
            at = stop?;
        }
        let mut last = None;
        for span in union.iter().filter(|span| span.is_open(at, zone)) {
            // One that stays open for ten years from here keeps the door open.
            last = last.max(Some(span.next_change(at, zone)?));
        }
        let Some(closes) = last else { return Some(at).filter(|at| *at <= limit) };
        at = closes;
        if at >= steady.plus_seconds(round) && stop.is_none_or(|stop| at < stop) {
            at = stop?;
        }
        if stop.is_some_and(|stop| stop <= at) {
            (steady, stop) = (at, breaks.next(at, zone));
        }
    }
    None
}

/// Whether the hours of some spans leave no gap in any week. It takes the spans of every week that go on from `at` to `stop` without a day
/// otherwise.
fn is_every_week_whole(union: &[Span<'_>], at: Time, stop: Option<Time>) -> bool {
    let mut hours = Vec::new();
    for span in union.iter().filter(|span| span.goes_on_alike(at, stop)) {
        match span.pattern {
            None => return true,
            Some(pattern) if pattern.every == 1 => hours.extend(pattern.hours_of_week()),
            Some(_) => {}
        }
    }
    hours.sort_unstable();
    let whole = hours.into_iter().try_fold(0, |covered: i64, (from, to)| (from <= covered).then_some(covered.max(to)));
    whole.is_some_and(|covered| covered >= WEEK_SECONDS * 1000)
}

fn common_multiple(one: i64, other: i64) -> i64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).saturating_mul(other)
}

/// The instants at which one week may differ from the next, apart from changes of the clock: a span begins or ends, or a day is otherwise.
struct Breaks(Vec<Time>);

impl Breaks {
    fn of(union: &[Span<'_>], after: Time) -> Breaks {
        let mut breaks: Vec<Time> = union.iter().flat_map(|span| [span.start, span.end]).flatten().collect();
        let mut calendars: Vec<_> = union.iter().map(|span| span.other_days).collect();
        // The spans of one calendar lie beside each other.
        calendars.dedup_by(|one, other| std::ptr::eq(*one, *other));
        breaks.extend(calendars.into_iter().flat_map(|days| days.bounds()).map(Time));
        breaks.retain(|bound| *bound > after);
        breaks.sort_unstable();
        breaks.dedup();
        Breaks(breaks)
    }

    /// The first after this instant, changes of the clock among them.
    fn next(&self, after: Time, zone: &Zone) -> Option<Time> {
        let next = self.0.get(self.0.partition_point(|bound| *bound <= after)).copied();
        next.into_iter().chain(zone.next_transition(after)).min()
    }
}
