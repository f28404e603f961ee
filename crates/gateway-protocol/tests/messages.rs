//! The frames as docs/gateway.md shows them.

use cardea_gateway_protocol::message::{
    Cfg, CfgDevice, Close, DownMessage, EvtKind, Kind, Malformed, Phase, Req, Source, Status,
};
use cardea_gateway_protocol::{Down, JobId, MAX_FRAME_BYTES, Up, UpMessage};
use cardea_model::Time;
use cardea_model::ids::Serial;
use serde_json::json;

const JOB: &str = "7b0e4a8e-5a55-4c0c-9a0b-0d5c3f6f8a11";

#[test]
fn a_request_is_one_flat_object_whose_type_is_req() {
    let req = DownMessage::Req(Req {
        job: JOB.parse().unwrap(),
        device: Serial(0x001b_ac0f_e299),
        operation: "afi.lock.operate".into(),
        arguments: vec![json!("unlock")],
        boot: "b1".into(),
        not_after: 90_000,
    });
    let frame = Down::from(req).encode();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&frame).unwrap(),
        json!({
            "type": "req", "job": JOB, "device": "00:1b:ac:0f:e2:99", "operation": "afi.lock.operate",
            "arguments": ["unlock"], "boot": "b1", "not_after": 90_000,
        })
    );
    assert_eq!(Down::decode(&frame).unwrap().encode(), frame);
}

#[test]
fn every_message_survives_the_line() {
    for frame in [
        json!({"type": "challenge", "nonce": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="}),
        json!({"type": "ask", "job": JOB}),
        json!({"type": "ack", "evt_upto": 12}),
        json!({"type": "cfg", "rev": 3, "now": 1_600_000_000_000_i64, "devices": [{"serial": "00:1b:ac:0f:e2:99"}]}),
        json!({"type": "cfg", "rev": 3, "now": 1_600_000_000_000_i64, "devices": [], "evt_upto": 41}),
        json!({"type": "fault", "of": "res", "job": JOB, "field": "result.battery_level", "message": "from 0 to 100"}),
    ] {
        let down = Down::decode(&frame.to_string()).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&down.encode()).unwrap(), frame);
    }
    for frame in [
        json!({"type": "res", "uptime": 5, "job": JOB, "phase": "accepted"}),
        json!({"type": "evt", "uptime": 5, "eid": 1, "device": "00:1b:ac:0f:e2:99", "kind": "unlocked", "source": "keypad", "slot": 3, "ts": 7}),
        json!({"type": "evt", "uptime": 5, "eid": 2, "device": "00:1b:ac:0f:e2:99", "kind": "locked", "source": "bridge", "job": JOB}),
        json!({"type": "state", "uptime": 5, "serial": "00:1b:ac:0f:e2:99", "state": "Locked", "battery": 80, "clock_offset": -3, "rev": 3}),
    ] {
        let up = Up::decode(&frame.to_string()).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&up.encode()).unwrap(), frame);
    }
}

#[test]
fn unknown_fields_and_unknown_types_are_skipped() {
    let up =
        Up::decode(&json!({"type": "res", "uptime": 5, "job": JOB, "phase": "accepted", "mood": "good"}).to_string());
    assert!(matches!(up.unwrap().message, UpMessage::Res(res) if res.phase == Phase::Accepted));
    let up = Up::decode(r#"{"type":"telemetry","uptime":5,"wattage":{"now":3}}"#).unwrap();
    assert_eq!(up.message, UpMessage::Unknown);
    let down = Down::decode(r#"{"type":"firmware","url":"…"}"#).unwrap();
    assert_eq!(down.message, DownMessage::Unknown);
}

#[test]
fn a_frame_that_breaks_a_limit_is_malformed() {
    let with = |key: &str, value: serde_json::Value| {
        let mut evt = json!({"type": "evt", "uptime": 5, "eid": 1, "device": "00:1b:ac:0f:e2:99", "kind": "locked", "source": "hand"});
        evt[key] = value;
        Up::decode(&evt.to_string())
    };
    assert!(with("eid", json!(1)).is_ok());
    assert!(with("eid", json!(0)).is_err());
    assert!(with("eid", json!(u64::MAX)).is_err());
    assert!(with("slot", json!(21)).is_err());
    assert!(with("device", json!("001bac0fe299")).is_err());
    assert!(with("uptime", json!(-1)).is_err());
    assert!(with("note", json!("x".repeat(MAX_FRAME_BYTES))).is_err());
    let res = |status: serde_json::Value, phase: &str| {
        Up::decode(&json!({"type": "res", "uptime": 5, "job": JOB, "phase": phase, "status": status}).to_string())
    };
    assert!(
        matches!(res(json!("succeeded"), "done").unwrap().message, UpMessage::Res(r) if r.status == Some(Status::Succeeded))
    );
    assert!(res(json!(null), "done").is_err());
    assert!(res(json!("succeeded"), "accepted").is_err());
    let many = Cfg { rev: 1, now: 0, evt_upto: None, devices: vec![CfgDevice { serial: Serial(1) }; 65] };
    assert!(Down::decode(&Down::from(DownMessage::Cfg(many)).encode()).is_err());
    assert!(Up::decode("").is_err());
    assert!(Up::decode("[]").is_err());
    assert!("7b0e4a8e5a554c0c9a0b0d5c3f6f8a11".parse::<JobId>().is_err());
}

fn malformed(frame: serde_json::Value) -> Malformed {
    Up::decode(&frame.to_string()).unwrap_err()
}

#[test]
fn the_field_at_fault_is_named_however_deep_it_stands() {
    let done = |result: serde_json::Value| json!({"type": "res", "uptime": 5, "job": JOB, "phase": "done", "status": "failed", "result": result});
    let hello = |change: (&str, serde_json::Value)| {
        let mut hello = json!({"type": "hello", "uptime": 5, "bridge": "00:1b:ac:00:00:01", "proto": 1, "firmware": "2", "boot": "b",
            "devices": [{"serial": "00:1b:ac:0f:e2:99", "device_type": "danalockv3", "firmware": "1"}], "proof": "A".repeat(86) + "=="});
        *hello.pointer_mut(change.0).unwrap() = change.1;
        hello
    };
    for (frame, field) in [
        (done(json!({"battery_level": 101})), "result.battery_level"),
        (done(json!({"battery_level": 300})), "result.battery_level"),
        (done(json!({"afi_status": "7"})), "result.afi_status"),
        (done(json!({"afi_status_text": "x".repeat(65)})), "result.afi_status_text"),
        (done(json!({"state": "Ajar"})), "result.state"),
        (json!({"type": "res", "uptime": 5, "job": JOB, "phase": "done"}), "status"),
        (json!({"type": "res", "uptime": 5, "job": JOB, "phase": "half"}), "phase"),
        (json!({"type": "res", "uptime": 5, "job": JOB}), "phase"),
        (json!({"type": "res", "uptime": 5, "job": "7", "phase": "accepted"}), "job"),
        (json!({"type": "res", "job": JOB, "phase": "accepted"}), "uptime"),
        (
            json!({"type": "state", "uptime": 5, "serial": "00:1b:ac:0f:e2:99", "state": "Locked", "battery": 101, "rev": 1}),
            "battery",
        ),
        (json!({"type": "state", "uptime": 5, "serial": "00:1b:ac:0f:e2:99", "state": "Locked"}), "rev"),
        (hello(("/bridge", json!("001bac000001"))), "bridge"),
        (hello(("/proof", json!("AAAA"))), "proof"),
        (hello(("/boot", json!(""))), "boot"),
        (hello(("/devices/0/firmware", json!("x".repeat(65)))), "devices[0].firmware"),
        (hello(("/devices/0", json!({"serial": "00:1b:ac:0f:e2:99", "firmware": "1"}))), "devices[0].device_type"),
    ] {
        let fault = malformed(frame.clone());
        assert_eq!(fault.field, field, "{frame}: {fault}");
        assert!(fault.of.is_some() && !fault.message.is_empty(), "{frame}: {fault}");
    }
}

#[test]
fn what_is_no_message_at_all_is_told_from_a_message_with_a_fault() {
    for (frame, field) in
        [("", "frame"), ("[]", "frame"), ("{\"uptime\":1}", "type"), ("{\"type\":null,\"uptime\":1}", "type")]
    {
        let fault = Up::decode(frame).unwrap_err();
        assert_eq!((fault.of, fault.field.as_str()), (None, field), "{frame}");
    }
    let fault = malformed(json!({"type": "res", "uptime": 5, "job": JOB, "phase": "done", "status": "fine"}));
    let part = fault.of.unwrap();
    assert_eq!(
        (part.kind, part.uptime, part.job),
        (Kind::Res, Some(5), Some(JOB.parse().unwrap())),
        "whose it is is known"
    );
}

#[test]
fn of_a_malformed_event_what_can_be_read_is_kept() {
    let with = |change: serde_json::Value| {
        let mut evt = json!({"type": "evt", "uptime": 5, "eid": 9, "device": "00:1b:ac:0f:e2:99", "kind": "unlocked", "source": "keypad", "slot": 3});
        evt.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        malformed(evt).of.unwrap().evt
    };
    let evt = with(json!({"slot": 21, "user": "me", "ts": "noon", "job": 7})).unwrap();
    assert_eq!((evt.eid, evt.kind, evt.source), (9, EvtKind::Unlocked, Source::Keypad));
    assert_eq!((evt.slot, evt.user, evt.ts, evt.job), (None, None, None, None));
    assert_eq!(with(json!({"source": 1})).unwrap().source, Source::Unknown);
    assert_eq!(
        with(json!({"device": "here"})).unwrap().kind,
        EvtKind::Unknown,
        "of a lock that nobody knows nothing is told"
    );
    assert_eq!(with(json!({"kind": null})).unwrap().kind, EvtKind::Unknown);
    assert_eq!(with(json!({"eid": 0})), None, "without its number it cannot be acknowledged");
}

#[test]
fn a_clock_that_cannot_be_right_gives_way_to_the_time_of_arrival() {
    let now: Time = "2026-03-02T12:00:00Z".parse().unwrap();
    let at = |ts: Option<&str>| {
        let ts = ts.map(|ts| ts.parse::<Time>().unwrap().0);
        let evt = json!({"type": "evt", "uptime": 5, "eid": 1, "device": "00:1b:ac:0f:e2:99", "kind": "locked", "source": "hand", "ts": ts});
        match Up::decode(&evt.to_string()).unwrap().message {
            UpMessage::Evt(evt) => (evt.at(now).to_string(), evt.is_ts_plausible(now)),
            other => panic!("{other:?}"),
        }
    };
    let arrival = now.to_string();
    assert_eq!(at(Some("2026-03-02T11:00:00Z")), ("2026-03-02T11:00:00+00:00".into(), true));
    assert_eq!(at(Some("2000-01-01T00:00:00Z")), ("2000-01-01T00:00:00+00:00".into(), true));
    assert_eq!(at(None), (arrival.clone(), true));
    assert_eq!(at(Some("2026-03-03T12:00:00Z")), (arrival.clone(), true), "a little ahead is now");
    assert_eq!(at(Some("2026-03-03T12:00:01Z")), (arrival.clone(), false));
    assert_eq!(at(Some("1999-12-31T23:59:59Z")), (arrival, false));
}

#[test]
fn base64_is_read_in_either_alphabet_with_padding_or_without() {
    let bytes = [0xfb; 32];
    let plain = "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=";
    let url = plain.replace('+', "-").replace('/', "_");
    for text in [plain.to_owned(), plain.replace('=', ""), url.clone(), url.replace('=', "")] {
        let read = Down::decode(&json!({"type": "challenge", "nonce": text}).to_string()).unwrap();
        assert_eq!(read.message, DownMessage::Challenge { nonce: bytes }, "{text}");
        assert!(read.encode().contains(plain), "the server writes the plain form");
    }
}

#[test]
fn the_reason_of_a_close_fits_its_frame() {
    assert_eq!(Close::Silent.reason_about(""), "silent for too long");
    let fault = malformed(json!({"type": "res", "uptime": 5, "job": "é".repeat(200), "phase": "done"}));
    let reason = Close::Malformed.reason_about(&fault.to_string());
    assert!(reason.starts_with("malformed message: job: ") && reason.len() <= 123, "{reason}");
}
