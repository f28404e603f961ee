//! docs/gateway.md is all that people who build bridges have: every example in it is what this crate speaks.

mod keys;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::enrollment::{self, Answer};
use cardea_gateway_protocol::message::{Close, DownMessage, Malformed, Phase, Res};
use cardea_gateway_protocol::server::{Limits, Outcome};
use cardea_gateway_protocol::{Down, Failure, OperationResult, PROTO, TABLE, Up, UpMessage, proof};
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use serde_json::Value;
use std::collections::HashMap;

const DOCUMENT: &str = include_str!("../../../../docs/gateway.md");

/// The lines of all examples of this kind; what is indented goes on from the line before.
fn examples(kind: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    for line in DOCUMENT.lines() {
        if let Some(info) = line.strip_prefix("```") {
            inside = info == kind;
        } else if inside && line.starts_with(' ') {
            lines.last_mut().expect("a line to go on from").push_str(line.trim_start());
        } else if inside {
            lines.push(line.to_owned());
        }
    }
    assert!(!lines.is_empty(), "{kind}");
    lines
}

enum Message {
    Up(Up),
    Down(Down),
}

/// Who says it, and the message.
fn message(line: &str) -> (Value, Message) {
    let (who, frame) = line.split_once(' ').expect("who says what");
    let frame = frame.trim_start();
    let value = serde_json::from_str(frame).unwrap_or_else(|error| panic!("{error}: {line}"));
    let read = match who {
        "bridge" => Up::decode(frame).map(Message::Up),
        "server" => Down::decode(frame).map(Message::Down),
        other => panic!("{other} says nothing: {line}"),
    };
    (value, read.unwrap_or_else(|malformed: Malformed| panic!("{malformed}: {line}")))
}

/// Whether all of the first stands in the second: nothing in an example is unknown or spelt wrongly.
fn holds(example: &Value, read: &Value) -> bool {
    match (example, read) {
        (Value::Object(example), Value::Object(read)) => {
            example.iter().all(|(name, value)| read.get(name).is_some_and(|read| holds(value, read)))
        }
        (example, read) => example == read,
    }
}

#[test]
fn every_example_is_a_message_and_nothing_in_it_is_unknown() {
    let mut types = Vec::new();
    for line in examples("conversation") {
        let (value, read) = message(&line);
        let encoded = match read {
            Message::Up(up) => {
                assert_ne!(up.message, UpMessage::Unknown, "{line}");
                up.encode()
            }
            Message::Down(down) => {
                assert_ne!(down.message, DownMessage::Unknown, "{line}");
                down.encode()
            }
        };
        let encoded: Value = serde_json::from_str(&encoded).unwrap();
        assert!(holds(&value, &encoded), "{line}\n{encoded}");
        types.push(value["type"].as_str().unwrap().to_owned());
    }
    for kind in ["challenge", "hello", "cfg", "req", "ask", "ack", "fault", "res", "evt", "state"] {
        assert!(types.iter().any(|known| known == kind), "there is an example of {kind}");
    }
}

#[test]
fn unknown_types_are_skipped_as_it_says() {
    for line in examples("skipped") {
        let unknown = match message(&line).1 {
            Message::Up(up) => up.message == UpMessage::Unknown,
            Message::Down(down) => down.message == DownMessage::Unknown,
        };
        assert!(unknown, "{line}");
    }
}

#[test]
fn every_malformed_example_has_the_fault_that_it_names() {
    for line in examples("malformed") {
        let (field, frame) = line.split_once(' ').unwrap();
        let malformed = Up::decode(frame.trim_start()).expect_err(&line);
        assert_eq!(malformed.field, field, "{line}: {malformed}");
        assert!(malformed.of.is_some(), "it ends no connection: {line}");
    }
}

#[test]
fn every_failure_is_in_the_table_and_has_an_example() {
    let mut told: Vec<OperationResult> = Vec::new();
    for line in examples("conversation") {
        if let Message::Up(Up { message: UpMessage::Res(res), .. }) = message(&line).1
            && res.phase == Phase::Done
        {
            told.push(verdict(&res));
        }
    }
    told.extend(examples("result").iter().map(|line| serde_json::from_str::<OperationResult>(line).unwrap()));
    for failure in Failure::ALL {
        assert!(told.contains(&failure.result()), "{failure:?} has an example");
        let row =
            DOCUMENT.lines().find(|line| line.starts_with('|') && line.contains(&format!("| `{}` |", failure.name())));
        let cells: Vec<&str> =
            row.unwrap_or_else(|| panic!("{failure:?} has a row")).split('|').map(str::trim).collect();
        let number = |cell: &str| if cell.is_empty() { 0 } else { cell.parse::<u16>().unwrap() };
        assert_eq!((number(cells[2]), number(cells[3]), number(cells[4])), failure.codes(), "{failure:?}");
    }
}

/// What clients read of this answer, without what was found at the lock.
fn verdict(res: &Res) -> OperationResult {
    let found = Outcome::of(res).result;
    OperationResult { state: None, battery_level: None, lock_status: None, is_blocked: None, ..found }
}

#[test]
fn every_close_code_and_every_operation_is_named() {
    for close in [
        Close::NotProven,
        Close::WrongProto,
        Close::Malformed,
        Close::Replaced,
        Close::Silent,
        Close::Contested,
        Close::TooSoon,
        Close::GoingAway,
    ] {
        let row = format!("| {} | `{}", close.code(), close.reason());
        assert!(DOCUMENT.contains(&row), "{row}");
    }
    for definition in TABLE {
        let start = format!("| `{}` | {} |", definition.name, definition.arguments);
        for (name, document) in [("gateway.md", DOCUMENT), ("api.md", include_str!("../../../../docs/api.md"))] {
            let row = document.lines().find(|line| line.replace("`\"", "\"").replace("\"`", "\"").starts_with(&start));
            let row = row.unwrap_or_else(|| panic!("{name} has no row that begins {start}"));
            let told = |field: &&str| row.contains(&format!("`{field}`"));
            assert!(name == "api.md" || definition.result.iter().all(told), "{row}: {:?}", definition.result);
        }
    }
    assert!(DOCUMENT.contains(&format!("This is version {PROTO} of the protocol")));
    let limits = Limits::default();
    assert_eq!((limits.not_after, limits.travel), (3_000, 2_000), "plus three seconds, and two for the line");
    let (accept, done) = (limits.accept() / 1_000, limits.done / 1_000);
    let given_up = format!("not accepted within {accept} s or not done within {done} s");
    assert!(DOCUMENT.contains(&given_up), "{given_up}");
    let lingering = format!("without that {} s\nafter giving up", limits.waiting_read / 1_000);
    assert!(DOCUMENT.contains(&lingering), "{lingering}");
    let quiet = format!("read nothing of a bridge for {} minutes", limits.quiet / 60_000);
    assert!(DOCUMENT.contains(&quiet), "{quiet}");
    let hellos = limits.hellos;
    let received = format!("{} times in a row and then once more every {} s", hellos.in_a_row, hellos.every / 1_000);
    assert!(DOCUMENT.contains(&received), "{received}");
}

fn vectors() -> HashMap<String, String> {
    let pairs = examples("vector").into_iter().map(|line| {
        let (name, value) = line.split_once("  ").unwrap_or_else(|| panic!("a name and a value: {line}"));
        (name.to_owned(), value.trim().to_owned())
    });
    pairs.collect()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn whoever_answers_a_token_as_it_says_is_enrolled() {
    let vectors = vectors();
    let key = |name: &str| SigningKey::from_bytes(&hex(&vectors[name]).try_into().unwrap());
    let (bridge, server) = (key("private key (seed), hex"), key("server's private key (seed), hex"));
    let serial: Serial = vectors["serial number"].parse().unwrap();
    let token: enrollment::Token = STANDARD.decode(&vectors["enrollment_token"]).unwrap().try_into().unwrap();
    let (public, answer) = (bridge.verifying_key().to_bytes(), Answer::of(&bridge, token, serial));
    let signed = enrollment::statement(&token, serial, &public);
    assert_eq!((hex(&vectors["bytes that the bridge signs, hex"]), signed.len()), (signed, 102));
    assert_eq!(hex(&vectors["the bridge's signature, hex"]), answer.signature);
    assert_eq!(vectors["enrollment_result_token"], answer.encode());
    assert!(Answer::decode(&vectors["enrollment_result_token"]).is_some_and(|answer| answer.proves(serial)));
    let confirmed = enrollment::confirmation(&token, serial, &public);
    assert_eq!((hex(&vectors["bytes that the server signs, hex"]), confirmed.len()), (confirmed, 112));
    assert_eq!(vectors["enrollment_confirmation_token"], answer.confirm(&server, serial));
}

#[test]
fn whoever_signs_as_it_says_is_received() {
    let vectors = vectors();
    let bytes = |name: &str| match name.ends_with("hex") {
        true => hex(&vectors[name]),
        false => STANDARD.decode(&vectors[name]).unwrap(),
    };
    let key = SigningKey::from_bytes(&bytes("private key (seed), hex").try_into().unwrap());
    let public = key.verifying_key().to_bytes();
    assert_eq!(bytes("public key, hex"), public);
    assert_eq!(bytes("public key, base64"), public);
    for form in [&STANDARD, &base64::engine::general_purpose::URL_SAFE_NO_PAD] {
        assert!(DOCUMENT.contains(&format!("`{}`", form.encode(public))), "both forms of the key stand in the text");
    }
    let nonce: proof::Nonce = bytes("nonce, hex").try_into().unwrap();
    assert_eq!(bytes("nonce, base64"), nonce);
    let bridge: Serial = vectors["serial number"].parse().unwrap();
    let statement = proof::statement(&nonce, bridge);
    assert_eq!((bytes("signed bytes, hex"), statement.len()), (statement, 73));
    let proof = proof::prove(&key, &nonce, bridge);
    assert_eq!(bytes("proof, hex"), proof);
    assert_eq!(bytes("proof, base64"), proof);

    // The conversation is that of this bridge, nonce and key.
    let conversation = examples("conversation");
    let [challenge, hello, ..] = conversation.as_slice() else { panic!("hello comes first") };
    match (message(challenge).1, message(hello).1) {
        (
            Message::Down(Down { message: DownMessage::Challenge { nonce } }),
            Message::Up(Up { message: UpMessage::Hello(hello), .. }),
        ) => {
            assert_eq!(hello.bridge, bridge);
            assert!(proof::proven(&public, &nonce, hello.bridge, &hello.proof));
        }
        _ => panic!("hello comes first"),
    }
}
