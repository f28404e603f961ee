//! The keys that the page shows.

use super::{hex, vectors};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::key::{self, Claims, Form, Permission, Reason};
use cardea_gateway_protocol::{Direction, Operation};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::{CalendarId, Serial};
use cardea_model::key::{Key, Permissions};
use cardea_model::role::Role;
use cardea_model::zone::Zone;
use coset::cbor::value as cbor;
use coset::{CborSerializable, CoseSign1, TaggedCborSerializable};
use ed25519_dalek::SigningKey;

#[test]
fn both_forms_of_a_key_are_as_it_says() {
    let at = |text: &str| -> Time { text.parse().unwrap() };
    let vectors = vectors();
    let server = SigningKey::from_bytes(&hex(&vectors["server's private key (seed), hex"]).try_into().unwrap());
    let set = |days, daily_start, daily_end| RuleSet {
        end_time: Some(at("2026-03-09T08:00:00Z")),
        week_days: Some(Weekdays(days)),
        daily_start,
        daily_end,
        ..RuleSet::default()
    };
    let night = Calendar {
        id: CalendarId(5),
        start_time: None,
        refresh_interval: 604_800,
        rule_sets: RuleSets::of(vec![set(0b001_1111, Some(79_200), None), set(0b011_1110, None, Some(21_600))])
            .unwrap(),
        other_days: OtherDays::of(vec![OtherDay { date: "2026-03-05".parse().unwrap(), hours: Vec::new() }]).unwrap(),
        created: at("2026-03-02T08:00:00Z"),
    };
    let key = Key {
        valid_from: at("2026-03-02T08:00:00Z"),
        valid_to: at("2026-03-09T08:00:00Z"),
        zone: Zone::named("Europe/Copenhagen").unwrap(),
        calendars: vec![night],
        permissions: Permissions { can_remote: false, can_share: false, can_delete: false },
    };
    let (lock, user) = ("00:1b:ac:0f:e2:99".parse().unwrap(), "user-0366ba845fb5".parse().unwrap());
    for (form, blob, calendars) in [
        (Form::RuleSets, "second blob, base64", "its calendars"),
        (Form::OneRuleSet, "blob of the same, base64", "calendars of the same"),
    ] {
        let claims = Claims::of(key.clone(), form, [9; 16], lock, user, Role::User, key.valid_from);
        let issued = key::issue(&claims, &server);
        assert_eq!(vectors[blob], STANDARD.encode(&issued), "{blob}");
        assert_eq!(vectors[calendars], written(&issued), "{calendars}");
        for (when, decision) in [
            ("2026-03-04T21:00:00Z", Ok(user)),
            ("2026-03-04T23:00:00Z", Err(Reason::Closed)),
            ("2026-03-05T22:59:59Z", Err(Reason::Closed)),
            ("2026-03-05T23:00:00Z", Ok(user)),
            ("2026-03-06T05:00:00Z", Err(Reason::Closed)),
        ] {
            let unlock = Operation::Operate(Direction::Unlock);
            let opened = key::verify_and_decide(&issued, &server.verifying_key(), lock, at(when), &unlock);
            assert_eq!(opened.map(|opened| opened.user), decision, "{blob}: {when}");
        }
    }
}

/// The calendars of a blob, as JSON shows them.
fn written(blob: &[u8]) -> String {
    let payload = CoseSign1::from_tagged_slice(blob).unwrap().payload.unwrap();
    let claims = cbor::Value::from_slice(&payload).unwrap().into_map().unwrap();
    let (_, calendars) = claims.iter().find(|(name, _)| name.as_text() == Some("calendars")).unwrap();
    serde_json::to_string(calendars).unwrap()
}

#[test]
fn the_blob_is_a_key_that_opens_as_it_says() {
    let at = |text: &str| -> Time { text.parse().unwrap() };
    let vectors = vectors();
    let server = SigningKey::from_bytes(&hex(&vectors["server's private key (seed), hex"]).try_into().unwrap());
    assert_eq!(vectors["server's public key, base64"], STANDARD.encode(server.verifying_key().to_bytes()));
    let lock: Serial = "00:1b:ac:0f:e2:99".parse().unwrap();
    let claims = Claims {
        id: [9; 16],
        lock,
        user: "user-0366ba845fb5".parse().unwrap(),
        issued_at: at("2026-03-02T08:00:00Z"),
        valid_from: at("2026-03-02T08:00:00Z"),
        valid_to: at("2026-03-09T08:00:00Z"),
        zone: Zone::named("Europe/Copenhagen").unwrap(),
        form: Form::OneRuleSet,
        calendars: vec![Calendar {
            id: CalendarId(5),
            start_time: None,
            refresh_interval: 604_800,
            rule_sets: RuleSet {
                week_days: Some(Weekdays(0b001_1111)),
                daily_start: Some(32_400),
                daily_end: Some(61_200),
                ..RuleSet::default()
            }
            .into(),
            other_days: OtherDays::default(),
            created: at("2026-03-02T08:00:00Z"),
        }],
        permissions: Permission::of(Role::User).to_vec(),
    };
    assert_eq!(vectors["blob, base64"], STANDARD.encode(key::issue(&claims, &server)));
    let blob = STANDARD.decode(&vectors["blob, base64"]).unwrap();
    let opens = |when: &str| {
        let unlock = Operation::Operate(Direction::Unlock);
        key::verify_and_decide(&blob, &server.verifying_key(), lock, at(when), &unlock).map(|opened| opened.user)
    };
    assert_eq!(opens("2026-03-04T08:00:00Z"), Ok(claims.user));
    assert_eq!(opens("2026-03-04T07:59:59Z"), Err(Reason::Closed), "nine by the door's clock");
    assert_eq!(opens("2026-03-02T07:54:59Z"), Err(Reason::NotYetValid));
    assert_eq!(opens("2026-03-09T08:00:00Z"), Err(Reason::Expired));
}
