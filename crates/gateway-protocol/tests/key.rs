//! A lock's decision about offline keys.

use cardea_gateway_protocol::key::{Claims, Form, Permission, Reason, issue, verify, verify_and_decide};
use cardea_gateway_protocol::{Direction, Operation};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, RuleSet, Weekdays};
use cardea_model::ids::{CalendarId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::testing;
use cardea_model::zone::Zone;
use ed25519_dalek::SigningKey;

const LOCK: Serial = Serial(0x001b_ac0f_e299);
const UNLOCK: Operation = Operation::Operate(Direction::Unlock);

fn server() -> SigningKey {
    SigningKey::from_bytes(&[3; 32])
}

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

fn always() -> Claims {
    Claims {
        id: [9; 16],
        lock: LOCK,
        user: UserId(0x0366_ba84_5fb5),
        issued_at: at("2026-03-02T08:00:00Z"),
        valid_from: at("2026-03-02T08:00:00Z"),
        valid_to: at("2026-03-09T08:00:00Z"),
        zone: Zone::utc(),
        form: Form::OneRuleSet,
        calendars: vec![calendar()],
        permissions: Permission::of(Role::User).to_vec(),
    }
}

/// Open always.
fn calendar() -> Calendar {
    let created = at("2026-03-02T08:00:00Z");
    Calendar { refresh_interval: 604_800, ..testing::calendar(CalendarId(5), created) }
}

/// Monday to Friday, nine to five, at a door in Copenhagen.
fn nine_to_five() -> Claims {
    let hours = Calendar {
        rule_sets: RuleSet {
            end_time: Some(at("2026-12-31T00:00:00Z")),
            week_days: Some(Weekdays(0b001_1111)),
            daily_start: Some(32_400),
            daily_end: Some(61_200),
            ..RuleSet::default()
        }
        .into(),
        ..calendar()
    };
    Claims { zone: Zone::named("Europe/Copenhagen").unwrap(), calendars: vec![hours], ..always() }
}

fn decide(claims: &Claims, now: &str) -> Result<UserId, Reason> {
    let blob = issue(claims, &server());
    verify_and_decide(&blob, &server().verifying_key(), LOCK, at(now), &UNLOCK).map(|opened| opened.user)
}

#[test]
fn a_key_states_what_was_put_in_and_its_blob_stays_small() {
    for claims in [always(), nine_to_five()] {
        let blob = issue(&claims, &server());
        assert_eq!(verify(&blob, &server().verifying_key()), Ok(claims));
        assert!(blob.len() < 400, "{} bytes", blob.len());
    }
}

#[test]
fn it_opens_from_five_minutes_before_valid_from_until_just_before_valid_to() {
    assert_eq!(decide(&always(), "2026-03-02T07:54:59.999Z"), Err(Reason::NotYetValid));
    assert_eq!(decide(&always(), "2026-03-02T07:55:00Z"), Ok(always().user), "by a clock that is five minutes behind");
    assert_eq!(decide(&always(), "2026-03-02T08:00:00Z"), Ok(always().user));
    assert_eq!(decide(&always(), "2026-03-09T07:59:59.999Z"), Ok(always().user));
    assert_eq!(decide(&always(), "2026-03-09T08:00:00Z"), Err(Reason::Expired));
}

#[test]
fn a_nine_to_five_key_opens_by_the_doors_clock_and_not_at_three_in_the_morning() {
    assert_eq!(decide(&nine_to_five(), "2026-03-04T07:59:00Z"), Err(Reason::Closed));
    assert_eq!(decide(&nine_to_five(), "2026-03-04T08:00:00Z"), Ok(always().user));
    assert_eq!(decide(&nine_to_five(), "2026-03-04T15:59:59Z"), Ok(always().user));
    assert_eq!(decide(&nine_to_five(), "2026-03-04T16:00:00Z"), Err(Reason::Closed));
    assert_eq!(decide(&nine_to_five(), "2026-03-04T02:00:00Z"), Err(Reason::Closed));
    assert_eq!(decide(&nine_to_five(), "2026-03-07T10:00:00Z"), Err(Reason::Closed), "a Saturday");
}

#[test]
fn of_several_deciding_calendars_one_open_is_enough_and_none_at_all_is_closed() {
    let mut claims = nine_to_five();
    let saturday = RuleSet { week_days: Some(Weekdays(0b010_0000)), ..*claims.calendars[0].rule_sets.first() };
    claims.calendars.push(Calendar { rule_sets: saturday.into(), ..calendar() });
    assert_eq!(decide(&claims, "2026-03-07T10:00:00Z"), Ok(always().user));
    assert_eq!(decide(&Claims { calendars: vec![], ..always() }, "2026-03-03T10:00:00Z"), Err(Reason::Closed));
}

#[test]
fn it_opens_no_other_lock_and_does_nothing_that_it_does_not_permit() {
    let blob = issue(&always(), &server());
    let public = server().verifying_key();
    let noon = at("2026-03-03T12:00:00Z");
    assert_eq!(verify_and_decide(&blob, &public, Serial(7), noon, &UNLOCK), Err(Reason::OtherLock));
    let reader = issue(&Claims { permissions: vec![Permission::Read], ..always() }, &server());
    assert_eq!(verify_and_decide(&reader, &public, LOCK, noon, &UNLOCK), Err(Reason::NotPermitted));
    assert!(verify_and_decide(&reader, &public, LOCK, noon, &Operation::GetState).is_ok());
}

#[test]
fn a_key_signed_by_another_or_with_any_bit_changed_is_refused() {
    let public = server().verifying_key();
    let noon = at("2026-03-03T12:00:00Z");
    let foreign = issue(&always(), &SigningKey::from_bytes(&[4; 32]));
    assert_eq!(verify_and_decide(&foreign, &public, LOCK, noon, &UNLOCK), Err(Reason::BadSignature));
    let blob = issue(&nine_to_five(), &server());
    assert!(verify_and_decide(&blob, &public, LOCK, noon, &UNLOCK).is_ok());
    for bit in 0..blob.len() * 8 {
        let mut bent = blob.clone();
        bent[bit / 8] ^= 1 << (bit % 8);
        let decision = verify_and_decide(&bent, &public, LOCK, noon, &UNLOCK);
        assert!(matches!(decision, Err(Reason::BadSignature | Reason::Malformed)), "bit {bit}: {decision:?}");
    }
    for length in 0..blob.len() {
        assert!(verify_and_decide(&blob[..length], &public, LOCK, noon, &UNLOCK).is_err());
    }
    let longer = [blob.as_slice(), &[0]].concat();
    assert_eq!(verify_and_decide(&longer, &public, LOCK, noon, &UNLOCK), Err(Reason::Malformed));
}

#[test]
fn a_clock_that_is_behind_opens_no_calendar_before_its_hour() {
    let starts = Calendar { start_time: Some(at("2026-03-02T08:00:00Z")), ..calendar() };
    let claims = Claims { calendars: vec![starts], ..always() };
    assert_eq!(decide(&claims, "2026-03-02T07:59:59Z"), Err(Reason::Closed));
    assert_eq!(decide(&claims, "2026-03-02T08:00:00Z"), Ok(claims.user));
}
