//! The end of a domain, and the sign-in that it asks for.

use crate::day_lists::holidays;
use crate::{ADMIN, DOORS, GUEST, INSTALLER, NOW, OWNER, PEOPLE, STREET, WEEK, act, grant, house, refused};
use cardea_model::act::{access, day_lists, domains, groups};
use cardea_model::ids::{AccountId, LinkKind};
use cardea_model::required::{RequiredOf, RequiredSignIn, keeps_out};
use cardea_model::rows::{Edit, Member, Row, Target, User, Who};
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
fn a_sign_in_is_asked_for_by_the_owner_or_by_an_administrator_who_is_signed_in_so() {
    let company = |of| RequiredSignIn { issuer: "https://id.example".into(), provider: "company".into(), of };
    let everyone = company(RequiredOf::Everyone);
    let mut facts = house();
    for by in [None, Some("https://other.example")] {
        let asked = domains::require_sign_in(&facts, ADMIN, by, Some(everyone.clone()));
        let clash = (Code::Conflict, Some("required_provider"), Some(FieldCode::NotSignedInByIt));
        assert_eq!(refused(asked), clash, "{by:?}");
    }
    act(&mut facts, |facts| domains::require_sign_in(facts, OWNER, None, Some(everyone.clone())));
    assert_eq!(facts.required_sign_in().map(|required| &**required), Some(&everyone));
    let administrators = company(RequiredOf::Administrators);
    act(&mut facts, |facts| domains::require_sign_in(facts, ADMIN, Some("https://id.example"), Some(administrators)));
    let of = |user| facts.user(user).unwrap();
    assert!(keeps_out(&facts, of(ADMIN), None).is_some() && keeps_out(&facts, of(INSTALLER), None).is_some());
    assert!(keeps_out(&facts, of(GUEST), None).is_none() && keeps_out(&facts, of(OWNER), None).is_none());
    act(&mut facts, |facts| domains::require_sign_in(facts, ADMIN, Some("https://id.example"), None));
    assert_eq!(facts.required_sign_in(), None);
    assert!(keeps_out(&facts, facts.user(ADMIN).unwrap(), None).is_none());
}
