//! What people may have done at a lock, tell of it, and recognise.

use crate::keys::one_door;
use cardea_model::Code;
use cardea_model::Time;
use cardea_model::ids::{LockId, UserId};
use cardea_model::permission::Permission::{Configure, ManagePins, Operate, Read};
use cardea_model::permission::{may_recognise, may_tell, permitted};
use cardea_model::visible::Visible;
use serde_json::{Value, json};

fn now() -> Time {
    "2026-07-15T12:00:00Z".parse().unwrap()
}

/// Access of one state: none, permanent, over, or to come next year.
fn access(state: &str) -> Vec<Value> {
    let rule = |start: Option<&str>, end: Option<&str>| {
        vec![json!({"start_time": start, "refresh_interval": 3600, "rule_sets": [{"end_time": end}]})]
    };
    match state {
        "none" => Vec::new(),
        "permanent" => vec![Value::Null],
        "over" => rule(None, Some("2026-07-15T11:59:59Z")),
        "to come" => rule(Some("2027-01-01T00:00:00Z"), None),
        other => panic!("{other}"),
    }
}

/// `y`: may; `n`: not with this access; `-`: nothing joins the two, so that the lock is not told of.
fn answers(role: &str, profile: &str, state: &str) -> String {
    let facts = one_door(role, profile, &access(state));
    let asked = [Operate, Read, Configure, ManagePins].map(|permission| {
        match permitted(&facts, UserId(1), LockId(1), permission, now()).map_err(|refusal| refusal.code) {
            Ok(()) => 'y',
            Err(Code::NoRemoteAccess) => 'n',
            Err(Code::EntityNotFound) => '-',
            Err(other) => panic!("{other:?}"),
        }
    });
    asked.into_iter().collect()
}

#[test]
fn through_a_bridge_one_operates_by_remote_access_reads_by_that_or_the_role_and_configures_by_the_role_alone() {
    for (role, profile, state, wanted) in [
        ("user", "user", "none", "----"),
        ("user", "user", "permanent", "nnnn"),
        ("user", "user_allow_remote", "permanent", "yynn"),
        ("user", "user_allow_remote", "over", "nnnn"),
        ("user", "user_allow_remote", "to come", "nnnn"),
        ("installer", "installer", "none", "nyyn"),
        ("installer", "installer", "permanent", "nyyn"),
        ("installer", "user_allow_remote", "permanent", "yyyn"),
        ("administrator", "administrator", "none", "nyyy"),
        ("administrator", "user", "permanent", "yyyy"),
        ("administrator", "user", "over", "nyyy"),
    ] {
        assert_eq!(answers(role, profile, state), wanted, "{role}, {profile}, {state}");
    }
}

#[test]
fn of_a_lock_tell_those_whom_a_link_joins_to_it_and_administrators() {
    for (role, state, wanted) in [
        ("user", "none", false),
        ("user", "permanent", true),
        ("user", "over", true),
        ("user", "to come", true),
        ("installer", "none", false),
        ("installer", "permanent", true),
        ("administrator", "none", true),
    ] {
        let facts = one_door(role, "user", &access(state));
        assert_eq!(may_tell(&facts, UserId(1), LockId(1), now()), wanted, "{role}, {state}");
    }
    assert!(!may_tell(&one_door("user", "user", &access("permanent")), UserId(2), LockId(1), now()), "a stranger");
}

#[test]
fn a_lock_is_recognised_by_those_who_may_have_a_key_now_and_those_who_read_every_lock() {
    for (role, state, wanted) in [
        ("user", "none", false),
        ("user", "permanent", true),
        ("user", "over", false),
        ("user", "to come", false),
        ("installer", "none", true),
        ("administrator", "none", true),
    ] {
        let facts = one_door(role, "user", &access(state));
        assert_eq!(may_recognise(&facts, UserId(1), LockId(1), now()), wanted, "{role}, {state}");
    }
}

#[test]
fn an_administrator_sees_all_an_installer_every_lock_and_a_guest_those_that_a_link_joins_them_to() {
    for (role, state, sees) in [
        ("administrator", "none", None),
        ("installer", "none", Some(true)),
        ("user", "none", Some(false)),
        ("user", "over", Some(true)),
        ("user", "permanent", Some(true)),
    ] {
        let facts = one_door(role, "user", &access(state));
        let visible = Visible::of(&facts, facts.user(UserId(1)).unwrap());
        assert_eq!(visible.as_ref().map(|visible| visible.sees_lock(LockId(1))), sees, "{role}, {state}");
        assert_eq!(visible.and_then(|visible| visible.user), sees.map(|_| UserId(1)), "{role}, {state}");
    }
}
