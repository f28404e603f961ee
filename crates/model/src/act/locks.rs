//! Locks joining a domain, changing, and leaving it.

use super::devices::is_administrator;
use super::{Acted, remove_links};
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{LinkId, LinkKind, LockId, UserId};
use crate::names;
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, Link, Lock, LockType, Member, Membership, Pairing, Row, RowKey, Target, Who};
use crate::zone::Zone;
use std::sync::Arc;

/// What changes of a lock; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LockChange {
    /// Its name.
    pub name: Option<String>,
    /// The zone of its clock. Calendars are read by it, so access to a lock moves with its zone.
    pub timezone: Option<Zone>,
    /// Where it is, or empty.
    pub address: Option<String>,
    /// Firmware of its controller, of locks of type `mwm`.
    pub mcu_firmware: Option<String>,
    /// Firmware of its radio, of locks of type `mwm`.
    pub rf_firmware: Option<String>,
}

/// Adds a lock. Nobody has access without a link, so the owner gets a permanent administrator link with it, and an installer who adds it an
/// installer link: they are to set it up. The two numbers are fresh and random.
pub fn add_lock(facts: &Facts, lock: Lock, added_by: UserId, link_numbers: [u64; 2]) -> Acted<LockId> {
    let name = names::name("name", &lock.name)?;
    if lock.serial().is_some_and(|serial| facts.by_serial(serial).is_some()) {
        return Err(Refusal::new(Code::Conflict, "this serial number is in use"));
    }
    if let LockType::Mwm { mac_address, .. } = lock.lock_type
        && (facts.by_serial(mac_address).is_some() || facts.lock_by_mac(mac_address).is_some())
    {
        return Err(Refusal::clash("serial", FieldCode::AlreadyTaken, format!("{mac_address} is there already")));
    }
    let id = lock.id;
    let link = |number, user, profile| {
        let (who, target) = (Who::User(user), Target::Lock(id));
        let id = LinkId::new(LinkKind::LockUser, number);
        Edit::Put(Row::Link(Link { id, who, target, calendar: None, profile, created: lock.created }))
    };
    let [owners, installers] = link_numbers;
    let owner = facts.user_of_account(facts.owner).map(|owner| link(owners, owner.id, LinkProfile::Administrator));
    let installer = facts.user(added_by).filter(|user| user.role == Role::Installer);
    let installer = installer.map(|installer| link(installers, installer.id, LinkProfile::Installer));
    let lock = Edit::Put(Row::Lock(Arc::new(Lock { name, ..lock })));
    Ok((std::iter::once(lock).chain(owner).chain(installer).collect(), id))
}

/// Changes a lock. Another zone moves the hours of everybody's access, also of who changes it, so that takes an administrator. So does a
/// first zone where somebody has hours already: they count in UTC until then.
///
/// # Errors
/// `forbidden` for such a zone; `read_only` for firmware of a lock that keeps none here; what is no name or text; `entity_not_found`.
pub fn update_lock(facts: &Facts, id: LockId, change: LockChange, by: UserId) -> Acted<()> {
    let mut lock = Lock::clone(facts.lock(id).ok_or_else(|| Refusal::not_found(id))?);
    let name = change.name.map(|name| names::name("name", &name)).transpose()?;
    let other = change.timezone.is_some() && change.timezone != lock.timezone;
    let moves = other && (lock.timezone.is_some() || has_hours(facts, id));
    if moves && !is_administrator(facts, by) {
        let message = "another zone moves the hours of everybody's access: it takes an administrator";
        return Err(Refusal::new(Code::Forbidden, message));
    }
    lock.name = name.unwrap_or(lock.name);
    lock.timezone = change.timezone.or(lock.timezone);
    if let Some(address) = change.address {
        lock.address = names::text("address", &address)?;
    }
    for (field, told) in [("firmware", change.mcu_firmware), ("rf", change.rf_firmware)] {
        let Some(told) = told else { continue };
        let LockType::Mwm { mcu_firmware, rf_firmware, .. } = &mut lock.lock_type else {
            if told.is_empty() {
                continue;
            }
            return Err(Refusal::field(field, FieldCode::ReadOnly, "only locks of type mwm keep this here"));
        };
        *(if field == "rf" { rf_firmware } else { mcu_firmware }) = names::text(field, &told)?;
    }
    Ok((vec![Edit::Put(Row::Lock(Arc::new(lock)))], ()))
}

/// Whether some access to this lock goes by the clock at the door.
fn has_hours(facts: &Facts, lock: LockId) -> bool {
    let through_groups = facts.groups_of_lock(lock).iter().flat_map(|group| facts.links_of_lock_group(*group));
    let links = facts.links_of_lock(lock).iter().chain(through_groups);
    let mut calendars = links.filter_map(|link| facts.calendar(facts.link(*link)?.calendar?));
    calendars.any(|calendar| calendar.is_recurring())
}

/// Removes a lock with its links and the calendars only those used, its places in groups and its pairings.
pub fn remove_lock(facts: &Facts, id: LockId) -> Acted<()> {
    facts.lock(id).ok_or_else(|| Refusal::not_found(id))?;
    let mut edits = remove_links(facts, facts.links_of_lock(id).iter().copied());
    let member = Member::Lock(id);
    let groups = facts.groups_of_lock(id).iter().map(|group| RowKey::Membership(Membership { group: *group, member }));
    let devices = facts.devices_of_lock(id);
    let pairings = devices.map(|device| RowKey::Pairing(Pairing { lock: id, device: device.id }));
    edits.extend(groups.chain(pairings).chain([RowKey::Lock(id)]).map(Edit::Remove));
    Ok((edits, ()))
}
