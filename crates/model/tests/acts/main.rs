//! Acts: what each lets happen, what each refuses, and what follows along.

mod day_lists;
mod domains;
mod doors;
mod invitations;
mod sharing;

use cardea_model::act::{Draft, access, calendars, groups, locks, users};
use cardea_model::calendar::{Calendar, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::device_kind::{Capability, DeviceKind};
use cardea_model::ids::{AccountId, CalendarId, DomainId, GroupId, LinkId, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{Edit, GroupType, Lock, LockType, Member, Row, Target, User, Who};
use cardea_model::testing;
use cardea_model::{Code, Facts, FieldCode, Refusal, Revision, Time};
use std::sync::Arc;

const NOW: Time = Time(1_790_000_000_000);
const OWNER: UserId = UserId(1);
const ADMIN: UserId = UserId(2);
const INSTALLER: UserId = UserId(3);
const GUEST: UserId = UserId(4);
const STREET: LockId = LockId(10);
const OLD: LockId = LockId(11);
const PEOPLE: GroupId = GroupId(20);
const DOORS: GroupId = GroupId(21);
const WEEK: CalendarId = CalendarId(30);
const HOURS: CalendarId = CalendarId(31);

fn calendar(id: CalendarId) -> Calendar {
    testing::calendar(id, NOW)
}

/// Without any hours, until then.
fn until(id: CalendarId, end: Time) -> Calendar {
    Calendar { rule_sets: RuleSet { end_time: Some(end), ..RuleSet::default() }.into(), ..calendar(id) }
}

fn house() -> Facts {
    let mut facts = Facts::empty(DomainId(1), AccountId(1), Revision::default());
    let people =
        [(OWNER, Role::Administrator), (ADMIN, Role::Administrator), (INSTALLER, Role::Installer), (GUEST, Role::User)];
    for (id, role) in people {
        let profile = Arc::new(testing::profile(AccountId(id.0), &format!("person{}", id.0)));
        facts.apply(&Edit::Put(Row::User(Arc::new(testing::user(id, profile, role, NOW)))));
    }
    let lock = |id: LockId| testing::lock(id, Serial(7), &format!("Door {}", id.0), NOW);
    for lock in [lock(STREET), testing::earlier(lock(OLD), Serial(8))] {
        let number = lock.id.0 + 100;
        act(&mut facts, |facts| locks::add_lock(facts, lock, OWNER, [number, 0]));
    }
    act(&mut facts, |facts| groups::create_group(facts, PEOPLE.0, GroupType::Users, "People", NOW));
    act(&mut facts, |facts| groups::create_group(facts, DOORS.0, GroupType::Locks, "Doors", NOW));
    let week = until(WEEK, NOW.plus_seconds(7 * 86_400));
    let nine_to_five = RuleSet {
        week_days: Some(Weekdays(0b1_1111)),
        daily_start: Some(32_400),
        daily_end: Some(61_200),
        ..RuleSet::default()
    };
    let hours = Calendar { rule_sets: nine_to_five.into(), ..calendar(HOURS) };
    act(&mut facts, |facts| calendars::create_calendar(facts, week));
    act(&mut facts, |facts| calendars::create_calendar(facts, hours));
    facts
}

/// Runs an act that must succeed and makes it true.
fn act<T>(facts: &mut Facts, run: impl FnOnce(&Facts) -> Result<(Vec<Edit>, T), Refusal>) -> T {
    let (edits, answer) = run(facts).expect("the act is allowed");
    edits.iter().for_each(|edit| facts.apply(edit));
    answer
}

fn grant(who: Who, target: Target, calendar: Option<CalendarId>, profile: Option<LinkProfile>) -> access::Grant {
    access::Grant { number: 500, who, target, calendar, profile }
}

type Refused = (Code, Option<&'static str>, Option<FieldCode>);

fn refused<T: std::fmt::Debug>(result: Result<(Vec<Edit>, T), Refusal>) -> Refused {
    let refusal = result.expect_err("the act is refused");
    (refusal.code, refusal.field, refusal.detail)
}

#[test]
fn create_link_gives_each_kind_its_id_and_the_persons_role_as_profile() {
    for (who, target, prefix, profile) in [
        (Who::User(GUEST), Target::Lock(STREET), "lock_user", LinkProfile::User),
        (Who::User(INSTALLER), Target::Lock(STREET), "lock_user", LinkProfile::Installer),
        (Who::User(ADMIN), Target::Group(DOORS), "group_user", LinkProfile::Administrator),
        (Who::Group(PEOPLE), Target::Lock(STREET), "group_lock", LinkProfile::User),
        (Who::Group(PEOPLE), Target::Group(DOORS), "group_group", LinkProfile::User),
    ] {
        let mut facts = house();
        let id = act(&mut facts, |facts| access::create_link(facts, grant(who, target, None, None), NOW));
        assert!(id.to_string().starts_with(&format!("{prefix}-")), "{id}");
        assert_eq!(facts.link(id).unwrap().profile, profile);
    }
}

#[test]
fn create_link_refuses_what_the_rules_forbid() {
    let (user, group) = (Who::User, Who::Group);
    let (street, doors) = (Target::Lock(STREET), Target::Group(DOORS));
    let allow = Some(LinkProfile::UserAllowRemote);
    for (grant, field, detail) in [
        (grant(user(UserId(99)), street, None, None), "user_id", FieldCode::Unknown),
        (grant(group(GroupId(99)), street, None, None), "group_id", FieldCode::Unknown),
        (grant(user(GUEST), Target::Lock(LockId(99)), None, None), "lock_id", FieldCode::Unknown),
        (grant(user(GUEST), Target::Group(GroupId(99)), None, None), "group_id", FieldCode::Unknown),
        (grant(user(GUEST), Target::Group(PEOPLE), None, None), "group_id", FieldCode::WrongType),
        (grant(group(DOORS), street, None, None), "group_id", FieldCode::WrongType),
        (grant(group(PEOPLE), Target::Group(PEOPLE), None, None), "other_group_id", FieldCode::WrongType),
        (grant(user(GUEST), street, Some(CalendarId(99)), None), "calendar_id", FieldCode::Unknown),
        (grant(user(GUEST), street, None, Some(LinkProfile::Administrator)), "link_profile", FieldCode::AboveRole),
        (grant(user(GUEST), street, None, Some(LinkProfile::Installer)), "link_profile", FieldCode::AboveRole),
        (grant(group(PEOPLE), doors, None, Some(LinkProfile::Administrator)), "link_profile", FieldCode::AboveRole),
        (grant(user(ADMIN), street, Some(WEEK), None), "calendar_id", FieldCode::PermanentOnly),
        (grant(user(ADMIN), street, Some(HOURS), None), "calendar_id", FieldCode::PermanentOnly),
        (grant(user(GUEST), Target::Lock(OLD), Some(HOURS), allow), "calendar_id", FieldCode::RecurringUnsupported),
    ] {
        let told = format!("{grant:?}");
        assert_eq!(
            refused(access::create_link(&house(), grant, NOW)),
            (Code::ValidationFailed, Some(field), Some(detail)),
            "{told}"
        );
    }
}

#[test]
fn create_link_refuses_a_second_link_between_the_same_sides() {
    let mut facts = house();
    let again = || grant(Who::User(GUEST), Target::Lock(STREET), Some(WEEK), None);
    act(&mut facts, |facts| access::create_link(facts, again(), NOW));
    assert_eq!(refused(access::create_link(&facts, again(), NOW)).0, Code::Conflict);
}

#[test]
fn an_end_date_is_changed_by_a_new_calendar_the_link_and_then_the_old_calendar() {
    let mut facts = house();
    let id = act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::User(GUEST), Target::Lock(STREET), Some(WEEK), None), NOW)
    });
    let later = until(CalendarId(32), NOW.plus_seconds(9 * 86_400));
    act(&mut facts, |facts| calendars::create_calendar(facts, later));
    assert_eq!(refused(calendars::remove_calendar(&facts, WEEK)).0, Code::Conflict, "still in use");
    let change = access::LinkChange { calendar: Some(Some(CalendarId(32))), profile: None, whole: false };
    act(&mut facts, |facts| access::update_link(facts, id, change, NOW));
    act(&mut facts, |facts| calendars::remove_calendar(facts, WEEK));
    assert!(facts.calendar(WEEK).is_none());
    assert_eq!(facts.links_of_calendar(CalendarId(32)), [id]);
}

#[test]
fn replace_calendar_refuses_what_a_link_with_it_may_not_have() {
    let mut facts = house();
    act(&mut facts, |facts| calendars::create_calendar(facts, calendar(CalendarId(33))));
    act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::User(ADMIN), Target::Lock(STREET), Some(CalendarId(33)), None), NOW)
    });
    let ending = until(CalendarId(33), NOW.plus_seconds(60));
    assert_eq!(refused(calendars::replace_calendar(&facts, ending, false, NOW)).2, Some(FieldCode::PermanentOnly));
    let quicker = Calendar { refresh_interval: 900, ..calendar(CalendarId(33)) };
    act(&mut facts, |facts| calendars::replace_calendar(facts, quicker, false, NOW));
    assert_eq!(facts.calendar(CalendarId(33)).unwrap().refresh_interval, 900);
}

/// As for the lock itself: by a link to a group, by moving one, by a calendar in use, and by a lock that joins.
#[test]
fn recurring_access_and_a_lock_older_than_v3_never_meet_in_a_group() {
    let join =
        |facts: &mut Facts, lock| act(facts, |facts| groups::add_group_member(facts, DOORS, Member::Lock(lock), NOW));
    let unsupported = |field| (Code::ValidationFailed, Some(field), Some(FieldCode::RecurringUnsupported));
    for who in [Who::User(GUEST), Who::Group(PEOPLE)] {
        let mut facts = house();
        join(&mut facts, STREET);
        let hours = || grant(who, Target::Group(DOORS), Some(HOURS), None);
        act(&mut facts, |facts| access::create_link(facts, hours(), NOW));
        act(&mut facts, |facts| groups::add_group_member(facts, DOORS, Member::Lock(STREET), NOW));
        let joining = groups::add_group_member(&facts, DOORS, Member::Lock(OLD), NOW);
        assert_eq!(refused(joining), unsupported("lock_id"));

        let mut facts = house();
        join(&mut facts, STREET);
        join(&mut facts, OLD);
        assert_eq!(refused(access::create_link(&facts, hours(), NOW)), unsupported("calendar_id"));
        let link = act(&mut facts, |facts| {
            access::create_link(facts, grant(who, Target::Group(DOORS), Some(WEEK), None), NOW)
        });
        let change = access::LinkChange { calendar: Some(Some(HOURS)), profile: None, whole: false };
        assert_eq!(refused(access::update_link(&facts, link, change, NOW)), unsupported("calendar_id"));
        let minute = RuleSet { daily_start: Some(0), daily_end: Some(60), ..RuleSet::default() };
        let second = RuleSets::of(vec![RuleSet::default(), minute]).unwrap();
        let christmas = OtherDay { date: "2026-12-24".parse().unwrap(), hours: Vec::new() };
        let closed_then = OtherDays::of(vec![christmas]).unwrap();
        for recurring in [
            Calendar { rule_sets: minute.into(), ..calendar(WEEK) },
            Calendar { rule_sets: second, ..calendar(WEEK) },
            Calendar { other_days: closed_then, ..calendar(WEEK) },
        ] {
            assert_eq!(refused(calendars::replace_calendar(&facts, recurring, false, NOW)), unsupported("calendar_id"));
        }
        act(&mut facts, |facts| groups::add_group_member(facts, DOORS, Member::Lock(OLD), NOW));
    }
}

#[test]
fn a_lock_of_another_maker_takes_recurring_access_unless_it_says_that_it_keeps_ranges_alone() {
    for (kind, takes) in [
        (DeviceKind::PLAIN_LOCK, true),
        (DeviceKind::of(&[Capability::Bolt, Capability::Verifies]), true),
        (DeviceKind::of(&[Capability::Bolt, Capability::DateRanges]), false),
    ] {
        let mut facts = house();
        let lock_type = LockType::Afi { serial: Serial(9), device_type: "another-makers-lock".into() };
        let foreign = Lock { lock_type, kind, ..testing::lock(LockId(12), Serial(9), "Cellar", NOW) };
        act(&mut facts, |facts| locks::add_lock(facts, foreign, OWNER, [112, 0]));
        let granted =
            access::create_link(&facts, grant(Who::User(GUEST), Target::Lock(LockId(12)), Some(HOURS), None), NOW);
        assert_eq!(granted.is_ok(), takes, "{kind:?}");
    }
}

#[test]
fn a_change_of_role_rewrites_the_persons_own_links_in_the_same_act() {
    let table = [
        (Role::Installer, LinkProfile::User, LinkProfile::Installer),
        (Role::Installer, LinkProfile::UserAllowRemote, LinkProfile::UserAllowRemote),
        (Role::Administrator, LinkProfile::User, LinkProfile::Administrator),
        (Role::Administrator, LinkProfile::UserAllowRemote, LinkProfile::Administrator),
    ];
    for (role, before, after) in table {
        let mut facts = house();
        let wish = grant(Who::User(GUEST), Target::Lock(STREET), Some(WEEK), Some(before));
        let id = act(&mut facts, |facts| access::create_link(facts, wish, NOW));
        let change = users::UserChange { role: Some(role), ..users::UserChange::default() };
        act(&mut facts, |facts| users::update_user(facts, GUEST, change));
        assert_eq!(facts.user(GUEST).unwrap().role, role);
        assert_eq!(facts.link(id).unwrap().profile, after, "{role:?} {before:?}");
        let permanent = role == Role::Administrator;
        assert_eq!(facts.link(id).unwrap().calendar.is_none(), permanent, "administrators have permanent access only");
        assert_eq!(facts.calendar(WEEK).is_none(), permanent, "a calendar that nobody uses any more goes");
    }
    let mut facts = house();
    let id = act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::User(ADMIN), Target::Lock(STREET), None, None), NOW)
    });
    let demoted = users::UserChange { role: Some(Role::User), ..users::UserChange::default() };
    act(&mut facts, |facts| users::update_user(facts, ADMIN, demoted));
    assert_eq!(facts.link(id).unwrap().profile, LinkProfile::User);
}

#[test]
fn the_domain_owner_keeps_role_and_place() {
    let facts = house();
    let change = users::UserChange { role: Some(Role::User), ..users::UserChange::default() };
    assert_eq!(refused(users::update_user(&facts, OWNER, change)).0, Code::UnableToUpdateDomainOwner);
    assert_eq!(refused(users::remove_user(&facts, OWNER)).0, Code::UnableToUpdateDomainOwner);
    let renamed = users::UserChange {
        alias: Some("Boss".into()),
        role: Some(Role::Administrator),
        ..users::UserChange::default()
    };
    assert!(users::update_user(&facts, OWNER, renamed).is_ok(), "the same role is no change");
}

#[test]
fn removing_a_user_or_a_group_takes_their_links_memberships_and_lone_calendars_along() {
    let mut facts = house();
    act(&mut facts, |facts| groups::add_group_member(facts, PEOPLE, Member::User(GUEST), NOW));
    act(&mut facts, |facts| {
        access::create_link(facts, grant(Who::User(GUEST), Target::Lock(STREET), Some(WEEK), None), NOW)
    });
    let shared = access::Grant { number: 501, ..grant(Who::User(GUEST), Target::Group(DOORS), Some(HOURS), None) };
    act(&mut facts, |facts| access::create_link(facts, shared, NOW));
    let by_group = access::Grant { number: 502, ..grant(Who::Group(PEOPLE), Target::Group(DOORS), Some(HOURS), None) };
    act(&mut facts, |facts| access::create_link(facts, by_group, NOW));

    act(&mut facts, |facts| users::remove_user(facts, GUEST));
    assert!(facts.user(GUEST).is_none() && facts.links_of_user(GUEST).is_empty());
    assert!(facts.members(PEOPLE).is_empty());
    assert!(facts.calendar(WEEK).is_none(), "only the guest used it");
    assert!(facts.calendar(HOURS).is_some(), "the group uses it still");

    act(&mut facts, |facts| groups::remove_group(facts, DOORS));
    assert!(facts.group(DOORS).is_none() && facts.links_of_user_group(PEOPLE).is_empty());
    assert!(facts.calendar(HOURS).is_none());
}

#[test]
fn members_must_exist_and_be_of_the_groups_kind() {
    let facts = house();
    for (group, member, code) in [
        (PEOPLE, Member::Lock(STREET), Code::ValidationFailed),
        (DOORS, Member::User(GUEST), Code::ValidationFailed),
        (PEOPLE, Member::User(UserId(99)), Code::EntityNotFound),
        (GroupId(99), Member::User(GUEST), Code::EntityNotFound),
    ] {
        assert_eq!(refused(groups::add_group_member(&facts, group, member, NOW)).0, code);
    }
    assert_eq!(refused(groups::remove_group_member(&facts, PEOPLE, Member::User(GUEST))).0, Code::EntityNotFound);
    assert_eq!(refused(groups::create_group(&facts, 9, GroupType::Users, " ", NOW)).1, Some("name"));
    assert_eq!(refused(groups::update_group(&facts, PEOPLE, "a\u{7}b")).2, Some(FieldCode::ControlCharacter));
}

#[test]
fn a_group_for_those_who_go_by_names_has_one_of_its_own() {
    let mut facts = house();
    let named = |facts: &Facts, name| groups::create_named_group(facts, 40, GroupType::Locks, name, NOW);
    for taken in ["People", " Doors "] {
        assert_eq!(refused(named(&facts, taken)).0, Code::Conflict, "{taken:?}");
    }
    assert_eq!(refused(named(&facts, " ")).1, Some("name"));
    let id = act(&mut facts, |facts| named(facts, "people"));
    assert_eq!(facts.group(id).unwrap().name, "people", "names of groups differ by case");
}

#[test]
fn a_lock_brings_its_owner_a_permanent_administrator_link() {
    let facts = house();
    let links = facts.links_of_user(OWNER);
    assert_eq!(links.len(), 2);
    assert!(links.iter().all(|link| link.profile == LinkProfile::Administrator && link.calendar.is_none()));
    assert_eq!(facts.links_of_lock(STREET), [LinkId::new(cardea_model::ids::LinkKind::LockUser, STREET.0 + 100)]);
    let twin = testing::lock(LockId(12), Serial(7), "Door 12", NOW);
    assert_eq!(refused(locks::add_lock(&facts, twin, OWNER, [900, 0])).0, Code::Conflict);
}

#[test]
fn an_installer_who_brings_a_lock_gets_an_installers_link_to_it() {
    let mut facts = house();
    let lock = testing::lock(LockId(12), Serial(9), "Door 12", NOW);
    act(&mut facts, |facts| locks::add_lock(facts, lock, INSTALLER, [112, 113]));
    let held = |user| facts.links_of_user(user).iter().find(|link| link.target == Target::Lock(LockId(12)));
    assert_eq!(held(OWNER).map(|link| link.profile), Some(LinkProfile::Administrator));
    let installers = held(INSTALLER).expect("a link");
    assert_eq!((installers.profile, installers.calendar), (LinkProfile::Installer, None));
}

#[test]
fn a_profile_takes_only_valid_texts() {
    let facts = house();
    let with = |change| users::update_profile(&facts, GUEST, change);
    let none = users::ProfileChange::default;
    for (change, field) in [
        (users::ProfileChange { display_name: Some("".into()), ..none() }, "display_name"),
        (users::ProfileChange { email_address: Some("nowhere".into()), ..none() }, "email_address"),
        (users::ProfileChange { phone: Some("1\n2".into()), ..none() }, "phone"),
    ] {
        assert_eq!(refused(with(change)).1, Some(field));
    }
    let (edits, ()) = with(users::ProfileChange { display_name: Some(" Gus ".into()), ..none() }).unwrap();
    let mut facts = facts.clone();
    edits.iter().for_each(|edit| facts.apply(edit));
    assert_eq!(facts.user(GUEST).unwrap().profile.display_name, "Gus");
}

#[test]
fn only_people_created_here_have_passwords_to_be_set() {
    let mut facts = house();
    let created = User { is_shadow_user: false, ..User::clone(facts.user(INSTALLER).unwrap()) };
    let invited = User { is_shadow_user: true, ..User::clone(facts.user(GUEST).unwrap()) };
    for user in [created, invited] {
        facts.apply(&Edit::Put(Row::User(Arc::new(user))));
    }
    let by = AccountId(ADMIN.0);
    assert_eq!(users::set_password(&facts, INSTALLER, by), Ok((vec![], AccountId(INSTALLER.0))));
    for theirs in [OWNER, GUEST] {
        assert_eq!(
            refused(users::set_password(&facts, theirs, by)),
            (Code::ValidationFailed, Some("password"), Some(FieldCode::NotSettable))
        );
    }
    let account = |id| users::remove_user(&facts, id).unwrap().1;
    assert_eq!([INSTALLER, GUEST].map(account), [Some(AccountId(INSTALLER.0)), None], "an invited person keeps theirs");
}

#[test]
fn nobody_sets_their_own_password_or_removes_their_own_account_without_showing_the_password() {
    let mut facts = house();
    let own = |id: UserId| AccountId(id.0);
    let not_settable = (Code::ValidationFailed, Some("password"), Some(FieldCode::NotSettable));
    assert_eq!(refused(users::set_password(&facts, ADMIN, own(ADMIN))), not_settable);
    assert_eq!(refused(users::remove_user_by(&facts, ADMIN, own(ADMIN))).0, Code::Forbidden);
    assert_eq!(refused(users::remove_user_by(&facts, OWNER, own(OWNER))).0, Code::UnableToUpdateDomainOwner);
    assert_eq!(users::remove_user_by(&facts, ADMIN, own(OWNER)).unwrap().1, Some(own(ADMIN)));
    let invited = User { is_shadow_user: true, ..User::clone(facts.user(ADMIN).unwrap()) };
    facts.apply(&Edit::Put(Row::User(Arc::new(invited))));
    assert_eq!(users::remove_user_by(&facts, ADMIN, own(ADMIN)).unwrap().1, None, "who was invited may leave so");
}

#[test]
fn only_administrators_change_their_own_alias() {
    let facts = house();
    assert!(users::update_own_alias(&facts, ADMIN, "Boss".into()).is_ok());
    let unasked = refused(users::update_own_alias(&facts, GUEST, "Boss".into()));
    assert_eq!(unasked, (Code::ValidationFailed, Some("alias"), Some(FieldCode::AdministratorsOnly)));
    assert_eq!(users::update_own_alias(&facts, GUEST, String::new()), Ok((vec![], ())), "as it is");
}

/// A group, somebody in it and access for it, each act on what the one before made; in one change.
#[test]
fn acts_on_a_draft_see_what_the_acts_before_them_did() {
    let mut draft = Draft::new(Arc::new(house()));
    let group = draft.act(|facts| groups::create_group(facts, 77, GroupType::Users, "New", NOW)).unwrap();
    draft.act(|facts| groups::add_group_member(facts, group, Member::User(GUEST), NOW)).unwrap();
    let grant = access::Grant {
        number: 78,
        who: Who::Group(group),
        target: Target::Lock(STREET),
        calendar: None,
        profile: None,
    };
    let link = draft.act(|facts| access::create_link(facts, grant, NOW)).unwrap();
    let (facts, steps) = draft.finish();
    assert!(facts.members(group).contains(&Member::User(GUEST)) && facts.link(link).is_some());
    assert_eq!(steps.len(), 3);
    assert!(steps.iter().all(|step| step.before.is_none()));
}

/// A bulk operation with one answer for each entry: what is refused leaves nothing behind and stops nobody else.
#[test]
fn a_refused_act_leaves_the_draft_as_it_was() {
    let before = Arc::new(house());
    let mut draft = Draft::new(Arc::clone(&before));
    let names = ["Cleaners", " ", "Gardeners", "a\u{7}b"];
    let answers = (100..).zip(names).map(|(number, name)| {
        draft.act(|facts| groups::create_group(facts, number, GroupType::Users, name, NOW)).is_ok()
    });
    assert_eq!(answers.collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!(draft.facts().group_count(), before.group_count() + 2);
    let mut refusing = Draft::new(Arc::clone(&before));
    assert!(refusing.act(|facts| groups::remove_group(facts, GroupId(99))).is_err());
    assert!(refusing.steps().is_empty() && *refusing.facts() == *before);
}

#[test]
fn edits_that_change_nothing_are_no_steps() {
    let mut draft = Draft::new(Arc::new(house()));
    let name = draft.facts().group(PEOPLE).unwrap().name.clone();
    draft.act(|facts| groups::update_group(facts, PEOPLE, &name)).unwrap();
    draft.edit([Edit::Remove(cardea_model::rows::RowKey::Group(GroupId(99)))]);
    assert!(draft.steps().is_empty());
    draft.act(|facts| groups::update_group(facts, PEOPLE, "Others")).unwrap();
    draft.act(|facts| groups::update_group(facts, PEOPLE, &name)).unwrap();
    let names = draft.steps().iter().map(|step| match &step.before {
        Some(Row::Group(group)) => group.name.clone(),
        other => panic!("{other:?}"),
    });
    assert_eq!(names.collect::<Vec<_>>(), [name, "Others".to_owned()], "each step knows the row before it");
}
