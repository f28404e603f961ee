//! The end of a domain, whoever leaves it for good, and the sign-in that it asks for.

use crate::day_lists::holidays;
use crate::{ADMIN, DOORS, GUEST, INSTALLER, NOW, OWNER, PEOPLE, STREET, WEEK, act, grant, house, refused};
use cardea_model::act::domains::{self, ChosenProvider, RequiredChange};
use cardea_model::act::{access, day_lists, groups};
use cardea_model::ids::{AccountId, LinkKind};
use cardea_model::required::{RequiredOf, RequiredSignIn, keeps_out};
use cardea_model::rows::{Edit, Member, Row, RowKey, Target, User, Who};
use cardea_model::{Code, Facts, FieldCode, Revision};
use std::sync::Arc;

#[test]
fn a_domain_is_its_owners_to_delete_with_all_that_is_in_it() {
    let mut facts = house();
    act(&mut facts, |facts| groups::add_group_member(facts, DOORS, Member::Lock(STREET), NOW));
    act(&mut facts, |facts| groups::add_group_member(facts, PEOPLE, Member::User(GUEST), NOW));
    let given = grant(Who::Group(PEOPLE), Target::Group(DOORS), Some(WEEK), None);
    act(&mut facts, |facts| access::create_link(facts, given, NOW));
    act(&mut facts, |facts| day_lists::create_day_list(facts, holidays(&[])));
    let required =
        RequiredSignIn { issuer: "https://id.example".into(), provider: "company".into(), of: RequiredOf::Everyone };
    facts.apply(&Edit::Put(Row::RequiredSignIn(Arc::new(required))));
    let invited = User { is_shadow_user: true, ..User::clone(facts.user(ADMIN).unwrap()) };
    facts.apply(&Edit::Put(Row::User(Arc::new(invited))));
    for other in [ADMIN, INSTALLER, GUEST] {
        assert_eq!(refused(domains::delete_domain(&facts, other)).0, Code::Forbidden);
    }
    let (edits, mut created) = domains::delete_domain(&facts, OWNER).unwrap();
    created.sort();
    assert_eq!(created, [INSTALLER, GUEST].map(|user| AccountId(user.0)), "neither the owner nor who was invited");
    edits.iter().for_each(|edit| facts.apply(edit));
    let left = Facts::empty(facts.domain, facts.owner, Revision::default());
    let counts = |facts: &Facts| {
        let links: usize = LinkKind::ALL.into_iter().map(|kind| facts.link_count(kind)).sum();
        let people = facts.user_count() + facts.lock_count() + facts.device_count();
        [people, facts.group_count(), facts.calendar_count() + facts.day_list_count(), links]
    };
    assert_eq!(counts(&facts), counts(&left));
    assert_eq!(facts.required_sign_in(), None);
    assert!(facts.members(PEOPLE).is_empty() && facts.members(DOORS).is_empty());
}

#[test]
fn whoever_erases_their_account_leaves_every_domain_but_their_own() {
    let mut facts = house();
    act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::User(GUEST), Target::Lock(STREET), Some(WEEK), None), NOW)
    });
    assert_eq!(refused(domains::leave_domain(&facts, facts.owner)).0, Code::Conflict);
    assert_eq!(domains::leave_domain(&facts, AccountId(99)), Ok((vec![], None)), "they were nobody here");
    assert_eq!(act(&mut facts, |facts| domains::leave_domain(facts, AccountId(GUEST.0))), Some(GUEST));
    assert!(facts.user(GUEST).is_none() && facts.links_of_user(GUEST).is_empty());
    assert!(facts.calendar(WEEK).is_none(), "nobody else went by it");
}

const ISSUER: &str = "https://id.example";

/// The company's provider, which the settings name.
fn company() -> Option<Option<ChosenProvider>> {
    Some(Some(ChosenProvider { id: "company".into(), issuer: Some(ISSUER.into()) }))
}

fn asked(of: RequiredOf) -> RequiredSignIn {
    RequiredSignIn { issuer: ISSUER.into(), provider: "company".into(), of }
}

#[test]
fn a_sign_in_is_asked_for_by_the_owner_or_by_an_administrator_who_is_signed_in_so() {
    let mut facts = house();
    let everyone = || RequiredChange { provider: company(), of: None };
    for by in [None, Some("https://other.example")] {
        let clash = (Code::Conflict, Some("required_provider"), Some(FieldCode::NotSignedInByIt));
        assert_eq!(refused(domains::require_sign_in(&facts, ADMIN, by, everyone())), clash, "{by:?}");
    }
    act(&mut facts, |facts| domains::require_sign_in(facts, OWNER, None, everyone()));
    assert_eq!(facts.required_sign_in().map(|required| &**required), Some(&asked(RequiredOf::Everyone)));
    let administrators = RequiredChange { provider: company(), of: Some(RequiredOf::Administrators) };
    act(&mut facts, |facts| domains::require_sign_in(facts, ADMIN, Some(ISSUER), administrators));
    let of = |user| facts.user(user).unwrap();
    assert!(keeps_out(&facts, of(ADMIN), None).is_some() && keeps_out(&facts, of(INSTALLER), None).is_some());
    assert!(keeps_out(&facts, of(GUEST), None).is_none() && keeps_out(&facts, of(OWNER), None).is_none());
    let none = RequiredChange { provider: Some(None), of: None };
    act(&mut facts, |facts| domains::require_sign_in(facts, ADMIN, Some(ISSUER), none));
    assert_eq!(facts.required_sign_in(), None);
    assert!(keeps_out(&facts, facts.user(ADMIN).unwrap(), None).is_none());
}

#[test]
fn of_a_sign_in_that_is_asked_for_stays_what_is_not_decided_anew() {
    use RequiredOf::{Administrators, Everyone};
    let gone = || Some(Some(ChosenProvider { id: "company".into(), issuer: None }));
    let other = || Some(Some(ChosenProvider { id: "other".into(), issuer: None }));
    let unknown = Err((Code::ValidationFailed, Some("required_provider"), Some(FieldCode::Unknown)));
    let nothing_asked = Err((Code::ValidationFailed, Some("required_of"), Some(FieldCode::Invalid)));
    let table = [
        (None, None, None, Ok(None)),
        (None, company(), None, Ok(Some(Everyone))),
        (None, None, Some(Everyone), nothing_asked),
        (None, Some(None), Some(Everyone), nothing_asked),
        (None, gone(), None, unknown),
        (Some(Administrators), None, None, Ok(Some(Administrators))),
        (Some(Administrators), company(), None, Ok(Some(Administrators))),
        (Some(Administrators), None, Some(Everyone), Ok(Some(Everyone))),
        (Some(Administrators), gone(), Some(Everyone), Ok(Some(Everyone))),
        (Some(Administrators), other(), None, unknown),
        (Some(Administrators), Some(None), None, Ok(None)),
        (Some(Administrators), Some(None), Some(Everyone), nothing_asked),
    ];
    for (before, provider, of, expected) in table {
        let mut facts = house();
        facts.apply(&match before {
            Some(of) => Edit::Put(Row::RequiredSignIn(Arc::new(asked(of)))),
            None => Edit::Remove(RowKey::RequiredSignIn),
        });
        let told = format!("{before:?} {provider:?} {of:?}");
        match domains::require_sign_in(&facts, OWNER, None, RequiredChange { provider, of }) {
            Ok((edits, ())) => {
                edits.iter().for_each(|edit| facts.apply(edit));
                let required = facts.required_sign_in().map(|required| RequiredSignIn::clone(required));
                assert_eq!(Ok(required), expected.map(|of| of.map(asked)), "{told}");
            }
            refusal => assert_eq!(Err(refused(refusal)), expected, "{told}"),
        }
    }
}
