//! What a device truly is, as GET and POST /simulator/v1/{serial} show and change it. No server is there: these devices stand alone.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::BoltState;
use cardea_gateway_protocol::key::{Claims, Form, issue};
use cardea_model::calendar::{Calendar, RuleSet, RuleSets};
use cardea_model::ids::{CalendarId, Serial, UserId};
use cardea_model::key::{Key, Permissions};
use cardea_model::role::Role;
use cardea_model::testing;
use cardea_model::{Time, Zone};
use cardea_simulator::{BridgeSpec, KeypadSpec, LockSpec, MergeError, Simulator, World};
use ed25519_dalek::SigningKey;
use serde_json::{Value, json};
use std::time::Duration;

const LOCK: Serial = Serial(1);
const BRIDGE: Serial = Serial(2);
const KEYPAD: Serial = Serial(3);

fn server() -> SigningKey {
    SigningKey::from_bytes(&[5; 32])
}

fn world() -> Simulator {
    let lock = LockSpec {
        serial: LOCK,
        device_type: "danalockv3".into(),
        firmware: "4.2.0".into(),
        state: BoltState::Locked,
        battery: 80,
        pins: vec![(3, "2468".into())],
    };
    let bridge = BridgeSpec {
        serial: BRIDGE,
        key: SigningKey::from_bytes(&[6; 32]),
        firmware: "2.1.0".into(),
        in_reach: vec![LOCK],
    };
    let world = World {
        server_key: server().verifying_key(),
        travel: Duration::ZERO,
        read: Duration::ZERO,
        bridges: vec![bridge],
        locks: vec![lock],
        keypads: vec![KeypadSpec { serial: KEYPAD, lock: LOCK }],
    };
    // The discard port: nobody answers there.
    Simulator::start(world, "ws://127.0.0.1:9/gateway/v1")
}

fn now() -> Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Time(since.as_millis() as i64)
}

/// A key to the lock, for an hour from now on.
fn blob() -> String {
    let always = calendar(RuleSets::default());
    STANDARD
        .encode(issue(&Claims { valid_to: now().plus_seconds(3_600), ..claims(Form::OneRuleSet, always) }, &server()))
}

/// What a key to the lock states, for two days from now on.
fn claims(form: Form, calendar: Calendar) -> Claims {
    let (valid_from, valid_to, zone) = (now(), now().plus_seconds(2 * 86_400), Zone::utc());
    let permissions = Permissions { can_remote: false, can_share: false, can_delete: false };
    let key = Key { valid_from, valid_to, zone, calendars: vec![calendar], permissions };
    Claims::of(key, form, [1; 16], LOCK, UserId(7), Role::User, now())
}

fn calendar(rule_sets: RuleSets) -> Calendar {
    Calendar { refresh_interval: 3_600, rule_sets, ..testing::calendar(CalendarId(0), now()) }
}

#[tokio::test]
async fn a_lock_shows_how_it_is_and_takes_what_is_done_to_it() {
    let sim = world();
    let before = sim.true_condition(LOCK).unwrap();
    assert_eq!(
        (&before["state"], &before["battery"], &before["bolt_moves"]),
        (&json!("Locked"), &json!(80), &json!(0))
    );
    assert_eq!((&before["bridge"], &before["serial_number"]), (&json!(BRIDGE.to_string()), &json!(LOCK.to_string())));
    let changes = json!({"battery": 3, "jammed": true, "in_range": false, "updating": true, "clock_offset_s": -60, "firmware": "4.3.0",
            "drain": 7, "fail_next": "TimezoneMismatchError"});
    let after = sim.merge(LOCK, &changes).unwrap();
    for (field, value) in changes.as_object().unwrap() {
        assert_eq!(&after[field], value, "{field}");
    }
    assert_eq!(sim.true_condition(LOCK).unwrap()["jammed"], true);
}

#[tokio::test]
async fn a_hand_turns_the_bolt_and_counts_only_what_moved() {
    let sim = world();
    for (turn, state, moves) in [("unlock", "Unlocked", 1), ("unlock", "Unlocked", 1), ("lock", "Locked", 2)] {
        let after = sim.merge(LOCK, &json!({ "turn": turn })).unwrap();
        assert_eq!((&after["state"], &after["bolt_moves"]), (&json!(state), &json!(moves)));
    }
}

#[tokio::test]
async fn a_phone_opens_with_a_key_or_is_told_why_not() {
    let sim = world();
    let present = |blob: &str, operation: &str| {
        let after = sim.merge(LOCK, &json!({"present": {"blob": blob, "operation": operation}})).unwrap();
        (after["opened"].clone(), after["reason"].clone(), after["bolt_moves"].clone())
    };
    let refused = |reason: &str| (json!(false), json!(reason), json!(0));
    assert_eq!(present("AAAA", "unlock"), refused("malformed"));
    // What is changed and what is presented may come together: the lock is changed first.
    let both = json!({"present": {"blob": blob(), "operation": "unlock"}, "clock_offset_s": 4_000});
    assert_eq!(sim.merge(LOCK, &both).unwrap()["reason"], "expired");
    sim.merge(LOCK, &json!({"clock_offset_s": 0, "battery": 2})).unwrap();
    assert_eq!(present(&blob(), "unlock"), refused("low_battery"));
    sim.merge(LOCK, &json!({"battery": 50, "jammed": true})).unwrap();
    assert_eq!(present(&blob(), "unlock"), refused("bolt_blocked"));
    sim.merge(LOCK, &json!({"jammed": false})).unwrap();
    assert_eq!(present(&blob(), "unlock"), (json!(true), Value::Null, json!(1)));
    assert_eq!(present(&blob(), "lock"), (json!(true), Value::Null, json!(2)));
}

/// A porter works from ten to six: the door opens at eleven at night and not at seven in the morning.
#[tokio::test]
async fn a_lock_reads_keys_of_both_forms() {
    let sim = world();
    let set = |daily_start, daily_end| RuleSet { daily_start, daily_end, ..RuleSet::default() };
    let night = RuleSets::of(vec![set(Some(79_200), None), set(None, Some(21_600))]).unwrap();
    for form in [Form::OneRuleSet, Form::RuleSets] {
        let blob = STANDARD.encode(issue(&claims(form, calendar(night.clone())), &server()));
        let midnight = now().seconds() / 86_400 * 86_400 + 86_400;
        for (hour, opened, reason) in [(23, true, Value::Null), (7, false, json!("closed"))] {
            let ahead = midnight + hour * 3_600 + 1_800 - now().seconds();
            let present =
                json!({"clock_offset_s": ahead, "turn": "lock", "present": {"blob": blob, "operation": "unlock"}});
            let after = sim.merge(LOCK, &present).unwrap();
            assert_eq!((&after["opened"], &after["reason"]), (&json!(opened), &reason), "{form:?} at half past {hour}");
        }
    }
}

/// A hand needs no motor.
#[tokio::test]
async fn a_battery_drains_with_each_turn_of_the_motor() {
    let sim = world();
    sim.merge(LOCK, &json!({"battery": 50, "drain": 30})).unwrap();
    let turned = |changes: Value| sim.merge(LOCK, &changes).unwrap()["battery"].clone();
    let present = |operation: &str| json!({"present": {"blob": blob(), "operation": operation}});
    assert_eq!(turned(present("unlock")), 20);
    assert_eq!(turned(present("unlock")), 20, "it was there already");
    assert_eq!(turned(json!({"turn": "lock"})), 20);
    assert_eq!(turned(present("unlock")), 0);
    assert_eq!(sim.merge(LOCK, &present("lock")).unwrap()["reason"], "low_battery");
}

#[tokio::test]
async fn a_failure_is_ordered_by_its_word_and_taken_back() {
    let sim = world();
    for word in ["NotPermitted", "BoltBlocked", "BridgeBusy"] {
        assert_eq!(sim.merge(LOCK, &json!({"fail_next": word})).unwrap()["fail_next"], word);
    }
    assert_eq!(sim.merge(LOCK, &json!({"fail_next": null})).unwrap()["fail_next"], Value::Null);
}

#[tokio::test]
async fn a_keypad_opens_with_a_pin_the_lock_knows() {
    let sim = world();
    assert_eq!(sim.merge(KEYPAD, &json!({"enter": "1357"})).unwrap()["reason"], "unknown_pin");
    let after = sim.merge(KEYPAD, &json!({"enter": "2468"})).unwrap();
    assert_eq!(
        (&after["opened"], &after["state"], &after["bolt_moves"]),
        (&json!(true), &json!("Unlocked"), &json!(1))
    );
}

#[tokio::test]
async fn a_bridge_takes_its_faults() {
    let sim = world();
    let changes = json!({"online": false, "latency_ms": 250, "answer_latency_ms": 70, "lose": 0.5, "duplicate": true,
            "crash_after_accept": true, "malformed_answer": true});
    let after = sim.merge(BRIDGE, &changes).unwrap();
    assert_eq!((&after["online"], &after["latency_ms"], &after["lose"]), (&json!(false), &json!(250), &json!(0.5)));
    assert_eq!(after["answer_latency_ms"], 70);
    assert_eq!((&after["duplicate"], &after["crash_after_accept"]), (&json!(1.0), &json!(true)));
    assert_eq!((&after["malformed_answer"], &after["connected"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn what_does_not_fit_is_named_and_changes_nothing() {
    let sim = world();
    for (serial, changes, field) in [
        (LOCK, json!({"battery": 101}), "battery"),
        (LOCK, json!({"battery": -1}), "battery"),
        (LOCK, json!({"jammed": "yes"}), "jammed"),
        (LOCK, json!({"clock_offset_s": 1e30}), "clock_offset_s"),
        (LOCK, json!({"firmware": ""}), "firmware"),
        (LOCK, json!({"turn": "sideways"}), "turn"),
        (LOCK, json!({"present": {"blob": "AAAA"}}), "present.operation"),
        (LOCK, json!({"present": {"blob": "?", "operation": "lock"}}), "present.blob"),
        (LOCK, json!({"bolt_moves": 0}), "bolt_moves"),
        (LOCK, json!({"drain": 101}), "drain"),
        (LOCK, json!({"jammed": true, "fail_next": "NoSuchFailure"}), "fail_next"),
        (LOCK, json!({"fail_next": 32}), "fail_next"),
        (LOCK, json!({"battery": 10, "zzz": 1}), "zzz"),
        (LOCK, json!([]), ""),
        (BRIDGE, json!({"lose": 1.5}), "lose"),
        (BRIDGE, json!({"latency_ms": -5}), "latency_ms"),
        (BRIDGE, json!({"online": 1}), "online"),
        (BRIDGE, json!({"malformed_answer": 1}), "malformed_answer"),
        (BRIDGE, json!({"battery": 1}), "battery"),
        (KEYPAD, json!({"enter": "12a4"}), "enter"),
        (KEYPAD, json!({"enter": 1234}), "enter"),
        (KEYPAD, json!({"turn": "lock"}), "turn"),
    ] {
        match sim.merge(serial, &changes) {
            Err(MergeError::Field { field: named, .. }) => assert_eq!(named, field, "{changes}"),
            other => panic!("{changes}: {other:?}"),
        }
    }
    assert_eq!(sim.true_condition(LOCK).unwrap()["battery"], 80);
    assert_eq!(sim.merge(Serial(9), &json!({})), Err(MergeError::NoSuchDevice));
    assert_eq!(sim.true_condition(Serial(9)), None);
}
