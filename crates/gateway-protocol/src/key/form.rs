//! The forms in which locks read keys, and what of a key fits into each.

use super::{Claims, LEEWAY, MAX_BLOB_BYTES, claims, one_rule_set};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, OtherDay, OtherDays};
use coset::CborSerializable;
use std::cmp::Reverse;

/// The most calendars that a key carries.
pub const MOST_CALENDARS: usize = 40;
/// What a blob holds beside its claims at most, in bytes: the header and the signature.
const ENVELOPE_BYTES: usize = 96;

/// How a lock reads the calendars of a key. The number is the claim `form`, which the first does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Each with one rule set, without days otherwise.
    OneRuleSet = 1,
    /// With all that calendars have: for locks with the capability `rule_sets`.
    RuleSets = 2,
}

/// Makes the key shorter until it fits. It never opens at an instant at which it should not.
pub(super) fn fit(claims: &mut Claims) {
    match claims.form {
        Form::OneRuleSet => {
            let taken = claims.valid_from.plus_seconds(-LEEWAY);
            let parts = claims.calendars.iter().map(|calendar| one_rule_set::parts(calendar, &claims.zone, taken));
            let (parts, not_made): (Vec<_>, Vec<_>) = parts.unzip();
            claims.calendars = parts.concat();
            keep_first(claims, not_made.into_iter().flatten());
        }
        Form::RuleSets => {
            claims.calendars.sort_by_key(|calendar| (Reverse(calendar.end_time()), calendar.start_time));
            claims.calendars.truncate(MOST_CALENDARS);
            keep_what_fits(claims);
            while !fits(claims) && close_last_day(&mut claims.calendars) {}
        }
    }
}

/// Keeps the calendars that begin first, of those the ones that last longest: forty of one rule set fit whatever they hold. Where later ones
/// are left out, the key is to be renewed before they begin.
fn keep_first(claims: &mut Claims, not_made: impl Iterator<Item = Time>) {
    let valid_from = claims.valid_from;
    claims.calendars.sort_by_key(|calendar| {
        let begins = calendar.start_time.map_or(valid_from, |start| start.max(valid_from));
        (begins, Reverse(calendar.end_time()))
    });
    let left_out = claims.calendars.iter().skip(MOST_CALENDARS);
    let left_out = left_out.filter_map(|calendar| calendar.start_time).chain(not_made);
    let begins = left_out.filter(|start| valid_from < *start);
    claims.valid_to = begins.chain([claims.valid_to]).min().unwrap_or(claims.valid_to);
    claims.calendars.truncate(MOST_CALENDARS);
}

/// Keeps as many of the first calendars as there is room for, at least one.
fn keep_what_fits(claims: &mut Claims) {
    let all = claims.calendars.clone();
    let (mut kept, mut above) = (1, all.len() + 1);
    while kept + 1 < above {
        let tried = kept.midpoint(above);
        claims.calendars = all[..tried].to_vec();
        if fits(claims) { kept = tried } else { above = tried }
    }
    claims.calendars = all[..kept.min(all.len())].to_vec();
}

fn fits(claims: &Claims) -> bool {
    let payload = claims::encode(claims).to_vec().expect("claims are plain CBOR");
    payload.len() + ENVELOPE_BYTES <= MAX_BLOB_BYTES
}

/// Takes the hours of the last day otherwise that has any; `false` when there is none.
fn close_last_day(calendars: &mut [Calendar]) -> bool {
    for calendar in calendars {
        let mut days: Vec<OtherDay> = calendar.other_days.iter().cloned().collect();
        let Some(last) = days.iter_mut().rev().find(|day| !day.hours.is_empty()) else { continue };
        last.hours.clear();
        calendar.other_days = OtherDays::of(days).unwrap_or_default();
        return true;
    }
    false
}
