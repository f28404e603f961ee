//! What of a domain a person sees. An administrator sees all. An installer sees themself, every lock and device, and their own access; a guest
//! themself, the locks that some link joins them to, and what is involved in that.

use crate::access::locks_reached;
use crate::facts::Facts;
use crate::ids::{CalendarId, DayListId, DeviceId, GroupId, LinkId, LockId, UserId};
use crate::role::Role;
use crate::rows::{Target, User};
use std::collections::BTreeSet;

/// What those see who do not see all. The same value means the same rights to see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Visible {
    /// Themself.
    pub user: Option<UserId>,
    /// Whether every lock and device is among it.
    pub all_locks: bool,
    /// The locks that some link joins them to; empty where they see all.
    pub locks: BTreeSet<LockId>,
    /// The devices paired with those; empty where they see all.
    pub devices: BTreeSet<DeviceId>,
    /// The groups that they belong to, and those of locks that they have a link to.
    pub groups: BTreeSet<GroupId>,
    /// The lists of days of those calendars.
    pub day_lists: BTreeSet<DayListId>,
    /// The calendars of those links.
    pub calendars: BTreeSet<CalendarId>,
    /// Their own links and those of their groups.
    pub links: BTreeSet<LinkId>,
}

/// Whether this person sees all of their domain.
pub fn sees_all(viewer: &User) -> bool {
    viewer.role == Role::Administrator
}

impl Visible {
    /// What this person sees; `None` is all.
    pub fn of(facts: &Facts, viewer: &User) -> Option<Visible> {
        if sees_all(viewer) {
            return None;
        }
        let mut visible =
            Visible { user: Some(viewer.id), all_locks: viewer.role == Role::Installer, ..Visible::default() };
        if !visible.all_locks {
            visible.locks.extend(locks_reached(facts, viewer.id));
            visible
                .devices
                .extend(visible.locks.iter().flat_map(|lock| facts.devices_of_lock(*lock)).map(|device| device.id));
        }
        visible.groups.extend(facts.groups_of_user(viewer.id));
        let of_groups = facts.groups_of_user(viewer.id).iter().flat_map(|group| facts.links_of_user_group(*group));
        for link in facts.links_of_user(viewer.id).iter().chain(of_groups) {
            visible.links.insert(link.id);
            visible.calendars.extend(link.calendar);
            if let Target::Group(group) = link.target {
                visible.groups.insert(group);
            }
        }
        let calendars = visible.calendars.iter().filter_map(|id| facts.calendar(*id));
        visible.day_lists = calendars.flat_map(|calendar| calendar.other_days.lists()).copied().collect();
        Some(visible)
    }

    /// Whether this lock is among it.
    pub fn sees_lock(&self, id: LockId) -> bool {
        self.all_locks || self.locks.contains(&id)
    }
    /// Whether this device is among it.
    pub fn sees_device(&self, id: DeviceId) -> bool {
        self.all_locks || self.devices.contains(&id)
    }
}
