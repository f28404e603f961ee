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

/// When the last of these spans closes: where one closes, another may be open and go on. Hours that take turns for ever are not followed
/// day by day: between two breaks every week (or every few weeks) is like the one before, so one without a gap is followed by more until the next break.
fn closes(union: &[Span<'_>], after: Time, zone: &Zone) -> Option<Time> {
    let limit = after.plus_seconds(HORIZON_SECONDS);
    let round = union.iter().map(Span::weeks).fold(1, common_multiple).saturating_mul(WEEK_SECONDS);
    let (mut at, mut steady, mut stop) = (after, after, next_break(union, after, zone));
    while at <= limit {
        let mut last = None;
        for span in union.iter().filter(|span| span.is_open(at, zone)) {
            // One that stays open for ten years from here keeps the door open.
            last = last.max(Some(span.next_change(at, zone)?));
        }
        let Some(closes) = last else { return Some(at) };
        at = closes;
        if at >= steady.plus_seconds(round) && stop.is_none_or(|stop| at < stop) {
            at = stop?;
        }
        if stop.is_some_and(|stop| stop <= at) {
            (steady, stop) = (at, next_break(union, at, zone));
        }
    }
    None
}

fn common_multiple(one: i64, other: i64) -> i64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).saturating_mul(other)
}

/// The first instant after this one at which one week may differ from the next: a span begins or ends, a day is otherwise, or the clock
/// changes.
fn next_break(union: &[Span<'_>], after: Time, zone: &Zone) -> Option<Time> {
    let bounds = union.iter().flat_map(|span| [span.start, span.end]).flatten();
    let days = union.iter().flat_map(|span| span.other_days.bounds()).map(Time);
    bounds.chain(days).filter(|bound| *bound > after).chain(zone.next_transition(after)).min()
}
