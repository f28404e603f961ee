//! Who may do what: the permission table against the OpenAPI document.

use crate::permissions::operations;
use axum::http::Method;
use cardea_api::limits::{
    FIRST_STARTS, OWNER_LINKS, RESET_REQUESTS, RESETS, SIGN_IN, SIGN_UP_CONFIRMATIONS, SIGN_UP_REQUESTS,
};
use cardea_api::permissions::{Access, CHANGES_RIGHTS, OPERATIONS, Reach, access};
use std::collections::BTreeSet;

#[test]
fn every_operation_of_the_document_has_its_row_and_every_row_its_operation() {
    let documented: BTreeSet<String> = operations().into_iter().map(|(_, _, id)| id).collect();
    let rows: BTreeSet<String> = OPERATIONS.iter().map(|(id, _, _)| (*id).to_owned()).collect();
    assert_eq!(documented, rows);
    assert_eq!(documented.len(), operations().len(), "operationIds are unique");
    assert_eq!(rows.len(), OPERATIONS.len(), "rows are unique");
}

#[test]
fn what_changes_rights_is_for_administrators_alone_but_for_setting_doors_up() {
    for id in CHANGES_RIGHTS {
        // Installers set a door's clock, by which its calendars are read, and bring devices in.
        let devices = [
            "update_device",
            "put_device",
            "pair_device",
            "unpair_device",
            "confirm_enrollment",
            "create_v2_lock",
            "update_v2_lock",
        ];
        // Whoever is invited gains no more than an administrator offered.
        if id.starts_with("accept_") {
            assert_eq!(access(id), Some(Access::Account), "{id}");
            continue;
        }
        let by_installers = devices.contains(id);
        let installer = if by_installers { Reach::All } else { Reach::No };
        let only = Access::Roles { administrator: Reach::All, installer, user: Reach::No };
        assert_eq!(access(id), Some(only), "{id}");
    }
}

#[test]
fn what_anyone_may_send_to_has_limits() {
    for (method, _, id) in operations() {
        match access(&id).expect("a row") {
            Access::Anonymous(rates) => assert!(rates.is_some() || method == Method::GET, "{id}"),
            Access::Account | Access::Roles { .. } => {}
        }
    }
}

#[test]
fn whoever_is_about_to_sign_in_needs_no_role() {
    for (_, path, id) in operations().iter().filter(|(_, path, _)| path.starts_with("/oauth2/")) {
        assert!(!matches!(access(id), Some(Access::Roles { .. })), "{path}");
    }
}

/// The limits are made of these numbers; an operation with others would have none.
#[test]
fn what_is_limited_is_limited_by_its_own_numbers() {
    for (operation, _, access) in OPERATIONS {
        let Access::Anonymous(Some(rates)) = access else { continue };
        let own = match *operation {
            "authorize_sign_in" | "challenge_passkey" | "create_token" => SIGN_IN,
            "begin_provider_sign_in" | "return_from_provider" => SIGN_IN,
            "request_password_reset" | "request_v3_password_reset" => RESET_REQUESTS,
            "reset_password" => RESETS,
            "set_up_owner" | "check_first_start" => FIRST_STARTS,
            "use_owner_link" => OWNER_LINKS,
            "request_sign_up" | "register_v3_user" | "register_v2_user" => SIGN_UP_REQUESTS,
            "confirm_sign_up" => SIGN_UP_CONFIRMATIONS,
            _ => panic!("{operation} needs limits of its own"),
        };
        assert_eq!(*rates, own, "{operation}");
    }
}
