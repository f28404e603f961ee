//! How each operation is called, and what everyone is answered; the modules `permission_table` and `policy` compare it with the table.

use crate::world::As;
use axum::http::Method;
use cardea_model::role::Role;
use serde_json::{Value, json};

/// Every operation of the document: method, path and operationId.
pub fn operations() -> Vec<(Method, String, String)> {
    let document = cardea_api::openapi();
    let paths = document.paths.paths.iter();
    let all = paths.flat_map(|(path, item)| {
        let operations = cardea_api::methods(item)
            .map(|(method, operation)| (method, path.clone(), operation.operation_id.clone().expect("an operationId")));
        operations.collect::<Vec<_>>()
    });
    all.collect()
}

/// One operation and how to call it. `{…}` in path and body are filled in before each call; those named `new` are made for it.
pub struct Case {
    pub operation: &'static str,
    pub path: String,
    pub body: Value,
    /// Statuses for owner, admin, installer, guest, nobody and stranger. Anonymous callers get 401 wherever credentials are needed.
    pub expected: [u16; 6],
}

fn case(operation: &'static str, path: &'static str, body: Value, expected: [u16; 6]) -> Case {
    Case { operation, path: path.to_owned(), body, expected }
}

/// A path in the form that the document has: where it takes two ids, they have a comma between and are one segment.
pub fn documented(path: &str) -> String {
    path.replace("}/{", "},{")
}

/// Every case; those with two ids in one segment also with each id as a segment of its own.
pub fn all_cases() -> Vec<Case> {
    let both = |case: Case| {
        let path = case.path.replace("},{", "}/{");
        let has_two = path != case.path;
        let by_segments = Case { path, body: case.body.clone(), ..case };
        [Some(case), has_two.then_some(by_segments)].into_iter().flatten()
    };
    cases().into_iter().flat_map(both).collect()
}

/// At least one for each operation; the module `policy` calls them as everyone.
fn cases() -> Vec<Case> {
    const ALL: [u16; 6] = [200; 6];
    const ADMINISTRATORS: [u16; 6] = [200, 200, 403, 403, 403, 404];
    const ADMINISTRATORS_EMPTY: [u16; 6] = [204, 204, 403, 403, 403, 404];
    let none = Value::Null;
    vec![
        // Nobody is told whether there is such an account; a token that nobody was sent is none.
        case("request_password_reset", "/user/v1/reset_password/email", json!({"email": "{new_name}"}), ALL),
        case("request_v3_password_reset", "/ekey/v3/users/{new_name}/password", none.clone(), ALL),
        case(
            "reset_password",
            "/user/v1/reset_password/token",
            json!({"token": "made up", "password": "Doors-And-Windows-17"}),
            [404; 6],
        ),
        // Nobody learns without the address whether there is an owner.
        case(
            "set_up_owner",
            "/first_start/v1",
            json!({"token": "made up", "username": "{new_name}", "password": "Doors-And-Windows-17"}),
            [404; 6],
        ),
        case("check_first_start", "/first_start/v1/check", json!({"token": "made up"}), [404; 6]),
        // Nobody is told whether there is such an account.
        case("register_v3_user", "/ekey/v3/users/{new_name}/register", json!({}), ALL),
        case("register_v2_user", "/ekey/v2/users/{new_name}/register", json!({}), ALL),
        case("get_current_user", "/user/v1", none.clone(), ALL),
        case("update_current_user", "/user/v1/update", json!({"phone": "1"}), ALL),
        case("list_identities", "/user/v1/identities", none.clone(), ALL),
        case("list_sessions", "/user/v1/sessions", none.clone(), ALL),
        case("end_session", "/user/v1/sessions/session-000000000001", none.clone(), [404; 6]),
        case("end_other_sessions", "/user/v1/sessions", none.clone(), [204; 6]),
        case("create_personal_token", "/oauth/v2/user/token", json!({"name": "Report"}), ALL),
        case("list_personal_tokens", "/oauth/v2/user/tokens", none.clone(), ALL),
        case("remove_personal_token", "/oauth/v2/user/tokens/token-000000000001", none.clone(), [404; 6]),
        case("remove_personal_tokens", "/oauth/v2/user/tokens", none.clone(), [204; 6]),
        case("get_token_info", "/oauth/v2/user/info", none.clone(), ALL),
        case("end_token", "/oauth/v2/user/token", none.clone(), [204; 6]),
        case("export_account", "/user/v1/export", none.clone(), ALL),
        // What is meant is shown by the module `leaving`.
        case("erase_account", "/user/v1", json!({"password": "made up"}), [422; 6]),
        case("delete_domain", "/domain/v1", json!({"domain": "made up"}), [422, 422, 403, 403, 403, 422]),
        // What is meant is shown by the module `handing_over`.
        case(
            "hand_over_domain",
            "/domain/v1/hand_over",
            json!({"user": "user-0000000000ff"}),
            [422, 403, 403, 403, 403, 422],
        ),
        case("generate_two_factor", "/twofactorauth/v1/generate", none.clone(), ALL),
        // Codes that are right are shown by the module `two_factor`.
        case("enroll_two_factor", "/twofactorauth/v1/enroll", json!({"totp": "12345"}), [422; 6]),
        case("remove_two_factor", "/twofactorauth/v1/remove", none.clone(), [204; 6]),
        case(
            "create_client_device",
            "/user/v1/devices",
            json!({"device_identification": "phone", "platform_name": "android"}),
            ALL,
        ),
        case(
            "put_client_device",
            "/user/v1/devices/phone",
            json!({"platform_name": "android", "push_notification_registration": "r"}),
            ALL,
        ),
        case("list_client_devices", "/user/v1/devices", none.clone(), ALL),
        case("get_client_device", "/user/v1/devices/phone", none.clone(), ALL),
        case("notify_client_device", "/user/v1/devices/phone/notify", json!({"title": "Hello"}), [204; 6]),
        case("remove_client_device", "/user/v1/devices/phone", none.clone(), [204; 6]),
        case("remove_client_devices", "/user/v1/devices", none.clone(), [204; 6]),
        case("list_passkeys", "/passkeys/v1", none.clone(), ALL),
        case("begin_passkey", "/passkeys/v1/begin", none.clone(), ALL),
        // Passkeys that are one are shown by the module `passkeys`.
        case(
            "finish_passkey",
            "/passkeys/v1/finish",
            json!({"name": "", "credential": {"id": "", "response": {"clientDataJSON": "", "attestationObject": ""}}}),
            [422; 6],
        ),
        case("rename_passkey", "/passkeys/v1/AA", json!({"name": "Phone"}), [404; 6]),
        case("remove_passkey", "/passkeys/v1/AA", none.clone(), [404; 6]),
        case("list_permissions", "/.meta/v1/afi/permissions", none.clone(), ALL),
        case("list_domain_rights", "/.meta/v1/domain/rights", none.clone(), ALL),
        case("list_time_zones", "/.meta/v1/timezones", none.clone(), ALL),
        case("list_scopes", "/.meta/v1/scopes", none.clone(), ALL),
        case("list_locks", "/locks/v1", none.clone(), ALL),
        case("get_lock", "/locks/v1/details/{front}", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("get_lock", "/locks/v1/details/{side}", none.clone(), [200, 200, 200, 200, 404, 404]),
        // The installer may not open the front door, and from afar not the side door either.
        case("remote_lock", "/locks/v1/afi/{front}/remote_lock", none.clone(), [200, 200, 403, 200, 404, 404]),
        case("remote_unlock", "/locks/v1/afi/{front}/remote_unlock", none.clone(), [200, 200, 403, 200, 404, 404]),
        case("remote_unlock", "/locks/v1/afi/{side}/remote_unlock", none.clone(), [200, 200, 403, 403, 404, 404]),
        case("get_lock_operation", "/locks/v1/operation/{owners_job}", none.clone(), [200, 404, 404, 404, 404, 404]),
        case("list_devices", "/devices/v1", none.clone(), ALL),
        case("get_device", "/devices/v1/{bridge}", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("update_device", "/devices/v1/{bridge}", json!({"name": "Hall"}), [200, 200, 200, 403, 403, 404]),
        case("list_paired_devices", "/devices/v1/{front}/paired_devices", none.clone(), [200, 200, 200, 200, 404, 404]),
        case(
            "pair_device",
            "/devices/v1/{new_lock}/paired_devices",
            json!({"serial_number": "{bridge}"}),
            [200, 200, 200, 403, 403, 404],
        ),
        case(
            "unpair_device",
            "/devices/v1/{new_lock}/paired_devices/{bridge}",
            none.clone(),
            [204, 204, 204, 403, 403, 404],
        ),
        // The owner of the second domain may bring in what is nobody's, and nothing that the first one holds.
        case(
            "put_device",
            "/ekey/v3/devices/{bridge}",
            json!({"name": "Hall", "device_type": "danabridgev3"}),
            [200, 200, 200, 403, 403, 404],
        ),
        case("remove_device", "/ekey/v3/devices/{new_lock}", none.clone(), ADMINISTRATORS_EMPTY),
        case(
            "create_enrollment_token",
            "/ekey/v3/devices/{bridge}/enrollment_token",
            none.clone(),
            [200, 200, 200, 403, 403, 404],
        ),
        case(
            "confirm_enrollment",
            "/ekey/v3/devices/{bridge}/enrollment_confirmation_token",
            json!({"enrollment_result_token": "made up"}),
            [422, 422, 422, 403, 403, 422],
        ),
        case("list_discoveries", "/ekey/v3/discoveries", none.clone(), [200, 200, 200, 403, 403, 200]),
        case(
            "create_discoveries",
            "/ekey/v3/discoveries",
            json!({"devices": [{"serial_number": "{new_lock}"}]}),
            [204, 204, 204, 403, 403, 204],
        ),
        case("list_login_tokens", "/devices/v1/login_tokens", none.clone(), ALL),
        case("get_login_token", "/devices/v1/{front}/login_token", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("get_login_token", "/devices/v1/{side}/login_token", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("create_login_tokens", "/devices/v1/login_tokens", none.clone(), ALL),
        case("create_login_token", "/devices/v1/{front}/login_token", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("list_linked_devices", "/devices/v1/linked", none.clone(), ALL),
        case(
            "get_timezone_information",
            "/devices/v1/{front}/timezone_information",
            none.clone(),
            [200, 200, 200, 200, 404, 404],
        ),
        case(
            "get_timezone_information",
            "/devices/v1/{cellar}/timezone_information",
            none.clone(),
            [409, 409, 409, 409, 404, 404],
        ),
        case("list_broadcast_keys", "/devices/v1/{front}/broadcast_keys", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("get_latest_firmware", "/Firmware/v1/by-serial-number/{front}/latest", none.clone(), ALL),
        case("download_firmware", "/Firmware/v1/images/danalockv3_1.10.0_stable", none.clone(), [403; 6]),
        case("get_tracked_firmware", "/firmware-tracker/v1/{front}", none.clone(), [200, 200, 200, 200, 404, 404]),
        case(
            "put_tracked_firmware",
            "/firmware-tracker/v1/{bridge}",
            json!({"firmware_identifier": "danabridgev3_1.10.0_stable"}),
            [200, 200, 200, 403, 403, 404],
        ),
        case("list_users", "/users/v1", none.clone(), ALL),
        case("get_user", "/users/v1/{guest}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("list_effective_links", "/users/v1/{guest}/effective_links", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("create_user", "/users/v1/{new_name}", json!({}), [200, 200, 403, 403, 403, 200]),
        case("create_person", "/users/v1", json!({"display_name": "Lena"}), [200, 200, 403, 403, 403, 200]),
        case("update_user", "/users/v1/{guest}", json!({"alias": "g"}), ADMINISTRATORS),
        case("remove_user", "/users/v1/{new_user}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_invitations", "/invitations/v1", none.clone(), [200, 200, 403, 403, 403, 200]),
        case("list_sent_invitations", "/invitations/v1/sent", none.clone(), [200, 200, 403, 403, 403, 200]),
        case("list_received_invitations", "/invitations/v1/received", none.clone(), ALL),
        case(
            "invite_user",
            "/invitations/v1/invite_user",
            json!({"username": "{new_account}"}),
            [200, 200, 403, 403, 403, 200],
        ),
        case(
            "invite_by_mail",
            "/invitations/v1/invite_by_mail",
            json!({"email_address": "{new_name}"}),
            [200, 200, 403, 403, 403, 200],
        ),
        case("invite_by_token", "/invitations/v1/invite_by_token", json!({}), [200, 200, 403, 403, 403, 200]),
        case(
            "bulk_invite_users",
            "/invitations/v1/bulk_invite_users",
            json!({"users": ["{new_name}"]}),
            [200, 200, 403, 403, 403, 200],
        ),
        case("delete_invitation", "/invitations/v1/{new_invitation}", none.clone(), ADMINISTRATORS_EMPTY),
        case("delete_sent_invitation", "/invitations/v1/sent/{new_sent}", none.clone(), ADMINISTRATORS_EMPTY),
        // They lead into the stranger's domain. Who was created in another belongs to that one alone.
        case(
            "accept_received_invitation",
            "/invitations/v1/received/{strangers_link}/accept",
            none.clone(),
            [200, 200, 409, 200, 409, 200],
        ),
        case(
            "accept_invitation_by_token",
            "/user/v1/invitations/{strangers_link}/accept",
            none.clone(),
            [200, 200, 409, 200, 409, 200],
        ),
        case(
            "decline_received_invitation",
            "/invitations/v1/received/{strangers_link}/decline",
            none.clone(),
            [204; 6],
        ),
        case("get_invitation_by_token", "/user/v1/invitations/{strangers_link}", none.clone(), ALL),
        case("decline_invitation_by_token", "/user/v1/invitations/{strangers_link}", none.clone(), [204; 6]),
        case("list_groups", "/groups/v1", none.clone(), ALL),
        case("get_group", "/groups/v1/{cleaners}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("create_group", "/groups/v1", json!({"type": "users", "name": "New"}), [200, 200, 403, 403, 403, 200]),
        case("update_group", "/groups/v1/{cleaners}", json!({"name": "Cleaning"}), ADMINISTRATORS),
        case("remove_group", "/groups/v1/{new_group}", none.clone(), ADMINISTRATORS_EMPTY),
        case("add_lock_to_group", "/groups/v1/{ground_floor}/locks/{cellar_id}", none.clone(), ADMINISTRATORS),
        case(
            "remove_lock_from_group",
            "/groups/v1/{new_lock_group}/locks/{front_id}",
            none.clone(),
            ADMINISTRATORS_EMPTY,
        ),
        case("add_user_to_group", "/groups/v1/{cleaners}/users/{new_user}", none.clone(), ADMINISTRATORS),
        case("remove_user_from_group", "/groups/v1/{new_group}/users/{guest}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_lock_user_links", "/links/v1/lock_user_links", none.clone(), ALL),
        case("list_group_user_links", "/links/v1/group_user_links", none.clone(), ALL),
        case("list_group_lock_links", "/links/v1/group_lock_links", none.clone(), ALL),
        case("list_group_group_links", "/links/v1/group_group_links", none.clone(), ALL),
        // In the second domain the person and the lock are unknown.
        case(
            "create_link",
            "/links/v1",
            json!({"user_id": "{new_user}", "lock_id": "{front_id}"}),
            [200, 200, 403, 403, 403, 422],
        ),
        case("update_link", "/links/v1/{new_link}", json!({"calendar_id": "{week}"}), ADMINISTRATORS),
        case("remove_link", "/links/v1/{new_link}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_calendars", "/links/v1/calendars", none.clone(), ALL),
        case("get_calendar", "/links/v1/calendars/{week}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("create_calendar", "/links/v1/calendars", json!({}), [200, 200, 403, 403, 403, 200]),
        case("replace_calendar", "/links/v1/calendars/{free}", json!({"refresh_interval": 900}), ADMINISTRATORS),
        case("remove_calendar", "/links/v1/calendars/{new_calendar}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_day_lists", "/links/v1/day_lists", none.clone(), ALL),
        case("get_day_list", "/links/v1/day_lists/{new_day_list}", none.clone(), [200, 200, 404, 404, 404, 404]),
        case("create_day_list", "/links/v1/day_lists", json!({"name": "Closed"}), [200, 200, 403, 403, 403, 200]),
        case(
            "replace_day_list",
            "/links/v1/day_lists/{new_day_list}",
            json!({"name": "Closed", "days": []}),
            ADMINISTRATORS,
        ),
        case("remove_day_list", "/links/v1/day_lists/{new_day_list}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_lock_log", "/log/v1/lock/{front_id}", none.clone(), ADMINISTRATORS),
        case("download_lock_log", "/log/v1/lock/{front_id}/bulk", none.clone(), ADMINISTRATORS),
        case("list_lock_group_log", "/log/v1/lockgroup/{ground_floor}", none.clone(), ADMINISTRATORS),
        case("download_lock_group_log", "/log/v1/lockgroup/{ground_floor}/bulk", none.clone(), ADMINISTRATORS),
        case("list_user_log", "/log/v1/user/{guest}", none.clone(), ADMINISTRATORS),
        case("download_user_log", "/log/v1/user/{guest}/bulk", none.clone(), ADMINISTRATORS),
        case("list_user_lock_log", "/log/v1/userlock/{guest},{front_id}", none.clone(), ADMINISTRATORS),
        case("download_user_lock_log", "/log/v1/userlock/{guest},{front_id}/bulk", none.clone(), ADMINISTRATORS),
        case("list_user_lock_group_log", "/log/v1/userlockgroup/{guest},{ground_floor}", none.clone(), ADMINISTRATORS),
        case(
            "download_user_lock_group_log",
            "/log/v1/userlockgroup/{guest},{ground_floor}/bulk",
            none.clone(),
            ADMINISTRATORS,
        ),
        case("list_user_group_log", "/log/v1/usergroup/{cleaners}", none.clone(), ADMINISTRATORS),
        case("download_user_group_log", "/log/v1/usergroup/{cleaners}/bulk", none.clone(), ADMINISTRATORS),
        case("list_user_group_lock_log", "/log/v1/usergrouplock/{cleaners},{front_id}", none.clone(), ADMINISTRATORS),
        case(
            "download_user_group_lock_log",
            "/log/v1/usergrouplock/{cleaners},{front_id}/bulk",
            none.clone(),
            ADMINISTRATORS,
        ),
        case(
            "list_user_group_lock_group_log",
            "/log/v1/usergrouplockgroup/{cleaners},{ground_floor}",
            none.clone(),
            ADMINISTRATORS,
        ),
        case(
            "download_user_group_lock_group_log",
            "/log/v1/usergrouplockgroup/{cleaners},{ground_floor}/bulk",
            none.clone(),
            ADMINISTRATORS,
        ),
        case(
            "execute_operation",
            "/bridge/v1/execute",
            json!({"device": "{front}", "operation": "afi.lock.operate", "arguments": ["lock"]}),
            [200, 200, 403, 200, 404, 404],
        ),
        // State may be read by whoever manages devices.
        case(
            "execute_operation",
            "/bridge/v1/execute",
            json!({"device": "{side}", "operation": "afi.lock.get-state"}),
            [200, 200, 200, 403, 404, 404],
        ),
        case(
            "execute_operation",
            "/bridge/v1/execute",
            json!({"device": "{cellar}", "operation": "afi.power-source.get-information2"}),
            [409, 409, 409, 403, 404, 404],
        ),
        case("poll_operation", "/bridge/v1/poll", json!({"id": "{owners_job}"}), [200, 404, 404, 404, 404, 404]),
        case("list_v3_devices", "/ekey/v3/devices", none.clone(), ALL),
        case("list_v3_device_types", "/ekey/v3/devices/types", none.clone(), ALL),
        case("list_v3_types_of_device", "/ekey/v3/devices/{front}/types", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("get_v3_key", "/ekey/v3/devices/{front}/key", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("list_v3_device_log", "/ekey/v3/devices/{front}/activities", none.clone(), ADMINISTRATORS),
        // The installer has no key to the front door, and has never been there.
        case(
            "create_v3_activity",
            "/ekey/v3/devices/{front}/activities",
            json!({"eventid": 1}),
            [204, 204, 404, 204, 404, 404],
        ),
        case("list_v3_lock_users", "/ekey/v3/locks/{front}/users", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("share_v3_lock", "/ekey/v3/locks/{front}/users", json!({"user_id": "{new_user}"}), ADMINISTRATORS),
        case("share_v3_lock_with_user", "/ekey/v3/locks/{front}/users/{new_user}", json!({}), ADMINISTRATORS),
        case(
            "unshare_v3_lock_with_user",
            "/ekey/v3/locks/{cellar}/users/{new_holder}",
            none.clone(),
            ADMINISTRATORS_EMPTY,
        ),
        case("list_v3_lock_groups", "/ekey/v3/locks/{front}/groups", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("share_v3_lock_with_group", "/ekey/v3/locks/{front}/groups/{new_group}", json!({}), ADMINISTRATORS),
        case(
            "unshare_v3_lock_with_group",
            "/ekey/v3/locks/{cellar}/groups/{new_holding_group}",
            none.clone(),
            ADMINISTRATORS_EMPTY,
        ),
        case("list_v3_lock_log", "/ekey/v3/locks/{front}/logs", none.clone(), ADMINISTRATORS),
        case("remote_v3_lock", "/ekey/v3/locks/{front}/lock", none.clone(), [200, 200, 403, 200, 404, 404]),
        case("remote_v3_unlock", "/ekey/v3/locks/{front}/unlock", none.clone(), [200, 200, 403, 200, 404, 404]),
        case("create_v3_user", "/ekey/v3/users/{new_name}", json!({}), [200, 200, 403, 403, 403, 200]),
        case("get_v3_user", "/ekey/v3/users/{guest}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("list_v3_keys", "/ekey/v3/users/{guest}/keys", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("share_v3_key", "/ekey/v3/users/{new_user}/keys", json!({"serial_number": "{front}"}), ADMINISTRATORS),
        case(
            "share_v3_keys",
            "/ekey/v3/users/keys",
            json!({"keys": [{"user_id": "{new_user}", "serial_number": "{front}"}]}),
            [200, 200, 403, 403, 403, 422],
        ),
        case("list_v3_nodes", "/ekey/v3/nodes", none.clone(), ALL),
        case("list_v3_advertisements", "/ekey/v3/advertisements", none.clone(), ALL),
        case("resolve_v3_advertisement", "/ekey/v3/advertisements/0123456789abcdef", none.clone(), [404; 6]),
        case("list_v2_locks", "/ekey/v2/locks", none.clone(), ALL),
        case("get_v2_lock", "/ekey/v2/locks/{front}", none.clone(), [200, 200, 200, 200, 404, 404]),
        case("get_v2_lock", "/ekey/v2/locks/{old}", none.clone(), [200, 200, 200, 404, 404, 404]),
        case("create_v2_lock", "/ekey/v2/locks/{new_mac}", json!({"name": "Shed"}), [200, 200, 200, 403, 403, 200]),
        case("update_v2_lock", "/ekey/v2/locks/{old}", json!({"rf": "2.0"}), [200, 200, 200, 403, 403, 404]),
        case("remove_v2_lock", "/ekey/v2/locks/{new_lock}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_v2_lock_users", "/ekey/v2/locks/{old}/users", none.clone(), [200, 200, 200, 404, 404, 404]),
        case("share_v2_lock", "/ekey/v2/locks/{old}/users/{new_user}", json!({}), ADMINISTRATORS),
        case("unshare_v2_lock", "/ekey/v2/locks/{cellar}/users/{new_holder}", none.clone(), ADMINISTRATORS_EMPTY),
        case("list_v2_users", "/ekey/v2/users", none.clone(), ALL),
        case("get_v2_user", "/ekey/v2/users/{guest}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("create_v2_user", "/ekey/v2/users/{new_name}", json!({}), [200, 200, 403, 403, 403, 200]),
        case("update_v2_user", "/ekey/v2/users/{guest}", json!({"alias": "g"}), ADMINISTRATORS),
        case("remove_v2_user", "/ekey/v2/users/{new_user}", none.clone(), ADMINISTRATORS_EMPTY),
        case("share_v2_key", "/ekey/v2/users/{new_user}/keys", json!({"serial_number": "{old}"}), ADMINISTRATORS),
        case("create_v2_group", "/ekey/v2/groups/{new_name}", json!({}), [200, 200, 403, 403, 403, 200]),
        case("get_v2_group", "/ekey/v2/groups/{cleaners}", none.clone(), [200, 200, 404, 200, 404, 404]),
        case("remove_v2_group", "/ekey/v2/groups/{new_group}", none.clone(), ADMINISTRATORS_EMPTY),
        case(
            "add_v2_group_members",
            "/ekey/v2/groups/{cleaners}/members",
            json!({"members": ["{new_user}"]}),
            ADMINISTRATORS,
        ),
        case(
            "remove_v2_group_members",
            "/ekey/v2/groups/{new_group}/members",
            json!({"members": ["{guest}"]}),
            ADMINISTRATORS,
        ),
        case("stream_domain", "/domain/v1/stream", none.clone(), ALL),
        case("stream_changes", "/domain/v1/changes", none.clone(), ALL),
        case("list_audit", "/domain/v1/audit", none.clone(), [200, 200, 403, 403, 403, 200]),
        case("get_domain_settings", "/domain/v1/settings", none.clone(), [200, 200, 403, 403, 403, 200]),
        case(
            "update_domain_settings",
            "/domain/v1/settings",
            json!({"letters_access_given": false}),
            [200, 200, 403, 403, 403, 200],
        ),
        case("list_roles", "/domain/v1/roles", none.clone(), ALL),
        case("list_link_profiles", "/domain/v1/link_profiles", none.clone(), ALL),
        // Where the browser comes from is registered with no server of tests.
        case("authorize", "/oauth2/authorize", none.clone(), [400; 6]),
        case("authorize_sign_in", "/oauth2/authorize", json!({}), [400; 6]),
        case(
            "create_token",
            "/oauth2/token",
            json!({"grant_type": "refresh_token", "client_id": "cardea-android", "refresh_token": "made up"}),
            [400; 6],
        ),
        // A link that was never made is none; a form that no page has shown signs nobody in.
        case("show_owner_link", "/oauth2/owner_link?token=made%20up", none.clone(), [404; 6]),
        case("challenge_passkey", "/oauth2/passkey", json!({}), [400; 6]),
        case("use_owner_link", "/oauth2/owner_link", json!({}), [404; 6]),
        case("show_sign_up", "/oauth2/sign_up", none.clone(), ALL),
        case("request_sign_up", "/oauth2/sign_up", json!({}), [403; 6]),
        case("show_sign_up_confirmation", "/oauth2/sign_up/confirm?token=made%20up", none.clone(), [404; 6]),
        case("confirm_sign_up", "/oauth2/sign_up/confirm", json!({}), [404; 6]),
        // No server of these tests has a provider; those that have one are in the tests of sign-in.
        case("list_providers", "/oauth2/providers", none.clone(), ALL),
        case("begin_provider_sign_in", "/oauth2/providers/company/begin", none.clone(), [400; 6]),
        case("return_from_provider", "/oauth2/providers/company/return?state=made%20up", none.clone(), [400; 6]),
        case("list_provider_links", "/oauth2/provider_links", none.clone(), ALL),
        case("link_provider", "/oauth2/providers/company/link", none.clone(), [404; 6]),
        case("unlink_provider", "/oauth2/providers/company/link", none.clone(), [404; 6]),
        case("create_cookie", "/oauth2/cookie", none.clone(), [204; 6]),
        // The last one: nobody is signed in after it.
        case("delete_cookie", "/oauth2/cookie", none.clone(), [204; 6]),
    ]
}

/// What they are in the domain that they act in.
pub fn role(who: As) -> Role {
    match who {
        As::Owner | As::Admin | As::Stranger => Role::Administrator,
        As::Installer => Role::Installer,
        As::Guest | As::Nobody | As::Anonymous => Role::User,
    }
}
