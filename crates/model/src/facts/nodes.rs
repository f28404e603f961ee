//! What the facts keep together, so that a decision looks each person, lock, group and calendar up once. A node may be there before its
//! row is, or after it is gone: links and memberships come in any order. It goes with the last of its parts.

use super::links::Links;
use crate::calendar::{Calendar, DayList};
use crate::ids::{CalendarId, DeviceId, GroupId, LinkId};
use crate::role::Role;
use crate::rows::{Group, Lock, Member, User};
use crate::zone::Zone;
use std::sync::Arc;

/// A person, and what joins them to locks.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Person {
    pub user: Option<Arc<User>>,
    /// Whether their row says administrator. It is copied here because many decisions read it and need not follow a pointer then.
    pub is_administrator: bool,
    pub groups: Vec<GroupId>,
    pub links: Links,
}

/// A lock, and what joins it to people.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LockNode {
    pub lock: Option<Arc<Lock>>,
    /// The clock of its row. It is copied here because every decision reads it and need not follow a pointer then.
    pub zone: Zone,
    pub groups: Vec<GroupId>,
    pub links: Vec<LinkId>,
    pub devices: Vec<DeviceId>,
}

/// A group of either type.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Party {
    pub group: Option<Arc<Group>>,
    pub members: Vec<Member>,
    /// Of a user group: what it opens.
    pub links: Links,
    /// Of a lock group: who opens it.
    pub links_to: Vec<LinkId>,
}

/// A calendar, and the links that use it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Plan {
    pub calendar: Option<Arc<Calendar>>,
    pub links: Vec<LinkId>,
}

/// A list of days, and the calendars that use it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Listed {
    pub list: Option<Arc<DayList>>,
    pub calendars: Vec<CalendarId>,
}

impl Person {
    /// Puts the person's row in, or takes it out.
    pub fn set_user(&mut self, user: Option<Arc<User>>) {
        self.is_administrator = user.as_ref().is_some_and(|user| user.role == Role::Administrator);
        self.user = user;
    }

    pub fn holds(&self) -> bool {
        self.user.is_some() || !self.groups.is_empty() || !self.links.all().is_empty()
    }
}

impl LockNode {
    /// Puts the lock's row in, or takes it out.
    pub fn set_lock(&mut self, lock: Option<&Arc<Lock>>) {
        self.lock = lock.cloned();
        self.zone = lock.and_then(|lock| lock.timezone.clone()).unwrap_or_default();
    }

    pub fn holds(&self) -> bool {
        self.lock.is_some() || !self.groups.is_empty() || !self.links.is_empty() || !self.devices.is_empty()
    }
}

impl Party {
    pub fn holds(&self) -> bool {
        self.group.is_some() || !self.members.is_empty() || !self.links.all().is_empty() || !self.links_to.is_empty()
    }
}

impl Plan {
    pub fn holds(&self) -> bool {
        self.calendar.is_some() || !self.links.is_empty()
    }
}

impl Listed {
    pub fn holds(&self) -> bool {
        self.list.is_some() || !self.calendars.is_empty()
    }
}
