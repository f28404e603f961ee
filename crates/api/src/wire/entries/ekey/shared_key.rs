//! Keys as those see them who share them: whose they are and how long, with nothing that opens a door.

use crate::wire::example::{self, Example};
use crate::wire::schema::{GroupIdText, Instant, LinkIdText, SerialText, UserIdText, Wire};
use cardea_model::Time;
use cardea_model::access::{Reason, deciding};
use cardea_model::calendar::DEFAULT_REFRESH_INTERVAL;
use cardea_model::facts::Facts;
use cardea_model::ids::{GroupId, LinkId, LockId, UserId};
use cardea_model::key::Permissions;
use cardea_model::role::Role;
use cardea_model::rows::{Link, LockType, Member, Target, Who};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// A key to a lock that a person or a user group holds.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SharedKey)]
pub struct SharedKeyEntry<'a> {
    /// The link that gives it; of several the first.
    link_id: LinkIdText,
    /// The lock's serial number; of an older lock its MAC address.
    serial_number: SerialText,
    /// The lock's name.
    name: &'a str,
    /// The person; null where a group holds it.
    #[schema(required)]
    user_id: Option<UserIdText>,
    /// The person's username; null where a group holds it.
    #[schema(required)]
    username: Option<&'a str>,
    /// The person's name; null where a group holds it.
    #[schema(required)]
    display_name: Option<&'a str>,
    /// The person's e-mail address; null where a group holds it.
    #[schema(required)]
    mail: Option<&'a str>,
    /// The person's telephone number; null where a group holds it.
    #[schema(required)]
    phone: Option<&'a str>,
    /// The user group that holds it, or by which the person does; null where it is a person's own.
    #[schema(required)]
    group_id: Option<GroupIdText>,
    /// That group's name; null where it is a person's own.
    #[schema(required)]
    group_name: Option<&'a str>,
    /// From when on; null: always.
    #[schema(required)]
    valid_from: Option<Instant>,
    /// Until when; null: without end.
    #[schema(required)]
    valid_to: Option<Instant>,
    /// On which weekdays, 0 for Monday; null: every day, or by several links or rule sets.
    #[schema(required)]
    week_days: Option<Vec<u8>>,
    /// From which second of the door's day on; null as with `week_days`.
    #[schema(required)]
    daily_start: Option<u32>,
    /// Before which second of the door's day; null as with `week_days`.
    #[schema(required)]
    daily_end: Option<u32>,
    /// Every so many weeks; null as with `week_days`.
    #[schema(required)]
    number_of_weeks: Option<u8>,
    /// How long a key stays valid without renewal, in seconds; null where it is by several links.
    #[schema(required)]
    refresh_interval: Option<u32>,
    /// Whether it opens now.
    open: bool,
    /// Whether it opens from afar too.
    can_remote: bool,
    /// Whether it may be shared on.
    can_share: bool,
    /// Whether the lock may be removed with it.
    can_delete: bool,
}

/// Who holds keys to a lock at an instant.
#[derive(Debug, Clone, Copy)]
pub struct HeldBy<'a> {
    /// The domain.
    pub facts: &'a Facts,
    /// The lock.
    pub lock: LockId,
    /// When.
    pub now: Time,
}

impl<'a> HeldBy<'a> {
    /// Whoever some link joins to the lock: the people, in order of creation.
    pub fn people(&self) -> Vec<UserId> {
        let mut people = BTreeSet::new();
        for link in self.links() {
            match link.who {
                Who::User(user) => _ = people.insert(user),
                Who::Group(group) => {
                    people.extend(self.facts.members(group).iter().filter_map(|member| match member {
                        Member::User(user) => Some(*user),
                        Member::Lock(_) => None,
                    }))
                }
            }
        }
        let mut people: Vec<_> = people.into_iter().filter_map(|id| self.facts.user(id)).collect();
        people.sort_by_key(|user| (user.created, user.id));
        people.into_iter().map(|user| user.id).collect()
    }

    /// The user groups that some link joins to the lock, in order of creation.
    pub fn groups(&self) -> Vec<GroupId> {
        let of_group = |link: &Link| match link.who {
            Who::Group(group) => Some(group),
            Who::User(_) => None,
        };
        let groups: BTreeSet<GroupId> = self.links().filter_map(of_group).collect();
        let mut groups: Vec<_> = groups.into_iter().filter_map(|id| self.facts.group(id)).collect();
        groups.sort_by_key(|group| (group.created, group.id));
        groups.into_iter().map(|group| group.id).collect()
    }

    /// The key of this person or group; `None` where no link joins them to the lock.
    pub fn entry(&self, who: Who) -> Option<SharedKeyEntry<'a>> {
        let facts = self.facts;
        let lock = facts.lock(self.lock)?;
        let reasons = match who {
            Who::User(user) => deciding(facts, user, self.lock, self.now),
            Who::Group(group) => self.of_group(group),
        };
        let first: LinkId = reasons.first()?.link.id;
        // Where one of them has no start or no end, the whole has none.
        let starts = reasons.iter().map(|reason| reason.calendar?.start_time).collect::<Option<Vec<_>>>();
        let ends = reasons.iter().map(|reason| reason.calendar?.end_time()).collect::<Option<Vec<_>>>();
        let (user, group) = match who {
            Who::User(id) => {
                let by = match reasons.first()?.link.who {
                    Who::Group(group) => facts.group(group),
                    Who::User(_) => None,
                };
                (Some(facts.user(id)?), by)
            }
            Who::Group(id) => (None, Some(facts.group(id)?)),
        };
        // Several links, or several rule sets, have no single pattern that describes them.
        let only = if let [only] = reasons.as_slice() { only.calendar } else { None };
        let rule = only.filter(|only| !only.has_more_rule_sets()).map(|only| only.rule_sets.first());
        let refresh = (reasons.len() == 1).then(|| only.map_or(DEFAULT_REFRESH_INTERVAL, |only| only.refresh_interval));
        let role = user.map_or(Role::User, |user| user.role);
        let by_link = reasons.iter().any(|reason| reason.link.profile.allows_remote());
        let Permissions { can_remote, can_share, can_delete } = Permissions::of(role, by_link);
        let serial = match lock.lock_type {
            LockType::Afi { serial, .. } => serial,
            LockType::Mwm { mac_address, .. } => mac_address,
        };
        Some(SharedKeyEntry {
            link_id: Wire(first),
            serial_number: Wire(serial),
            name: &lock.name,
            user_id: user.map(|user| Wire(user.id)),
            username: user.map(|user| &*user.profile.username),
            display_name: user.map(|user| &*user.profile.display_name),
            mail: user.map(|user| &*user.profile.email_address),
            phone: user.map(|user| &*user.profile.phone),
            group_id: group.map(|group| Wire(group.id)),
            group_name: group.map(|group| &*group.name),
            valid_from: starts.and_then(|starts| starts.into_iter().min()).map(Wire),
            valid_to: ends.and_then(|ends| ends.into_iter().max()).map(Wire),
            week_days: rule.and_then(|rule| rule.week_days).map(|days| days.days().collect()),
            daily_start: rule.and_then(|rule| rule.daily_start),
            daily_end: rule.and_then(|rule| rule.daily_end),
            number_of_weeks: rule.and_then(|rule| rule.number_of_weeks),
            refresh_interval: refresh,
            open: reasons.iter().any(|reason| reason.open),
            can_remote,
            can_share,
            can_delete,
        })
    }

    fn of_group(&self, group: GroupId) -> Vec<Reason<'a>> {
        let (facts, groups) = (self.facts, self.facts.groups_of_lock(self.lock));
        let zone = facts.lock(self.lock).and_then(|lock| lock.timezone.clone()).unwrap_or_else(cardea_model::Zone::utc);
        let reaches = |link: &&Link| match link.target {
            Target::Lock(lock) => lock == self.lock,
            Target::Group(group) => groups.contains(&group),
        };
        let reason = |link: &'a Link| {
            let calendar = link.calendar.and_then(|id| facts.calendar(id));
            let open = calendar.map_or(link.calendar.is_none(), |calendar| calendar.is_open(self.now, &zone));
            Reason { link, calendar, open }
        };
        facts.links_of_user_group(group).iter().filter(reaches).map(reason).collect()
    }

    fn links(&self) -> impl Iterator<Item = &'a Link> {
        let facts = self.facts;
        let of_groups = facts.groups_of_lock(self.lock).iter().flat_map(|group| facts.links_of_lock_group(*group));
        facts.links_of_lock(self.lock).iter().chain(of_groups).filter_map(|id| facts.link(*id))
    }
}

impl Example for SharedKeyEntry<'_> {
    fn example() -> Value {
        let held = HeldBy { facts: example::facts(), lock: example::lock().id, now: example::now() };
        json!(held.entry(Who::User(example::guest().id)).expect("the guest has a key"))
    }
}
