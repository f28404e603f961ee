//! What people are found by.

use cardea_api::testing::UserFilter;
use cardea_model::Time;
use cardea_model::ids::{AccountId, UserId};
use cardea_model::role::Role;
use cardea_model::rows::Profile;
use cardea_model::rows::User;
use std::sync::Arc;

fn soren() -> User {
    let profile = Profile {
        account: AccountId(1),
        username: "SB@Example.com".into(),
        display_name: "Søren Bjørnsgård".into(),
        firstname: String::new(),
        lastname: String::new(),
        email_address: "soren@nordic.dk".into(),
        address: "Elsewhere".into(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    };
    let alias = "Øverst".into();
    User {
        id: UserId(1),
        profile: Arc::new(profile),
        role: Role::User,
        alias,
        is_shadow_user: false,
        readonly: false,
        created: Time(0),
    }
}

fn finds(filter: UserFilter) -> Option<bool> {
    filter.search().map(|mut search| search.finds(&soren()))
}

#[test]
fn people_are_found_by_parts_of_what_they_are_called_whatever_case_and_with_accents_as_they_are_typed() {
    let of = |term: &str| Some(term.to_owned());
    for (any, found) in [
        ("SOREN", true),
        ("bjornsgard", true),
        ("Bjørnsgård", true),
        ("overst", true),
        ("øverst", true),
        ("sb@ex", true),
        (" nordic.dk ", true),
        ("elsewhere", false),
        ("sorenb", false),
        ("sören", false),
        ("so\u{200b}ren", true),
    ] {
        assert_eq!(finds(UserFilter { any: of(any), ..UserFilter::default() }), Some(found), "{any}");
    }
    let alias = |alias: &str, any: &str| UserFilter { alias: of(alias), any: of(any), ..UserFilter::default() };
    assert_eq!(finds(alias("øv", "nordic")), Some(true));
    assert_eq!(finds(alias("soren", "nordic")), Some(false), "of several all must be met");
    assert_eq!(finds(alias("øv", "south")), Some(false));
    assert_eq!(
        finds(UserFilter { username: of("sb"), email_address: of("SOREN@"), ..UserFilter::default() }),
        Some(true)
    );
    assert_eq!(finds(UserFilter { username: of("  "), ..UserFilter::default() }), None, "nothing to look for");
}
