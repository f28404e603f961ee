//! Making rows with ids that follow from a seed alone.

use cardea_model::Zone;
use cardea_model::calendar::{Calendar, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::{AccountId, CalendarId, DeviceId, GroupId, ID_MAX, LinkId, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{
    Device, Group, GroupType, Link, Lock, LockType, Member, Membership, Pairing, Profile, Row, Target, User, Who,
};
use cardea_model::{DeviceKind, Time};
use ed25519_dalek::SigningKey;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// How long keys of seeded calendars stay valid, in seconds.
const REFRESH: u32 = 86_400;

/// The key of a simulated bridge: it follows from the serial number, so that a demo started again finds its bridges.
pub fn bridge_key(serial: Serial) -> SigningKey {
    let mut seed = Sha256::new();
    seed.update(b"cardea demo bridge ");
    seed.update(serial.to_string());
    SigningKey::from_bytes(&seed.finalize().into())
}

/// Collects rows, one moment apart, so that lists in order of creation keep the order in which they were made.
pub struct Builder {
    random: StdRng,
    created: Time,
    rows: Vec<Row>,
}

impl Builder {
    /// Rows made before `now`, with ids that follow from the seed.
    pub fn new(seed: u64, now: Time) -> Self {
        Builder { random: StdRng::seed_from_u64(seed), created: now.plus_seconds(-86_400), rows: Vec::new() }
    }

    /// What was made.
    pub fn rows(self) -> Vec<Row> {
        self.rows
    }

    /// A number of the seed's.
    pub fn number(&mut self) -> u64 {
        self.random.random::<u64>() & ID_MAX
    }

    /// A number of the seed's below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    /// A serial number of the seed's, in a range that is no vendor's (locally administered), as is right for what is simulated.
    pub fn serial(&mut self) -> Serial {
        Serial(0x021b_0000_0000 | self.number() & 0xffff_ffff)
    }

    fn created(&mut self) -> Time {
        self.created = self.created + 1;
        self.created
    }

    /// A person with an account that only this seed knows.
    pub fn user(&mut self, username: &str, display_name: &str, role: Role, invited: bool) -> UserId {
        let account = AccountId(self.number());
        self.user_of(account, username, display_name, role, invited)
    }

    /// A person with this account.
    pub fn user_of(
        &mut self,
        account: AccountId,
        username: &str,
        display_name: &str,
        role: Role,
        invited: bool,
    ) -> UserId {
        let id = UserId(self.number());
        let user = User {
            id,
            profile: Arc::new(profile(account, username, display_name)),
            role,
            alias: String::new(),
            is_shadow_user: invited,
            readonly: false,
            created: self.created(),
        };
        self.rows.push(Row::User(Arc::new(user)));
        id
    }

    /// A lock of type afi, and the owner's link to it.
    pub fn lock(&mut self, owner: UserId, name: &str, device_type: &str, zone: Option<&str>) -> LockId {
        let serial = self.serial();
        self.lock_of_type(owner, name, LockType::Afi { serial, device_type: device_type.into() }, zone)
    }

    /// A lock, and the owner's link to it.
    pub fn lock_of_type(&mut self, owner: UserId, name: &str, lock_type: LockType, zone: Option<&str>) -> LockId {
        let id = LockId(self.number());
        let lock = Lock {
            id,
            name: name.into(),
            kind: lock_type.kind(),
            lock_type,
            address: String::new(),
            timezone: zone.and_then(Zone::named),
            end_to_end_mode: false,
            created: self.created(),
        };
        self.rows.push(Row::Lock(Arc::new(lock)));
        self.link(Who::User(owner), Target::Lock(id), None, LinkProfile::Administrator);
        id
    }

    /// A bridge with its key, paired with these locks.
    pub fn bridge(&mut self, name: &str, locks: &[LockId], zone: Option<&str>) {
        let serial = self.serial();
        let public_key = Some(bridge_key(serial).verifying_key().to_bytes());
        self.put_device(serial, "danabridgev3", name, public_key, locks, zone);
    }

    /// Another device, paired with these locks.
    pub fn device(&mut self, device_type: &str, name: &str, locks: &[LockId], zone: Option<&str>) {
        let serial = self.serial();
        self.put_device(serial, device_type, name, None, locks, zone);
    }

    fn put_device(
        &mut self,
        serial: Serial,
        device_type: &str,
        name: &str,
        public_key: Option<[u8; 32]>,
        locks: &[LockId],
        zone: Option<&str>,
    ) {
        let id = DeviceId(serial.0);
        let device = Device {
            id,
            serial,
            device_type: device_type.into(),
            kind: DeviceKind::of_device_type(device_type),
            name: name.into(),
            timezone: zone.and_then(Zone::named),
            public_key,
            created: self.created(),
        };
        self.rows.push(Row::Device(Arc::new(device)));
        self.rows.extend(locks.iter().map(|lock| Row::Pairing(Pairing { lock: *lock, device: id })));
    }

    /// An empty group.
    pub fn group(&mut self, name: &str, group_type: GroupType) -> GroupId {
        let group = Group { id: GroupId(self.number()), name: name.into(), group_type, created: self.created() };
        let id = group.id;
        self.rows.push(Row::Group(Arc::new(group)));
        id
    }

    /// A user in a user group.
    pub fn user_member(&mut self, group: GroupId, user: UserId) {
        self.rows.push(Row::Membership(Membership { group, member: Member::User(user) }));
    }

    /// A lock in a lock group.
    pub fn lock_member(&mut self, group: GroupId, lock: LockId) {
        self.rows.push(Row::Membership(Membership { group, member: Member::Lock(lock) }));
    }

    /// A calendar with plain bounds.
    pub fn temporary(&mut self, start_time: Option<Time>, end_time: Option<Time>) -> CalendarId {
        let rule_sets = RuleSet { end_time, ..RuleSet::default() }.into();
        self.calendar(|calendar| Calendar { start_time, rule_sets, ..calendar })
    }

    /// A calendar with weekly hours, open from the moment it is made.
    pub fn recurring(&mut self, week_days: Option<Weekdays>, daily_start: u32, daily_end: u32) -> CalendarId {
        let hours =
            RuleSet { week_days, daily_start: Some(daily_start), daily_end: Some(daily_end), ..RuleSet::default() };
        self.calendar(|calendar| Calendar { start_time: Some(calendar.created), rule_sets: hours.into(), ..calendar })
    }

    fn calendar(&mut self, shape: impl FnOnce(Calendar) -> Calendar) -> CalendarId {
        let id = CalendarId(self.number());
        let plain = Calendar {
            id,
            start_time: None,
            refresh_interval: REFRESH,
            rule_sets: RuleSets::default(),
            other_days: OtherDays::default(),
            created: self.created(),
        };
        self.rows.push(Row::Calendar(Arc::new(shape(plain))));
        id
    }

    /// A link.
    pub fn link(&mut self, who: Who, target: Target, calendar: Option<CalendarId>, profile: LinkProfile) {
        let id = LinkId::new(Link::kind(who, target), self.number());
        let created = self.created();
        self.rows.push(Row::Link(Link { id, who, target, calendar, profile, created }));
    }
}

/// The profile of a demo account; names are split at the first space.
pub fn profile(account: AccountId, username: &str, display_name: &str) -> Profile {
    let (firstname, lastname) = display_name.split_once(' ').unwrap_or((display_name, ""));
    Profile {
        account,
        username: username.into(),
        display_name: display_name.into(),
        firstname: firstname.into(),
        lastname: lastname.into(),
        email_address: username.into(),
        address: String::new(),
        phone: String::new(),
        language: "en-GB".into(),
        eula: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serial_numbers_are_such_as_devices_have() {
        let mut house = Builder::new(1, Time(0));
        assert!((0..1_000).all(|_| house.serial().is_of_a_device()));
    }
}
