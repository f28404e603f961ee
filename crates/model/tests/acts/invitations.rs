//! Invitations: what may be offered, and what becomes of it when somebody takes it up.

use crate::{ADMIN, GUEST, HOURS, INSTALLER, NOW, OLD, OWNER, STREET, WEEK, act, house, refused};
use cardea_model::act::invitations::{Entered, Invitee, Joining, check_invitation, check_offers, enter, take_up};
use cardea_model::act::users;
use cardea_model::act::users::UserChange;
use cardea_model::ids::{AccountId, CalendarId, LockId, UserId};
use cardea_model::invitation::{OFFERS_MAX, Offer};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::{Code, Facts, FieldCode, Time, testing};
use std::sync::Arc;

const NEWCOMER: UserId = UserId(77);
const FREE: Offer = Offer { lock: STREET, calendar: None, profile: None };
const FOR_A_WEEK: Offer = Offer { lock: STREET, calendar: Some(WEEK), profile: None };
/// When the week is over.
const LATER: Time = Time(NOW.0 + 8 * 86_400_000);

fn joining(account: u64) -> Joining {
    let profile = Arc::new(testing::profile(AccountId(account), "newcomer"));
    Joining { id: NEWCOMER, profile, alias: "Uncle".into() }
}

#[test]
fn an_invitation_offers_locks_and_times_that_are_here_and_not_over_and_no_more_than_guests_may() {
    let facts = house();
    let unknown = |field| (Code::ValidationFailed, Some(field), Some(FieldCode::Unknown));
    let table = [
        (vec![FREE], NOW, None),
        (vec![FOR_A_WEEK], NOW, None),
        (vec![Offer { profile: Some(LinkProfile::UserAllowRemote), ..FREE }], NOW, None),
        (vec![Offer { lock: LockId(99), ..FREE }], NOW, Some(unknown("lock_id"))),
        (vec![Offer { calendar: Some(CalendarId(99)), ..FREE }], NOW, Some(unknown("calendar_id"))),
        (vec![FOR_A_WEEK], LATER, Some((Code::ValidationFailed, Some("calendar_id"), Some(FieldCode::Ended)))),
        (vec![FREE, FOR_A_WEEK], NOW, Some((Code::ValidationFailed, Some("links"), Some(FieldCode::AlreadyThere)))),
        (
            vec![Offer { lock: OLD, calendar: Some(HOURS), profile: None }],
            NOW,
            Some((Code::ValidationFailed, Some("calendar_id"), Some(FieldCode::RecurringUnsupported))),
        ),
        (vec![FREE; OFFERS_MAX + 1], NOW, Some((Code::ValidationFailed, Some("links"), Some(FieldCode::TooMany)))),
    ];
    for (offers, now, expected) in table {
        let told =
            check_offers(&facts, &offers, now).err().map(|refusal| (refusal.code, refusal.field, refusal.detail));
        assert_eq!(told, expected, "{offers:?}");
    }
    for profile in [LinkProfile::Administrator, LinkProfile::Installer] {
        let above = check_offers(&facts, &[Offer { profile: Some(profile), ..FREE }], NOW).unwrap_err();
        assert_eq!((above.field, above.detail), (Some("link_profile"), Some(FieldCode::AboveRole)));
    }
}

#[test]
fn who_is_here_already_is_not_invited_by_account_nor_by_an_address_that_is_their_username() {
    let facts = house();
    let check = |to, person| {
        let checked = check_invitation(&facts, to, person, &[FREE], NOW);
        checked.err().map(|refusal| (refusal.code, refusal.field, refusal.detail))
    };
    let here = |field| Some((Code::Conflict, Some(field), Some(FieldCode::AlreadyThere)));
    assert_eq!(check(Invitee::Account(AccountId(GUEST.0)), None), here("username"));
    assert_eq!(check(Invitee::Account(AccountId(99)), None), None);
    for address in ["person4", "PERSON4"] {
        assert_eq!(check(Invitee::Address(address), None), here("email_address"), "{address}");
    }
    assert_eq!(check(Invitee::Address("newcomer@example.org"), None), None);
    assert_eq!(check(Invitee::Anybody, None), None);
    let unknown = Some((Code::ValidationFailed, Some("user_id"), Some(FieldCode::Unknown)));
    assert_eq!(check(Invitee::Anybody, Some(UserId(98))), unknown);
    let has_account = Some((Code::ValidationFailed, Some("user_id"), Some(FieldCode::HasAccount)));
    assert_eq!(check(Invitee::Anybody, Some(GUEST)), has_account);
    let nowhere = check_invitation(&facts, Invitee::Anybody, None, &[Offer { lock: LockId(99), ..FREE }], NOW);
    assert_eq!(nowhere.unwrap_err().field, Some("lock_id"));
}

/// Takes somebody in by an invitation that means nobody.
fn join(facts: &mut Facts, joining: Joining) -> Entered {
    act(facts, |facts| enter(facts, OWNER, None, joining, NOW))
}

#[test]
fn who_joins_is_an_invited_guest_and_who_was_here_stays_what_they_were() {
    let mut facts = house();
    let new = Entered { user: NEWCOMER, already_member: false, replaced: None };
    assert_eq!(join(&mut facts, joining(70)), new);
    let user = facts.user(NEWCOMER).unwrap();
    assert_eq!((user.role, user.is_shadow_user, user.alias.as_str()), (Role::User, true, "Uncle"));
    let before = facts.user(ADMIN).unwrap().clone();
    let known = Entered { user: ADMIN, already_member: true, replaced: None };
    assert_eq!(join(&mut facts, joining(ADMIN.0)), known);
    assert_eq!(facts.user(ADMIN), Some(&before));
}

const PERSON: UserId = UserId(0x51);
const KEPT: AccountId = AccountId(0x52);

/// A house in which somebody without an account is called Cleaner.
fn with_person() -> Facts {
    let mut facts = house();
    let told = users::ProfileChange { display_name: Some("Lena".into()), ..users::ProfileChange::default() };
    act(&mut facts, |facts| users::create_person(facts, PERSON, KEPT, told, Some("Cleaner".into()), NOW));
    facts
}

#[test]
fn who_has_no_account_is_given_one_and_stays_who_they_are_here() {
    let mut facts = with_person();
    let user = facts.user(PERSON).unwrap();
    assert_eq!((user.profile.username.as_str(), user.profile.has_account()), ("user-000000000051", false));
    assert_eq!(refused(users::set_password(&facts, PERSON, AccountId(OWNER.0))).2, Some(FieldCode::NotSettable));
    let promoted = UserChange { role: Some(Role::Installer), ..UserChange::default() };
    assert_eq!(refused(users::update_user(&facts, PERSON, promoted)).2, Some(FieldCode::NoAccount));

    let unnamed = Joining { alias: String::new(), ..joining(70) };
    let entered = act(&mut facts, |facts| enter(facts, ADMIN, Some(PERSON), unnamed, NOW));
    assert_eq!(entered, Entered { user: PERSON, already_member: false, replaced: Some(KEPT) });
    let user = facts.user(PERSON).unwrap();
    assert_eq!(
        (user.profile.username.as_str(), user.alias.as_str(), user.is_shadow_user),
        ("newcomer", "Cleaner", true)
    );
    assert_eq!(facts.user_of_account(AccountId(70)).map(|user| user.id), Some(PERSON));
    assert!(facts.user_of_account(KEPT).is_none());
}

/// By a sender who gives no access any more, for somebody who left or has an account meanwhile, and of somebody who is here.
#[test]
fn whoever_cannot_be_the_person_who_was_meant_joins_as_themself() {
    let facts = with_person();
    let as_new = Entered { user: NEWCOMER, already_member: false, replaced: None };
    for (sent_by, person, account, entered) in [
        (INSTALLER, PERSON, 70, as_new),
        (UserId(98), PERSON, 70, as_new),
        (ADMIN, UserId(98), 70, as_new),
        (ADMIN, INSTALLER, 70, as_new),
        (ADMIN, PERSON, GUEST.0, Entered { user: GUEST, already_member: true, replaced: None }),
    ] {
        let mut facts = facts.clone();
        let told = act(&mut facts, |facts| enter(facts, sent_by, Some(person), joining(account), NOW));
        assert_eq!(told, entered, "{sent_by} {person} {account}");
        assert!(facts.user_of_account(KEPT).is_some_and(|kept| kept.id == PERSON), "who was meant stays without");
    }
}

#[test]
fn what_was_offered_is_given_as_it_was_offered() {
    let mut facts = house();
    join(&mut facts, joining(70));
    let id = act(&mut facts, |facts| take_up(facts, OWNER, NEWCOMER, FOR_A_WEEK, 900, NOW));
    let link = facts.link(id).unwrap();
    assert_eq!((link.calendar, link.profile), (Some(WEEK), LinkProfile::User));
    let twice = refused(take_up(&facts, OWNER, NEWCOMER, FREE, 901, NOW));
    assert_eq!(twice.0, Code::Conflict, "what they have is not widened");
}

#[test]
fn nothing_is_given_by_who_gives_no_access_any_more() {
    let mut facts = house();
    join(&mut facts, joining(70));
    let change = UserChange { role: Some(Role::User), ..UserChange::default() };
    act(&mut facts, |facts| users::update_user(facts, ADMIN, change));
    for sender in [ADMIN, INSTALLER, GUEST, UserId(98)] {
        let refusal = refused(take_up(&facts, sender, NEWCOMER, FREE, 900, NOW));
        assert_eq!(refusal.0, Code::Forbidden, "{sender}");
    }
}

#[test]
fn what_is_gone_or_over_by_then_is_not_given_and_never_becomes_permanent() {
    let mut facts = house();
    join(&mut facts, joining(70));
    let gone = |offer, now| {
        let (_, field, detail) = refused(take_up(&facts, OWNER, NEWCOMER, offer, 900, now));
        (field, detail)
    };
    assert_eq!(gone(FOR_A_WEEK, LATER), (Some("calendar_id"), Some(FieldCode::Ended)));
    let unknown = Some(FieldCode::Unknown);
    assert_eq!(gone(Offer { calendar: Some(CalendarId(99)), ..FREE }, NOW), (Some("calendar_id"), unknown));
    assert_eq!(gone(Offer { lock: LockId(99), ..FREE }, NOW), (Some("lock_id"), unknown));
}

#[test]
fn an_administrators_link_goes_by_their_role_and_is_permanent_or_not_given() {
    let mut facts = house();
    let refusal = refused(take_up(&facts, OWNER, ADMIN, FOR_A_WEEK, 900, NOW));
    assert_eq!(refusal.2, Some(FieldCode::PermanentOnly));
    let id = act(&mut facts, |facts| take_up(facts, OWNER, ADMIN, FREE, 901, NOW));
    assert_eq!(facts.link(id).unwrap().profile, LinkProfile::Administrator);
}
