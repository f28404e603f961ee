//! A lock whose clock is behind takes a key up to five minutes before its begin, and keeps to the hours of that time.

use crate::doors::{LOCK, LOCK_ID, USER, facts};
use crate::{UNLOCK, server, stated};
use cardea_gateway_protocol::key::{Form, Reason, issue, verify_and_decide};
use cardea_model::access::decide;
use cardea_model::calendar::{Calendar, OtherDay, OtherDays};
use cardea_model::ids::{CalendarId, LinkKind};
use cardea_model::key::key;
use cardea_model::{Time, Zone, testing};

/// The key is fetched two minutes after the closed day; by the lock's clock it is still that day.
#[test]
fn a_day_that_was_closed_stays_closed_to_a_lock_whose_clock_is_behind() {
    let at = |text: &str| -> Time { text.parse().unwrap() };
    let closed = OtherDay { date: "2026-12-24".parse().unwrap(), hours: Vec::new() };
    let other_days = OtherDays::of(vec![closed]).unwrap();
    let calendar = Calendar { other_days, ..testing::calendar(CalendarId(1), Time(0)) };
    let facts = facts(&Zone::utc(), &[calendar], LinkKind::GroupLock);
    let (fetched, shown) = (at("2026-12-25T00:02:00Z"), at("2026-12-24T23:58:00Z"));
    assert!(!decide(&facts, USER, LOCK_ID, shown).open);
    for form in [Form::OneRuleSet, Form::RuleSets] {
        let claims = stated(&key(&facts, USER, LOCK_ID, fetched).unwrap(), form, fetched);
        let blob = issue(&claims, &server());
        let decision = verify_and_decide(&blob, &server().verifying_key(), LOCK, shown, &UNLOCK);
        assert_eq!(decision.map(|opened| opened.user), Err(Reason::Closed), "{form:?}");
    }
}
