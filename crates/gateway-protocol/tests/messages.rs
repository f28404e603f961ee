//! The frames as docs/gateway.md shows them.

use cardea_gateway_protocol::message::{Cfg, CfgDevice, DownMessage, Phase, Req, Status};
use cardea_gateway_protocol::{Down, JobId, MAX_FRAME_BYTES, Up, UpMessage};
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
    let many = Cfg { rev: 1, now: 0, devices: vec![CfgDevice { serial: Serial(1) }; 65] };
    assert!(Down::decode(&Down::from(DownMessage::Cfg(many)).encode()).is_err());
    assert!(Up::decode("").is_err());
    assert!(Up::decode("[]").is_err());
    assert!("7b0e4a8e5a554c0c9a0b0d5c3f6f8a11".parse::<JobId>().is_err());
}
