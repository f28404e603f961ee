//! Keys in both forms: a lock decides by its key as the server does.

#[path = "../../../model/tests/rules/dice.rs"]
mod dice;
mod doors;
mod leeway;
mod malformed;
mod sizes;

use cardea_gateway_protocol::key::{Claims, Form, MAX_BLOB_BYTES, MOST_CALENDARS, Reason, issue, verify_and_decide};
use cardea_gateway_protocol::{Direction, Operation};
use cardea_model::access::decide;
use cardea_model::calendar::{Calendar, Hours, OtherDay, OtherDays};
use cardea_model::ids::{CalendarId, LinkKind};
use cardea_model::key::{Key, key};
use cardea_model::role::Role;
use cardea_model::{Time, Zone, testing};
use dice::Dice;
use doors::{Door, LOCK, LOCK_ID, USER};
use ed25519_dalek::SigningKey;
use std::collections::BTreeMap;

const UNLOCK: Operation = Operation::Operate(Direction::Unlock);
const INSTANTS: usize = 100_000;
const OF_EACH_DOOR: usize = 50;

fn server() -> SigningKey {
    SigningKey::from_bytes(&[3; 32])
}

fn stated(key: &Key, form: Form, now: Time) -> Claims {
    Claims::of(key.clone(), form, [9; 16], LOCK, USER, Role::User, now)
}

/// What of the calendars fits into a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fits {
    /// All of them.
    All,
    /// All that is open before what was left out begins.
    UntilRenewed,
    /// Not even all that has begun.
    Some,
}

fn fits(key: &Key, claims: &Claims) -> Fits {
    let has_begun = |start: Option<Time>| start.is_none_or(|start| start <= claims.valid_from);
    match claims.form {
        Form::OneRuleSet if claims.calendars.len() < MOST_CALENDARS => Fits::All,
        Form::OneRuleSet if claims.calendars.iter().all(|calendar| has_begun(calendar.start_time)) => Fits::Some,
        Form::OneRuleSet => Fits::UntilRenewed,
        Form::RuleSets if key.calendars.iter().all(|calendar| claims.calendars.contains(calendar)) => Fits::All,
        Form::RuleSets => Fits::Some,
    }
}

/// How often a lock with a key in this form opened and did not, by what fitted into it; and how often it stayed closed by what was left out.
fn agreement(form: Form, seed: u64) -> BTreeMap<(Fits, &'static str), usize> {
    let (dice, mut came_up) = (&mut Dice(seed), BTreeMap::new());
    let (mut asked, public) = (0, server().verifying_key());
    while asked < INSTANTS {
        let door = doors::door(dice);
        let Some(key) = key(&door.facts, USER, LOCK_ID, door.now) else { continue };
        let claims = stated(&key, form, door.now);
        let blob = issue(&claims, &server());
        assert!(blob.len() <= MAX_BLOB_BYTES, "{} bytes", blob.len());
        let fits = fits(&key, &claims);
        let valid_to = Time::from_seconds(claims.valid_to.seconds());
        for number in 0..OF_EACH_DOOR {
            let at = if number % 2 == 0 {
                door.edge(dice, claims.valid_from, valid_to)
            } else {
                Time(dice.between(claims.valid_from.0, valid_to.0))
            };
            // Before that a lock takes it for a clock that is behind.
            if at < claims.valid_from {
                continue;
            }
            let decision = verify_and_decide(&blob, &public, LOCK, at, &UNLOCK).map(|opened| opened.user);
            let (open, what) = (is_open(&door, &key, at), || format!("{at:?} of {:?}, {fits:?}", door.calendars));
            let outcome = match decision {
                Err(Reason::Expired) if at >= valid_to => "expired",
                Ok(user) if open && user == USER && at < valid_to => "open",
                Err(Reason::Closed) if !open && at < valid_to => "closed",
                Err(Reason::Closed) if fits == Fits::Some && at < valid_to => "left out",
                decision => panic!("{decision:?}, {open} at {}", what()),
            };
            asked += 1;
            *came_up.entry((fits, outcome)).or_default() += 1;
        }
    }
    came_up
}

/// What the server says, of what is not to be renewed by then.
fn is_open(door: &Door, key: &Key, at: Time) -> bool {
    let open = decide(&door.facts, USER, LOCK_ID, at).open;
    if door.one_renewal { open } else { open && key.opens(at) }
}

/// In Newfoundland clocks went back at a minute past midnight until 2010, and Saturday evening came after Sunday had begun.
#[test]
fn hours_of_a_day_are_those_of_its_date_though_the_day_before_lies_within_it() {
    let at = |text: &str| -> Time { text.parse().unwrap() };
    let day = |date: &str, hours| OtherDay { date: date.parse().unwrap(), hours };
    let all_day = vec![Hours { daily_start: 0, daily_end: 86_400 }];
    let other_days = OtherDays::of(vec![day("2010-11-06", Vec::new()), day("2010-11-07", all_day)]).unwrap();
    let calendar = Calendar { other_days, ..testing::calendar(CalendarId(1), Time(0)) };
    let (now, zone) = (at("2010-11-06T12:00:00Z"), Zone::named("America/St_Johns").unwrap());
    let facts = doors::facts(&zone, &[calendar], LinkKind::GroupLock);
    for form in [Form::OneRuleSet, Form::RuleSets] {
        let blob = issue(&stated(&key(&facts, USER, LOCK_ID, now).unwrap(), form, now), &server());
        for (when, opens) in [
            ("2010-11-07T02:29:59Z", false),
            ("2010-11-07T02:30:00Z", true),
            ("2010-11-07T02:31:00Z", false),
            ("2010-11-07T03:29:59Z", false),
            ("2010-11-07T03:30:00Z", true),
        ] {
            let decision = verify_and_decide(&blob, &server().verifying_key(), LOCK, at(when), &UNLOCK);
            assert_eq!(decision.is_ok(), opens, "{form:?}: {when}");
        }
    }
}

fn none_is_rare(came_up: &BTreeMap<(Fits, &'static str), usize>, outcomes: &[(Fits, &'static str, usize)]) {
    for (fits, outcome, least) in outcomes {
        let count = came_up.get(&(*fits, *outcome)).copied().unwrap_or(0);
        assert!(count >= *least, "{fits:?}, {outcome}: {count} of {INSTANTS}");
    }
}

#[test]
fn a_lock_decides_by_the_first_form_as_the_server_does() {
    let wanted = [
        (Fits::All, "open", 20_000),
        (Fits::All, "closed", 10_000),
        (Fits::All, "expired", 1_000),
        (Fits::UntilRenewed, "open", 5_000),
        (Fits::UntilRenewed, "closed", 500),
        (Fits::UntilRenewed, "expired", 200),
        (Fits::Some, "open", 5_000),
        (Fits::Some, "closed", 2_500),
        (Fits::Some, "left out", 2_500),
    ];
    none_is_rare(&agreement(Form::OneRuleSet, 1), &wanted);
}

#[test]
fn a_lock_decides_by_the_second_form_as_the_server_does() {
    let wanted = [
        (Fits::All, "open", 25_000),
        (Fits::All, "closed", 10_000),
        (Fits::All, "expired", 1_000),
        (Fits::Some, "open", 5_000),
        (Fits::Some, "closed", 1_000),
        (Fits::Some, "left out", 500),
    ];
    none_is_rare(&agreement(Form::RuleSets, 2), &wanted);
}
