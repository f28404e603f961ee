//! What is wrong with a message is told by the field's name and in words for people, whatever stands where something else
//! belongs.

use cardea_gateway_protocol::message::{Kind, Malformed};
use cardea_gateway_protocol::message::{Phase, Res, Status};
use cardea_gateway_protocol::server::{Attempt, Limits, Outcome, Stage, Step, TRAVEL};
use cardea_gateway_protocol::{Down, JobId, OperationResult, Up, UpMessage};
use serde_json::{Value, json};

const JOB: &str = "7b0e4a8e-5a55-4c0c-9a0b-0d5c3f6f8a11";
const LOCK: &str = "00:1b:ac:0f:e2:99";

fn hello() -> Value {
    json!({"type": "hello", "uptime": 5, "bridge": "00:1b:ac:00:00:01", "proto": 1, "firmware": "2", "boot": "b",
        "devices": [{"serial": LOCK, "device_type": "danalockv3", "firmware": "1"}], "proof": "A".repeat(86) + "=="})
}

fn done() -> Value {
    json!({"type": "res", "uptime": 5, "job": JOB, "phase": "done", "status": "succeeded", "result": {
        "bridge_server_status": 0, "bridge_server_status_text": "Ok", "afi_status": 0, "afi_status_text": "Ok", "dmi_status": 0,
        "dmi_status_text": "Ok", "state": "Locked", "lock_status": "Idle", "is_blocked": false, "battery_level": 80}})
}

/// One of each, with every field that it may have.
fn every_up() -> Vec<Value> {
    vec![
        hello(),
        done(),
        json!({"type": "evt", "uptime": 5, "eid": 1, "device": LOCK, "kind": "unlocked", "source": "keypad", "slot": 3,
            "user": "user-0366ba845fb5", "job": JOB, "ts": 1_600_000_000_000_i64}),
        json!({"type": "state", "uptime": 5, "serial": LOCK, "state": "Locked", "battery": 80, "clock_offset": -3, "rev": 3}),
    ]
}

fn every_down() -> Vec<Value> {
    vec![
        json!({"type": "challenge", "nonce": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="}),
        json!({"type": "req", "job": JOB, "device": LOCK, "operation": "afi.lock.operate", "arguments": ["lock"], "boot": "b", "not_after": 9}),
        json!({"type": "ask", "job": JOB}),
        json!({"type": "ack", "evt_upto": 12}),
        json!({"type": "cfg", "rev": 3, "now": 1_600_000_000_000_i64, "devices": [{"serial": LOCK}], "evt_upto": 41}),
        json!({"type": "fault", "of": "res", "job": JOB, "eid": 3, "field": "phase", "message": "it is missing"}),
    ]
}

fn up(frame: &Value) -> Result<(), Malformed> {
    Up::decode(&frame.to_string()).map(drop)
}

fn down(frame: &Value) -> Result<(), Malformed> {
    Down::decode(&frame.to_string()).map(drop)
}

type Decode = fn(&Value) -> Result<(), Malformed>;

/// Every message, and how it is read.
fn every_message() -> Vec<(Value, Decode)> {
    let ups = every_up().into_iter().map(|frame| (frame, up as Decode));
    ups.chain(every_down().into_iter().map(|frame| (frame, down as Decode))).collect()
}

/// The place (`/devices/0/serial`) of everything in a message but its type and an operation's arguments, which may be anything.
fn places(value: &Value, at: &str) -> Vec<String> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(values) => values.iter().enumerate().map(|(n, value)| (n.to_string(), value)).collect(),
        _ => return Vec::new(),
    };
    let inside = inside.into_iter().map(|(name, value)| (format!("{at}/{name}"), value));
    let inside = inside.filter(|(place, _)| place != "/type" && !place.starts_with("/arguments/"));
    inside.flat_map(|(place, value)| [vec![place.clone()], places(value, &place)].concat()).collect()
}

/// The place as a fault names it (`devices[0].serial`).
fn named(place: &str) -> String {
    place[1..].split('/').fold(String::new(), |path, part| match part.parse::<usize>() {
        Ok(n) => format!("{path}[{n}]"),
        Err(_) if path.is_empty() => part.to_owned(),
        Err(_) => format!("{path}.{part}"),
    })
}

fn with(message: &Value, place: &str, value: Value) -> Value {
    let mut changed = message.clone();
    *changed.pointer_mut(place).unwrap() = value;
    changed
}

#[test]
fn a_list_in_place_of_an_object_or_anything_else_is_a_fault_of_that_field() {
    let mut objects = 0;
    for (message, decode) in every_message() {
        assert_eq!(decode(&message), Ok(()), "{message}");
        for place in places(&message, "") {
            let mut lists = vec![json!([[]]), json!([1])];
            match message.pointer(&place).unwrap() {
                Value::Array(_) => lists.clear(),
                Value::Object(fields) => {
                    objects += 1;
                    // Its values in their order, which serde by itself would take for it.
                    let known =
                        ["serial", "device_type", "firmware"].into_iter().filter_map(|name| fields.get(name)).cloned();
                    lists.extend([
                        json!([]),
                        Value::Array(known.collect()),
                        Value::Array(fields.values().cloned().collect()),
                    ]);
                }
                plain => lists.extend([json!([]), json!([plain])]),
            }
            for list in lists {
                let changed = with(&message, &place, list);
                let fault = decode(&changed).expect_err(&changed.to_string());
                assert_eq!(fault.field, named(&place), "{changed}");
                assert!(fault.message.ends_with(" is needed"), "{changed}: {fault}");
            }
        }
        assert!(decode(&Value::Array(message.as_object().unwrap().values().cloned().collect())).is_err());
    }
    assert_eq!(objects, 3, "result, and a device of hello and of cfg");
}

#[test]
fn a_fault_says_what_the_field_must_be_in_plain_words() {
    for (message, decode) in every_message() {
        for place in places(&message, "") {
            let right = message.pointer(&place).unwrap();
            for wrong in [
                json!({"x": 1}),
                json!({}),
                json!(true),
                json!("no such thing"),
                json!(-1),
                json!(1.5),
                json!(7_000_000),
                json!(null),
            ] {
                let changed = with(&message, &place, wrong.clone());
                let Err(fault) = decode(&changed) else { continue };
                // A field of an object that is empty now, or itself.
                assert!(fault.field.starts_with(&named(&place)), "{changed}: {fault}");
                let said = &fault.message;
                for foreign in [
                    "invalid", "expected", "struct", "map", "sequence", "integer", "unit", "u8", "u64", "i64",
                    "variant", "`",
                ] {
                    assert!(!said.contains(foreign), "{changed}: {fault}");
                }
                let generic = said == "an object is needed";
                assert!(!generic || right.is_object(), "what this must be instead has no words yet: {changed}");
            }
        }
    }
    for (place, wrong, says) in [
        ("/result", json!("fine"), "result: an object is needed"),
        ("/result/battery_level", json!("80"), "result.battery_level: a whole number from 0 to 100 is needed"),
        ("/result/battery_level", json!(300), "result.battery_level: a whole number from 0 to 100 is needed"),
        ("/result/afi_status_text", json!(7), "result.afi_status_text: text of at most 64 bytes is needed"),
        ("/result/state", json!("Ajar"), "result.state: Locked, Unlocked or Unknown is needed"),
        ("/result/state", json!({"Locked": null}), "result.state: Locked, Unlocked or Unknown is needed"),
        ("/job", json!(7), "job: a job's id, a UUID with hyphens is needed"),
        ("/phase", json!("half"), "phase: accepted, moving or done is needed"),
    ] {
        assert_eq!(up(&with(&done(), place, wrong)).unwrap_err().to_string(), says);
    }
}

#[test]
fn the_version_is_judged_before_anything_else_of_hello() {
    let newer = json!({"type": "hello", "proto": 2, "identity": {"certificate": "…"}});
    for frame in [
        newer,
        with(&hello(), "/proto", json!(2)),
        with(&hello(), "/proto", json!(u64::MAX)),
        json!({"type": "hello", "proto": 0}),
    ] {
        let fault = up(&frame).unwrap_err();
        assert_eq!(fault.to_string(), "proto: this server speaks 1", "{frame}");
        assert!(fault.is_other_version(), "{frame}");
    }
    for (frame, says) in [
        (json!({"type": "hello"}), "proto: it is missing"),
        (json!({"type": "hello", "proto": "1"}), "proto: a whole number that is not negative is needed"),
        (json!({"type": "hello", "proto": 1}), "uptime: a whole number of milliseconds is needed"),
        (json!({"type": "hello", "proto": 1, "uptime": 1}), "bridge: it is missing"),
    ] {
        let fault = up(&frame).unwrap_err();
        assert_eq!((fault.to_string().as_str(), fault.is_other_version()), (says, false), "{frame}");
    }
}

#[test]
fn a_field_that_stands_twice_is_named() {
    let twice = |frame: &str| Up::decode(frame).unwrap_err().to_string();
    let res = format!(r#"{{"type":"res","uptime":5,"job":"{JOB}","phase":"accepted","phase":"moving"}}"#);
    assert_eq!(twice(&res), "phase: it stands there twice");
    let deep = done().to_string().replace(r#""state":"Locked""#, r#""state":"Locked","state":"Unlocked""#);
    assert_eq!(twice(&deep), "result.state: it stands there twice");
    let listed = hello().to_string().replace(r#""firmware":"1""#, r#""firmware":"1","firmware":"2""#);
    assert_eq!(twice(&listed), "devices[0].firmware: it stands there twice");
    let unknown = Up::decode(r#"{"type":"weather","uptime":5,"rain":1,"rain":2}"#).unwrap();
    assert_eq!(unknown.message, UpMessage::Unknown, "of what is skipped everything is skipped");
}

/// Of two numbers nobody knows which one is meant: nothing is written down and nothing acknowledged, and no job is failed.
#[test]
fn what_a_message_is_about_is_not_taken_from_a_field_that_stands_twice() {
    let part = |frame: &str| Up::decode(frame).unwrap_err().of.expect("of a known type");
    let evt =
        r#"{"type":"evt","uptime":5,"eid":523,"eid":24,"device":"1b:ac:37:b2:f2:10","kind":"locked","source":"hand"}"#;
    assert_eq!(part(evt).evt, None);
    let later = evt.replace(r#""uptime":5,"#, r#""uptime":"x","slot":1,"slot":2,"#);
    assert_eq!(part(&later).evt, None, "whatever else is at fault");
    let res = format!(r#"{{"type":"res","uptime":5,"job":"{JOB}","job":"{JOB}","phase":"accepted"}}"#);
    assert_eq!(part(&res).job, None);
    let other = evt.replace(r#""eid":523,"#, r#""slot":1,"slot":2,"#);
    assert_eq!(part(&other).evt.map(|evt| evt.eid), Some(24), "of what else stands twice the movement is kept");
}

/// A lock's texts end up in logs, on screens and in other people's programs.
#[test]
fn what_a_screen_would_obey_is_replaced_in_every_free_text_and_costs_no_movement() {
    let bad = "Ok\u{1b}[2J\u{0}\r\n\u{7f}\u{85}\u{202e}\u{2028}é";
    let shown = "Ok\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}é";
    let mut replaced = 0;
    for message in every_up() {
        for place in places(&message, "").into_iter().filter(|place| message.pointer(place).unwrap().is_string()) {
            let Ok(read) = Up::decode(&with(&message, &place, json!(bad)).to_string()) else { continue };
            let again: Value = serde_json::from_str(&read.encode()).unwrap();
            // The boot is compared, never shown: the bridge must know its own again.
            let right = if place == "/boot" { bad } else { shown };
            if matches!(again.pointer(&place), Some(text) if text == right) {
                replaced += 1;
            } else {
                assert!(["/kind", "/source"].contains(&place.as_str()), "{place} is a word that is not known: {again}");
            }
        }
    }
    assert_eq!(replaced, 8, "boot, firmware, a device's two, three verdicts' and the lock's own");
    let long = "\u{1}".repeat(64);
    let Ok(Up { message: UpMessage::Res(res), .. }) =
        Up::decode(&with(&done(), "/result/afi_status_text", json!(long)).to_string())
    else {
        panic!("what the bridge sent is as long as it may be")
    };
    let result: OperationResult = res.result.unwrap();
    assert_eq!(result.afi_status_text, "\u{fffd}".repeat(64));
    let fault = Up::decode("{\"type\":\"res\",\"uptime\":5,\"a\\u001b\":1,\"a\\u001b\":2}").unwrap_err();
    assert_eq!((fault.field.as_str(), fault.of.unwrap().kind), ("a\u{fffd}", Kind::Res), "nor does a fault repeat it");
}

/// The line there and back takes time that is not the bridge's.
#[test]
fn an_answer_of_the_last_moment_that_comes_late_is_still_an_answer() {
    let limits = Limits::default();
    assert_eq!(limits.accept(), limits.not_after + TRAVEL);
    let job = JobId(uuid::Uuid::nil());
    let begun = || Attempt::sent(0, &limits);
    let late = limits.not_after + TRAVEL - 1;
    let mut attempt = begun();
    assert_eq!(attempt.tick(late), Step::Nothing);
    assert_eq!(attempt.receive(&Res::under_way(job, Phase::Accepted)), Step::Reached(Stage::AtBridge));
    let mut attempt = begun();
    assert_eq!(attempt.tick(late), Step::Nothing);
    let done = Res::done(job, Status::Succeeded, OperationResult::default());
    assert_eq!(attempt.receive(&done), Step::Finish(Outcome::of(&done)));
    assert!(matches!(begun().tick(late + 1), Step::Finish(Outcome { succeeded: false, .. })));
}
