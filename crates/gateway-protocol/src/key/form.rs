//! The forms in which locks read keys, and what of a key fits into each.

use super::{Claims, MAX_BLOB_BYTES, claims, one_rule_set};
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

/// Draws what is carried in until it fits, never to more than is meant.
pub(super) fn fit(claims: &mut Claims) {
    match claims.form {
        Form::OneRuleSet => {
            let parts = claims.calendars.iter().flat_map(|calendar| one_rule_set::parts(calendar, &claims.zone));
            claims.calendars = parts.collect();
            keep_first(claims);
        }
        Form::RuleSets => {
            claims.calendars.sort_by_key(|calendar| (Reverse(calendar.end_time()), calendar.start_time));
            claims.calendars.truncate(MOST_CALENDARS);
            while claims.calendars.len() > 1 && !fits(claims) {
                claims.calendars.pop();
            }
            while !fits(claims) && close_last_day(&mut claims.calendars) {}
        }
    }
}

/// Keeps the calendars that begin first, of those the ones that last longest: forty of one rule set fit whatever they hold. Where later ones
/// are left out, the key is to be renewed before they begin.
fn keep_first(claims: &mut Claims) {
    let valid_from = claims.valid_from;
    claims.calendars.retain(|calendar| calendar.end_time().is_none_or(|end| valid_from < end));
    claims.calendars.sort_by_key(|calendar| {
        let begins = calendar.start_time.map_or(valid_from, |start| start.max(valid_from));
        (begins, Reverse(calendar.end_time()))
    });
    let left_out = claims.calendars.iter().skip(MOST_CALENDARS);
    let begins = left_out.filter_map(|calendar| calendar.start_time).filter(|start| valid_from < *start);
    claims.valid_to = begins.chain([claims.valid_to]).min().unwrap_or(claims.valid_to);
    claims.calendars.truncate(MOST_CALENDARS);
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
