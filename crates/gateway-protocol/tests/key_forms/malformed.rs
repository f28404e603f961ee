//! What a lock takes for no key: a form that it does not read, and one that is not written as it says.

use super::{server, stated};
use crate::doors::{LOCK_ID, USER, facts};
use cardea_gateway_protocol::key::{Form, Reason, issue, verify};
use cardea_model::calendar::{Date, Hours, OtherDay, OtherDays, RuleSet, RuleSets};
use cardea_model::ids::{CalendarId, LinkKind};
use cardea_model::key::key;
use cardea_model::{Time, Zone, testing};
use coset::cbor::value::Value;
use coset::{CborSerializable, CoseSign1, CoseSign1Builder, TaggedCborSerializable};
use ed25519_dalek::Signer;

/// A key in this form, of a calendar with two rule sets and a day with hours.
fn written(form: Form) -> Vec<u8> {
    let now: Time = "2026-07-15T12:00:00Z".parse().unwrap();
    let set = |daily_start| RuleSet { daily_start: Some(daily_start), ..RuleSet::default() };
    let day = OtherDay { date: Date(20_650), hours: vec![Hours { daily_start: 0, daily_end: 3_600 }] };
    let calendar = cardea_model::calendar::Calendar {
        rule_sets: RuleSets::of(vec![set(25_200), set(79_200)]).unwrap(),
        other_days: OtherDays::of(vec![day]).unwrap(),
        ..testing::calendar(CalendarId(5), Time(0))
    };
    let facts = facts(&Zone::utc(), &[calendar], LinkKind::GroupLock);
    issue(&stated(&key(&facts, USER, LOCK_ID, now).unwrap(), form, now), &server())
}

/// The same key with these changes to its claims, signed by the server.
fn changed(blob: &[u8], change: impl FnOnce(&mut Vec<(Value, Value)>)) -> Vec<u8> {
    let signed = CoseSign1::from_tagged_slice(blob).unwrap();
    let Value::Map(mut claims) = Value::from_slice(&signed.payload.unwrap()).unwrap() else { panic!("claims") };
    change(&mut claims);
    let again = CoseSign1Builder::new().protected(signed.protected.header);
    let again = again.payload(Value::Map(claims).to_vec().unwrap());
    let again = again.create_signature(b"", |statement| server().sign(statement).to_bytes().to_vec());
    again.build().to_tagged_vec().unwrap()
}

fn claim<'a>(claims: &'a mut [(Value, Value)], name: &str) -> &'a mut Value {
    let found = claims.iter_mut().find(|(key, _)| key.as_text() == Some(name));
    &mut found.expect("a claim of this name").1
}

/// What stands at this place of the only calendar: 3 its rule sets, 4 its days otherwise.
fn part(claims: &mut [(Value, Value)], place: usize) -> &mut Vec<Value> {
    let calendar = &mut claim(claims, "calendars").as_array_mut().unwrap()[0];
    calendar.as_array_mut().unwrap()[place].as_array_mut().unwrap()
}

fn read(blob: &[u8]) -> Result<Form, Reason> {
    verify(blob, &server().verifying_key()).map(|claims| claims.form)
}

#[test]
fn a_lock_takes_what_is_not_written_as_its_form_says_for_no_key() {
    type Change = fn(&mut Vec<(Value, Value)>);
    let table: &[(&str, Change)] = &[
        ("form 1, written out", |claims| *claim(claims, "form") = Value::from(1)),
        ("form 3", |claims| *claim(claims, "form") = Value::from(3)),
        ("form 2 as text", |claims| *claim(claims, "form") = Value::from("2")),
        ("the second form without saying so", |claims| claims.retain(|(key, _)| key.as_text() != Some("form"))),
        ("more of a calendar", |claims| {
            claim(claims, "calendars").as_array_mut().unwrap()[0].as_array_mut().unwrap().push(Value::Null);
        }),
        ("less of a calendar", |claims| {
            claim(claims, "calendars").as_array_mut().unwrap()[0].as_array_mut().unwrap().pop();
        }),
        ("no rule set", |claims| part(claims, 3).clear()),
        ("seventeen rule sets", |claims| {
            let set = part(claims, 3)[0].clone();
            part(claims, 3).resize(17, set);
        }),
        ("more of a rule set", |claims| part(claims, 3)[0].as_array_mut().unwrap().push(Value::Null)),
        ("an empty rule set", |claims| part(claims, 3)[0] = Value::Array(Vec::new())),
        ("a day twice", |claims| {
            let day = part(claims, 4)[0].clone();
            part(claims, 4).push(day);
        }),
        ("65 days", |claims| {
            let day = |date: i32| Value::Array(vec![Value::from(date), Value::Array(Vec::new())]);
            *part(claims, 4) = (20_000..20_065).map(day).collect();
        }),
        ("nine hours of a day", |claims| {
            let hours = part(claims, 4)[0].as_array_mut().unwrap()[1].as_array_mut().unwrap();
            hours.resize(9, hours[0].clone());
        }),
        ("hours that end before they begin", |claims| {
            let hours = part(claims, 4)[0].as_array_mut().unwrap()[1].as_array_mut().unwrap();
            hours[0].as_array_mut().unwrap().reverse();
        }),
        ("a date before 1970", |claims| part(claims, 4)[0].as_array_mut().unwrap()[0] = Value::from(-1)),
        ("a day without hours told", |claims| {
            part(claims, 4)[0].as_array_mut().unwrap().pop();
        }),
    ];
    let whole = written(Form::RuleSets);
    assert_eq!(read(&changed(&whole, |_| ())), Ok(Form::RuleSets));
    for (what, change) in table {
        assert_eq!(read(&changed(&whole, change)), Err(Reason::Malformed), "{what}");
    }
}

/// So did those that were made before there was a second form: its claim was one of these to them.
#[test]
fn a_lock_refuses_a_key_with_a_claim_that_it_does_not_know() {
    let whole = written(Form::OneRuleSet);
    assert_eq!(read(&changed(&whole, |_| ())), Ok(Form::OneRuleSet));
    let with = |name: Value| changed(&whole, |claims| claims.push((name, Value::from(2))));
    for name in [Value::from("forms"), Value::from("weather"), Value::from(1), Value::from(77)] {
        assert_eq!(read(&with(name.clone())), Err(Reason::Malformed), "{name:?}");
    }
    assert_eq!(
        read(&with(Value::from("form"))),
        Err(Reason::Malformed),
        "the first form's calendars in a second's key"
    );
}
