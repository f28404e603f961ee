//! Random domains: edits that are each possible after the ones before.

use crate::domain::{lock, profile, put_lock, put_user, user};
use cardea_model::calendar::{
    Calendar, Date, DayList, Hours, ListedDay, ListedDays, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays,
};
use cardea_model::device_kind::{Capability, DeviceKind};
use cardea_model::ids::{CalendarId, DayListId, DeviceId, GroupId, LinkId, LinkKind, Serial};
use cardea_model::required::{RequiredOf, RequiredSignIn};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{
    Device, Edit, Group, GroupType, Link, Lock, LockType, Member, Membership, Pairing, Profile, Row, RowKey, Target,
    User, Who,
};
use cardea_model::testing;
use cardea_model::{Facts, Time, Zone};
use cardea_store::fresh_id;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// Makes random edits; the same seed makes the same kinds of edits, with other ids.
pub struct Random {
    rng: StdRng,
    /// People who may turn up in several domains.
    people: Vec<Profile>,
    names: u64,
}

impl Random {
    /// Starts from this seed.
    pub fn new(seed: u64) -> Self {
        Random { rng: StdRng::seed_from_u64(seed), people: Vec::new(), names: 0 }
    }

    /// About this many edits that are possible one after another from these facts on.
    pub fn edits(&mut self, facts: &Facts, now: Time, count: usize) -> Vec<Edit> {
        let mut after = facts.clone();
        let mut edits = Vec::new();
        while edits.len() < count {
            for edit in self.act(&after, now) {
                after.apply(&edit);
                edits.push(edit);
            }
        }
        edits
    }

    /// How many more edits are wanted this time.
    pub fn size(&mut self) -> usize {
        self.rng.random_range(1..=20)
    }

    fn name(&mut self) -> String {
        self.names += 1;
        ["Døren", "Tür", "ドア", "Ворота", "O'Brien \"x\"", "", "a\u{301}"][self.names as usize % 7].to_owned()
            + &self.names.to_string()
    }

    fn one<T: Clone>(&mut self, all: Vec<T>) -> Option<T> {
        all.choose(&mut self.rng).cloned()
    }

    fn zone(&mut self) -> Option<Zone> {
        ["Europe/Copenhagen", "Australia/Lord_Howe", "-"].choose(&mut self.rng).and_then(|name| Zone::named(name))
    }

    fn act(&mut self, facts: &Facts, now: Time) -> Vec<Edit> {
        let now = now + self.rng.random_range(0..1000);
        let users: Vec<_> = facts.users(0).cloned().collect();
        let locks: Vec<_> = facts.locks(0).cloned().collect();
        let devices: Vec<_> = facts.devices(0).cloned().collect();
        let groups: Vec<_> = facts.groups(0).cloned().collect();
        let calendars: Vec<_> = facts.calendars(0).cloned().collect();
        let lists: Vec<_> = facts.day_lists(0).cloned().collect();
        let links: Vec<_> = LinkKind::ALL.iter().flat_map(|kind| facts.links(*kind, 0)).cloned().collect();
        let edits = match self.rng.random_range(0..28) {
            0 | 1 => Some(self.join(facts, now)),
            2 => self.one(users).map(|user| vec![self.change_user(&user)]),
            3 => {
                self.one(users).filter(|user| user.profile.account != facts.owner).map(|user| remove_user(facts, &user))
            }
            4 => self.one(users).map(|user| self.rename(&user)),
            5 | 6 => Some(vec![self.put_lock(None, now)]),
            7 => self.one(locks).map(|lock| vec![self.put_lock(Some(&lock), now)]),
            8 => self.one(locks).map(|lock| remove_lock(facts, &lock)),
            9 => Some(vec![self.put_device(None, now)]),
            10 => self.one(devices).map(|device| vec![self.put_device(Some(&device), now)]),
            11 => self.one(devices).map(|device| remove_device(facts, &device)),
            12 => Some(vec![self.put_group(None, now)]),
            13 => self.one(groups).map(|group| vec![self.put_group(Some(&group), now)]),
            14 => self.one(groups).map(|group| remove_group(facts, &group)),
            15..=17 => self.one(groups).and_then(|group| self.membership(facts, &group)),
            18 => Some(vec![self.put_calendar(facts, None, now)]),
            19 => self.one(calendars).map(|calendar| vec![self.put_calendar(facts, Some(&calendar), now)]),
            20 => self.one(links).map(|link| vec![self.change_link(facts, &link)]),
            21 => self.one(links).map(|link| remove_link(facts, &link)),
            22 => self.pair(facts),
            23 => Some(vec![self.require_sign_in(facts)]),
            24 => Some(vec![self.put_day_list(None, now)]),
            25 => self.one(lists).map(|list| vec![self.put_day_list(Some(&list), now)]),
            26 => self.one(lists).map(|list| remove_day_list(facts, &list)),
            _ => self.grant(facts, now),
        };
        edits.unwrap_or_default()
    }

    fn join(&mut self, facts: &Facts, now: Time) -> Vec<Edit> {
        let known = self.one(self.people.clone()).filter(|person| facts.user_of_account(person.account).is_none());
        // Who was created in a domain belongs to that one alone.
        let invited = known.is_some() || self.rng.random();
        let person = known.unwrap_or_else(|| profile(&format!("{:x}@example.org", fresh_id())));
        if invited && !self.people.contains(&person) {
            self.people.push(person.clone());
        }
        let role = self.one(vec![Role::User, Role::Installer, Role::Administrator]).unwrap_or(Role::User);
        let guest = User { alias: self.name(), is_shadow_user: invited, ..user(&person, role, now) };
        vec![put_user(&guest)]
    }

    fn change_user(&mut self, user: &User) -> Edit {
        put_user(&User { alias: self.name(), readonly: self.rng.random(), ..user.clone() })
    }

    fn rename(&mut self, user: &User) -> Vec<Edit> {
        let profile = Profile {
            display_name: self.name(),
            phone: self.name(),
            eula: self.rng.random(),
            ..user.profile.as_ref().clone()
        };
        vec![Edit::Put(Row::Profile(Arc::new(profile)))]
    }

    fn put_lock(&mut self, there: Option<&Lock>, now: Time) -> Edit {
        let fresh = lock("", fresh_id(), now);
        let base = there.cloned().unwrap_or(fresh);
        let lock_type = match self.rng.random_range(0..4) {
            0 => LockType::Afi { serial: Serial(fresh_id()), device_type: "danalockv3".into() },
            1 => LockType::Mwm {
                mac_address: Serial(fresh_id()),
                mcu_firmware: self.name(),
                rf_firmware: self.name(),
                design_id: self.rng.random(),
            },
            _ => base.lock_type.clone(),
        };
        put_lock(&Lock {
            kind: self.kind(),
            name: self.name(),
            lock_type,
            address: self.name(),
            timezone: self.zone(),
            end_to_end_mode: self.rng.random(),
            ..base
        })
    }

    /// Of a known type, or as another maker describes it.
    fn kind(&mut self) -> DeviceKind {
        let some: Vec<Capability> = Capability::ALL.into_iter().filter(|_| self.rng.random()).collect();
        let pin_slots = DeviceKind::LOCK_V3.pin_slots.filter(|_| self.rng.random());
        let described = DeviceKind::of(&some).with_pin_slots(pin_slots);
        self.one(vec![DeviceKind::LOCK_V3, DeviceKind::BRIDGE, described]).unwrap_or(described)
    }

    fn put_device(&mut self, there: Option<&Device>, now: Time) -> Edit {
        let fresh = testing::device(DeviceId(fresh_id()), Serial(fresh_id()), "danabridgev3", "", now);
        let base = there.cloned().unwrap_or(fresh);
        let public_key = self.rng.random::<bool>().then(|| self.rng.random());
        let serial = if self.rng.random() { Serial(fresh_id()) } else { base.serial };
        Edit::Put(Row::Device(Arc::new(Device {
            kind: self.kind(),
            name: self.name(),
            timezone: self.zone(),
            public_key,
            serial,
            ..base
        })))
    }

    fn put_group(&mut self, there: Option<&Group>, now: Time) -> Edit {
        let group_type = if self.rng.random() { GroupType::Locks } else { GroupType::Users };
        let fresh = Group { id: GroupId(fresh_id()), name: String::new(), group_type, created: now };
        Edit::Put(Row::Group(Arc::new(Group { name: self.name(), ..there.cloned().unwrap_or(fresh) })))
    }

    fn membership(&mut self, facts: &Facts, group: &Group) -> Option<Vec<Edit>> {
        let member = match group.group_type {
            GroupType::Users => Member::User(self.one(facts.users(0).map(|user| user.id).collect())?),
            GroupType::Locks => Member::Lock(self.one(facts.locks(0).map(|lock| lock.id).collect())?),
        };
        let membership = Membership { group: group.id, member };
        let there = facts.row(RowKey::Membership(membership)).is_some();
        let remove = there && self.rng.random();
        Some(vec![if remove {
            Edit::Remove(RowKey::Membership(membership))
        } else {
            Edit::Put(Row::Membership(membership))
        }])
    }

    fn put_calendar(&mut self, facts: &Facts, there: Option<&Calendar>, now: Time) -> Edit {
        let mut lists: Vec<DayListId> = facts.day_lists(0).map(|list| list.id).take(3).collect();
        lists.retain(|_| self.rng.random());
        let maybe = |rng: &mut StdRng| rng.random::<bool>();
        let rng = &mut self.rng;
        let set = |rng: &mut StdRng| RuleSet {
            end_time: maybe(rng).then_some(now + 86_400_000),
            number_of_weeks: maybe(rng).then_some(2),
            week_days: maybe(rng).then_some(Weekdays(21)),
            daily_start: maybe(rng).then_some(0),
            daily_end: maybe(rng).then_some(86_400),
        };
        let sets = (0..rng.random_range(1..4)).map(|_| set(rng)).collect();
        let own = OtherDays::of(days(rng)).expect("days, each once");
        Edit::Put(Row::Calendar(Arc::new(Calendar {
            id: there.map_or(CalendarId(fresh_id()), |there| there.id),
            start_time: maybe(rng).then_some(now),
            refresh_interval: rng.random_range(900..31_536_000),
            rule_sets: RuleSets::of(sets).expect("few"),
            other_days: own.with_lists(lists).expect("few lists, each once"),
            created: there.map_or(now, |there| there.created),
        })))
    }

    fn put_day_list(&mut self, there: Option<&DayList>, now: Time) -> Edit {
        let listed = days(&mut self.rng).into_iter().map(|day| ListedDay { name: self.name(), day }).collect();
        Edit::Put(Row::DayList(Arc::new(DayList {
            id: there.map_or(DayListId(fresh_id()), |there| there.id),
            name: self.name(),
            country: self.rng.random::<bool>().then(|| "DE-BY".to_owned()),
            days: ListedDays::of(listed).expect("days, each once"),
            created: there.map_or(now, |there| there.created),
        })))
    }

    fn calendar(&mut self, facts: &Facts) -> Option<CalendarId> {
        let calendar = self.one(facts.calendars(0).map(|calendar| calendar.id).collect());
        calendar.filter(|_| self.rng.random())
    }

    fn grant(&mut self, facts: &Facts, now: Time) -> Option<Vec<Edit>> {
        let groups = |wanted: GroupType| {
            facts.groups(0).filter(|group| group.group_type == wanted).map(|group| group.id).collect()
        };
        let who = match self.rng.random() {
            true => Who::User(self.one(facts.users(0).map(|user| user.id).collect())?),
            false => Who::Group(self.one(groups(GroupType::Users))?),
        };
        let target = match self.rng.random() {
            true => Target::Lock(self.one(facts.locks(0).map(|lock| lock.id).collect())?),
            false => Target::Group(self.one(groups(GroupType::Locks))?),
        };
        let profile = self.one(LinkProfile::ALL.to_vec())?;
        let id = LinkId::new(Link::kind(who, target), fresh_id());
        Some(vec![Edit::Put(Row::Link(Link {
            id,
            who,
            target,
            calendar: self.calendar(facts),
            profile,
            created: now,
        }))])
    }

    fn change_link(&mut self, facts: &Facts, link: &Link) -> Edit {
        let profile = self.one(LinkProfile::ALL.to_vec()).unwrap_or(link.profile);
        Edit::Put(Row::Link(Link { calendar: self.calendar(facts), profile, ..link.clone() }))
    }

    /// Another sign-in is asked for, of others, or none any more.
    fn require_sign_in(&mut self, facts: &Facts) -> Edit {
        if facts.required_sign_in().is_some() && self.rng.random() {
            return Edit::Remove(RowKey::RequiredSignIn);
        }
        let of = if self.rng.random() { RequiredOf::Administrators } else { RequiredOf::Everyone };
        let issuer = format!("https://{:x}.example", self.rng.random_range(0..3));
        Edit::Put(Row::RequiredSignIn(Arc::new(RequiredSignIn { issuer, provider: self.name(), of })))
    }

    fn pair(&mut self, facts: &Facts) -> Option<Vec<Edit>> {
        let lock = self.one(facts.locks(0).map(|lock| lock.id).collect())?;
        let device = self.one(facts.devices(0).map(|device| device.id).collect())?;
        let pairing = Pairing { lock, device };
        let there = facts.row(RowKey::Pairing(pairing)).is_some();
        Some(vec![if there { Edit::Remove(RowKey::Pairing(pairing)) } else { Edit::Put(Row::Pairing(pairing)) }])
    }
}

/// Some days, each once.
fn days(rng: &mut StdRng) -> Vec<OtherDay> {
    let hours = |rng: &mut StdRng| Hours { daily_start: rng.random_range(0..43_200), daily_end: 43_200 };
    let day = |number: i32, rng: &mut StdRng| OtherDay {
        date: Date(20_000 + number * rng.random_range(1..3)),
        hours: (0..rng.random_range(0..3)).map(|_| hours(rng)).collect(),
    };
    let mut days: Vec<OtherDay> = (0..rng.random_range(0..4)).map(|number| day(number, rng)).collect();
    days.sort_by_key(|day| day.date);
    days.dedup_by_key(|day| day.date);
    days
}

/// The list goes, after the calendars that used it have let go of it.
fn remove_day_list(facts: &Facts, list: &DayList) -> Vec<Edit> {
    let users = facts.calendars_of_day_list(list.id).iter().filter_map(|id| facts.calendar(*id));
    let without = |calendar: &Arc<Calendar>| {
        let mut lists = calendar.other_days.lists().to_vec();
        lists.retain(|id| *id != list.id);
        let own = OtherDays::of(calendar.other_days.own().to_vec()).and_then(|own| own.with_lists(lists));
        let other_days = own.expect("what was left of them");
        Edit::Put(Row::Calendar(Arc::new(Calendar { other_days, ..Calendar::clone(calendar) })))
    };
    users.map(without).chain([Edit::Remove(RowKey::DayList(list.id))]).collect()
}

/// The link goes, and after it its calendar when no other uses it.
fn remove_link(facts: &Facts, link: &Link) -> Vec<Edit> {
    let alone = link.calendar.filter(|calendar| facts.links_of_calendar(*calendar).len() == 1);
    let calendar = alone.map(|calendar| Edit::Remove(RowKey::Calendar(calendar)));
    std::iter::once(Edit::Remove(RowKey::Link(link.id))).chain(calendar).collect()
}

fn links_gone(ids: impl Iterator<Item = LinkId>) -> Vec<Edit> {
    ids.map(|id| Edit::Remove(RowKey::Link(id))).collect()
}

fn memberships_gone(groups: &[GroupId], member: Member) -> impl Iterator<Item = Edit> {
    groups.iter().map(move |group| Edit::Remove(RowKey::Membership(Membership { group: *group, member })))
}

fn remove_user(facts: &Facts, user: &User) -> Vec<Edit> {
    // The order does not matter to the database: here what is referred to goes first.
    let mut edits = vec![Edit::Remove(RowKey::User(user.id))];
    edits.extend(links_gone(facts.links_of_user(user.id).iter().map(|link| link.id)));
    edits.extend(memberships_gone(facts.groups_of_user(user.id), Member::User(user.id)));
    edits
}

fn remove_lock(facts: &Facts, lock: &Lock) -> Vec<Edit> {
    let mut edits = links_gone(facts.links_of_lock(lock.id).iter().copied());
    edits.extend(memberships_gone(facts.groups_of_lock(lock.id), Member::Lock(lock.id)));
    let pairings = facts.devices_of_lock(lock.id).map(|device| Pairing { lock: lock.id, device: device.id });
    edits.extend(pairings.map(|pairing| Edit::Remove(RowKey::Pairing(pairing))));
    edits.push(Edit::Remove(RowKey::Lock(lock.id)));
    edits
}

fn remove_device(facts: &Facts, device: &Device) -> Vec<Edit> {
    let pairings = facts.locks_of_device(device.id).map(|lock| Pairing { lock: lock.id, device: device.id });
    let mut edits: Vec<Edit> = pairings.map(|pairing| Edit::Remove(RowKey::Pairing(pairing))).collect();
    edits.push(Edit::Remove(RowKey::Device(device.id)));
    edits
}

fn remove_group(facts: &Facts, group: &Group) -> Vec<Edit> {
    let mut edits = links_gone(facts.links_of_lock_group(group.id).iter().copied());
    edits.extend(links_gone(facts.links_of_user_group(group.id).iter().map(|link| link.id)));
    let members = facts.members(group.id).iter().map(|member| Membership { group: group.id, member: *member });
    edits.extend(members.map(|membership| Edit::Remove(RowKey::Membership(membership))));
    edits.push(Edit::Remove(RowKey::Group(group.id)));
    edits
}
