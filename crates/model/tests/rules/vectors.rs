//! The cases of rules/, which the console's model runs too.

use crate::document::{calendar, facts, list, parse, zone};
use cardea_model::Zone;
use cardea_model::access::{Access, Decision, effective};
use cardea_model::calendar::calendar_type;
use cardea_model::names::email_address;
use cardea_model::password::{PASSWORD_MIN, Strength, password, strength};
use cardea_model::search::Sought;
use serde_json::Value;

/// Runs every case; each must hold, and all that do not are told at once.
fn run(text: &str, least: usize, holds: impl Fn(&Value) -> Result<(), String>) {
    let cases: Value = serde_json::from_str(text).unwrap();
    let cases = list(&cases["cases"]);
    assert!(cases.len() >= least, "{} cases", cases.len());
    let failed: Vec<String> =
        cases.iter().filter_map(|case| holds(case).err().map(|why| format!("{}: {why}", case["name"]))).collect();
    assert!(failed.is_empty(), "{} of {} cases fail:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found:?}, wanted {wanted:?}")) }
}

#[test]
fn calendars_are_open_when_the_cases_say_and_until_then() {
    run(include_str!("../../../../rules/calendar.json"), 190, |case| {
        let (calendar, at) = (calendar(&case["calendar"]), parse(&case["at"]).unwrap());
        let zone = zone(&case["timezone"]).unwrap_or_else(Zone::utc);
        let found = (calendar.is_open(at, &zone), calendar.next_change(at, &zone));
        same(found, (case["open"].as_bool().unwrap(), parse(&case["until"])))
    });
}

#[test]
fn calendars_have_the_type_that_the_cases_say() {
    run(include_str!("../../../../rules/calendar-type.json"), 58, |case| {
        let now = parse(&case["now"]).unwrap();
        let calendar = (!case["calendar"].is_null()).then(|| calendar(&case["calendar"]));
        let expired = calendar.as_ref().is_some_and(|calendar| calendar.is_expired(now));
        let found = (calendar_type(calendar.as_ref(), now).name(), expired);
        same(found, (case["type"].as_str().unwrap(), case["expired"].as_bool().unwrap()))
    });
}

#[test]
fn passwords_are_as_strong_as_the_cases_say() {
    run(include_str!("../../../../rules/password.json"), 40, |case| {
        let text = case["password"].as_str().unwrap();
        let found = strength(text);
        same(found.name(), case["strength"].as_str().unwrap())?;
        // The fewest characters are no rule beside it: whatever is shorter is weak.
        same(text.chars().count() >= PASSWORD_MIN || found == Strength::Weak, true)?;
        same(password("password", text).is_ok(), found >= Strength::Medium)
    });
}

#[test]
fn e_mail_addresses_are_those_of_the_cases() {
    run(include_str!("../../../../rules/email-address.json"), 40, |case| {
        let address = case["address"].as_str().unwrap();
        same(email_address("address", address).is_ok(), case["valid"].as_bool().unwrap())
    });
}

#[test]
fn what_is_typed_finds_what_the_cases_say() {
    run(include_str!("../../../../rules/search.json"), 40, |case| {
        let [typed, text] = ["typed", "text"].map(|field| case[field].as_str().unwrap());
        let found = Sought::new(typed).is_none_or(|sought| sought.is_in(text, &mut "of before".to_owned()));
        same(found, case["found"].as_bool().unwrap())
    });
}

#[test]
fn access_is_what_the_cases_say() {
    run(include_str!("../../../../rules/access.json"), 44, |case| {
        let facts = facts(&case["document"]);
        list(&case["questions"]).iter().try_for_each(|question| {
            let (user, lock) = (parse(&question["user_id"]).unwrap(), parse(&question["lock_id"]).unwrap());
            let decision = Decision {
                open: question["open"].as_bool().unwrap(),
                remote: question["remote"].as_bool().unwrap(),
                priority: question["priority"].as_u64().map(|priority| priority as u8),
            };
            let wanted = Access { decision, until: parse(&question["until"]) };
            same(effective(&facts, user, lock, parse(&question["at"]).unwrap()), wanted)
                .map_err(|why| format!("{question}: {why}"))
        })
    });
}
