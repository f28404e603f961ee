//! Sharing a key.

use crate::{ADMIN, GUEST, HOURS, INSTALLER, NOW, OWNER, PEOPLE, Refused, STREET, WEEK, act, grant, house, refused};
use cardea_model::act::{access, groups, sharing};
use cardea_model::calendar::{Calendar, Hours, OtherDay, OtherDays, RuleSet, RuleSets};
use cardea_model::ids::UserId;
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Member, Target, Who};
use cardea_model::{Code, Facts, FieldCode, Refusal};

fn shared(facts: &Facts, by: UserId, wanted: Option<&Calendar>) -> Result<(), Refused> {
    sharing::check_share(facts, by, STREET, wanted, NOW).map(drop).map_err(|refusal| {
        let Refusal { code, field, detail, .. } = refusal;
        (code, field, detail)
    })
}

#[test]
fn a_key_is_shared_by_administrators_who_have_one_and_within_the_time_that_they_have_it() {
    let mut facts = house();
    let week = facts.calendar(WEEK).unwrap().clone();
    let hours = facts.calendar(HOURS).unwrap().clone();
    assert_eq!(shared(&facts, OWNER, None), Ok(()), "for ever, as the owner has it");
    let no_key = Err((Code::Forbidden, None, None));
    assert_eq!(shared(&facts, ADMIN, None), no_key, "an administrator without a key");
    // The installer's and the guest's permanent keys are not theirs to share.
    for who in [INSTALLER, GUEST] {
        let own = access::Grant { number: who.0, ..grant(Who::User(who), Target::Lock(STREET), None, None) };
        act(&mut facts, |facts| access::create_link(facts, own, NOW));
        assert_eq!(shared(&facts, who, None), no_key, "{who}");
    }
    // By a group's hours.
    act(&mut facts, |facts| groups::add_group_member(facts, PEOPLE, Member::User(ADMIN), NOW));
    act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::Group(PEOPLE), Target::Lock(STREET), Some(HOURS), None), NOW)
    });
    let beyond = Err((Code::ValidationFailed, Some("valid_to"), Some(FieldCode::BeyondOwnAccess)));
    assert_eq!(shared(&facts, ADMIN, None), beyond);
    assert_eq!(shared(&facts, ADMIN, Some(&week)), beyond);
    assert_eq!(shared(&facts, ADMIN, Some(&hours)), Ok(()));
    let until_then = RuleSet { end_time: week.end_time(), ..*hours.rule_sets.first() };
    let within = Calendar { rule_sets: until_then.into(), ..Calendar::clone(&hours) };
    assert_eq!(shared(&facts, ADMIN, Some(&within)), Ok(()));
    // With a lunch break, and closed on a day; not on a Saturday of its own.
    let nine_to_five = *hours.rule_sets.first();
    let morning = RuleSet { daily_end: Some(43_200), ..nine_to_five };
    let afternoon = RuleSet { daily_start: Some(46_800), ..nine_to_five };
    let rule_sets = RuleSets::of(vec![morning, afternoon]).unwrap();
    let on = |date: &str, hours| OtherDays::of(vec![OtherDay { date: date.parse().unwrap(), hours }]).unwrap();
    let with_lunch = Calendar { rule_sets, other_days: on("2026-12-24", Vec::new()), ..Calendar::clone(&hours) };
    assert_eq!(shared(&facts, ADMIN, Some(&with_lunch)), Ok(()));
    let ten_to_two = Hours { daily_start: 36_000, daily_end: 50_400 };
    let open_house = Calendar { other_days: on("2026-12-26", vec![ten_to_two]), ..Calendar::clone(&hours) };
    assert_eq!(shared(&facts, ADMIN, Some(&open_house)), beyond);
}

#[test]
fn a_key_that_is_shared_again_takes_its_old_calendar_along_unless_others_go_by_it() {
    let mut facts = house();
    let put = |facts: &Facts, calendar| {
        sharing::put_link(facts, grant(Who::User(GUEST), Target::Lock(STREET), calendar, None), NOW)
    };
    let first = act(&mut facts, |facts| put(facts, Some(WEEK)));
    assert_eq!(act(&mut facts, |facts| put(facts, Some(HOURS))), first, "the same link");
    assert!(facts.calendar(WEEK).is_none());
    act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::Group(PEOPLE), Target::Lock(STREET), Some(HOURS), None), NOW)
    });
    assert_eq!(act(&mut facts, |facts| put(facts, None)), first);
    assert!(facts.calendar(HOURS).is_some(), "the group goes by it");
    assert_eq!(act(&mut facts, |facts| sharing::remove_share(facts, Who::User(GUEST), Target::Lock(STREET))), first);
    assert!(facts.links_of_user(GUEST).is_empty());
    let gone = refused(sharing::remove_share(&facts, Who::User(GUEST), Target::Lock(STREET)));
    assert_eq!(gone.0, Code::EntityNotFound);
}

#[test]
fn what_a_shared_key_lets_its_holder_do_goes_by_their_role() {
    let facts = house();
    let profile = |who, can_remote, above| sharing::profile_of(&facts, who, can_remote, above).map(|(_, told)| told);
    let (guest, group) = (Who::User(GUEST), Who::Group(PEOPLE));
    for (who, can_remote, told) in [
        (guest, None, None),
        (guest, Some(true), Some(LinkProfile::UserAllowRemote)),
        (guest, Some(false), Some(LinkProfile::User)),
        (Who::User(INSTALLER), Some(true), Some(LinkProfile::UserAllowRemote)),
        (Who::User(INSTALLER), Some(false), Some(LinkProfile::Installer)),
        (Who::User(ADMIN), Some(false), None),
        (group, Some(true), Some(LinkProfile::UserAllowRemote)),
        (group, Some(false), Some(LinkProfile::User)),
    ] {
        assert_eq!(profile(who, can_remote, None), Ok(told), "{who:?} {can_remote:?}");
    }
    assert_eq!(profile(Who::User(ADMIN), None, Some("can_share")), Ok(None));
    for who in [guest, group, Who::User(INSTALLER)] {
        let above = refused(sharing::profile_of(&facts, who, None, Some("can_share")));
        assert_eq!(above, (Code::ValidationFailed, Some("can_share"), Some(FieldCode::AboveRole)), "{who:?}");
    }
}
